"""Events as a test writes them."""

from sevenfold.core.events import Event


def moved(seat: int, text: str, version: int = 1) -> Event:
    """The event of a move."""
    return Event.of_move(version, seat, text)


def trick(version: int, seat: int, cards: str, count: int | None = None) -> Event:
    """The event of a trick that was taken."""
    return Event(kind="trick", version=version, seat=seat, cards=tuple(cards.split()), count=count)
