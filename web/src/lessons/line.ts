import { ApiProblem, tryLesson } from '../lib/api'
import type { ClientMessage, LessonAnswer, LessonTry, Play } from '../lib/protocol'
import type { Line, Listener } from '../table/socket'

/** How long the others take for a move, in ms. */
const THINKING_MS = 650
const FIRST_WAIT = 500
const LONGEST_WAIT = 8000

/** The step of a lesson that is gone through. */
export interface StepAddress {
  game: string
  lesson: string
  step: string
}

type Message = LessonTry['message']

/**
 * The line to a step of a lesson, in place of a table's socket: each message goes with the moves made so far, as the
 * server keeps nothing. What others do comes move by move, as at a table.
 */
export class LessonLine implements Line {
  unanswered: Play | null = null
  private address: StepAddress | null = null
  private made: string[] = []
  /** What was asked last; an answer to anything else is not wanted any more. */
  private asked: Message | null = null
  private wait = FIRST_WAIT
  private timer: ReturnType<typeof setTimeout> | undefined
  private telling: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly listener: Listener,
    /** Told when the answer to a move, or a step's beginning, has been shown to its end; null when it begins. */
    private readonly heard: (answer: LessonAnswer | null) => void,
    /** Whether the others take no time. */
    private readonly hurried: () => boolean,
  ) {}

  /** Begin this step. */
  open(address: StepAddress): void {
    this.address = address
    this.begin()
  }

  /** Begin the step anew. */
  begin(): void {
    clearTimeout(this.telling)
    this.made = []
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
    clearTimeout(this.telling)
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
    const { game, lesson, step } = this.address!
    try {
      const answer = await tryLesson(game, lesson, step, { message, made: this.made })
      if (this.asked !== message) return
      this.listener.connection('open')
      this.wait = FIRST_WAIT
      if (message.type === 'play') this.keep(message, answer)
      if (message.type === 'select' || message.type === 'ask_hint')
        answer.messages.forEach((told) => this.listener.receive(told))
      else {
        this.heard(null)
        this.tell(answer, 0)
      }
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem
      if (this.asked === message) this.fail(message, problem)
    }
  }

  private keep({ move }: Play, { messages }: LessonAnswer): void {
    this.unanswered = null
    if (messages[0]?.type === 'update') this.made.push(move)
  }

  /** Tell one message, and the next when its time has come. */
  private tell(answer: LessonAnswer, index: number): void {
    const message = answer.messages[index]
    if (!message) return this.heard(answer)
    this.listener.receive(message)
    const isLast = index + 1 >= answer.messages.length
    this.telling = setTimeout(() => this.tell(answer, index + 1), isLast || this.hurried() ? 0 : THINKING_MS)
  }

  /** Without a server it is tried again and again; what the server will not have begins the step anew. */
  private fail(message: Message, problem: ApiProblem): void {
    if (problem.code !== 'unreachable') {
      if (message.type === 'hello') this.close()
      else this.begin()
      return
    }
    this.listener.connection('lost')
    this.timer = setTimeout(() => this.ask(message), this.wait)
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT)
  }
}
