"""How strong the levels are: each plays against one other kind of player, in duplicate deals.

Every deal is played once from each seat, with the player there and the others at all other seats; its rounds
together are one sample. What counts is how far the player's result is above the mean of the others'. A side
of LockSeven (`bench.roles`) is counted by what its seats get more than when the others play all seats of that
deal. The player `before` is the rule-based one of an earlier commit, of which `--before` is a checkout;
`erring` is Medium, but each tenth move is random.
Searches count simulated moves, so a busy machine finds the same as an idle one. `clairvoyant` sees all cards
and makes the move that is best by rollouts of rules: no inference surpasses it without looking further ahead.
`--only` tells at which decisions a player gains: at all others it is Medium. What is known so far is printed
ten times on the way.
"""

from collections.abc import Iterator
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from statistics import fmean
from time import process_time
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench.kinds import only_at
from bench.opponents import opponent
from bench.roles import SIDE_NAMES
from sevenfold.arena.rounds import play_round
from sevenfold.bots.levels import Level, search_player
from sevenfold.bots.players import PLAYERS, Player, random_player
from sevenfold.cards.masks import kinds_of
from sevenfold.compiled.cpu.batch import Batch
from sevenfold.core.dealer import Dealer
from sevenfold.core.duplicate import Board, ahead, interval
from sevenfold.core.game import AnyGame
from sevenfold.core.moves import Move
from sevenfold.core.options import Options
from sevenfold.core.visibility import duplicate
from sevenfold.games import OWN_GAMES, load_game
from sevenfold.search.candidates import moves_to_try
from sevenfold.search.decide import Budget
from sevenfold.search.evaluate import ahead_of_others

BEFORE = "before"
LEARNT = "learnt"
"""The learnt player by itself, which is Medium where there is one; with a number after the name, a search by
it with that many moves. A number alone is a search by rules."""
ERRING, ERRS = "erring", 0.1
CLAIRVOYANT, ROLLOUTS = "clairvoyant", 4
"""How many rollouts each of its moves gets, for what is left to chance."""
NOBODY = -1
"""The role in which the others play all seats."""
LINES = 10
"""How many times a run prints what is known so far."""
AT_ONE_SEAT = -2
"""Stands for the roles of all seats, in turn."""


def player_of(name: str, game: AnyGame, seed: int, before: Path | None = None) -> Player[Any]:
    """A player by its name, or one that searches with as many moves as the name says."""
    if name == BEFORE:
        earlier: Player[Any] = opponent(game.meta.name, before).choose
        return earlier
    if name == CLAIRVOYANT:
        return clairvoyant_player(game)
    if name == ERRING:
        return erring_player(game, Random(seed))
    if name == LEARNT:
        return game.medium
    if name.removeprefix(LEARNT).isdigit():
        number = name.removeprefix(LEARNT)
        return search_player(game, Random(seed), Budget(int(number), learnt=number != name))
    return PLAYERS[name](game, Random(seed))


def erring_player(game: AnyGame, rng: Random) -> Player[Any]:
    """Medium, but one time in ten it plays at random, as people err."""
    sound, at_random = PLAYERS["medium"](game, rng), random_player(game, rng)

    def choose(seen: Any, seat: int) -> Move:
        return (at_random if rng.random() < ERRS else sound)(seen, seat)

    return choose


def clairvoyant_player(game: AnyGame) -> Player[Any]:
    """One that is given the full state instead of its view."""

    def choose(state: Any, seat: int) -> Move:
        moves = moves_to_try(game, game.seen(state, seat), seat)
        return max(moves, key=partial(value_of, state, seat)) if len(moves) > 1 else moves[0]

    def value_of(state: Any, seat: int, move: Move) -> float:
        after = duplicate(state)
        game.rules.apply(after, seat, move)
        ends = Batch.of(game, [after] * ROLLOUTS)
        ends.playout(ends.dice(1), range(game.meta.players.max))
        value = ahead_of_others(game.meta, seat)
        return fmean(value(tuple(game.returns(ends[index]))) for index in range(ROLLOUTS))

    return choose


