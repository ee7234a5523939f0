// @vitest-environment jsdom
import { beforeAll, expect, test } from 'vitest'
import { event, moved } from '../../tests/events'
import { speak } from '../../tests/speak'
import { kinds, momentIn } from './staged'
import type { Scene } from './scene'

const scene: Scene = { game: 'lockup', unit: 'round', players: 4, viewer: 0 }

beforeAll(() => speak('lockup'))

test('all who lose a card at once are named, and lit up', () => {
  const events = [
    moved(3, '9D'),
    event({ kind: 'lost', seat: 0, cards: ['QS'] }),
    event({ kind: 'move', move: '2 lose ?', action: 'lose' }),
    event({ kind: 'lost', seat: 2 }),
  ]
  const moment = momentIn(scene, events, kinds('locked', 'lost'))!
  expect(moment.text).toMatch(/^You lose Q♠\. .+ loses a card\.$/)
  expect(moment.seats).toEqual([0, 2])
})

test('a move that is staged is staged in every game', () => {
  const moment = momentIn(scene, [moved(1, 'QH'), moved(2, 'KH', 2, 'staged')], kinds())!
  expect(moment).toMatchObject({ kind: 'move', seats: [2], cards: ['KH'] })
})

test('of different things the newest is staged', () => {
  const events = [event({ kind: 'locked', seat: 1, count: 1 }), event({ kind: 'lost', seat: 2 })]
  expect(momentIn(scene, events, kinds('locked', 'lost'))).toMatchObject({ kind: 'lost', seats: [2] })
})
