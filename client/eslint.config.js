import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import config from './svelte.config.js'

export default ts.config(
  { ignores: ['node_modules', 'src/protocol/types.ts', 'src/games/*/view.ts'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig: config } },
  },
  {
    rules: {
      'no-undef': 'off', // TypeScript's task
      'svelte/no-at-html-tags': 'error',
      // The CSP forbids style attributes; `style:` directives are set by script, and allowed.
      'no-restricted-syntax': ['error', { selector: 'SvelteAttribute[key.name="style"]', message: 'Use style:…' }],
    },
  },
  { files: ['vite.config.ts'], languageOptions: { globals: globals.node } },
)
