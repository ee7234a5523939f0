"""Where no server runs, a command takes up its orders itself, by the same functions."""

from sevenfold.server.care.taking_up import TakingUp
from sevenfold.server.duplicate.boards import Boards
from sevenfold.server.duplicate.events import Events
from sevenfold.server.limits import Limiter
from sevenfold.server.rounds.rounds import FinishedRounds
from sevenfold.server.storage.store import Store
from sevenfold.server.tables.across.bus import MemoryBus
from sevenfold.server.tables.bots.thinkers import Thinkers
from sevenfold.server.tables.forgetting import Forgetting
from sevenfold.server.tables.invitations import Invitations
from sevenfold.server.tables.jobs import Jobs
from sevenfold.server.tables.registry import Tables
from sevenfold.server.timings import USUAL


async def take_up_alone(store: Store) -> None:
    """Do all orders that are still to be done, to their end."""
    jobs, thinkers, bus = Jobs(), Thinkers(), MemoryBus()
    rounds = FinishedRounds(store, thinkers.others)
    tables = Tables(store, bus, jobs, thinkers)
    events = Events(store, Boards(store, tables, rounds, thinkers, jobs), tables, bus, USUAL)
    forgetting = Forgetting(store, tables, Invitations(store, tables, Limiter(None)))
    try:
        await TakingUp(store, tables, events, forgetting, bus).look()
        await forgetting.do_what_is_left()
    finally:
        await jobs.close()
        rounds.close()
        thinkers.close()
        await thinkers.others.stop()
