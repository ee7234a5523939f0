"""Short decks: dealt by the environments as declared, and solved exactly."""

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import exploitability
from open_spiel.python.policy import UniformRandomPolicy

import sevenfold.envs.openspiel  # noqa: F401  it registers the games
from sevenfold.cards.pack import CardError
from sevenfold.core.deal import DealError
from sevenfold.core.given import WrongNumber
from sevenfold.envs import SOLVED_DECKS, GameTree, ShortDeck, VectorEnv
from sevenfold.envs.short import NotInTheDeck
from sevenfold.envs.solved import SolvedDeck
from sevenfold.envs.tree import TooManyPositions, WrongChances

DECKS = {
    "lockup": (ShortDeck("JC AC KS JD KH QS JS QD", 2, "JC AC KS"), {}),
    "trump7": (ShortDeck("7C KC TC QC 7D QD JK JH", 2, "7C KC TC"), {}),
    "lockseven": (ShortDeck("7S KS 7H AS 5S 6S 9S TS 8S JS QS 5H 6H 8H 9H TH", 2, "7S KS 7H"), {}),
    "seven_bridge": (ShortDeck("7C 7D 7H 8C 9C TC 2S 3S 4S 5S KH QH JD 6D", 3, "7C 7D"), {"players": 2}),
}
SMALL = {name: known for name, known in SOLVED_DECKS.items() if known.short.hand_size < 3}
"""tests/long/test_frozen.py solves the others."""
SOLVED = pytest.mark.parametrize("known", SMALL.values(), ids=SMALL)
TINY = ShortDeck("JC AC KS JD KH QS JS QD", 2, "JC AC KS JD")
"""Four cards are known to all; the other four are dealt in six ways."""


def make(game: str, n: int = 64, **given: Any) -> VectorEnv:
    deck, more = DECKS[game]
    return VectorEnv(game, n, short=deck, **{"seed": 3, "auto_reset": False, **more, **given})


# --- dealt by VectorEnv ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", DECKS)
def test_a_short_deck_is_dealt_as_declared(game: str) -> None:
    deck, _ = DECKS[game]
    env = make(game)
    pack = env.game.rules.pack(env.options)
    dealt, cards = pack.read(deck.dealt), pack.read(deck.cards)
    hands = [env.state(index).hands for index in range(env.n)]
    assert all(dealt[0] in kinds(hand[0]) for hand in hands)
    assert len({str(env.state(index)) for index in range(env.n)}) > 1
    for hand in hands:
        held = [kind for each in hand for kind in kinds(each)]
        assert not Counter(held) - Counter(cards)
    live = True
    while live:
        env.step(env.sample())
        live = bool((env.to_act >= 0).any())


def kinds(hand: int) -> list[int]:
    return [kind for kind in range(62) if hand >> kind & 1]


def test_all_deals_are_equally_likely_and_seat_0_is_first() -> None:
    env = VectorEnv("trump7", 6000, seed=1, short=ShortDeck("7C KC QD JK TH", 1, "QD"))
    states = [env.state(index) for index in range(env.n)]
    counts = Counter(tuple(state.hands) for state in states)
    assert len(counts) == 4 * 3
    assert all(abs(count - 500) < 110 for count in counts.values())
    assert {state.first for state in states} == {0}


def test_a_short_deck_is_saved_with_its_rounds() -> None:
    env, other = make("trump7"), make("trump7", seed=8)
    other.restore(0, env.save(1))
    assert other.state(0) == env.state(1)
    with pytest.raises(ValueError, match="not one with another deck"):
        other.restore(0, VectorEnv("trump7", 1).save(0))


@pytest.mark.parametrize(
    ("deck", "error"),
    [
        (ShortDeck("7C KC QD", 2), DealError),
        (ShortDeck("7C KC QD JK TH", -1), WrongNumber),
        (ShortDeck("7C 7C KC QD JK TH", 1), DealError),
        (ShortDeck("7C KC QD JK TH", 1, "QS"), NotInTheDeck),
        (ShortDeck("7C KC QD JK ZZ", 1), CardError),
    ],
    ids=["too small", "below 0", "twice", "not there", "no card"],
)
def test_what_is_no_deck_is_refused(deck: ShortDeck, error: type[Exception]) -> None:
    with pytest.raises(error):
        VectorEnv("trump7", 1, short=deck)
    with pytest.raises(error):
        GameTree("trump7", deck)


