"""The lint of the subset: no line of a game leaves it, and one that does is named."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from sevenfold.cards.masks import popcount
from sevenfold.compiled import CompiledUnavailable
from sevenfold.compiled.cpu.engine import load_engine
from sevenfold.compiled.subset import RULES, departures, entries, fingerprint
from sevenfold.core.game import AnyGame
from sevenfold.core.moves import Move
from sevenfold.games import load_game
from sevenfold.games.trump7.bot import player
from sevenfold.games.trump7.bot.weights import WEIGHTS
from sevenfold.games.trump7.state import Phase
from sevenfold.testing.contract.tables import every_game

TOO_LARGE = 1 << 62
TABLE = {1: 2}


@every_game
def test_every_game_keeps_to_the_subset(game: AnyGame) -> None:
    for by in (game, game.by_learnt()):
        assert [str(departure) for departure in departures(by)] == []


def text(state: Any, _seat: int) -> int:
    return len(f"{state.turn}")


def table(_state: Any, seat: int) -> int:
    return TABLE[seat]


def too_large(_state: Any, _seat: int) -> int:
    return TOO_LARGE


def method(state: Any, _seat: int) -> int:
    count: int = state.played.bit_count()
    return count


def helper(*numbers: int) -> int:
    return numbers[0]


def any_number(_state: Any, seat: int) -> int:
    return helper(seat)


def half_a_move(_state: Any, seat: int) -> int:
    return Move(1, seat).kind


def itself(state: Any, seat: int) -> int:
    return itself(state, seat - 1) if seat else 0


def caught(_state: Any, seat: int) -> int:
    try:
        return popcount(seat)
    except ValueError:
        return 0


def foreign(_state: Any, seat: int) -> int:
    return hash(seat)


def listed(state: Any, _seat: int) -> int:
    counts = [0] * 4
    counts[state.turn] += 1
    return counts[0]


def comprehended(state: Any, _seat: int) -> Any:
    return max([tricks + 1 for tricks in state.tricks])


def behind(state: Any, seat: int) -> int:
    return listed(state, seat)


def sliced(state: Any, _seat: int) -> Any:
    return state.tricks[:2]


MAKES_A_LIST = "makes a list, which code for a GPU cannot: write into one that is given"

LEAVING = {
    text: "text has an f-string, which cannot be compiled",
    table: "table reads TABLE, which is a dict",
    too_large: "too_large reads TOO_LARGE, which has more than 62 bits",
    method: "method calls state.played.bit_count, a method of an object",
    any_number: "helper takes any number of arguments",
    half_a_move: "half_a_move makes a Move without naming all of its parts, in their order",
    itself: "itself calls itself: write a loop",
    caught: "caught has a try, which cannot be compiled",
    foreign: "foreign calls hash, which is not compiled",
    listed: f"listed {MAKES_A_LIST}",
    comprehended: f"comprehended {MAKES_A_LIST}",
    behind: f"listed {MAKES_A_LIST}",
    sliced: "sliced returns a part of a list, which code for a GPU cannot: write into one that is given",
}


CALLED = {any_number: helper, behind: listed}
"""What leaves the subset in what these call."""


def with_rule(function: Any) -> AnyGame:
    """Lockup with another `acting`, under a name of its own."""
    game = load_game("lockup")
    rules: Any = SimpleNamespace(**{name: getattr(game.rules, name) for name in RULES})
    rules.acting = function
    return replace(game, rules=rules, meta=replace(game.meta, name="changed"))


@pytest.mark.parametrize(
    ("function", "what"), LEAVING.items(), ids=lambda value: getattr(value, "__name__", "")
)
def test_a_line_that_leaves_the_subset_is_named(function: Any, what: str) -> None:
    (departure,) = map(str, departures(with_rule(function)))
    where, _, said = departure.partition(": ")
    file, line = where.split(":")
    assert file == "compiled/test_subset.py"
    assert said == what
    code = CALLED.get(function, function).__code__
    assert code.co_firstlineno <= int(line) < code.co_firstlineno + 5


def test_such_a_game_is_played_by_plain_python() -> None:
    with pytest.raises(CompiledUnavailable, match=r"changed is played by plain Python: .*an f-string"):
        load_engine(with_rule(text))


def test_machine_code_is_known_by_the_sources_of_all_functions_and_their_constants(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = load_game("trump7")
    before = fingerprint(entries(game))
    assert fingerprint(entries(game)) == before
    assert fingerprint([method]) != fingerprint([table])
    with monkeypatch.context() as changed:
        changed.setattr(player, "WEIGHTS", WEIGHTS._replace(enough_to_take=19.0))
        assert fingerprint(entries(game)) != before
    with monkeypatch.context() as changed:  # a record is made with its fields by their places
        changed.setattr(Move, "_fields", Move._fields[::-1])
        assert fingerprint(entries(game)) != before
    monkeypatch.setattr(Phase, "OVER", 9)  # a number of a game's codes
    assert fingerprint(entries(game)) != before
