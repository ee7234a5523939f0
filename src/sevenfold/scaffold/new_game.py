"""`sevenfold new-game`: a room that plays at once, which is a copy of another room under a new name.

Without `--like` the copied room is `games/_stub`, a game of tricks without trumps. With `--package` the new
room is a package of its own, which Sevenfold finds once it is installed.
"""

import keyword
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import yaml

from sevenfold.book.rulebook import load_rule_book
from sevenfold.book.texts import Language, load_texts
from sevenfold.core.meta import Meta
from sevenfold.errors import SevenfoldError
from sevenfold.games import examples_folder, folder_of, game_names, load_meta, room
from sevenfold.scaffold.checkout import room_folder, tests_folder
from sevenfold.scaffold.project import project_files

STUB = "_stub"
SEATS = range(2, 9)
"""How many seats the stub can be for."""

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
    """A number of seats that the room to be copied cannot have."""


MISTAKES = (NotAName, NameTaken, FolderTaken, NotAPrefix, PrefixTaken, WrongSeats)
"""What may be wrong with what was asked for."""


@dataclass(frozen=True)
class Names:
    """What a game is called: as a package, in the titles of its classes, to people, in its rule numbers."""

    package: str
    """The last part of the package's name; it is the game's name but for the stub's."""
    prefix: str
    room: str
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


def new_game(root: Path, name: str, like: str | None, seats: int | None, prefix: str | None) -> list[Path]:
    """Write the room and its tests, and list it. Returns the files written or changed.

    Raises NotAName, NameTaken, NotAPrefix, PrefixTaken, WrongSeats, UnknownGame, OSError; then nothing has
    been written.
    """
    source, meta = names_of(like)
    code, tests = room_folder(root, name), tests_folder(root, name)
    checked_name(name, code, tests)
    target = Names(name, checked_prefix(prefix or _initials(name)), f"sevenfold.games.{name}")
    seats = checked_seats(meta, like, seats)
    places = {folder_of(source.room): code, tests_folder(root, source.package): tests}
    places |= {folder_of(source.room) / kind: tests / kind for kind in EXAMPLES}
    files = written_anew(places, source, target, None if like else seats)
    return write(files | listed(root, source, target))


def new_package(
    folder: Path, name: str, like: str | None, seats: int | None, prefix: str | None
) -> list[Path]:
    """Write a project with the room as a package of its own. Returns the files written.

    Raises what `new_game` raises, and FolderTaken; then nothing has been written.
    """
    source, meta = names_of(like)
    target = Names(checked_name(name), checked_prefix(prefix or _initials(name)), f"sevenfold_{name}")
    seats = checked_seats(meta, like, seats)
    if folder.is_file() or (folder.is_dir() and any(folder.iterdir())):
        raise FolderTaken(folder)
    code = folder / "src" / target.room
    places = {folder_of(source.room): code}
    if like:
        places |= {examples_folder(like) / kind: code / kind for kind in EXAMPLES}
    files = written_anew(places, source, target, None if like else seats)
    project = project_files(name, target.room, target.title)
    return write(files | {folder / path: text for path, text in project.items()})


def write(files: dict[Path, str]) -> list[Path]:
    """Write these files; returns their paths."""
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return list(files)


# --- what is asked for ------------------------------------------------------------------------------


def names_of(like: str | None) -> tuple[Names, Meta]:
    """The names and the Meta of the room to be copied. Raises UnknownGame."""
    package = room(like) if like else f"sevenfold.games.{STUB}"
    meta: Meta = import_module(f"{package}.meta").META
    titles = {load_texts(package, language)["name"] for language in Language}
    return Names(like or STUB, meta.prefix, package, tuple(sorted(titles))), meta


