"""What version 1 of the suite names by hash is compared field by field, and what moved is named.

tests/long/test_frozen.py compares all tasks, in minutes.
"""

import msgspec
import pytest

from sevenfold.envs.solved import FROZEN, SolvedDeck, read_decks
from sevenfold.suite import fingerprints
from sevenfold.suite.fingerprints import TaskMoved, check_frozen, fingerprint
from sevenfold.suite.tasks import find_task


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


@pytest.mark.parametrize("known", read_decks(FROZEN), ids=lambda known: known.short.name)
def test_the_equilibrium_of_a_short_deck_is_one(known: SolvedDeck) -> None:
    tree, strategy = known.tree, known.equilibrium()
    assert tree.gains(strategy) == pytest.approx(known.gains, abs=1e-6)
    assert sum(known.gains) < 0.001
    assert tree.values(strategy) == pytest.approx(known.values, abs=1e-6)


def test_information_sets_are_numbered_as_version_1_numbers_them() -> None:
    """The file has a chance for each action of those with a choice, and nothing of the others."""
    for known in read_decks(FROZEN):
        sets = dict(enumerate(known.tree.information_sets))
        choices = {number: int(each.mask.sum()) for number, each in sets.items() if each.mask.sum() > 1}
        assert {number: len(chances) for number, chances in known.strategy.items()} == choices


def test_most_of_a_short_deck_is_a_choice_and_equilibria_are_mixed() -> None:
    for known in read_decks(FROZEN):
        assert sum(0.05 < max(chances) < 0.95 for chances in known.strategy.values()) > 20
