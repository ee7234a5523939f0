"""Reviews as they are asked for: who may, which one it is, and how far it has come."""

from collections.abc import Mapping
from functools import partial

import msgspec

from sevenfold.core.violations import IllegalMove
from sevenfold.games import load_game
from sevenfold.search import review
from sevenfold.server.errors import (
    Malformed,
    NotEvaluated,
    ReviewImpossible,
    ReviewOfBot,
    RulesChanged,
    TooManyReviews,
)
from sevenfold.server.limits import Limited, Limiter, Visitor
from sevenfold.server.protocol.reviews import AskReview, EvaluationInfo, ReviewState, TriedAgain, TryAgain
from sevenfold.server.protocol.table import Search
from sevenfold.server.rounds import review_queue
from sevenfold.server.rounds.access import FoundRound, Purpose
from sevenfold.server.rounds.evaluating import EvaluatorProcess
from sevenfold.server.rounds.evaluations import (
    AnyRound,
    as_far,
    engine_of,
    reviewer_of,
    state_of,
    written_move,
)
from sevenfold.server.rounds.rounds import FinishedRounds
from sevenfold.server.storage.reviews import KeptReview, ReviewKey, Waiting
from sevenfold.server.storage.store import Store
from sevenfold.server.tables.bots.thinkers import Thinkers
from sevenfold.server.tables.sent.presence import has_other_rules

POSSIBLE: frozenset[Search] = frozenset({"ready", "preparing"})
"""Where rounds of a game can be reviewed now or soon."""

WORLDS_TRIED = 200
"""In how many worlds another move is tried: somebody waits for the answer."""

SOON = 10
"""After how many seconds it may be asked again where too many reviews wait."""


