import type { DealPromise } from '../lib/protocol'

/** What this page was told of a table's deals, and what it added to them (docs/fairness.md). */
export interface Kept {
  /** The promise as it was first told. */
  root: string
  /** The terms as they were last told before the first deal; null where this page was not there. */
  before: string | null
  /** This page's salt; null where it has added none. */
  salt: string | null
  /** The terms as they were first told after the first deal; null before it. */
  terms: string | null
}

const keyOf = (table: string) => `deals.${table}`

/** What is kept of a table, from before a reload too; null where nothing is, or storage is blocked. */
export function recallDeals(table: string): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(table)) ?? 'null')
  } catch {
    return null
  }
}

export function keepDeals(table: string, kept: Kept): void {
  try {
    sessionStorage.setItem(keyOf(table), JSON.stringify(kept))
  } catch {
    // Blocked or full: it lasts as long as the page.
  }
}

const SALT_BYTES = 16

export function newSalt(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SALT_BYTES))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A salt for a table that has promised its deals and begins next. */
export function addSalt(table: string, { root, terms }: DealPromise): string {
  const salt = newSalt()
  keepDeals(table, { root, before: terms, salt, terms: null })
  return salt
}

/** The id of the table that a promise is for. */
export const tableOf = ({ terms }: DealPromise) => /^table (.*)$/m.exec(terms)?.[1] ?? ''
