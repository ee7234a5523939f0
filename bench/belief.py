"""What plays tell of LockSeven's hidden partner: weights of signs, fitted to rounds of Medium.

Compiled rounds are played. Whenever a seat is to act that does not know the Host's partner, the signs of each
seat that may be the partner are noted. The weights make the true partner as likely as can be (a softmax, by
Newton's steps). They are judged in other rounds: by the log loss of the true partner, beside the prior, for
which all who may be the partner are equally likely, and the weights that the game has.

    python -m bench.belief --rounds 3000 --seed 21
"""

from time import process_time
from typing import Annotated, Any, NamedTuple

import numpy as np
import typer
from numpy.typing import NDArray
from rich.box import MARKDOWN
from rich.table import Table

from bench.measure import console, machine
from sevenfold.compiled.cpu.batch import Batch
from sevenfold.core.duplicate import interval
from sevenfold.games import load_game
from sevenfold.games.lockseven.bot import partnership
from sevenfold.games.lockseven.order import FIVES, TENS_AND_KINGS, TRUMPS
from sevenfold.games.lockseven.state import SEATS, Phase

Array = NDArray[Any]

SIGNS = ("POINT_GIVEN", "POINT_OFFERED", "TRUMPS_LED", "PLAIN_LED")
"""As the game names their weights."""
RIDGE = 1.0
"""How strongly weights are drawn to zero."""
STEPS = 30
MOST_A_STEP = 1.0
"""Newton's steps, and by how much one changes a weight at most."""


class Noted(NamedTuple):
    """Decisions of seats that do not know the partner."""

    signs: Array
    """By decision, seat and sign."""
    may_be: Array
    """By decision and seat: whether that seat may be the partner."""
    partners: Array
    rounds: Array
    """In which round each decision was."""
    of_host: Array
    """Whether it is the Host who decides."""

    def losses(self, weights: Array) -> Array:
        """The log loss of the true partner at each decision."""
        found: Array = -np.log(self.chances(weights)[np.arange(len(self.partners)), self.partners])
        return found

    def chances(self, weights: Array) -> Array:
        """The chance of each seat to be the partner, by decision."""
        said = np.where(self.may_be, self.signs @ weights, -np.inf)
        raised = np.exp(said - said.max(axis=1, keepdims=True))
        found: Array = raised / raised.sum(axis=1, keepdims=True)
        return found


def note(rounds: int, seed: int) -> Noted:
    """Play rounds by the rule-based player, and note what is known of the partner. Raises
    CompiledUnavailable.
    """
    game = load_game("lockseven")
    batch = Batch.deal(game, game.meta.options(), SEATS, rounds, seed)
    dice = batch.dice(seed)
    found = []
    while batch.to_act()[0].any():
        found.append(_noted(batch.states))
        batch.playout(dice, range(SEATS), 1)
    return Noted(*(np.concatenate(parts) for parts in zip(*found, strict=True)))


def _noted(states: Any) -> Noted:
    """What is noted before a move of each round."""
    rows, turns, hosts = np.arange(len(states)), states["turn"], states["host"]
    may_be = states["lacks"] >> TRUMPS & 1 == 0
    may_be[rows, turns] = may_be[rows, hosts] = False
    hidden = (states["phase"] == Phase.PLAY) & (states["alone"] == 0) & (states["revealed"] < 0)
    unknown = hidden & (states["known_partner"][rows, turns] < 0) & (may_be.sum(axis=1) > 1)
    points = _points(states["trick"]) + _points(states["trick_twice"])
    offered = points * (states["best"] == hosts)[:, None]
    signs = np.stack([states["given"], offered, states["led_trumps"], states["led_plain"]], axis=2)
    noted = Noted(signs, may_be, states["partner"], rows, turns == hosts)
    return Noted(*(part[unknown] for part in noted))


def _points(cards: Array) -> Array:
    """The points of cards, of each kind one (LS-1.7)."""
    fives, tens = np.bitwise_count(cards & FIVES), np.bitwise_count(cards & TENS_AND_KINGS)
    found: Array = 5 * fives.astype(int) + 10 * tens
    return found


def fitted(noted: Noted) -> Array:
    """The weights by which the true partners are likeliest."""
    signs, weights = noted.signs.astype(float), np.zeros(len(SIGNS))
    true = signs[np.arange(len(signs)), noted.partners].sum(axis=0)
    for _ in range(STEPS):
        chances = noted.chances(weights)
        means = np.einsum("ns,nsf->nf", chances, signs)
        slope = true - means.sum(axis=0) - RIDGE * weights
        bend = np.einsum("ns,nsf,nsg->fg", chances, signs, signs) - means.T @ means
        step = np.linalg.solve(bend + RIDGE * np.eye(len(weights)), slope)
        weights += np.clip(step, -MOST_A_STEP, MOST_A_STEP)
    return weights


def main(rounds: Annotated[int, typer.Option(min=2)] = 3000, seed: int = 21) -> None:
    """Fit weights to rounds, and judge them in as many others."""
    began, out = process_time(), console()
    weights = fitted(note(rounds, seed))
    other = note(rounds, seed + 1)
    package = np.array([getattr(partnership, sign) for sign in SIGNS])
    table = Table("by", "the Host", "others", "all", caption="log loss, 95 %", box=MARKDOWN)
    for name, by in ("prior", np.zeros(len(SIGNS))), ("the game", package), ("fitted here", weights):
        losses = other.losses(by)
        of = [other.of_host, ~other.of_host, np.ones(len(losses), bool)]
        table.add_row(name, *(_by_round(losses[which], other.rounds[which]) for which in of))
    out.print(machine())
    out.print(", ".join(f"{sign} {weight:.3f}" for sign, weight in zip(SIGNS, weights, strict=True)))
    out.print(f"{len(other.partners)} decisions, {process_time() - began:.0f} CPU seconds")
    out.print(table)


def _by_round(losses: Array, rounds: Array) -> str:
    """The mean of rounds, each of which is a sample."""
    often = np.bincount(rounds)
    return interval((np.bincount(rounds, losses)[often > 0] / often[often > 0]).tolist()).text(3)


if __name__ == "__main__":
    typer.run(main)
