import { expect, test } from 'vitest'
import { strokeOf } from './strokes'

test('every seat of a table of eight has a line, and the viewer one that no other has', () => {
  const strokes = [...Array(8).keys()].map((seat) => strokeOf(seat, 3).stroke)
  expect(strokes.every(Boolean)).toBe(true)
  expect(strokes.filter((stroke) => stroke === strokes[3])).toHaveLength(1)
})
