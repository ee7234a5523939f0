"""Who has learnt what of a deal, on many random evenings: see tests/server/test_who_has_seen.py.

A law that is taken out must be missed: each of LAWS names what holds one, and what is found without it.
"""

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from sevenfold.games import OWN_GAMES
from sevenfold.server.rounds import board_law
from sevenfold.server.storage import attaching
from sevenfold.server.storage.rows import TableRow
from sevenfold.server.storage.seen import SeenStore
from sevenfold.server.tables.seating import sight
from tests.server.test_who_has_seen import an_evening, stories

GAMES = tuple(OWN_GAMES)

EVENINGS = 200

AT_ONCE = 5
"""So many evenings are one test: then those of several can be played side by side."""

AT_TWO_PROCESSES = 12

MOST_EVENINGS = 60
"""On so many evenings at most a law that is taken out is missed."""


def _nothing(*_: object, **__: object) -> None:
    """In place of what refuses."""


async def _nothing_later(*_: object, **__: object) -> None:
    """The same, to be awaited."""


async def _has_seen_nothing(*_: object) -> bool:
    return False


async def _from_the_first_seat(*_: object) -> int:
    return 0


def _unchanged(_old: TableRow, new: TableRow, _deal: int) -> TableRow:
    """Whose hand it was that a bot plays on is not kept."""
    return new


def _everybodys_hand(row: TableRow, person: int) -> frozenset[int]:
    return row.person_seats if row.watches(person) else frozenset()


class Held(NamedTuple):
    """What holds a law, what stands in place of it, and what is then found."""

    at: Any
    name: str
    instead: Any
    found: frozenset[str]


BEFORE, DURING = "shown before", "shown during"

LAWS: dict[str, Held] = {
    "who knows the cards plays them again": Held(SeenStore, "has", _has_seen_nothing, frozenset({BEFORE})),
    "who plays a deal is shown nothing of it": Held(
        SeenStore, "require_not_playing", _nothing_later, frozenset({DURING})
    ),
    "others' rounds of a board are for who has played it": Held(
        board_law.BoardLaw, "opens", _from_the_first_seat, frozenset({"a stranger's"})
    ),
    "who has seen a hand acts for no other": Held(
        sight, "_check_newcomer", _nothing, frozenset({"saw and acted", "two seats"})
    ),
    "a hand goes to no other person": Held(sight, "_with_hands", _unchanged, frozenset({"handed on"})),
    "a spectator sees the hands that are shown to them": Held(
        TableRow, "hands_shown_to", _everybodys_hand, frozenset({"not theirs"})
    ),
    "what another browser has seen comes along": Held(
        attaching, "_SEE", (), frozenset({"counted twice", BEFORE, DURING})
    ),
}

TO_PLAY = [(game, first) for first in range(0, EVENINGS // len(GAMES), AT_ONCE) for game in GAMES]


@pytest.mark.parametrize(("game", "first"), TO_PLAY)
def test_nobody_learns_what_they_could_still_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, first: int
) -> None:
    for seed in range(1000 + first, 1000 + first + AT_ONCE):
        folder = tmp_path / str(seed)
        law = an_evening(folder, folder, monkeypatch, game, seed)
        found = law.findings()
        assert not found, f"seed {seed}\n{stories(law, found)}"


@pytest.mark.parametrize("seed", range(AT_TWO_PROCESSES // len(GAMES)))
@pytest.mark.parametrize("game", GAMES)
def test_nobody_learns_it_at_two_processes(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, seed: int
) -> None:
    law = an_evening(postgres_url, tmp_path, monkeypatch, game, 2000 + seed)
    found = law.findings()
    assert not found, stories(law, found)


@pytest.mark.parametrize("name", LAWS)
def test_a_law_that_is_taken_out_is_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    held = LAWS[name]
    monkeypatch.setattr(held.at, held.name, held.instead)
    for seed in range(MOST_EVENINGS):
        folder = tmp_path / str(seed)
        game = GAMES[seed % len(GAMES)]
        law = an_evening(folder, folder, monkeypatch, game, seed)
        if held.found & {each.law for each in law.findings()}:
            return
    raise AssertionError(f"on {MOST_EVENINGS} evenings nothing was found without: {name}")
