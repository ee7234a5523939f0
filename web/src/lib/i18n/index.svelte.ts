import type coreCatalog from './en.json'
import type browsersCatalog from './browsers/en.json'
import type friendsCatalog from './friends/en.json'
import type keptCatalog from './kept/en.json'
import type lessonsCatalog from './lessons/en.json'
import type meCatalog from './me/en.json'
import type plainCatalog from './plain/en.json'
import type replayCatalog from './replay/en.json'
import type resultCatalog from './result/en.json'
import type rulesCatalog from './rules/en.json'
import type sameCatalog from './same/en.json'
import type settingsCatalog from './settings/en.json'
import type startCatalog from './start/en.json'
import type tableCatalog from './table/en.json'
import type todayCatalog from './today/en.json'
import type wordsCatalog from './words/en.json'
import { fetchGameTexts } from '../api'
import type { Language } from './languages'
import { formatNumber, Messages, type Catalog, type Values } from './messages'

export type Key =
  | keyof typeof coreCatalog
  | keyof typeof tableCatalog
  | keyof typeof browsersCatalog
  | keyof typeof friendsCatalog
  | keyof typeof lessonsCatalog
  | keyof typeof meCatalog
  | keyof typeof plainCatalog
  | keyof typeof replayCatalog
  | keyof typeof resultCatalog
  | keyof typeof rulesCatalog
  | keyof typeof sameCatalog
  | keyof typeof settingsCatalog
  | keyof typeof startCatalog
  | keyof typeof todayCatalog
  | keyof typeof keptCatalog
  | keyof typeof wordsCatalog

export const catalogs = import.meta.glob<Catalog>(['./**/*.json', '!./{kept,me,words}/*'], {
  import: 'default',
})
/** The folders of catalogs that are loaded from the start; the others are loaded when a part needs them. */
const alreadyLoaded = Promise.resolve()
// eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing on a page reads it
const folders = new Map([
  ['.', alreadyLoaded],
  ['./table', alreadyLoaded],
])

let messages = $state.raw(new Messages('en', {}))
let games = $state.raw<Record<string, Messages>>({})
let wanted: Language = 'en'

/** The language that is shown now. */
export function language(): Language {
  return messages.language as Language
}

async function loadMessages(language: Language): Promise<Messages> {
  const mine = [...folders.keys()].map((folder) => catalogs[`${folder}/${language}.json`]!())
  return new Messages(language, Object.assign({}, ...(await Promise.all(mine))))
}

/** Show everything in this language, with the texts of the games that are loaded. */
export async function setLanguage(language: Language): Promise<void> {
  wanted = language
  const [ours, texts] = await Promise.all([
    loadMessages(language),
    Promise.all(Object.keys(games).map((game) => readGameTexts(game, language).catch(() => games[game]!))),
  ])
  if (wanted !== language) return
  messages = ours
  games = Object.fromEntries(Object.keys(games).map((game, i) => [game, texts[i]!]))
  document.documentElement.lang = language
}

/** Load a part of the page, and the messages of a folder that it asks for. Fails where either cannot be fetched. */
export async function withMessages<Part>(
  folder:
    | 'browsers'
    | 'friends'
    | 'kept'
    | 'lessons'
    | 'me'
    | 'plain'
    | 'replay'
    | 'result'
    | 'rules'
    | 'same'
    | 'settings'
    | 'start'
    | 'today'
    | 'words',
  part: Promise<Part>,
): Promise<Part> {
  const path = `./${folder}`
  if (!folders.has(path)) folders.set(path, addMessages(path))
  const [loaded] = await Promise.all([part, folders.get(path)])
  return loaded
}

async function addMessages(folder: string): Promise<void> {
  await null // let the caller enter this folder in `folders` first
  const language = wanted
  try {
    const texts = await catalogs[`${folder}/${language}.json`]!()
    // no message on the page changes, so nothing has to be drawn again
    if (messages.language === language) messages.add(texts)
    else await setLanguage(wanted)
  } catch (problem) {
    folders.delete(folder)
    throw problem
  }
}

/** What this card room is called: the server writes it into the page. */
export const houseName = (): string => document.documentElement.dataset.place!

/** A message from the page's own catalogs; it changes with the language. */
export function t(key: Key, values?: Values): string {
  return messages.format(key, values)
}

async function readGameTexts(game: string, language: Language): Promise<Messages> {
  return new Messages(language, await fetchGameTexts(game, language))
}

/** Load a game's texts before `gt` is asked for them. Throws ApiError. */
export async function loadGameTexts(game: string): Promise<void> {
  if (games[game]?.language === wanted) return
  const texts = await readGameTexts(game, wanted)
  games = { ...games, [game]: texts }
}

/** A message from a game's texts; empty while they are being loaded, the key itself where it is missing. */
export function gt(game: string, key: string, values?: Values): string {
  return games[game]?.format(key, values) ?? ''
}

/** Whether a game's texts have this message. */
export function hasGameText(game: string, key: string): boolean {
  return games[game]?.has(key) ?? false
}

/** A message that a game may word in its own way; the page's message where it does not. */
export function ownText(game: string, key: string, ours: Key): string {
  return hasGameText(game, key) ? gt(game, key) : t(ours)
}

/**
 * The keys `PREFIX.NAME` for names that are known only when the page runs. Give literals, so that the
 * compiler finds a missing message and the catalog test an unused one.
 */
export function family<const Prefix extends string, const Name extends string>(
  prefix: Prefix,
  names: readonly Name[],
): { [N in Name]: `${Prefix}.${N}` } {
  const entries = names.map((name) => [name, `${prefix}.${name}`])
  return Object.fromEntries(entries)
}

/**
 * For problems of a kind, by their codes: the keys of a title, and of what can be done about it under `PREFIX_help`.
 * What is not named is `other`. Give literals, as to `family`.
 */
export function problems<const Prefix extends string, const Code extends string>(
  prefix: Prefix,
  codes: readonly Code[],
) {
  return (code: string) => {
    const known = codes.find((one) => one === code) ?? 'other'
    return { code: known, title: `${prefix}.${known}`, help: `${prefix}_help.${known}` } as const
  }
}

/** A number as the language that is shown writes it. */
export function number(value: number): string {
  return formatNumber(messages.language, value)
}

/** A number with its sign, where it is not 0: "+2". */
export function signed(value: number): string {
  return formatNumber(messages.language, value, 'exceptZero')
}

/** Words or numbers one after the other, with the language's comma between. */
export function list(items: readonly (string | number)[]): string {
  return items.join(t('list.comma'))
}

/** Sentences one after the other, as the language sets them; what is empty is left out. */
export function sentences(...all: readonly string[]): string {
  return all.reduce((first, next) => (first && next ? t('list.sentences', { first, next }) : first || next))
}

/** Names one after the other, the last joined as the language does: "Mei, Haru and Oskar". */
export function names(all: readonly string[]): string {
  return new Intl.ListFormat(messages.language).format(all)
}
