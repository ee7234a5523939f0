// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prefer } from '../src/lib/preferences.svelte'
import { listenForTouch, RESTS_AFTER, sound } from '../src/lib/sound/player'
import { SCORES, SOUNDS } from '../src/lib/sound/scores'

/** An audio context that counts the sources that are started. */
class FakeAudio {
  static started = 0
  static made: FakeAudio | undefined
  constructor() {
    FakeAudio.made = this
  }
  currentTime = 0
  sampleRate = 100
  state = 'running'
  destination = {}
  private param = () => ({
    value: 0,
    setValueAtTime: () => undefined,
    linearRampToValueAtTime: () => undefined,
    exponentialRampToValueAtTime: () => undefined,
  })
  private node = () => ({
    gain: this.param(),
    frequency: this.param(),
    Q: this.param(),
    connect: (next: unknown) => next,
    start: () => FakeAudio.started++,
    stop: () => undefined,
  })
  suspend = () => (this.state = 'suspended')
  resume = () => (this.state = 'running')
  createGain = this.node
  createOscillator = this.node
  createBufferSource = this.node
  createBiquadFilter = this.node
  createBuffer = () => ({ getChannelData: () => new Float32Array(3) })
}

const vibrate = vi.fn()

beforeEach(() => {
  FakeAudio.started = 0
  vibrate.mockClear()
  vi.stubGlobal('AudioContext', FakeAudio)
  Object.assign(navigator, { vibrate })
  prefer('sound', true)
})
afterEach(() => vi.unstubAllGlobals())

test('while sounds are off no touch opens the device, and the first after they are on does', () => {
  prefer('sound', false)
  const stop = listenForTouch()
  dispatchEvent(new Event('pointerdown'))
  expect(FakeAudio.made).toBeUndefined()
  prefer('sound', true)
  dispatchEvent(new Event('keydown'))
  expect(FakeAudio.made).toBeDefined()
  stop()
})

test('nothing is heard before the first touch, and something after it', async () => {
  listenForTouch()
  sound('card')
  expect(FakeAudio.started).toBe(0)
  dispatchEvent(new Event('pointerdown'))
  await vi.dynamicImportSettled()
  sound('card')
  expect(FakeAudio.started).toBe(SCORES.card.length)
  expect(vibrate).toHaveBeenCalledOnce()
})

test('nothing is heard or felt when sounds are off', () => {
  dispatchEvent(new Event('pointerdown'))
  prefer('sound', false)
  SOUNDS.forEach(sound)
  expect(FakeAudio.started).toBe(0)
  expect(vibrate).not.toHaveBeenCalled()
})

test('after some silence the device rests, and a sound wakes it', () => {
  listenForTouch()
  dispatchEvent(new Event('pointerdown'))
  vi.useFakeTimers()
  sound('card')
  vi.advanceTimersByTime(RESTS_AFTER - 1)
  expect(FakeAudio.made?.state).toBe('running')
  sound('card')
  vi.advanceTimersByTime(RESTS_AFTER - 1)
  expect(FakeAudio.made?.state).toBe('running')
  vi.advanceTimersByTime(1)
  expect(FakeAudio.made?.state).toBe('suspended')
  sound('card')
  expect(FakeAudio.made?.state).toBe('running')
  vi.useRealTimers()
})

test.each(SOUNDS)('%s is short and never loud', (name) => {
  const ends = SCORES[name].map(({ at, length }) => at + length)
  expect(Math.max(...ends)).toBeLessThan(2.6)
  expect(Math.max(...SCORES[name].map(({ loudness }) => loudness))).toBeLessThanOrEqual(0.5)
})
