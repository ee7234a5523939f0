"""The rules of Seven Bridge, in the order in which a hand is played. Numbers are those of README.md."""

from sevenfold.cards.masks import lowest, nth, popcount
from sevenfold.cards.pack import Pack
from sevenfold.core import violations
from sevenfold.core.deal import Deal, MatchSoFar, check_deal
from sevenfold.core.moves import CHANCE, Move
from sevenfold.games.seven_bridge.choices import addable as addable
from sevenfold.games.seven_bridge.choices import count_moves as count_moves
from sevenfold.games.seven_bridge.choices import nth_move as nth_move
from sevenfold.games.seven_bridge.claims import check_claim, offer_pon_from, top
from sevenfold.games.seven_bridge.claims import default_move as default_move
from sevenfold.games.seven_bridge.laying import as_laid, check_lay, check_meld
from sevenfold.games.seven_bridge.meta import SevenBridgeOptions
from sevenfold.games.seven_bridge.scoring import finish, finish_void
from sevenfold.games.seven_bridge.state import (
    JOKER,
    JOKER_CARD,
    JOKER_PACK,
    NO_CARD,
    PACK,
    REMADE_AT_MOST,
    Kind,
    Phase,
    State,
    meld_number,
    named,
)

HAND_SIZE = 7

# --- the deal -------------------------------------------------------------------------------------


def pack(options: SevenBridgeOptions) -> Pack:
    """SB-1.1, SB-1.6: 52 cards, and a joker by option."""
    return JOKER_PACK if options.joker == "yes" else PACK


def hand_size(_options: SevenBridgeOptions, _players: int) -> int:
    """SB-1.3: seven cards each."""
    return HAND_SIZE


def start(options: SevenBridgeOptions, players: int, deal: Deal, first: int, so_far: MatchSoFar) -> State:
    """The hand after the deal: the upcard may be claimed (SB-4.8). Raises DealError."""
    check_deal(pack(options), deal, players, first)
    state = empty_state(options, players)
    apply_deal(state, deal, first, so_far)
    return state


def empty_state(options: SevenBridgeOptions, players: int) -> State:
    """The options, and no cards yet."""
    return State(
        dealer_first=int(options.first == "dealer"),
        upcard=int(options.upcard == "yes"),
        joker=int(options.joker == "yes"),
        ace_high=int(options.ace_high_sequence == "yes"),
        lay_off_always=int(options.lay_off == "always"),
        melds_later=int(options.melds == "second_round"),
        claim_lay_off=int(options.claim_lay_off == "yes"),
        short_chi=int(options.short_chi == "yes"),
        second_round=int(options.calls == "second_round"),
        final_discard=int(options.final_discard == "yes"),
        losers_minus=int(options.losers == "minus"),
        penalty=int(options.losers == "penalty"),
        pips=int(options.values == "pips"),
        ace_value=options.ace_value,
        melds_only=int(options.concealed == "melds_only"),
        players=players,
    )


def apply_deal(state: State, deal: Deal, first: int, _so_far: MatchSoFar) -> None:
    """Deal the hands, the upcard and the stock; the upcard may be claimed (SB-4.8)."""
    lay_out_cards(state, deal, first)
    open_claims(state)


def lay_out_cards(state: State, deal: Deal, first: int) -> None:
    """The cards as dealt, before anybody is offered a pon (SB-1.3)."""
    state.first = first
    state.turn = first
    state.dealer = first if state.dealer_first else (first - 1) % state.players
    state.discarder = state.dealer
    for seat in range(state.players):
        state.hand_sizes[seat] = len(deal.hands[seat])
        for kind in deal.hands[seat]:
            state.hands[seat] |= 1 << kind
    if state.upcard and len(deal.rest) > 0:
        state.pile[0] = deal.rest[0]
        state.pile_size = 1
    state.stock_size = len(deal.rest) - state.pile_size
    for index in range(state.stock_size):
        state.stock[index] = deal.rest[len(deal.rest) - 1 - index]


# --- whose turn, and what may be played -----------------------------------------------------------


def acting(state: State) -> int:
    """The seat that is offered a pon, or else the seat on turn unless it is held, as a mask (SB-4.10)."""
    for seat in range(state.players):
        if state.offered_pon[seat]:
            return 1 << seat
    return 1 << state.turn if is_to_act(state, state.turn) else 0


