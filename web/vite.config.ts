import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

const server = process.env.SEVENFOLD_SERVER ?? 'http://127.0.0.1:7777'
const proxy = { '/api': { target: server, ws: true } }

export default defineConfig({
  plugins: [svelte()],
  // Vitest runs on Node; without this it would take Svelte's server build.
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  build: {
    outDir: '../src/sevenfold/server/static',
    emptyOutDir: true,
    // A page under a strict content policy may not load data: URLs.
    assetsInlineLimit: 0,
  },
  server: { proxy },
  preview: { proxy },
  test: {
    environment: 'jsdom',
    setupFiles: 'tests/setup.ts',
    include: ['tests/**/*.test.ts', 'src/table/**/*.test.ts'],
  },
})
