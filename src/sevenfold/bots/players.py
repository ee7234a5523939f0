"""Players by name: each is given its view of a round, and answers with a move.

They are classes, not functions within functions, so that they can be copied and pickled.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from traceback import walk_tb
from typing import Any, Generic, Protocol, runtime_checkable

from sevenfold.bots.erring import ErringPlayer
from sevenfold.bots.levels import Level, budget_of, search_player
from sevenfold.bots.plugins import BrokenPlugin, load_plugin, plugin_names
from sevenfold.bots.registry import AT, OtherPlayerVersion, known_player
from sevenfold.core.dice import SEEDS
from sevenfold.core.game import Game, S, V
from sevenfold.core.moves import Move
from sevenfold.core.playout import random_move
from sevenfold.core.standing import MatchScore
from sevenfold.errors import SevenfoldError
from sevenfold.search.decide import Budget

Player = Callable[[V, int], Move]
"""A function from what a seat sees, and the seat, to its move.

>>> import sevenfold
>>> def first(seen, seat):
...     return sevenfold.legal_moves(game.rules, seen, seat)[0]
>>> game = sevenfold.load_game("lockup")
>>> match = sevenfold.new_match(game, seed=7)
>>> match.write(first(match.seen(0), 0))
'7S'
"""


@runtime_checkable
class MatchPlayer(Protocol):
    """A player that plays otherwise as a match stands otherwise."""

    def in_match(self, score: MatchScore, /) -> Callable[[Any, int], Move]:
        """The player in a match that stands so."""


def ask_player(player: Player[V], seen: V, seat: int, score: MatchScore | None = None) -> Move:
    """A player's move, by what its seat sees; in a match one with `in_match` knows the score.

    Tables, environments and whoever else seats players ask them so. A round by itself has no score.

    >>> import sevenfold
    >>> class Chaser:
    ...     def in_match(self, score):
    ...         behind = score.totals[0] < max(score.totals)
    ...         return game.learnt if behind else game.choose
    ...     def __call__(self, seen, seat):
    ...         return game.choose(seen, seat)
    >>> game = sevenfold.load_game("lockup")
    >>> match = sevenfold.new_match(game, seed=7)
    >>> match.write(sevenfold.ask_player(Chaser(), match.seen(0), 0, match.score))
    '2H'
    """
    if score is not None and isinstance(player, MatchPlayer):
        player = player.in_match(score)
    return player(seen, seat)


class MakePlayer(Protocol):
    """Makes a player for a game; what is random comes from `rng`."""

    def __call__(self, game: Game[S, V, Any], rng: Random, /) -> Player[V]:
        """The player."""


class UnknownPlayer(SevenfoldError, LookupError):
    """A name that no player has.

    >>> import random, sevenfold
    >>> game = sevenfold.load_game("lockup")
    >>> sevenfold.seat_players(game, ["deep blue"], 4, random.Random(1))
    Traceback (most recent call last):
        ...
    sevenfold.UnknownPlayer: there is no player 'deep blue'; the players are random, rules, ...
    """

    def __init__(self, name: str) -> None:
        names = [*player_names(), f"{SEARCH}MOVES"]
        super().__init__(f"there is no player {name!r}; the players are {', '.join(names)}")


class WrongNumberOfPlayers(SevenfoldError, ValueError):
    """Players for some seats, but not for all.

    >>> import random, sevenfold
    >>> game = sevenfold.load_game("lockup")
    >>> sevenfold.seat_players(game, ["rules", "random"], 4, random.Random(1))
    Traceback (most recent call last):
        ...
    sevenfold.WrongNumberOfPlayers: rules,random: name one player for all 4 seats, or one a seat
    """

    def __init__(self, names: Sequence[str], seats: int) -> None:
        super().__init__(f"{','.join(names)}: name one player for all {seats} seats, or one a seat")


class NothingLearnt(SevenfoldError, ValueError):
    """The player `learnt` in a game in which no player has learnt.

    >>> import random, sevenfold
    >>> sevenfold.seat_players(sevenfold.load_game("seven_bridge"), ["learnt"], 3, random.Random(1))
    Traceback (most recent call last):
        ...
    sevenfold.bots.players.NothingLearnt: seven_bridge has no learnt player: name medium or rules instead
    """

    def __init__(self, game: str) -> None:
        super().__init__(f"{game} has no learnt player: name medium or rules instead")
        self.game = game


class PlayerErred(SevenfoldError, RuntimeError):
    """A player whose code has raised something, such as one of another package at a game that it does not
    know.

    >>> raise PlayerErred("whist", "the player 'mine'", LookupError("no such suit"))
    Traceback (most recent call last):
        ...
    sevenfold.bots.players.PlayerErred: the player 'mine' has erred in whist: LookupError: no such suit
    """

    def __init__(self, game: str, player: str, error: Exception) -> None:
        frames = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
        place = " ({}:{})".format(*frames[-1]) if frames else ""
        super().__init__(f"{player} has erred in {game}: {type(error).__name__}: {error}{place}")
        self.game = game


PLAYER_MISTAKES = (
    UnknownPlayer,
    WrongNumberOfPlayers,
    BrokenPlugin,
    NothingLearnt,
    OtherPlayerVersion,
    PlayerErred,
)
"""What goes wrong with the names of players."""


@dataclass(frozen=True)
class RandomPlayer(Generic[V]):
    """Adds cards one by one; each that may be added, and each move that they make, is equally likely."""

    game: Game[Any, V, Any]
    rng: Random

    def __call__(self, seen: V, seat: int) -> Move:
        """Its move."""
        move, _ = random_move(self.game.rules, seen, seat, _draw, self.rng)
        return move


def random_player(game: Game[S, V, Any], rng: Random) -> Player[V]:
    """As RandomPlayer."""
    return RandomPlayer(game, rng)


def _draw(rng: Random, outcomes: int) -> tuple[int, Random]:
    return int(rng.random() * outcomes), rng


def rules_player(game: Game[S, V, Any], _rng: Random) -> Player[V]:
    """The game's rule-based player."""
    return game.choose