def is_to_act(state: State, seat: int) -> bool:
    """Whether the seat may act, by what it sees."""
    if state.phase == Phase.DRAW:
        return state.offered_pon[seat] == 1 or (seat == state.turn and state.held[seat] == 0)
    return state.phase == Phase.MELD and seat == state.turn


def check(state: State, seat: int, move: Move) -> int:
    """OK, or the first violation of a move in the order of the violations."""
    if state.phase == Phase.OVER:
        return violations.OVER
    if seat == CHANCE:
        return _check_drawn(state, move)
    if not is_to_act(state, seat):
        return violations.NOT_YOUR_TURN
    if not _well_formed(state, seat, move):
        return violations.MALFORMED
    if move.twice or move.cards & ~state.hands[seat]:
        return violations.NOT_HELD
    if move.kind == Kind.MELD:
        return check_meld(state, seat, move)
    if move.kind == Kind.LAY:
        return check_lay(state, seat, move)
    if move.kind in (Kind.CHI, Kind.PON):
        return check_claim(state, seat, move)
    return violations.OK


def _well_formed(state: State, seat: int, move: Move) -> bool:
    """Whether the move is well formed and of a kind that this phase has."""
    if named(move.arg) != NO_CARD and not (move.cards & JOKER_CARD and named(move.arg) < JOKER):
        return False
    if meld_number(move.arg) and move.kind != Kind.LAY:
        return False
    if move.cards & JOKER_CARD and not state.joker:
        return False
    if state.phase == Phase.MELD:
        return _well_formed_laying(state, move)
    if state.offered_pon[seat]:
        return move.kind == (Kind.PON if move.cards else Kind.PASS)
    if move.cards:
        return move.kind in (Kind.CHI, Kind.PON)
    return move.kind == Kind.DRAW


def _well_formed_laying(state: State, move: Move) -> bool:
    if move.kind == Kind.MELD:
        return move.cards != 0
    if popcount(move.cards) != 1 or move.twice:
        return False
    if move.kind == Kind.LAY:
        return 0 <= meld_number(move.arg) < state.meld_count
    return move.kind == Kind.DISCARD and move.arg == 0


def _check_drawn(state: State, move: Move) -> int:
    if state.phase != Phase.STOCK:
        return violations.NOT_YOUR_TURN
    if move.kind != Kind.DRAW or popcount(move.cards) != 1 or move.twice or move.arg:
        return violations.MALFORMED
    if move.cards & JOKER_CARD and not state.joker:
        return violations.MALFORMED
    return violations.OK if move.cards & state.stock_cards else violations.NOT_HELD


# --- a turn ---------------------------------------------------------------------------------------


def apply(state: State, seat: int, move: Move) -> None:
    """A card drawn or claimed, a pass, a meld, a lay-off or a discard."""
    if seat == CHANCE:
        _draw_remade(state, move.cards)
    elif move.kind == Kind.DRAW:
        _draw(state, seat)
    elif move.kind == Kind.PASS:
        _pass(state, seat)
    elif move.kind == Kind.DISCARD:
        _discard(state, seat, move.cards)
    elif move.kind == Kind.LAY:
        _lay_off(state, seat, move)
    else:
        _lay_meld(state, seat, move)


def _begin_turn(state: State, seat: int) -> None:
    """The turn begins: the discard is claimed or left, and no pon is offered any more."""
    for other in range(state.players):
        state.offered_pon[other] = 0
        state.passed[other] = 0
        state.waiting[other] = 0
        state.held[other] = 0
    state.turn = seat
    state.phase = Phase.MELD
    state.claimed = 0
    state.concealed = 1 - state.opened[seat]  # SB-6.4


def _draw(state: State, seat: int) -> None:
    _begin_turn(state, seat)
    if state.stock_size == 0:
        if state.pile_size < 2 or state.remade == REMADE_AT_MOST:
            finish_void(state)
            return
        _make_stock_anew(state)
    if state.remade:
        state.phase = Phase.STOCK
    else:
        state.stock_size -= 1
        _pick_up(state, seat, 1 << state.stock[state.stock_size])


