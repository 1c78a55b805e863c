import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

import { FIRST_WORDS } from './first_words.ts'

export default defineConfig({
  plugins: [svelte()],
  define: { FIRST_WORDS },
  resolve: { conditions: ['browser'] },
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts'] },
})
