"""Decisions of players as arrays: what they saw, what they could do, what they did, what it brought them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sevenfold.bots.players import WrongNumberOfPlayers, seat_players
from sevenfold.bots.registry import known_players
from sevenfold.core.dice import dice_for
from sevenfold.core.each import ForEach, one_by_one
from sevenfold.core.given import checked_int, seed_number
from sevenfold.core.options import written_options
from sevenfold.envs.encoding import Encoding
from sevenfold.envs.turns import NOBODY, next_action
from sevenfold.envs.vector import VectorEnv
from sevenfold.games import load_game
from sevenfold.version import __version__

ROUNDS_A_CHUNK = 256
Numbers = NDArray[np.int64]


class Decisions(NamedTuple):
    """Arrays with a row for each decision, sorted by round and by the order of play.

    A move of several cards is several decisions, by the actions of `VectorEnv`.
    """

    round: Numbers
    """Counted from 0."""
    seat: NDArray[np.int8]
    observation: NDArray[np.int16]
    mask: NDArray[np.int8]
    action: NDArray[np.int16]
    outcome: NDArray[np.int32]
    """What the round brought the seat that decides, at its end."""


@dataclass
class Recording:
    """Rounds between `bots`, one name for all seats or one for each, as chunks of decisions.

    The same seed gives the same rounds. `rules` and `random` act within compiled code; other players are
    asked one by one. Raises WrongNumber, what VectorEnv raises, UnknownPlayer, WrongNumberOfPlayers.
    """

    game: str
    bots: Sequence[str] = ("rules",)
    seed: int | None = 0
    players: int | None = None
    preset: str | None = None
    options: Mapping[str, object] | None = None

    def __post_init__(self) -> None:
        self.seed = seed_number(self.seed)

    def about(self) -> dict[str, object]:
        """What others need to make the same decisions again: rules, options, encoding, versions, players."""
        loaded = load_game(self.game)
        players = loaded.meta.seats(self.players)
        options = loaded.meta.make_options(self.preset, self.options or {})
        known = {each.name: each for each in known_players(self.game)}
        return {
            "game": self.game,
            "rules_version": loaded.meta.rules_version,
            "options": written_options(options),
            "seats": players,
            "encoding": Encoding(loaded, players).name,
            "sevenfold": __version__,
            "seed": self.seed,
            "bots": [
                {"name": name, "version": known[name].version, "plays": known[name].plays}
                if name in known
                else {"name": name}
                for name in self.bots
            ],
        }

    def chunks(self, rounds: int, each: ForEach = one_by_one) -> Iterator[Decisions]:
        """Play this many rounds; a chunk has up to 256 of them, each of them whole.

        They are the same, whatever `each` shares the chunks out between (`sevenfold.arena.parallel.sharing`).
        A deal that is thrown in is a round here too, which brings nobody anything.
        """
        rounds = checked_int("rounds", rounds, 1)
        firsts = range(0, rounds, ROUNDS_A_CHUNK)
        return each(self._chunk, [range(first, min(first + ROUNDS_A_CHUNK, rounds)) for first in firsts])

    def _chunk(self, numbers: range) -> Decisions:
        """Play the rounds with these numbers to their end."""
        first, seed = numbers.start, seed_number(self.seed)
        seed = dice_for(seed, first) if first else seed
        env = VectorEnv(
            self.game,
            len(numbers),
            seed=seed,
            options=self.options,
            preset=self.preset,
            players=self.players,
            auto_reset=False,
        )
        seats, rows = _Seats(env, self.bots, seed), _Rows(env)
        returns = np.zeros((env.n, env.players), np.int64)
        while (live := env.to_act != NOBODY).any():
            actions = seats.actions()
            rows.add(live, actions)
            ended = env.step(actions)
            returns[ended] = env.returns[ended]
        decided = rows.take(returns)
        return decided._replace(round=decided.round + first)


class _Seats:
    """The players of all seats, asked for actions."""

    def __init__(self, env: VectorEnv, bots: Sequence[str], seed: int) -> None:
        if len(bots) not in (1, env.players):
            raise WrongNumberOfPlayers(bots, env.players)
        names = list(bots) * (env.players // len(bots))
        self._env = env
        self._made: list[Any] = seat_players(env.game, names, env.players, Random(seed))
        self._advised = np.array([name == "rules" for name in names])
        self._asked = np.array([name not in ("rules", "random") for name in names])
        self._moves: dict[int, Any] = {}
        """By round, the move whose cards are being chosen."""

    def actions(self) -> Numbers:
        env, to_act = self._env, self._env.to_act
        if self._advised.all():
            return env.advise()
        actions = env.sample()
        live = to_act != NOBODY
        advised = self._advised[to_act] & live
        if advised.any():
            actions[advised] = env.advise()[advised]
        for index in np.flatnonzero(self._asked[to_act] & live).tolist():
            actions[index] = self._ask(index, int(to_act[index]))
        return actions

    def _ask(self, index: int, seat: int) -> int:
        env, state = self._env, self._env.state(index)
        cards, twice = env.chosen(index)
        if not cards:
            self._moves[index] = self._made[seat](env.game.seen(state, seat), seat)
        kinds = env.encoding.declared.kinds
        return next_action(env.game.rules, state, seat, cards, twice, kinds, self._moves[index])


class _Rows:
    """Decisions in the order in which they were made, in arrays that grow."""

    def __init__(self, env: VectorEnv) -> None:
        self._env = env
        self._count = 0
        self._made = self._empty(64 * env.n)

    def _empty(self, rows: int) -> Decisions:
        return Decisions(
            round=np.empty(rows, np.int64),
            seat=np.empty(rows, np.int8),
            observation=np.empty((rows, self._env.encoding.length), np.int16),
            mask=np.empty((rows, self._env.num_actions), np.int8),
            action=np.empty(rows, np.int16),
            outcome=np.empty(rows, np.int32),
        )

    def add(self, live: NDArray[np.bool_], actions: Numbers) -> None:
        """Add the decisions made now, in the rounds that are not over."""
        where = np.flatnonzero(live)
        rows = slice(self._count, self._count + len(where))
        if rows.stop > len(self._made.round):
            self._grow()
        made = self._made
        made.round[rows], made.seat[rows] = where, self._env.to_act[where]
        made.action[rows] = actions[where]
        self._env.observe(made.observation[rows], where=live)
        self._env.mask(made.mask[rows], where=live)
        self._count = rows.stop

    def _grow(self) -> None:
        larger = self._empty(2 * len(self._made.round))
        columns: zip[tuple[NDArray[Any], NDArray[Any]]] = zip(larger, self._made, strict=True)
        for new, old in columns:
            new[: self._count] = old[: self._count]
        self._made = larger

    def take(self, returns: Numbers) -> Decisions:
        """All decisions that were added, sorted by round, with what the rounds brought."""
        order = np.argsort(self._made.round[: self._count], kind="stable")
        taken = Decisions._make(part[order] for part in self._made)
        taken.outcome[:] = returns[taken.round, taken.seat]
        return taken
