"""The rules of Trump 7, in the order in which a deal is played. Numbers are those of README.md."""

from sevenfold.cards.masks import lowest, popcount
from sevenfold.cards.pack import Pack
from sevenfold.core import tricks, violations
from sevenfold.core.deal import Deal, DealError, MatchSoFar, check_deal, check_equal_hands
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.tricks import NO_SUIT, NOBODY
from sevenfold.games.trump7.meta import Trump7Options
from sevenfold.games.trump7.refusals import Violation
from sevenfold.games.trump7.scoring import card_points, write_leaster_score, write_player_score
from sevenfold.games.trump7.state import (
    JOKER,
    JOKER_CARD,
    PACK,
    PACK_CARDS,
    RANKS,
    SEATS,
    SUIT_CARDS,
    SUITS,
    Kind,
    Phase,
    State,
)

HAND_SIZE = 9
WIDOW_SIZE = 2


# --- the deal -------------------------------------------------------------------------------------


def pack(_options: Trump7Options) -> Pack:
    """T7-1.1: 29 cards."""
    return PACK


def hand_size(_options: Trump7Options, _players: int) -> int:
    """T7-1.3: nine cards each."""
    return HAND_SIZE


def start(options: Trump7Options, players: int, deal: Deal, first: int, so_far: MatchSoFar) -> State:
    """The bidding, begun by eldest hand, `first`. Raises DealError."""
    check_hands(deal, players, first)
    if len(deal.rest) != WIDOW_SIZE:
        raise DealError(f"the widow is two cards (T7-1.3); here {len(deal.rest)} are left")
    state = empty_state(options, players)
    apply_deal(state, deal, first, so_far)
    return state


def check_hands(deal: Deal, players: int, first: int) -> None:
    """Raise DealError unless the pack has the cards and each player has equally many, one at least."""
    check_deal(PACK, deal, players, first)
    check_equal_hands(deal)
    if not deal.hands[0]:
        raise DealError("each player needs a card at least")


def empty_state(_options: Trump7Options, _players: int) -> State:
    """No cards yet."""
    return State()


def apply_deal(state: State, deal: Deal, first: int, _so_far: MatchSoFar) -> None:
    """Deal the cards to the hands and the widow; eldest hand is to bid."""
    begin_deal(state, deal, first)
    for kind in deal.rest:
        state.widow |= 1 << kind
    state.phase = Phase.BID
    state.turn = first


def begin_deal(state: State, deal: Deal, first: int) -> None:
    """The hands as dealt, before the bidding."""
    state.first = first
    tricks.deal_hands(state, deal)
    state.tricks_left = state.hand_sizes[0]


# --- what may be done -----------------------------------------------------------------------------


def acting(state: State) -> int:
    """The seat whose turn it is, as a mask."""
    return 0 if state.phase == Phase.OVER else 1 << state.turn


def suit_cards(state: State, suit: int) -> int:
    """The cards of a suit; the joker is one of the trumps (T7-4.4), and of no suit in a leaster."""
    cards = SUIT_CARDS << suit * RANKS
    return cards | JOKER_CARD if suit == state.trump else cards


def unseen_cards(state: State, seat: int) -> int:
    """The cards that a seat has not seen (T7-2.5)."""
    seen = state.hands[seat] | state.discards[seat] | state.discards_shown | state.widow_shown
    for played in state.played:
        seen |= played
    return PACK_CARDS & ~seen


def cards_that_follow(state: State) -> int:
    """The cards that a hand with the suit led may play: that suit, and in a leaster the joker (T7-5.2)."""
    cards = suit_cards(state, state.suit_led)
    return cards | JOKER_CARD if state.leaster else cards


def playable(state: State, seat: int) -> int:
    """The cards that the seat, whose turn it is, may play (T7-4.1, T7-4.2, T7-5.2, T7-5.4)."""
    hand = state.hands[seat]
    if seat == state.leader:
        return hand
    if not hand & suit_cards(state, state.suit_led):
        return hand
    return hand & cards_that_follow(state)


