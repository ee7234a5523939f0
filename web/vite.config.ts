import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const server = process.env.SEVENFOLD_SERVER ?? 'http://127.0.0.1:7777'
const proxy = { '/api': { target: server, ws: true } }

/** Writes the service worker, with a version that changes with any file of the build, and with the drawings. */
const serviceWorker: Plugin = {
  name: 'service-worker',
  generateBundle(_, bundle) {
    const version = createHash('sha256').update(Object.keys(bundle).sort().join()).digest('hex').slice(0, 12)
    const drawings = Object.keys(bundle).flatMap((name) => (name.endsWith('.svg') ? `/${name}` : []))
    const source = readFileSync('src/service-worker.js', 'utf8')
      .replace('BUILD', version)
      .replace('DRAWINGS = []', `DRAWINGS = ${JSON.stringify(drawings)}`)
    this.emitFile({ type: 'asset', fileName: 'sw.js', source })
  },
}

/** Lists the libraries of which something is in the build, for the bill of materials (`hatch_build.py`). */
const libraries: Plugin = {
  name: 'libraries',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    const modules = chunks.flatMap((chunk) => Object.keys(chunk.modules))
    const names = modules.flatMap((id) => /.*node_modules\/((@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? [])
    const source = JSON.stringify([...new Set(names)].sort())
    this.emitFile({ type: 'asset', fileName: '.vite/libraries.json', source })
  },
}

const GAME = /assets\/(lockseven|lockup|seven_bridge|trump7)-/
const FIRST = /assets\/page-/
const PAGES = /assets\/(StartPage|TablePage)-/

/**
 * The files to preload with a part of the page that is loaded on demand: everything for the start page and
 * the tables, only the styles for other parts. Each name in these lists adds to the script of whatever loads
 * the part.
 */
function needed(file: string, parts: string[]): string[] {
  const others = parts.filter((part) => !FIRST.test(part))
  return PAGES.test(file) || GAME.test(file) ? others : others.filter((part) => part.endsWith('.css'))
}

export default defineConfig({
  plugins: [svelte(), serviceWorker, libraries],
  // Vitest runs on Node; without this it would take Svelte's server build.
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  build: {
    outDir: '../src/sevenfold/server/static',
    emptyOutDir: true,
    // A page under a strict content policy may not load data: URLs.
    assetsInlineLimit: 0,
    // A browser that cannot preload a module fetches it a little later.
    modulePreload: { polyfill: false, resolveDependencies: needed },
    // The manifest says which files a page loads, so that a test can measure them.
    manifest: true,
    rolldownOptions: {
      output: {
        // One file compresses better than twenty: the start of every page, what tables share, the side panel.
        codeSplitting: {
          groups: [
            { name: 'page', tags: ['$initial'], priority: 1 },
            { name: 'page', test: /src[\\/]lib[\\/](badge|resource|waking)/, priority: 1 },
            // what only results share, and positions that are tried, is no part of a table that is played
            { name: 'table', test: /src[\\/]table[\\/](?!asking\.|parts[\\/]whole\.)/, minShareCount: 3 },
            // heads of pages, and what sheets and forms are made of: alone, each is too small to compress
            {
              name: 'house',
              test: /src[\\/]lib[\\/]ui[\\/](LitPage|PageHeader|LanguageSwitch|Settings|Parts)/,
            },
            {
              name: 'form',
              test: /src[\\/](lib[\\/]ui[\\/](Choice|Switch|Sheet|Copied|copying)|friends[\\/](NameField|Qr|Reach|LinkBox|links))/,
            },
            { name: 'panel', test: /src[\\/]table[\\/]parts[\\/](Side)?Panel\.svelte/ },
          ],
        },
      },
    },
  },
  server: { proxy },
  preview: { proxy },
  test: {
    // A test that needs a page says so in its first line.
    environment: 'node',
    // A process a file: in one thread for many files, modules of one file were at times seen by another.
    pool: 'forks',
    // Only for tests that hang: a busy machine may be slow.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 120_000,
    setupFiles: 'tests/setup.ts',
    include: ['tests/**/*.test.ts', 'src/{door,table,events,friends,replay,review,same,today}/**/*.test.ts'],
  },
})
