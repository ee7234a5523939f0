"""The command `sevenfold`, as far as it must be there before the package is loaded, which may take seconds.

It is no part of the package: to import anything of that imports all that is public first.
"""

import signal
import sys
from collections.abc import Sequence

SERVERS = ("play", "serve")
"""The commands that begin again on SIGHUP (sevenfold/server/running/reload.py)."""

INTERRUPTED = 130
"""The status with which Ctrl+C ends a program."""


def main() -> None:
    """Run the command line. While it is loaded, no SIGHUP ends a server, and Ctrl+C ends it quietly."""
    if serves(sys.argv[1:]):
        outlive_hangups()
    try:
        from sevenfold.cli import main as run
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    run()


def serves(arguments: Sequence[str]) -> bool:
    """Whether these arguments open the server; none do so too."""
    return next((word for word in arguments if not word.startswith("-")), SERVERS[0]) in SERVERS


def outlive_hangups() -> None:
    """Do nothing on SIGHUP: who asks a server to reload that is just starting has what they want.

    A terminal that is closed ends its programs, and what nohup has arranged stays.
    """
    if sys.platform != "win32" and not sys.stderr.isatty():
        if signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
            signal.signal(signal.SIGHUP, _do_nothing)


def _do_nothing(*_: object) -> None:
    pass
