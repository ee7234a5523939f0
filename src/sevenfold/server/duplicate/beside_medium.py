"""How somebody does beside Medium at the same cards, game by game."""

from collections import defaultdict

from sevenfold.core.duplicate import interval_of_few
from sevenfold.games import game_names, is_game, load_meta
from sevenfold.server.protocol.sessions import OwnGame
from sevenfold.server.storage.store import Store


async def own_games(store: Store, person: int) -> tuple[OwnGame, ...]:
    """What somebody has played of each game that is here, the most first."""
    results: defaultdict[str, list[float | None]] = defaultdict(list)
    signs = {game: load_meta(game).sign for game in game_names()}
    for each in await store.results.of_person(person, signs):
        by = None if each.medium is None else signs[each.game] * (each.result - each.medium)
        results[each.game].append(by)
    return tuple(
        _own_game(each.game, each.rounds, results[each.game])
        for each in await store.own.played(person)
        if is_game(each.game)
    )


def _own_game(game: str, rounds: int, by: list[float | None]) -> OwnGame:
    """What was played of a game, of which some results were better than Medium `by` so much."""
    known = [each for each in by if each is not None]
    return OwnGame(game=game, rounds=rounds, results=len(by), beside=len(known), ahead=interval_of_few(known))
