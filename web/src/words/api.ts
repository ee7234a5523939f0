import { ask } from '../lib/api'
import type { WordsPage } from '../lib/protocol'

/** The pages with the host's own words; on privacy there always is one. */
const PAGES = ['imprint', 'privacy', 'terms'] as const
export type WordsName = (typeof PAGES)[number]

/** What the host has written, as the server has put it into the page. */
const written = () => document.documentElement.dataset.words!.split(' ')

export const hasWelcome = () => written().includes('welcome')

export const wordsThere = (): WordsName[] =>
  PAGES.filter((page) => page === 'privacy' || written().includes(page))

export const fetchWords = (page: WordsName | 'welcome', language: string) =>
  ask<WordsPage>(`/words/${page}?language=${language}`)
