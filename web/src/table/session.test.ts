// @vitest-environment jsdom
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { event, move, moved } from '../../tests/events'
import { fakeFlights } from '../../tests/fake_flight'
import { fakeSockets, newestSocket } from '../../tests/fake_socket'
import { speak } from '../../tests/speak'
import { answer, choices, deal, sent, sit, snapshot, standing, table, update } from '../../tests/told'
import { prefer } from '../lib/preferences.svelte'
import type { Choices } from '../lib/protocol'
import type { TableModule } from './module'
import { TableSession } from './session.svelte'
import { deal as fly, hasten, spot, untilRest } from './cardFlights'
import { kinds } from './staged'
import { play, written } from './written'

beforeAll(() => speak('lockup'))
beforeEach(() => {
  vi.useFakeTimers()
  fakeSockets()
})
afterEach(() => {
  hasten()
  vi.useRealTimers()
})

describe('what is said', () => {
  test('a table that opens says what happened last, and that it is this player’s turn', () => {
    const session = sit({}, 'QH KH', [0], [deal(1, 1), moved(1, '2H', 2)], 2)
    expect(session.caption).toMatch(/ plays 2♥\.$/)
    expect(session.announcer.urgent.text).toBe('Your turn.')
  })

  test('the turn is announced once, not at every update', () => {
    const session = sit({}, 'QH KH', [1])
    answer(update(2, 'QH KH', [moved(1, '2H', 2)]))
    const { id, text } = session.announcer.urgent
    expect(text).toBe('Your turn.')
    answer(update(3, 'QH KH', []))
    expect(session.announcer.urgent.id).toBe(id)
  })

  test('an update before the game’s table is loaded is shown, and nothing is said', () => {
    const session = new TableSession('t')
    newestSocket().open()
    answer(snapshot('QH KH', [1]))
    answer(update(2, 'QH', [moved(1, '2H', 2)]))
    expect(session.shown?.hand).toEqual(['QH'])
    expect(session.announcer.lines).toEqual([])
  })
})

test('who comes while the page is still being loaded has come since the table was found', () => {
  const session = sit({}, 'QH KH')
  answer({ type: 'table', table: { ...table, watchers: 1 } })
  expect(session.info).toHaveProperty('watchers', 1)
  expect(session.found).toEqual(table)
})

describe('cards chosen', () => {
  test('a card that has left the hand is no longer chosen', () => {
    const session = sit({}, 'QH KH AH')
    session.choose(['QH', 'KH'], true)
    answer(update(2, 'KH AH', [event({ kind: 'lost', version: 2, seat: 0, cards: ['QH'] })]))
    expect(session.chosen).toEqual(['KH'])
    expect(sent()).toEqual({ type: 'select', version: 2, cards: ['KH'] })
  })

  test('a card that is chosen before a move is answered stays chosen, and is asked about then', () => {
    const session = sit({}, 'QH KH AH')
    session.choose(['QH'], true)
    session.play(play('QH'))
    session.toggle('KH', true)
    answer(update(2, 'KH AH', [moved(0, 'QH', 2)]))
    expect(session.chosen).toEqual(['KH'])
    expect(sent()).toEqual({ type: 'select', version: 2, cards: ['KH'] })
  })

  test('nothing is chosen of a new deal', () => {
    const session = sit({}, 'QH KH')
    session.choose(['KH'])
    answer(update(2, 'KH AH', [deal(2, 2)]))
    expect(session.chosen).toEqual([])
  })

  test('what is offered for other cards is not offered for these', () => {
    const session = sit({}, 'QH KH AH')
    session.choose(['QH'], true)
    answer(choices(1, '', 'QH', ['QH']))
    expect(session.offers.map(({ text }) => text)).toEqual(['QH'])
    session.choose(['KH'], true)
    expect(session.offers).toEqual([])
    expect(session.addable).toBeNull()
  })

  describe('what is shown as playable', () => {
    const held = 'AH KH KH 3C'
    const playable = (chosen: string[], answered: Choices) => {
      const session = sit({}, held)
      session.state = { ...session.state!, choices: choices(1, 'AH KH') }
      session.choose(chosen, true)
      answer(answered)
      return [...session.playable()]
    }
    const legal = ['AH', 'KH', 'KH.2']

    test('those chosen, and those that may be added', () => {
      expect(playable(['KH'], choices(1, 'KH', 'KH'))).toEqual(['KH', 'KH.2'])
    })

    test('those chosen alone, once they make a move', () => {
      expect(playable(['KH', 'KH.2'], choices(1, '', 'KH KH', ['KH KH']))).toEqual(['KH', 'KH.2'])
    })

    test.each([[['3C']], [['3C', 'KH']], [['KH', '3C']], [['AH', 'KH']]])(
      'with %j chosen, which no move has: what can be played',
      (chosen) => {
        expect(playable(chosen, choices(1, '', chosen.join(' ')))).toEqual(legal)
      },
    )
  })

  test('two copies of a card are chosen one by one', () => {
    const session = sit({}, 'QH QH')
    session.toggle('QH')
    session.toggle('QH.2', true)
    expect(sent()).toEqual({ type: 'select', version: 1, cards: ['QH', 'QH'] })
    session.toggle('QH')
    expect(session.chosen).toEqual(['QH.2'])
  })
})

