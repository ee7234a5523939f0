"""What is the same for all rounds of an environment: game, options, pack, and the seats played by ours."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from sevenfold.compiled.layout import write
from sevenfold.core.given import seats_mask
from sevenfold.core.options import Options
from sevenfold.envs.encoding import Encoding
from sevenfold.envs.kernels import EnvSetting
from sevenfold.envs.short import ReadDeck
from sevenfold.envs.turns import NOBODY
from sevenfold.errors import SevenfoldError


class NobodyAsked(SevenfoldError, ValueError):
    """An environment in which players of ours have every seat."""

    def __init__(self) -> None:
        super().__init__("every seat has a player of ours: leave a seat for the one who is asked")


def make_setting(
    encoding: Encoding,
    options: Options,
    policy_seats: Iterable[int],
    random_seats: Iterable[int],
    seed: int,
    copies: int,
    deck: ReadDeck | None = None,
) -> EnvSetting:
    """The setting of rounds with these options; `deck` is a short one. Raises NoSuchSeat, NobodyAsked."""
    rules, room, players = encoding.game.rules, encoding.room, encoding.players
    policy = seats_mask("policy_seats", policy_seats, players)
    random = seats_mask("random_seats", random_seats, players)
    if (policy | random) == (1 << players) - 1:
        raise NobodyAsked
    empty = np.zeros(1, encoding.dtype)
    write(rules.empty_state(options, players), empty, 0)
    return EnvSetting(
        empty=empty,
        deck=np.array(rules.pack(options).cards if deck is None else deck.shuffled, np.int64),
        players=players,
        hand_size=rules.hand_size(options, players) if deck is None else deck.hand_size,
        kinds=room.kinds,
        policy_seats=policy,
        random_seats=random,
        seed=seed,
        copies=copies,
        marks=np.array([_word_of(encoding.dtype, name) for name in room.cut_short], np.int64),
        waits=False,
        first=NOBODY if deck is None else 0,
    )


def _word_of(dtype: Any, name: str) -> int:
    """Which word of a record a field is."""
    offset: int = dtype.fields[name][1]
    return offset // 8
