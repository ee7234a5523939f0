"""Whom a player is measured against: the rule-based player of today, or of an earlier commit.

    git worktree add ../before COMMIT
    python -m bench.levels lockup --before ../before

An earlier player plays by today's rules, so the names of the rules that it uses must still be there. Each
opponent is a module with `choose` and `seats`, the seats of a role (`bench.roles`): so it can be compiled.
"""

import re
import sys
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

_copies = TemporaryDirectory(prefix="sevenfold-before-")
"""Where copies of earlier players are, as long as this process runs."""


def opponent(game: str, before: Path | None = None) -> ModuleType:
    """The opponent in a game; `before` is a checkout of an earlier commit."""
    today = f"bench.opponents.{game}"
    if before is None:
        return import_module(today)
    name = f"before_{game}"
    if name not in sys.modules:
        sys.path.append(_copies.name)
        to = Path(_copies.name, name)
        _copy(before / "src/sevenfold/games" / game / "bot", to, f"sevenfold.games.{game}.bot")
    player, roles = import_module(f"{name}.player"), import_module(today)
    found = import_module(name)
    vars(found).update(choose=player.choose, seats=roles.seats)
    return found


def _copy(bot: Path, to: Path, package: str) -> None:
    """Copy a game's player as a package of its own, which imports nothing of today's player."""
    to.mkdir()
    for file in bot.glob("*.py"):
        text = re.sub(rf"{re.escape(package)}\b", to.name, file.read_text(encoding="utf-8"))
        (to / file.name).write_text(text, encoding="utf-8")
