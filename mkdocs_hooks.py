"""The documentation site: pages that lie elsewhere in the repository, and links between all of them."""

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

from sevenfold.book.lists import with_lists
from sevenfold.book.texts import Language
from sevenfold.cli.in_force import usual
from sevenfold.envs import describe
from sevenfold.server.settings import CONFIG, OPTIONS

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


def settings_page() -> str:
    """All options of `sevenfold serve`, from their definition."""
    rows = []
    for option in (CONFIG, *OPTIONS.values()):
        key = "" if option is CONFIG else f"`{option.name}`"
        flags = option.flags.replace("/", "` `")
        otherwise = usual(option)
        if option.usual is None and otherwise:
            otherwise = f"`{otherwise}`"
        rows.append(f"| {key} | `{flags}` | `{option.variable}` | {otherwise} | {option.help} |")
    return "\n".join([SETTINGS, *rows, ""])


SETTINGS = """# Settings

Every option of `sevenfold serve` can be set in `sevenfold.toml`, by a flag or in the environment:
[Hosting a card room](hosting.md#settings) says how.

| in the file | flag | environment | usual | what it is |
| --- | --- | --- | --- | --- |"""

MADE = {"encodings.md": describe.page, "settings.md": settings_page}
"""Pages that are made from the code and lie nowhere in the repository: links lead to the published site."""

SOURCE_OF = {page: source for source, page in ELSEWHERE.items()}
LINK = re.compile(r"(\]\()(?!https?:|mailto:|#)([^)#\s]+)((?:#[^)\s]*)?\))")
PUBLISHED = re.compile(r"(\]\()https://sevenfold-cards\.github\.io/sevenfold/(\w+)/((?:#[^)\s]*)?\))")
CODE = re.compile(r"(^```.*?^```|`[^`\n]+`)", re.MULTILINE | re.DOTALL)


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that lie elsewhere, rules with their lists, and the pages that are made."""
    for source, page in ELSEWHERE.items():
        if page.startswith("rules/"):
            files.append(File.generated(config, page, content=_rules(source, page)))
        else:
            files.append(File.generated(config, page, abs_src_path=str(ROOT / source)))
    for page, text in MADE.items():
        files.append(File.generated(config, page, content=text()))
    return files


def _rules(source: str, page: str) -> str:
    game, _, language = page.removeprefix("rules/").removesuffix(".md").partition(".")
    readme = (ROOT / source).read_text(encoding="utf-8")
    return with_lists(readme, f"sevenfold.games.{game}", Language(language or "en"))


def on_page_markdown(markdown: str, page: Any, **_: object) -> str:
    """Let links between files of the repository lead to pages, or to the repository itself.

    A link to the published site leads to the page as it is built here, so that it is checked too.
    """
    here = page.file.src_uri
    source = SOURCE_OF.get(here, f"docs/{here}")
    parts = CODE.split(markdown)
    parts[::2] = [_in_the_site(part, here, source) for part in parts[::2]]
    return "".join(parts)


def _in_the_site(text: str, here: str, source: str) -> str:
    text = LINK.sub(lambda link: _led(link, here, source), text)
    return PUBLISHED.sub(lambda link: f"{link[1]}{_way(here, f'{link[2]}.md')}{link[3]}", text)


def _led(link: re.Match[str], here: str, source: str) -> str:
    before, to, after = link.groups()
    target = posixpath.normpath(posixpath.join(posixpath.dirname(source), to))
    if not (ROOT / target).exists():
        raise PluginError(f"{source}: there is no {to}")
    page = ELSEWHERE.get(target) or (target[5:] if target.startswith("docs/") else None)
    if page is None or (page.startswith("hosting/")):
        return f"{before}{SOURCES}{target}{after}"
    return f"{before}{_way(here, page)}{after}"


def _way(here: str, page: str) -> str:
    """The path of a page as another page links to it."""
    return posixpath.relpath(page, posixpath.dirname(here) or ".")
