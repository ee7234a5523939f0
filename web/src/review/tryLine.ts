import { ApiError } from '../lib/api'
import type { Branch, EvaluationInfo, Snapshot, TriedAgain, WhatIf } from '../lib/protocol'
import { AskingLine, type Asked } from '../table/asking'
import type { Listener } from '../table/socket'
import { askThere, tryAgain, type Reviewed } from './api'

/**
 * The line to a decision of a review. What can be done is asked of the round; a legal move gets its value, and the table
 * is as it was.
 */
export class TryLine extends AskingLine<Branch | TriedAgain> {
  private snapshot: Snapshot | null = null

  constructor(
    listener: Listener,
    private readonly of: Reviewed,
    private readonly at: EvaluationInfo['at'],
    private readonly told: (tried: TriedAgain) => void,
    /** The move cannot be judged now. */
    private readonly refused: (problem: ApiError) => void,
  ) {
    super(listener)
    this.begin()
  }

  protected fetch(message: Asked): Promise<Branch | TriedAgain> {
    const there = () => askThere(this.of.id, this.of.seat, this.at, message as WhatIf['message'])
    if (message.type !== 'play') return there()
    // why a move is not allowed is for the round to say
    return tryAgain(this.of, this.at, message.move).catch((problem: unknown) => {
      if (!(problem instanceof ApiError)) throw problem
      if (problem.code === 'malformed') return there()
      if (problem.code !== 'unreachable') this.refused(problem)
      throw problem
    })
  }

  protected answered(_message: Asked, answered: Branch | TriedAgain): void {
    this.unanswered = null
    if ('is_best' in answered) {
      if (this.snapshot) this.listener.receive(this.snapshot)
      return this.told(answered)
    }
    const { answer } = answered
    if (answer === null) return
    if (answer.type === 'snapshot') this.snapshot = answer
    this.listener.receive(answer)
  }
}
