"""The documentation site: pages that lie elsewhere in the repository, and links between all of them."""

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parent
SOURCES = "https://github.com/sevenfold-cards/sevenfold/blob/main/"
GAMES = ROOT / "src/sevenfold/games"

ELSEWHERE = {
    "CONTRIBUTING.md": "contributing.md",
    "ARCHITECTURE.md": "architecture.md",
    "CHANGELOG.md": "changelog.md",
    "bench/RESULTS.md": "results.md",
    **{
        f"src/sevenfold/games/{file.parent.name}/{file.name}": f"rules/{file.parent.name}{file.name[6:]}"
        for file in sorted(GAMES.glob("[a-z]*/README*.md"))
    },
}
"""Pages of the site by where their sources lie in the repository."""

SOURCE_OF = {page: source for source, page in ELSEWHERE.items()}
LINK = re.compile(r"(\]\()(?!https?:|mailto:|#)([^)#\s]+)((?:#[^)\s]*)?\))")
CODE = re.compile(r"(^```.*?^```|`[^`\n]+`)", re.MULTILINE | re.DOTALL)


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that lie elsewhere."""
    for source, page in ELSEWHERE.items():
        files.append(File.generated(config, page, abs_src_path=str(ROOT / source)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: object) -> str:
    """Let links between files of the repository lead to pages, or to the repository itself."""
    here = page.file.src_uri
    source = SOURCE_OF.get(here, f"docs/{here}")
    parts = CODE.split(markdown)
    parts[::2] = [LINK.sub(lambda link: _led(link, here, source), part) for part in parts[::2]]
    return "".join(parts)


def _led(link: re.Match[str], here: str, source: str) -> str:
    before, to, after = link.groups()
    target = posixpath.normpath(posixpath.join(posixpath.dirname(source), to))
    if not (ROOT / target).exists():
        raise PluginError(f"{source}: there is no {to}")
    page = ELSEWHERE.get(target) or (target[5:] if target.startswith("docs/") else None)
    if page is None or (page.startswith("hosting/")):
        return f"{before}{SOURCES}{target}{after}"
    return f"{before}{posixpath.relpath(page, posixpath.dirname(here) or '.')}{after}"
