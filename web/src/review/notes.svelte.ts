import { t } from '../lib/i18n/index.svelte'
import type { EvaluationInfo } from '../lib/protocol'
import type { Replaying } from '../replay/replaying.svelte'
import { indexOf } from '../replay/timeline'
import { spoken } from '../table/sentences'
import { figureOf, pointsWithin } from './figures'
import { reviewAt } from './places'
import { LiveReview } from './liveReview.svelte'
import { betterText } from './words'

/** A moment of a review on the timeline of a replay. */
export interface Note {
  judged: EvaluationInfo
  /** The moment after the move. */
  index: number
  costliest: boolean
  /** What it cost; null for what was well judged. */
  cost: number | null
}

/** What a review has to say of the moments of a replay: that of the seat whose cards are seen, or of one's own. */
export class Notes {
  private review = $state.raw<LiveReview | null>(null)
  readonly all: readonly Note[] = $derived.by(() => {
    const { moments } = this.round.mainLine
    return (this.review?.shown ?? []).map((judged, i): Note => {
      const index = Math.min(indexOf(moments, judged.at) + 1, moments.length - 1)
      const cost = judged.is_loss ? figureOf(judged.by, judged.error).value : null
      return { judged, index, costliest: i === 0 && judged.is_loss, cost }
    })
  })

  constructor(private readonly round: Replaying) {}

  /** The seat that a review can be asked for: a person's, in a round of this server. */
  get seat(): number | null {
    const { decider, record, replay } = this.round
    if (decider === null || record !== null || replay.rounds.length === 0) return null
    return replay.table.seats[decider]?.bot === null ? decider : null
  }

  /** Where the review is. */
  get place(): string | null {
    return this.seat === null ? null : reviewAt(this.round.replay.id, this.seat)
  }

  /** The moment that is seen. */
  get now(): Note | null {
    return this.round.onBranch ? null : this.at(this.round.index)
  }

  /** Look whether there is a review of this seat. Returns the clean-up function of an effect. */
  look(): () => void {
    const { seat } = this
    const review = seat === null ? null : new LiveReview({ id: this.round.replay.id, seat, known: false })
    this.review = review
    void review?.look()
    return () => review?.close()
  }

  /** Where the next moment is, or with `by` -1 the one before; null where there is none. */
  from(index: number, by: 1 | -1): number | null {
    const places = this.all.map(({ index }) => index).filter((one) => (one - index) * by > 0)
    if (places.length === 0) return null
    return by === 1 ? Math.min(...places) : Math.max(...places)
  }

  /** What is said of the moment that is seen: "better 4♥, by 0.7 ± 0.1 tricks"; empty where it is none. */
  get text(): string {
    const judged = this.now?.judged
    if (!judged) return ''
    if (judged.is_well_evaluated) return t('replay.well_evaluated')
    const { scene } = this.round.session
    const points = pointsWithin(scene.game, judged.by, judged.error)
    return t('replay.better', { move: betterText(scene, judged), points })
  }

  get spoken(): string {
    return spoken(this.text)
  }

  /** The one card that was better than the one that is seen. */
  get tucked(): { seat: number; card: string } | null {
    const judged = this.now?.judged
    const { seat } = this
    if (seat === null || !judged?.is_loss) return null
    const { played, other } = judged
    if (played.cards.length !== 1 || other.cards.length !== 1 || other.kind !== played.kind) return null
    return { seat, card: other.cards[0]! }
  }

  at(index: number): Note | null {
    return this.all.find((note) => note.index === index) ?? null
  }
}
