"""The tables of the contract suite, and the rounds that are played there at random.

They are the presets of every game, and more tables, so that each value of an option, and each number of
players, occurs together with each value of every other option.

A game has `facts.py` with MOST_MOVES, the most moves that a round can have;
`arguments(state, cards)`, the arguments that a move with these cards may have, and a few that it may not;
`cards_everywhere(state)`, the kinds of all cards of the deal; `unplayed(state)`, of those that have not been
played for all to see; and `adds_up(state, dealt)`, whether the
result of a finished round is right for hands of so many cards. The optional SHORT_REST is how many cards
are left over in a deal of short hands.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import strategies as st

from sevenfold.bots.players import random_player
from sevenfold.cards.masks import kinds_of, lowest, mask_of
from sevenfold.core.deal import Deal, dealt
from sevenfold.core.game import AnyGame
from sevenfold.core.legal import legal_moves
from sevenfold.core.match import Match
from sevenfold.core.meta import Meta
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.options import Options, OptionSpec, describe
from sevenfold.core.visibility import duplicate
from sevenfold.games import load_game, load_meta, package_of
from sevenfold.testing.contract.pairs import Row, Value, covering_rows
from sevenfold.testing.games import games_under_test

PLAYERS = "players"
"""The name of the number of players among the options of a row."""

GAMES = games_under_test()

FINISHED = [name for name in GAMES if not load_meta(name).draft]
"""The games that are complete; `sevenfold check` says what a draft still lacks."""


@dataclass(frozen=True)
class TableCase:
    """A game with its options and players."""

    name: str
    options: Options
    players: int

    @property
    def game(self) -> AnyGame:
        return load_game(self.name)

    @cached_property
    def facts(self) -> Any:
        return import_module(f"{package_of(self.name)}.facts")

    def deal(self, rng: Random, size: int | None = None) -> Deal:
        """A full deal, or hands of `size` cards; then SHORT_REST cards are left over, or as many as usual."""
        cards = list(self.game.rules.pack(self.options).cards)
        rng.shuffle(cards)
        full = dealt(cards, self.players, self.game.rules.hand_size(self.options, self.players))
        if size is None:
            return full
        rest = full.rest[: getattr(self.facts, "SHORT_REST", None)]
        return Deal(tuple(hand[:size] for hand in full.hands), rest)

    def begin(self, deal: Deal, rng: Random) -> Match[Any, Any]:
        """The first round of a match, with any seat first."""
        return Match(self.game, self.options, self.players, deal, rng.randrange(self.players))


def values_of(spec: OptionSpec) -> Sequence[Value]:
    """The values of an option; for a number, its default and the ends of its range."""
    if spec.choices:
        return spec.choices
    return [value for value in dict.fromkeys((spec.default, spec.minimum, spec.maximum)) if value is not None]


def axes_of(meta: Meta) -> dict[str, Sequence[Value]]:
    """What tables of a game differ in: the number of players, and each option."""
    least, most = meta.players.min, meta.players.max
    return {
        PLAYERS: range(least, most + 1),
        **{spec.name: values_of(spec) for spec in describe(meta.options)},
    }


def tables_of(meta: Meta) -> Iterator[tuple[str, TableCase]]:
    """The presets for the usual number of players, and tables at which all pairs of values occur."""
    usual = meta.seats(None)
    presets = {f"{meta.name}-{preset}-{usual}": options for preset, options in meta.presets.items()}
    rows = [{PLAYERS: usual, **values} for values in map(msgspec.to_builtins, meta.presets.values())]
    yield from ((name, TableCase(meta.name, options, usual)) for name, options in presets.items())
    for row in covering_rows(axes_of(meta), rows)[len(rows) :]:
        table = row_to_table(meta, row)
        yield f"{meta.name}-{','.join(changes(table))}-{table.players}", table


def row_to_table(meta: Meta, row: Row) -> TableCase:
    """The table with these values."""
    options = {name: value for name, value in row.items() if name != PLAYERS}
    return TableCase(meta.name, meta.make_options(None, options), int(row[PLAYERS]))


def changes(table: TableCase) -> list[str]:
    """The options of a table that differ from the default preset, as the command line takes them."""
    usual = msgspec.to_builtins(table.game.meta.make_options(None, {}))
    options = msgspec.to_builtins(table.options)
    return [f"{name}={value}" for name, value in options.items() if value != usual[name]]


TABLES = {name: table for game in GAMES for name, table in tables_of(load_meta(game))}

every_table = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES.keys())
every_game = pytest.mark.parametrize("game", [load_game(name) for name in GAMES], ids=GAMES)
generators = st.builds(Random, st.integers(0, (1 << 64) - 1))
"""Python's own generators: those of Hypothesis take many times as long for a number."""
sizes = st.none() | st.integers(1, 5)
"""How many cards each seat is dealt; None for a full deal."""


def chance_moves(match: Match[Any, Any]) -> list[Move]:
    """All moves that chance can make now; [] if no chance move is due."""
    rules = match.game.rules
    return [rules.chance_move(match.state, index) for index in range(rules.chance(match.state))]


def legal_moves_of(match: Match[Any, Any]) -> list[Move]:
    """Every legal move of whoever is to act."""
    return [move for seat in match.acting for move in legal_moves(match.game.rules, match.seen(seat), seat)]


def any_move(match: Match[Any, Any], rng: Random) -> tuple[int, Move]:
    """Some seat's legal move, or chance's; the round must not be over."""
    outcomes = match.game.rules.chance(match.state)
    if outcomes:
        return CHANCE, match.game.rules.chance_move(match.state, rng.randrange(outcomes))
    seat = rng.choice(match.acting)
    return seat, random_player(match.game, rng)(match.seen(seat), seat)


def moments(match: Match[Any, Any], rng: Random) -> Iterator[Match[Any, Any]]:
    """The match before each move of a round played at random, and once more at its end."""
    while not match.round_over:
        yield match
        match.play(*any_move(match, rng))
    yield match


def pass_claims(game: AnyGame, state: Any) -> set[int]:
    """Let every seat pass that is asked for a claim: until then a state shows which seat is asked.

    Returns these seats.
    """
    asked = set[int]()
    while game.claims_open(state) and (passing := game.rules.default_move(state)) is not None:
        seat = lowest(game.rules.acting(state))
        game.rules.apply(state, seat, passing)
        asked.add(seat)
    return asked


def nobody_asked(game: AnyGame, state: Any) -> tuple[Any, set[int]]:
    """The state as it would be if no more claims were asked for, and the seats that would have been asked."""
    if game.claims is not None and game.claims.clock is not None:
        asked = set(kinds_of(game.rules.acting(state))) if game.claims_open(state) else set[int]()
        return game.at_time(state, game.time(state)) if asked else state, asked
    other = duplicate(state)
    return other, pass_claims(game, other)


def bytes_of(value: object) -> bytes:
    """A state, a view or a log as bytes."""
    return msgspec.json.encode(value)


def all_seen(match: Match[Any, Any]) -> list[bytes]:
    """The view of everybody, the spectator's first."""
    return [bytes_of(match.view(seat)) for seat in (None, *range(match.players))]


def nonsense(match: Match[Any, Any], rng: Random) -> Iterator[Move]:
    """Moves that are seldom legal: of any kind, with any cards of the pack."""
    cards = len(match.pack.names)
    for kind in range(12):
        for size in range(3):
            chosen = mask_of(rng.sample(range(cards), size))
            yield Move(kind, chosen, rng.choice((0, chosen)), rng.randrange(-1, match.players + 2))
