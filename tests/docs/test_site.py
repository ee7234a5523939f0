"""The documentation site is built, with every link checked."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from mkdocs.exceptions import PluginError

from mkdocs_hooks import on_page_markdown
from sevenfold import envs

ROOT = Path(__file__).parents[2]


def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    """With `strict`, a broken link or anchor and a page missing from the menus are warnings."""
    run = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
    assert "LU-3.2" in page(tmp_path, "rules/lockup.ja")
    for name in ("rules/lockup", "rules/lockup.zh-Hans", "rules/lockup.ja"):
        assert "<code>same_rank</code>" in page(tmp_path, name)
    api = page(tmp_path, "api")
    for name in ("sevenfold.envs.VectorEnv.step", "sevenfold.envs.action_player", "sevenfold.new_match"):
        assert f'id="{name}"' in api
    assert 'href="../results/"' in page(tmp_path, "environments")
    assert 'href="../encodings/"' in page(tmp_path, "environments")
    assert "the seat two places after the viewer" in page(tmp_path, "encodings")


def page(site: Path, name: str) -> str:
    return (site / name / "index.html").read_text(encoding="utf-8")


def led(markdown: str, page: str) -> str:
    """The text of a page after the hook."""
    return on_page_markdown(markdown, SimpleNamespace(file=SimpleNamespace(src_uri=page)))


def test_links_of_the_repository_lead_to_pages_or_to_the_repository() -> None:
    written = "[a](../ARCHITECTURE.md) [b](bots.md#at-tables) [c](../LICENSE) `[d](../LICENSE)`"
    sources = "https://github.com/sevenfold-cards/sevenfold/blob/main/"
    expected = f"[a](architecture.md) [b](bots.md#at-tables) [c]({sources}LICENSE) `[d](../LICENSE)`"
    assert led(written, "playing.md") == expected
    assert led("[中文](README.zh-Hans.md)", "rules/lockup.md") == "[中文](lockup.zh-Hans.md)"


def test_links_to_the_published_site_lead_to_its_pages_as_they_are_built() -> None:
    """So a link to a page that is made from the code is checked as any other."""
    written = "[a](https://sevenfold-cards.github.io/sevenfold/encodings/#matches)"
    assert led(written, "environments.md") == "[a](encodings.md#matches)"
    assert led(written, "rules/lockup.md") == "[a](../encodings.md#matches)"


def test_a_link_to_nothing_is_an_error() -> None:
    with pytest.raises(PluginError, match=r"docs/playing\.md: there is no nothing\.md"):
        led("[a](nothing.md)", "playing.md")


def test_the_page_of_environments_is_ten_examples() -> None:
    """What each name is stands in its docstring, and the reference is made from these."""
    shown = (ROOT / "docs/environments.md").read_text(encoding="utf-8")
    assert shown.count("\n```python\n") == 10


def test_the_reference_has_every_public_name_of_the_environments() -> None:
    reference = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    shown = {line.rpartition(".")[2] for line in reference.splitlines() if line.startswith("::: sevenfold.")}
    assert set(envs.__all__) <= shown
