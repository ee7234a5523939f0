"""The stubs of `sevenfold new-game`: each kind and each pair of parts plays, and keeps the contract.

tests/long has every combination of parts.
The pieces of `sevenfold check --quick` look at them in this process; `test_new_game.py` runs the command.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from sevenfold.book.rulebook import load_rule_book
from sevenfold.book.texts import Language
from sevenfold.cli import app
from sevenfold.core.dealer import Dealer
from sevenfold.core.match import Match
from sevenfold.core.scenarios import read_scenarios, run_scenario
from sevenfold.games import examples_folder, load_game, load_meta, package_of
from sevenfold.scaffold.check import missing
from sevenfold.scaffold.new_game import MISTAKES, SEATS, GameKind, Wanted, new_package, wanted
from sevenfold.scaffold.parts import TrickPart
from sevenfold.testing.contract import test_notation as notation
from sevenfold.testing.contract import test_rounds as rounds
from sevenfold.testing.contract.tables import TableCase
from tests.book import test_rulebook as rulebooks
from tests.book import test_texts as texts
from tests.scaffold.stubs import site

__all__ = ["site"]

ROOT = Path(__file__).parents[2]
NONE: frozenset[TrickPart] = frozenset()
FEW = [NONE, *(frozenset(TrickPart) - {part} for part in TrickPart)]
"""Of any two parts, both are in one of these, either is in one without the other, and neither is in one."""


def named(kind: GameKind, parts: frozenset[TrickPart], seats: int) -> str:
    """Short, so that no line grows too long by it: `trick_tb4` has trumps and bids, for four seats."""
    return f"{kind[:5]}_{''.join(part[0] for part in TrickPart if part in parts)}{seats}"


def asked() -> Iterator[tuple[str, Wanted]]:
    """A few combinations for four seats, every kind and all parts for the fewest and the most."""
    everything = frozenset(TrickPart) - {TrickPart.PARTNERS}
    tables = [(GameKind.TRICKS, parts, 4) for parts in FEW]
    tables += [(kind, NONE, seats) for kind in GameKind if kind != GameKind.TRICKS for seats in (4, 5)]
    for kind, fit in SEATS.items():
        parts = everything if kind is GameKind.TRICKS else NONE
        tables += [(kind, parts, seats) for seats in (fit[0], fit[-1])]
    for number, (kind, parts, seats) in enumerate(dict.fromkeys(tables)):
        yield named(kind, parts, seats), Wanted(None, kind, parts, seats, f"Y{chr(65 + number)}")


ASKED = dict(asked())
each_stub = pytest.mark.parametrize("name", ASKED)


def table_of(name: str) -> TableCase:
    meta = load_meta(name)
    return TableCase(name, meta.options(), meta.players.default)


def test_of_any_two_parts_there_are_both_either_and_neither() -> None:
    for one, other in combinations(TrickPart, 2):
        assert {(one in parts, other in parts) for parts in FEW} == set(product((True, False), repeat=2))


# --- it plays ---------------------------------------------------------------------------------------


@each_stub
def test_its_players_play_a_round(name: str) -> None:
    game, options, players = load_game(name), load_meta(name).options(), load_meta(name).players.default
    for seed in range(3):
        match: Match[Any, Any] = Match(
            game, options, players, Dealer(bytes([seed])).deal(game, options, players, 1), 0
        )
        while not match.round_over:
            (seat,) = match.acting
            match.play(seat, game.choose(match.seen(seat), seat))


@each_stub
def test_each_law_of_the_contract_holds(name: str) -> None:
    table = table_of(name)
    for seed, size in enumerate((None, 2)):
        rounds.test_each_law_holds_at_each_moment_of_a_round.hypothesis.inner_test(table, Random(seed), size)
    rounds.test_a_log_replays_to_the_same_bytes_move_by_move.hypothesis.inner_test(table, Random(5), 2)
    rounds.test_rounds_add_up_to_a_match_that_replays.hypothesis.inner_test(table, Random(6), 1)
    rounds.test_a_deal_shows_a_seat_its_own_hand_alone.hypothesis.inner_test(table, Random(7), 2)


@each_stub
def test_its_moves_are_read_and_written(name: str) -> None:
    game = load_game(name)
    texts_of_moves = (
        "pass|bid|bid 0|bid 7|bid x|bid 999|call|call H|call ♥|discard|discard QH QH|draw|take 7D"
    )
    for text in (*texts_of_moves.split("|"), "meld 7D 8D 9D", "QH", "QH QH", "call Z", "BID 3", "BID ³"):
        notation.test_any_text_is_read.hypothesis.inner_test(game, text)
        notation.test_any_text_is_accepted_or_refused_with_a_violation_of_the_list.hypothesis.inner_test(
            table_of(name), Random(1), text
        )
    for odd in ("", " ", "?", "AS\x00", "AS " * 100):
        notation.test_odd_texts_are_read(game, odd)
    notation.test_every_violation_has_its_own_code(game)


def test_all_of_it_is_formatted_and_nothing_is_unused(site: Path) -> None:
    for command in (["check", "--output-format", "concise"], ["format", "--check"]):
        ran = subprocess.run(
            [sys.executable, "-m", "ruff", *command, "--config", str(ROOT / "pyproject.toml"), str(site)],
            capture_output=True,
            text=True,
        )
        assert ran.returncode == 0, ran.stdout


# --- its rules and texts ----------------------------------------------------------------------------


@each_stub
def test_every_rule_has_a_scenario_that_comes_out(name: str) -> None:
    written = [raw for path in examples_folder(name).glob("scenarios/*.yaml") for raw in read_scenarios(path)]
    for raw in written:
        outcome = run_scenario(raw, load_game)
        assert outcome.failure == "", f"{outcome.name}: step {outcome.step}"
    rules = [rule.id for rule in load_rule_book(package_of(name), name, Language.EN).rules]
    assert {rule for raw in written if isinstance(raw, dict) for rule in raw["rules"]} == set(rules)


@each_stub
def test_its_rules_are_numbered_without_gaps(name: str) -> None:
    sections = load_rule_book(package_of(name), name, Language.EN).sections
    for number, section in enumerate([section for section in sections if section.rules], 1):
        expected = [f"{load_meta(name).prefix}-{number}.{rule + 1}" for rule in range(len(section.rules))]
        assert [rule.id for rule in section.rules] == expected


@each_stub
def test_its_rule_book_agrees_with_the_code(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = load_rule_book(package_of(name), name, Language.EN).rules
    monkeypatch.setitem(rulebooks.NUMBERS, name, " ".join(rule.id for rule in rules))
    rulebooks.test_every_rule_that_is_named_is_there(name, Language.EN)
    rulebooks.test_options_are_listed_with_rule_values_and_default(name, Language.EN)
    rulebooks.test_no_rule_and_no_section_is_empty(name, Language.EN)
    rulebooks.test_each_item_of_the_rules_ends_where_a_sentence_ends(name, Language.EN)
    rulebooks.test_presets_are_listed_with_what_they_set(name, Language.EN)
    rulebooks.test_refusals_are_listed_in_the_order_of_the_code(name, Language.EN)
    rulebooks.test_a_readme_says_in_place_of_each_list_where_it_is(name, Language.EN)


@each_stub
@pytest.mark.parametrize("language", Language)
def test_it_has_all_texts_in_each_language(name: str, language: Language) -> None:
    texts.test_the_keys_are_those_that_the_code_asks_for(name, language)
    texts.test_every_language_has_the_same_keys(name, language)
    texts.test_texts_take_the_same_arguments_as_in_english(name, language)
    texts.test_choices_in_a_text_have_an_other(name, language)
    texts.test_texts_quote_nothing_and_hold_no_tags(name, language)
    texts.test_only_refusals_and_events_take_arguments(name, language)


@each_stub
def test_its_texts_fit_its_moves_events_and_results(name: str) -> None:
    texts.test_every_move_but_a_plain_play_has_a_name(name)
    texts.test_a_result_has_lines_whose_sentences_it_fills_in(name)
    texts.test_every_kind_of_event_is_declared(name)
    texts.test_every_phase_is_declared(name)
    texts.test_a_refusal_gives_its_sentence_what_it_needs(name)


@each_stub
def test_its_classes_and_its_title_are_called_after_it(name: str) -> None:
    title = name.replace("_", " ").title()
    assert load_meta(name).options.__name__ == f"{title.replace(' ', '')}Options"
    assert load_rule_book(package_of(name), name, Language.EN).title == title


def test_a_heading_of_its_rules_is_no_name_of_the_game() -> None:
    name = next(name for name, wanted in ASKED.items() if wanted.kind is GameKind.RUMMY)
    sections = load_rule_book(package_of(name), name, Language.EN).sections
    assert "3. Melds" in [section.title for section in sections]


@each_stub
def test_what_it_lacks_is_said_and_is_no_scenario(name: str) -> None:
    lacking = list(missing(None, name))
    assert any("draft=True" in sentence for sentence in lacking)
    assert not any("scenario" in sentence or "texts/" in sentence for sentence in lacking)


# --- mistakes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked_for", "message"),
    [
        ({"parts": "trumps"}, "there is no part 'trumps'; the parts are trump, bids, partners, widow"),
        ({"parts": ""}, "there is no part ''; the parts are trump, bids, partners, widow"),
        ({"parts": "bids,trump,bids"}, "bids is named twice; name each part once"),
        (
            {"parts": "partners", "seats": 6},
            "partners are for 4 seats, not 6; leave --seats out",
        ),
        ({"kind": "poker"}, "there is no kind 'poker'; the kinds are tricks, rummy, shedding"),
        ({"kind": "rummy", "parts": "bids"}, "--with is for a game of tricks; leave it out, or --kind rummy"),
        ({"kind": "rummy", "seats": 8}, "a game of rummy begins with 2 to 5 seats, not 8"),
        (
            {"like": "lockup", "parts": "bids"},
            "like lockup has its rules; leave --like out",
        ),
        (
            {"like": "lockup", "kind": "rummy"},
            "like lockup has its rules; leave --like out",
        ),
    ],
)
def test_what_does_not_go_together_is_told_with_the_way_out(
    asked_for: dict[str, Any], message: str, tmp_path: Path
) -> None:
    with pytest.raises(MISTAKES, match=re.escape(message)):
        new_package(tmp_path / "new", "whist", wanted(**asked_for))
    assert not (tmp_path / "new").exists()


def test_parts_may_be_named_in_any_order_and_with_spaces() -> None:
    assert wanted(parts="widow, trump").parts == {TrickPart.TRUMP, TrickPart.WIDOW}


def test_the_command_says_what_each_kind_and_part_is() -> None:
    told = " ".join(CliRunner().invoke(app, ["new-game", "--help"], terminal_width=200).output.split())
    for word in (*GameKind, *TrickPart):
        assert f"{word}: " in told
