"""Many matches at once: `VectorEnv`, with matches as episodes instead of rounds."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sevenfold.compiled.arrays import rounds_mask
from sevenfold.compiled.layout import Words
from sevenfold.core.dice import dice_for
from sevenfold.core.game import AnyGame
from sevenfold.core.given import checked_int
from sevenfold.core.moves import Move
from sevenfold.core.standing import MatchScore, winners_after
from sevenfold.envs.opponents import Opponents
from sevenfold.envs.records import DEAL
from sevenfold.envs.turns import NOBODY
from sevenfold.envs.vector import NO_MOVE, VectorEnv
from sevenfold.errors import SevenfoldError

NEXT_MATCH = -1
"""In place of a deal's number: what follows from the seed of a match is that of the next match."""

REWARDS = ("points", "win")
"""What a player is given: what each round brings when it ends, or at the end of a match their share of the
win."""


class NoSuchReward(SevenfoldError, ValueError):
    """What no player can be given as a reward."""

    def __init__(self, reward: object) -> None:
        super().__init__(
            "reward is 'win' in matches only: ask for match=True"
            if reward == "win"
            else f"reward is 'points', or in matches 'win', not {reward!r}"
        )
        self.reward = reward


class NoLastRound(SevenfoldError, ValueError):
    """A last round where an episode is a round."""

    def __init__(self) -> None:
        super().__init__("last_round is for matches: ask for match=True")


