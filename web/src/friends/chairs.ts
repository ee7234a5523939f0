import { t } from '../lib/i18n/index.svelte'
import { botName, facesOf, type FaceName } from '../lib/people/people'
import type { Seat, TableInfo } from '../lib/protocol'
import { compassName, type SeatingView } from '../table/seats'

/** A table as seen by a viewer, who may have no seat. */
export type Seating = Pick<SeatingView, 'players' | 'viewer' | 'toRight'>

/** A seat of a table and who is on it. `open`: a newcomer may take it now. */
export type Chair = { seat: number; open: boolean } & (
  | { kind: 'free' }
  | { kind: 'bot'; name: string; face: FaceName; level: string }
  | {
      kind: 'person'
      name: string
      face: FaceName
      you: boolean
      here: boolean
      host: boolean
      left: boolean
    }
)

export function chairsOf(table: TableInfo, mine: FaceName): Chair[] {
  const faces = facesOf(table, mine)
  return table.seats.map((at): Chair => {
    const { seat, open, you, host, connected, left } = at
    const face = faces[seat]!
    if (at.free) return { kind: 'free', seat, open }
    if (at.bot !== null) return { kind: 'bot', seat, open, name: botName(face), face, level: at.bot }
    const here = connected || you
    return { kind: 'person', seat, open, name: personName(at), face, you, here, host, left }
  })
}

/** The name of a person, or "guest" where they have given none. */
export function personName({ name }: Pick<Seat, 'name'>): string {
  return name ?? t('table.seat.guest')
}

export function seatingOf({ players, seats, to_right }: TableInfo): Seating {
  return { players, viewer: seats.find(({ you }) => you)?.seat ?? null, toRight: to_right }
}

/** What a seat itself is called, whoever sits there: "West", "Seat 3". */
export function seatLabel(seat: number, seating: Seating): string {
  return compassName(seat, seating) ?? t('friends.seat.number', { number: seat + 1 })
}

/** Nine digits in groups of three, to be read aloud. */
export function spokenCode(code: string): string {
  return code.match(/.{1,3}/g)?.join(' ') ?? ''
}
