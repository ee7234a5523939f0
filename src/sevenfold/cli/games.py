"""The games: what there are, their rules, their machine code."""

from typing import Annotated

import typer
from rich import box
from rich.markdown import Markdown
from rich.padding import Padding
from rich.table import Table

from sevenfold.book.rulebook import load_rule_book
from sevenfold.book.texts import Language, UnknownLanguage, load_texts, read_language
from sevenfold.bots.plugins import broken_plugins
from sevenfold.cli.common import GameName, UsageMistake, app, brought_by, console, errors, exit_on
from sevenfold.core.meta import Meta
from sevenfold.core.options import describe
from sevenfold.games import UnknownGame, broken_games, game_names, load_game, load_meta, package_of


@app.command()
def games() -> None:
    """List the games with their options and presets."""
    for name in game_names():
        meta = load_meta(name)
        texts = load_texts(package_of(name), Language.EN)
        console.print(f"[bold]{texts['name']}[/] ({name}): {texts['tagline']}")
        console.print(_options_table(meta, texts))
        for preset in meta.presets:
            console.print(f"  preset [bold]{preset}[/]: {texts[f'preset.{preset}.help']}")
        console.print()
    for broken in broken_games():
        errors.print(f"sevenfold: {broken}", style="yellow", markup=False, soft_wrap=True)
    for unfit in broken_plugins():
        errors.print(f"sevenfold: {unfit}", style="yellow", markup=False, soft_wrap=True)


def _options_table(meta: Meta, texts: dict[str, str]) -> Table:
    table = Table("option", "rule", "value", "what it stands for", box=box.SIMPLE)
    for spec in describe(meta.options):
        bounds = "" if spec.choices else f"{spec.range} (default {spec.default})"
        table.add_row(spec.name, spec.rule, bounds, texts[f"option.{spec.name}.help"])
        for choice in spec.choices:
            default = " (default)" if choice == spec.default else ""
            table.add_row("", "", f"{choice}{default}", texts[f"option.{spec.name}.{choice}.help"])
        table.add_section()
    return table


@app.command()
def warm(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="All, unless named.")] = None,
) -> None:
    """Compile the rules for quick playouts ahead of time; needs the extra `fast`."""
    from sevenfold.compiled import CompiledUnavailable

    with exit_on(UsageMistake, UnknownGame, CompiledUnavailable):
        with brought_by("fast"):
            from sevenfold.compiled.cpu.warm import warm_up
        for name in games or game_names():
            warm_up(load_game(name))
            typer.echo(f"{name} is compiled")


@app.command()
def rules(
    game: GameName,
    language: Annotated[str, typer.Option(help="en, zh-Hans or ja.")] = "en",
) -> None:
    """Print the numbered rules of a game."""
    with exit_on(UnknownGame, UnknownLanguage):
        book = load_rule_book(package_of(game), game, read_language(language))
    console.print(Markdown(f"# {book.title}\n\n{book.intro}"))
    for section in book.sections:
        console.print(Markdown(f"## {section.title}"))
        for rule in section.rules:
            console.print(Padding(Markdown(f"**{rule.id}** {rule.text}"), (0, 0, 1, 2)))
        console.print(Markdown(section.text))
