import { ask } from '../lib/api'
import type { DoorInfo, OwnIntroduction, ShownIntroduction } from '../lib/protocol'

const part = encodeURIComponent

/** Who may come in, and whether this browser may. Throws ApiError, as all of these do. */
export const fetchDoor = () => ask<DoorInfo>('/door')

export const sayWord = (word: string) => ask<void>('/door', 'POST', { word })

/** What a link says that lets people in; looking at it uses nothing up. */
export const fetchIntroduction = (key: string) => ask<ShownIntroduction>(`/introductions/${part(key)}`)

export const comeIn = (key: string, name: string) =>
  ask<void>(`/introductions/${part(key)}`, 'POST', { name })

/** One's own links that let others in. */
export const fetchIntroductions = () => ask<OwnIntroduction[]>('/introductions')

export const makeIntroduction = (once: boolean, days: number) =>
  ask<OwnIntroduction>('/introductions', 'POST', { once, days })

export const endIntroduction = (id: number) => ask<void>(`/introductions/${id}`, 'DELETE')
