"""Players by name at the seats of an environment: those that act within compiled code, and all others."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from sevenfold.bots.players import WrongNumberOfPlayers, find_player
from sevenfold.cards.masks import mask_of
from sevenfold.core.game import AnyGame
from sevenfold.core.given import WrongNumber, seat_number
from sevenfold.errors import SevenfoldError

Opponents = str | list[str] | tuple[str, ...] | Mapping[int, str] | None
"""Who plays against those who learn: one player for every seat but the learner's, or a list with one for each
of these, or players by seat; None is nobody. Where no door asks for the learner's seat it is seat 0."""

RANDOM, RULES, LEARNT, MEDIUM = "random", "rules", "learnt", "medium"


class NotWithin(SevenfoldError, ValueError):
    """An opponent that cannot act within compiled code, where all have to."""

    def __init__(self, seat: int, name: str) -> None:
        super().__init__(
            f"opponents: {name!r} at seat {seat} cannot act within a step; {RANDOM} and {RULES} can, and "
            f"{LEARNT} and {MEDIUM} where {RULES} has no seat. Others are asked one by one in Gymnasium and "
            "PettingZoo, and by VectorEnv.ask"
        )
        self.seat = seat
        self.name = name


class NobodyAsked(SevenfoldError, ValueError):
    """An environment in which players of ours have every seat."""

    def __init__(self) -> None:
        super().__init__("every seat has a player of ours: leave a seat for the one who is asked")


class LearnersSeat(SevenfoldError, ValueError):
    """An opponent at the seat of the one who learns."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"opponents: seat {seat} is the learner's, and has no other player")
        self.seat = seat


def names_by_seat(game: AnyGame, opponents: Opponents, players: int, learner: int = 0) -> dict[int, str]:
    """The player's name at each seat that has one.

    Raises UnknownPlayer, NothingLearnt, NoSuchSeat, WrongNumber, WrongNumberOfPlayers, NobodyAsked.
    """
    others = [seat for seat in range(players) if seat != learner]
    if isinstance(opponents, Mapping):
        names = {seat_number(seat, players): name for seat, name in opponents.items()}
    elif opponents is None:
        names = {}
    elif isinstance(opponents, str):
        names = dict.fromkeys(others, opponents)
    elif isinstance(opponents, list | tuple):
        if len(opponents) != len(others):
            raise WrongNumberOfPlayers(opponents, len(others))
        names = dict(zip(others, opponents, strict=True))
    else:
        raise _no_names(opponents)
    if not all(isinstance(name, str) for name in names.values()):
        raise _no_names(opponents)
    if len(names) == players:
        raise NobodyAsked
    for name in set(names.values()):
        find_player(name)(game, Random(0))
    return names


def names_beside(game: AnyGame, opponents: Opponents, players: int, learner: int) -> dict[int, str]:
    """As `names_by_seat`, where every seat but the learner's has a player. Raises LearnersSeat."""
    names = names_by_seat(game, opponents, players, learner)
    if learner in names:
        raise LearnersSeat(learner)
    if len(names) < players - 1:
        raise WrongNumberOfPlayers(list(names.values()), players - 1)
    return names


def _no_names(given: object) -> WrongNumber:
    wanted = "a player's name, a list of names, or names by seat, such as {1: 'rules'}"
    return WrongNumber("opponents", wanted, given)


@dataclass(frozen=True)
class Within:
    """The opponents that act within compiled code: at random, or as one other player."""

    game: AnyGame
    """The game in which this player is the one that is compiled."""
    policy_seats: int
    """Its seats, as a mask."""
    random_seats: int
    asked: Mapping[int, str]
    """All other opponents, by seat."""


def acting_within(game: AnyGame, names: Mapping[int, str]) -> Within:
    """Which of these opponents act within compiled code: there can be one of a kind beside random ones.

    Medium is the learnt player, or else the rule-based one.
    """
    learns = game.learnt is not None
    rules = {seat for seat, name in names.items() if name == RULES or (name == MEDIUM and not learns)}
    learnt = set() if rules else {seat for seat, name in names.items() if name in (LEARNT, MEDIUM)}
    at_random = {seat for seat, name in names.items() if name == RANDOM}
    within = rules | learnt | at_random
    return Within(
        game.by_learnt() if learnt else game,
        mask_of(rules | learnt),
        mask_of(at_random),
        {seat: name for seat, name in names.items() if seat not in within},
    )


def all_within(game: AnyGame, opponents: Opponents, players: int) -> Within:
    """Opponents that all act within compiled code. Raises NotWithin, and as `names_by_seat`."""
    within = acting_within(game, names_by_seat(game, opponents, players))
    for seat, name in within.asked.items():
        raise NotWithin(seat, name)
    return within
