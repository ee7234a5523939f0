"""Rounds played by players to their end."""

from collections.abc import Iterator, Sequence
from typing import Any

from sevenfold.bots.players import Player, PlayerErred, ask_player
from sevenfold.cards.masks import lowest
from sevenfold.core import violations
from sevenfold.core.dealing import Pick, due_chance
from sevenfold.core.game import Game, S, V
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.playout import MOST_MOVES
from sevenfold.core.round import EndlessRound
from sevenfold.errors import SevenfoldError


class IllegalChoice(SevenfoldError, RuntimeError):
    """A player made a move that the rules refuse: an error of that player."""

    def __init__(self, game: Game[S, V, Any], seat: int, move: Move, violation: int) -> None:
        text = game.notation.write(move)
        super().__init__(f"{game.meta.name}: seat {seat} wanted {text}: {game.violation_name(violation)}")


def play_round(
    game: Game[S, V, Any], state: S, players: Sequence[Player[V]], pick: Pick
) -> Iterator[tuple[int, Move]]:
    """Play a round to its end, giving each seat and move before it is made. `pick` says which outcome chance
    brings. Raises IllegalChoice, PlayerErred, EndlessRound.
    """
    rules = game.rules
    drawn = 0
    for _ in range(MOST_MOVES):
        if rules.over(state):
            return
        seat, move = CHANCE, due_chance(game, state, drawn, pick)
        if move:
            drawn += 1
        else:
            seat = lowest(rules.acting(state))
            move = _chosen(game, state, seat, players[seat])
        violation = rules.check(state, seat, move)
        if violation != violations.OK:
            raise IllegalChoice(game, seat, move, violation)
        yield seat, move
        rules.apply(state, seat, move)
    if not rules.over(state):
        raise EndlessRound(game.meta.name)


def _chosen(game: Game[S, V, Any], state: S, seat: int, player: Player[V]) -> Move:
    try:
        move = ask_player(player, game.seen(state, seat), seat)
        if not isinstance(move, Move):
            raise TypeError(f"it plays {move!r}, which is no Move")
    except SevenfoldError:
        raise
    except Exception as error:  # whatever goes wrong in a player
        raise PlayerErred(game.meta.name, f"the player of seat {seat}", error) from error
    return move
