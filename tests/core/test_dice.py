"""Dice for playouts: numbers in range, about equally likely, and the same on every machine."""

from collections import Counter

from sevenfold.core.dice import SEEDS, dice_for, roll, shuffle

THROWS = 60_000


def test_numbers_are_in_range_and_about_equally_likely() -> None:
    for outcomes in (1, 2, 6, 13, 52):
        dice, seen = dice_for(1, 2), Counter[int]()
        for _ in range(THROWS):
            number, dice = roll(dice, outcomes)
            seen[number] += 1
        assert set(seen) == set(range(outcomes))
        expected = THROWS / outcomes
        chi_squared = sum((count - expected) ** 2 / expected for count in seen.values())
        assert chi_squared < outcomes + 5 * (2 * outcomes) ** 0.5 + 5


def test_the_first_numbers_of_many_dice_are_about_equally_likely() -> None:
    seen = Counter(roll(dice_for(7, number), 6)[0] for number in range(THROWS))
    assert max(abs(count - THROWS / 6) for count in seen.values()) < 500


def test_dice_keep_to_62_bits() -> None:
    dice = dice_for(SEEDS - 1, 1 << 40)
    for _ in range(1000):
        assert 0 <= dice < 1 << 62
        _, dice = roll(dice, 1 << 29)


def test_every_order_of_three_cards_comes_about_equally_often() -> None:
    seen = Counter[tuple[int, ...]]()
    for number in range(6000):
        cards = [0, 1, 2]
        shuffle(cards, dice_for(5, number))
        seen[tuple(cards)] += 1
    assert len(seen) == 6
    assert max(abs(count - 1000) for count in seen.values()) < 160


def test_the_numbers_are_the_same_on_every_machine() -> None:
    dice = dice_for(42, 7)
    numbers = []
    for _ in range(8):
        number, dice = roll(dice, 52)
        numbers.append(number)
    assert numbers == [15, 42, 11, 23, 24, 49, 8, 50]
