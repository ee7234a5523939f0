import { ask } from '../lib/api'
import type { PracticeAnswer, PracticeTry, PracticeVerdict, Snapshot } from '../lib/protocol'
import { AskingLine, type Asked } from '../table/asking'
import type { Listener } from '../table/socket'
import type { Address } from './daily'

/** Send a message to a position for practice. */
const tryPractice = (game: string, number: number, data: PracticeTry) =>
  ask<PracticeAnswer>(`/games/${encodeURIComponent(game)}/practice/${number}`, 'POST', data)

/** The line to a position for practice. A legal move gets a verdict, and the position is as it was. */
export class PracticeLine extends AskingLine<PracticeAnswer> {
  private snapshot: Snapshot | null = null

  constructor(
    listener: Listener,
    private readonly at: Address,
    private readonly judged: (verdict: PracticeVerdict) => void,
  ) {
    super(listener)
    this.begin()
  }

  protected fetch(message: Asked): Promise<PracticeAnswer> {
    return tryPractice(this.at.game, this.at.number, { message })
  }

  protected answered(_message: Asked, { messages, verdict }: PracticeAnswer): void {
    this.unanswered = null
    for (const each of messages) {
      if (each.type === 'snapshot') this.snapshot = each
      this.listener.receive(each)
    }
    if (verdict && this.snapshot) {
      this.listener.receive(this.snapshot)
      this.judged(verdict)
    }
  }
}
