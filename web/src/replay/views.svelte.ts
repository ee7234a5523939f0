import { ApiError } from '../lib/api'
import type { Replay, ReplayMoment } from '../lib/protocol'
import type { Side } from './api'
import { indexOf } from './timeline'

/** Read the side that an address names; null where it names none. */
export function readSide(text: string | null): Side | null {
  if (text === 'watch' || text === 'open') return text
  return text !== null && /^\d$/.test(text) ? Number(text) : null
}

/** From which side a replay is shown. */
export const sideOf = ({ open, viewer }: Replay): Side => (open ? 'open' : (viewer ?? 'watch'))

/** "You" is whoever looks, from whichever side they do. */
export function named(replay: Replay): Replay {
  const seats = replay.table.seats.map((seat) => ({ ...seat, you: seat.seat === replay.you }))
  return { ...replay, table: { ...replay.table, seats } }
}

/**
 * All hands, on the table as a seat saw it: its own hand lies before it as it does while one plays. Everything comes
 * from what some seat saw.
 */
export function laidOpen(open: readonly ReplayMoment[], own: readonly ReplayMoment[]): ReplayMoment[] {
  const seenBy = (at: number) => own[indexOf(own, at)]!
  return open.map((moment) => ({ ...moment, view: seenBy(moment.at).view }))
}

/** The sides from which a round can be seen: what was asked for is kept. */
export class Views {
  /** The side that was asked for and has not come. */
  waiting = $state.raw<Side | null>(null)
  problem = $state.raw<ApiError | null>(null)
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing on a page reads it
  private readonly known = new Map<Side | null, Promise<Replay>>()

  constructor(private readonly fetch: (from: Side | null) => Promise<Replay>) {}

  /** The round from a side. Throws ApiError. */
  async read(from: Side | null): Promise<Replay> {
    const replay = await this.once(from)
    if (!replay.open) return replay
    const own = await this.once(replay.you ?? 0)
    return { ...replay, moments: laidOpen(replay.moments, own.moments) }
  }

  /** Ask for another side; `show` is called with it and with what `also` comes to, unless another was asked for. */
  async ask<T>(from: Side, also: Promise<T>, show: (replay: Replay, also: T) => void): Promise<void> {
    this.waiting = from
    this.problem = null
    try {
      const [replay, more] = await Promise.all([this.read(from), also])
      if (this.waiting === from) show(replay, more)
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      if (this.waiting === from) this.problem = problem
    } finally {
      if (this.waiting === from) this.waiting = null
    }
  }

  private once(from: Side | null): Promise<Replay> {
    const known = this.known.get(from)
    if (known) return known
    const read = this.fetch(from).then(named)
    this.known.set(from, read)
    read.catch(() => this.known.delete(from))
    return read
  }
}