def checked_name(name: str, *folders: Path) -> str:
    """A name that a new game may have, in folders that are not there yet. Raises NotAName, NameTaken."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or keyword.iskeyword(name):
        raise NotAName(name)
    for path in folders:
        if path.exists():
            raise NameTaken(name, path)
    if name in game_names():
        raise NameTaken(name, folder_of(room(name)))
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


def checked_seats(meta: Meta, like: str | None, seats: int | None) -> int:
    """How many seats the new game has. Raises WrongSeats."""
    if like is not None and seats is not None and seats not in meta.players:
        raise WrongSeats(f"{like} is for {meta.players} players; leave --seats out, or --like")
    if like is None and seats is not None and seats not in SEATS:
        raise WrongSeats(f"a game begins with {SEATS[0]} to {SEATS[-1]} seats, not {seats}")
    return seats or meta.players.default


# --- the files --------------------------------------------------------------------------------------


def written_anew(
    places: dict[Path, Path], source: Names, target: Names, seats: int | None
) -> dict[Path, str]:
    """The files of a room by their new paths, as a draft; of the stub for so many seats."""
    files = dict(renamed_files(places, source, target))
    files = {path: as_draft(text) if path.name == "meta.py" else text for path, text in files.items()}
    return files if seats is None else {path: with_seats(path, text, seats) for path, text in files.items()}


def renamed_files(places: dict[Path, Path], source: Names, target: Names) -> Iterator[tuple[Path, str]]:
    """The files of each folder with their new paths, under the new names; a folder within it has its own."""
    for old, new in places.items():
        within = [other for other in places if old in other.parents]
        for path in sorted(old.rglob("*")):
            if path.suffix in TEXT_FILES and not any(path.is_relative_to(other) for other in within):
                text = path.read_text(encoding="utf-8")
                yield new / path.relative_to(old), renamed(text, source, target)


def renamed(text: str, source: Names, target: Names) -> str:
    """A text under new names: where a game is named in code or in notation, and its titles."""
    titles = "|".join(map(re.escape, source.titles))
    old = re.escape(source.name)
    for pattern, new in (
        (rf"\b{re.escape(source.room)}\b", target.room),
        (rf"(?<=games[./]){source.package}\b", target.package),
        (rf"\b{source.prefix}(?=[-_]\d)|(?<=prefix=\"){source.prefix}(?=\")", target.prefix),
        (rf"(?<=_){source.prefix.lower()}(?=_\d)", target.prefix.lower()),
        (rf"\b{source.of_classes}(?=[A-Z])", target.of_classes),
        (rf"(?<![^\W_])(?:{titles})(?![^\W_])", target.title),
        (rf"(?<=[\"'`]){old}(?=[\"'`-])|(?<=game: ){old}\b|(?<=simulate ){old}\b", target.name),
    ):
        text = re.sub(pattern, new, text)
    return text


def as_draft(meta: str) -> str:
    """A `meta.py` whose game is marked as a draft."""
    before, _, after = meta.rpartition("\n)")
    return meta if "draft=True" in meta else f"{before}\n    draft=True,\n){after}"


def with_seats(path: Path, text: str, seats: int) -> str:
    """A file of the stub for another number of seats."""
    if path.name == "state.py":
        return re.sub(r"^SEATS = \d+$", f"SEATS = {seats}", text, flags=re.MULTILINE)
    if path.name == "meta.py":
        return re.sub(r"SeatRange\(.*?\)", f"SeatRange({seats}, {seats}, {seats})", text)
    if path.suffix == ".yaml":
        scenarios = [_scenario_for(seats, raw) for raw in yaml.safe_load(text)]
        return yaml.safe_dump(scenarios, sort_keys=False, default_flow_style=None, width=100)
    return text


def _scenario_for(seats: int, raw: dict[str, object]) -> dict[str, object]:
    """A scenario of the stub with seats taken away, or with seats added that follow with a low heart."""
    deal = raw["deal"]
    steps = raw["steps"]
    assert isinstance(deal, dict)
    assert isinstance(steps, list)
    size = len(deal[0].split())
    more = {seat: " ".join([f"{seat + 1}H", f"{seat + 2}S"][:size]) for seat in range(len(deal), seats)}
    played = [step for step in steps if "expect" not in step and next(iter(step)) < seats]
    expected = [{"expect": _expected_for(seats, step["expect"])} for step in steps if "expect" in step]
    following = [{seat: cards.split()[0]} for seat, cards in more.items()]
    return {
        **raw,
        **({"scores": _entries(seats, raw["scores"])} if "scores" in raw else {}),
        "deal": {seat: cards for seat, cards in {**deal, **more}.items() if seat < seats},
        "steps": [*played, *following, *expected],
    }


def _expected_for(seats: int, keys: dict[str, object]) -> dict[str, object]:
    per_seat = ("tricks", "result", "scores")
    return {key: _entries(seats, value) if key in per_seat else value for key, value in keys.items()}


def _entries(seats: int, values: object) -> list[int]:
    assert isinstance(values, list)
    return (values + [0] * seats)[:seats]


# --- where games are listed -------------------------------------------------------------------------


def listed(root: Path, source: Names, target: Names) -> dict[Path, str]:
    """The list of rooms and the list of rule numbers, with the new game in them."""
    rooms = root / "src" / "sevenfold" / "games" / "__init__.py"
    text = rooms.read_text(encoding="utf-8")
    end = text.index("\n}", text.index("ROOMS = {"))
    line = f'\n    "{target.name}": "sevenfold.games.{target.package}",'
    numbers = root / "tests" / "book" / "rule_numbers.yaml"
    package = f"sevenfold.games.{source.package}"
    rules = load_rule_book(package, source.name, Language.EN).rules
    ids = " ".join(renamed(rule.id, source, target) for rule in rules)
    return {
        rooms: text[:end] + line + text[end:],
        numbers: numbers.read_text(encoding="utf-8").rstrip("\n") + f"\n{target.name}: {ids}\n",
    }
