"""Practice: what is asked and answered about a kept position (search/practice.py)."""

import msgspec

from sevenfold.core.remarks import Reason
from sevenfold.core.written import WrittenMove
from sevenfold.server.protocol.from_client import AskHint, Hello, Play, Select
from sevenfold.server.protocol.from_server import ServerMessage


class PracticeTry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message to a position, as it would go to a table."""

    message: Hello | Play | Select | AskHint


class TriedMove(msgspec.Struct, frozen=True):
    """A move, and by how much it is behind the best, in what a round brings above the mean of the others."""

    move: WrittenMove
    behind: float


class PracticeVerdict(msgspec.Struct, frozen=True):
    """How good the chosen move is: the best move and why, and all others that a search has tried, the better
    first. The chosen move is not among them if a game has too many moves to try all.
    """

    chosen: WrittenMove
    is_best: bool
    best: WrittenMove
    reason: Reason | None
    others: tuple[TriedMove, ...]


class PracticeAnswer(msgspec.Struct, frozen=True):
    """What a table would send. After a legal move there is a verdict instead."""

    messages: tuple[ServerMessage, ...]
    verdict: PracticeVerdict | None
