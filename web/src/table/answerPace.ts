import type { View, WrittenMove } from '../lib/protocol'
import { mustAct, newEvents, type TableState } from './state'
import { PASS } from './written'

/**
 * The least time that an answer takes, so that nobody can tell from it whether there was anything to think
 * about (law 8). A forced pass is made when this time is over, and an answer that is given sooner waits until
 * then.
 */
export class AnswerPace {
  private timer: ReturnType<typeof setTimeout> | undefined
  private act: (() => void) | null = null
  /** The player's answer waits for the end of the pause. */
  holds = false

  constructor(
    /** Whether the time of an answer in this view could give something away. */
    private readonly isSecretive: (view: View) => boolean,
    private readonly isInCompany: () => boolean,
    private readonly pass: (move: WrittenMove) => void,
  ) {}

  /** Begin when the player is asked something that the time of the answer could give away. */
  update(before: TableState | null, after: TableState): void {
    if (!this.isAsked(after)) return this.end()
    if (before?.version === after.version) return
    if (this.isAsked(before) && before!.view.phase === after.view.phase && !hasMoved(before!, after)) return
    this.begin(pauseLength(this.isInCompany(), after.table.pace))
    const forced = this.forced(after)
    if (forced) this.act = () => this.pass(forced)
  }

  private isAsked(state: TableState | null): boolean {
    return state !== null && mustAct(state.view) && this.isSecretive(state.view)
  }

  private begin(length: number): void {
    this.end()
    this.timer = setTimeout(() => {
      const act = this.act
      this.end()
      act?.()
    }, length)
  }

  /** The pass that is made for the player: their only choice, which others must not learn. Null elsewhere. */
  forced({ choices, view }: TableState): WrittenMove | null {
    const [only] = choices.moves
    const alone = choices.moves.length === 1 && choices.cards.length === 0 && only!.kind === PASS.kind
    return alone && this.isSecretive(view) ? only! : null
  }

  /** Send the player's answer when the pause is over, in place of a forced pass; at once where no pause is running. */
  answer(view: View, send: () => void): void {
    if (!this.isSecretive(view) || this.timer === undefined) return send()
    this.holds = true
    this.act = send
  }

  /** The question is gone: an answer that was held is dropped. */
  end(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.act = null
    this.holds = false
  }
}

/** Whether the player has moved since. With quick bots, one update may ask the player the same again. */
const hasMoved = (before: TableState, { events, view }: TableState) =>
  newEvents(before, events).some(({ kind, seat }) => kind === 'move' && seat === view.seat)

const LONGEST_AMONG_BOTS = 1000
const [LEAST, MORE] = [1500, 2000]

/** The length of the pause, in ms: random among people, else as long as a bot would take, at most a second. */
function pauseLength(inCompany: boolean, pace: number): number {
  return inCompany ? LEAST + Math.random() * MORE : Math.min(pace, LONGEST_AMONG_BOTS)
}
