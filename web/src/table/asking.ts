import { ApiError } from '../lib/api'
import type { ClientMessage, LessonTry, Play } from '../lib/protocol'
import type { Line, Listener } from './socket'

const FIRST_WAIT = 500
const LONGEST_WAIT = 8000

/** The messages that a position answers: hello, a move, cards chosen, a request for a hint. */
export type Asked = LessonTry['message']

const isAsked = ({ type }: ClientMessage) => type === 'play' || type === 'select' || type === 'ask_hint'

/**
 * The line to a position of a lesson or for practice, in place of a table's socket. Each message is a request
 * over HTTP, as the server keeps no state. It is repeated while the server cannot be reached. A message that
 * the server rejects begins the position anew; if that was the hello, the line is closed.
 */
export abstract class AskingLine<Answer> implements Line {
  unanswered: Play | null = null
  /** The newest message; answers to earlier ones are ignored. */
  private asked: Asked | null = null
  private wait = FIRST_WAIT
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(protected readonly listener: Listener) {}

  /** Ask the server. Throws ApiError. */
  protected abstract fetch(message: Asked): Promise<Answer>

  /** Handle the server's answer to a message. */
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

  /** Send the unanswered message again, without waiting. */
  retry(): void {
    if (this.timer !== undefined && this.asked) this.ask(this.asked)
  }

  /** There is no connection to cut. */
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
      if (!(problem instanceof ApiError)) throw problem
      if (this.asked === message) this.fail(message, problem)
    }
  }

  private fail(message: Asked, { code }: ApiError): void {
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
