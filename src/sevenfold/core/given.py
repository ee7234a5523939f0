"""Numbers that callers give: checked here before the rules, or compiled code, work with them.

Compiled code checks no bounds: a seat or an index that is not there would read whatever lies in memory.
"""

from collections.abc import Iterable
from hashlib import blake2b
from operator import index
from secrets import randbelow, token_bytes

from sevenfold.cards.masks import mask_of
from sevenfold.core.dice import SEEDS
from sevenfold.errors import SevenfoldError

LARGEST = (1 << 31) - 1
"""The most that a number may be that counts something, unless its place says otherwise."""


class WrongNumber(SevenfoldError, ValueError):
    """A number that is not whole, or out of its range.

    >>> import sevenfold
    >>> match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
    >>> match.at(99)
    Traceback (most recent call last):
        ...
    sevenfold.WrongNumber: entry is the number of an entry of the log, 1 to 1, not 99
    """

    def __init__(self, name: str, wanted: str, value: object) -> None:
        super().__init__(f"{name} is {wanted}, not {value!r}")
        self.name = name
        self.value = value


class NoSuchSeat(SevenfoldError, ValueError):
    """A seat that the table does not have.

    >>> import sevenfold
    >>> match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
    >>> match.seen(4)
    Traceback (most recent call last):
        ...
    sevenfold.NoSuchSeat: there is no seat 4; the seats are 0 to 3
    """

    def __init__(self, seat: object, players: int) -> None:
        super().__init__(f"there is no seat {seat}; the seats are 0 to {players - 1}")
        self.seat = seat


def checked_int(
    name: str, value: object, low: int, high: int | None = None, what: str = "a whole number"
) -> int:
    """The number that was given, of Python's type. Raises WrongNumber.

    `what` says what the number stands for; it is LARGEST at most where `high` says nothing.
    """
    number, most = _index(value), LARGEST if high is None else high
    if number is None or not low <= number <= most:
        is_large = number is not None and number > most
        bounds = f"{low} or more" if high is None and not is_large else f"{low} to {most}"
        raise WrongNumber(name, f"{what}, {bounds}", value)
    return number


def _index(value: object) -> int | None:
    """A whole number of Python, NumPy or another library; None for anything else, and for true and false."""
    if isinstance(value, bool):
        return None
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def seed_number(seed: object) -> int:
    """The seed as a number below SEEDS; for None one at random. Raises WrongNumber.

    A number that is not from 0 to SEEDS - 1 becomes its hash, so that different numbers are different seeds.
    """
    if seed is None:
        return randbelow(SEEDS)
    number = _index(seed)
    if number is None:
        raise WrongNumber("seed", "a whole number, or None for one at random", seed)
    if 0 <= number < SEEDS:
        return number
    written = number.to_bytes(number.bit_length() // 8 + 1, "little", signed=True)
    return int.from_bytes(blake2b(written, digest_size=8).digest(), "little") % SEEDS


def seed_bytes(seed: object) -> bytes:
    """The secret of a dealer: bytes as they are, the digits of a number; for None one at random.

    Raises WrongNumber.
    """
    if isinstance(seed, bytes):
        return seed
    if seed is None:
        return token_bytes(32)
    number = _index(seed)
    if number is None:
        raise WrongNumber("seed", "a whole number, bytes, or None for one at random", seed)
    return str(number).encode()


def seat_number(seat: object, players: int) -> int:
    """The seat that was given, of Python's type. Raises NoSuchSeat."""
    number = _index(seat)
    if number is None or not 0 <= number < players:
        raise NoSuchSeat(seat, players)
    return number


def seats_mask(name: str, seats: Iterable[object], players: int) -> int:
    """The seats that were listed, as a mask. Raises NoSuchSeat, and WrongNumber for no list."""
    try:
        listed = list(seats)
    except TypeError:
        raise WrongNumber(name, "a list of seats, such as [0, 2]", seats) from None
    return mask_of(seat_number(seat, players) for seat in listed)