def medium_player(game: Game[S, V, Any], _rng: Random) -> Player[V]:
    """The game's learnt player; the rule-based one where none has learnt."""
    return game.medium


def learnt_player(game: Game[S, V, Any], _rng: Random) -> Player[V]:
    """The game's learnt player; its weights come with Sevenfold. Raises NothingLearnt."""
    if game.learnt is None:
        raise NothingLearnt(game.meta.name)
    return game.learnt


def easy_player(game: Game[S, V, Any], rng: Random) -> Player[V]:
    """As ErringPlayer."""
    return ErringPlayer(game, rng.randrange(SEEDS))


def hard_player(game: Game[S, V, Any], rng: Random) -> Player[V]:
    """Tries its moves in a few hundred worlds or fewer, in which all play on as Medium."""
    return search_player(game, rng, budget_of(game, Level.HARD))


def expert_player(game: Game[S, V, Any], rng: Random) -> Player[V]:
    """Tries its moves with a larger budget than `hard`."""
    return search_player(game, rng, budget_of(game, Level.EXPERT))


PLAYERS: dict[str, MakePlayer] = {
    "random": random_player,
    "rules": rules_player,
    "learnt": learnt_player,
    "easy": easy_player,
    "medium": medium_player,
    "hard": hard_player,
    "expert": expert_player,
}
"""The players that come with Sevenfold, by name: each makes a `Player` of a game and a generator.

>>> import random, sevenfold
>>> game = sevenfold.load_game("lockup")
>>> match = sevenfold.new_match(game, seed=7)
>>> player = sevenfold.PLAYERS["rules"](game, random.Random(1))
>>> player(match.seen(0), 0) in match.legal(0)
True
"""


SEARCH = "search:"
"""Before a number of moves, as in `search:5000`: a player that simulates as many before it makes one."""


@dataclass(frozen=True)
class Searching:
    """Makes players that try their moves as `hard` does, with a budget of so many simulated moves."""

    moves: int

    def __call__(self, game: Game[S, V, Any], rng: Random, /) -> Player[V]:
        """The player. It looks at no clock."""
        return search_player(game, rng, Budget(self.moves, learnt=True))


@dataclass(frozen=True)
class Pinned:
    """Makes a player of ours whose name says its version, such as `learnt@1`."""

    name: str

    def __call__(self, game: Game[S, V, Any], rng: Random, /) -> Player[V]:
        """The player. Raises OtherPlayerVersion where the game has another version of it."""
        return PLAYERS[known_player(game.meta.name, self.name).name](game, rng)


def player_names() -> list[str]:
    """The names of all players: those of Sevenfold, then those of other packages (docs/bots.md)."""
    return [*PLAYERS, *(name for name in plugin_names() if name not in PLAYERS)]


def find_player(name: str) -> MakePlayer:
    """The maker of the player of this name. A plug-in cannot take the name of a built-in player.

    `search:5000` searches with a budget of 5000 simulated moves. `learnt@1` is version 1 of `learnt`, and
    where a game has another the maker raises OtherPlayerVersion. Raises UnknownPlayer, BrokenPlugin.
    """
    plain, pinned, _ = name.partition(AT)
    if pinned and plain in PLAYERS:
        return Pinned(name)
    moves = name.removeprefix(SEARCH)
    if moves != name and moves.isascii() and moves.isdigit() and int(moves) > 0:
        return Searching(int(moves))
    found: MakePlayer | None = PLAYERS.get(name) or load_plugin(name)
    if found is None:
        raise UnknownPlayer(name)
    return found


def seat_players(game: Game[S, V, Any], names: Sequence[str], seats: int, rng: Random) -> list[Player[V]]:
    """A player for each seat; one name stands for all.

    Raises UnknownPlayer, BrokenPlugin, WrongNumberOfPlayers, NothingLearnt, PlayerErred.

    >>> import random, sevenfold
    >>> game = sevenfold.load_game("lockup")
    >>> players = sevenfold.seat_players(game, ["rules", "random", "easy", "random"], 4, random.Random(1))
    >>> match = sevenfold.new_match(game, seed=7)
    >>> while not match.round_over:
    ...     seat = match.acting[0]
    ...     step = match.play(seat, players[seat](match.seen(seat), seat))
    """
    makers = [find_player(name) for name in names]
    if len(names) not in (1, seats):
        raise WrongNumberOfPlayers(names, seats)
    many = seats // len(names)
    return [_made(name, make, game, rng) for name, make in zip([*names] * many, makers * many, strict=True)]


def _made(name: str, make: MakePlayer, game: Game[S, V, Any], rng: Random) -> Player[V]:
    try:
        return make(game, rng)
    except SevenfoldError:
        raise
    except Exception as error:  # whatever goes wrong in another package
        raise PlayerErred(game.meta.name, f"the player {name!r}", error) from error
