"""Until the first release Sevenfold is on no index: nothing tells to install it from there."""

import re
import subprocess
from pathlib import Path

import pytest

import sevenfold

ROOT = Path(__file__).parents[2]
WRITTEN = subprocess.run(
    [
        "git",
        "ls-files",
        "-z",
        "*.md",
        "docs",
        "src",
        "web/src",
        "examples",
        "bench",
        "Makefile",
        "*.toml",
        "*.cff",
        ".ci",
    ],
    cwd=ROOT,
    capture_output=True,
    text=True,
    check=True,
).stdout.split("\0")

FROM_INDEX = re.compile(
    r"""(?:\b(?:uvx|pipx|pip3?|conda|poetry|pdm)|\buv\s+(?:tool|add|pip|run))   # what installs
    (?:[^\S\n]+[-\w.=/]+)*?[^\S\n]+                                            # its command and options
    (?:\\?["'])?sevenfold(?![\w./:*-])                                         # the name alone, no file""",
    re.VERBOSE,
)


@pytest.mark.parametrize(
    "text",
    [
        "uvx sevenfold",
        "pipx run sevenfold",
        "pip install sevenfold && sevenfold",
        'pip install "sevenfold[fast]"',
        "/opt/sevenfold/bin/pip install 'sevenfold[server,postgres]'",
        'RUN pip install --no-cache-dir "sevenfold[fast]" \\',
        "python -m pip install -U sevenfold",
        "uv tool install sevenfold",
        "uv add sevenfold",
        'uv pip install "sevenfold>=0.1"',
    ],
)
def test_a_command_for_the_index_is_found(text: str) -> None:
    assert FROM_INDEX.search(text)


@pytest.mark.parametrize(
    "text",
    [
        'pip install "./dist/sevenfold-0.3.0.dev0-py3-none-any.whl[server,fast]"',
        "pip install examples/learnt",
        "pip install torchrl",
        "/opt/sevenfold/bin/sevenfold serve",
        'RUN pip install --no-cache-dir "$(ls /tmp/sevenfold-*.whl)[server,fast]"',
    ],
)
def test_other_commands_are_not(text: str) -> None:
    assert not FROM_INDEX.search(text)


def test_nothing_tells_to_install_sevenfold_from_an_index() -> None:
    files = [ROOT / name for name in WRITTEN if name]
    assert len(files) > 300
    told = {
        str(file.relative_to(ROOT)): FROM_INDEX.findall(text)
        for file in files
        if file.is_file() and (text := file.read_text(encoding="utf-8", errors="ignore"))
    }
    assert {file: found for file, found in told.items() if found} == {}


def test_the_wheel_that_the_docs_install_has_the_name_that_it_is_built_with() -> None:
    text = "".join((ROOT / name).read_text("utf-8") for name in WRITTEN if name.endswith(".md"))
    names = set(re.findall(r"sevenfold-[0-9][\w.]*-\S+?\.whl", text))
    assert names == {f"sevenfold-{sevenfold.__version__}-py3-none-any.whl"}
