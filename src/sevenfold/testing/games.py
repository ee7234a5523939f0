"""Which games the contract is run for."""

from collections.abc import Iterable

from sevenfold.games import OWN_GAMES, load_meta

_named: list[str] = []


def choose(names: Iterable[str]) -> None:
    """Run the contract for these games alone. Raises UnknownGame, BrokenGame."""
    for name in names:
        load_meta(name)
        _named.append(name)


def games_under_test() -> tuple[str, ...]:
    """The games that were chosen; those of Sevenfold where none were."""
    return tuple(dict.fromkeys(_named)) or tuple(OWN_GAMES)