describe('a move', () => {
  test('is on its way until it is answered, and no other can be made', () => {
    const session = sit({}, 'QH KH')
    session.play(play('QH'))
    session.play(play('KH'))
    expect(newestSocket().sent.filter(({ type }) => type === 'play')).toHaveLength(1)
    expect([session.canAct, session.pending?.text]).toEqual([false, 'QH'])
    answer(update(2, 'KH', [moved(0, 'QH', 2)]))
    expect([session.canAct, session.pending]).toEqual([true, null])
  })

  test('that is refused is no longer on its way: the player may choose again', () => {
    const session = sit({}, 'QH KH')
    session.play(play('QH'))
    const details = { card: 'QH', suit: 'S' }
    const would = { choices: choices(1, 'KH'), would_do: ['KH'] }
    answer({ type: 'refused', version: 1, move: 'QH', rule: 'LU-3.1', details, ...would })
    expect([session.canAct, session.pending]).toEqual([true, null])
    expect(session.announcer.urgent.text).toContain('spades')
    session.clear()
    expect(session.state?.refusal).toBeNull()
  })

  test('that nobody may make now is said, not sent', () => {
    const session = sit({}, 'QH KH', [1])
    session.refuseTurn()
    expect(session.caption).toBe('It is not your turn.')
  })
})

describe('a hint', () => {
  const hint = { type: 'hint', version: 1, move: move('KH'), reason: null, others: [], searched: false }

  test('is told, and its cards are chosen', () => {
    const session = sit({}, 'QH KH')
    answer(hint)
    expect([session.caption, session.chosen]).toEqual(['Hint: K♥.', ['KH']])
  })

  test('says why, and what a search adds to it, whose move is chosen unless the player has chosen', () => {
    const session = sit({}, 'QH KH')
    answer({ ...hint, reason: { code: 'takes', count: null, suit: null } })
    expect(session.state?.hint?.reason?.code).toBe('takes')
    const others = [{ move: move('KH'), by: 0.44 }]
    answer({ ...hint, move: move('QH'), others, searched: true })
    expect([session.state?.hint?.others, session.chosen]).toEqual([others, ['QH']])
    session.toggle('QH')
    answer({ ...hint, searched: true })
    expect(session.chosen).toEqual([])
    session.clear()
    answer({ ...hint, searched: true })
    expect(session.state?.hint).toBeNull()
  })

  test('is not asked for at a board, and the page says so', () => {
    const session = sit({}, 'QH KH')
    answer({ ...snapshot('QH KH'), table: { ...table, board: 'b' } })
    expect(session.givesHints).toBe(false)
    session.askHint()
    expect(sent()?.type).not.toBe('ask_hint')
    expect(session.caption).toMatch(/^No hints here/)
  })

  test('is gone with the next update', () => {
    const session = sit({}, 'QH KH')
    answer(hint)
    expect(session.state?.hint?.move.text).toBe('KH')
    answer(update(2, 'QH KH', [moved(1, '2H', 2)]))
    expect(session.state?.hint).toBeNull()
  })
})

