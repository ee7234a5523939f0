"""What `sevenfold check` says is wrong with a game: a sentence for each fault, with its file and line.

Each fault is planted in a new game of tricks with bids, which is sound but for that.
"""

import re
import shutil
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sevenfold.book.texts import Language, load_texts
from sevenfold.cli import app
from sevenfold.games import OWN_GAMES, examples_folder
from sevenfold.scaffold import check, drawing, golden, needs, places, trying, watching
from sevenfold.scaffold.new_game import GameKind, Wanted
from sevenfold.scaffold.parts import TrickPart
from tests.scaffold.stubs import on_the_path, write_all

NAME = "whist"
PACKAGE = f"sevenfold_{NAME}"
Damage = Callable[[Path], None]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for the path, with the game in it."""
    write_all(tmp_path, {NAME: Wanted(None, GameKind.TRICKS, frozenset({TrickPart.BIDS}), 4, "WH")})
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(trying, "ROUNDS", 8)
    return tmp_path


def add(path: str, lines: str) -> Damage:
    """Lines at the end of a file."""

    def damage(folder: Path) -> None:
        with (folder / path).open("a") as file:
            file.write(f"\n\n{lines}\n")

    return damage


def replace(path: str, old: str, new: str) -> Damage:
    def damage(folder: Path) -> None:
        text = (folder / path).read_text()
        assert old in text
        (folder / path).write_text(text.replace(old, new))

    return damage


def faults(site: Path) -> list[str]:
    """All that is told of the game, by paths within it."""
    with on_the_path(site):
        found = list(needs.unloadable(NAME)) or list(check.faults(NAME))
    return [sentence.replace(f"{PACKAGE}/", "") for sentence in found]


def line_of(site: Path, place: str) -> str:
    """The line that a sentence names."""
    path, number = re.findall(r"^(\S+):(\d+): ", place)[0]
    lines: list[str] = (site / PACKAGE / path).read_text().split("\n")
    return lines[int(number) - 1]


def test_a_new_game_has_no_fault(site: Path) -> None:
    assert faults(site) == []


@pytest.mark.parametrize("name", OWN_GAMES)
def test_our_games_have_none(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trying, "ROUNDS", 8)
    assert [*needs.unloadable(name), *check.faults(name)] == []


# --- it cannot be loaded ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("damage", "expected"),
    [
        (
            add("rules.py", "del count_moves"),
            "rules.py lacks the function count_moves(state, seat, cards, twice)",
        ),
        (add("refusals.py", "del VIOLATIONS"), "refusals.py lacks VIOLATIONS"),
        (add("view.py", "show = 7"), "view.py: show is no function, and is to be show(seen, seat, acting)"),
        (
            add("bot/player.py", "choose = 7"),
            "game.py: choose is no function, and is to be choose(seen, seat)",
        ),
        (add("facts.py", "del adds_up"), "facts.py lacks the function adds_up(state, dealt)"),
        (lambda folder: (folder / "facts.py").unlink(), "facts.py is missing: "),
        (add("game.py", "1 / 0"), "whist cannot be loaded: ZeroDivisionError: division by zero ("),
        (lambda folder: (folder / "rules.py").unlink(), "No module named 'sevenfold_whist.rules' ("),
        (
            replace("meta.py", '"whist"', '"rubber"'),
            "its entry point calls it 'whist' and its meta.py 'rubber'",
        ),
    ],
)
def test_what_it_lacks_is_named(site: Path, damage: Damage, expected: str) -> None:
    damage(site / PACKAGE)
    assert expected in faults(site)[0]


@pytest.mark.parametrize(
    ("path", "function", "said"),
    [
        (
            "rules.py",
            "def check(state, seat): ...",
            "check(state, seat) is given 3 values: state, ",
        ),
        ("bot/player.py", "def choose(view): ...", "choose(view) is given 2 values: seen, seat"),
        (
            "story.py",
            "def tell(*, before): ...",
            "tell(before) is given 4 values: before, ",
        ),
        ("view.py", "def show(seen, seat, acting): ...", "show does not say which type of view it gives"),
    ],
)
def test_a_function_that_takes_something_else_is_named(
    site: Path, path: str, function: str, said: str
) -> None:
    add(path, function)(site / PACKAGE)
    (sentence,) = faults(site)
    assert said in sentence
    assert sentence.startswith(f"{path}:")
    assert line_of(site, sentence) == function


def test_an_error_on_import_names_its_line(site: Path) -> None:
    add("meta.py", "raise LookupError('no such preset')")(site / PACKAGE)
    (sentence,) = faults(site)
    assert re.search(r"LookupError: no such preset \(meta.py:\d+\)$", sentence)


def test_a_package_for_an_older_api_names_its_line(site: Path) -> None:
    replace("__init__.py", "SEVENFOLD_API = 1", "SEVENFOLD_API = 0")(site / PACKAGE)
    (sentence,) = faults(site)
    assert "it was written for version 0 of the API of games, and this Sevenfold has 1" in sentence
    assert line_of(site, sentence) == "SEVENFOLD_API = 0"


def test_two_packages_with_a_game_of_one_name_are_both_named(site: Path) -> None:
    info = site / "your_whist-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: your-whist\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[sevenfold.games]\n{NAME} = your_whist\n")
    assert faults(site) == ["whist cannot be loaded: whist and your-whist both bring a game of this name"]


# --- its texts ----------------------------------------------------------------------------------------


def test_a_text_that_is_missing_names_who_asks_for_it(site: Path) -> None:
    replace("texts/ja.json", '"event.trick"', '"event.tricks"')(site / PACKAGE)
    missing, unneeded = faults(site)
    assert missing.startswith('texts/ja.json has no "event.trick", which state.py:')
    assert missing.endswith(" asks for; sevenfold check whist --write makes a place for it")
    assert unneeded.endswith(': "event.tricks" is never asked for')
    assert '"event.tricks"' in line_of(site, unneeded)


# --- in play ------------------------------------------------------------------------------------------


SPOILT = {
    "addable": (
        "rules.py",
        "_addable = addable\n\n\ndef addable(state, seat, cards, twice):\n"
        "    return _addable(state, seat, cards, twice) & ~(1 << 44)",  # the seven of spades
        "def addable",
        r"7S of seat \d is refused nowhere and listed nowhere",
    ),
    "count_moves": (
        "rules.py",
        "_count = count_moves\n\n\ndef count_moves(state, seat, cards, twice):\n"
        "    return _count(state, seat, cards, twice) - (state.phase == Phase.BID and cards == 0)",
        "def count_moves",
        r"bid \d+ of seat \d is refused nowhere and listed nowhere",
    ),
    "check": (
        "rules.py",
        "_check = check\n\n\ndef check(state, seat, move):\n    found = _check(state, seat, move)\n"
        "    return 5 if found == 0 and move.cards == 1 << 44 else found",
        "def check",
        r"7S is listed for seat \d, and WH-\d\.\d refuses it",
    ),
    "acting": (
        "rules.py",
        "_acting = acting\n\n\ndef acting(state):\n    return _acting(state) * (state.phase == Phase.BID)",
        "def acting",
        r"nobody is to act, and the round is not over; the last moves were .*\d: bid \d",
    ),
    "raises": (
        "rules.py",
        "_apply = apply\n\n\ndef apply(state, seat, move):\n    _apply(state, seat, move)\n"
        "    if move.kind == Kind.PLAY:\n        state.hands[9] = 0",
        "        state.hands[9] = 0",
        r"IndexError: list assignment index out of range \(round \d+ at random\)",
    ),
    "bot": (
        "bot/player.py",
        "def choose(view, seat):\n    return Move(Kind.PLAY, 1)",
        "def choose",
        r"the bot plays 2C for seat \d, which \S+ refuses \(round 1 by its bot\)",
    ),
    "bot raises": (
        "bot/player.py",
        "def choose(view, seat):\n    raise LookupError('no idea')",
        "    raise LookupError",
        r"LookupError: no idea \(round 1 by its bot\)",
    ),
    "endless": (
        "rules.py",
        "def apply(state, seat, move):\n    state.turn = (state.turn + 1) % 4",
        "MOST_MOVES = ",
        r'a round is not over after MOST_MOVES, \d+, and is in the phase "bid"; the last moves were \d: ',
    ),
    "carried": (
        "rules.py",
        "def write_carried(state, out):\n    out.append('three')",
        "def write_carried",
        r"a match of whist carries on no numbers, not \['three'\]",
    ),
    "results": (
        "facts.py",
        "def adds_up(state, dealt):\n    return False",
        "def adds_up",
        r"adds_up says that the result \(.*\) is wrong",
    ),
}
"""Which file is spoilt, and by which lines at its end; the line that is named, and what is said."""


@pytest.mark.parametrize("fault", SPOILT)
def test_what_goes_wrong_in_play_names_its_line(site: Path, fault: str) -> None:
    path, lines, named, said = SPOILT[fault]
    add(path, lines)(site / PACKAGE)
    sentence = faults(site)[0]
    assert re.search(said, sentence), sentence
    assert line_of(site, sentence).startswith(named)


def test_a_hidden_field_that_is_declared_public_is_seen_by_others(site: Path) -> None:
    replace("state.py", "hands: Own[list[int]]", "hands: Public[list[int]]")(site / PACKAGE)
    sentence = faults(site)[0]
    assert re.search(r"seat 1's hand is seen by seat 0 through `hands`", sentence)
    assert "hands: Public[list[int]]" in line_of(site, sentence)


def test_a_loop_without_end_names_its_line(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "PATIENCE", 0.3)
    add("rules.py", "def apply(state, seat, move):\n    while True:\n        pass")(site / PACKAGE)
    (sentence,) = faults(site)
    assert "here it is still busy after 0.3 seconds" in sentence
    assert line_of(site, sentence).strip() in ("while True:", "pass")


def test_a_loop_without_end_is_found_where_interrupts_are_ignored(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in the background of a script: a shell lets its commands there ignore them."""
    monkeypatch.setattr(watching, "PATIENCE", 0.3)
    add("rules.py", "def apply(state, seat, move):\n    while True:\n        pass")(site / PACKAGE)
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        assert len(faults(site)) == 1
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, usual)