class Pairing:
    """A player in the roles of a game, and the others. A player that `sees_all` is given full states."""

    def __init__(
        self,
        game: AnyGame,
        options: Options,
        players: int,
        player: Any,
        others: Any,
        *,
        sees_all: bool = False,
    ) -> None:
        self._game, self._options, self.players = game, options, players
        self._player, self._others, self._sees_all = player, others, sees_all
        self._seats: Any = opponent(game.meta.name).seats

    def by_deal(self, deals: int, seed: int, roles: list[int]) -> Iterator[list[float]]:
        """For each deal and role how far the player was ahead."""
        dealer = Dealer(str(seed).encode())
        for number in range(1, deals + 1):
            yield self.of_deal(dealer, number, roles)

    def of_deal(self, dealer: Dealer, number: int, roles: list[int]) -> list[float]:
        """For each role how far the player was ahead in a deal."""
        nobody = self._round(dealer, number, NOBODY) if len(roles) > 1 else None
        return [self._ahead(dealer, number, role, nobody) for role in roles]

    def _ahead(self, dealer: Dealer, number: int, role: int, nobody: Any) -> float:
        returns = self._game.returns
        if role == AT_ONE_SEAT:
            results = [returns(self._round(dealer, number, seat)) for seat in range(self.players)]
            return fmean(
                ahead(result[seat], sum(result) - result[seat], self.players - 1, 1)
                for seat, result in enumerate(results)
            )
        state = self._round(dealer, number, role)
        seats = list(kinds_of(self._seats(state, role)))
        gained = [returns(state)[seat] - returns(nobody)[seat] for seat in seats]
        return fmean(gained) if gained else 0.0

    def _round(self, dealer: Dealer, number: int, role: int) -> Any:
        """The final state of a deal that is played with the player in a role."""
        game = self._game
        board = Board.of_match(dealer, game, self._options, self.players, number)
        state: Any = board.start(game, self._options, self.players)

        def choose(seen: Any, seat: int) -> Any:
            if role == NOBODY or not self._seats(state, role) >> seat & 1:
                return self._others(seen, seat)
            return self._player(state if self._sees_all else seen, seat)

        for _ in play_round(game, state, [choose] * self.players, board.chance):
            pass
        return state


def followed(rows: Iterator[list[float]], deals: int, label: str, roles: list[str]) -> list[list[float]]:
    """All rows. After each tenth of them a line of what is known so far is printed."""
    console, found, began = Console(stderr=True), [], process_time()
    for row in track(rows, label, deals, transient=True, console=console):
        found.append(row)
        if len(found) > 1 and len(found) % max(2, deals // LINES) == 0:
            columns = zip(roles, zip(*found, strict=True), strict=True)
            so_far = ", ".join(f"{role} {interval(column).text(3)}" for role, column in columns)
            console.print(f"{label}, {len(found)} deals, {process_time() - began:.0f} s: {so_far}")
    return found


def main(
    games: Annotated[list[str] | None, typer.Argument(help="all where none is named")] = None,
    player: Annotated[list[str] | None, typer.Option(help="levels, or numbers of moves of a search")] = None,
    others: Annotated[list[str] | None, typer.Option(help="whom they play; Medium if none is named")] = None,
    deals: Annotated[int, typer.Option(min=2)] = 100,
    players: Annotated[int | None, typer.Option(help="seats; the usual number where none is given")] = None,
    sides: Annotated[bool, typer.Option(help="LockSeven's sides as well")] = False,
    before: Annotated[Path | None, typer.Option(help="where the player `before` is from")] = None,
    only: Annotated[str | None, typer.Option(help="decisions whose kind (bench/kinds.py) begins so")] = None,
    seed: int = 1,
) -> None:
    """Results a round by which players are ahead of others."""
    table = Table(
        "game", "player", "against", "role", "ahead by", "CPU seconds", caption=f"{deals} deals, 95 %"
    )
    for name in games or OWN_GAMES:
        game = load_game(name)
        seats = game.meta.seats(players)
        roles = {"at one seat": AT_ONE_SEAT}
        if sides and name == "lockseven":
            roles |= {side: seats + index for index, side in enumerate(SIDE_NAMES)}
        for level, other in product(player or ["hard"], others or [Level.MEDIUM.value]):
            chosen = player_of(level, game, seed, before)
            if only is not None:
                chosen = only_at(game, only, chosen, game.medium)
            pair = chosen, player_of(other, game, seed + 1, before)
            pairing = Pairing(game, game.meta.options(), seats, *pair, sees_all=level == CLAIRVOYANT)
            started = process_time()
            rows = pairing.by_deal(deals, seed, list(roles.values()))
            found = followed(rows, deals, f"{name}: {level}", list(roles))
            for index, role in enumerate(roles):
                ahead = interval([row[index] for row in found])
                table.add_row(name, level, other, role, ahead.text(3), f"{process_time() - started:.0f}")
    Console().print(table)


if __name__ == "__main__":
    typer.run(main)
