import { expect, test } from 'vitest'
import type { GameInfo, ListedTable, OptionSpec } from '../src/lib/protocol'
import { firstValues, matchingPreset, offeredPresets, readNumber } from '../src/start/options'
import { inOrder } from '../src/start/tables'

const loss: OptionSpec = {
  name: 'lockup_loss',
  rule: 'LU-5.3',
  default: 'each_trick',
  choices: ['each_trick', 'at_once'],
  minimum: null,
  maximum: null,
  multiple_of: null,
  later: false,
}
const target: OptionSpec = { ...loss, name: 'target', default: 20, choices: [], minimum: 1, maximum: 200 }
const deals: OptionSpec = { ...target, name: 'deals', minimum: 3, maximum: 120, multiple_of: 3 }

const lockup: GameInfo = {
  name: 'lockup',
  players: { min: 4, max: 4, default: 4 },
  rules_version: 1,
  best_total: 'highest',
  target: 'target',
  options: [loss, target],
  lessons: [],
  practice: 0,
  bots: [],
  presets: [
    { name: 'author', options: { lockup_loss: 'each_trick', target: 20 } },
    { name: 'gamerules', options: { lockup_loss: 'at_once', target: 20 } },
  ],
  first_preset: { ja: 'gamerules' },
}

test('options begin with the preset that is offered first in the language', () => {
  expect(matchingPreset(lockup, firstValues(lockup, 'en'))?.name).toBe('author')
  expect(matchingPreset(lockup, firstValues(lockup, 'ja'))?.name).toBe('gamerules')
  expect(offeredPresets(lockup, 'ja').map(({ name }) => name)).toEqual(['gamerules', 'author'])
})

test('an option that is changed leads to another preset, or to none', () => {
  expect(matchingPreset(lockup, { lockup_loss: 'at_once', target: 20 })?.name).toBe('gamerules')
  expect(matchingPreset(lockup, { lockup_loss: 'at_once', target: 30 })).toBeUndefined()
})

test.each([
  ['1', 1],
  [' 200 ', 200],
  ['0', null],
  ['201', null],
  ['', null],
  ['2.5', null],
  ['1e2', null],
  ['twenty', null],
])('a target of %j is read as %j', (typed, value) => {
  expect(readNumber(target, typed)).toBe(value)
})

test('a number that goes in steps takes no other', () => {
  expect([3, 4, 120].map((value) => readNumber(deals, String(value)))).toEqual([3, null, 120])
})

test('tables that wait for the player come first, then others, those of other rules, and finished ones', () => {
  const table = (id: string, day: number, over: boolean, your_turn = false, rules_changed = false) =>
    ({
      id,
      created: `2025-01-0${day}T10:00:00Z`,
      standing: { over },
      your_turn,
      rules_changed,
    }) as ListedTable
  const tables = [
    table('a', 1, false),
    table('b', 2, true),
    table('c', 3, false),
    table('d', 4, true),
    table('e', 1, false, true),
    table('f', 2, false, true),
    table('g', 9, false, false, true),
    table('h', 3, true, false, true),
  ]
  expect(inOrder(tables).map(({ id }) => id)).toEqual(['f', 'e', 'c', 'a', 'g', 'd', 'b', 'h'])
})
