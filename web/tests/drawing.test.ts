import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isPicture, pipsOf, RANK_PATHS } from '../src/lib/cards/drawing'

const drawn = readFileSync('src/lib/art/courts.svg', 'utf8')

test.each(['2', '3', '4', '5', '6', '7', '8', '9', 'T'])('a %s has as many pips as it says', (rank) => {
  const [upright, turned] = pipsOf(`${rank}S`)
  expect(upright.length + turned.length).toBe(rank === 'T' ? 10 : Number(rank))
})

test('no two pips of a card touch', () => {
  for (const rank of '23456789T') {
    const [upright, turned] = pipsOf(`${rank}H`)
    const points = [...upright, ...turned.map(([x, y]) => [-x, -y] as const)]
    const gaps = points.flatMap(([x, y], i) => points.slice(i + 1).map(([u, v]) => Math.hypot(x - u, y - v)))
    expect(Math.min(...gaps), rank).toBeGreaterThan(46)
  }
})

test('an ace, a court card and a joker have no pips but their own', () => {
  expect(['AS', 'KH', 'JD', 'RJ'].flatMap((card) => pipsOf(card).flat())).toEqual([])
})

test('kings, queens, jacks and jokers have a picture each', () => {
  const pictures = [...'KQJ'].flatMap((rank) => [...'SHDC'].map((suit) => rank + suit))
  expect([...pictures, 'RJ', 'BJ', 'JK', 'TS', 'AS'].map(isPicture)).toEqual([
    ...Array(15).fill(true),
    false,
    false,
  ])
  expect([...pictures, 'RJ', 'BJ'].filter((card) => !drawn.includes(`id="${card}"`))).toEqual([])
})

test('every rank is drawn', () => {
  expect(Object.keys(RANK_PATHS).toSorted()).toEqual([...'23456789AJKQT'])
})

test.each(['courts', 'faces'])('a sheet of %s is not laid out by itself', (sheet) => {
  // Chromium styles all of it in one long task, unless it hides in an inner picture
  const text = readFileSync(`src/lib/art/${sheet}.svg`, 'utf8')
  const [hidden] = text.match(/<svg display="none">[^]*<\/svg>\s*<\/svg>/) ?? ['']
  expect(hidden.match(/<symbol /g)).toEqual(text.match(/<symbol /g))
})