# --- solved ---------------------------------------------------------------------------------------


@SOLVED
def test_the_equilibrium_is_the_one_that_is_known(known: SolvedDeck) -> None:
    found = known.tree.solve(60)
    assert known.tree.nash_conv(found) < 0.01
    assert known.tree.values(found) == pytest.approx(known.values, abs=0.01)
    if known.strategy:
        assert found == pytest.approx(known.equilibrium(), abs=1e-3)


@SOLVED
def test_the_page_has_its_size_and_values(known: SolvedDeck) -> None:
    page = (Path(__file__).parents[2] / "docs/environments.md").read_text(encoding="utf-8")
    (row,) = (line for line in page.splitlines() if line.startswith(f"| `{known.short.name}` |"))
    _, _, _, cards, positions, values, gain, _ = (cell.strip() for cell in row.split("|"))
    assert positions == f"{len(known.tree):,}"
    assert gain == f"{known.tree.nash_conv(known.tree.uniform()):.3f}"
    told = [float(value) for value in values.replace("\N{MINUS SIGN}", "-").split(", ")]
    assert told == pytest.approx(known.values, abs=6e-4)
    dealt = f", dealt {known.short.dealt}" if known.short.dealt else ""
    assert cards == known.short.cards + dealt


@SOLVED
def test_it_is_not_trivial(known: SolvedDeck) -> None:
    assert known.tree.nash_conv(known.tree.uniform()) > 0.1


@SOLVED
def test_rounds_of_the_environment_are_those_of_the_tree(known: SolvedDeck) -> None:
    """Random players win in many rounds what the tree says."""
    env, tree = VectorEnv(known.game, 20_000, seed=1, short=known.short, auto_reset=False), known.tree
    totals = np.zeros(env.players)
    while (env.to_act >= 0).any():
        ended = env.step(env.sample())
        totals += env.returns[ended].sum(axis=0)
    assert totals / env.n == pytest.approx(tree.values(tree.uniform()), abs=0.12)


@pytest.mark.parametrize("game", ["lockup"])
def test_openspiel_finds_the_same_gains(game: str) -> None:
    tree = GameTree(game, TINY)
    loaded = pyspiel.load_game(f"sevenfold_{game}", TINY.parameters)
    expected = exploitability.nash_conv(loaded, UniformRandomPolicy(loaded), return_only_nash_conv=False)
    uniform = tree.strategy_of(lambda _, mask: mask / mask.sum())
    assert tree.gains(uniform) == pytest.approx(expected.player_improvements)
    assert len(tree.information_sets) > 20
    assert tree.nash_conv(tree.solve(40)) < tree.nash_conv(uniform) / 10


def test_a_solved_deck_has_the_parameters_for_openspiel_lockup() -> None:
    loaded = pyspiel.load_game("sevenfold_lockup", SOLVED_DECKS["three clubs"].short.parameters)
    assert loaded.setting.deck == tuple(sorted(loaded.setting.deck))
    assert loaded.setting.hand_size == 2


def test_a_tree_that_is_too_large_is_refused() -> None:
    with pytest.raises(TooManyPositions, match="more than 100 positions"):
        GameTree("trump7", SOLVED_DECKS["trump7-5"].short, most=100)


@pytest.mark.parametrize(
    "given", [np.ones(34), np.zeros(34), np.eye(34)[33], np.ones(3)], ids=["2", "0", "not allowed", "shape"]
)
def test_what_are_no_chances_is_refused(given: Any) -> None:
    tree = SOLVED_DECKS["trump7-5"].tree
    with pytest.raises(WrongChances):
        tree.strategy_of(lambda _observation, _mask: given)
