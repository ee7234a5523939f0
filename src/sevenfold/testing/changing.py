"""States that the rules have not made: a card moved, doubled or lost, or a number that is off."""

from random import Random
from typing import Any, NamedTuple

from sevenfold.cards.masks import kinds_of
from sevenfold.core.game import AnyGame
from sevenfold.core.visibility import duplicate, visibilities

CARDS = 1 << 12
"""Numbers from here on are taken for sets of cards."""


class Spot(NamedTuple):
    """A number of a state: a field, and where it stands in a list."""

    field: str
    at: int

    def read(self, state: Any) -> int:
        """The number."""
        value = getattr(state, self.field)
        number: int = value[self.at] if isinstance(value, list) else value
        return number

    def write(self, state: Any, number: int) -> None:
        """Set it."""
        value = getattr(state, self.field)
        if isinstance(value, list):
            value[self.at] = number
        else:
            setattr(state, self.field, number)


def spots_of(game: AnyGame) -> list[Spot]:
    """All numbers of a game's states."""
    blank = game.state()
    kind: Any = game.state
    values = {name: getattr(blank, name) for name in visibilities(kind)}
    return [
        Spot(name, at)
        for name, value in values.items()
        for at in range(len(value) if isinstance(value, list) else 1)
    ]


def changed(game: AnyGame, state: Any, rng: Random) -> Any:
    """A copy of the state with one thing changed, or two. It may be one that the rules can make too."""
    made = duplicate(state)
    for _ in range(rng.randrange(1, 3)):
        rng.choice((_shift, _flip, _copy, _move, _move_between_hands))(game, made, rng)
    return made


def _spot(game: AnyGame, rng: Random) -> Spot:
    """A number, by its field first: the stock has as good a chance as `turn`."""
    spots = spots_of(game)
    field = rng.choice([*dict.fromkeys(spot.field for spot in spots)])
    return rng.choice([spot for spot in spots if spot.field == field])


def _shift(game: AnyGame, state: Any, rng: Random) -> None:
    """A number is off by a few."""
    spot = _spot(game, rng)
    spot.write(state, spot.read(state) + rng.choice((-3, -2, -1, 1, 2, 3, 7)))


def _flip(game: AnyGame, state: Any, rng: Random) -> None:
    """A card is dropped, or comes from nowhere."""
    spot = _spot(game, rng)
    spot.write(state, spot.read(state) ^ 1 << rng.randrange(54))


def _copy(game: AnyGame, state: Any, rng: Random) -> None:
    """One number has the value of another."""
    spot = _spot(game, rng)
    spot.write(state, _spot(game, rng).read(state))


def _move(game: AnyGame, state: Any, rng: Random) -> None:
    """A card lies elsewhere, or there too."""
    holding = [spot for spot in spots_of(game) if spot.read(state) >= CARDS]
    if len(holding) > 1:
        one, other = rng.sample(holding, 2)
        _carry(state, one, other, rng, leave=rng.random() < 0.5)


def _move_between_hands(_game: AnyGame, state: Any, rng: Random) -> None:
    """A card is in another hand, and the sizes of both say so."""
    seats = [seat for seat, hand in enumerate(state.hands) if hand > 0]
    if seats and len(state.hands) > 1:
        one, other = rng.choice(seats), rng.randrange(len(state.hands))
        _carry(state, Spot("hands", one), Spot("hands", other), rng, leave=False)
        state.hand_sizes[one] -= 1
        state.hand_sizes[other] += 1


def _carry(state: Any, one: Spot, other: Spot, rng: Random, *, leave: bool) -> None:
    card = 1 << rng.choice([*kinds_of(one.read(state))])
    if not leave:
        one.write(state, one.read(state) ^ card)
    other.write(state, other.read(state) | card)
