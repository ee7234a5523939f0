"""A match: rounds one after the other, each from a deal to its result, with its log."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, Self

from sevenfold.cards.pack import Pack
from sevenfold.core import legal
from sevenfold.core.choosing import Legal
from sevenfold.core.deal import Deal, MatchSoFar
from sevenfold.core.game import FullState, Game, S, SeenState, V
from sevenfold.core.given import checked_int, seat_number
from sevenfold.core.ledger import Ledger
from sevenfold.core.log import (
    Dealt,
    Entry,
    Log,
    read_deal,
    write_deal,
    write_hand,
)
from sevenfold.core.moment import Moment
from sevenfold.core.moves import Extension, Move
from sevenfold.core.options import Options, written_options
from sevenfold.core.round import Beginning, Past, Round, RoundNotOver, Rounds
from sevenfold.core.shown import as_html, table_as_text
from sevenfold.core.standing import MatchScore, Standing, best, winners_after
from sevenfold.core.steps import Step
from sevenfold.core.views import View
from sevenfold.core.violations import IllegalMove


class Match(Generic[S, V]):
    """A match of one game. `deal` begins a round, `play` makes a move; the log holds both.

    The first round is dealt at once. `totals`, `round_number`, `carried` and `position` let a match begin in
    the middle, as a scenario does; it is over after round number `last_round`, where one is given. The
    ledgers of `viewers` are kept from the beginning; for another viewer the rounds before are played again
    when they are first asked about. Raises WrongNumberOfSeats, DealError, WrongMemory.

    >>> import sevenfold
    >>> game = sevenfold.load_game("lockup")
    >>> pack = game.rules.pack(game.meta.options())
    >>> hands = tuple(pack.read(hand) for hand in ("AS 2S", "KS 3S", "QS 4S", "JS 5S"))
    >>> match = sevenfold.Match(game, game.meta.options(), 4, sevenfold.Deal(hands), first=0)
    >>> for card in ("AS", "3S", "4S", "5S"):
    ...     step = match.play_text(match.acting[0], card)
    >>> match.acting, match.view(0).hand
    ((0,), ('2S',))
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
        last_round: int | None = None,
        carried: Sequence[int] = (),
        position: Mapping[str, object] | None = None,
        viewers: Iterable[int | None] = (),
    ) -> None:
        self.game = game
        self.options = options
        self.players = game.meta.seats(players)
        self.pack: Pack = game.rules.pack(options)
        self._totals = tuple(totals) or (0,) * players
        """The totals before the first round."""
        self._last_round = last_round
        so_far = game.so_far(players, round_number, scores=self._totals, carried=carried)
        self._first = so_far
        """What was known before the first round."""
        if position is None:
            state = game.rules.start(options, players, deal, first, so_far)
        else:
            state = game.position.set_up(options, players, deal, first, position)
        self.round = Round(self._beginning(so_far, deal, first, 1, state), viewers=viewers)
        """The round that is played, or was played last."""
        self._played_again: tuple[Past[S, V], Round[S, V]] | None = None
        """The last earlier round that was asked for."""

    def _beginning(self, so_far: MatchSoFar, deal: Deal, first: int, entry: int, state: S) -> Beginning[S, V]:
        dealt = Dealt(first, write_deal(self.pack, deal), write_hand(self.pack, deal.rest))
        return Beginning(self.game, self.options, self.players, so_far, deal, first, dealt, entry, state)

    def __repr__(self) -> str:
        return (
            f"<{type(self).__name__} of {self.game.meta.name}: round {self.round_number}, "
            f"{len(self.round.steps)} moves, scores {' '.join(map(str, self.totals))}>"
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

    def _repr_html_(self) -> str:
        """The same as a notebook shows it."""
        return as_html([self.view(seat) for seat in range(self.players)], self.view(None))

    @property
    def version(self) -> int:
        """How many entries the log has; a deal, a move and a move taken back count one each."""
        return self.round.version

    # --- what changes it --------------------------------------------------------------------------

    def deal(self, deal: Deal, first: int) -> None:
        """Begin the next round. Raises RoundNotOver, DealError."""
        if self.over or not self.round_over:
            raise RoundNotOver(over=self.over)
        self.deal_after(self.round.as_past(), deal, first)

    def deal_after(self, past: Past[S, V], deal: Deal, first: int) -> None:
        """Begin the round after one that is known from its log, played here or not. Raises DealError."""
        before, known = past.beginning, past.beginning.so_far
        scores = tuple(map(sum, zip(known.scores, past.result or (0,) * self.players, strict=False)))
        number = known.round + (past.result is not None)
        so_far = self.game.so_far(self.players, number, known.deal + 1, scores, past.carried)
        state = self.game.rules.start(self.options, self.players, deal, first, so_far)
        beginning = self._beginning(so_far, deal, first, before.entry + len(past.entries), state)
        self.round = Round(beginning, (*self.round.earlier, past), self.round.viewers)

    def play(self, seat: int, move: Move) -> Step[S]:
        """Check a move and make it. Whatever is raised, nothing has changed then.

        A text is played by `play_text`. Raises IllegalMove, TextNotMove, EndlessRound, and what the rules
        themselves raise.
        """
        return self.round.play(seat, move)

    def play_text(self, seat: int, text: str) -> Step[S]:
        """Make a move that is written, as `legal` prints them (docs/notation.md). Raises IllegalMove.

        >>> import sevenfold
        >>> match = sevenfold.new_match(sevenfold.load_game("trump7"), seed=7)
        >>> match.legal(0)
        <legal moves of seat 0: pass, take S, take H, take D, take C>
        >>> step = match.play_text(0, "take S")
        """
        return self.play(seat, self.game.notation.parse(text))

    def take_back(self, seat: int, to: int) -> Step[S]:
        """Set the round that is played back, as `Round.take_back` does. Raises LogError."""
        return self.round.take_back(seat, to)

    def apply_entry(self, entry: Entry) -> None:
        """Do again what an entry of a log says. Raises IllegalMove, DealError, LogError, RoundNotOver."""
        if isinstance(entry, Dealt):
            self.deal(read_deal(self.pack, entry.deal, entry.rest, self.players), entry.first)
        else:
            self.round.apply_entry(entry)

    # --- other matches like it --------------------------------------------------------------------

    def copy(self) -> Self:
        """The same match once more, to be played on by itself; quick, since moves made are shared.

        >>> import sevenfold
        >>> match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
        >>> other = match.copy()
        >>> step = other.play(other.acting[0], other.legal(other.acting[0])[0])
        >>> match.version, other.version
        (1, 2)
        """
        return self._with(self.round.copy())

    __copy__ = copy

    def child(self, seat: int, move: Move) -> Self:
        """The match after one more move; this one stays as it is. Raises IllegalMove.

        >>> import sevenfold
        >>> match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
        >>> [match.child(0, move).acting for move in list(match.legal(0))[:2]]
        [(1,), (1,)]
        """
        made = self.copy()
        made.play(seat, move)
        return made

    def at(self, entry: int) -> Self:
        """The match as it was after an entry of the log, numbered from 1, in any round, to be played on by
        itself. Moves that were taken back later stand in it. Raises WrongNumber.

        An earlier round is played again, which takes some milliseconds; the last one asked for is kept.

        >>> import random, sevenfold
        >>> match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
        >>> while not match.round_over:
        ...     step = match.play(match.acting[0], match.legal(match.acting[0]).choice(random.Random(1)))
        >>> then = match.at(5)
        >>> len(then.round.steps), then.version, then.moment(None).view.hand_sizes
        (4, 5, (12, 12, 12, 12))
        """
        number = checked_int("entry", entry, 1, self.version, "the number of an entry of the log")
        return self._with(self._round_at(number).until(number))

    def redealt(self, deal: Deal) -> Self:
        """The match as if these cards had been dealt in the round that is played, before any move of it.

        Raises DealError.

        >>> import sevenfold
        >>> match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
        >>> other = match.redealt(sevenfold.Deal(match.round.deal.hands[::-1]))
        >>> other.view(0).hand == match.view(3).hand, other.version
        (True, 1)
        """
        round_ = self.round
        state = self.game.rules.start(self.options, self.players, deal, round_.first, round_.so_far)
        beginning = self._beginning(round_.so_far, deal, round_.first, round_.dealt_at, state)
        return self._with(Round(beginning, round_.earlier))

    def _with(self, round_: Round[S, V]) -> Self:
        made = type(self).__new__(type(self))
        made.__dict__.update(self.__dict__)
        made.round = round_
        return made

    def _round_at(self, entry: int) -> Round[S, V]:
        """The round to which an entry of the log belongs."""
        earlier = self.round.earlier
        index = bisect_right(earlier, entry, key=_dealt_at) - (entry < self.round.dealt_at)
        if index == len(earlier):
            return self.round
        if self._played_again is None or self._played_again[0] is not earlier[index]:
            self._played_again = earlier[index], self.rounds[index]
        return self._played_again[1]

    @property
    def rounds(self) -> Rounds[S, V]:
        """All rounds so far, the one that is played last.

        >>> import random, sevenfold
        >>> match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
        >>> while not match.round_over:
        ...     step = match.play(match.acting[0], match.legal(match.acting[0]).choice(random.Random(1)))
        >>> match.next_round()
        >>> len(match.rounds), match.rounds[0].result == match.results[0], match.rounds[-1] is match.round
        (2, True, True)
        """
        return Rounds(self.round)

    # --- what can be seen -------------------------------------------------------------------------

    @property
    def state(self) -> S:
        """The state now, with all that is hidden."""
        return self.round.state

    @property
    def round_number(self) -> int:
        """Which round of the match is played, the first being 1."""
        return self.round.so_far.round

    @property
    def deals(self) -> int:
        """How many deals there were, those thrown in too: the dealer's number of the deal."""
        return self.round.so_far.deal

    @property
    def round_over(self) -> bool:
        """Whether the round has ended."""
        return self.round.over

    @property
    def thrown_in(self) -> bool:
        """Whether the deal was thrown in: then there was no round, and the cards are dealt afresh."""
        return self.round.thrown_in

    @property
    def results(self) -> tuple[tuple[int, ...], ...]:
        """What each round brought each seat, without deals that were thrown in."""
        results = (*(past.result for past in self.round.earlier), self.round.result)
        return tuple(result for result in results if result is not None)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat so far."""
        return self._added_up(self.results)

    @property
    def score(self) -> MatchScore:
        """How the match stood before this round, for players that play to win it."""
        had = tuple(past.result for past in self.round.earlier if past.result is not None)
        return MatchScore(self.options, self._added_up(had), self.round_number - 1, self._last_round)

    def _added_up(self, results: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
        return tuple(map(sum, zip(self._totals, *results, strict=True))) if results else self._totals

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won the match; nobody while it goes on, and while a round is played."""
        if not self.round_over or self.thrown_in:
            return ()
        return winners_after(self.game, self.options, self.totals, self.round_number, self._last_round)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.winners)

    @property
    def standing(self) -> Standing:
        """How the match stands."""
        result, results, ended = self.round.result, self.results, self.round_over
        winners = self.winners if ended else ()
        return Standing(
            round=self.round_number,
            result=result,
            results=results,
            scores=self._added_up(results),
            over=bool(winners),
            winners=winners,
            next_first=self.next_first if ended and not winners else None,
            round_winners=best(self.game.meta, result) if result else (),
        )

    @property
    def next_first(self) -> int:
        """`first` of the next round, or of the next deal after one that was thrown in."""
        return self.game.rules.next_first(self.state, self.round.so_far)

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return self.round.acting

    @property
    def clock(self) -> int:
        """How much has happened by itself in this round, such as cards dealt."""
        return self.game.time(self.state)

    def moment(self, viewer: int | None, *, clock_steps_hidden: int = 0) -> Moment[V]:
        """The match now as a seat knows it, or a spectator (None). Raises NoSuchSeat.

        `clock_steps_hidden` gives it as it was before the last so many steps of its clock.
        """
        viewer = None if viewer is None else seat_number(viewer, self.players)
        ledger, standing = self.ledger(viewer), self.standing
        if not clock_steps_hidden:
            return Moment(self.game, viewer, ledger.seen, standing, ledger.told)
        then = self.game.at_time(self.state, self.clock - clock_steps_hidden)
        seen = self.game.seen(then, viewer)
        return Moment(self.game, viewer, seen, standing.before_end(), ledger.told.without(clock_steps_hidden))

    def seen(self, seat: int | None) -> V:
        """The state as far as a seat may see it; None is a spectator. Raises NoSuchSeat."""
        return self.game.seen(self.state, None if seat is None else seat_number(seat, self.players))

    def view(self, seat: int | None) -> View:
        """The view as it is sent. `acting` names only seats that the viewer may know to be on turn."""
        return self.game.shown(self.round.peek(seat), seat)

    def extend(self, seat: int, cards: int = 0, twice: int = 0) -> Extension:
        """What the seat may add to these cards; nothing for a seat that is not to act."""
        if seat not in self.acting:
            return Extension(0)
        return legal.extend(self.game.rules, self.round.peek(seat), seat, cards, twice)

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
        return Legal(self.game.rules, self.seen(seat), seat, self.game.notation.write)

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
        return self.round.refusal(self.state, seat, move)

    @property
    def claims_open(self) -> bool:
        """Whether something may be claimed before play goes on."""
        return self.game.claims_open(self.state)

    def ledger(self, viewer: int | None) -> Ledger[S, V]:
        """What a seat, or a spectator (None), has been told so far."""
        return self.round.ledger(viewer)

    # --- the log ----------------------------------------------------------------------------------

    @property
    def entries(self) -> list[Entry]:
        """All that happened, in order."""
        earlier = (entry for past in self.round.earlier for entry in past.entries)
        return [*earlier, *self.round.entries]

    @property
    def log(self) -> Log:
        """The match as a value."""
        return Log(
            game=self.game.meta.name,
            rules=self.game.meta.rules_version,
            options=written_options(self.options),
            players=self.players,
            entries=tuple(self.entries),
            round=self._first.round,
            scores=self._totals if any(self._totals) else (),
            last=self._last_round,
            carried=tuple(self._first.carried) if any(self._first.carried) else (),
        )


def _dealt_at(past: Past[Any, Any]) -> int:
    return past.beginning.entry


AnyMatch = Match[FullState, SeenState]
"""A match of a game, where it does not matter which.

>>> import sevenfold
>>> match: sevenfold.AnyMatch = sevenfold.new_match(sevenfold.load_game("trump7"), seed=7)
>>> match.players
3
"""