def check(state: State, seat: int, move: Move) -> int:
    """OK, or the first violation of a move in the order of the violations."""
    if state.phase == Phase.OVER:
        return violations.OVER
    if seat == CHANCE or seat != state.turn:
        return violations.NOT_YOUR_TURN
    if state.phase == Phase.BID:
        return _check_bid(move)
    if state.phase == Phase.DISCARD:
        return _check_discards(state, seat, move)
    return _check_card(state, seat, move)


def _check_bid(move: Move) -> int:
    names_cards = move.cards or move.twice
    passes = move.kind == Kind.PASS and move.arg == 0
    takes = move.kind == Kind.TAKE and 0 <= move.arg < SUITS
    return violations.OK if (passes or takes) and not names_cards else violations.MALFORMED


def _check_discards(state: State, seat: int, move: Move) -> int:
    if move.kind != Kind.DISCARD or move.arg != 0:
        return violations.MALFORMED
    if move.twice or move.cards & ~state.hands[seat]:
        return violations.NOT_HELD
    return violations.OK if popcount(move.cards) == WIDOW_SIZE else Violation.T7_2_3


def _check_card(state: State, seat: int, move: Move) -> int:
    if move.kind != Kind.PLAY or popcount(move.cards) != 1 or move.twice:
        return violations.MALFORMED
    if not 0 <= move.arg <= SUITS:
        return violations.MALFORMED
    if not move.cards & state.hands[seat]:
        return violations.NOT_HELD
    if not move.cards & playable(state, seat):
        return Violation.T7_4_2
    names_suit = move.arg > 0
    return violations.OK if names_suit == _suit_is_asked(state, seat, move.cards) else Violation.T7_5_3


def _suit_is_asked(state: State, seat: int, card: int) -> bool:
    """T7-5.3: only a joker led in a leaster names a suit."""
    return state.leaster == 1 and seat == state.leader and card == JOKER_CARD


def addable(state: State, seat: int, cards: int, twice: int) -> int:
    """A bid takes no card, the discard two, and a play one."""
    if state.phase == Phase.DISCARD:
        fewer = popcount(cards) < WIDOW_SIZE and not twice and not cards & ~state.hands[seat]
        return state.hands[seat] & ~cards if fewer else 0
    return playable(state, seat) if state.phase == Phase.PLAY and cards == 0 else 0


def count_moves(state: State, seat: int, cards: int, twice: int) -> int:
    """How many legal moves take exactly these cards; a joker led in a leaster has one for each suit."""
    if check(state, seat, nth_move(state, seat, cards, twice, 0)) != violations.OK:
        return 0
    if state.phase == Phase.BID:
        return 1 + SUITS
    return SUITS if _suit_is_asked(state, seat, cards) else 1


def nth_move(state: State, seat: int, cards: int, twice: int, index: int) -> Move:
    """The pass is first, then the suits from the highest."""
    suit = SUITS - index
    if state.phase == Phase.BID:
        return Move(Kind.TAKE, cards, twice, suit) if index else Move(Kind.PASS, cards, twice, 0)
    if state.phase == Phase.DISCARD:
        return Move(Kind.DISCARD, cards, twice, 0)
    return Move(Kind.PLAY, cards, twice, suit if _suit_is_asked(state, seat, cards) else 0)


# --- a move is made -------------------------------------------------------------------------------


def apply(state: State, seat: int, move: Move) -> None:
    """A bid, the discards, or a card to the trick."""
    if move.kind == Kind.PASS:
        _pass(state, seat)
    elif move.kind == Kind.TAKE:
        _take(state, seat, move.arg)
    elif move.kind == Kind.DISCARD:
        _discard(state, seat, move.cards)
    else:
        _play_card(state, seat, move.cards, move.arg)


def _pass(state: State, seat: int) -> None:
    state.turn = (seat + 1) % SEATS
    if state.turn == state.first:
        state.leaster = 1  # T7-2.4
        begin_play(state)


