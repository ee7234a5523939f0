"""Finding the moment that decided a round, for a game's `decided.py`.

It is found from what one viewer was told, so that it reveals nothing more.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sevenfold.core.events import Event
from sevenfold.core.remarks import Decided
from sevenfold.core.written import PLAY


@dataclass(frozen=True)
class Taking:
    """A trick that was taken: by whom, with which of their cards, and for how many points."""

    version: int
    seat: int
    cards: tuple[str, ...]
    points: int

    def told(self, code: str) -> Decided:
        """The trick as the moment that decided."""
        return Decided(code=code, seat=self.seat, cards=self.cards, count=self.points)


def takings(events: Iterable[Event]) -> list[Taking]:
    """The tricks of a round in order, without one whose taker had played before the first event.

    A taker who led more cards than the last player answered was made to lead fewer: the first of the trick.
    """
    taken: list[Taking] = []
    plays: dict[int, tuple[str, ...]] = {}
    answered = 0
    for event in events:
        if event.seat is None:
            continue
        if event.kind == "move" and event.action == PLAY:
            plays[event.seat], answered = event.cards, len(event.cards)
        elif event.kind == "trick":
            if cards := plays.get(event.seat):
                led = cards if len(cards) == answered else event.cards[:answered]
                taken.append(Taking(event.version, event.seat, led, event.count or 0))
            plays = {}
    return taken


def dearest(tricks: Sequence[Taking]) -> Taking | None:
    """The trick that brought the most points, the first of equals; None if no trick brought any."""
    most = max(tricks, key=lambda taking: taking.points, default=None)
    return most if most and most.points > 0 else None
