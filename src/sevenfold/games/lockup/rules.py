"""The rules of Lockup, in the order in which a round is played. Numbers are those of README.md."""

from sevenfold.cards.masks import lowest, nth, popcount
from sevenfold.cards.pack import Pack
from sevenfold.core import tricks, violations
from sevenfold.core.deal import Deal, DealError, MatchSoFar, check_deal, check_equal_hands
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.tricks import NO_SUIT, NOBODY
from sevenfold.games.lockup.meta import LockupOptions
from sevenfold.games.lockup.refusals import Violation
from sevenfold.games.lockup.state import (
    CLUB_CARDS,
    CLUBS,
    NOT_SHOWN,
    PACK,
    PICTURES,
    RANKS,
    SEATS,
    SUIT_CARDS,
    SUITS,
    Kind,
    Phase,
    State,
)

# --- the deal -------------------------------------------------------------------------------------


def pack(_options: LockupOptions) -> Pack:
    """LU-1.1: 52 cards, ace high."""
    return PACK


def hand_size(_options: LockupOptions, _players: int) -> int:
    """LU-1.3: thirteen cards each."""
    return RANKS


def start(options: LockupOptions, players: int, deal: Deal, first: int, so_far: MatchSoFar) -> State:
    """The round after the deal: `first` leads (LU-1.4). Raises DealError."""
    check_deal(PACK, deal, players, first)
    check_equal_hands(deal)
    if deal.rest:
        raise DealError(f"in Lockup no card is left over; here {PACK.write(deal.rest)} would be")
    state = empty_state(options, players)
    apply_deal(state, deal, first, so_far)
    return state


def empty_state(options: LockupOptions, _players: int) -> State:
    """The options, and no cards yet."""
    return State(any_club=int(options.picture_club == "any"), at_once=int(options.lockup_loss == "at_once"))


def apply_deal(state: State, deal: Deal, first: int, _so_far: MatchSoFar) -> None:
    """Deal the cards to the hands."""
    state.first = first
    state.leader = first
    tricks.deal_hands(state, deal)
    state.tricks_left = state.hand_sizes[0]
    _settle(state)


# --- whose turn, and what may be played -----------------------------------------------------------


def acting(state: State) -> int:
    """The seat whose turn it is, as a mask."""
    return 1 << state.turn if state.phase == Phase.PLAY else 0


def playable(state: State, seat: int) -> int:
    """The cards that the seat, whose turn it is, may play (LU-2, LU-3.1 to LU-3.3)."""
    hand = state.hands[seat]
    if seat == state.leader:
        return hand & ~CLUB_CARDS or hand  # LU-2.1, LU-2.2
    following = tricks.may_follow(hand, SUIT_CARDS << state.suit_led * RANKS)
    if following == hand:
        return hand  # LU-3.3
    return following | hand & clubs_let_in(state, tricks.trick_cards(state.trick))


def clubs_let_in(state: State, table: int) -> int:
    """LU-3.2: the clubs that the pictures on the table let in beside the suit led."""
    pictures = 0
    for suit in range(SUITS):
        pictures |= table >> suit * RANKS & PICTURES
    if state.any_club and pictures:
        return CLUB_CARDS
    return pictures << CLUBS * RANKS


def check(state: State, seat: int, move: Move) -> int:
    """OK, or the first violation of a move in the order of the violations."""
    if state.phase == Phase.OVER:
        return violations.OVER
    if seat == CHANCE:
        return _check_loss(state, move)
    if state.phase != Phase.PLAY or seat != state.turn:
        return violations.NOT_YOUR_TURN
    if move.kind != Kind.PLAY or popcount(move.cards) != 1 or move.twice:
        return violations.MALFORMED
    if not move.cards & state.hands[seat]:
        return violations.NOT_HELD
    if move.cards & playable(state, seat):
        return violations.OK
    return Violation.LU_2_1 if seat == state.leader else Violation.LU_3_1


def _check_loss(state: State, move: Move) -> int:
    if state.phase != Phase.LOSE:
        return violations.NOT_YOUR_TURN
    if move.kind != Kind.LOSE or popcount(move.cards) != 1 or move.twice:
        return violations.MALFORMED
    if not 0 <= move.arg < SEATS or state.owed[move.arg] == 0:
        return violations.MALFORMED
    return violations.OK if move.cards & state.hands[move.arg] else violations.NOT_HELD


def addable(state: State, seat: int, cards: int, _twice: int) -> int:
    """A move is one card: any playable card may be chosen first, and nothing after it."""
    return playable(state, seat) if cards == 0 else 0


def count_moves(state: State, seat: int, cards: int, twice: int) -> int:
    """A card that may be played is one move."""
    is_card = popcount(cards) == 1 and twice == 0
    return 1 if is_card and cards & playable(state, seat) else 0


def nth_move(_state: State, _seat: int, cards: int, twice: int, _index: int) -> Move:
    """The play of that card."""
    return Move(Kind.PLAY, cards, twice, 0)


# --- a card is played, a trick taken, lockup --------------------------------------------------------


def apply(state: State, seat: int, move: Move) -> None:
    """A card to the trick, or a card lost."""
    if seat == CHANCE:
        _lose_card(state, move.arg, move.cards)
    else:
        _play_card(state, seat, move.cards)


def _play_card(state: State, seat: int, card: int) -> None:
    kind = lowest(card)
    if seat == state.leader:
        state.suit_led = kind // RANKS
    _note_lacks(state, seat, card)
    tricks.lay(state, seat, kind)
    state.played |= card
    state.turn = _next_in_trick(state, seat)
    if state.turn == NOBODY:
        _take_trick(state)