describe('what was decided before it is asked', () => {
  const own: Partial<TableModule> = {
    premove: (_, premoves) => (premoves.includes('pass') ? written('pass') : null),
  }

  test('is done when the player is to act, without a question', () => {
    const session = sit(own, 'QH KH', [1])
    session.setPremoves(['pass'])
    answer(update(2, 'QH KH', []))
    expect(sent()).toEqual({ type: 'play', version: 2, move: 'pass' })
    expect(session.announcer.urgent.text).toBe('')
  })

  test('answers a question that is open at once', () => {
    sit(own, 'QH KH').setPremoves(['pass'])
    expect(sent()).toEqual({ type: 'play', version: 1, move: 'pass' })
  })

  test('holds for a deal, not for the next', () => {
    const session = sit(own, 'QH KH', [1])
    session.setPremoves(['pass'])
    answer(update(2, 'QH', [moved(1, '2H', 2)], [1]))
    expect(session.premoves).toEqual(['pass'])
    answer(update(3, '2S 3S', [deal(3, 2)], [1]))
    expect(session.premoves).toEqual([])
  })
})

describe('while cards are dealt', () => {
  /** A card is on its way. */
  function dealt(): void {
    prefer('motion', 'full')
    spot('centre')(document.createElement('i'))
    fakeFlights()
    fly(document.createElement('i'), new DOMRect(), 0, 0)
  }

  function dealing(): TableSession {
    const session = sit({}, 'QH KH')
    dealt()
    answer({ ...update(2, 'KH', []), claims: null })
    expect(session.state!.version).toBe(1)
    return session
  }

  test('what the server sends is read as soon as the player makes a move', () => {
    const session = dealing()
    session.play(play('QH'))
    expect(untilRest()).toBe(0)
    expect(sent()).toEqual({ type: 'play', version: 2, move: 'QH' })
  })

  test('what the server sends is read as soon as the player goes on', () => {
    const session = dealing()
    session.skip()
    expect(session.state!.version).toBe(2)
  })

  test('a deal that nobody looked at is at its end when the page is seen again', () => {
    const session = dealing()
    session.wake()
    expect(untilRest()).toBe(0)
    expect(session.state!.version).toBe(2)
  })

  test('nothing more is read at a table that was left', () => {
    const session = dealing()
    session.close()
    vi.advanceTimersByTime(1000)
    expect(session.state!.version).toBe(1)
  })
})

test('an update that does not join on has the table fetched anew', () => {
  sit({}, 'QH KH')
  const before = newestSocket()
  answer({ ...update(9, 'QH', []), since: 8 })
  vi.advanceTimersByTime(1000)
  expect(newestSocket()).not.toBe(before)
  newestSocket().open()
  expect(sent()).toEqual({ type: 'hello', version: null })
})

describe('what is staged', () => {
  const locked = event({ kind: 'locked', version: 2, seat: 1, count: 2 })

  test('a moment is shown until the next thing happens', () => {
    const session = sit({}, 'QH KH', [1])
    answer(update(2, 'QH KH', [moved(1, '2H', 2), locked], [2]))
    expect(session.moment).toMatchObject({
      kind: 'locked',
      seats: [1],
      text: expect.stringContaining('locked up'),
    })
    answer(update(3, 'QH KH', [moved(2, '3H', 3)], [3]))
    expect(session.moment?.kind).toBe('locked')
    session.skip()
    expect(session.moment).toBeNull()
  })

  test('a deal is seen, without words', () => {
    const session = sit({}, 'QH KH', [1])
    expect(session.moment).toMatchObject({ kind: 'deal', text: '' })
    answer(update(2, 'QH KH', [moved(1, '2H', 2)], [2]))
    expect(session.moment).toBeNull()
  })

  test('a round that is given up is understood before its result', () => {
    const session = sit({ staged: kinds('locked') }, 'QH KH', [1])
    const over = {
      ...update(2, 'QH KH', [moved(1, '2H', 2), locked], []),
      standing: { ...standing, result: [0, 0], round_winners: [] },
    }
    answer(over)
    expect([session.moment?.kind, session.shown === session.state!.view]).toEqual(['locked', false])
    vi.advanceTimersByTime(900)
    expect(session.shown === session.state!.view).toBe(false)
    vi.advanceTimersByTime(1500)
    expect(session.shown === session.state!.view).toBe(true)
  })
})

