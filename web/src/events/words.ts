/** What is said of events and of how people stand in them. */
import { family, gt, hasGameText, language, sentences, t } from '../lib/i18n/index.svelte'
import { levelName } from '../lib/levels'
import type { FaceName } from '../lib/people/people'
import { preferences } from '../lib/preferences.svelte'
import { placeText } from '../lib/placeText'
import type { EventDeal, EventInfo, EventLine, EventStanding } from '../lib/protocol'
import { facesFor } from '../same/words'
import { shortEnd, spanText } from './times'

const EVENING = 'evening'

/** What an event is: its game, how many deals, and until when. */
export function kindText({ game, deals, kind, until, state }: EventLine | EventInfo): string {
  const isOver = state === 'over'
  const time = until === null ? '' : shortEnd(until)
  const end = time
    ? t(isOver ? 'event.ended' : 'event.until', { time })
    : kind === EVENING
      ? t('event.evening')
      : ''
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

/** How a deal went beside those who held the same cards. */
export const againstText = ({ ahead, of }: Pick<EventDeal, 'ahead' | 'of'>): string =>
  ahead === null ? t('event.alone') : t('event.against.of', { ahead: aheadText(ahead), of })

/** That others still play a deal of an evening, of which nothing is told before; empty once all may know it. */
export function othersPlayText({ kind, seats_now, deals }: EventInfo, { board, number }: EventDeal): string {
  if (kind !== EVENING || board !== null) return ''
  const count = seats_now.filter(({ done }) => !done).length
  return t('table.end.others_play', { count, more: number < deals })
}

/** What somebody is called in an event. */
export const nameOf = ({ you, name }: Pick<EventStanding, 'you' | 'name'>): string =>
  you ? t('table.seat.you') : (name ?? t('table.seat.guest'))

/** How the asker stands, in a headline. */
export function headline(event: EventInfo): string {
  const places = event.standings.flatMap(({ place }) => place ?? [])
  const place = event.standings.find(({ you }) => you)?.place ?? 0
  const level = places.filter((other) => other === place).length - 1
  const placed = place > 0 && places.length > 1
  const values = { placed, where: placed ? placeText({ place, level, of: places.length }) : '' }
  if (event.state === 'over') return t('event.head.over', values)
  const left = event.boards.filter(({ state }) => state === 'open' || state === 'begun').length
  return t('event.head', { ...values, left })
}

/** How long an event goes on; empty where it is over, or has no end yet. */
export function leftText({ until, state }: EventInfo, now: number): string {
  if (until === null || state === 'over') return ''
  return t('event.left', { time: spanText(Math.max(0, Date.parse(until) - now)) })
}

/** How an event is played, in sentences. */
export function rulesText({ deals, players, bots, listed, kind, movement }: EventInfo): string {
  const values = { count: deals, bots: players - 1, level: levelName(bots) }
  const isTeams = movement === 'teams'
  if (kind === EVENING) return t(isTeams ? 'event.rules.teams' : 'event.rules.individual', values)
  return sentences(t('event.rules', values), t(listed ? 'event.rules.listed' : 'event.rules.link'))
}

/** So many points, in the game's word for them. */
export const points = (game: string, count: number): string =>
  hasGameText(game, 'points') ? gt(game, 'points', { count }) : t('same.points', { count })

const STATES = family('event.state', ['open', 'begun', 'late', 'given_up', 'missed', 'running', 'finished'])

/** How the asker stands to a deal. */
export const stateText = ({ state }: EventDeal): string => t(STATES[state])

/** The face of everybody in an event, by their person; the asker has their own. */
export function facesOfEvent({ standings }: EventInfo): Map<string, FaceName> {
  const others = standings.flatMap(({ you, pseudonym }) => (you ? [] : [pseudonym]))
  const faces = facesFor(others, preferences.face)
  for (const { you, pseudonym } of standings) if (you) faces.set(pseudonym, preferences.face)
  return faces
}

/** What a team is called: by its maker, or as any team of that number. */
export const teamName = ({ teams }: Pick<EventInfo, 'teams'>, team: number): string =>
  teams?.[team]?.name ?? t(team === 0 ? 'event.team.first' : 'event.team.second')

/** Which team is ahead, and by how much. */
export function ledText(event: Pick<EventInfo, 'game' | 'teams'>): string {
  const leads = event.teams?.find(({ total }) => total > 0)
  if (!leads) return t('event.even')
  return t('event.leads', { team: teamName(event, leads.team), points: points(event.game, leads.total) })
}

/**
 * What each team brought at a deal, and how much more the first has at the same seats; less than nothing where
 * the second has. Seats count that both teams had.
 */
export function gainedAt({ rows }: EventDeal, sign: number): { totals: [number, number]; gain: number } {
  const of = (team: number, seat: number) =>
    rows.find((row) => row.team === team && row.seat === seat)?.result
  const totals: [number, number] = [0, 0]
  for (const seat of new Set(rows.map(({ seat }) => seat))) {
    const [first, second] = [of(0, seat), of(1, seat)]
    if (first === undefined || second === undefined) continue
    totals[0] += first
    totals[1] += second
  }
  return { totals, gain: sign * (totals[0] - totals[1]) + 0 }
}
