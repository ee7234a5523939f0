"""Players by name at the seats of an environment: those that act within compiled code, and all others."""

from collections.abc import Mapping

from sevenfold.bots.players import NothingLearnt
from sevenfold.core.game import AnyGame
from sevenfold.errors import SevenfoldError

COMPILED = ("rules", "learnt", "medium")
"""Players that can be an environment's policy. Medium is the learnt player, or else the rule-based one."""


class NoPolicy(SevenfoldError, ValueError):
    """A player that cannot act within compiled code."""

    def __init__(self, name: object) -> None:
        super().__init__(
            f"policy is {', '.join(COMPILED)}, not {name!r}: others are opponents in gymnasium.make, or are "
            "asked with VectorEnv.ask"
        )
        self.name = name


def with_policy(game: AnyGame, name: str) -> AnyGame:
    """The game in which this player has the policy seats. Raises NoPolicy, NothingLearnt."""
    if name not in COMPILED:
        raise NoPolicy(name)
    if name == "learnt" and game.learnt is None:
        raise NothingLearnt(game.meta.name)
    return game if name == "rules" else game.by_learnt()


def policy_among(game: AnyGame, names: Mapping[int, str]) -> tuple[str, list[int]]:
    """The player of these that acts within compiled code, and its seats: there can be one of a kind."""
    learnt = [seat for seat, name in names.items() if name in ("learnt", "medium")]
    rules = [seat for seat, name in names.items() if name == "rules"]
    if game.learnt is None:
        return "medium", sorted(rules + [seat for seat in learnt if names[seat] == "medium"])
    return ("rules", rules) if rules else ("learnt", learnt)
