/** How the sounds of `scores.ts` are made. Fetched with the first touch, as nothing can be heard before it. */
import { SCORES, SHAKES, type Noise, type Sound, type Tone } from './scores'

let hiss: AudioBuffer | undefined

/** Begin a sound now, and shake the device where it can. */
export function make(context: AudioContext, name: Sound): void {
  const shake = SHAKES[name]
  if (shake !== undefined) navigator.vibrate?.(shake)
  for (const part of SCORES[name]) {
    if (part.kind === 'noise') playNoise(context, part)
    else playTone(context, part)
  }
}

/** Loudness that rises at once and dies away. */
function fading(context: AudioContext, at: number, length: number, loudness: number): GainNode {
  const gain = context.createGain()
  const start = context.currentTime + at
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(loudness, start + 0.004)
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length)
  gain.connect(context.destination)
  return gain
}

function playNoise(context: AudioContext, { at, length, loudness, pitch, focus }: Noise): void {
  const start = context.currentTime + at
  const source = context.createBufferSource()
  const filter = context.createBiquadFilter()
  source.buffer = hiss ??= makeHiss(context)
  filter.type = 'bandpass'
  filter.Q.value = focus
  filter.frequency.setValueAtTime(pitch[0], start)
  filter.frequency.exponentialRampToValueAtTime(pitch[1], start + length)
  source.connect(filter).connect(fading(context, at, length, loudness))
  // Never the same stretch of noise twice, as no card falls like another.
  source.start(start, Math.random(), length + 0.02)
}

function playTone(context: AudioContext, { at, length, loudness, pitch, overtones = [] }: Tone): void {
  const start = context.currentTime + at
  for (const [times, share] of [[1, 1] as const, ...overtones]) {
    const oscillator = context.createOscillator()
    oscillator.frequency.value = pitch * times
    oscillator.connect(fading(context, at, length / Math.sqrt(times), loudness * share))
    oscillator.start(start)
    oscillator.stop(start + length)
  }
}

function makeHiss(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate * 3, context.sampleRate)
  const samples = buffer.getChannelData(0)
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1
  return buffer
}
