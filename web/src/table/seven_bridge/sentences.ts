import { cardText } from '../../lib/cards/names'
import { t } from '../../lib/i18n/index.svelte'
import type { Event, SevenBridgeView, View } from '../../lib/protocol'
import { readPlay } from './moves'

/** A card as it is written in a move or a meld: "6♥", "joker for 6♥". */
export function writtenText(card: string): string {
  const [name, standsFor] = card.split('=')
  return standsFor ? t('table.seven_bridge.joker_as', { card: cardText(standsFor) }) : cardText(name!)
}

/** Cards low to high, where they are written in the game's own order, high to low. */
export function lowToHigh(cards: readonly string[]): string {
  return cards.toReversed().map(writtenText).join(' ')
}

/** A move as a button or a hint calls it. */
export function moveName(move: string): string | null {
  const play = readPlay(move)
  const cards = lowToHigh(play.cards)
  switch (play.kind) {
    case 'draw':
      return t('table.seven_bridge.draw')
    case 'pass':
      return t('table.seven_bridge.pass')
    case 'chi':
      return t('table.seven_bridge.chi', { cards })
    case 'pon':
      return t('table.seven_bridge.pon', { cards })
    case 'meld':
      return t('table.seven_bridge.meld', { cards })
    case 'lay':
      return t('table.seven_bridge.lay', { cards })
    case 'discard':
      return t('table.seven_bridge.discard', { cards })
    default:
      return null
  }
}

/** The sentence of an event that this game tells in its own way; null where another event tells it. */
export function sentence(event: Event, you: boolean, seat: string): string | null | undefined {
  if (event.kind === 'deal') return t('table.seven_bridge.told.deal', { you, seat, count: event.count ?? 0 })
  if (event.kind !== 'move' || !event.move) return undefined
  const { kind, cards: written } = readPlay(event.move)
  const told = { you, seat, cards: lowToHigh(written) }
  switch (kind) {
    case 'draw':
      return you ? null : t('table.seven_bridge.told.draw', told)
    case 'pass':
      return t('table.seven_bridge.told.pass')
    case 'chi':
      return t('table.seven_bridge.told.chi', told)
    case 'pon':
      return t('table.seven_bridge.told.pon', told)
    case 'meld':
      return t('table.seven_bridge.told.meld', told)
    case 'lay':
      return t('table.seven_bridge.told.lay', told)
    case 'discard':
      return t('table.seven_bridge.told.discard', told)
    default:
      return undefined
  }
}

export function endsTurn(move: string): boolean {
  return move.startsWith('discard ')
}

/** What calls a player to act out of turn: a discard that they may pon. */
export function question(view: View): string | undefined {
  const { phase, discard } = view as SevenBridgeView
  return phase === 'claim' && discard ? t('table.seven_bridge.ask', { card: cardText(discard) }) : undefined
}

/** Whoever has passed for the hand passes every pon. */
export function premove(view: View, premoves: readonly string[]): string | null {
  return view.phase === 'claim' && premoves.includes('pass') ? 'pass' : null
}
