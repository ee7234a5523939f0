/** Words that no text says again: each was read as wrong, and has one word in its place. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '../src/lib/i18n/languages'

const PAGES = 'src/lib/i18n'
const GAMES = ['../src/sevenfold/games', '../examples/games']
const PREVIEWS = '../src/sevenfold/server/http/previews.json'

/** In Japanese 管理者 is the word for who runs a server, so only Chinese is held to 管理员. */
const NEVER: Record<Language, RegExp> = {
  en: /\bgo-round\b|\b(?:This|line) is no\b|\banew\b| no longer\.|\bWho has the\b|\bshall\b/,
  'zh-Hans': /旁观|管理者|棋牌室|抉择|摊牌|客人|～|\{seat\} (?=[\p{Script=Han}}])/u,
  ja: /配牌|マッチ|試合|シェア|だれ|～|探索|機械語/,
}

/** Rounds are counted in the game's own word: 副 or 局, 回 or ラウンド. These pages are of any game. */
const OF_ANY_GAME = ['replay', 'same', 'today']
const UNITS: Partial<Record<Language, RegExp>> = { 'zh-Hans': /(?<![牌原流])局/u, ja: /ラウンド/u }

function catalogs(folder: string, language: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return paths.filter((path) => path.endsWith(`${language}.json`)).map((path) => join(folder, path))
}

/** The rules, the guides and whatever else of a game is read in a language; English needs no name for it. */
function pagesOf(folder: string, language: Language): [string, string][] {
  const ofLanguage = language === 'en' ? /\/[A-Z]+\.md$/ : new RegExp(`\\.${language}\\.md$`)
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    ofLanguage.test(path),
  )
  return paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')])
}

const entries = (path: string) => Object.entries<string>(JSON.parse(readFileSync(path, 'utf8')))

describe.each(LANGUAGES)('in %s', (language) => {
  test('no text of a page, a game or a preview has a word that was given up', () => {
    const texts = [PAGES, ...GAMES].flatMap((folder) => catalogs(folder, language)).flatMap(entries)
    const previews = Object.entries<string>(JSON.parse(readFileSync(PREVIEWS, 'utf8'))[language])
    const pages = GAMES.flatMap((folder) => pagesOf(folder, language))
    expect(pages.length).toBeGreaterThan(8)
    expect([...texts, ...previews, ...pages].filter(([, text]) => NEVER[language].test(text))).toEqual([])
  })

  test.each(OF_ANY_GAME)('texts of %s name a round only as its game does', (folder) => {
    const unit = UNITS[language]
    const fixed = entries(join(PAGES, folder, `${language}.json`)).filter(
      ([, text]) => unit?.test(text) && !text.includes('{unit, select'),
    )
    expect(fixed).toEqual([])
  })
})
