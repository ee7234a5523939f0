"""A review: each decision of a seat in a round that is over, judged by what the seat could know then.

The move made is compared with the best of the others in the same worlds. Which of the others is best is found
in one half of the worlds, and what it is worth in the other half, so that it is not merely lucky. Where it
seems to be better, the two are compared once more, in as many fresh worlds as before altogether, and only
what these say is told: among many decisions, some seem to lose by chance.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from statistics import fmean
from typing import Generic

from sevenfold.core.choosing import legal_moves
from sevenfold.core.game import S, V
from sevenfold.core.given import checked_int, seat_number, seed_number
from sevenfold.core.match import Match
from sevenfold.core.moves import Move
from sevenfold.core.remarks import Reason
from sevenfold.core.round import Round, RoundNotOver
from sevenfold.core.steps import Step
from sevenfold.core.visibility import duplicate
from sevenfold.core.worlds import NoSample
from sevenfold.core.written import take_apart
from sevenfold.search.advice import own_result
from sevenfold.search.candidates import moves_to_try
from sevenfold.search.decide import still_racing
from sevenfold.search.evaluate import Tally, Utility, tally_worlds
from sevenfold.search.evaluation import Evaluation, Review, is_sure
from sevenfold.search.luck import luck_of, played_on
from sevenfold.search.trials import Trials

ENGINE = 8
"""The number of the reviewer. Raise it when a review of the same round comes out otherwise, for whatever
reason: this module, a player, its weights, rollouts, worlds. Servers keep reviews by it. A test reminds of it
(`tests/search/test_review_engine.py`)."""

WORLDS = 600
"""In how many worlds a decision is judged, unless it is said: the error is then small beside what matters."""

FEWEST_WORLDS = 16

WORLDS_A_SLICE = 25
"""After so many worlds, moves that are far behind drop out."""

PROMISING = 2.0
"""Standard errors from which a move that seems better is compared once more."""

FRESH = 1 << 20
"""What is added to the seed where a move is tried once more: no decision has seen these worlds."""

CHANCES = 32
"""How often a move is played out where all cards are known: only what is left to chance differs."""


def review(
    match: Match[S, V],
    seat: int,
    *,
    round_number: int | None = None,
    worlds: int = WORLDS,
    known: bool = False,
    seed: int = 0,
    found: Callable[[Evaluation], object] | None = None,
) -> Review:
    """What each decision of a seat cost in a round that is over: the last such round, or number
    `round_number` of the match, from 1 on, deals that were thrown in too.

    A decision is judged by what the seat could know then, in `worlds` worlds in which all play on as
    Medium; with `known` by where all cards lay, which nobody could know. Forced moves are skipped. `found` is
    given each decision as soon as it is judged. The same seed gives the same review.

    Raises RoundNotOver, NoSuchSeat, WrongNumber, NoSample, NoWorld.

    >>> import sevenfold
    >>> match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=10)
    >>> while not match.round_over:
    ...     seat = match.acting[0]
    ...     move = match.game.choose(match.seen(seat), seat)
    ...     if match.version == 12:
    ...         move = match.read("6H")  # the rule-based player plays JH
    ...     step = match.play(seat, move)
    >>> review = sevenfold.review(match, 2, worlds=200, seed=1)
    >>> costliest = review.moments[0]
    >>> costliest.at, match.write(costliest.played), match.write(costliest.other), round(costliest.by, 1)
    (13, '6H', 'TH', 1.4)
    """
    reviewer = Reviewer(round_to_review(match, round_number), seat, worlds=worlds, known=known, seed=seed)
    decisions = []
    for decision in reviewer.evaluated():
        decisions.append(decision)
        if found is not None:
            found(decision)
    return reviewer.put_together(decisions)


def round_to_review(match: Match[S, V], number: int | None) -> Round[S, V]:
    """The round of this number, or the last that is over. Raises RoundNotOver, WrongNumber."""
    rounds = match.rounds
    if number is None:
        number = len(rounds) if match.round_over else len(rounds) - 1
        if number == 0:
            raise RoundNotOver(over=False)
    chosen = rounds[checked_int("round_number", number, 1, len(rounds)) - 1]
    if not chosen.over:
        raise RoundNotOver(over=False)
    return chosen


class Reviewer(Generic[S, V]):
    """Reviews one seat's round decision by decision, for whoever shows them as they come.

    `len` is how many there are. Raises NoSuchSeat, WrongNumber, NoSample.
    """

    def __init__(
        self,
        round_: Round[S, V],
        seat: int,
        *,
        worlds: int = WORLDS,
        known: bool = False,
        seed: int = 0,
    ) -> None:
        self._round, self._game = round_, round_.game.by_learnt()
        self._seat = seat_number(seat, round_.players)
        self._worlds = checked_int("worlds", worlds, FEWEST_WORLDS)
        self._known, self._seed = known, seed_number(seed)
        if self._game.sample is None:
            raise NoSample(self._game.meta.name)
        self._utility = own_result(self._game.meta, self._seat)
        self._steps = [step for step in round_.steps if step.seat == self._seat and self._is_open(step)]

    def __len__(self) -> int:
        return len(self._steps)

    @property
    def entries(self) -> tuple[int, ...]:
        """The log entry of each decision, in their order."""
        return tuple(step.version for step in self._steps)

    def _seen(self, step: Step[S]) -> V:
        """What the seat saw when it decided: the only thing that a decision is judged by."""
        return self._game.seen(step.before, self._seat)

    def _is_open(self, step: Step[S]) -> bool:
        """Whether the move stands, and was not the only one."""
        legal = legal_moves(self._game.rules, self._seen(step), self._seat)
        return step.to is None and len(list(islice(legal, 2))) == 2

    def evaluated(self, after: int = 0) -> Iterator[Evaluation]:
        """The decisions after the first `after`, each judged when it is asked for. Raises NoWorld."""
        return map(self._judge, self._steps[after:])

    def compare(self, entry: int, move: Move, better: Move, worlds: int) -> tuple[float, float]:
        """By how much `better` is better than a move at the decision of this entry, and the standard error.

        They are compared in worlds in which the decision was not judged. Raises IllegalMove, NoWorld.
        """
        step = self._steps[self.entries.index(entry)]
        self._round.check(step.before, self._seat, move)
        if self._known:
            tally = tally_of(self._rows(step, [move, better]))
        else:
            trials = Trials(self._game, self._seen(step), self._seat, self._seed + step.version + FRESH)
            tally = tallied(trials, self._utility, [move, better], worlds)
        return tally.ahead(1, 0)

    def put_together(self, decisions: Iterable[Evaluation]) -> Review:
        """The review, once all decisions are judged."""
        return Review(
            seat=self._seat,
            known=self._known,
            worlds=self._worlds,
            result=self._round.result,
            dealt_at=self._round.dealt_at,
            ended_at=self._round.version,
            decisions=tuple(decisions),
            luck=luck_of(self._game, self._round, self._seat, self._worlds // 2, self._seed),
        )

    def _judge(self, step: Step[S]) -> Evaluation:
        game, seat, seen = self._game, self._seat, self._seen(step)
        moves = list(dict.fromkeys((step.move, *moves_to_try(game, seen, seat))))
        if len(moves) == 1:  # the game proposes nothing else: take any other move
            moves += islice((move for move in legal_moves(game.rules, seen, seat) if move != step.move), 1)
        compare = self._on_the_table if self._known else self._in_worlds
        other, tally = compare(step, moves)
        by, error = tally.ahead(1, 0)
        sign, better = game.meta.sign, tally.mean(1 if is_sure(by, error, len(moves)) else 0)
        return Evaluation(
            at=step.version,
            phase=game.shown(seen, seat).phase,
            kind=take_apart(game.notation.write(step.move)).kind,
            played=step.move,
            other=other,
            value=sign * tally.mean(0),
            by=by,
            error=error,
            worlds=tally.worlds,
            expected=sign * better,
            tried=len(moves),
            all_tried=next(islice(legal_moves(game.rules, seen, seat), len(moves), None), None) is None,
            is_hard=not self._known and self._is_hard(seen, step.move),
            reason_played=self._reason(seen, step.move),
            reason_other=self._reason(seen, other),
        )

    def _is_hard(self, seen: V, played: Move) -> bool:
        game, seat = self._round.game, self._seat
        found = game.medium(seen, seat), game.choose(game.beginner_view(seen, seat), seat)
        return any(move != played for move in found)

    def _reason(self, seen: V, move: Move) -> Reason | None:
        """What speaks for a move by what the seat could know, which tells nothing of where all cards lay."""
        reasons = self._game.reasons
        return None if self._known or reasons is None else reasons.explain(seen, self._seat, move)

    def _in_worlds(self, step: Step[S], moves: list[Move]) -> tuple[Move, Tally]:
        """Compare in worlds that the seat could not rule out. Raises NoWorld."""
        trials = Trials(self._game, self._seen(step), self._seat, self._seed + step.version)
        played, half = moves[0], self._worlds // 2
        other = moves[1] if len(moves) == 2 else best_other(trials, self._utility, moves, half)
        tally = tallied(trials, self._utility, [played, other], self._worlds - half)
        by, error = tally.ahead(1, 0)
        if by > 0 and by >= PROMISING * error:
            tally = tallied(trials, self._utility, [played, other], self._worlds)
        return other, tally

    def _on_the_table(self, step: Step[S], moves: list[Move]) -> tuple[Move, Tally]:
        """Compare by where the cards lay. What is left to chance is drawn, half of it to find the best."""
        rows = self._rows(step, moves)
        half = len(rows) // 2
        value = [fmean(row[index] for row in rows[:half]) for index in range(len(moves))]
        best = max(range(1, len(moves)), key=value.__getitem__)
        return moves[best], tally_of([row[0], row[best]] for row in rows[half:])

    def _rows(self, step: Step[S], moves: Sequence[Move]) -> list[tuple[float, ...]]:
        """What the moves bring by where the cards lay, for each draw of what is left to chance."""
        return list(zip(*(self._played_out(step, move) for move in moves), strict=True))

    def _played_out(self, step: Step[S], move: Move) -> list[float]:
        after = duplicate(step.before)
        self._game.rules.apply(after, self._seat, move)
        sign = self._game.meta.sign
        return [
            sign * played_on(self._game, after, self._seat, self._seed + number) for number in range(CHANCES)
        ]


def tally_of(rows: Iterable[Sequence[float]]) -> Tally:
    """What two moves are value, from a row for each draw."""
    tally = Tally(2)
    for row in rows:
        tally.add(row)
    return tally


def best_other(trials: Trials[V], utility: Utility, moves: Sequence[Move], worlds: int) -> Move:
    """The best of the moves but for the first, in so many worlds; those far behind drop out on the way."""
    tally, left = Tally(len(moves)), list(moves)
    while True:
        tally_worlds(trials.run(left, min(WORLDS_A_SLICE, worlds - tally.worlds)), utility, tally)
        best = max(range(1, len(left)), key=tally.mean)
        keep = sorted({*still_racing(tally, len(left)), best})
        if tally.worlds >= worlds or len(keep) == 2:
            return left[best]
        tally.keep(keep)
        left = [left[index] for index in keep]


def tallied(trials: Trials[V], utility: Utility, moves: Sequence[Move], worlds: int) -> Tally:
    """What moves bring in the next worlds. Raises NoWorld."""
    tally = Tally(len(moves))
    tally_worlds(trials.run(moves, worlds), utility, tally)
    return tally
