/** What the eye is shown of a table, one picture after the other; it may lag behind what is known. */
import { preferences } from '../lib/preferences.svelte'
import { sound } from '../lib/sound/player'
import type { Sound } from '../lib/sound/scores'
import type { Event, View } from '../lib/protocol'
import type { TableModule } from './module'
import { SAID, saidIn, soundsOf } from './moments'
import { FrameQueue, type Frame } from './queue'
import type { Moment, Said, Scene } from './scene'
import { captionOf } from './sentences'
import { hasten, untilRest } from './cardFlights'
import { momentIn } from './staged'
import type { TableState } from './state'

/** What the table shows at a time; a caption of null leaves the one before. */
export interface Picture {
  view: View
  caption: string | null
  said?: Said | null
  moment?: Moment | null
  sounds?: readonly Sound[]
}

/** How long the table is seen before the result of a round, in ms. */
const BEFORE_RESULT = 800
/** The least time that a staged moment is seen, and the time of one that ends a round, in ms. */
const MOMENT_HOLD = 1000
const ENDING_HOLD = 1800
/** Where nobody else waits, a moment of so many letters stays as long as a bot takes; a longer one, longer. */
const LETTERS = 20
const LONGEST_READING = 2.5
/** Where bots take no time, pictures stay for this share of their usual time. */
const QUICK = 0.25

export class Stage {
  shown = $state.raw<View | null>(null)
  /** What was said last, for the eye. */
  caption = $state('')
  /** What another player says just now. */
  said = $state.raw<Said | null>(null)
  /** What is staged just now, until the next thing happens. */
  moment = $state.raw<Moment | null>(null)
  /** The player has chosen the calm pace: a trick lies there until they go on. */
  lingers = $state(false)

  private readonly queue = new FrameQueue<Picture>(
    ({ view, caption, said = null, moment = null, sounds = [] }) => {
      this.shown = view
      this.say(said)
      this.moment = moment
      sounds.forEach(sound)
      if (caption !== null) this.caption = caption
    },
    (staying) => (this.lingers = staying),
    () => this.untilRest(),
  )

  private timer: ReturnType<typeof setTimeout> | undefined

  private say(said: Said | null): void {
    clearTimeout(this.timer)
    this.said = said
    if (said) this.timer = setTimeout(() => this.hush(), SAID)
  }

  /** Nobody says anything any more. */
  hush(): void {
    this.say(null)
  }

  /** How long until the dealt cards have come to rest, in ms. */
  untilRest(): number {
    return this.moment?.kind === 'deal' ? untilRest() : 0
  }

  /** Show this at once, and drop what was waiting to be shown. */
  start(view: View, moment: Moment | null = null): void {
    this.queue.start({ view, caption: null, moment })
  }

  /** Show what has happened, after all that is waiting to be shown. */
  enqueue(
    before: TableState,
    after: TableState,
    fresh: readonly Event[],
    table: TableModule,
    scene: Scene,
    /** Nobody else waits. */
    alone = false,
  ): void {
    const newest = this.queue.newest!.view
    this.queue.add(picturesOf(newest, before, after, fresh, table, scene, alone))
  }

  /** Show at once what is waiting to be shown, or go on after a trick. */
  skip(): void {
    if (this.lingers) this.queue.goOn()
    else this.queue.skip()
  }

  /** Show at once what is waiting to be shown, as the player has moved on. */
  hurry(): void {
    hasten()
    this.queue.skip()
  }

  goOn(): void {
    this.queue.goOn()
  }
}

/** The pictures of what happened, from the newest one queued so far. */
function picturesOf(
  from: View,
  before: TableState,
  after: TableState,
  fresh: readonly Event[],
  table: TableModule,
  scene: Scene,
  alone: boolean,
): Frame<Picture>[] {
  const caption = captionOf(scene, fresh)
  const frames = table.frames(from, after.view, fresh, alone ? after.table.pace : 0)
  const ends = (before.standing.result === null && after.standing.result !== null) || hasEnded(before, after)
  // what the last trick of a round brings is not staged: the result follows at once
  const moment = ends && frames.length > 1 ? null : momentIn(scene, fresh, table.staged)
  const brief = ends && (table.cameToNothing?.(after.view) ?? false)
  // the last card is seen before the result
  if (ends && frames.length === 1 && !brief)
    frames.unshift({ view: { ...after.view }, hold: moment ? ENDING_HOLD : BEFORE_RESULT })
  const staged = brief ? -1 : frames.length - (ends ? 2 : 1)
  const reading = alone && moment?.text ? timeToRead(moment.text) * after.table.pace : 0
  const said = saidIn(fresh, scene)
  const { first, last } = soundsOf(before, after, fresh)
  const share = after.table.pace === 0 ? QUICK : 1
  // the whole trick is the first picture
  const calm = preferences.pace === 'calm' && fresh.some(({ kind }) => kind === 'trick')
  const holdOf = (hold: number, isStaged: boolean) =>
    isStaged && moment?.text ? Math.max(hold, MOMENT_HOLD, reading) : hold
  return frames.map(({ view, hold, read = false }, i) => ({
    view: {
      view,
      caption,
      said,
      moment: i === staged ? moment : null,
      sounds: [...(i === 0 ? first : []), ...(i === frames.length - 1 ? last : [])],
    },
    hold: holdOf(hold, i === staged) * share,
    stays: calm && i === 0,
    read: read || (i === staged && reading > 0),
  }))
}

/** How long a text takes, in times of a bot's move. A Chinese or Japanese character counts as three letters. */
function timeToRead(text: string): number {
  const letters = text.length + 2 * (text.match(/\p{Lo}/gu)?.length ?? 0)
  return Math.max(1, Math.min(letters / LETTERS, LONGEST_READING))
}

/** Whether the round has just ended; also true of a deal that is thrown in, which has no result. */
const hasEnded = (before: TableState, after: TableState) =>
  before.view.phase !== 'over' && after.view.phase === 'over'
