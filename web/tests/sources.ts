import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = 'src'

/** The text of every source file, by its path from src. */
export function readSources(): Map<string, string> {
  const paths = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  const code = paths.filter((path) => /\.(svelte|ts)$/.test(path) && !path.endsWith('.test.ts'))
  return new Map(code.map((path) => [path, readFileSync(join(SOURCES, path), 'utf8')]))
}

export function readCatalog(folder: string, language: string): Record<string, string> {
  return JSON.parse(readFileSync(join(SOURCES, folder, `${language}.json`), 'utf8'))
}
