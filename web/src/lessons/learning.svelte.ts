import { still, preferences } from '../lib/preferences.svelte'
import { narrate } from '../table/sentences'
import type { LessonAnswer, LessonInfo, ServerMessage, StepInfo } from '../lib/protocol'
import { TableSession } from '../table/session.svelte'
import type { Listener } from '../table/socket'
import { written } from '../table/written'
import { LessonLine } from './line'
import { nextStep, setNextStep } from './progress.svelte'

/** The table of a lesson: a premove is tried as a move at once, so that the rules answer it. */
class LessonSession extends TableSession {
  /** The step has been answered, right or wrong, or is not there yet: no moves are taken. */
  closed = $state(false)

  override get canAct(): boolean {
    return !this.closed && super.canAct
  }

  override setPremoves(premoves: readonly string[]): void {
    const fresh = premoves.find((premove) => !this.premoves.includes(premove))
    super.setPremoves(premoves)
    const [kind, arg = null] = fresh?.split(' ') ?? []
    if (this.pending !== null || !this.canAct || kind === undefined || arg === null) return
    super.setPremoves([])
    this.play(written(kind, [], arg))
  }
}

/** Events that tell who is on whose side. */
const OF_ROLES = ['partner', 'alone']

/** A lesson in progress: the table, the current step, and how that step stands. */
export class Learning {
  readonly session: LessonSession
  /** The number of the current step; the number of all steps when the lesson is done. */
  number = $state(0)
  /** How the step stands; null before it has begun, and while what follows a move is being shown. */
  outcome = $state.raw<LessonAnswer['outcome'] | null>(null)
  /** The key of the answer to what was wrong or refused. */
  say = $state.raw<string | null>(null)
  /** What the last move brought about, in the table's sentences. */
  told = $state.raw<readonly string[]>([])
  private line!: LessonLine
  /** The version on which the last move was made. */
  private since = 0

  constructor(
    readonly game: string,
    readonly lesson: LessonInfo,
  ) {
    const connect = (listener: Listener) =>
      (this.line = new LessonLine(
        { ...listener, receive: (message) => listener.receive(this.untold(message)) },
        (answer) => this.noteAnswer(answer),
        () => still() || preferences.pace === 'none',
      ))
    this.session = new LessonSession(connect)
    this.session.hides = lesson.hides
    const kept = nextStep(game, lesson.name)
    this.goTo(kept < lesson.steps.length ? kept : 0)
  }

  /** The step; undefined when the lesson is done. */
  get step(): StepInfo | undefined {
    return this.lesson.steps[this.number]
  }

  get isDone(): boolean {
    return this.number >= this.lesson.steps.length
  }

  /** Begin a step; the one after the last is the end of the lesson. */
  goTo(number: number): void {
    this.number = number
    this.say = null
    this.outcome = null
    this.session.closed = true
    this.session.keepsTrick = false
    setNextStep(this.game, this.lesson.name, number)
    if (this.step) this.line.open({ game: this.game, lesson: this.lesson.name, step: this.step.name })
  }

  next(): void {
    this.goTo(this.number + 1)
  }

  back(): void {
    this.goTo(Math.max(0, this.number - 1))
  }

  again(): void {
    this.goTo(this.number)
  }

  /** A message without the events that the lesson does not show. */
  private untold(message: ServerMessage): ServerMessage {
    if (!('events' in message) || !this.lesson.hides.includes('roles')) return message
    return { ...message, events: message.events.filter(({ kind }) => !OF_ROLES.includes(kind)) }
  }

  private outcomeSince(version: number): string[] {
    const { state, scene } = this.session
    const events = state?.events.filter((event) => event.version > version && event.kind !== 'move') ?? []
    return events.length > 0 ? narrate(scene, events) : []
  }

  close(): void {
    this.session.close()
  }

  private noteAnswer(answer: LessonAnswer | null): void {
    if (answer === null) this.since = this.session.state?.version ?? 0
    else this.told = this.outcomeSince(this.since)
    this.outcome = answer?.outcome ?? null
    this.session.closed = answer !== null && answer.outcome !== 'open'
    this.session.keepsTrick = this.session.closed
    this.say = answer?.say ?? null
  }
}
