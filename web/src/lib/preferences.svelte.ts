import { LANGUAGES, preferredLanguage, type Language } from './i18n/languages'
import { LEVELS, type Level } from './levels'
import { FACES, type FaceName } from './people/people'
import { keep, recall } from './storage'

export const THEMES = ['system', 'light', 'dark'] as const
export const DECKS = ['four', 'two'] as const
export const MOTIONS = ['system', 'full', 'none'] as const
export const CARD_SIZES = ['small', 'medium', 'large'] as const
export const TAPS = ['touch', 'always', 'never'] as const
export const PACES = ['calm', 'human', 'quick', 'none'] as const

export interface Preferences {
  language: Language
  theme: (typeof THEMES)[number]
  deck: (typeof DECKS)[number]
  motion: (typeof MOTIONS)[number]
  /** How large the cards of the hand are. */
  cardSize: (typeof CARD_SIZES)[number]
  /** Buttons lie under the left thumb. */
  leftHanded: boolean
  /** The player's own face. */
  face: FaceName
  /** There are sounds for cards, tricks and moments. */
  sound: boolean
  /** A system notification says that it is the player's turn while the page is hidden. */
  notify: boolean
  /** How well the bots of a new table play. */
  level: Level
  /** How long bots take for a move; at a calm pace each trick lies there until the player goes on. */
  pace: (typeof PACES)[number]
  /** In a first match, a tip explains each new thing when it first comes up. */
  coach: boolean
  /** Where a first tap only lifts a card, and the second plays it: on touch screens, always or never. */
  lifting: (typeof TAPS)[number]
  /** Keys that are letters and digits do something. */
  letterKeys: boolean
  /** Hands are sorted low to high. */
  reverseOrder: boolean
}

/** The longest that a bot takes for a move, in ms. */
export const PACE_MS: Record<Preferences['pace'], number> = { none: 0, quick: 400, human: 900, calm: 1400 }

const STORED_AS = 'sevenfold.preferences'

const CHOICES: { [Name in keyof Preferences]: readonly Preferences[Name][] } = {
  language: LANGUAGES,
  theme: THEMES,
  deck: DECKS,
  motion: MOTIONS,
  cardSize: CARD_SIZES,
  leftHanded: [false, true],
  face: FACES,
  sound: [true, false],
  notify: [false, true],
  level: LEVELS,
  pace: PACES,
  coach: [true, false],
  lifting: TAPS,
  letterKeys: [true, false],
  reverseOrder: [false, true],
}

/** The stored preferences, with the default for each that is missing or has an unknown value. */
export function readPreferences(stored: string | null, browserLanguages: readonly string[]): Preferences {
  const read: Preferences = {
    language: preferredLanguage(browserLanguages),
    theme: 'system',
    deck: 'four',
    motion: 'system',
    cardSize: 'medium',
    leftHanded: false,
    face: 'crane',
    sound: true,
    notify: false,
    level: 'medium',
    pace: 'human',
    coach: true,
    lifting: 'touch',
    letterKeys: true,
    reverseOrder: false,
  }
  const values = parseObject(stored)
  // this was a switch once, which was off unless the player had turned it on
  if (values.confirmTap === true) values.lifting ??= 'always'
  const known = Object.entries<readonly unknown[]>(CHOICES).filter(([name, choices]) =>
    choices.includes(values[name]),
  )
  return Object.assign(read, Object.fromEntries(known.map(([name]) => [name, values[name]])))
}

function parseObject(text: string | null): Record<string, unknown> {
  try {
    return { ...JSON.parse(text ?? '{}') }
  } catch {
    return {}
  }
}

export const preferences: Preferences = $state(readPreferences(recall(STORED_AS), navigator.languages))

const KNOWN_AS = 'sevenfold.known'
/** The games of which a round was played to its end here; all of them once the player has chosen a pace. */
let known: readonly string[] = $state.raw((recall(KNOWN_AS) ?? '').split(' '))
const ALL = '*'

/** The player knows this game: bots need not be calm any more. */
export function setKnown(game: string): void {
  if (known.includes(game)) return
  known = [...known, game]
  keep(KNOWN_AS, known.join(' '))
}

/** The bots' pace where the player sits alone with them: calm in a first round, unless a pace was chosen. */
export function paceIn(game: string): Preferences['pace'] {
  const isNew = preferences.pace === 'human' && !known.includes(game) && !known.includes(ALL)
  return isNew ? 'calm' : preferences.pace
}

/** Change a preference and keep it. */
export function prefer<Name extends keyof Preferences>(name: Name, value: Preferences[Name]): void {
  if (name === 'pace') setKnown(ALL)
  preferences[name] = value
  keep(STORED_AS, JSON.stringify(preferences))
}

const lessMotion = matchMedia('(prefers-reduced-motion: reduce)')
let systemStill = $state(lessMotion.matches)
lessMotion.addEventListener('change', (event) => (systemStill = event.matches))

/** Whether nothing should move, by the preference or the system's settings. */
export function still(): boolean {
  return preferences.motion === 'none' || (preferences.motion === 'system' && systemStill)
}
