"""What the reason for a move says, checked by the cards themselves: apart from the players that make reasons.

Each code of a game has a function here that raises AssertionError where its sentence is not true. It is given
the view of the seat as it is sent, and what all others hold.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from sevenfold.core import violations
from sevenfold.core.game import AnyGame
from sevenfold.core.legal import legal_moves
from sevenfold.core.match import Match
from sevenfold.core.moves import Move
from sevenfold.core.remarks import Reason
from sevenfold.core.seeded import new_match
from sevenfold.core.written import WrittenMove, take_apart
from sevenfold.games import load_game

RANKS = {
    "lockup": "23456789TJQKA",
    "trump7": "789KTJQ",
    "seven_bridge": "A23456789TJQK",
    "lockseven": "23456789TJQKA",
}


class Told(NamedTuple):
    """A reason, with all that it can be checked by."""

    match: Match[Any, Any]
    view: Any
    seat: int
    move: WrittenMove
    reason: Reason
    others: tuple[str, ...]
    """The cards that the others hold."""

    @property
    def left(self) -> list[str]:
        """The hand without the cards of the move."""
        return list((Counter(self.view.hand) - Counter(self.move.cards)).elements())

    @property
    def trick(self) -> list[str]:
        return [card for pile in self.view.table for card in pile.cards]

    @property
    def leads(self) -> bool:
        return self.view.leader == self.seat and not self.view.table

    def higher(self, cards: Any, card: str) -> list[str]:
        """Those of the suit that are higher than a card."""
        ranks = RANKS[self.match.game.meta.name]
        return [one for one in cards if one[1] == card[1] and ranks.index(one[0]) > ranks.index(card[0])]


Check = Callable[[Told], object]


def always(_told: Told) -> None:
    """What the adviser finds best of all is no statement about the cards."""


def positions(name: str, count: int, seed: int = 0) -> Iterator[tuple[Match[Any, Any], int]]:
    """So many positions of rounds in which every third move is any legal one, and who is to act there."""
    game, dice = load_game(name), random.Random(seed)
    found = 0
    for number in range(count):
        match = new_match(game, seed=1000 * seed + number)
        while not match.round_over:
            seat = match.acting[0]
            seen = match.seen(seat)
            yield match, seat
            found += 1
            if found == count:
                return
            move = game.choose(seen, seat)
            if dice.random() < 1 / 3:
                move = dice.choice(tried(game, seen, seat))
            match.play(seat, move)


def tried(game: AnyGame, seen: Any, seat: int) -> list[Move]:
    """Legal moves: those that a search tries, and where they can be listed some others."""
    listed = islice(legal_moves(game.rules, seen, seat), 8) if game.rules.is_listed(seen) else ()
    moves = (game.choose(seen, seat), *listed, *game.candidates(seen, seat))
    return [move for move in dict.fromkeys(moves) if game.rules.check(seen, seat, move) == violations.OK]


def check_reasons(name: str, count: int, seed: int = 0) -> Counter[str]:
    """Check what is said in so many positions; returns how often each code was told."""
    told: Counter[str] = Counter()
    for match, seat in positions(name, count, seed):
        for one in reasons_in(match.game, match, seat):
            told[one.reason.code] += 1
            try:
                CHECKS[name][one.reason.code](one)
            except AssertionError as error:
                raise AssertionError(f"{one.reason} for {one.move.text}: {one.view}") from error
    return told


def reasons_in(game: AnyGame, match: Match[Any, Any], seat: int) -> Iterator[Told]:
    """What is said here of the player's move, of those that a search tries, and of a few others."""
    seen = match.seen(seat)
    view = game.shown(seen, seat)
    others = tuple(
        card
        for other in range(match.players)
        if other != seat
        for card in game.shown(match.seen(other), other).hand or ()
    )
    for move in dict.fromkeys((game.choose(seen, seat), *tried(game, seen, seat)[:12])):
        reason = None if game.reasons is None else game.reasons.explain(seen, seat, move)
        if reason is not None:
            yield Told(match, view, seat, take_apart(game.notation.write(move)), reason, others)


# --- Lockup -------------------------------------------------------------------------------------------


def clubs_in(told: Told) -> int:
    return sum(card[1] == "C" for card in (*told.trick, *told.move.cards))


def is_ahead(told: Told) -> bool:
    """Whether the card takes the trick as it lies (LU-3.2)."""
    (card,) = told.move.cards
    return (told.leads or card[1] == told.trick[0][1]) and not told.higher(told.trick, card)


def lu_takes(told: Told) -> None:
    assert is_ahead(told)
    assert told.reason.count in (None, clubs_in(told))
    assert (told.reason.code == "takes_clubs") == (clubs_in(told) > 0)


def lu_may_take(told: Told) -> None:
    assert is_ahead(told)


