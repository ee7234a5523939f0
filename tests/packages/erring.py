"""Packages with a fault each, as pip would leave them: games whose code errs, and players that do."""

import os
import sys
from pathlib import Path

from sevenfold.scaffold.new_game import Wanted, new_package
from sevenfold.testing.served import PlayServer

FAULTS = {
    # the game's own bot
    "loops": ("bot/player.py", "def choose(seen, seat):\n    while True:\n        pass\n"),
    "refused": ("bot/player.py", "def choose(seen, seat):\n    return Move(0, 0, 0, 0)\n"),
    "raises": ("bot/player.py", "def choose(seen, seat):\n    raise LookupError('no idea')\n"),
    "leaves": ("bot/player.py", "def choose(seen, seat):\n    import os\n    os._exit(3)\n"),
    "stops": ("bot/player.py", "def choose(seen, seat):\n    raise SystemExit('enough')\n"),
    "prints": (
        "bot/player.py",
        "_choose = choose\n\n\ndef choose(seen, seat):\n"
        "    import sys\n    print('{}', flush=True)\n    sys.stdin.read(1)\n"
        "    return _choose(seen, seat)\n",
    ),
    # its rules, and what is shown of them
    "bad_apply": (
        "rules.py",
        "_apply = apply\n\n\ndef apply(state, seat, move):\n    _apply(state, seat, move)\n"
        "    if seat == 2:\n        raise LookupError('no such trick')\n",
    ),
    "bad_stop": (
        "rules.py",
        "_apply = apply\n\n\ndef apply(state, seat, move):\n    _apply(state, seat, move)\n"
        "    if seat == 0:\n        raise SystemExit('no such trick')\n",
    ),
    "loop_in_rules": (
        "rules.py",
        "_apply = apply\n\n\ndef apply(state, seat, move):\n    while seat == 2:\n        pass\n"
        "    _apply(state, seat, move)\n",
    ),
    "bad_legal": (
        "rules.py",
        "_addable = addable\n\n\ndef addable(state, seat, cards, twice):\n    if sum(state.tricks):\n"
        "        raise LookupError('no such card')\n    return _addable(state, seat, cards, twice)\n",
    ),
    "bad_view": (
        "view.py",
        "_show = show\n\n\ndef show(seen, seat, acting) -> _show.__annotations__['return']:\n"
        "    if sum(seen.tricks):\n        raise LookupError('no such view')\n"
        "    return _show(seen, seat, acting)\n",
    ),
    "bad_story": (
        "story.py",
        "_tell = tell\n\n\ndef tell(before, seat, move, viewer):\n    if sum(before.tricks):\n"
        "        raise LookupError('no such story')\n    return _tell(before, seat, move, viewer)\n",
    ),
    "bad_start": (
        "rules.py",
        "def apply_deal(state, deal, first, so_far):\n    raise LookupError('no cards')\n",
    ),
    "endless": (
        "rules.py",
        "def apply(state, seat, move):\n    state.turn = state.leader = (state.turn + 1) % 4\n",
    ),
    # what is found when the server starts
    "lacking": ("rules.py", "del count_moves\n"),
    "stopping": ("meta.py", "class Stop(BaseException):\n    pass\n\n\nraise Stop('no more')\n"),
    "interrupting": (
        "meta.py",
        "class Interrupt(KeyboardInterrupt):\n    pass\n\n\nraise Interrupt('no more')\n",
    ),
    "printing": ("meta.py", "print('hello')\n"),
}
"""By the name of the game: which file of its game is spoilt, and by which lines at its end."""

PLAYERS = """
import os

from sevenfold.core.legal import legal_moves
from sevenfold.core.moves import Move


def contrary(game, rng):
    if game.meta.name == "lockseven":
        raise ValueError("it does not play LockSeven")

    def choose(seen, seat):
        by_medium = game.medium(seen, seat)
        others = [move for move in legal_moves(game.rules, seen, seat) if move != by_medium]
        seen.hands[seat] = 0  # what it does to its view is nobody else's matter
        return others[0] if others else by_medium

    return choose


class Counting:
    def __init__(self, game, totals=None):
        self.game, self.totals = game, totals

    def in_match(self, score):
        return Counting(self.game, score.totals)

    def __call__(self, seen, seat):
        moves = list(legal_moves(self.game.rules, seen, seat))
        return moves[-1] if self.totals is None else moves[sum(self.totals) % len(moves)]


def counts(game, rng):
    return Counting(game)


def raises(game, rng):
    def choose(seen, seat):
        raise RuntimeError("it has no idea")

    return choose


def nonsense(game, rng):
    return lambda seen, seat: "7C"


def hangs(game, rng):
    def choose(seen, seat):
        while True:
            pass

    return choose


def dies(game, rng):
    return lambda seen, seat: os._exit(4)


def unmade(game, rng):
    raise SystemExit("it is not made")


def gone(game, rng):
    os._exit(5)
"""
NAMES = ("contrary", "counts", "dies", "gone", "hangs", "nonsense", "raises", "unmade")
"""The players of that package. Those that can be made for Lockup are all but `gone` and `unmade`."""


def write_games(site: Path, *names: str) -> None:
    """Write the packages of these games, each with its fault."""
    for name in names:
        new_package(site / "projects" / name, name, Wanted())
        package = site / f"sevenfold_{name}"
        (site / "projects" / name / "src" / package.name).rename(package)
        file, lines = FAULTS[name]
        with (package / file).open("a") as spoilt:
            spoilt.write(f"\n\n{lines}")
        _write_info(site, name, f"[sevenfold.games]\n{name} = sevenfold_{name}\n")


def write_players(site: Path, *names: str) -> None:
    """Write a package with these players."""
    (site / "erring_players.py").write_text(PLAYERS)
    lines = "".join(f"{name} = erring_players:{name}\n" for name in names)
    _write_info(site, "erring-players", f"[sevenfold.bots]\n{lines}")


def _write_info(site: Path, package: str, entries: str) -> None:
    info = site / f"{package.replace('-', '_')}-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(entries)


def game_environment(site: Path) -> dict[str, str]:
    """The environment of a program that finds what is installed there."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), *filter(None, sys.path)])}


class ErringServer(PlayServer):
    """A card room in which these packages are installed, with what it logs."""

    def __init__(self, data: Path, site: Path) -> None:
        self.environment = game_environment(site)
        super().__init__(data, logged=data / "log")

    @property
    def log(self) -> str:
        """What it has logged so far."""
        assert self.logged is not None
        return self.logged.read_text()

    @property
    def url(self) -> str:
        return self.address

    def next_process(self) -> "ErringServer":
        return self
