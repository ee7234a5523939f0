"""Where a server's time goes, by py-spy: it looks at the process from outside, a hundred times a second."""

import signal
import subprocess
import sysconfig
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.table import Table

SHOWN = 40

LOOP = "Handle._run "
"""All that the event loop does is below this frame; all other stacks are threads that wait."""


class ProfilerMissing(Exception):
    """py-spy is not installed."""

    def __init__(self) -> None:
        super().__init__("py-spy is missing: `make bench` installs it, and so does `pip install py-spy`")


def find_profiler() -> Path:
    """The path of py-spy. Raises ProfilerMissing."""
    program = Path(sysconfig.get_path("scripts")) / "py-spy"
    if not program.exists():
        raise ProfilerMissing
    return program


@contextmanager
def profiled(process_id: int, file: Path) -> Iterator[None]:
    """Profile a process until the context ends, and write folded stacks to a file. Raises ProfilerMissing."""
    record = [str(find_profiler()), "record", "--pid", str(process_id), "--format", "raw"]
    options = ["--output", str(file), "--duration", "3600"]
    looking = subprocess.Popen([*record, *options], stdout=subprocess.DEVNULL)
    try:
        yield
    finally:
        looking.send_signal(signal.SIGINT)  # it writes its file
        looking.wait(30)


def summary(file: Path) -> Table:
    """The functions in which the event loop's thread was most often, from a file of folded stacks."""
    within: Counter[str] = Counter()
    itself: Counter[str] = Counter()
    samples = 0
    for line in file.read_text().splitlines():
        stack, _, number = line.rpartition(" ")
        if LOOP not in stack:
            continue
        frames = [frame.rpartition(":")[0] for frame in stack[stack.index(LOOP) :].split(";")]
        samples += int(number)
        itself[frames[-1]] += int(number)
        for frame in set(frames):
            within[frame] += int(number)
    shown = Table("function", "in it or below, %", "in it, %", title=f"{samples:,} samples of {file.name}")
    for frame, often in within.most_common(SHOWN):
        shown.add_row(frame, f"{100 * often / samples:.1f}", f"{100 * itself[frame] / samples:.1f}")
    return shown