describe('alone with bots', () => {
  const locked = (version: number) => event({ kind: 'locked', version, seat: 1, count: 2 })
  const ours = { ...table, pace: 900, link: null, watchers: 0 }
  const alone = (own: Partial<TableModule> = {}) => {
    const session = sit({ staged: kinds('locked'), ...own }, 'QH KH', [1])
    answer({ type: 'table', table: ours })
    return session
  }

  test('what bots do can be read, though more has come, and the player has passed by force', () => {
    const session = alone({ secretive: () => true })
    answer({ ...update(2, 'QH KH', [locked(2)], [0]), choices: choices(2, '', '', ['pass']) })
    expect(session.moment?.kind).toBe('locked')
    vi.advanceTimersByTime(899)
    expect(session.moment?.kind).toBe('locked')
    vi.advanceTimersByTime(1)
    expect(sent()).toMatchObject({ type: 'play', move: 'pass' })
    answer(update(3, 'QH KH', [moved(2, '3H', 3)], [3]))
    expect(session.moment?.kind).toBe('locked')
    vi.advanceTimersByTime(2.5 * 900)
    expect(session.moment).toBeNull()
  })

  test('at the quickest pace it stays for a second, though more has come', () => {
    const session = sit({ staged: kinds('locked') }, 'QH KH', [1])
    answer({ type: 'table', table: { ...ours, pace: 400 } })
    answer(update(2, 'QH KH', [locked(2)], [2]))
    for (const version of [3, 4, 5]) answer(update(version, 'QH KH', [moved(2, '3H', version)], [3]))
    vi.advanceTimersByTime(999)
    expect(session.moment?.kind).toBe('locked')
    vi.advanceTimersByTime(2)
    expect(session.moment).toBeNull()
  })

  test('a round that came to nothing ends at once, with its line', () => {
    const session = alone({ cameToNothing: () => true })
    answer({
      ...update(2, 'QH KH', [locked(2)], []),
      standing: { ...standing, result: [0, 0], round_winners: [] },
    })
    expect(session.shown === session.state!.view).toBe(true)
  })
})

test('what went by while nobody looked is not shown when the page wakes', () => {
  const session = sit({ staged: kinds('locked') }, 'QH KH', [1])
  answer(update(2, 'QH KH', [event({ kind: 'locked', version: 2, seat: 1, count: 2 })], [2]))
  answer(update(3, 'QH KH', [moved(2, '3H', 3)]))
  expect(session.canAct).toBe(false)
  session.wake()
  expect(session.canAct).toBe(true)
})

test('nothing is asked before the card that it is about is on the table', () => {
  const session = sit({ staged: kinds('locked') }, 'QH KH', [1])
  answer(update(2, 'QH KH', [event({ kind: 'locked', version: 2, seat: 1, count: 2 })], [2]))
  answer(update(3, 'QH KH', [moved(2, '3H', 3)]))
  expect([session.shown === session.state!.view, session.canAct]).toEqual([false, false])
  expect([session.offers, session.addable]).toEqual([[], []])
  vi.advanceTimersByTime(3000)
  expect([session.shown === session.state!.view, session.canAct]).toEqual([true, true])
  expect(session.addable).toEqual(['QH', 'KH'])
})

describe('while the line is lost', () => {
  const asks: [string, (session: TableSession) => void][] = [
    ['a hint', (session) => session.askHint()],
    ['to take a move back', (session) => session.askBack()],
    ['the next round', (session) => session.nextRound()],
    ['a rematch', (session) => session.askRematch(false)],
  ]

  test.each(asks)('who asks for %s hears why nothing comes', (_, ask) => {
    const session = sit({}, 'AS KS')
    newestSocket().cut()
    ask(session)
    expect(session.announcer.urgent.text).toContain('The connection is lost.')
    expect(session.caption).toContain('The connection is lost.')
    expect(session.asksRematch).toBe(false)
  })

  test.each(asks.filter(([name]) => name !== 'to take a move back'))(
    '%s is sent on a line that holds',
    async (_, ask) => {
      const session = sit({}, 'AS KS')
      ask(session)
      expect(session.caption).not.toContain('The connection is lost.')
      await expect.poll(() => sent()?.type).toMatch(/ask_hint|next_round|rematch/)
    },
  )
})
