"""What is the same for all rounds of an environment: game, options, pack, and the seats played by ours."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

import numpy as np

from sevenfold.cards.masks import lowest
from sevenfold.compiled.layout import write
from sevenfold.core.game import AnyGame
from sevenfold.core.given import checked_int, seats_mask, seed_number
from sevenfold.core.options import Options
from sevenfold.envs.encoding import Encoding
from sevenfold.envs.kernels import EnvSetting
from sevenfold.envs.opponents import with_policy
from sevenfold.envs.short import ReadDeck, ShortDeck, read_deck
from sevenfold.errors import SevenfoldError
from sevenfold.games import load_game


class NobodyAsked(SevenfoldError, ValueError):
    """An environment in which players of ours have every seat."""

    def __init__(self) -> None:
        super().__init__("every seat has a player of ours: leave a seat for the one who is asked")


class PlayedTwice(SevenfoldError, ValueError):
    """A seat that is to be played both by the policy and at random."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"seat {seat} is in policy_seats and in random_seats: name it in one of them")
        self.seat = seat


class ManyRounds:
    """`n` rounds of one game, on a CPU or a GPU: what `VectorEnv` and `CudaVectorEnv` are made of."""

    _in_match: ClassVar[bool] = False
    """Whether the rounds are those of matches."""

    def __init__(
        self,
        game: str | AnyGame,
        n: int,
        seed: int | None,
        options: Mapping[str, object] | None,
        preset: str | None,
        players: int | None,
        policy_seats: Iterable[int],
        random_seats: Iterable[int],
        copies: int,
        policy: str,
        short: ShortDeck | None = None,
    ) -> None:
        self.game = with_policy(load_game(game) if isinstance(game, str) else game, policy)
        self.n = checked_int("n", n, 1, what="the number of rounds")
        self.players = self.game.meta.seats(players)
        self.options = self.game.meta.make_options(preset, options or {})
        self.encoding = Encoding(self.game, self.players, self._in_match)
        self.num_actions = self.encoding.declared.kinds + self.encoding.declared.max_moves
        self.worst_result = self.encoding.declared.worst(self.options, self.players)
        """The worst that a round can bring a seat."""
        self._deck = None if short is None else read_deck(self.game, self.options, self.players, short)
        self._setting = _setting(
            self.encoding,
            self.options,
            seats_mask("policy_seats", policy_seats, self.players),
            seats_mask("random_seats", random_seats, self.players),
            seed_number(seed),
            checked_int("copies", copies, 1, what="the number of rounds with the same cards"),
            self._deck,
        )


def _setting(
    encoding: Encoding,
    options: Options,
    policy_seats: int,
    random_seats: int,
    seed: int,
    copies: int,
    deck: ReadDeck | None,
) -> EnvSetting:
    """The setting of rounds with these options; `deck` is a short one. Raises NobodyAsked, PlayedTwice."""
    rules, declared, players = encoding.game.rules, encoding.declared, encoding.players
    if policy_seats & random_seats:
        raise PlayedTwice(lowest(policy_seats & random_seats))
    if (policy_seats | random_seats) == (1 << players) - 1:
        raise NobodyAsked
    empty = np.zeros(1, encoding.dtype)
    write(rules.empty_state(options, players), empty, 0)
    return EnvSetting(
        empty=empty,
        deck=np.array(rules.pack(options).cards if deck is None else deck.shuffled, np.int64),
        players=players,
        hand_size=rules.hand_size(options, players) if deck is None else deck.hand_size,
        kinds=declared.kinds,
        policy_seats=policy_seats,
        random_seats=random_seats,
        seed=seed,
        copies=copies,
        marks=np.array([_word_of(encoding.dtype, name) for name in declared.cut_short], np.int64),
        waits=False,
    )


def _word_of(dtype: Any, name: str) -> int:
    """Which word of a record a field is."""
    offset: int = dtype.fields[name][1]
    return offset // 8