def test_a_word_that_only_play_asks_for_is_missed(site: Path) -> None:
    for language in ("en", "zh-Hans", "ja"):
        replace(f"texts/{language}.json", '"move.pass"', '"move.passed"')(site / PACKAGE)
    assert faults(site) == [
        'texts/en.json: there is no "move.pass", which is asked for in play (round 1 at random)'
    ]


def test_a_side_without_seats_is_told_with_the_way_out(site: Path) -> None:
    lines = "_show = show\n\n\ndef show(seen, seat, acting) -> WhistView:\n    Partners((), 0)\n"
    add(
        "view.py", f"from sevenfold.core.views import Partners\n\n{lines}    return _show(seen, seat, acting)"
    )(site / PACKAGE)
    sentence = faults(site)[0]
    assert "SideWithoutSeats: a side has no seats: Partners names each seat that plays together" in sentence
    assert line_of(site, sentence).strip() == "Partners((), 0)"


# --- what the plain table does not draw ---------------------------------------------------------------


def shows(site: Path, field: str, value: str) -> list[str]:
    """What is said of a view with this field besides: each sentence after its place, which is the field's."""
    package = site / PACKAGE
    replace("view.py", "    tricks: tuple[int, ...]\n", f"    tricks: tuple[int, ...]\n    {field}\n")(
        package
    )
    replace("view.py", "tricks=tuple(seen.tricks),", f"tricks=tuple(seen.tricks), {value},")(package)
    with on_the_path(site):
        said = list(drawing.undrawn(NAME))
    for sentence in said:
        assert field in line_of(site, sentence.replace(f"{PACKAGE}/", ""))
    return [sentence.partition(": ")[2] for sentence in said]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("bids: tuple[int | None, ...]", "bids=(None, 0, 3, None)"),
        ("sides: tuple[Partners, ...]", "sides=(Partners((0, 2), 1, wanted=3), Partners((1, 3), 0))"),
        ("played: tuple[Pile, ...]", "played=(Pile(None, ('7S',)),)"),
        ("order: tuple[Seat, ...]", "order=(2,)"),
        ("doubled: bool | None", "doubled=True"),
        ("contract: str", "contract='H'"),
    ],
)
def test_a_field_of_a_type_in_the_docs_is_drawn(site: Path, field: str, value: str) -> None:
    imports = "from collections.abc import Iterable\n"
    types = "from sevenfold.core.views import Partners, Pile\n"
    replace("view.py", imports, imports + types)(site / PACKAGE)
    assert shows(site, field, value) == []


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("table_of: dict[str, int]", "table_of={}", "a dict[str, int]: docs/games.md lists the types"),
        ("holds: tuple[tuple[int, ...], ...]", "holds=()", "a tuple[tuple[int, ...], ...]: docs/games.md"),
        ("doubled: tuple[bool, ...]", "doubled=()", "a tuple[bool, ...]: docs/games.md lists"),
        ("piles: tuple[int, ...]", "piles=(3, 1)", "which is to have a number for each of the 4 seats"),
        ("contract: str", "contract='nil'", 'for "nil" has no text: field.contract.nil'),
        ("calls: tuple[str, ...]", "calls=('7S', 'nil')", 'whose "nil" is no card; a field of its own'),
    ],
)
def test_a_field_that_the_plain_table_leaves_out_is_named(
    site: Path, field: str, value: str, said: str
) -> None:
    (sentence,) = shows(site, field, value)
    name = field.partition(":")[0]
    assert sentence.startswith(f"the plain table does not draw `{name}`, {said}")


