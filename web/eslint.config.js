import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import { defineConfig, globalIgnores } from 'eslint/config'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

export default defineConfig(
  globalIgnores(['src/lib/protocol.ts']), // generated
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    rules: {
      // svelte-check and tsc see these, with types
      'no-undef': 'off',
      '@typescript-eslint/no-unused-vars': 'off',
      // takes the reason in a comment of svelte-ignore for more names of warnings
      'svelte/no-unused-svelte-ignore': 'off',
      // Svelte drops a space at the end of a block, unless it stands in braces
      'svelte/no-useless-mustaches': 'off',
    },
  },
)
