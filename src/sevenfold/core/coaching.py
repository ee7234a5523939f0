"""Coaching: what somebody is told who meets a thing for the first time.

A room's `coach.py` says which sentences fit a moment, from what its seat is sent: the view and the events
that came with it. So nobody is told more than they may know. Which of them somebody has read is kept in
their browser.
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
