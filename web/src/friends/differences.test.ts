import { expect, test } from 'vitest'
import { nearestPreset } from './differences'

const presets = [
  { name: 'house', options: { rounds: 8, penalty: 0, concede: 'none' } },
  { name: 'club', options: { rounds: 12, penalty: 10, concede: 'loss' } },
]

test('values that are a preset differ in nothing', () => {
  const near = nearestPreset({ presets }, { rounds: 12, penalty: 10, concede: 'loss' })
  expect(near).toEqual({ preset: presets[1], differences: [] })
})

test('the preset with the fewest differences is the one that is named', () => {
  expect(nearestPreset({ presets }, { rounds: 4, penalty: 10, concede: 'loss' })).toEqual({
    preset: presets[1],
    differences: [{ option: 'rounds', value: 4, usual: 12 }],
  })
})

test('of presets that are as near, the first is named', () => {
  const values = { rounds: 4, penalty: 5, concede: 'half' }
  expect(nearestPreset({ presets }, values)?.preset.name).toBe('house')
})

test('a game without presets has none', () => {
  expect(nearestPreset({ presets: [] }, { rounds: 4 })).toBeNull()
})
