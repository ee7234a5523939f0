"""How many deals an event needs to tell who plays better, for whoever makes one."""

from sevenfold.games import game_names, load_meta
from sevenfold.server.protocol.events import EnoughDeals, EventAdvice


def advice() -> EventAdvice:
    """What is known, for the games of this server."""
    measured = {name: load_meta(name).deals_to_tell for name in game_names()}
    return EventAdvice(
        enough=tuple(
            each
            for name, enough in measured.items()
            if enough is not None
            for each in (
                EnoughDeals(game=name, kind="own_time", deals=enough.own_time),
                EnoughDeals(game=name, kind="evening", deals=enough.evening),
            )
        )
    )
