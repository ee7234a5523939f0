"""What we use of other libraries without being promised it: all is listed, all is there, and what if not."""

import ast
import logging
import re
import sys
import tomllib
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from enum import StrEnum
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numba.core
import pytest
from packaging.requirements import Requirement
from typer.testing import CliRunner

import sevenfold.compiled.cpu
from sevenfold import borrowed
from sevenfold.borrowed import BORROWED, LibraryUnfit, importing, wanted
from sevenfold.cli import app
from sevenfold.compiled import CompiledUnavailable
from sevenfold.compiled.cpu import compiler, engine, linking
from sevenfold.compiled.cpu.batch import Batch
from sevenfold.compiled.cpu.cache import FOLDER
from sevenfold.core.dice import dice_for
from sevenfold.games import load_game
from sevenfold.search import warm

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src/sevenfold"
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

OVERRIDING = {
    ("server/running/connections.py", "GatedConfig"): "uvicorn.config:Config",
    ("server/running/connections.py", "HttpConnection"): "uvicorn.protocols.http.h11_impl:H11Protocol",
    (
        "server/running/connections.py",
        "SocketConnection",
    ): "uvicorn.protocols.websockets.websockets_sansio_impl:WebSocketsSansIOProtocol",
    ("server/running/run.py", "_Server"): "uvicorn.server:Server",
    ("server/running/workers.py", "WorkerConfig"): "uvicorn.config:Config",
    ("server/running/workers.py", "_Workers"): "uvicorn.supervisors.multiprocess:Multiprocess",
    ("compiled/cpu/linking.py", "_Library"): "numba.core.codegen:JITCodeLibrary",
    ("compiled/cpu/linking.py", "_Codegen"): "numba.core.codegen:JITCPUCodegen",
}
"""Our classes that change one of another library."""

LISTED = {place: names for places in BORROWED.values() for place, names in places.items()}


def tree_of(file: str) -> ast.Module:
    return ast.parse((SOURCES / file).read_text())


@pytest.mark.parametrize("library", [each for each in BORROWED if borrowed._installed(each)])
def test_the_installed_library_has_all_that_we_use_of_it(library: str) -> None:
    assert borrowed.missing(library) is None


@pytest.mark.parametrize(("ours", "place"), OVERRIDING.items(), ids=lambda each: str(each[-1]))
def test_whatever_a_class_of_ours_uses_of_its_base_is_listed(ours: tuple[str, str], place: str) -> None:
    file, name = ours
    (found,) = (node for node in tree_of(file).body if isinstance(node, ast.ClassDef) and node.name == name)
    base = borrowed._find(place)
    used = set(own_names(found))

    assert used
    assert {each for each in used if borrowed._has(base, each) and not each.startswith("__")} <= {
        *LISTED[place],
        *dir(object),
    }


def own_names(of: ast.ClassDef) -> Iterator[str]:
    """What a class defines, and what its methods use of `self` and of `super()`."""
    for each in of.body:
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
            yield each.name
    for node in ast.walk(of):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) in ("self", "super()"):
            yield node.attr


def test_each_class_that_changes_one_of_these_libraries_is_looked_at() -> None:
    bases = {"uvicorn", "H11Protocol", "WebSocketsSansIOProtocol", "Multiprocess"}
    bases |= {"GatedConfig", "JITCodeLibrary", "JITCPUCodegen"}
    found = {
        (file.relative_to(SOURCES).as_posix(), node.name)
        for file in SOURCES.rglob("*.py")
        for node in ast.parse(file.read_text()).body
        if isinstance(node, ast.ClassDef)
        and bases & {ast.unparse(base).partition(".")[0] for base in node.bases}
    }
    assert found == set(OVERRIDING)


def test_private_names_of_others_are_listed_too() -> None:
    """Such as `library._final_module`: names with an underscore that are read of anything but `self`."""
    sources = {file: file.read_text() for file in SOURCES.rglob("*.py")}
    ours = set(re.findall(r"(?:def|self\.|^)\s*(_[a-z]\w*)", "\n".join(sources.values()), re.MULTILINE))
    listed = {name for names in LISTED.values() for name in names}
    for file in ("compiled/cpu/linking.py", "compiled/cpu/compiler.py"):
        read = {
            node.attr
            for node in ast.walk(tree_of(file))
            if isinstance(node, ast.Attribute) and re.match(r"_[a-z]", node.attr)
        }
        assert read - ours <= listed, file


def test_nothing_is_listed_that_is_not_used() -> None:
    text = "\n".join(file.read_text() for file in SOURCES.rglob("*.py") if file.name != "borrowed.py")
    listed = {name for names in LISTED.values() for name in names}
    assert [name for name in sorted(listed) if not re.search(rf"\b{name}\b", text)] == []


