import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Line, Seat } from '../lib/protocol'
import { SAID } from './moments'
import { Talk } from './talk.svelte'

const line = (number: number, text: string, at = `at ${text}`): Line => ({
  number,
  seat: 1,
  name: 'Bea',
  pseudonym: null,
  phrase: null,
  reaction: null,
  text,
  at,
})

/** Bea sits at seat 1. */
const seats = (changed: Partial<Seat> = {}) =>
  [null, 'Bea'].map((name, seat) => ({
    seat,
    name,
    bot: null,
    left: false,
    ...(seat === 1 ? changed : {}),
  })) as Seat[]

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('what is said', () => {
  test('is shown at its seat for six seconds, whatever happens meanwhile', () => {
    const talk = new Talk()
    talk.show(line(1, 'one'), 'one')
    for (let time = 0; time < SAID - 100; time += 100) {
      vi.advanceTimersByTime(100)
      expect(talk.spokenAt(seats({ connected: time % 200 === 0 }))?.text).toBe('one')
    }
    vi.advanceTimersByTime(100)
    expect(talk.spokenAt(seats())).toBeNull()
  })

  test('makes space for the next line, which has its own six seconds', () => {
    const talk = new Talk()
    talk.show(line(1, 'one'), 'one')
    vi.advanceTimersByTime(SAID - 100)
    talk.show(line(2, 'two'), 'two')
    vi.advanceTimersByTime(SAID - 100)
    expect(talk.spokenAt(seats())?.text).toBe('two')
    vi.advanceTimersByTime(100)
    expect(talk.spokenAt(seats())).toBeNull()
  })

  test.each<Partial<Seat>>([{ bot: 'medium', name: null }, { left: true }, { name: 'Ann' }, { name: null }])(
    'is no longer shown once %o sits there',
    (changed) => {
      const talk = new Talk()
      talk.show(line(1, 'one'), 'one')
      expect(talk.spokenAt(seats(changed))).toBeNull()
    },
  )

  test('by a spectator has no seat', () => {
    const talk = new Talk()
    talk.show({ ...line(1, 'one'), seat: null }, 'one')
    expect(talk.spokenAt(seats())).toBeNull()
  })
})

test('what somebody has deleted is shown no longer, at their seat neither', () => {
  const talk = new Talk()
  talk.receive({ type: 'talk', lines: [line(1, 'one'), line(2, 'two')], whole: true })
  talk.receive({ type: 'talk', lines: [line(3, 'three')], whole: false })
  expect(talk.lines.map(({ text }) => text)).toEqual(['one', 'two', 'three'])
  talk.show(line(3, 'three'), 'three')
  talk.read = 3

  talk.receive({ type: 'talk', lines: [line(1, 'one')], whole: true })
  expect(talk.lines.map(({ text }) => text)).toEqual(['one'])
  expect(talk.spokenAt(seats())).toBeNull()

  talk.receive({ type: 'talk', lines: [line(2, 'a new line with an old number')], whole: false })
  expect(talk.lines.length).toBe(2)
  expect(talk.read).toBe(1)

  talk.receive({ type: 'talk', lines: [], whole: true })
  expect(talk.lines).toEqual([])
})

test('lines that come again after a hello are there once, and what is being said stays', () => {
  const talk = new Talk()
  talk.receive({ type: 'talk', lines: [line(1, 'one')], whole: true })
  talk.show(line(1, 'one'), 'one')
  talk.receive({ type: 'talk', lines: [line(1, 'one')], whole: true })
  expect(talk.lines.length).toBe(1)
  expect(talk.spokenAt(seats())).not.toBeNull()
})
