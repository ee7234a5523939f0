/** The sounds, written down: what each is made of. They are played by synth.ts; nothing is recorded. */

/** Filtered noise: paper, felt, a brush. Times in seconds from the start of the sound, pitch in Hz. */
export interface Noise {
  kind: 'noise'
  at: number
  length: number
  loudness: number
  /** The middle of what is let through, at the beginning and at the end. */
  pitch: readonly [number, number]
  /** How narrow that is. */
  focus: number
}

/** A struck tone that dies away: vibraphone, brass latch, piano. */
export interface Tone {
  kind: 'tone'
  at: number
  length: number
  loudness: number
  pitch: number
  /** Overtones: how many times the pitch, and how loud beside it. */
  overtones?: readonly (readonly [times: number, loudness: number])[]
}

export type Part = Noise | Tone

export const SOUNDS = ['card', 'deal', 'trick', 'turn', 'claim', 'lock', 'won', 'lost', 'offline'] as const
export type Sound = (typeof SOUNDS)[number]

const slide = (at: number, length: number, loudness: number, from: number, to: number): Noise => ({
  kind: 'noise',
  at,
  length,
  loudness,
  pitch: [from, to],
  focus: 0.8,
})
const tick = (at: number, loudness: number, pitch: number): Noise => ({
  kind: 'noise',
  at,
  length: 0.03,
  loudness,
  pitch: [pitch, pitch * 0.6],
  focus: 1.6,
})

/** Bars of metal ring at four and ten times their pitch. */
const VIBRAPHONE = [[4, 0.18], [10, 0.05]] as const // prettier-ignore
const PIANO = [[2, 0.4], [3, 0.18], [4, 0.1], [5.02, 0.05]] as const // prettier-ignore
const LATCH = [[2.76, 0.6], [5.4, 0.3], [8.93, 0.15]] as const // prettier-ignore

const tone = (
  at: number,
  length: number,
  loudness: number,
  pitch: number,
  overtones?: Tone['overtones'],
): Tone => ({ kind: 'tone', at, length, loudness, pitch, overtones })

export const SCORES: Record<Sound, readonly Part[]> = {
  /** Soft, dry, short: a card on felt. */
  card: [tick(0, 0.5, 1900), slide(0, 0.07, 0.22, 900, 320)],
  /** A thumb along the pack. */
  deal: Array.from({ length: 9 }, (_, i) => tick(i * 0.038, 0.16 + i * 0.018, 2400 - i * 90)),
  /** Three cards drawn together. */
  trick: [0, 0.06, 0.11].map((at, i) => slide(at, 0.12, 0.26 - i * 0.04, 700, 1500)),
  /** One low vibraphone note. */
  turn: [tone(0, 1.1, 0.2, 261.6, VIBRAPHONE)],
  /** Two notes up. */
  claim: [tone(0, 0.7, 0.17, 329.6, VIBRAPHONE), tone(0.13, 0.9, 0.19, 440, VIBRAPHONE)],
  /** A small brass latch. */
  lock: [tick(0, 0.4, 3200), tone(0.012, 0.22, 0.11, 620, LATCH), tick(0.09, 0.5, 2300)],
  /** A brushed cymbal and a warm sixth. */
  won: [
    { kind: 'noise', at: 0, length: 1.4, loudness: 0.07, pitch: [5200, 7800], focus: 0.5 },
    tone(0.02, 1.8, 0.15, 261.6, VIBRAPHONE),
    tone(0.16, 1.8, 0.15, 440, VIBRAPHONE),
    tone(0.34, 2, 0.12, 523.3, VIBRAPHONE),
  ],
  /** One low piano note, unhurried. */
  lost: [tone(0, 2.2, 0.24, 110, PIANO)],
  /** The line is lost: a note that sinks. */
  offline: [tone(0, 0.5, 0.13, 220, VIBRAPHONE), tone(0.2, 0.8, 0.13, 174.6, VIBRAPHONE)],
}

/** How long a telephone shakes, in ms: on, off, on. Only what asks for its owner is felt. */
export const SHAKES: Partial<Record<Sound, number | number[]>> = {
  card: 8,
  turn: 30,
  claim: [25, 60, 25],
  lock: [15, 30, 40],
  won: [20, 60, 20, 60, 60],
  offline: 60,
}
