"""Version 1 of the suite is frozen: what it names by hash is what it was."""

import msgspec
import pytest

from sevenfold.suite import fingerprints
from sevenfold.suite.fingerprints import TaskMoved, check_frozen, fingerprint
from sevenfold.suite.mini import best_response, gains, grow, solved, values
from sevenfold.suite.tasks import TASKS, Task, find_task

EACH = pytest.mark.parametrize("task", TASKS.values(), ids=lambda task: f"{task.name} {task.game}")


@EACH
def test_nothing_moved_that_version_1_names_by_hash(task: Task) -> None:
    """What to do when this fails is what it says: undo it, or make version 2. Never write the hash anew."""
    check_frozen(task)


def test_what_moved_is_named_with_the_way_out_lockup(monkeypatch: pytest.MonkeyPatch) -> None:
    task = find_task("Mini-v1")
    monkeypatch.setattr(fingerprints, "arrays_hash", lambda _: "another")
    monkeypatch.setattr(fingerprints, "mini_hash", lambda: "another")
    with pytest.raises(TaskMoved, match=r"`arrays`, `mini` moved since .* make version 2") as moved:
        check_frozen(task)
    assert moved.value.names == ["`arrays`", "`mini`"]


def test_each_field_of_what_is_frozen_is_compared_lockup() -> None:
    task = find_task("Mini-v1")
    now = fingerprint(task)
    assert msgspec.json.encode(now) == msgspec.json.encode(task.frozen)
    assert now.mini is not None
    assert len({now.rules, now.arrays, now.deals, now.mini}) == 4


@pytest.mark.parametrize("deck", solved(), ids=lambda deck: deck.short.name)
def test_the_equilibrium_of_a_short_deck_is_one(deck: object) -> None:
    known = next(each for each in solved() if each is deck)
    tree = grow(known.short)
    assert gains(tree, known.strategy) == pytest.approx(known.gains, abs=1e-6)
    assert sum(known.gains) < 0.001
    assert values(tree, known.strategy).tolist() == pytest.approx(known.values, abs=1e-6)


def test_a_best_response_gains_on_who_plays_evenly_and_no_less_than_by_playing_as_they_do() -> None:
    tree = grow(solved()[0].short)
    even = tree.even()
    usual = values(tree, even)
    best = [best_response(tree, even, seat) for seat in range(4)]
    assert all(most >= mean - 1e-9 for most, mean in zip(best, usual, strict=True))
    assert sum(gains(tree, even)) > 0.1


def test_most_of_a_short_deck_is_a_choice_and_equilibria_are_mixed() -> None:
    for known in solved():
        assert sum(0.05 < max(chances) < 0.95 for chances in known.strategy.values()) > 20
