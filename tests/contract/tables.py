"""The tables that the contract suite plays at: every game, preset, other option value and number of seats.

A game gives `tests/games/NAME/facts.py` with MOST_MOVES, the most moves that a round can have,
`arguments(state, cards)`, what may stand as a move's argument beside these cards and a few that may not,
`cards_everywhere(state)`, the kinds of all cards of the deal, and `adds_up(state, dealt)`, whether the
result of a round that is over is right for hands of so many cards. SHORT_REST, where it stands, is how many
cards are left over in a deal of short hands.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import strategies as st

from sevenfold.bots.players import random_player
from sevenfold.cards.masks import lowest, mask_of
from sevenfold.core.deal import Deal, dealt
from sevenfold.core.game import AnyGame, Meta
from sevenfold.core.match import Match
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.options import Options, OptionSpec, describe
from sevenfold.games import ROOMS, load_game, load_meta


@dataclass(frozen=True)
class Table:
    """A game with its options and players."""

    name: str
    options: Options
    players: int

    @property
    def game(self) -> AnyGame:
        return load_game(self.name)

    @cached_property
    def facts(self) -> Any:
        return import_module(f"tests.games.{self.name}.facts")

    def deal(self, rng: Random, size: int | None = None) -> Deal:
        """A full deal, or one with hands of `size` cards and SHORT_REST left over, or as many as ever."""
        cards = list(self.game.rules.pack(self.options).cards)
        rng.shuffle(cards)
        full = dealt(cards, self.players, self.game.rules.hand_size(self.options, self.players))
        if size is None:
            return full
        rest = full.rest[: getattr(self.facts, "SHORT_REST", None)]
        return Deal(tuple(hand[:size] for hand in full.hands), rest)

    def begin(self, deal: Deal, rng: Random) -> Match[Any]:
        """The first round of a match, with any seat first."""
        return Match(self.game, self.options, self.players, deal, rng.randrange(self.players))


def other_values(spec: OptionSpec) -> Sequence[str | int | None]:
    """The values of an option beside its default; of a number the ends of its range."""
    values = spec.choices or (spec.minimum, spec.maximum)
    return [value for value in values if value != spec.default]


def variants(meta: Meta) -> Mapping[str, Options]:
    """Options by a name: the presets, and the defaults with one option changed."""
    changed = [(spec.name, value) for spec in describe(meta.options) for value in other_values(spec)]
    single = {f"{name}={value}": meta.make_options(None, {name: value}) for name, value in changed}
    presets = list(meta.presets.values())
    return {**meta.presets, **{name: options for name, options in single.items() if options not in presets}}


def all_tables() -> Iterator[tuple[str, Table]]:
    """The default preset for every number of players, the other variants for one of these each, in turn."""
    for name in ROOMS:
        meta = load_meta(name)
        least, most, _ = meta.players
        numbers = range(least, most + 1)
        for place, (variant, options) in enumerate(variants(meta).items()):
            is_default = variant == meta.default_preset
            for players in numbers if is_default else (numbers[place % len(numbers)],):
                yield f"{name}-{variant}-{players}", Table(name, options, players)


TABLES = dict(all_tables())

every_table = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES.keys())
every_game = pytest.mark.parametrize("game", [load_game(name) for name in ROOMS], ids=list(ROOMS))
generators = st.randoms(use_true_random=True)
sizes = st.none() | st.integers(1, 5)
"""How many cards each is dealt; None for a full deal."""


def any_move(match: Match[Any], rng: Random) -> tuple[int, Move]:
    """Some seat's legal move, or chance's; the round must not be over."""
    outcomes = match.game.rules.chance(match.state)
    if outcomes:
        return CHANCE, match.game.rules.chance_move(match.state, rng.randrange(outcomes))
    seat = rng.choice(match.acting)
    return seat, random_player(match.game, rng)(match.seen(seat), seat)


def moments(match: Match[Any], rng: Random) -> Iterator[Match[Any]]:
    """The match before each move of a round played at random, and once more at its end."""
    while not match.round_over:
        yield match
        match.play(*any_move(match, rng))
    yield match


def some_moments(match: Match[Any], rng: Random) -> Iterator[Match[Any]]:
    """Moments of a round, ever fewer as it goes on: a few dozen of a round that takes hundreds of moves."""
    for number, moment in enumerate(moments(match, rng)):
        if rng.random() < 20 / (20 + number):
            yield moment


def pass_claims(game: AnyGame, state: Any) -> None:
    """Let everybody pass who is asked whether he claims; before, a seat can tell that another is asked."""
    while game.claims_open(state) and (passing := game.rules.default_move(state)) is not None:
        game.rules.apply(state, lowest(game.rules.acting(state)), passing)


def bytes_of(value: object) -> bytes:
    """A state, a view or a log as bytes."""
    return msgspec.json.encode(value)


def all_seen(match: Match[Any]) -> list[bytes]:
    """Everybody's view, the spectator's first."""
    return [bytes_of(match.view(seat)) for seat in (None, *range(match.players))]


def nonsense(match: Match[Any], rng: Random) -> Iterator[Move]:
    """Moves that are seldom legal: of any kind, with any cards of the pack."""
    cards = len(match.pack.names)
    for kind in range(12):
        for size in range(3):
            chosen = mask_of(rng.sample(range(cards), size))
            yield Move(kind, chosen, rng.choice((0, chosen)), rng.randrange(-1, match.players + 2))
