"""`sevenfold new-game`: a game that plays at once, which is a copy of another game under a new name.

Without `--like` the copied game is a stub: `games/_stub` for a game of tricks, with the parts that are asked
for (`parts.py`), `games/_rummy` or `games/_shedding`. With `--package` the new game is a package of its own,
which Sevenfold finds once it is installed.
"""

import keyword
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from importlib import import_module
from pathlib import Path

import yaml

from sevenfold.book.texts import Language, load_texts
from sevenfold.core.meta import Meta
from sevenfold.errors import SevenfoldError
from sevenfold.games import examples_folder, folder_of, game_names, load_meta, package_of
from sevenfold.installed import API
from sevenfold.scaffold.checkout import game_folder, tests_folder
from sevenfold.scaffold.parts import (
    PartTwice,
    TrickPart,
    UnknownPart,
    cut,
    new_numbers,
    read_parts,
    renumbered,
    rule_ids,
)
from sevenfold.scaffold.project import project_files


class GameKind(StrEnum):
    """What a new game is at first."""

    TRICKS = "tricks"
    RUMMY = "rummy"
    SHEDDING = "shedding"


STUBS = {GameKind.TRICKS: "_stub", GameKind.RUMMY: "_rummy", GameKind.SHEDDING: "_shedding"}
SEATS = {GameKind.TRICKS: range(2, 9), GameKind.RUMMY: range(2, 6), GameKind.SHEDDING: range(2, 9)}
"""How many seats the stubs can be for."""

PARTNERED = 4
"""How many seats a stub with partners is for."""

TEXT_FILES = (".py", ".md", ".json", ".yaml", ".jsonl")

EXAMPLES = ("scenarios", "golden")
"""The folders of a game's examples: in a package of its own beside the rules, in the checkout in `tests/`."""


class NotAName(SevenfoldError, ValueError):
    """A name that a game's package cannot have."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name!r} cannot be a game's name: write lower-case letters, digits and underscores, "
            "a letter first, such as black_lady"
        )
        self.name = name


class NameTaken(SevenfoldError, ValueError):
    """A name that a game, or a folder in its place, has already."""

    def __init__(self, name: str, by: Path) -> None:
        super().__init__(f"{name} is taken: {by} is there already; choose another name")
        self.name = name


class FolderTaken(SevenfoldError, ValueError):
    """A folder for a new package in which there is something already."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"{folder} is not empty; name another folder, or one that is not there yet")
        self.folder = folder


class NotAPrefix(SevenfoldError, ValueError):
    """A prefix that rule numbers cannot have."""

    def __init__(self, prefix: str) -> None:
        super().__init__(
            f"{prefix!r} cannot be the prefix of rule numbers: write two or three capital letters or "
            "digits, a letter first, such as BL"
        )
        self.prefix = prefix


class PrefixTaken(SevenfoldError, ValueError):
    """A prefix that another game's rule numbers have."""

    def __init__(self, prefix: str, game: str) -> None:
        super().__init__(f"{prefix} is the prefix of {game}'s rules; name another with --prefix")
        self.prefix = prefix
        self.game = game


class WrongSeats(SevenfoldError, ValueError):
    """A number of seats that the game to be copied cannot have."""


class UnknownKind(SevenfoldError, ValueError):
    """A kind of game that there is no stub of."""

    def __init__(self, kind: str) -> None:
        super().__init__(f"there is no kind {kind!r}; the kinds are {', '.join(GameKind)}")
        self.kind = kind


class DoNotCombine(SevenfoldError, ValueError):
    """Two options of the command that leave open which game is to be copied."""


MISTAKES = (
    NotAName,
    NameTaken,
    FolderTaken,
    NotAPrefix,
    PrefixTaken,
    WrongSeats,
    UnknownKind,
    UnknownPart,
    PartTwice,
    DoNotCombine,
)
"""What may be wrong with what was asked for."""


