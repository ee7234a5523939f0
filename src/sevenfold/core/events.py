"""Events: what happened, as one viewer may be told. For animation and the written log, never for state."""

from collections.abc import Iterable
from typing import Literal, Self

import msgspec

from sevenfold.core.written import take_apart

Manner = Literal["seen", "said", "staged"]
"""How a table shows a move: cards move; besides, who makes it says it, or the moment is staged."""


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that happened.

    Every game has these kinds, and some of its own, with a sentence each in its texts:

    - `deal`: a round begins. `seat` acts first, `count` is the number of the round.
    - `move`: `seat` made `move`, which is as the viewer may know it.
    - `chance`: `move` is what chance did.
    - `round`: the round ended. `scores` are what it brought.
    - `take_back`: `seat` took back. Of the moves that the viewer knew before these events, the last `count`
      do not count any more. Moves that came since and were taken back are left out.

    >>> import sevenfold
    >>> match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
    >>> step = match.play(0, match.legal(0)[0])
    >>> [(event.kind, event.seat, event.cards) for event in match.moment(1).events()]
    [('deal', 0, ()), ('move', 0, ('7S',))]
    """

    kind: str
    version: int
    seat: int | None = None
    move: str | None = None
    cards: tuple[str, ...] = ()
    count: int | None = None
    suit: str | None = None
    scores: tuple[int, ...] = ()
    action: str | None = None
    """Of a move: its kind, such as `play`; `cards` are those that it names."""
    arg: str | None = None
    """Of a move: what comes after its cards."""
    manner: Manner = "seen"
    """Of a move: how a table shows it."""

    @classmethod
    def of_move(cls, version: int, seat: int, move: str, manner: Manner = "seen") -> Self:
        """A move that a seat made, as far as the viewer may know it."""
        made = take_apart(move)
        return cls(
            kind="move",
            version=version,
            seat=seat,
            move=move,
            cards=made.cards,
            action=made.kind,
            arg=made.arg,
            manner=manner,
        )


def standing_events(events: Iterable[Event]) -> list[Event]:
    """The events that stand: without the moves that were taken back, and without what came of those."""
    kept: list[Event] = []
    for event in events:
        if event.kind != "take_back":
            kept.append(event)
            continue
        undone = event.count or 0
        while kept and undone:
            undone -= kept.pop().kind == "move"
    return kept
