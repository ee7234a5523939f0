import { t } from '../lib/i18n/index.svelte'
import type { Seat, TableInfo } from '../lib/protocol'
import { personName } from './chairs'

const isPerson = ({ bot, free }: Seat) => bot === null && !free

/** The changes among the people at a table, one sentence each: who came, left, is away, back or host. */
export function changesIn(before: TableInfo, after: TableInfo): string[] {
  const seats = after.seats.flatMap((now, seat) => {
    const was = before.seats[seat]
    if (!was) return []
    return [...(now.you || was.you ? [] : seatChanges(was, now)), ...handChanges(was, now)]
  })
  const host = after.seats.find(({ host }) => host)
  const changed = host && before.seats.some((was) => was.host && was.seat !== host.seat)
  return [
    ...seats,
    ...(changed ? [t('friends.told.host', { you: host.you, name: personName(host) })] : []),
    ...pauseChanges(before, after),
    ...(after.watchers > before.watchers ? [t('friends.told.watcher', { count: after.watchers })] : []),
  ]
}

function seatChanges(was: Seat, now: Seat): string[] {
  const name = personName(now)
  if (isPerson(was) && !was.left && (!isPerson(now) || now.left))
    return [t('friends.told.left', { name: personName(was) })]
  if (!isPerson(now) || now.left) return []
  if (!isPerson(was)) return [t('friends.told.came', { name })]
  if (was.connected && !now.connected) return [t('friends.told.away', { name })]
  if (!was.stand_in && now.stand_in) return [t('friends.told.stand_in', { name })]
  if (!was.connected && now.connected) return [t('friends.told.back', { name })]
  return []
}

function handChanges(was: Seat, now: Seat): string[] {
  if (was.shows_hand === now.shows_hand || !isPerson(now)) return []
  const who = { you: now.you, name: personName(now) }
  return [now.shows_hand ? t('friends.told.shows_hand', who) : t('friends.told.hides_hand', who)]
}

function pauseChanges({ pause: was }: TableInfo, { pause, seats }: TableInfo): string[] {
  if (was && !pause) return [t('friends.told.go_on')]
  if (!pause || was?.why === pause.why) return []
  const { you, ...seat } = seats[pause.seat]!
  const name = personName(seat)
  return [
    pause.why === 'asked' ? t('friends.told.pause', { you, name }) : t('friends.told.pause_away', { name }),
  ]
}
