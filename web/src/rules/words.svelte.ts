/** The glossaries of the games: with them every term on the page can be tapped for its meaning. */
import { fetchGlossary } from './api'
import { language } from '../lib/i18n/index.svelte'
import type { Word } from '../lib/protocol'

let loaded = $state.raw<Record<string, readonly Word[]>>({})

const keyOf = (game: string) => `${game} ${language()}`

/** Load a game's words in the language that is shown, before `wordsOf` is asked for them. Throws ApiError. */
export async function loadWords(game: string): Promise<void> {
  const key = keyOf(game)
  if (loaded[key]) return
  const words = await fetchGlossary(game, language())
  loaded = { ...loaded, [key]: words }
}

/** A game's words in the language that is shown; none while they are on their way. */
export function wordsOf(game: string): readonly Word[] {
  return loaded[keyOf(game)] ?? []
}