def lu_only(told: Told) -> None:
    game, seen = told.match.game, told.match.seen(told.seat)
    assert len(list(islice(legal_moves(game.rules, seen, told.seat), 2))) == 1


def lu_ducks_clubs(told: Told) -> None:
    assert told.reason.count == clubs_in(told) > 0
    assert not is_ahead(told) or told.higher(told.others, told.move.cards[0])


def lu_gives_club(told: Told) -> None:
    assert told.move.cards[0][1] == "C" != told.trick[0][1]


def lu_low_lead(told: Told) -> None:
    assert told.leads
    assert told.higher(told.left, told.move.cards[0])


def lu_cheap(told: Told) -> None:
    assert clubs_in(told) == 0 or told.leads


# --- Trump 7 ------------------------------------------------------------------------------------------


def t7_suit(told: Told, card: str) -> str:
    """T7-4.4: the joker is one of the trumps."""
    return told.view.trump if card == "JK" else card[1]


def t7_points(told: Told, cards: Any) -> int:
    """T7-1.2: the joker and the seven of trumps have points too, so the game's own table is asked."""
    from sevenfold.games.trump7.scoring import card_points
    from sevenfold.games.trump7.state import PACK

    mask = sum(1 << PACK.names.index(card) for card in cards)
    return card_points(mask, told.match.state.trump)


def t7_strong_suit(told: Told) -> None:
    suits = Counter(card[1] for card in told.view.hand if card != "JK")
    assert suits[told.move.arg or ""] + ("JK" in told.view.hand) >= 2
    assert told.reason.suit == told.move.arg


def t7_safe_points(told: Told) -> None:
    assert told.reason.count == t7_points(told, told.move.cards) > 0


def t7_void(told: Told) -> None:
    suit = told.reason.suit
    assert suit != told.view.trump
    assert any(card[1] == suit for card in told.move.cards)
    left = [t7_suit(told, card) for card in told.left]
    assert suit not in left
    assert told.view.trump in left


def t7_weak_pair(told: Told) -> None:
    assert t7_points(told, told.move.cards) == 0


def t7_wins_now(told: Told) -> bool:
    """T7-4.3, T7-5.2: the joker, else the highest trump, else the highest of the suit led."""
    (card,) = told.move.cards
    if card == "JK":
        return True
    rivals = told.trick
    if "JK" in rivals:
        return False
    trumps = [one for one in rivals if one[1] == told.view.trump]
    if card[1] == told.view.trump:
        return not told.higher(trumps, card)
    return not trumps and (told.leads or card[1] == told.view.suit_led) and not told.higher(rivals, card)


def t7_takes(told: Told) -> None:
    assert t7_wins_now(told)
    assert told.reason.count == t7_points(told, (*told.trick, *told.move.cards))


def t7_side_takes(told: Told) -> None:
    assert told.seat != told.view.player
    assert told.reason.count == t7_points(told, told.move.cards)


def t7_draws_trumps(told: Told) -> None:
    assert told.leads
    assert told.seat == told.view.player
    assert t7_suit(told, told.move.cards[0]) == told.view.trump


def t7_gives_little(told: Told) -> None:
    assert told.reason.count == t7_points(told, told.move.cards)


def t7_stays_under(told: Told) -> None:
    assert told.view.leaster
    assert not told.leads
    assert not t7_wins_now(told)


# --- Seven Bridge -------------------------------------------------------------------------------------


def sb_meld(cards: Any) -> bool:
    """SB-2.1, SB-2.2: three or more of a rank, or in order in one suit; a seven is a meld by itself."""
    ranks = sorted(RANKS["seven_bridge"].index(card[0]) for card in cards)
    if len(set(ranks)) == 1:
        return len(cards) >= 3 or cards[0][0] == "7"
    run = len({card[1] for card in cards}) == 1 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    return run and (len(cards) >= 3 or any(card[0] == "7" for card in cards))


def sb_goes_out(told: Told) -> None:
    assert told.left == []


def sb_claims(told: Told) -> None:
    assert sb_meld([told.view.discard, *told.move.cards])


def sb_draws(told: Told) -> None:
    assert told.view.discard is not None


def sb_holds_back(told: Told) -> None:
    assert not told.view.opened[told.seat], "SB-6.4: only who has laid nothing wins concealed"
    kept = told.left
    assert 0 < (told.reason.count or 0) <= len(kept)
    ranks = RANKS["seven_bridge"]
    of_rank = Counter(card[0] for card in kept)
    runs = any(
        all(f"{ranks[low + step]}{suit}" in kept for step in range(3))
        for suit in "CDHS"
        for low in range(len(ranks) - 2)
    )
    assert "7" in of_rank or max(of_rank.values()) >= 3 or runs


