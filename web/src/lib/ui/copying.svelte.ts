import { t } from '../i18n/index.svelte'

/** What a button hands on: copied, or shared by the system's sheet. What the browser refuses is said. */
export class Copying {
  /** It was copied just now. */
  done = $state(false)
  /** What is said where nothing was copied or shared. */
  problem = $state('')

  /** Copy a text. `field` holds it: there it is selected if the browser gives this page no clipboard. */
  async copy(text: string, field: HTMLInputElement | HTMLTextAreaElement | undefined): Promise<void> {
    this.problem = ''
    this.done = (await copied(text)) || copiedInTheOldWay(field)
    if (this.done) setTimeout(() => (this.done = false), 2500)
    else this.problem = t('copy.refused')
  }

  /** Share by the system's sheet. */
  async share(data: ShareData): Promise<void> {
    this.problem = ''
    try {
      await navigator.share(data)
    } catch (failure) {
      if (!wasClosed(failure)) this.problem = t('copy.refused')
    }
  }
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false // the person has refused it, or the page has no https and so no clipboard
  }
}

function copiedInTheOldWay(field: HTMLInputElement | HTMLTextAreaElement | undefined): boolean {
  field?.focus()
  field?.select()
  return field !== undefined && document.execCommand('copy')
}

/** Whether somebody has closed the sheet, which is no problem. */
const wasClosed = (failure: unknown) => failure instanceof DOMException && failure.name === 'AbortError'

/** Whether the system has a sheet by which something is shared. */
export const canShare = 'share' in navigator

/** Whether that takes this file. */
export const canShareFile = (file: File | null | undefined): boolean =>
  !!file && !!navigator.canShare?.({ files: [file] })
