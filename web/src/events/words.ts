/** What is said of events and of how people stand in them. */
import { family, gt, hasGameText, language, sentences, t } from '../lib/i18n/index.svelte'
import { levelName } from '../lib/levels'
import type { EventDeal, EventInfo, EventLine, EventStanding } from '../lib/protocol'
import { endText, SHORT, spanText } from './times'

/** What an event is: its game, how many deals, and until when. */
export function kindText({ game, deals, until, state }: EventLine | EventInfo): string {
  const isOver = state === 'over'
  const time = until === null ? '' : endText(until, SHORT)
  const end = time && t(isOver ? 'event.ended' : 'event.until', { time })
  return [gt(game, 'name') || game, t('event.deals', { count: deals }), end].filter(Boolean).join(' · ')
}

/** The deal to go on with: one that was begun, or else the next that is open. Undefined where none is left. */
export function nextDeal({ boards }: EventInfo): EventDeal | undefined {
  return boards.find(({ state }) => state === 'begun') ?? boards.find(({ state }) => state === 'open')
}

/** So much more than others had, with its sign and to a tenth. */
export function aheadText(value: number): string {
  const style = { signDisplay: 'exceptZero', minimumFractionDigits: 1, maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(language(), style).format(value).replace('-', '−')
}

/** What somebody is called in an event. */
export const nameOf = ({ you, name }: Pick<EventStanding, 'you' | 'name'>): string =>
  you ? t('table.seat.you') : (name ?? t('table.seat.guest'))

/** How the asker stands, in a headline. */
export function headline(event: EventInfo): string {
  const mine = event.standings.find(({ you }) => you)
  const place = mine?.place ?? null
  const values = { placed: place !== null, place: place ?? 0, count: placed(event).length }
  if (event.state === 'over') return t('event.head.over', values)
  const left = event.boards.filter(({ state }) => state === 'open' || state === 'begun').length
  return t('event.head', { ...values, left })
}

/** Those who have a place. */
const placed = ({ standings }: EventInfo) => standings.filter(({ place }) => place !== null)

/** How long an event goes on; empty where it is over, or has no end yet. */
export function leftText({ until, state }: EventInfo, now: number): string {
  if (until === null || state === 'over') return ''
  return t('event.left', { time: spanText(Math.max(0, Date.parse(until) - now)) })
}

/** How an event is played, in sentences. */
export const rulesText = ({ deals, players, bots, listed }: EventInfo): string =>
  sentences(
    t('event.rules', { count: deals, bots: players - 1, level: levelName(bots) }),
    t(listed ? 'event.rules.listed' : 'event.rules.link'),
  )

/** So many points, in the game's word for them. */
export const points = (game: string, count: number): string =>
  hasGameText(game, 'points') ? gt(game, 'points', { count }) : t('same.points', { count })

const STATES = family('event.state', ['open', 'begun', 'late', 'given_up', 'missed', 'running', 'finished'])

/** How the asker stands to a deal. */
export const stateText = ({ state }: EventDeal): string => t(STATES[state])
