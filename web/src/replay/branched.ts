/** A branch of a round: what became of another move, and how an address names it. */
import { LEVELS, type Level } from '../lib/levels'
import type { ReplayMoment, WhatIf } from '../lib/protocol'

/** Which cards the others hold: those that they had, or others dealt anew. */
export type Cards = NonNullable<WhatIf['cards']>

/** How a branch is played: by which bots, and with which cards; `again` tells one deal from another. */
export interface Terms {
  bots: Level
  cards: Cards
  again: number
}

export interface Branched extends Terms {
  /** The steps of the round that stood where it was left. */
  at: number
  /** All steps since, each with its seat, such as "1 QH". */
  made: readonly string[]
  /** What was told of them. */
  moments: readonly ReplayMoment[]
}

/** A move of a branch as the server writes it: the seat, or * for chance, and the move. */
export const moveIn = (made: string): string => made.slice(made.indexOf(' ') + 1)

/** The seat that left the round. */
export const seatIn = ({ made }: Pick<Branched, 'made'>): number => Number.parseInt(made[0] ?? '')

/** The moments of a round up to where a branch leaves it, and those of the branch. */
export function joined(
  round: readonly ReplayMoment[],
  { at, moments }: Pick<Branched, 'at' | 'moments'>,
): ReplayMoment[] {
  const first = moments[0]?.version ?? Infinity
  const shared = round.filter((moment) => moment.at <= at)
  // time went on in the round, as when claims ended, and in the branch somebody moved
  while (shared.length > 1 && shared.at(-1)!.version >= first) shared.pop()
  return [...shared, ...moments]
}

/** Write a branch for an address: the steps before it and its moves, "12.3_QH.0_4H". */
export function writeBranch(branch: Omit<Branched, 'moments'>): Record<string, string> {
  const { at, made, bots, cards, again } = branch
  const moves = [at, ...made.map((each) => each.replaceAll(' ', '_'))].join('.')
  return { if: moves, bots, ...(cards === 'then' ? { deal: String(again) } : {}) }
}

/** Read the branch that an address names, without its moments; null where it names none. */
export function readBranch(query: URLSearchParams): Omit<Branched, 'moments'> | null {
  const [at, ...made] = (query.get('if') ?? '').split('.')
  if (!/^\d{1,4}$/.test(at!) || made.length === 0) return null
  const bots = LEVELS.find((level) => level === query.get('bots')) ?? 'medium'
  const again = Math.trunc(Number(query.get('deal')) || 0)
  return {
    at: Number(at),
    made: made.map((each) => each.replaceAll('_', ' ')),
    bots,
    cards: query.has('deal') ? 'then' : 'true',
    again,
  }
}
