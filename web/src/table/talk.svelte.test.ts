import { expect, test } from 'vitest'
import type { Line } from '../lib/protocol'
import { Talk } from './talk.svelte'

const line = (number: number, text: string, at = `at ${text}`): Line => ({
  number,
  seat: 1,
  name: 'Bea',
  person: null,
  phrase: null,
  reaction: null,
  text,
  at,
})

test('what somebody has deleted is shown no longer, at their seat neither', () => {
  const talk = new Talk()
  talk.hear({ type: 'talk', lines: [line(1, 'one'), line(2, 'two')], whole: true })
  talk.hear({ type: 'talk', lines: [line(3, 'three')], whole: false })
  expect(talk.lines.map(({ text }) => text)).toEqual(['one', 'two', 'three'])
  talk.spoken = { seat: 1, text: 'three' }
  talk.read = 3

  talk.hear({ type: 'talk', lines: [line(1, 'one')], whole: true })
  expect(talk.lines.map(({ text }) => text)).toEqual(['one'])
  expect(talk.spoken).toBeNull()

  talk.hear({ type: 'talk', lines: [line(2, 'a new line with an old number')], whole: false })
  expect(talk.lines.length).toBe(2)
  expect(talk.read).toBe(1)

  talk.hear({ type: 'talk', lines: [], whole: true })
  expect(talk.lines).toEqual([])
})

test('lines that come again after a hello are there once, and what is being said stays', () => {
  const talk = new Talk()
  talk.hear({ type: 'talk', lines: [line(1, 'one')], whole: true })
  talk.spoken = { seat: 1, text: 'one' }
  talk.hear({ type: 'talk', lines: [line(1, 'one')], whole: true })
  expect(talk.lines.length).toBe(1)
  expect(talk.spoken).not.toBeNull()
})
