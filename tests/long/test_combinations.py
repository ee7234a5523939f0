"""The stubs of `sevenfold new-game` with every combination of parts, held to what holds for few of them."""

from collections.abc import Callable
from inspect import signature
from itertools import combinations

import pytest

from sevenfold.book.texts import Language
from sevenfold.scaffold.new_game import GameKind, Wanted
from sevenfold.scaffold.parts import TrickPart
from tests.scaffold import test_parts as few
from tests.scaffold.stubs import site
from tests.scaffold.test_parts import test_all_of_it_is_formatted_and_nothing_is_unused

__all__ = ["site", "test_all_of_it_is_formatted_and_nothing_is_unused"]

COMBINATIONS = [frozenset(some) for size in range(5) for some in combinations(TrickPart, size)]
ASKED = {
    few.named(GameKind.TRICKS, parts, 4): Wanted(None, GameKind.TRICKS, parts, 4, f"Z{chr(65 + number)}")
    for number, parts in enumerate(COMBINATIONS)
}
LAWS: dict[str, Callable[..., None]] = {
    name: law
    for name, law in vars(few).items()
    if name.startswith("test_") and callable(law) and "name" in signature(law).parameters
}


def test_there_are_sixteen_and_ten_laws() -> None:
    assert (len(ASKED), len(LAWS)) == (16, 10)


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("name", ASKED)
def test_what_holds_for_a_stub_holds_for_every_combination(
    name: str, law: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = signature(LAWS[law]).parameters
    given = {"monkeypatch": monkeypatch} if "monkeypatch" in asked else {}
    for language in Language if "language" in asked else (None,):
        LAWS[law](name, **given, **({} if language is None else {"language": language}))
