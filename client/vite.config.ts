import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

import { FIRST_WORDS } from './first_words.ts'

const SERVER = process.env.TIMEBOOTH_SERVER ?? 'http://localhost:8000'

// The built client goes into the Python package; in development, everything under /api is the server's.
export default defineConfig({
  plugins: [svelte()],
  define: { FIRST_WORDS },
  build: {
    outDir: '../src/timebooth/server/web',
    emptyOutDir: true,
    assetsInlineLimit: 0, // a strict CSP allows no data: scripts or styles
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { '/api': { target: SERVER, ws: true, changeOrigin: false } },
  },
})