class Reviews:
    """The reviews of all finished rounds. Where none are `offered`, those that are kept are still shown."""

    def __init__(
        self, store: Store, rounds: FinishedRounds, thinkers: Thinkers, limiter: Limiter, *, offered: bool
    ) -> None:
        self._store = store
        self._rounds = rounds
        self._thinkers = thinkers
        self._limiter = limiter
        self._offered = offered
        self._asked: dict[ReviewKey, Visitor] = {}
        """Who asked this process for the reviews that wait: no address is kept in the database."""
        self.review_queue = review_queue.ReviewQueue(store, thinkers.review, EvaluatorProcess())

    async def ask(self, round_id: str, person: int, asked: AskReview, address: str | None) -> ReviewState:
        """Ask for a review, which is made once for all.

        Raises what `state` raises, TooMany, TooManyReviews, Vanished.
        """
        found, key = await self._which(round_id, person, asked.viewer, known=asked.known)
        kept = await self._find(found, key)
        if kept is None:
            check = partial(self._require_place, key, Visitor(address, person))
            await self._store.reviews.add(key, person, check)
            self.review_queue.look()
            kept = await self._store.reviews.find(key)
        return self._shown(found, key, kept)

    async def state(self, round_id: str, person: int, viewer: str | None, *, known: bool) -> ReviewState:
        """How far a review is; it is not asked for by that.

        Raises what `RoundAccess.find` raises, SeatUnknown, Malformed, ReviewOfBot, RulesChanged,
        ReviewImpossible.
        """
        found, key = await self._which(round_id, person, viewer, known=known)
        return self._shown(found, key, await self._find(found, key))

    async def try_again(self, round_id: str, person: int, asked: TryAgain) -> TriedAgain:
        """What another move would have been worth. Raises what `state` raises, NotEvaluated."""
        found, key = await self._which(round_id, person, asked.viewer, known=asked.known)
        state = self._shown(found, key, await self._find(found, key))
        judged = next((each for each in state.decisions if each.at == asked.at), None)
        if judged is None:
            raise NotEvaluated(seat=str(key.seat), at=str(asked.at))
        self._require_possible(found)
        match = await self._rounds.match(found)
        work = partial(tried, match.round, key, judged, asked.move)
        return await self._rounds.reader.run_dear(person, work)

    def _shown(self, found: FoundRound, key: ReviewKey, kept: KeptReview | None) -> ReviewState:
        """A review as it is sent; one that waits says how long, by how long others took here of late."""
        if kept is None:
            return state_of(key, state="none")
        state, took = as_far(key, found.row.game, kept), self.review_queue.took
        if state.state != "queued" or took is None:
            return state
        return msgspec.structs.replace(state, seconds_left=(state.ahead + 1) * took)

    # --- which one, and whether --------------------------------------------------------------------

    async def _which(
        self, round_id: str, person: int, viewer: str | None, *, known: bool
    ) -> tuple[FoundRound, ReviewKey]:
        found = await self._rounds.access.find(round_id, person, Purpose.LOOK, viewer)
        row, summary = found.row, found.summary
        persons = found.person_seats
        seat = _seat(found, viewer, min(persons, default=0))
        if seat not in persons:
            raise ReviewOfBot(seat=str(seat))
        engine = "" if has_other_rules(row) else engine_of(row.game)
        return found, ReviewKey(row.id, summary.deal, seat, known, engine)

    async def _find(self, found: FoundRound, key: ReviewKey) -> KeptReview | None:
        """The review that is kept. Raises RulesChanged, ReviewImpossible where there can be none."""
        if has_other_rules(found.row):
            kept = await self._store.reviews.find_done(key)
            if kept is None:
                raise RulesChanged(table=found.row.id)
            return kept
        kept = await self._store.reviews.find(key)
        if kept is None:
            self._require_possible(found)
        return kept

    def _require_possible(self, found: FoundRound) -> None:
        """Raises RulesChanged, ReviewImpossible."""
        game = found.row.game
        if has_other_rules(found.row):
            raise RulesChanged(table=found.row.id)
        if not self._offered:
            raise ReviewImpossible(game=game, reason="off")
        if load_game(game).sample is None:
            raise ReviewImpossible(game=game, reason="game")
        if self._thinkers.review(game) not in POSSIBLE:
            raise ReviewImpossible(game=game, reason="engine")

    def _require_place(self, key: ReviewKey, by: Visitor, waiting: Waiting) -> None:
        """Require that the queue has a place for one more. Raises TooManyReviews, TooMany."""
        self._asked = {each: asker for each, asker in self._asked.items() if each in waiting}
        askers = {each: Visitor(None, person) for each, person in waiting.items()} | self._asked
        for name, there, reason in (
            ("person_reviews_waiting", _count(askers, "person", by), "waiting"),
            ("address_reviews_waiting", _count(askers, "address", by), "queue"),
            ("reviews_waiting", len(askers), "queue"),
        ):
            if not self._limiter.allows(name, there):
                raise TooManyReviews(reason=reason, seconds=str(SOON))
        self._limiter.take(Limited.NEW_REVIEWS, by)
        self._asked[key] = by


def _count(askers: Mapping[ReviewKey, Visitor], who: str, by: Visitor) -> int:
    """How many reviews wait that the same person, or the same address, has asked for."""
    same = getattr(by, who)
    return sum(same is not None and getattr(each, who) == same for each in askers.values())


def _seat(found: FoundRound, viewer: str | None, first: int) -> int:
    """The seat that is named; or that of whoever asks, by a link its maker's, or the first of a person.

    Raises Malformed.
    """
    seat = found.side.seat
    if seat is None and viewer is not None:
        raise Malformed(at="from")
    return first if seat is None else seat


def tried(round_: AnyRound, key: ReviewKey, judged: EvaluationInfo, text: str) -> TriedAgain:
    """By how much the better of a decision's two moves is better than another. Raises Malformed, NoWorld."""
    game = round_.game
    played, other = (game.notation.parse(each.text) for each in (judged.played, judged.other))
    better, worse = (other, played) if judged.by > 0 else (played, other)
    move = game.notation.parse(text)
    by, error = 0.0, 0.0
    if move == worse:
        by, error = abs(judged.by), judged.error
    elif move != better:
        try:
            entry = round_.steps[judged.at].version
            by, error = reviewer_of(round_, key, review.WORLDS).compare(entry, move, better, WORLDS_TRIED)
        except IllegalMove:
            raise Malformed(at="$.move") from None
    return TriedAgain(move=written_move(game, move), by=by, error=error, is_best=by <= 0)
