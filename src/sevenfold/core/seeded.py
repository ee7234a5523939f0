"""Matches that deal for themselves: all that is random comes from one seed (docs/shuffle.md)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from sevenfold.core import dealing
from sevenfold.core.dealer import Dealer
from sevenfold.core.game import Game, S, V
from sevenfold.core.given import seed_bytes
from sevenfold.core.match import Match
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.options import Options
from sevenfold.core.steps import Step


class SeededMatch(Match[S, V]):
    """A match that deals its rounds and makes chance's moves itself, from a seed.

    The same seed and moves give the same match. `new_match` makes one.

    >>> import random, sevenfold
    >>> match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
    >>> rng = random.Random(1)
    >>> while not match.round_over:
    ...     step = match.play(match.acting[0], match.legal(match.acting[0]).choice(rng))
    >>> match.standing.result
    (1, 7, 4, 1)
    >>> match.next_round()
    >>> match.round_number
    2
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

    def draw(self) -> None:
        """Make chance's moves that are due: `play` does, and `at` may go back to before one."""
        dealing.draw(self.dealer, self)

    def next_round(self) -> None:
        """Deal the next round, or deal again after a deal that was thrown in. Raises RoundNotOver."""
        dealing.next_round(self.dealer, self)

    def legal_moves(self, seat: int) -> list[Move]:
        """Every legal move of a seat, as a list; [] for a seat that is not to act. Raises TooManyMoves.

        `legal` works where there are too many as well.
        """
        return list(self.legal(seat))

    def is_legal(self, seat: int, move: Move) -> bool:
        """Whether the seat may make this move now."""
        return move in self.legal(seat)

    def read(self, text: str) -> Move:
        """The move that a text describes (docs/notation.md); `play` refuses one that could not be read."""
        return self.game.notation.parse(text)

    def write(self, move: Move) -> str:
        """The text of a move."""
        return self.game.notation.write(move)


def new_match(
    game: Game[S, V, Any],
    *,
    seed: int | bytes | None,
    players: int | None = None,
    preset: str | None = None,
    options: Mapping[str, object] = MappingProxyType({}),
) -> SeededMatch[S, V]:
    """A match with its first round dealt.

    `options` replace those of the preset. `players` is the game's usual number unless it is given. A number
    as seed deals the same rounds as `sevenfold simulate --seed`; None is a seed at random.
    Raises WrongNumberOfSeats, UnknownPreset, OptionError, WrongNumber.

    >>> import sevenfold
    >>> sevenfold.new_match(sevenfold.load_game("lockup"), seed=7, options={"target": 30})
    <SeededMatch of lockup: round 1, 0 moves, scores 0 0 0 0>
    """
    chosen = game.meta.make_options(preset, options)
    return SeededMatch(game, chosen, game.meta.seats(players), Dealer(seed_bytes(seed)))