def test_what_cannot_do_without_its_names_has_an_upper_bound() -> None:
    asked = {each.name: each for each in map(Requirement, PROJECT["optional-dependencies"]["server"])}
    assert any(each.operator == "<" for each in asked["uvicorn"].specifier)
    assert Requirement(wanted("uvicorn")).specifier == asked["uvicorn"].specifier


# --- a library that does not fit ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "names", "lacks"),
    [
        ("uvicorn.config:Config", ("load", "get_loop_maker"), "uvicorn.config.Config.get_loop_maker"),
        ("uvicorn.config:Settings", (), "uvicorn.config.Settings"),
        ("uvicorn.protocols.quic:Protocol", ("send",), "uvicorn.protocols.quic.Protocol"),
    ],
)
def test_a_server_that_cannot_start_with_a_library_says_so_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, place: str, names: tuple[str, ...], lacks: str
) -> None:
    monkeypatch.setitem(BORROWED, "uvicorn", {place: names})
    ended = CliRunner().invoke(app, ["serve", "--port", "0"])

    assert ended.exit_code == 2
    assert ended.stderr.count("\n") == 1
    assert re.search(
        rf"uvicorn \S+ lacks {re.escape(lacks)}, which .*: pip install \"uvicorn[<>=]", ended.stderr
    )


def test_a_library_from_which_something_cannot_be_imported_is_named() -> None:
    with (
        pytest.raises(LibraryUnfit, match=r"litestar \S+ lacks .*Absent.*: pip install \"litestar[<>=]"),
        importing(),
    ):
        exec("from litestar.params import Absent")


def test_a_library_that_is_not_installed_is_named() -> None:
    text = r'absent_library is not installed, .*: pip install "absent_library"'
    with pytest.raises(LibraryUnfit, match=text), importing():
        exec("import absent_library")


# --- Numba ----------------------------------------------------------------------------------------------


class NumbaMoved(StrEnum):
    """What has become of a private name of Numba."""

    MOVED = "moved"
    OTHER_MEANING = "another meaning"


def compiled_with(moved: NumbaMoved, folder: Path) -> tuple[list[int], list[str]]:
    """Dice of a batch by a Numba like that, and what was warned of.

    It takes a process of its own: what was linked whole in this one has no machine code of its own to call.
    """
    warned: list[str] = []
    handler = logging.Handler(logging.WARNING)
    handler.emit = lambda record: warned.append(record.getMessage())  # type: ignore[method-assign]
    logging.getLogger().addHandler(handler)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(FOLDER, str(folder))
        if moved is NumbaMoved.MOVED:
            patch.setitem(BORROWED, "numba", {"numba.core.codegen:JITCodeLibrary": ("_moved_away",)})
        else:
            patch.setattr(linking._Library, "_link_parts", _fail)
        game = load_game("lockup")
        batch = Batch.of(game, [game.rules.empty_state(game.meta.options(), 4)] * 3)
        return batch.dice(5).tolist(), warned


def _fail(_library: object) -> None:
    raise TypeError("link_in() takes another argument")


@pytest.mark.parametrize("moved", NumbaMoved)
def test_a_numba_whose_private_names_have_moved_compiles_by_itself_and_says_so(
    tmp_path: Path, moved: NumbaMoved
) -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as other:
        dice, warned = other.submit(compiled_with, moved, tmp_path).result(timeout=120)

    assert dice == [dice_for(5, index) for index in range(3)]
    assert [text.partition(":")[0] for text in warned] == [
        "games are compiled as Numba does it by itself, which takes up to twice as long"
    ]


@pytest.fixture
def newly_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing is compiled yet, in this process or before."""
    monkeypatch.setenv(FOLDER, str(tmp_path))
    monkeypatch.setattr(engine, "_engines", {})
    compiler._linking.cache_clear()
    yield
    compiler._linking.cache_clear()


@pytest.mark.usefixtures("newly_compiled")
def test_a_numba_that_fits_links_entry_points_whole_and_says_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert compiler._linking() is linking.linked_whole
    assert caplog.records == []


@pytest.mark.usefixtures("newly_compiled")
@pytest.mark.parametrize("gone", ["VERSION", "numba.core.event"])
def test_a_numba_that_cannot_be_used_leaves_the_game_to_plain_python(
    monkeypatch: pytest.MonkeyPatch, gone: str
) -> None:
    if gone == "VERSION":
        monkeypatch.delattr(compiler, gone)
    else:
        monkeypatch.setitem(sys.modules, gone, None)
        monkeypatch.delitem(sys.modules, "sevenfold.compiled.cpu.compiler")
        monkeypatch.delattr(sevenfold.compiled.cpu, "compiler")
        monkeypatch.delattr(numba.core, "event")
    with pytest.raises(CompiledUnavailable, match=r'this Numba cannot be used .*: pip install "numba[<>=]'):
        engine.load_engine(load_game("lockup"))
    assert warm._compile("lockup").startswith("\tthis Numba cannot be used")
