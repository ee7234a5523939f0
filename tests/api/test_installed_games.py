"""Games of other packages: a sound one is listed; what is broken in another is told, with the way out."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import sevenfold
from sevenfold import installed
from sevenfold.book.lessons import load_lessons
from sevenfold.games import BrokenGame, broken_games, is_game, package_of
from sevenfold.scaffold.new_game import Wanted, new_package

Break = Callable[[Path], None]


def entry(site: Path, package: str, line: str) -> None:
    """What pip leaves of a package with this entry point."""
    info = site / f"{package.replace('-', '_')}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[sevenfold.games]\n{line}\n")


def forget() -> None:
    """As in a new process."""
    installed._entries.cache_clear()
    installed._broken.cache_clear()
    load_lessons.cache_clear()
    sevenfold.load_game.cache_clear()
    for name in [name for name in sys.modules if name.startswith("sevenfold_whist")]:
        del sys.modules[name]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path with a package whose game is sound, but not yet its entry point."""
    new_package(tmp_path / "project", "whist", Wanted())
    (tmp_path / "project" / "src").rename(tmp_path / "site")
    monkeypatch.syspath_prepend(tmp_path / "site")
    forget()
    yield tmp_path / "site"
    forget()


def test_a_sound_game_is_listed_after_ours_and_plays(site: Path) -> None:
    ours = sevenfold.game_names()
    entry(site, "my-whist", "whist = sevenfold_whist")
    forget()
    assert sevenfold.game_names() == (*ours, "whist")
    assert (is_game("whist"), package_of("whist"), broken_games()) == (True, "sevenfold_whist", ())
    match = sevenfold.new_match(sevenfold.load_game("whist"), seed=1)
    while not match.round_over:
        seat = match.acting[0]
        match.play(seat, match.game.choose(match.seen(seat), seat))
    assert sum(match.standing.result or ()) == 13


def write(path: str, text: str) -> Break:
    def broken(folder: Path) -> None:
        (folder / path).write_text(text)

    return broken


def replace(path: str, old: str, new: str) -> Break:
    def broken(folder: Path) -> None:
        text = (folder / path).read_text()
        assert old in text
        (folder / path).write_text(text.replace(old, new))

    return broken


def add(path: str, text: str) -> Break:
    def broken(folder: Path) -> None:
        with (folder / path).open("a") as file:
            file.write(f"\n\n{text}\n")

    return broken


def remove(path: str) -> Break:
    return lambda folder: (folder / path).unlink()


def wordless(folder: Path) -> None:
    for texts in (folder / "texts").iterdir():
        texts.unlink()


def lessons(folder: Path) -> None:
    (folder / "lessons").mkdir()
    (folder / "lessons/steps.yaml").write_text("lessons: [1, 2")


