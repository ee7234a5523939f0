/** Read a value that was kept; null where there is none or storage is blocked. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keep a value for the next visit, where storage is not blocked. */
export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Blocked or full: the value lasts as long as the page.
  }
}
