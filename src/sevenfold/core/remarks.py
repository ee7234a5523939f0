"""What a game remarks while a game is played: a code of its own and values, of which a sentence is made.

The sentences are the game's, one in each language (book/texts.py, book/lessons.py).
"""

import msgspec


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """Why a player would make a move: `reason.CODE` among the game's texts."""

    code: str
    count: int | None = None
    suit: str | None = None


class Tip(msgspec.Struct, frozen=True, kw_only=True):
    """A sentence for a player who meets something for the first time: `coach.CODE` among the sentences of the
    game's lessons.

    A game's `coach.py` chooses the tips that fit a moment from what a seat is sent: its view, and the events
    that came with it. So a tip tells nobody more than they may know. The browser remembers which tips its
    player has read.

    `at` is what it points at, named as in lessons (book/lessons.py). The sentence may name `seat`, and `card`
    and `other`, which are `cards` in this order.
    """

    code: str
    at: str
    seat: int | None = None
    cards: tuple[str, ...] = ()


class Decided(msgspec.Struct, frozen=True, kw_only=True):
    """The moment that decided a round: `decided.CODE` among the game's texts.

    `seat` did it, with `cards`, and `other` gained by it, where that is somebody else. `count` is what it
    brought or cost.
    """

    code: str
    seat: int | None = None
    other: int | None = None
    cards: tuple[str, ...] = ()
    count: int | None = None