@pytest.mark.parametrize(
    ("line", "damage", "why"),
    [
        ("whist = sevenfold_whist", remove("meta.py"), "No module named 'sevenfold_whist.meta'"),
        ("whist = sevenfold_whist", write("meta.py", "import whist_lib"), "No module named 'whist_lib'"),
        ("whist = sevenfold_whist", write("meta.py", "META ="), "SyntaxError: invalid syntax"),
        (
            "whist = sevenfold_whist",
            write("meta.py", "META = 7"),
            "meta has no Meta called META",
        ),
        ("whist = sevenfold_whist", write("meta.py", "raise SystemExit(3)"), "SystemExit: 3"),
        (
            "whist = sevenfold_whist",
            write("meta.py", "class Stop(BaseException): ...\nraise Stop(3)"),
            "Stop: 3",
        ),
        (
            "whist = sevenfold_whist",
            write("meta.py", "class Stop(KeyboardInterrupt): ...\nraise Stop(3)"),
            "Stop: 3",
        ),
        (
            "whist = sevenfold_whist",
            add("rules.py", "del count_moves"),
            "sevenfold_whist lacks rules.count_moves",
        ),
        ("whist = sevenfold_whist", add("story.py", "del tell"), "sevenfold_whist lacks story.tell"),
        ("whist = sevenfold_whist", add("view.py", "show = 7"), "sevenfold_whist lacks view.show"),
        ("whist = sevenfold_whist", add("sample.py", "del apply_layout"), "lacks sample.apply_layout"),
        ("whist = sevenfold_whist", add("bot/player.py", "choose = 7"), "sevenfold_whist lacks choose"),
        (
            "whist = sevenfold_whist",
            write("__init__.py", "SEVENFOLD_API = 0"),
            "it was written for version 0 of the API of games, and this Sevenfold has 1",
        ),
        ("whist = sevenfold_whist", remove("game.py"), "No module named 'sevenfold_whist.game'"),
        ("whist = sevenfold_whist", write("game.py", "1 / 0"), "ZeroDivisionError: division by zero"),
        ("whist = sevenfold_whist", write("game.py", ""), "sevenfold_whist.game has no Game called GAME"),
        ("whist = sevenfold_whist", remove("rules.py"), "No module named 'sevenfold_whist.rules'"),
        ("whist = sevenfold_whist", remove("README.md"), "README.md"),
        ("whist = sevenfold_whist", write("README.md", "no title"), "RuleBookError"),
        ("whist = sevenfold_whist", wordless, "texts/en.json"),
        ("whist = sevenfold_whist", write("texts/en.json", "{"), "DecodeError"),
        (
            "whist = sevenfold_whist",
            replace("texts/en.json", '"tagline"', '"tag"'),
            "en.json has no text 'tagline'",
        ),
        ("whist = sevenfold_whist", lessons, "ParserError"),
        ("rubber = sevenfold_whist", lambda _: None, "calls it 'rubber' and its meta.py 'whist'"),
        ("whist = sevenfold_whist.game:GAME", lambda _: None, "name the package alone"),
        ("whist = whist_at_home", lambda _: None, "No module named 'whist_at_home'"),
        ("lockup = sevenfold_whist", lambda _: None, "Sevenfold has a game of this name itself"),
        ("it's = sevenfold_whist", lambda _: None, "lower-case letters, digits and underscores"),
    ],
)
def test_whatever_is_broken_in_a_package_is_told_and_all_else_plays_on(
    site: Path, line: str, damage: Break, why: str
) -> None:
    ours = sevenfold.game_names()
    damage(site / "sevenfold_whist")
    entry(site, "my-whist", line)
    forget()
    assert sevenfold.game_names() == ours
    (broken,) = broken_games()
    name = line.partition(" ")[0]
    assert str(broken).startswith(f"the game {name!r} of the package my-whist cannot be loaded: ")
    assert why in broken.why
    assert str(broken).endswith("or take it away: pip uninstall my-whist")
    if name == "lockup":
        assert sevenfold.load_game("lockup").meta.prefix == "LU"
        return
    assert not is_game(name)
    with pytest.raises(BrokenGame) as asked:
        sevenfold.load_game(name)
    assert str(asked.value) == str(broken)
    with pytest.raises(sevenfold.UnknownGame, match="there is no game 'chess'; the games are lockup, trump7"):
        sevenfold.load_meta("chess")


def test_whoever_presses_ctrl_c_while_a_package_is_read_ends_the_command(site: Path) -> None:
    (site / "sevenfold_whist" / "meta.py").write_text("raise KeyboardInterrupt")
    entry(site, "my-whist", "whist = sevenfold_whist")
    forget()
    with pytest.raises(KeyboardInterrupt):
        sevenfold.game_names()


def test_what_a_package_prints_is_not_among_a_commands_own_lines(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    add("meta.py", "print('hello')")(site / "sevenfold_whist")
    entry(site, "my-whist", "whist = sevenfold_whist")
    forget()
    assert is_game("whist")
    assert capsys.readouterr() == ("", "hello\n")


def test_two_packages_with_a_game_of_one_name_are_both_named(site: Path) -> None:
    (site / "sevenfold_whist").rename(site / "sevenfold_whist_two")
    entry(site, "my-whist", "whist = sevenfold_whist_one")
    entry(site, "your-whist", "whist = sevenfold_whist_two")
    forget()
    (broken,) = broken_games()
    assert broken.why == "my-whist and your-whist both bring a game of this name"