def _note_lacks(state: State, seat: int, card: int) -> None:
    """Note the suits that a play shows its seat to lack (LU-2.1, LU-3.1, LU-3.2)."""
    if seat == state.leader:
        if card & CLUB_CARDS:
            for suit in range(CLUBS + 1, SUITS):
                _note_lack(state, seat, suit)
        return
    if not tricks.shows_void(card, SUIT_CARDS << state.suit_led * RANKS):
        return
    if tricks.shows_void(card, clubs_let_in(state, tricks.trick_cards(state.trick))):
        _note_lack(state, seat, state.suit_led)


def _note_lack(state: State, seat: int, suit: int) -> None:
    if state.lacks[seat * SUITS + suit] == NOT_SHOWN:
        state.lacks[seat * SUITS + suit] = state.lost_sizes[seat]


def _next_in_trick(state: State, seat: int) -> int:
    """LU-5.2: the next seat that plays to this trick; NOBODY when all have."""
    for step in range(1, SEATS):
        following = (seat + step) % SEATS
        if following == state.leader:
            return NOBODY
        if state.locked[following] == 0:
            return following
    return NOBODY


def winning_seat(state: State) -> int:
    """LU-4.1: who takes the trick as it lies; NOBODY before the lead."""
    if state.suit_led == NO_SUIT:
        return NOBODY
    following = SUIT_CARDS << state.suit_led * RANKS
    best = tricks.winning_card(tricks.trick_cards(state.trick), 0, following)
    return tricks.seat_that_played(state.trick, best)


def clubs_in_trick(state: State) -> int:
    """LU-5.1: for how many tricks the trick as it lies locks up whoever takes it."""
    return popcount(tricks.trick_cards(state.trick) & CLUB_CARDS)


def _take_trick(state: State) -> None:
    clubs = clubs_in_trick(state)
    tricks.take(state, winning_seat(state))  # LU-4.2
    _count_down(state)
    state.locked[state.taker] = clubs  # LU-5.1
    if state.at_once:
        state.owed[state.taker] = min(clubs, state.hand_sizes[state.taker])  # LU-5.3, LU-5.8
    _open_trick(state)
    _settle(state)


def _count_down(state: State) -> None:
    """A trick is over, played or passed: each seat that is locked up has one less to sit out."""
    state.tricks_left -= 1
    for seat in range(SEATS):
        if state.locked[seat] > 0:
            state.locked[seat] -= 1


def _open_trick(state: State) -> None:
    """Find the leader (LU-4.3, LU-5.4, LU-5.6); under each_trick whoever sits out owes a card (LU-5.3)."""
    state.leader = NOBODY
    for step in range(SEATS):
        seat = (state.taker + step) % SEATS
        if state.locked[seat] == 0:
            state.leader = seat
            break
    if not state.at_once and state.tricks_left > 0:
        for seat in range(SEATS):
            state.owed[seat] = 1 if state.locked[seat] > 0 else 0


def _settle(state: State) -> None:
    """Go on to a loss by chance, a lead, or the end. While all are locked up, tricks pass (LU-5.6)."""
    while True:
        if state.tricks_left == 0:
            _finish(state)
            return
        if _anything_owed(state):
            state.phase = Phase.LOSE
            return
        if state.leader != NOBODY:
            state.phase = Phase.PLAY
            state.turn = state.leader
            return
        state.passed += 1
        _count_down(state)
        _open_trick(state)


def _anything_owed(state: State) -> bool:
    for owed in state.owed:
        if owed > 0:
            return True
    return False


def _lose_card(state: State, seat: int, card: int) -> None:
    state.hands[seat] ^= card
    state.hand_sizes[seat] -= 1
    state.lost[seat] |= card
    state.lost_sizes[seat] += 1
    state.owed[seat] -= 1
    _settle(state)


def _finish(state: State) -> None:
    """LU-5.7: lockup ends with the round."""
    state.phase = Phase.OVER
    state.leader = NOBODY
    state.turn = NOBODY
    for seat in range(SEATS):
        state.locked[seat] = 0
        state.owed[seat] = 0


# --- chance ---------------------------------------------------------------------------------------


def _first_owing(state: State) -> int:
    for seat in range(SEATS):
        if state.owed[seat] > 0:
            return seat
    return NOBODY  # pragma: no cover  # it is asked only while a seat owes cards


def chance(state: State) -> int:
    """LU-5.3: each card of the hand is equally likely to be lost; the lowest seat that owes comes first."""
    return state.hand_sizes[_first_owing(state)] if state.phase == Phase.LOSE else 0


def chance_move(state: State, index: int) -> Move:
    """The loss of the card at `index` of the hand, counted from its lowest."""
    seat = _first_owing(state)
    return Move(Kind.LOSE, 1 << nth(state.hands[seat], index), 0, seat)


# --- the end --------------------------------------------------------------------------------------


def over(state: State) -> bool:
    """Whether all tricks have been played or passed (LU-1.3)."""
    return state.phase == Phase.OVER


def write_returns(state: State, out: list[int]) -> None:
    """LU-6.1: the tricks taken."""
    for seat in range(SEATS):
        out[seat] = state.tricks[seat]


def next_first(state: State, _so_far: MatchSoFar) -> int:
    """LU-1.4: the player to the left of the one who led this round."""
    return (state.first + 1) % SEATS


def winners(options: LockupOptions, totals: tuple[int, ...], _rounds: int) -> tuple[int, ...]:
    """LU-6.2, LU-6.3: the one player with the highest total, once it has reached the target."""
    best = max(totals)
    leaders = tuple(seat for seat, total in enumerate(totals) if total == best)
    return leaders if best >= options.target and len(leaders) == 1 else ()