# --- in one language ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kept", ["en", "ja"])
def test_a_game_in_one_language_lacks_nothing_for_it(site: Path, kept: str) -> None:
    for language in {"en", "zh-Hans", "ja"} - {kept}:
        (site / PACKAGE / f"texts/{language}.json").unlink()
    assert faults(site) == []
    with on_the_path(site):
        assert {load_texts(PACKAGE, language)["move.pass"] for language in Language} == {
            {"en": "Pass", "ja": "パス"}[kept]
        }
        lacking = list(check.missing(None, NAME))
        told = [sentence for sentence in check.not_there(None, NAME) if "reads" in sentence]
    assert not any(word in sentence for sentence in lacking for word in ("texts/", "README."))
    others = " and ".join(f"texts/{each}.json" for each in Language if each != kept)
    assert told == [f"{others} are not there: whoever reads those languages is shown {kept}."]


def test_a_golden_log_that_comes_out_otherwise_names_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(examples_folder("lockup") / "golden", tmp_path / "golden")
    monkeypatch.setattr(golden, "examples_folder", lambda _: tmp_path)
    assert list(golden.altered("lockup")) == []
    file = min((tmp_path / "golden").glob("*.jsonl"))
    first, second, *rest = file.read_text().splitlines()
    second = re.sub(r'"result":\[\d+', '"result":[99', second)
    file.write_text("\n".join([first, second, *rest]) + "\n")
    (sentence,) = golden.altered("lockup")
    assert sentence.startswith(f"{places.shown(file)}:2: result was [99, ")
    assert "raise rules_version in meta.py" in sentence


# --- the command --------------------------------------------------------------------------------------


def test_the_command_stops_at_a_fault_before_pytest(site: Path) -> None:
    add("bot/player.py", "def choose(view, seat):\n    raise LookupError('no idea')")(site / PACKAGE)
    with on_the_path(site):
        said = CliRunner().invoke(app, ["check", NAME])
    assert said.exit_code == 1
    assert re.search(rf"^- {PACKAGE}/bot/player.py:\d+: LookupError: no idea", said.output, re.MULTILINE)
    assert "whist has faults: mend what stands above; its tests are run after that" in said.output
    assert "Running the tests" not in said.output
