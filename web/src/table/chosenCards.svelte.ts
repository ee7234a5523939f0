import type { Choices, ClientMessage, NamedPart, WrittenMove } from '../lib/protocol'
import { sameCards } from './choice'
import { cardOf, choosable } from './hand'
import type { TableState } from './state'

/** What is read of the session whose cards are chosen. */
interface Player {
  readonly state: TableState | null
  /** The seat is to act and no move is on its way. */
  readonly mayAct: boolean
  /** As `mayAct`, and the newest view is the one shown. */
  readonly canAct: boolean
  send(message: ClientMessage): void
}

/** The cards that the player has chosen, and what the server says of them. */
export class ChosenCards {
  /** The ids of the cards. */
  ids = $state.raw<readonly string[]>([])
  /** Whether the server is asked what they can be used for. */
  asking = false

  constructor(private readonly player: Player) {}

  get offers(): readonly WrittenMove[] {
    const { state, canAct } = this.player
    if (!state || !canAct) return []
    if (this.ids.length === 0) return state.choices.moves
    return this.answer?.moves ?? []
  }

  get addable(): readonly string[] | null {
    const { state, canAct } = this.player
    if (!state || !canAct) return []
    return this.ids.length === 0 ? state.choices.cards : (this.answer?.cards ?? null)
  }

  get parts(): readonly NamedPart[] {
    return this.answer?.parts ?? []
  }

  /**
   * The ids of the cards chosen and of those that may be added. Where no move has the cards chosen, they are those
   * that can be played.
   */
  playable(addable: readonly string[]): Set<string> {
    const { view, choices } = this.player.state!
    const fits = !this.answer || this.answer.cards.length + this.answer.moves.length > 0
    return fits ? choosable(view.hand, this.ids, addable) : choosable(view.hand, [], choices.cards)
  }

  choose(ids: readonly string[], ask: boolean): void {
    const { state, mayAct } = this.player
    if (ids.length + this.ids.length > 0) this.ids = ids
    this.asking = ask
    if (ask && ids.length > 0 && mayAct)
      this.player.send({ type: 'select', version: state!.version, cards: ids.map(cardOf) })
  }

  drop(): void {
    this.ids = []
  }

  private get answer(): Choices | null {
    const selection = this.player.state?.selection
    const cards = this.ids.map(cardOf)
    return selection && sameCards(selection.chosen, cards) ? selection : null
  }
}
