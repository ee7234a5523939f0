/** A text that a button copies, and whether that was just now. */
export class Copying {
  done = $state(false)

  /** Copy a text; `field` holds it, for browsers that give no clipboard to a page without https. */
  async copy(text: string, field: HTMLInputElement | HTMLTextAreaElement | undefined): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      field?.select() // copy the selected text in the old way
      document.execCommand('copy')
    }
    this.done = true
    setTimeout(() => (this.done = false), 2500)
  }
}

/** Whether the system has a sheet by which something is shared. */
export const canShare = 'share' in navigator

/** Share by the system's sheet. */
export function share(data: ShareData): void {
  // closing the sheet rejects the promise, which is no error
  navigator.share(data).catch(() => undefined)
}
