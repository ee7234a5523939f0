import { expect, test } from 'vitest'
import type { ReplayMoment } from '../lib/protocol'
import { rowOf } from './handRows'

const moment = (hand: string[], table: string[] = []): ReplayMoment =>
  ({ hands: [hand], view: { table: table.length > 0 ? [{ seat: 0, cards: table }] : [] } }) as never

const none = () => false
const written = (moments: ReplayMoment[], index: number, from: number | null, trump = none) =>
  rowOf(moments, index, 0, from, trump).map(({ suit, ranks }) => [
    suit,
    ranks.map(({ card, is, pair }) => `${card} ${is}${pair ? ' pair' : ''}`).join(', '),
  ])

const ROUND = [moment(['2H', 'AS', 'KH']), moment(['2H', 'AS'], ['KH']), moment(['2H'], ['AS'])]

test('a card in the trick is marked, and one that has gone keeps its place', () => {
  expect(written(ROUND, 1, 0).slice(0, 2)).toEqual([
    ['S', 'AS held'],
    ['H', 'KH played, 2H held'],
  ])
  expect(written(ROUND, 2, 0).slice(0, 2)).toEqual([
    ['S', 'AS played'],
    ['H', 'KH gone, 2H held'],
  ])
})

test('where cards are drawn, only what is held is written', () => {
  expect(written(ROUND, 2, null)).toEqual([
    ['S', ''],
    ['H', '2H held'],
    ['D', ''],
    ['C', ''],
  ])
})

test('of two copies one can have gone; together they are a pair', () => {
  const moments = [moment(['7C', '7C', 'JK']), moment(['7C', 'JK'], ['7C'])]
  const isSeven = (card: string) => card[0] === '7'
  expect(written(moments, 0, 0).at(-1)).toEqual(['C', '7C held pair, 7C held'])
  expect(written(moments, 1, 0, isSeven as typeof none)[0]).toEqual([
    null,
    'JK held, 7C held pair, 7C played',
  ])
})

test('a card that comes later keeps a place that is not seen', () => {
  const moments = [moment(['AS']), moment(['AS', 'KS']), moment(['KS'], ['AS'])]
  expect(written(moments, 0, 0)[0]).toEqual(['S', 'AS held, KS to_come'])
})