def _take(state: State, seat: int, trump: int) -> None:
    state.player = seat
    state.trump = trump
    state.widow_seen[seat] = state.widow
    state.hands[seat] |= state.widow
    state.hand_sizes[seat] += WIDOW_SIZE
    state.widow = 0
    state.phase = Phase.DISCARD


def _discard(state: State, seat: int, cards: int) -> None:
    state.hands[seat] ^= cards
    state.hand_sizes[seat] -= WIDOW_SIZE
    state.discards[seat] = cards
    begin_play(state)


def begin_play(state: State) -> None:
    """T7-4.1: eldest hand leads to the first trick."""
    state.phase = Phase.PLAY
    state.leader = state.first
    state.turn = state.first


def _play_card(state: State, seat: int, card: int, named: int) -> None:
    kind = lowest(card)
    if seat == state.leader:
        state.suit_led = _suit_to_follow(state, kind, named)
    elif tricks.shows_void(card, cards_that_follow(state)):
        state.lacks[seat] |= suit_cards(state, state.suit_led)
    tricks.lay(state, seat, kind)
    state.played[seat] |= card
    state.turn = (seat + 1) % SEATS
    if state.turn == state.leader:
        _take_trick(state)


def _suit_to_follow(state: State, kind: int, named: int) -> int:
    if kind != JOKER:
        return kind // RANKS
    return named - 1 if state.leaster else state.trump


def trump_cards(state: State) -> int:
    """T7-4.4, T7-5.2: the trumps; in a leaster the joker alone."""
    return suit_cards(state, state.trump) if state.trump != NO_SUIT else JOKER_CARD


def taking_card(state: State, led: int, cards: int) -> int:
    """T7-4.3, T7-5.2: the joker, else the highest trump, else the highest card of the suit led."""
    return tricks.winning_card(cards, trump_cards(state), suit_cards(state, led))


def winning_seat(state: State) -> int:
    """Who takes the trick as it lies; NOBODY before the lead."""
    if state.suit_led == NO_SUIT:
        return NOBODY
    best = taking_card(state, state.suit_led, tricks.trick_cards(state.trick))
    return tricks.seat_that_played(state.trick, best)


def stake(state: State) -> int:
    """T7-3.1: the points of the cards that lie in the trick."""
    return card_points(tricks.trick_cards(state.trick), state.trump)


def _take_trick(state: State) -> None:
    taker = winning_seat(state)
    state.points[taker] += stake(state)
    tricks.take(state, taker)
    state.last_own_trick[taker] = state.tricks[0] + state.tricks[1] + state.tricks[2] - 1
    state.tricks_left -= 1
    if state.tricks_left == 0:
        _finish(state)


def _finish(state: State) -> None:
    """T7-2.5: the widow and the discards are shown."""
    state.phase = Phase.OVER
    state.leader = NOBODY
    state.turn = NOBODY
    state.widow_shown = state.widow
    if state.player != NOBODY:
        state.widow_shown = state.widow_seen[state.player]
        state.discards_shown = state.discards[state.player]


# --- chance, and the end --------------------------------------------------------------------------


def over(state: State) -> bool:
    """Whether all tricks have been played."""
    return state.phase == Phase.OVER


def write_returns(state: State, out: list[int]) -> None:
    """What the deal brought each seat (sections 6 and 7)."""
    if state.leaster:
        write_leaster_score(state, out)
    else:
        write_player_score(state, out)


def next_first(state: State, _so_far: MatchSoFar) -> int:
    """T7-1.4: the deal passes to the right, and so does eldest hand."""
    return (state.first + 1) % SEATS


def winners(options: Trump7Options, totals: tuple[int, ...], rounds: int) -> tuple[int, ...]:
    """T7-1.5: after the last deal the highest total, shared or not."""
    if rounds < options.deals:
        return ()
    return tuple(seat for seat, total in enumerate(totals) if total == max(totals))
