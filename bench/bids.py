"""What Trump 7's rule-based player takes the widow on: weights found by rollouts of its own play.

Random deals are bid up to each seat. There the pass and each suit are valued in worlds that the seat cannot rule out.
The weights are those that explain best what taking brings more than passing, above all where that is close.
The same seed gives the same weights; half of the deals, kept apart, tell what the weights gain.
"""

from typing import Annotated, Any

import numpy as np
import typer
from numpy.typing import NDArray
from rich.console import Console

from sevenfold.cards.masks import lowest
from sevenfold.compiled.batch import Batch
from sevenfold.core.moves import Move
from sevenfold.games import load_game
from sevenfold.games.trump7.bot.bidding import noted_in_hand
from sevenfold.games.trump7.state import PASS, SEATS, SUITS, TAKE
from sevenfold.search.evaluate import evaluate

Floats = NDArray[np.float64]

CLOSE = 1.5
"""In what a deal brings: where taking and passing are so far apart, that counts less."""
AT_LEAST = 0.05
RIDGE = 1e-3
NO_BID, SUIT_BIDS = Move(PASS, 0, 0, 0), [Move(TAKE, 0, 0, suit) for suit in range(SUITS)]


def valued(deals: int, worlds: int, seed: int) -> tuple[Floats, Floats]:
    """For each bid what is noted of the hand, suit by suit, and the values of the pass and the suits."""
    game: Any = load_game("trump7")
    noted, values = [], []
    for place in range(SEATS):
        batch = Batch.deal(game, game.meta.options(), SEATS, deals, seed + place)
        for index in range(deals):
            state = batch[index]
            for _ in range(place):
                game.rules.apply(state, lowest(game.rules.acting(state)), NO_BID)
            seat = lowest(game.rules.acting(state))
            seen = game.seen(state, seat)
            tried = evaluate(game, seen, seat, [NO_BID, *SUIT_BIDS], worlds=worlds, seed=index)
            hand = seen.hands[seat]
            noted.append([noted_in_hand(hand, suit, place) for suit in range(SUITS)])
            values.append([value.mean for value in tried])
    return np.array(noted, float), np.array(values)


def fitted(noted: Floats, values: Floats) -> Floats:
    """The weights by which what is noted tells what each suit brings more than the pass."""
    rows = noted.reshape(-1, noted.shape[2])
    more = (values[:, 1:] - values[:, :1]).reshape(-1)
    part = np.exp(-((more / CLOSE) ** 2)) + AT_LEAST
    found: Floats = np.linalg.solve(
        rows.T @ (rows * part[:, None]) + RIDGE * np.eye(rows.shape[1]), rows.T @ (more * part)
    )
    return found


def brought(noted: Floats, values: Floats, weights: Floats) -> float:
    """What bids by these weights bring on average."""
    worth = noted @ weights
    chosen = np.where(worth.max(axis=1) > 0, 1 + worth.argmax(axis=1), 0)
    return float(values[np.arange(len(values)), chosen].mean())


def main(
    deals: Annotated[int, typer.Option(min=20, help="for each place in the bidding")] = 2000,
    worlds: int = 60,
    seed: int = 1000,
) -> None:
    """Print `BIDS` of `trump7/bot/weights.py`."""
    noted, values = valued(deals, worlds, seed)
    half = fitted(noted[::2], values[::2])
    console = Console(highlight=False)
    console.print(f"a bid brings {brought(noted[1::2], values[1::2], half):.3f}, in deals kept apart")
    console.print(", ".join(f"{weight:.3f}" for weight in fitted(noted, values)))


if __name__ == "__main__":
    typer.run(main)
