"""What is the same for all rounds of an environment: game, options, pack, and the seats played by ours."""

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from sevenfold.compiled.layout import write
from sevenfold.core.game import AnyGame
from sevenfold.core.given import checked_int, seed_number
from sevenfold.core.options import Options
from sevenfold.envs.encoding import Encoding
from sevenfold.envs.opponents import Opponents, Within, all_within
from sevenfold.envs.records import EnvSetting
from sevenfold.envs.short import ReadDeck, ShortDeck, read_deck
from sevenfold.games import load_game


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
        opponents: Opponents,
        copies: int,
        short: ShortDeck | None = None,
    ) -> None:
        loaded = load_game(game) if isinstance(game, str) else game
        self.n = checked_int("n", n, 1, what="the number of rounds")
        self.players = loaded.meta.seats(players)
        within = all_within(loaded, opponents, self.players)
        self.game = within.game
        self.options = self.game.meta.make_options(preset, options or {})
        self.encoding = Encoding(self.game, self.players, self._in_match)
        self.num_actions = self.encoding.declared.kinds + self.encoding.declared.max_moves
        self.worst_result = self.encoding.declared.worst(self.options, self.players)
        """The worst that a round can bring a seat."""
        self._deck = None if short is None else read_deck(self.game, self.options, self.players, short)
        self._setting = _setting(
            self.encoding,
            self.options,
            within,
            seed_number(seed),
            checked_int("copies", copies, 1, what="the number of rounds with the same cards"),
            self._deck,
        )

    @property
    def seed(self) -> int:
        """The seed that the rounds follow from, also one at random: it gives the same rounds again.

        A seed that is not from 0 to 2^62 - 1 is told as the number in that range that stands for it.
        """
        return self._setting.seed


def _setting(
    encoding: Encoding,
    options: Options,
    within: Within,
    seed: int,
    copies: int,
    deck: ReadDeck | None,
) -> EnvSetting:
    """The setting of rounds with these options; `deck` is a short one."""
    rules, declared, players = encoding.game.rules, encoding.declared, encoding.players
    empty = np.zeros(1, encoding.dtype)
    write(rules.empty_state(options, players), empty, 0)
    return EnvSetting(
        empty=empty,
        deck=np.array(rules.pack(options).cards if deck is None else deck.shuffled, np.int64),
        players=players,
        hand_size=rules.hand_size(options, players) if deck is None else deck.hand_size,
        kinds=declared.kinds,
        policy_seats=within.policy_seats,
        random_seats=within.random_seats,
        seed=seed,
        copies=copies,
        marks=np.array([_word_of(encoding.dtype, name) for name in declared.cut_short], np.int64),
        watched=encoding.watched,
        waits=False,
    )


def _word_of(dtype: Any, name: str) -> int:
    """Which word of a record a field is."""
    offset: int = dtype.fields[name][1]
    return offset // 8
