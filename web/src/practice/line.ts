import { ApiProblem, tryPractice } from '../lib/api'
import type { ClientMessage, Play, PracticeTry, PracticeVerdict, Snapshot } from '../lib/protocol'
import type { Line, Listener } from '../table/socket'
import type { Address } from './daily'

const FIRST_WAIT = 500
const LONGEST_WAIT = 8000

type Message = PracticeTry['message']

/**
 * The line to a position, in place of a table's socket. A legal move is answered with what it is worth; then the
 * position is there again as it was.
 */
export class PracticeLine implements Line {
  unanswered: Play | null = null
  private snapshot: Snapshot | null = null
  /** What was asked last; an answer to anything else is not wanted any more. */
  private asked: Message | null = null
  private wait = FIRST_WAIT
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly listener: Listener,
    private readonly at: Address,
    private readonly judged: (verdict: PracticeVerdict) => void,
  ) {
    this.begin()
  }

  begin(): void {
    this.unanswered = null
    this.ask({ type: 'hello', version: null })
  }

  send(message: ClientMessage): void {
    if (message.type === 'play') this.unanswered = message
    if (message.type === 'play' || message.type === 'select' || message.type === 'ask_hint') this.ask(message)
  }

  /** Ask again what had no answer, without waiting. */
  retry(): void {
    if (this.timer !== undefined && this.asked) this.ask(this.asked)
  }

  /** There is nothing to cut. */
  drop(): void {}

  close(): void {
    this.asked = null
    this.stop()
    this.listener.connection('closed')
  }

  private stop(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }

  private ask(message: Message): void {
    this.stop()
    this.asked = message
    void this.fetch(message)
  }

  private async fetch(message: Message): Promise<void> {
    try {
      const { messages, verdict } = await tryPractice(this.at.game, this.at.number, { message })
      if (this.asked !== message) return
      this.listener.connection('open')
      this.wait = FIRST_WAIT
      this.unanswered = null
      for (const each of messages) {
        if (each.type === 'snapshot') this.snapshot = each
        this.listener.receive(each)
      }
      if (verdict && this.snapshot) {
        this.listener.receive(this.snapshot)
        this.judged(verdict)
      }
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      if (this.asked === message) this.fail(message, problem)
    }
  }

  /** Without a server it is tried again and again; a position that is not there ends the line. */
  private fail(message: Message, { code }: ApiProblem): void {
    if (code !== 'unreachable') {
      if (message.type === 'hello') this.close()
      else this.begin()
      return
    }
    this.listener.connection('lost')
    this.timer = setTimeout(() => this.ask(message), this.wait)
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT)
  }
}