def sb_discards_high(told: Told) -> None:
    assert (told.reason.count or 0) >= 10
    assert told.move.kind == "discard"


# --- LockSeven ----------------------------------------------------------------------------------------


def ls_points(cards: Any) -> int:
    """LS-1.3: a five is 5 points, a ten and a king are 10."""
    return sum({"5": 5, "T": 10, "K": 10}.get(card[0], 0) for card in cards)


def ls_trump(card: str, trump: str) -> bool:
    """LS-5.1: sevens and jokers are always trumps."""
    return card[0] == "7" or card in ("RJ", "BJ") or card[1] == trump


def ls_calls(told: Told) -> None:
    suit = told.reason.suit or ""
    assert f"7{suit}" in told.view.hand
    assert (told.reason.code == "calls_early") == (told.view.dealt < 100)
    assert told.reason.count == (len(told.view.hand) if told.view.dealt < 100 else None)
    strong = sum(ls_trump(card, suit) or card[0] in "AK" for card in told.view.hand)
    assert 3 * strong >= len(told.view.hand)


def ls_waits(told: Told) -> None:
    assert (told.reason.code == "waits_early") == (told.view.dealt < 100)
    assert told.reason.count == (len(told.view.hand) if told.view.dealt < 100 else None)


def ls_pair_held(told: Told) -> None:
    twice = [card for card, held in Counter(told.view.hand).items() if held == 2]
    assert any(card[0] == "7" or card in ("RJ", "BJ") for card in twice)


def ls_buries_points(told: Told) -> None:
    assert told.reason.count == ls_points(told.move.cards) > 0


def ls_buries_suit(told: Told) -> None:
    suit, trump = told.reason.suit or "", told.view.expected_trump or ""
    assert suit != trump
    assert any(card[1] == suit and not ls_trump(card, trump) for card in told.move.cards)
    assert not any(card[1] == suit and not ls_trump(card, trump) for card in told.left)
    assert any(ls_trump(card, trump) for card in told.left)


def ls_sure(told: Told) -> None:
    """By all hands: no single of the suit is higher, and no pair where a pair is led."""
    cards, trump = told.move.cards, told.view.trump
    if any(ls_trump(card, trump) for card in cards) or len(set(cards)) > 1:
        return
    rivals = [card for card in told.others if not ls_trump(card, trump)]
    higher = told.higher(rivals, cards[0])
    if len(cards) == 1:
        assert higher == []


def ls_draws_trumps(told: Told) -> None:
    assert told.leads
    assert all(ls_trump(card, told.view.trump) for card in told.move.cards)
    assert any(ls_trump(card, told.view.trump) for card in told.others)
    assert told.view.roles[told.seat] in ("host", "partner") or told.view.known_partner is not None


def ls_takes(told: Told) -> None:
    assert told.reason.count == ls_points((*told.trick, *told.move.cards))


def ls_own_points(told: Told) -> None:
    assert told.reason.count == ls_points(told.move.cards)


CHECKS: dict[str, dict[str, Check]] = {
    "lockup": {
        "only": lu_only,
        "takes": lu_takes,
        "takes_clubs": lu_takes,
        "may_take": lu_may_take,
        "ducks_clubs": lu_ducks_clubs,
        "gives_club": lu_gives_club,
        "low_lead": lu_low_lead,
        "cheap": lu_cheap,
    },
    "trump7": {
        "only": lu_only,
        "strong_suit": t7_strong_suit,
        "no_strong_suit": always,
        "safe_points": t7_safe_points,
        "void": t7_void,
        "weak_pair": t7_weak_pair,
        "takes": t7_takes,
        "side_takes": t7_side_takes,
        "draws_trumps": t7_draws_trumps,
        "gives_little": t7_gives_little,
        "best_card": always,
        "stays_under": t7_stays_under,
        "costs_least": always,
    },
    "seven_bridge": {
        "goes_out": sb_goes_out,
        "melds": always,
        "lays_off": always,
        "claims": sb_claims,
        "draws": sb_draws,
        "passes": sb_draws,
        "holds_back": sb_holds_back,
        "discards_high": sb_discards_high,
        "discards_loose": always,
    },
    "lockseven": {
        "calls": ls_calls,
        "calls_early": ls_calls,
        "waits": ls_waits,
        "waits_early": ls_waits,
        "anti_calls": ls_pair_held,
        "no_anti_call": ls_pair_held,
        "concedes": always,
        "alone": always,
        "hides": always,
        "buries_points": ls_buries_points,
        "buries_suit": ls_buries_suit,
        "buries_weak": always,
        "sure": ls_sure,
        "draws_trumps": ls_draws_trumps,
        "best_lead": always,
        "takes": ls_takes,
        "side_takes": ls_own_points,
        "gives_little": ls_own_points,
        "gives_away": ls_own_points,
    },
}