@dataclass(frozen=True)
class Names:
    """What a game is called: as a package, in the titles of its classes, to people, in its rule numbers."""

    package: str
    """The last part of the package's name; it is the game's name but for the stub's."""
    prefix: str
    imported: str
    """The package as it is imported."""
    titles: tuple[str, ...] = ()
    """What people call it, in each language, where that is not made of the package's name."""

    @property
    def name(self) -> str:
        """The name in code, logs and commands."""
        return self.package.strip("_")

    @property
    def title(self) -> str:
        """The name that people read."""
        return self.name.replace("_", " ").title()

    @property
    def of_classes(self) -> str:
        """What the names of classes begin with."""
        return self.title.replace(" ", "")


@dataclass(frozen=True)
class Wanted:
    """What a new game is to begin with: another game's rules, or a stub with its parts."""

    like: str | None = None
    kind: GameKind = GameKind.TRICKS
    parts: frozenset[TrickPart] = frozenset()
    seats: int | None = None
    prefix: str | None = None


def wanted(
    like: str | None = None,
    kind: str | None = None,
    parts: str | None = None,
    seats: int | None = None,
    prefix: str | None = None,
) -> Wanted:
    """What the options of the command ask for; they are None where they are left out.

    Raises UnknownKind, UnknownPart, PartTwice, DoNotCombine.
    """
    if kind is not None and kind not in list(GameKind):
        raise UnknownKind(kind)
    found = Wanted(
        like,
        GameKind(kind or GameKind.TRICKS),
        read_parts(parts) if parts is not None else frozenset(),
        seats,
        prefix,
    )
    if like is not None and (kind or parts):
        raise DoNotCombine(f"a game like {like} has its rules; leave --like out, or --kind and --with")
    if found.parts and found.kind is not GameKind.TRICKS:
        raise DoNotCombine(f"--with is for a game of tricks; leave it out, or --kind {kind}")
    return found


def new_game(root: Path, name: str, asked: Wanted) -> list[Path]:
    """Write the game and its tests, and list it. Returns the files written or changed.

    Raises NotAName, NameTaken, NotAPrefix, PrefixTaken, WrongSeats, UnknownGame, OSError; then nothing has
    been written.
    """
    source, meta = names_of(asked)
    code, tests = game_folder(root, name), tests_folder(root, name)
    checked_name(name, code, tests)
    target = Names(name, checked_prefix(asked.prefix or _initials(name)), f"sevenfold.games.{name}")
    asked = replace(asked, seats=checked_seats(meta, asked))
    places = {folder_of(source.imported): code, tests_folder(root, source.package): tests}
    places |= {folder_of(source.imported) / kind: tests / kind for kind in EXAMPLES}
    files = written_anew(places, source, target, asked)
    return write(files | listed(root, target, files[code / "README.md"]))


def new_package(folder: Path, name: str, asked: Wanted) -> list[Path]:
    """Write a project with the game as a package of its own. Returns the files written.

    Raises what `new_game` raises, and FolderTaken; then nothing has been written.
    """
    source, meta = names_of(asked)
    target = Names(checked_name(name), checked_prefix(asked.prefix or _initials(name)), f"sevenfold_{name}")
    asked = replace(asked, seats=checked_seats(meta, asked))
    if folder.is_file() or (folder.is_dir() and any(folder.iterdir())):
        raise FolderTaken(folder)
    code = folder / "src" / target.imported
    places = {folder_of(source.imported): code}
    if asked.like:
        places |= {examples_folder(asked.like) / kind: code / kind for kind in EXAMPLES}
    files = written_anew(places, source, target, asked)
    files[code / "__init__.py"] += f"\nSEVENFOLD_API = {API}\n"
    project = project_files(name, target.imported, target.title)
    return write(files | {folder / path: text for path, text in project.items()})


def write(files: dict[Path, str]) -> list[Path]:
    """Write these files; returns their paths."""
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return list(files)


