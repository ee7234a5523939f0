import { ApiProblem } from '../lib/api'
import type { ClientMessage, LessonTry, Play } from '../lib/protocol'
import type { Line, Listener } from './socket'

const FIRST_WAIT = 500
const LONGEST_WAIT = 8000

/** What a position answers: the moves, and what one would like to know of them. */
export type Asked = LessonTry['message']

const isAsked = ({ type }: ClientMessage) => type === 'play' || type === 'select' || type === 'ask_hint'

/**
 * The line to a position, in place of a table's socket: each message is asked over HTTP, as the server keeps nothing.
 * Without a server it is asked again and again; what the server will not have begins the position anew.
 */
export abstract class AskingLine<Answer> implements Line {
  unanswered: Play | null = null
  /** What was asked last; an answer to anything else is not wanted any more. */
  private asked: Asked | null = null
  private wait = FIRST_WAIT
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(protected readonly listener: Listener) {}

  /** Ask the server. Throws ApiProblem. */
  protected abstract fetch(message: Asked): Promise<Answer>

  /** What was asked is answered. */
  protected abstract answered(message: Asked, answer: Answer): void

  /** Begin the position, or begin it anew. */
  begin(): void {
    this.unanswered = null
    this.ask({ type: 'hello', version: null })
  }

  send(message: ClientMessage): void {
    if (message.type === 'play') this.unanswered = message
    if (isAsked(message)) this.ask(message as Asked)
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

  private ask(message: Asked): void {
    this.stop()
    this.asked = message
    void this.tryOnce(message)
  }

  private async tryOnce(message: Asked): Promise<void> {
    try {
      const answer = await this.fetch(message)
      if (this.asked !== message) return
      this.listener.connection('open')
      this.wait = FIRST_WAIT
      this.answered(message, answer)
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      if (this.asked === message) this.fail(message, problem)
    }
  }

  private fail(message: Asked, { code }: ApiProblem): void {
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
