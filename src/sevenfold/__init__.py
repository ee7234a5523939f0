"""Sevenfold: a card room for LockSeven, Lockup, Trump 7 and Seven Bridge.

The names in `__all__` are the public API; docs/researchers.md shows how they work together.
"""

from typing import TYPE_CHECKING

from sevenfold.arena.simulate import Simulation
from sevenfold.bots.players import (
    PLAYERS,
    Player,
    UnknownPlayer,
    WrongNumberOfPlayers,
    ask_player,
    seat_players,
)
from sevenfold.bots.plugins import BrokenPlugin
from sevenfold.compiled import CompiledUnavailable
from sevenfold.compiled.cpu.rollouts import mean_results
from sevenfold.core.choosing import Legal, NoLegalMove, NotToAct, TextNotMove, TooManyMoves, legal_moves
from sevenfold.core.deal import Deal, DealError
from sevenfold.core.events import Event
from sevenfold.core.game import AnyGame, FullState, Game, SeenState, UnsoundState, WrongState
from sevenfold.core.given import NoSuchSeat, WrongNumber
from sevenfold.core.log import Log, LogError
from sevenfold.core.match import AnyMatch, Match
from sevenfold.core.meta import Meta, UnknownPreset, WrongNumberOfSeats
from sevenfold.core.moment import Moment
from sevenfold.core.moves import CHANCE, Extension, Move
from sevenfold.core.options import OptionError, Options
from sevenfold.core.prepared import prepare_types
from sevenfold.core.records import Record, RecordError, UnreadableRecords, read_records, replay_record
from sevenfold.core.replaying import replay
from sevenfold.core.round import Round, RoundNotOver
from sevenfold.core.seeded import SeededMatch, new_match
from sevenfold.core.standing import MatchScore, Standing
from sevenfold.core.views import Pile, View
from sevenfold.core.violations import IllegalMove
from sevenfold.core.worlds import NoSample, NoWorld
from sevenfold.errors import SevenfoldError
from sevenfold.games import UnknownGame, game_names, load_game, load_meta
from sevenfold.search.decide import Budget, Decision, decide
from sevenfold.search.evaluate import NoMovesGiven, Value, evaluate
from sevenfold.search.evaluation import Evaluation, Luck, Review
from sevenfold.search.review import review
from sevenfold.version import __version__ as __version__

if TYPE_CHECKING:
    from sevenfold.compiled.cpu.batch import Batch
    from sevenfold.compiled.cuda.batch import CudaBatch

__all__ = [
    "CHANCE",
    "PLAYERS",
    "AnyGame",
    "AnyMatch",
    "Batch",
    "BrokenPlugin",
    "Budget",
    "CompiledUnavailable",
    "CudaBatch",  # experimental: it has not run on a card yet
    "Deal",
    "DealError",
    "Decision",
    "Evaluation",
    "Event",
    "Extension",
    "FullState",
    "Game",
    "IllegalMove",
    "Legal",
    "Log",
    "LogError",
    "Luck",
    "Match",
    "MatchScore",
    "Meta",
    "Moment",
    "Move",
    "NoLegalMove",
    "NoMovesGiven",
    "NoSample",
    "NoSuchSeat",
    "NoWorld",
    "NotToAct",
    "OptionError",
    "Options",
    "Pile",
    "Player",
    "Record",
    "RecordError",
    "Review",
    "Round",
    "RoundNotOver",
    "SeededMatch",
    "SeenState",
    "SevenfoldError",
    "Simulation",
    "Standing",
    "TextNotMove",
    "TooManyMoves",
    "UnknownGame",
    "UnknownPlayer",
    "UnknownPreset",
    "UnreadableRecords",
    "UnsoundState",
    "Value",
    "View",
    "WrongNumber",
    "WrongNumberOfPlayers",
    "WrongNumberOfSeats",
    "WrongState",
    "ask_player",
    "decide",
    "evaluate",
    "game_names",
    "legal_moves",
    "load_game",
    "load_meta",
    "mean_results",
    "new_match",
    "read_records",
    "replay",
    "replay_record",
    "review",
    "seat_players",
]

prepare_types("sevenfold")


def __getattr__(name: str) -> object:
    """Import what needs NumPy and Numba when it is asked for: they are the extra `fast`, and `cuda`."""
    if name == "Batch":
        from sevenfold.compiled.cpu.batch import Batch

        return Batch
    if name == "CudaBatch":
        from sevenfold.compiled.cuda.batch import CudaBatch

        return CudaBatch
    raise AttributeError(f"module 'sevenfold' has no attribute {name!r}")
