import { t } from '../lib/i18n/index.svelte'
import type { Event, Hint, View } from '../lib/protocol'
import { Announcer } from './announcer.svelte'
import type { TableModule } from './module'
import type { Scene } from './scene'
import { hintTexts, lossTexts, narrate, violationText } from './sentences'
import type { TableState } from './state'

/** What the player is told, for ear and eye. */
export class Telling {
  readonly announcer = new Announcer()

  constructor(private readonly setCaption: (text: string) => void) {}

  /** Say something that is no event. */
  tell(text: string): void {
    this.announcer.say(text)
    this.setCaption(text)
  }

  /** Say at once why something could not be done. */
  warn(text: string): void {
    this.announcer.insist(text)
    this.setCaption(text)
  }

  /** Say the last of these events, to a player who has just come. */
  newest(scene: Scene, events: readonly Event[]): void {
    for (const line of narrate(scene, events).slice(-1)) this.tell(line)
  }

  /** Say what has happened, for the ear: the stage shows it in its time. */
  happened(scene: Scene, events: readonly Event[]): void {
    this.announcer.say(...narrate(scene, events))
  }

  /** Ask the player to act, unless the same was asked before. */
  ask(question: string | null, before: string | null): void {
    if (question !== null && question !== before) this.announcer.insist(question)
  }

  refuse({ table, refusal }: TableState): void {
    if (refusal) this.announcer.insist(violationText(table, refusal.rule, refusal.details, refusal.move))
  }

  /** Say a hint. */
  hint(scene: Scene, hint: Hint): void {
    const [first, ...rest] = hintTexts(scene, hint)
    this.announcer.say(first!, ...rest)
    this.setCaption(first!)
  }

  /** Say what a search adds to a hint. */
  losses(scene: Scene, hint: Hint): void {
    this.announcer.say(...lossTexts(scene, hint))
  }
}

/** The question to the seat in this view; null where there is none. */
export function questionIn(
  view: View | null,
  table: TableModule | null,
  premoves: readonly string[],
): string | null {
  if (view?.seat == null) return null
  const own = table?.question(view, premoves)
  if (own !== undefined) return own
  return view.acting.includes(view.seat) ? t('table.your_turn') : null
}
