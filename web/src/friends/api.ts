import { ask } from '../lib/api'
import type { Invitation, Join, Network, OpenTable, QrCode, Return, TableInfo } from '../lib/protocol'

const part = encodeURIComponent

/** What a link or a code leads to; looking at it changes nothing. Throws ApiError, as all of these do. */
export const fetchInvitation = (key: string) => ask<Invitation>(`/invitations/${part(key)}`)

/** Join a table by a link or a code. */
export const join = (key: string, how: Join) => ask<TableInfo>(`/invitations/${part(key)}`, 'POST', how)

/** Say that a seat is one's own: the others at the table are asked. */
export const askReturn = (key: string, how: Return) =>
  ask<Invitation>(`/invitations/${part(key)}/return`, 'POST', how)

/** The tables that wait, for everybody on this server. */
export const fetchOpenTables = () => ask<OpenTable[]>('/open_tables')

/** The host by which others in the network reach the server, for a page that this computer alone can open. */
export const fetchNetwork = () => ask<Network>('/network')

export const fetchQr = (text: string) => ask<QrCode>('/qr', 'POST', { text })

/** Delete a table that the person has made, with its log. */
export const deleteTable = (table: string) => ask<void>(`/tables/${part(table)}`, 'DELETE')

/** Leave a table for good. */
export const leaveTable = (table: string) => ask<void>(`/tables/${part(table)}/leave`, 'POST')
