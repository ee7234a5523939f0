"""A match: rounds one after the other, each from a deal to its result, with its log."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Any, Generic, Self

import msgspec

from sevenfold.cards.masks import kinds_of, lowest
from sevenfold.cards.pack import Pack
from sevenfold.core import legal, violations, visibility
from sevenfold.core.choosing import Legal, violation
from sevenfold.core.deal import Deal, RoundNumber
from sevenfold.core.events import standing_events
from sevenfold.core.game import FullState, Game, S, SeenState, V
from sevenfold.core.given import seat_number
from sevenfold.core.ledger import Ledger, Step
from sevenfold.core.log import (
    Dealt,
    Entry,
    Log,
    LogError,
    Played,
    TakenBack,
    read_deal,
    read_seat,
    seat_text,
    write_deal,
    write_hand,
)
from sevenfold.core.moves import CHANCE, Extension, Move
from sevenfold.core.options import Options, read_options, written_options
from sevenfold.core.remarks import Decided
from sevenfold.core.shown import table_as_text
from sevenfold.core.views import View
from sevenfold.core.violations import IllegalMove
from sevenfold.errors import SevenfoldError


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """How the match stands. `result` is of the round; None before its end.

    `round_winners` are the seats with the best result of the round: nobody before its end, and where the
    round brought nobody anything. `winners` are those of the match.
    """

    round: int
    result: tuple[int, ...] | None
    results: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    over: bool
    winners: tuple[int, ...]
    next_first: int | None
    round_winners: tuple[int, ...] = ()


class RoundNotOver(SevenfoldError):
    """A new deal was asked for while a round is played, or after the end of the match."""


class Match(Generic[S, V]):
    """A match of one game. `deal` begins a round, `play` makes a move; the log holds both.

    The first round is dealt at once. `totals`, `round_number` and `position` let a match begin in the
    middle, as a scenario does. The ledgers of `viewers` are kept from the beginning; for another viewer the
    match is replayed when they are first asked about. Raises WrongNumberOfSeats, DealError.
    """

    def __init__(
        self,
        game: Game[S, V, Any],
        options: Options,
        players: int,
        deal: Deal,
        first: int,
        *,
        totals: Sequence[int] = (),
        round_number: int = 1,
        position: Mapping[str, object] | None = None,
        viewers: Iterable[int | None] = (),
    ) -> None:
        self.game = game
        self.options = options
        self.players = game.meta.seats(players)
        self.pack: Pack = game.rules.pack(options)
        self.totals = tuple(totals) or (0,) * players
        self.results: tuple[tuple[int, ...], ...] = ()
        self.round_number = round_number
        self.deals = round_number - 1
        """How many deals there were, those thrown in too: the dealer's number of the deal."""
        self.entries: list[Entry] = []
        self.steps: list[Step[S]] = []
        """The moves of this round that stand; a step with `to` where some were taken back."""
        self.taken_back: list[tuple[int, int]] = []
        """For each time that moves of this round were taken back: who asked, and how many moves of theirs
        stood then."""
        self.drawn = 0
        """How many moves chance has made in this deal."""
        self._ledgers = {viewer: Ledger(game, viewer) for viewer in viewers}
        self._begin_again = partial(
            Match[S, V],
            game,
            options,
            players,
            deal,
            first,
            totals=self.totals,
            round_number=round_number,
            position=position,
        )
        if position is None:
            state = self._start(deal, first, round_number)
        else:
            state = game.position.set_up(options, players, deal, first, position)
        self._begin(state, deal, first)

    def _start(self, deal: Deal, first: int, round_number: int) -> S:
        number = RoundNumber(round_number, self.deals + 1)
        return self.game.rules.start(self.options, self.players, deal, first, number)

    def _begin(self, state: S, deal: Deal, first: int) -> None:
        self.state = state
        self.first = first
        self.deals += 1
        self.entries.append(Dealt(first, write_deal(self.pack, deal), write_hand(self.pack, deal.rest)))
        self.round_version = self.version
        for ledger in self._ledgers.values():
            ledger.read(self.steps)
            ledger.begin_round(state, self.round_number)
        self.steps, self.taken_back = [], []
        self.drawn = 0
        self._note_end()

    def __repr__(self) -> str:
        return (
            f"<{type(self).__name__} of {self.game.meta.name}: round {self.round_number}, "
            f"{len(self.steps)} moves, scores {' '.join(map(str, self.totals))}>"
        )

    def __str__(self) -> str:
        """The table in text with all hands, as nobody who plays sees it.

        >>> import sevenfold
        >>> match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
        >>> print(match)  # doctest: +ELLIPSIS
        <SeededMatch of lockup: round 1, 0 moves, scores 0 0 0 0>
        → seat 0: 7♠ K♥ 9♥ 5♥ 2♥ 9♦ 6♦ 2♦ K♣ J♣ 8♣ 7♣ 2♣
          seat 1: A♠ K♠ Q♥ J♥ T♥ 3♥ A♦ 8♦ 7♦ T♣ 6♣ 4♣ 3♣
          ...
        """
        views = [self.view(seat) for seat in range(self.players)]
        return f"{self!r}\n{table_as_text(views, self.view(None))}"

    @property
    def version(self) -> int:
        """How many entries the log has; a deal, a move and a move taken back count one each."""
        return len(self.entries)

    def deal(self, deal: Deal, first: int) -> None:
        """Begin the next round. Raises RoundNotOver, DealError."""
        if self.over or not self.game.rules.over(self.state):
            raise RoundNotOver
        round_number = self.round_number + (not self.thrown_in)
        state = self._start(deal, first, round_number)
        self.round_number = round_number
        self._begin(state, deal, first)

    def play(self, seat: int, move: Move) -> Step[S]:
        """Check a move and make it. Raises IllegalMove, and then nothing has changed."""
        self.check(self.state, seat, move)
        before, self.state = self.state, visibility.duplicate(self.state)
        self.game.rules.apply(self.state, seat, move)
        self.entries.append(Played(seat_text(seat), self.game.notation.write(move)))
        step = Step(self.version, seat, move, before, self.state)
        self.steps.append(step)
        self.drawn += seat == CHANCE
        self._note_end()
        return step

    def check(self, state: S, seat: int, move: Move) -> None:
        """Raises IllegalMove unless the seat may make this move in this state of the match, or NoSuchSeat."""
        if refused := self._refusal(state, seat, move):
            raise refused

    def _refusal(self, state: S, seat: int, move: Move) -> IllegalMove | None:
        if seat != CHANCE:
            seat = seat_number(seat, self.players)
        found = violation(self.game.rules, state, seat, move)
        if found == violations.OK:
            return None
        values = self.game.refusals.details(state, seat, move, found)
        return IllegalMove(self.game.violation_name(found), values)

    def copy(self) -> Self:
        """The same match once more, to be played on by itself; quick, since moves made are shared.

        >>> import sevenfold
        >>> match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
        >>> other = match.copy()
        >>> step = other.play(other.acting[0], other.legal(other.acting[0])[0])
        >>> match.version, other.version
        (1, 2)
        """
        made = type(self).__new__(type(self))
        made.__dict__.update(self.__dict__)
        made.state = visibility.duplicate(self.state)
        made.entries, made.steps, made.taken_back = self.entries[:], self.steps[:], self.taken_back[:]
        made._ledgers = {viewer: ledger.copy() for viewer, ledger in self._ledgers.items()}
        return made

    __copy__ = copy

    def take_back(self, seat: int, to: int) -> Step[S]:
        """Set the match back to what it was after entry number `to` of this round, as a seat asked.

        Chance will make the same moves again. A round that is over cannot be reopened, nor a clock turned
        back, and an entry that was taken back itself is no way back. Raises LogError.
        """
        if not self.round_version <= to < self.version or self.round_over:
            raise LogError(f"the match cannot go back to entry {to}")
        stand = bisect_right(self.steps, to, key=attrgetter("version"))
        if to != (self.steps[stand - 1].version if stand else self.round_version):
            raise LogError(f"the match cannot go back to entry {to}, which was taken back itself")
        state = self.steps[stand - 1].after if stand else self.steps[0].before
        if self.game.time(state) != self.game.time(self.state):
            raise LogError(f"the clock cannot be turned back to entry {to}")
        gone = next((each.move for each in self.steps[stand:] if each.to is None), self.steps[stand].move)
        while stand and self.steps[stand - 1].to is not None:
            stand -= 1
        for ledger in self._ledgers.values():
            ledger.read(self.steps)
        claims_open = self.claims_open
        self.state = visibility.duplicate(state)
        self.entries.append(TakenBack(seat_text(seat), to))
        step = Step(self.version, seat, gone, state, self.state, to)
        self.steps[stand:] = [step]
        for ledger in self._ledgers.values():
            ledger.go_back(stand, step, claims_open=claims_open)
        self.taken_back.append((seat, self.moves_of(seat)))
        self.drawn = self.moves_of(CHANCE)
        return step

    def moves_of(self, seat: int) -> int:
        """How many moves of a seat, or of chance, stand in this round."""
        return sum(step.seat == seat and step.to is None for step in self.steps)

    def play_text(self, seat: int, text: str) -> Step[S]:
        """Make a move that is written. Raises IllegalMove."""
        return self.play(seat, self.game.notation.parse(text))

    def _note_end(self) -> None:
        if not self.round_over or self.thrown_in:
            return
        result = tuple(self.game.rules.returns(self.state))
        self.results = (*self.results, result)
        self.totals = tuple(total + won for total, won in zip(self.totals, result, strict=True))

    # --- what can be seen -------------------------------------------------------------------------

    @property
    def round_over(self) -> bool:
        """Whether the round has ended."""
        return self.game.rules.over(self.state)

    @property
    def thrown_in(self) -> bool:
        """Whether the deal was thrown in: then there was no round, and the cards are dealt afresh."""
        return self.game.rules.thrown_in(self.state)

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won the match; nobody while it goes on, and while a round is played."""
        if not self.round_over or self.thrown_in:
            return ()
        return self.game.rules.winners(self.options, self.totals, self.round_number)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.winners)

    @property
    def standing(self) -> Standing:
        """How the match stands."""
        ended = self.round_over
        result = self.results[-1] if ended and not self.thrown_in else None
        return Standing(
            round=self.round_number,
            result=result,
            results=self.results,
            scores=self.totals,
            over=self.over,
            winners=self.winners,
            next_first=self.next_first if ended and not self.over else None,
            round_winners=self._best(result) if result else (),
        )

    def _best(self, result: tuple[int, ...]) -> tuple[int, ...]:
        """The seats with the best result; nobody where the round brought nobody anything."""
        best = max(result, key=lambda points: self.game.meta.sign * points)
        return tuple(seat for seat, points in enumerate(result) if points == best) if any(result) else ()

    @property
    def next_first(self) -> int:
        """`first` of the next round, or of the next deal after one that was thrown in."""
        return self.game.rules.next_first(self.state, RoundNumber(self.round_number, self.deals))

    def decided(self, viewer: int | None) -> Decided | None:
        """The moment that decided the round, as the viewer may know it; None before its end."""
        if self.game.deciding is None or not self.round_over or self.thrown_in:
            return None
        return self.game.deciding.decided(viewer, standing_events(self.ledger(viewer).events()))

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return tuple(kinds_of(self.game.rules.acting(self.state)))

    @property
    def clock(self) -> int:
        """How much has happened by itself in this round, such as cards dealt."""
        return self.game.time(self.state)

    def seen(self, seat: int | None, clock: int | None = None) -> V:
        """The state as far as a seat may see it; None is a spectator. With `clock`, as it was by then.

        Raises NoSuchSeat.
        """
        seat = None if seat is None else seat_number(seat, self.players)
        state = self.state if clock is None else self.game.at_time(self.state, clock)
        return self.game.seen(state, seat)

    def known(self, seat: int | None, clock: int | None = None) -> V:
        """Like `seen`, for reading only: a seat with a ledger gets the ledger's own state, not a copy."""
        if clock is None and seat in self._ledgers:
            return self.ledger(seat).seen
        return self.seen(seat, clock)

    def view(self, seat: int | None, clock: int | None = None) -> View:
        """What a seat sees, as it is sent: who acts, too, is shown only as far as the seat may know it."""
        seen = self.known(seat, clock)
        return self.game.view.show(seen, seat, self.game.rules.acting(seen))

    def extend(self, seat: int, cards: int = 0, twice: int = 0) -> Extension:
        """What the seat may add to these cards; nothing for a seat that is not to act."""
        if seat not in self.acting:
            return Extension(0)
        return legal.extend(self.game.rules, self.known(seat), seat, cards, twice)

    def legal(self, seat: int) -> Legal[V]:
        """The legal moves of a seat now; none for a seat that is not to act.

        They are found as they are asked for, so that it works where they are millions too:

        >>> import random, sevenfold
        >>> match = sevenfold.new_match(sevenfold.load_game("lockseven"), seed=1)
        >>> rng = random.Random(1)
        >>> while not match.round_over:
        ...     seat = match.acting[0]
        ...     step = match.play(seat, match.legal(seat).choice(rng))
        """
        return Legal(self.game.rules, self.seen(seat), seat)

    def why_not(self, seat: int, move: Move) -> IllegalMove | None:
        """Why a move would be refused; None for one that is legal. Nothing is played. Raises NoSuchSeat.

        >>> import sevenfold
        >>> match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
        >>> (seat,) = match.acting
        >>> match.why_not((seat + 1) % 4, match.legal(seat)[0])
        IllegalMove('not_your_turn')
        >>> match.why_not(seat, match.legal(seat)[0]) is None
        True
        """
        return self._refusal(self.state, seat, move)

    @property
    def claims_open(self) -> bool:
        """Whether something may be claimed before play goes on."""
        return self.game.claims_open(self.state)

    def asked(self, seat: int) -> S | None:
        """The state in which the seat is asked for a claim, if all who are asked before it pass; None if it
        is not asked.
        """
        rules, state = self.game.rules, self.state
        while (passing := rules.default_move(state)) is not None:
            first = lowest(rules.acting(state))
            if first == seat:
                return state
            state = visibility.duplicate(state)
            rules.apply(state, first, passing)
        return None

    def ledger(self, viewer: int | None) -> Ledger[S, V]:
        """What a seat, or a spectator (None), has been told so far."""
        if viewer not in self._ledgers:
            self._ledgers[viewer] = self._ledger_from_beginning(viewer)
        ledger = self._ledgers[viewer]
        ledger.read(self.steps)
        return ledger

    def _ledger_from_beginning(self, viewer: int | None) -> Ledger[S, V]:
        again = self._begin_again(viewers=(viewer,))
        for entry in self.entries[1:]:
            again.follow(entry)
        return again.ledger(viewer)

    # --- the log ----------------------------------------------------------------------------------

    @property
    def log(self) -> Log:
        """The match as a value."""
        return Log(
            game=self.game.meta.name,
            rules=self.game.meta.rules_version,
            options=written_options(self.options),
            players=self.players,
            entries=tuple(self.entries),
        )

    def follow(self, entry: Entry) -> None:
        """Do again what an entry of a log says. Raises IllegalMove, DealError, LogError, RoundNotOver."""
        if isinstance(entry, Played):
            self.play_text(read_seat(entry.seat, self.players), entry.move)
        elif isinstance(entry, TakenBack):
            self.take_back(read_seat(entry.seat, self.players), entry.to)
        else:
            self.deal(read_deal(self.pack, entry.deal, entry.rest, self.players), entry.first)


AnyMatch = Match[FullState, SeenState]
"""A match of a game, where it does not matter which."""


def replay(game: Game[S, V, Any], log: Log, viewers: Iterable[int | None] = ()) -> Match[S, V]:
    """The match that a log describes; `viewers` are those of `Match`.

    Raises LogError where the log is not of this game and its rules.
    """
    if (log.game, log.rules) != (game.meta.name, game.meta.rules_version):
        ours = f"{game.meta.name} by rules {game.meta.rules_version}"
        raise LogError(f"the log is of {log.game} by rules {log.rules}; here is {ours}")
    if not log.entries or not isinstance(log.entries[0], Dealt):
        raise LogError("a log begins with a deal")
    options = read_options(game.meta.options, log.options)
    dealt = log.entries[0]
    deal = read_deal(game.rules.pack(options), dealt.deal, dealt.rest, log.players)
    match = Match(game, options, log.players, deal, dealt.first, viewers=viewers)
    for entry in log.entries[1:]:
        match.follow(entry)
    return match
