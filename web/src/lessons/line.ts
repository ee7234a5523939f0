import { ask } from '../lib/api'
import type { LessonAnswer, LessonTry, Play } from '../lib/protocol'
import { AskingLine, type Asked } from '../table/asking'
import type { Listener } from '../table/socket'

/** Send a message to a step of a lesson, which answers as a table would. */
const tryLesson = (game: string, lesson: string, step: string, message: LessonTry) =>
  ask<LessonAnswer>(
    `/games/${encodeURIComponent(game)}/lessons/${encodeURIComponent(lesson)}/${encodeURIComponent(step)}`,
    'POST',
    message,
  )

/** How long the others take for a move, in ms. */
const THINKING_MS = 650

/** Where to find a step of a lesson. */
export interface StepAddress {
  game: string
  lesson: string
  step: string
}

/**
 * The line to a step of a lesson. Each message is sent with the moves made so far. The others' moves are
 * shown one by one, as at a table.
 */
export class LessonLine extends AskingLine<LessonAnswer> {
  private address: StepAddress | null = null
  private made: string[] = []
  private telling: ReturnType<typeof setTimeout> | undefined

  constructor(
    listener: Listener,
    /** Called with null before the answer to a move or to hello is shown, and with the answer after that. */
    private readonly onAnswer: (answer: LessonAnswer | null) => void,
    /** Whether the others take no time. */
    private readonly hurried: () => boolean,
  ) {
    super(listener)
  }

  /** Begin this step. */
  open(address: StepAddress): void {
    this.address = address
    this.begin()
  }

  override begin(): void {
    clearTimeout(this.telling)
    this.made = []
    super.begin()
  }

  override close(): void {
    clearTimeout(this.telling)
    super.close()
  }

  protected fetch(message: Asked): Promise<LessonAnswer> {
    const { game, lesson, step } = this.address!
    return tryLesson(game, lesson, step, { message, made: this.made })
  }

  protected answered(message: Asked, answer: LessonAnswer): void {
    if (message.type === 'play') this.keep(message, answer)
    if (message.type === 'select' || message.type === 'ask_hint')
      answer.messages.forEach((told) => this.listener.receive(told))
    else {
      this.onAnswer(null)
      this.tell(answer, 0)
    }
  }

  private keep({ move }: Play, { messages }: LessonAnswer): void {
    this.unanswered = null
    if (messages[0]?.type === 'update') this.made.push(move)
  }

  /** Deliver one message, and later the next. */
  private tell(answer: LessonAnswer, index: number): void {
    const message = answer.messages[index]
    if (!message) return this.onAnswer(answer)
    this.listener.receive(message)
    const isLast = index + 1 >= answer.messages.length
    this.telling = setTimeout(() => this.tell(answer, index + 1), isLast || this.hurried() ? 0 : THINKING_MS)
  }
}
