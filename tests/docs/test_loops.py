"""The loops that the documentation shows first work in every game, with its name in the place of Lockup."""

import re
import signal
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

from sevenfold.envs.encoding import encoded_games
from sevenfold.envs.registration import environment_id

ROOT = Path(__file__).parents[2]
PYTHON = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
LOOP = re.compile(r"^ *(?:while|for) ", re.MULTILINE)
PAGES = ["README.md", "docs/researchers.md", "docs/bots.md", "docs/environments.md"]
SECONDS = 180
"""A loop that takes longer does not end; a game may have to be compiled first."""


def blocks(page: str) -> list[str]:
    """The Python of a page up to its last loop over a game, without what reads files or names its cards."""
    found = PYTHON.findall((ROOT / page).read_text(encoding="utf-8"))
    of_one_game = ("np.load", "read_table", "ShortDeck")
    return [block for block in found if not any(name in block for name in of_one_game)]


def in_another_game(block: str, game: str) -> str:
    for name in ("lockup", "trump7"):
        block = re.sub(rf'"(sevenfold_)?{name}"', rf'"\g<1>{game}"', block)
    return block.replace("sevenfold/Lockup-v1", environment_id(game)).replace('"2C"', '"nonsense"')


@pytest.fixture(autouse=True)
def ends_in_time() -> Iterator[None]:
    def too_late(_signal: int, _frame: FrameType | None) -> None:
        raise TimeoutError(f"no end after {SECONDS} seconds")

    before = signal.signal(signal.SIGALRM, too_late)
    signal.alarm(SECONDS)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("game", encoded_games())
@pytest.mark.parametrize("page", PAGES)
def test_the_loops_of_a_page_end_in_every_game(page: str, game: str) -> None:
    names: dict[str, object] = {"__name__": game}
    for block in blocks(page):
        exec(compile(in_another_game(block, game), page, "exec"), names)


@pytest.mark.parametrize("page", PAGES)
def test_each_page_shows_a_loop(page: str) -> None:
    assert any(LOOP.search(block) for block in blocks(page))
