import { t } from '../lib/i18n/index.svelte'
import { hasErred, levelName } from '../lib/levels'
import { botName, facesOf } from '../lib/people/people'
import { preferences } from '../lib/preferences.svelte'
import type { Seat, Spectator, TableInfo } from '../lib/protocol'
import { isPerson } from '../table/seats'
import { personName } from './chairs'

/** The changes among the people at a table, one sentence each: who came, left, is away, back or host. */
export function changesIn(before: TableInfo, after: TableInfo): string[] {
  const seats = after.seats.flatMap((now, seat) => {
    const was = before.seats[seat]
    if (!was) return []
    return now.you || was.you ? [] : seatChanges(was, now)
  })
  const host = after.seats.find(({ host }) => host)
  const changed = host && before.seats.some((was) => was.host && was.seat !== host.seat)
  return [
    ...seats,
    ...after.coming
      .filter(({ seat }) => seat !== after.comes_to && before.coming.every((was) => was.seat !== seat))
      .map(({ name }) => t('friends.told.coming', { name: personName({ name }) })),
    ...(changed ? [t('friends.told.host', { you: host.you, name: personName(host) })] : []),
    ...botsThatErred(before, after),
    ...pauseChanges(before, after),
    ...after.spectators.flatMap((now) => {
      const was = before.spectators.find(({ id }) => id === now.id)
      return spectatorChanges(was, now, after.seats)
    }),
    ...goneOn(before, after),
  ]
}

function seatChanges(was: Seat, now: Seat): string[] {
  const name = personName(now)
  if (isPerson(was) && !was.left && (!isPerson(now) || now.left))
    return [t('friends.told.left', { name: personName(was) })]
  if (!isPerson(now) || now.left) return []
  if (!isPerson(was)) return [t('friends.told.came', { name })]
  if (was.connected && !now.connected) return [t('friends.told.away', { name })]
  if (!was.substitute && now.substitute) return [t('friends.told.substitute', { name })]
  if (!was.connected && now.connected) return [t('friends.told.back', { name })]
  return []
}

function botsThatErred(before: TableInfo, after: TableInfo): string[] {
  const faces = facesOf(after, preferences.face)
  return after.seats
    .filter(({ bot, seat }) => hasErred(bot) && !hasErred(before.seats[seat]?.bot ?? null))
    .map(({ seat, name }) =>
      t('friends.told.bot_erred', { name: botName(faces[seat]!), bot: levelName(name ?? '') }),
    )
}

function goneOn(before: TableInfo, { going_on, seats }: TableInfo): string[] {
  const fresh = going_on?.seats.filter((seat) => !before.going_on?.seats.includes(seat)) ?? []
  return fresh
    .filter((seat) => !seats[seat]!.you)
    .map((seat) => t('friends.told.goes_on', { name: personName(seats[seat]!) }))
}

function spectatorChanges(was: Spectator | undefined, now: Spectator, seats: Seat[]): string[] {
  const spectator = now.name ?? t('friends.watcher')
  const who = (seat: number) => ({ you: seats[seat]!.you, name: personName(seats[seat]!), spectator })
  const before = was?.sees ?? []
  const shown = now.sees.filter((seat) => !before.includes(seat))
  const hidden = before.filter((seat) => !now.sees.includes(seat))
  return [
    ...(now.connected && !was?.connected ? [t('friends.told.watches', { name: spectator })] : []),
    ...shown.map((seat) => t('friends.told.shows_hand', who(seat))),
    ...hidden.map((seat) => t('friends.told.hides_hand', who(seat))),
  ]
}

function pauseChanges({ pause: was }: TableInfo, { pause, seats }: TableInfo): string[] {
  if (was && !pause) return [t('friends.told.go_on')]
  if (!pause || was?.why === pause.why) return []
  if (pause.why === 'error') return [t('friends.told.pause_error')]
  const { you, ...seat } = seats[pause.seat]!
  const name = personName(seat)
  return [
    pause.why === 'asked' ? t('friends.told.pause', { you, name }) : t('friends.told.pause_away', { name }),
  ]
}
