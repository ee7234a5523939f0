"""All that a server decodes into is prepared before its port answers, so that threads may decode at once."""

import ast
import gc
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

import httpx

from sevenfold.core import options
from sevenfold.core.moves import Move
from sevenfold.games import game_names, load_meta
from sevenfold.server.app import create_app, load_all
from sevenfold.server.metrics import Metrics
from sevenfold.server.protocol.from_server import Hint
from sevenfold.server.settings import Settings
from sevenfold.server.storage.mapping import Mapper
from sevenfold.testing.running import WAIT, Server
from tests.core.prepared import unprepared

SOURCES = Path(options.__file__).parents[2]

NOT_SERVED = {"arena", "cli", "envs", "learning", "scaffold", "suite", "testing"}
"""What a server does not import. These decode in one thread."""


def decoded(path: Path) -> Iterator[ast.expr]:
    """The types into which a source decodes, as they are written there."""
    for call in ast.walk(ast.parse(path.read_text())):
        if isinstance(call, ast.Call):
            function = call.func.value if isinstance(call.func, ast.Subscript) else call.func
            name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
            if name == "convert":
                yield call.args[1]
            elif name == "Decoder":
                yield from call.args[:1]
            elif name == "decode":
                yield from (each.value for each in call.keywords if each.arg == "type")


def given() -> dict[tuple[str, str], list[Any]]:
    """What the types are that are given by a variable, by module and name."""
    mappers = [each for each in gc.get_objects() if isinstance(each, Mapper)]
    return {
        ("sevenfold.core.options", "options"): [load_meta(game).options for game in game_names()],
        ("sevenfold.core.prepared", "struct"): [],
        ("sevenfold.server.tables.bots.apart", "answer"): [Move, Hint],
        ("sevenfold.server.storage.mapping", "hint"): [
            kind for each in mappers for kind in each.json_types.values()
        ],
    }


def types_of(module: str, written: ast.expr) -> list[Any]:
    text = ast.unparse(written)
    known = given().get((module, text))
    return known if known is not None else [eval(text, vars(import_module(module)))]


def report() -> None:
    """Write what a server decodes into that is not prepared when it has started, after how much it is."""
    create_app(Settings(data=Path("unused")), Metrics())
    load_all()
    served = set(sys.modules)
    found, missing = 0, []
    for path in sorted((SOURCES / "sevenfold").rglob("*.py")):
        module = ".".join(path.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__")
        written = list(decoded(path))
        if module in served:
            found += len(written)
            types = [type_ for each in written for type_ in types_of(module, each)]
            missing += [f"{module}: {part}" for type_ in types for part in unprepared(type_)]
        elif written and module.split(".")[1] not in NOT_SERVED:
            missing.append(f"{module}, which is imported when somebody asks for something")
    sys.stdout.write(repr((found > 20, missing)))


def test_all_that_a_server_decodes_into_is_prepared() -> None:
    program = "from tests.server import test_prepared; test_prepared.report()"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (found.returncode, found.stdout, found.stderr) == (0, "(True, [])", "")


# --- many at once, as soon as a server has started -----------------------------------------------------

STEPS = (
    "lockseven/lessons/tricks/twins",
    "lockup/lessons/basics/club",
    "seven_bridge/lessons/basics/seven",
    "trump7/lessons/basics/joker",
)


def test_a_server_that_has_just_started_answers_a_burst_of_lessons(own_server: Server) -> None:
    for _ in range(4):
        with ThreadPoolExecutor(16) as threads, httpx.Client(base_url=f"{own_server.url}/api/games") as http:

            def ask(number: int, http: httpx.Client = http) -> int:
                asked = {"made": [], "message": {"type": "hello"}}
                return http.post(f"/{STEPS[number % len(STEPS)]}", json=asked, timeout=WAIT).status_code

            assert set(threads.map(ask, range(16))) == {200}
        own_server.stop()
        own_server.start()
