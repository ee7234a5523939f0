import { expect, test } from 'vitest'
import { FACES } from '../lib/people/people'
import { facesFor } from './words'

const PERSONS = Array.from({ length: 15 }, (_, i) => `person ${i}`)

test('everybody has a face of their own, and nobody the viewer’s, as long as there are faces', () => {
  const faces = [...facesFor(PERSONS, 'crane').values()]
  expect(new Set(faces).size).toBe(FACES.length - 1)
  expect(faces).not.toContain('crane')
})

test('somebody keeps their face, in whatever order people come, and in all their rounds', () => {
  const faces = facesFor(PERSONS, 'crane')
  expect(facesFor([...PERSONS, ...PERSONS].toReversed(), 'crane')).toEqual(faces)
})

test('where there are more people than faces, all have one', () => {
  const many = Array.from({ length: 40 }, (_, i) => `somebody ${i}`)
  expect([...facesFor(many, 'owl').values()].every((face) => FACES.includes(face))).toBe(true)
})
