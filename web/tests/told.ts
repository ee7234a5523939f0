/** A table of Lockup as its session is told of it, for tests of the session. */
import type { Choices, Event, Standing, TableInfo, View } from '../src/lib/protocol'
import { newest } from '../src/table/frames'
import type { TableModule } from '../src/table/module'
import { TableSession } from '../src/table/session.svelte'
import { kinds } from '../src/table/staged'
import { event, move } from './events'
import { newestSocket } from './fake_socket'

export const standing = { round: 1, result: null } as unknown as Standing
export const table = {
  id: 't',
  clocks: [],
  going_on: null,
  game: 'lockup',
  unit: 'round',
  players: 4,
  to_right: false,
  seats: [null, 'easy', 'easy', 'easy'].map((bot, seat) => ({ seat, you: seat === 0, bot })),
  barred_faces: [],
} as unknown as TableInfo
const plain: TableModule = {
  Table: null as never,
  frames: newest,
  lowFirst: false,
  turnEnd: null,
  question: () => undefined,
  premove: () => null,
  staged: kinds('locked'),
  secretive: () => false,
}

const view = (hand: string, acting = [0]) =>
  ({
    seat: 0,
    acting,
    phase: 'play',
    hand: hand.split(' '),
    hand_sizes: [0, 0, 0, 0],
    table: [],
  }) as unknown as View

export function choices(version: number, cards = '', chosen = '', moves: string[] = []): Choices {
  const words = (text: string) => text.split(' ').filter(Boolean)
  const offered = moves.map(move)
  return { type: 'choices', version, chosen: words(chosen), cards: words(cards), moves: offered, parts: [] }
}

export const deal = (version: number, count: number) => event({ kind: 'deal', version, seat: 0, count })

export function snapshot(hand: string, acting = [0], events: Event[] = [deal(1, 1)], version = 1) {
  const offered = acting.includes(0) ? choices(version, hand) : choices(version)
  return { type: 'snapshot', version, table, view: view(hand, acting), standing, choices: offered, events }
}

export function update(version: number, hand: string, events: Event[], acting = [0]) {
  const offered = choices(version, acting.includes(0) ? hand : '')
  const since = version - 1
  return { type: 'update', since, version, view: view(hand, acting), standing, choices: offered, events }
}

export function sit(own: Partial<TableModule> = {}, ...first: Parameters<typeof snapshot>): TableSession {
  const session = new TableSession('t')
  newestSocket().open()
  newestSocket().answer(snapshot(...first))
  session.open({ ...plain, ...own })
  return session
}

export const sent = () => newestSocket().sent.at(-1)
export const answer = (message: object) => newestSocket().answer(message)
