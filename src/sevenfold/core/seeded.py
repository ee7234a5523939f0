"""Matches that deal for themselves: all that is random comes from one seed (docs/shuffle.md)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from sevenfold.core import dealing, legal, violations
from sevenfold.core.dealer import Dealer
from sevenfold.core.game import Game, S, V
from sevenfold.core.ledger import Step
from sevenfold.core.match import Match
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.options import Options


class TooManyMoves(Exception):
    """A choice of so many moves that they are not listed, such as a lead of any number of cards.

    `extend` says what may be added to the cards chosen so far, and a player chooses a move without a list.
    """

    def __init__(self, game: str, seat: int) -> None:
        super().__init__(f"{game}: seat {seat} has too many moves to list them; use extend() or a player")
        self.game = game
        self.seat = seat


class SeededMatch(Match[S, V]):
    """A match that deals its rounds and makes chance's moves itself, from a seed.

    The same seed and moves give the same match. `new_match` makes one.
    """

    def __init__(self, game: Game[S, V, Any], options: Options, players: int, dealer: Dealer) -> None:
        self.dealer = dealer
        super().__init__(game, options, players, *dealing.first_deal(dealer, game, options, players))
        dealing.draw(dealer, self)

    def play(self, seat: int, move: Move) -> Step[S]:
        """Make a move, then those that chance has to make. Raises IllegalMove, and nothing has changed."""
        step = super().play(seat, move)
        if seat != CHANCE:
            dealing.draw(self.dealer, self)
        return step

    def next_round(self) -> None:
        """Deal the next round, or deal again after a deal that was thrown in. Raises RoundNotOver."""
        dealing.next_round(self.dealer, self)

    def legal_moves(self, seat: int) -> list[Move]:
        """Every legal move of a seat; [] for a seat that is not to act. Raises TooManyMoves."""
        seen = self.seen(seat)
        if seat in self.acting and not self.game.rules.is_listed(seen):
            raise TooManyMoves(self.game.meta.name, seat)
        return legal.legal_moves(self.game.rules, seen, seat)

    def is_legal(self, seat: int, move: Move) -> bool:
        """Whether the seat may make this move now."""
        return self.game.rules.check(self.seen(seat), seat, move) == violations.OK

    def read(self, text: str) -> Move:
        """The move that a text describes (docs/notation.md); `play` refuses one that could not be read."""
        return self.game.notation.parse(text)

    def write(self, move: Move) -> str:
        """The text of a move."""
        return self.game.notation.write(move)


def new_match(
    game: Game[S, V, Any],
    *,
    seed: int | bytes,
    players: int | None = None,
    preset: str | None = None,
    options: Mapping[str, object] = MappingProxyType({}),
) -> SeededMatch[S, V]:
    """A match with its first round dealt.

    `options` replace those of the preset. `players` is the game's usual number unless it is given. A number
    as seed deals the same rounds as `sevenfold simulate --seed`.
    Raises WrongNumberOfSeats, UnknownPreset, OptionError.
    """
    chosen = game.meta.make_options(preset, options)
    dealer = Dealer(seed if isinstance(seed, bytes) else str(seed).encode())
    return SeededMatch(game, chosen, game.meta.seats(players), dealer)