def _make_stock_anew(state: State) -> None:
    """SB-3.4: the new stock is all discards but the last."""
    state.remade += 1
    state.stock_size = state.pile_size - 1
    state.stock_cards = 0
    for index in range(state.stock_size):
        state.stock_cards |= 1 << state.pile[index]
    state.remade_cards = state.stock_cards
    state.pile[0] = top(state)
    for index in range(1, state.pile_size):
        state.pile[index] = NO_CARD
    state.pile_size = 1
    for seat in range(state.players):
        state.from_remade[seat] = 0


def _draw_remade(state: State, card: int) -> None:
    state.stock_cards ^= card
    state.stock_size -= 1
    state.from_remade[state.turn] += 1
    state.phase = Phase.MELD
    _pick_up(state, state.turn, card)


def _pick_up(state: State, seat: int, card: int) -> None:
    state.hands[seat] |= card
    state.hand_sizes[seat] += 1


def _put_down(state: State, seat: int, cards: int) -> None:
    state.hands[seat] ^= cards
    state.hand_sizes[seat] -= popcount(cards)
    state.from_remade[seat] -= popcount(cards & state.remade_cards)


def _lay_meld(state: State, seat: int, move: Move) -> None:
    """A new meld, of the hand alone or with the discard that is claimed (SB-4.1, SB-4.2)."""
    cards = as_laid(move)
    if move.kind != Kind.MELD:
        _begin_turn(state, seat)
        state.claimed = 1
        cards |= 1 << top(state)
        state.pile_size -= 1
        state.pile[state.pile_size] = NO_CARD
    number = state.meld_count
    state.melds[number] = cards
    state.owners[number] = seat
    state.meld_count += 1
    _lay_down(state, seat, move, number)


def _lay_off(state: State, seat: int, move: Move) -> None:
    number = meld_number(move.arg)
    state.melds[number] |= as_laid(move)
    if state.melds_only:
        state.concealed = 0  # SB-6.4
    _lay_down(state, seat, move, number)


def _lay_down(state: State, seat: int, move: Move, number: int) -> None:
    if move.cards & JOKER_CARD:
        state.joker_meld = number
        state.joker_as = named(move.arg)
    _put_down(state, seat, move.cards)
    state.opened[seat] = 1
    if state.hand_sizes[seat] == 0:
        finish(state, seat)


def _discard(state: State, seat: int, card: int) -> None:
    _put_down(state, seat, card)
    state.pile[state.pile_size] = lowest(card)
    state.pile_size += 1
    state.discarded[seat] |= card
    state.turns += 1
    if state.hand_sizes[seat] == 0:
        finish(state, seat)
        return
    state.discarder = seat
    state.turn = (seat + 1) % state.players  # SB-4.4
    open_claims(state)


def open_claims(state: State) -> None:
    """A discard may be claimed; the seats that could pon it are asked first (SB-4.10)."""
    state.phase = Phase.DRAW
    offer_pon_from(state, 1)


def _pass(state: State, seat: int) -> None:
    state.offered_pon[seat] = 0
    state.passed[seat] = 1
    state.waiting[state.turn] = 0
    state.held[state.turn] = 0
    offer_pon_from(state, (seat - state.discarder) % state.players + 1)


# --- chance ---------------------------------------------------------------------------------------


def chance(state: State) -> int:
    """SB-3.4: each card of a stock made anew is equally likely to be drawn."""
    return state.stock_size if state.phase == Phase.STOCK else 0


def chance_move(state: State, index: int) -> Move:
    """The draw of the card at `index` of the stock, counted from its lowest."""
    return Move(Kind.DRAW, 1 << nth(state.stock_cards, index), 0, 0)


# --- the end --------------------------------------------------------------------------------------


def over(state: State) -> bool:
    """Whether somebody has gone out, or the hand is void."""
    return state.phase == Phase.OVER


def write_returns(state: State, out: list[int]) -> None:
    """What the hand brought each seat (SB-6)."""
    for seat in range(state.players):
        out[seat] = state.result[seat]


def next_first(state: State, _so_far: MatchSoFar) -> int:
    """SB-1.4: the deal passes to the left."""
    return (state.first + 1) % state.players


def winners(options: SevenBridgeOptions, totals: tuple[int, ...], rounds: int) -> tuple[int, ...]:
    """SB-6.5: after the last hand, or at the target, all who have the highest total."""
    best = max(totals)
    reached = -min(totals) if options.losers == "penalty" else best
    if rounds < options.hands and not 0 < options.target <= reached:
        return ()
    return tuple(seat for seat, total in enumerate(totals) if total == best)
