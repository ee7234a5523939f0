import { ask } from '../lib/api'
import type { Guide, Word } from '../lib/protocol'

/** The illustrated page of a game and its essentials; null where it has none. */
export const fetchGuide = (game: string, language: string) =>
  ask<Guide | null>(`/games/${encodeURIComponent(game)}/guide?language=${language}`)

export const fetchGlossary = (game: string, language: string) =>
  ask<Word[]>(`/games/${encodeURIComponent(game)}/glossary?language=${language}`)
