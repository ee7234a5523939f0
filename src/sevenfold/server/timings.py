"""How long a server waits and for what, in one value: nothing that a host sets."""

import msgspec


class Timings(msgspec.Struct, frozen=True, kw_only=True):
    """How long windows, results and waits last.

    A host sets none of them, by no option and by no variable: they fit each other, and players know them.
    Tests and benches give a server others, as `timings` of its `Settings`.
    """

    claim_window: int = 4000
    """How long claims are open where several persons sit, in ms."""
    card_window: int = 160
    """How long a brief window lasts where several persons sit, in ms."""
    answered_early: int = 30
    """How long before the end of a window its answers are made, in ms. By the end they are usually in the
    log.
    """
    shortest_pause: int = 400
    """The least time that a bot takes for a move, in ms, unless the pace is shorter still."""
    result_shown: int = 20_000
    """How long a result is still shown to the others once somebody has gone on, in ms."""
    missed_after: int = 20_000
    """How long a table of an evening waits for a person who is not there, in ms."""
    host_away: int = 120_000
    """How long the others wait for their host, in ms."""
    away_before_return: int = 120_000
    """How long a person has been away before somebody may say that their seat is theirs, in ms."""
    between_returns: int = 600_000
    """How long after somebody has said so of a seat nobody else may, in ms."""
    return_answered: int = 60_000
    """How long the others have to answer them, in ms."""

    request_time: float = 10.0
    """How long a request may take to come whole, in seconds."""
    reading_time: float = 10.0
    """How long a client may read nothing of what it is sent, in seconds, before it is cut off."""
    pong_within: float = 2.5
    """How long a client may take to answer a ping, in seconds, before it counts as absent."""
    longest_request: float = 20.0
    """How long an answer may take to begin, in seconds. Nothing takes so long unless the database hangs."""


USUAL = Timings()
"""Those of every server that people play at."""
