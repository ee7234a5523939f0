"""Types are prepared before threads decode into them: else msgspec ends the process by SIGSEGV."""

import subprocess
import sys

import msgspec
import pytest

from sevenfold.core.prepared import prepare_types
from sevenfold.games import OWN_GAMES
from tests.core.prepared import is_prepared

AT_ONCE = """
import sys
from threading import Barrier, Thread

import msgspec

from sevenfold.core.prepared import prepare_types

sys.setswitchinterval(1e-6)  # threads take turns within what takes a microsecond

class Inner(msgspec.Struct):
    __annotations__ = {f"field{n}": "int" for n in range(50)}

class Outer(msgspec.Struct):
    __annotations__ = {f"field{n}": "Inner | None" for n in range(50)}

found = {f"field{n}": None for n in range(50)}
prepare_types("__main__")
barrier = Barrier(8)

def work():
    barrier.wait()
    for _ in range(20):
        msgspec.convert(found, Outer)

threads = [Thread(target=work) for _ in range(8)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
"""

LOADED = """
import msgspec
import sevenfold
from sevenfold.core.prepared import loaded
from tests.core.prepared import is_prepared

{load}
ours = [struct for struct in loaded(msgspec.Struct) if struct.__module__.startswith("sevenfold")]
print([struct for struct in ours if not is_prepared(struct)])
"""


def run(program: str) -> str:
    """What a program prints, in a process in which nothing has been imported yet."""
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (found.returncode, found.stderr) == (0, "")
    return found.stdout


def test_threads_decode_into_prepared_types_at_once() -> None:
    run(AT_ONCE)


def test_whatever_is_imported_is_prepared() -> None:
    assert run(LOADED.format(load="")) == "[]\n"


@pytest.mark.parametrize("game", OWN_GAMES)
def test_a_game_is_prepared_once_it_is_loaded(game: str) -> None:
    assert run(LOADED.format(load=f"sevenfold.load_meta({game!r})")) == "[]\n"
    assert run(LOADED.format(load=f"sevenfold.load_game({game!r})")) == "[]\n"


def test_a_package_is_prepared_and_no_other() -> None:
    ours = msgspec.defstruct("Ours", [("number", int)], module="ours.rules")
    theirs = msgspec.defstruct("Theirs", [("number", int)], module="oursandmore")

    prepare_types("ours")

    assert is_prepared(ours)
    assert not is_prepared(theirs)
    prepare_types()
    assert is_prepared(theirs)


def test_a_type_that_cannot_be_decoded_stops_nothing() -> None:
    _broken = msgspec.defstruct("Broken", [("number", "NoSuchType")], module="ours.broken")
    ours = msgspec.defstruct("Ours", [("number", int)], module="ours.broken.last")

    prepare_types("ours.broken")

    assert is_prepared(ours)