# --- what is asked for ------------------------------------------------------------------------------


def names_of(asked: Wanted) -> tuple[Names, Meta]:
    """The names and the Meta of the game to be copied. Raises UnknownGame."""
    stub = STUBS[asked.kind]
    package = package_of(asked.like) if asked.like else f"sevenfold.games.{stub}"
    meta: Meta = import_module(f"{package}.meta").META
    titles = {load_texts(package, language)["name"] for language in Language}
    return Names(asked.like or stub, meta.prefix, package, tuple(sorted(titles))), meta


def checked_name(name: str, *folders: Path) -> str:
    """A name that a new game may have, in folders that are not there yet. Raises NotAName, NameTaken."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or keyword.iskeyword(name):
        raise NotAName(name)
    for path in folders:
        if path.exists():
            raise NameTaken(name, path)
    if name in game_names():
        raise NameTaken(name, folder_of(package_of(name)))
    return name


def checked_prefix(prefix: str) -> str:
    """A prefix that new rule numbers may have. Raises NotAPrefix, PrefixTaken."""
    if not re.fullmatch(r"[A-Z][A-Z0-9]{1,2}", prefix):
        raise NotAPrefix(prefix)
    for game in game_names():
        if load_meta(game).prefix == prefix:
            raise PrefixTaken(prefix, game)
    return prefix


def _initials(name: str) -> str:
    words = name.upper().split("_")
    return "".join(word[:1] for word in words)[:3] if len(words) > 1 else name.upper()[:2]


def checked_seats(meta: Meta, asked: Wanted) -> int:
    """How many seats the new game has. Raises WrongSeats."""
    seats, fit = asked.seats, SEATS[asked.kind]
    if seats is None:
        return meta.players.default
    if asked.like is not None and seats not in meta.players:
        raise WrongSeats(f"{asked.like} is for {meta.players} players; leave --seats out, or --like")
    if asked.like is None and seats not in fit:
        raise WrongSeats(f"a game of {asked.kind} begins with {fit[0]} to {fit[-1]} seats, not {seats}")
    if TrickPart.PARTNERS in asked.parts and seats != PARTNERED:
        raise WrongSeats(f"partners are for {PARTNERED} seats, not {seats}; leave --seats out, or partners")
    return seats


# --- the files --------------------------------------------------------------------------------------


def written_anew(places: dict[Path, Path], source: Names, target: Names, asked: Wanted) -> dict[Path, str]:
    """The files of a game by their new paths, as a draft; of a stub with the seats and parts wanted."""
    files = dict(copied_files(places))
    if asked.like is None:
        files = {path: cut(text, path.suffix, asked.parts) for path, text in files.items()}
        numbers = new_numbers(files[places[folder_of(source.imported)] / "README.md"])
        files = {path: renumbered(text, source.prefix, numbers) for path, text in files.items()}
        files = {path: with_seats(path, text, asked.seats) for path, text in files.items()}
    files = {path: renamed(text, source, target) for path, text in files.items()}
    return {path: as_draft(text) if path.name == "meta.py" else text for path, text in files.items()}


def copied_files(places: dict[Path, Path]) -> Iterator[tuple[Path, str]]:
    """The files of each folder with their new paths; a folder within it has its own."""
    for old, new in places.items():
        within = [other for other in places if old in other.parents]
        for path in sorted(old.rglob("*")):
            if path.suffix in TEXT_FILES and not any(path.is_relative_to(other) for other in within):
                yield new / path.relative_to(old), path.read_text(encoding="utf-8")


def renamed(text: str, source: Names, target: Names) -> str:
    """A text under new names: where a game is named in code or in notation, and its titles."""
    titles = "|".join(map(re.escape, source.titles))
    old = re.escape(source.name)
    for pattern, new in (
        (rf"\b{re.escape(source.imported)}\b", target.imported),
        (rf"(?<=games[./]){source.package}\b", target.package),
        (rf"\b{source.prefix}(?=[-_]\d)|(?<=prefix=\"){source.prefix}(?=\")", target.prefix),
        (rf"(?<=_){source.prefix.lower()}(?=_\d)", target.prefix.lower()),
        (rf"\b{source.of_classes}(?=[A-Z])", target.of_classes),
        (rf"(?<![^\W_])(?:{titles})(?![^\W_])", target.title),
        (
            rf"(?<=[\"'`]){old}(?=[\"'`-])|(?<=game: ){old}\b|(?<=simulate ){old}\b|(?<=rules ){old}\b",
            target.name,
        ),
    ):
        text = re.sub(pattern, new, text)
    return text


def as_draft(meta: str) -> str:
    """A `meta.py` whose game is marked as a draft."""
    before, _, after = meta.rpartition("\n)")
    return meta if "draft=True" in meta else f"{before}\n    draft=True,\n){after}"


def with_seats(path: Path, text: str, seats: int | None) -> str:
    """A file of a stub for this number of seats."""
    if seats is None or seats == PARTNERED:
        return text
    if path.name == "state.py":
        return re.sub(r"^SEATS = \d+$", f"SEATS = {seats}", text, flags=re.MULTILINE)
    if path.name == "meta.py":
        return re.sub(r"SeatRange\(.*?\)", f"SeatRange({seats}, {seats}, {seats})", text)
    if path.suffix == ".yaml":
        scenarios = [_scenario_for(seats, raw) for raw in yaml.safe_load(text)]
        return yaml.safe_dump(scenarios, sort_keys=False, default_flow_style=None, width=100)
    return text


def _scenario_for(seats: int, raw: dict[str, object]) -> dict[str, object]:
    """A scenario of a stub with seats taken away, or with seats added, which pass where the last one passes,
    and follow with a low heart where it plays a card.
    """
    deal = raw["deal"]
    steps = raw["steps"]
    assert isinstance(deal, dict)
    assert isinstance(steps, list)
    size = len(deal[0].split())
    more = {seat: " ".join([f"{seat + 1}H", f"{seat + 2}S"][:size]) for seat in range(len(deal), seats)}
    played: list[dict[object, object]] = []
    for step in steps:
        seat, move = next(iter(step.items()))
        if seat == "expect":
            played.append({"expect": _expected_for(seats, move)})
        elif seat < seats:
            played.append(step)
        if seat == len(deal) - 1:
            played += [{other: move if move == "pass" else cards.split()[0]} for other, cards in more.items()]
    return {
        **raw,
        **({"scores": _entries(seats, raw["scores"])} if "scores" in raw else {}),
        "deal": {seat: cards for seat, cards in {**deal, **more}.items() if seat < seats},
        "steps": played,
    }


def _expected_for(seats: int, keys: dict[str, object]) -> dict[str, object]:
    per_seat = ("tricks", "result", "scores")
    return {key: _entries(seats, value) if key in per_seat else value for key, value in keys.items()}


def _entries(seats: int, values: object) -> list[int]:
    assert isinstance(values, list)
    return (values + [0] * seats)[:seats]


# --- where games are listed -------------------------------------------------------------------------


def listed(root: Path, target: Names, rules: str) -> dict[Path, str]:
    """The list of games and the list of rule numbers, with the new game in them; `rules` are its own."""
    games_file = root / "src" / "sevenfold" / "games" / "__init__.py"
    text = games_file.read_text(encoding="utf-8")
    end = text.index("\n}", text.index("OWN_GAMES = {"))
    line = f'\n    "{target.name}": "sevenfold.games.{target.package}",'
    numbers = root / "tests" / "book" / "rule_numbers.yaml"
    ids = " ".join(rule_ids(rules))
    return {
        games_file: text[:end] + line + text[end:],
        numbers: numbers.read_text(encoding="utf-8").rstrip("\n") + f"\n{target.name}: {ids}\n",
    }
