"""What players do now, beside what `registry.json` says of them.

    python -m sevenfold.bots.registering

plays the fixed rounds again, and writes what has changed, each with the next version. A test does the same.
Run it once it is known which line makes a player play otherwise, and that this is meant: others can then no
longer repeat what they have found.
"""

from dataclasses import asdict, replace
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from sevenfold.bots.levels import Level, budget_of
from sevenfold.bots.players import PLAYERS, find_player
from sevenfold.bots.registry import KnownPlayer, known_players
from sevenfold.core.game import AnyGame
from sevenfold.core.seeded import new_match
from sevenfold.games import OWN_GAMES, load_game, package_of

ROUNDS = 4
"""So many rounds of each game are played to see what a player does."""

DECISIONS = {"hard": 3, "expert": 3}
"""Of players that search, so many moves of each of these rounds; of others all moves, up to this many."""
MOST = 400


def moves_hash(game: AnyGame, name: str) -> str:
    """A hash of the moves that the player makes in fixed rounds, whoever else would have moved."""
    digest = sha256()
    for number in range(ROUNDS):
        match = new_match(game, seed=number)
        player = find_player(name)(game, Random(number))
        for _ in range(DECISIONS.get(name, MOST)):
            if match.round_over:
                break
            seat = match.acting[0]
            move = player(match.seen(seat), seat)
            digest.update(f"{seat} {match.write(move)}\n".encode())
            match.play(seat, move)
    return digest.hexdigest()[:16]


def weights_hash(game: AnyGame) -> str | None:
    """A hash of the weights of a game's learnt player. Weights that no player plays by count for nothing."""
    if game.learnt is None:
        return None
    file = files(package_of(game.meta.name)).joinpath("bot", "network.json")
    return sha256(file.read_bytes()).hexdigest() if file.is_file() else None


def found_player(game: AnyGame, name: str) -> KnownPlayer:
    """A player as it is now, with the version that it has or should have."""
    level = next((each for each in Level if each == name and each.searches), None)
    weighs = weights_hash(game) if name in ("learnt", "medium", "hard", "expert") else None
    budget = None if level is None else budget_of(game, level).moves
    now = KnownPlayer(game.meta.name, name, 1, moves_hash(game, name), budget, weighs and weighs[:16])
    before = next((each for each in known_players(game.meta.name) if each.name == name), None)
    if before is None:
        return now
    kept = replace(now, version=before.version)
    return kept if kept == before else replace(now, version=before.version + 1)


def _row(values: dict[str, Any]) -> dict[str, Any]:
    return {
        name: value for name, value in values.items() if name not in ("game", "name") and value is not None
    }


def main() -> None:
    """Write `registry.json` anew."""
    written: dict[str, dict[str, Any]] = {}
    for game in map(load_game, OWN_GAMES):
        names = [name for name in PLAYERS if name != "learnt" or game.learnt is not None]
        found = [asdict(found_player(game, name)) for name in names]
        written[game.meta.name] = {row["name"]: _row(row) for row in found}
    text = msgspec.json.format(msgspec.json.encode(written), indent=2)
    Path(__file__).with_name("registry.json").write_bytes(text + b"\n")


if __name__ == "__main__":
    main()
