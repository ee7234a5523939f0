"""Coaching: tips for a player who meets something for the first time.

A room's `coach.py` chooses the tips that fit a moment from what a seat is sent: its view, and the events that
came with it. So a tip tells nobody more than they may know. The browser remembers which tips its player has
read.
"""

import msgspec


class Tip(msgspec.Struct, frozen=True, kw_only=True):
    """A sentence that fits the moment: `coach.CODE` among the sentences of the room's lessons.

    `at` is what it points at, named as in lessons (core/lessons.py). The sentence may name `seat`, and `card`
    and `other`, which are `cards` in this order.
    """

    code: str
    at: str
    seat: int | None = None
    cards: tuple[str, ...] = ()