class MatchVectorEnv(VectorEnv):
    """`n` matches of one game: rounds one after the other, until somebody has won by the game's rules.

    The arguments are those of `VectorEnv`. `auto_reset` begins the next match in the very step in which one
    ends. A match is over after round number `last_round`, where one is given, and then the best totals win.
    Who is first in a round, and the round's number, are as in a `Match`; deals that are thrown in count no
    round. The totals, and the number of the round, are the last numbers of an observation.

    `ended` has the matches that ended in the last step, `round_ended` the rounds, and `returns` what these
    rounds brought. Match i depends on `seed` and i alone; its first deal is that of round i of a `VectorEnv`.
    With `copies` as many matches in a row have the same deals. A match that ends before anybody is asked is
    begun afresh, and its rounds are told of by the totals alone.

    A history is of one round. Raises what `VectorEnv` raises.
    """

    _in_match = True

    def __init__(
        self,
        game: str | AnyGame,
        n: int,
        seed: int | None = 0,
        options: Mapping[str, object] | None = None,
        preset: str | None = None,
        players: int | None = None,
        auto_reset: bool = True,
        opponents: Opponents = None,
        copies: int = 1,
        history: int = 0,
        last_round: int | None = None,
        threads: int = 1,
    ) -> None:
        self.last_round = None if last_round is None else checked_int("last_round", last_round, 1)
        super().__init__(
            *(game, n, seed, options, preset, players, auto_reset, opponents, copies),
            history=history,
            threads=threads,
        )

    _ENDS = (*VectorEnv._ENDS, "_round_ended", "_winners", "_outcomes")

    def _make_ends(self) -> None:
        super()._make_ends()
        self._round_ended = np.zeros(self.n, np.bool_)
        self._winners = np.zeros((self.n, self.players), np.bool_)
        self._outcomes = np.zeros((self.n, self.players), np.float64)

    def _prepare(self) -> None:
        super()._prepare()
        self._over = np.zeros_like(self._ended)
        self._round_ends = np.zeros_like(self._returns), self._over, np.zeros_like(self._marks)

    # --- what is seen -----------------------------------------------------------------------------

    @property
    def totals(self) -> Words:
        """The points of each seat so far, a row a match."""
        totals: Words = self._rounds.score[:, :-1].copy()
        return totals

    @property
    def round_number(self) -> Words:
        """Which round of each match is played, the first being 1."""
        numbers: Words = self._rounds.score[:, -1].copy()
        return numbers

    def score(self, index: int) -> MatchScore:
        """How a match stands, as players are told. Raises OutsideBatch."""
        *totals, number = self._rounds.score[self._inside(index)].tolist()
        return MatchScore(self.options, tuple(totals), number - 1, self.last_round)

    @property
    def ended(self) -> NDArray[np.bool_]:
        """The matches that ended in the last step."""
        return self._ended

    @property
    def round_ended(self) -> NDArray[np.bool_]:
        """The matches in which a round ended in the last step, or a deal that was thrown in."""
        return self._round_ended

    @property
    def returns(self) -> NDArray[np.int64]:
        """What the rounds that ended in the last step brought each seat, a row a match.

        That is one round, unless players of ours play a whole round within a step.
        """
        return self._returns

    @property
    def winners(self) -> NDArray[np.bool_]:
        """Who has won the matches that ended in the last step, a row a match."""
        return self._winners

    @property
    def outcomes(self) -> NDArray[np.float64]:
        """Each seat's share of the win in the matches that ended in the last step: 1 for whoever won alone,
        an equal share for each of several, otherwise 0.
        """
        return self._outcomes

    def worst_ahead(self) -> Words:
        """The worst result of a round, for each round that may be left, this one too.

        In a game whose matches have no last round it is that of one round.
        """
        options, length = self.options, self.game.meta.length
        known = [] if length is None else [int(getattr(options, length))]
        known += [] if self.last_round is None else [self.last_round]
        last = min(known, default=0)
        return self.worst_result * np.maximum(last - self.round_number + 1, 1)

    # --- play -------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, where: NDArray[np.bool_] | None = None) -> None:
        """Begin a match everywhere, or where `where` is true; the others go on.

        With a seed the matches are those of a new MatchVectorEnv with this seed; with None the sequence goes
        on. Raises WrongArray, WrongNumber.
        """
        kept = [] if where is None else np.flatnonzero(~rounds_mask(where, self.n)).tolist()
        deals, streams = self._rounds.deals[kept], self._rounds.streams[kept]
        super().reset(seed, where)
        self._rounds.deals[kept], self._rounds.streams[kept] = deals, streams

    def _advance(self, what: int, actions: NDArray[np.int64], move: Move = NO_MOVE) -> None:
        """Advance each round, then deal the next one wherever one is over: perhaps that of another match."""
        self._make_ends()
        begun = actions != 0 if what == DEAL else np.zeros(self.n, np.bool_)
        self._begin(np.flatnonzero(begun))
        self._advance_matches(what, actions, move)
        while self._over.any():
            rows = np.flatnonzero(self._over)
            self._tell(rows[~begun[rows]])
            won = self._count(rows, begun)
            again = won[begun[won] | bool(self.auto_reset)]
            begun[again] = True
            self._begin(again)
            dealt = np.zeros(self.n, np.int64)
            dealt[rows] = 1
            dealt[won] = 0
            dealt[again] = 1
            self._advance_matches(DEAL, dealt, NO_MOVE)

    def _advance_matches(self, what: int, actions: NDArray[np.int64], move: Move) -> None:
        self._over[:] = False
        self._advance_rounds(what, actions, move, self._round_ends, auto_reset=False)

    def _begin(self, rows: Words) -> None:
        """Begin matches: each has its own sequence of deals, which follows from that of the one before."""
        rounds = self._rounds
        for index in rows[rounds.deals[rows] > 0].tolist():
            rounds.streams[index] = dice_for(int(rounds.streams[index]), NEXT_MATCH)
        rounds.deals[rows], rounds.first[rows] = 0, NOBODY
        rounds.score[rows], rounds.score[rows, -1], rounds.carried[rows] = 0, 1, 0

    def _tell(self, rows: Words) -> None:
        """Say that rounds ended there, and what they brought."""
        returns, _, marks = self._round_ends
        self._round_ended[rows] = True
        self._returns[rows] += returns[rows]
        self._marks[rows] |= marks[rows]

    def _count(self, rows: Words, begun: NDArray[np.bool_]) -> Words:
        """Add up rounds that are over. Returns the matches that are won now; `begun` ones are not told of."""
        score, counts = self._rounds.score, np.zeros(len(rows), np.bool_)
        _, _, scratch = self._held(0)
        self._kernels.follow(self._rounds, scratch.scores, rows, counts)
        counted, won = rows[counts], []
        score[counted, :-1] += self._round_ends[0][counted]
        for index in counted.tolist():
            winners = self._winners_of(score[index].tolist())
            if not winners:
                score[index, -1] += 1
                continue
            won.append(index)
            if not begun[index]:
                self._ended[index] = True
                self._winners[index, winners] = True
                self._outcomes[index, winners] = 1 / len(winners)
        return np.array(won, np.int64)

    def _winners_of(self, score: list[Any]) -> list[int]:
        """Who has won a match with this score."""
        *totals, number = score
        return list(winners_after(self.game, self.options, tuple(totals), number, self.last_round))


def check_reward(reward: str, env: VectorEnv) -> str:
    """A reward that the environment gives. Raises NoSuchReward."""
    if reward not in REWARDS or (reward == "win" and not isinstance(env, MatchVectorEnv)):
        raise NoSuchReward(reward)
    return reward


def rewards(env: VectorEnv, reward: str) -> NDArray[Any]:
    """What each seat is given for the last step, a row a round or match."""
    return env.outcomes if reward == "win" and isinstance(env, MatchVectorEnv) else env.returns


def worst_rewards(env: VectorEnv, reward: str) -> NDArray[Any]:
    """What an illegal action costs where it ends the round or match: it is never cheaper than to lose."""
    return env.worst_ahead() * (reward != "win")
