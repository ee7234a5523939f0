import { readFileSync } from 'node:fs'
import { vi } from 'vitest'
import { loadGameTexts, setLanguage } from '../src/lib/i18n/index.svelte'
import type { Language } from '../src/lib/i18n/languages'

/** Load the texts of a game from its game, in this language. */
export async function speak(game: string, language: Language = 'en'): Promise<void> {
  vi.stubGlobal('fetch', async (path: string) => {
    const asked = new URL(path, 'http://here').searchParams.get('language')
    return new Response(readFileSync(`../src/sevenfold/games/${game}/texts/${asked}.json`, 'utf8'))
  })
  await setLanguage(language)
  await loadGameTexts(game)
}
