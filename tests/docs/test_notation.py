"""docs/notation.md says what the code does: its moves can be read, its examples run, its keys are there."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml

from sevenfold.core.dealer import Dealer
from sevenfold.core.log import Log
from sevenfold.core.match import Match
from sevenfold.core.moves import UNREADABLE
from sevenfold.core.options import describe
from sevenfold.core.records import Record
from sevenfold.core.scenarios import Scenario, run_scenario
from sevenfold.core.standing import Standing
from sevenfold.core.violations import COMMON
from sevenfold.games import OWN_GAMES, load_game
from sevenfold.testing.contract.tables import FINISHED

TEXT = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
NAMES = {"LockSeven": "lockseven", "Lockup": "lockup", "Trump 7": "trump7", "Seven Bridge": "seven_bridge"}


def rows(section: str) -> Iterator[list[str]]:
    """The cells of the tables of a section, without the rows of headings."""
    body = re.split(r"^#+ ", TEXT.split(f"# {section}\n", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]
    for line in body.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if line.startswith("| ") and cells[0] not in ("game", "---", "key"):
            yield cells


def example(language: str, index: int) -> str:
    found: list[str] = re.findall(rf"^```{language}\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    return found[index]


@cache
def match_of(name: str) -> Match[Any, Any]:
    game = load_game(name)
    options, players = game.meta.options(), game.meta.seats(None)
    return Match(game, options, players, Dealer(b"notation").deal(game, options, players, 1), 0)


MOVES = [(NAMES[game], move.strip("`")) for game, move, _ in rows("Moves")]


@pytest.mark.parametrize(("game", "text"), MOVES)
def test_a_move_in_the_table_is_read_and_written(game: str, text: str) -> None:
    notation = load_game(game).notation
    move = notation.parse(text)
    assert move.kind != UNREADABLE
    assert sorted(notation.write(move).split()) == sorted(text.split())
    assert notation.parse(notation.write(move)) == move


def test_every_finished_game_has_its_moves_and_its_order() -> None:
    assert set(FINISHED) <= {game for game, _ in MOVES} <= set(OWN_GAMES)
    assert set(FINISHED) <= {NAMES[game] for game, _ in rows("Cards and seats")} <= set(OWN_GAMES)


def order_of(game: str) -> tuple[list[str], list[str], str]:
    """The jokers, suits and ranks of a game by the table, from high to low; ranks as they stand there."""
    order = dict(rows("Cards and seats"))[game]
    found = re.fullmatch(r"(.*?)(?:then )?([SHCD](?: [SHCD]){3}), each (.+)", order)
    assert found
    return re.findall(r"`(\w+)`", found[1]), found[2].split(), found[3]


@pytest.mark.parametrize("game", NAMES)
def test_the_order_of_a_games_cards_is_that_of_the_table(game: str) -> None:
    engine = load_game(NAMES[game])
    with_joker = {spec.name: "yes" for spec in describe(engine.meta.options) if spec.name == "joker"}
    pack = engine.rules.pack(engine.meta.make_options(None, with_joker))
    jokers, suits, ranks = order_of(game)
    assert jokers == list(reversed(pack.jokers))
    assert suits == list(reversed(pack.suits))
    high_to_low = list(reversed(pack.ranks))
    assert ranks in (" ".join(high_to_low), f"from {high_to_low[0]} down to {high_to_low[-1]}")


def test_the_example_of_a_scenario_holds() -> None:
    (scenario,) = yaml.safe_load(example("yaml", 0))
    assert run_scenario(scenario, load_game).failure == ""


def test_the_keys_of_a_scenario_are_listed() -> None:
    listed = {row[0].strip("`") for row in rows("Before the first step") if row[0].startswith("`")}
    assert listed == {field.name for field in msgspec.structs.fields(Scenario)}


@pytest.mark.parametrize(("game", "key"), [(row[0], row[1].strip("`")) for row in rows("Steps")])
def test_a_key_to_expect_is_there(game: str, key: str) -> None:
    standing = {field.name for field in msgspec.structs.fields(Standing)} | {"legal", "acting"}
    for name in OWN_GAMES if game == "all" else (NAMES[game],):
        assert key in standing or hasattr(match_of(name).view(None), key)


def test_the_common_violations_are_listed_in_order() -> None:
    section = TEXT.split("## Refusals")[1].split("## ")[0]
    assert re.findall(r"^\d\. `(\w+)`", section, re.MULTILINE) == list(COMMON[1:])


def test_the_examples_of_a_record_and_a_log_are_whole() -> None:
    record = msgspec.json.decode(example("json", 0), type=Record)
    log = msgspec.json.decode(example("json", 1), type=Log)
    options, of_memory = (
        msgspec.to_builtins(load_game("lockup").meta.options()),
        {"round", "scores", "carried"},
    )
    assert msgspec.to_builtins(record).keys() == set(Record.__struct_fields__) - {*of_memory, "fair"}
    records = TEXT.split("## Records")[1].split("## Logs")[0]
    assert all(f"`{name}`" in records or f'"{name}"' in records for name in Record.__struct_fields__)
    assert record.options == log.options == options
