import { ask } from '../lib/api'
import type { EventAdvice, EventInfo, EventList, NewEvent, TableInfo } from '../lib/protocol'

const part = encodeURIComponent
const at = (event: string) => `/events/${part(event)}`

/** The events that one may find: those open to all, and one's own. Throws ApiError, as all of these do. */
export const fetchEvents = () => ask<EventList>('/events')

/** An event as one may know it. */
export const fetchEvent = (event: string) => ask<EventInfo>(at(event))

/** How many deals an event needs to tell who plays better. */
export const fetchAdvice = () => ask<EventAdvice>('/events/advice')

/** Make an event, as its host; its host does not take part unless they join. */
export const makeEvent = (event: Omit<NewEvent, 'host_name'>) => ask<EventInfo>('/events', 'POST', event)

/** Take part in an event; `team` null is the one that has fewer people. */
export const joinEvent = (event: string, name: string | null, team: number | null) =>
  ask<EventInfo>(`${at(event)}/people`, 'POST', { name, team })

/** Say that one is somebody who takes part in an evening, and has lost one's session: the host is asked. */
export const askBack = (event: string, whose: string) =>
  ask<EventInfo>(`${at(event)}/people`, 'POST', { in_place_of: whose })

/** Let somebody back in who has lost their session, or do not. */
export const answerAsking = (event: string, asks: string, agree: boolean) =>
  ask<EventInfo>(`${at(event)}/asking/${part(asks)}`, 'POST', { agree })

/** Begin the first round of an evening, as its host. */
export const beginEvening = (event: string) => ask<EventInfo>(`${at(event)}/begin`, 'POST', {})

/** Say that one is there, to be seated in the next round of an evening. */
export const beHere = (event: string) => ask<EventInfo>(`${at(event)}/people/me/here`, 'POST', {})

/** Let somebody do all that the host of an evening may. */
export const nameSecond = (event: string, pseudonym: string) =>
  ask<EventInfo>(`${at(event)}/second`, 'POST', { pseudonym })

/** End a round of an evening, unless that is over already, and begin the next. */
export const nextRound = (event: string, round: number) =>
  ask<EventInfo>(`${at(event)}/next`, 'POST', { round })

/** End an evening. */
export const endEvening = (event: string) => ask<EventInfo>(`${at(event)}/end`, 'POST', {})

/** Take part in an event no longer. */
export const leaveEvent = (event: string) => ask<void>(`${at(event)}/people/me`, 'DELETE')

/** Delete an event that nobody has played. */
export const deleteEvent = (event: string) => ask<void>(at(event), 'DELETE')

/** Let somebody take part no longer, as the host. */
export const removePerson = (event: string, pseudonym: string) =>
  ask<EventInfo>(`${at(event)}/people/${part(pseudonym)}`, 'DELETE')

/** A table of one's own with a deal of an event; the same again, if it has been begun. */
export const playEvent = (event: string, number: number, pace: number) =>
  ask<TableInfo>(`${at(event)}/deals/${number}/tables`, 'POST', { pace })

/** What somebody is called from now on. */
export const nameMyself = (name: string) => ask<unknown>('/session', 'PUT', { name })
