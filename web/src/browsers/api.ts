import { ask } from '../lib/api'
import type { BrowserInvitation, BrowserLink, Me, OpenBrowserLink, PersonKey } from '../lib/protocol'

const part = encodeURIComponent

/** Oneself: what one has played, and one's browsers. Throws ApiError, as all of these do. */
export const fetchMe = () => ask<Me>('/me')

export const endBrowser = (browser: number) => ask<void>(`/browsers/${browser}`, 'DELETE')

export const endOtherBrowsers = () => ask<void>('/browsers', 'DELETE')

/** A link for one other browser, once. */
export const makeBrowserLink = () => ask<BrowserLink>('/browsers/link', 'POST')

/** Which browser asks by the link that was made here. */
export const fetchBrowserLink = () => ask<OpenBrowserLink>('/browsers/link')

/** Attach the browser that asks, or refuse it. */
export const answerBrowser = (attach: boolean) => ask<void>('/browsers/link/answer', 'POST', { attach })

/** Whose this browser would become by a link; looking at it changes nothing. */
export const fetchBrowserInvitation = (key: string) => ask<BrowserInvitation>(`/browser_links/${part(key)}`)

/** Ask that this browser becomes theirs. Their own answer attaches it. */
export const askForBrowser = (key: string, bring: boolean) =>
  ask<unknown>(`/browser_links/${part(key)}`, 'POST', { bring })

/** A key to write down, which ends the one before. */
export const makeKey = () => ask<PersonKey>('/browsers/key', 'POST')

/** Attach this browser to whose key it is. */
export const takeKey = (key: string, bring: boolean) =>
  ask<unknown>('/browsers/key/use', 'POST', { key, bring })
