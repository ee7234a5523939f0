// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest'
import { setLanguage } from '../src/lib/i18n/index.svelte'
import { LANGUAGES } from '../src/lib/i18n/languages'
import { botName, FACES, facesAt, facesOf } from '../src/lib/people/people'
import { ICONS } from '../src/lib/ui/icons'
import type { Seat } from '../src/lib/protocol'
import { readdirSync, readFileSync } from 'node:fs'
import { reactions } from '../src/friends/talk.svelte'

beforeEach(() => setLanguage('en'))

test('those at a table are the same at each visit, and no two alike', () => {
  const first = facesAt('k3v9', 5, 'crane')
  expect(facesAt('k3v9', 5, 'crane')).toEqual(first)
  expect(new Set(first).size).toBe(5)
})

test('nobody has the face of the player', () => {
  const tables = Array.from({ length: 200 }, (_, i) => facesAt(`table${i}`, 5, 'owl'))
  expect(tables.flat()).not.toContain('owl')
})

test('other tables have other people', () => {
  const tables = Array.from({ length: 400 }, (_, i) => facesAt(`t${i}`, 3, 'crane')).flat()
  expect(new Set(tables).size).toBe(FACES.length - 1)
})

const seat = (about: Partial<Seat>, seat: number) => ({ seat, you: false, bot: null, ...about }) as Seat
const table = (...seats: Partial<Seat>[]) => ({
  id: 'k3v9',
  players: seats.length,
  seats: seats.map(seat),
  barred_faces: [] as string[],
})

test('friends see the same faces, each their own where nobody else has it', () => {
  const [first, second] = [
    facesOf(table({ you: true }, {}, { bot: 'easy' }), 'owl'),
    facesOf(table({}, { you: true }, { bot: 'easy' }), 'cat'),
  ]
  expect(first[2]).toBe(second[2])
  expect([first[0], second[1]]).toEqual(['owl', 'cat'])
  expect(facesOf(table({ you: true }, {}), facesAt('k3v9', 2, null)[1]!)).toEqual(facesAt('k3v9', 2, null))
})

test('no bot has a barred face, as long as six are left', () => {
  const barred_faces = FACES.filter((_, number) => number % 8 < 5)
  for (let id = 0; id < 200; id++) {
    const bots = Array.from({ length: 4 }, () => ({ bot: 'easy' }))
    for (const you of [{ you: true }, { you: true, name: 'Anna' }]) {
      const faces = facesOf({ ...table(you, ...bots), id: `t${id}`, barred_faces }, 'crane')
      expect(new Set(faces).size).toBe(5)
      expect(faces.slice(1).filter((face) => barred_faces.includes(face))).toEqual([])
    }
  }
})

test.each(LANGUAGES)('each face has a name of its own in %s', async (language) => {
  await setLanguage(language)
  const names = FACES.map(botName)
  expect(new Set(names).size).toBe(FACES.length)
  expect(names.filter((name) => name.startsWith('bot.'))).toEqual([])
})

test('each reaction is drawn, and nothing on the page needs a font with pictures', () => {
  const drawn = readFileSync('src/lib/art/reactions.svg', 'utf8')
  expect(reactions.filter((reaction) => !drawn.includes(`id="${reaction}"`))).toEqual([])
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(svelte|ts|json|css|html)$/.test(file),
  )
  expect(files.length).toBeGreaterThan(200)
  const needing = files.filter((file) =>
    /\p{Emoji_Presentation}|\ufe0f/u.test(readFileSync(`src/${file}`, 'utf8')),
  )
  expect(needing).toEqual([])
})

test('each icon is drawn, and each that is drawn can be named', () => {
  const drawn = readFileSync('src/lib/art/icons.svg', 'utf8')
  expect([...drawn.matchAll(/id="(\w+)"/g)].map(([, name]) => name)).toEqual([...ICONS])
})

test('each face is drawn', () => {
  const drawn = readFileSync('src/lib/art/faces.svg', 'utf8')
  expect(FACES.filter((face) => !drawn.includes(`id="${face}"`))).toEqual([])
})
