"""The flags of the server's options, made from their definition (sevenfold/server/settings.py)."""

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Annotated, Any, TypeAlias, get_args, get_origin

import typer

from sevenfold.cli.in_force import Gathered, SettingsWrong, gather, usual
from sevenfold.server.settings import CONFIG, OPTIONS, Option

__all__ = ["ALL", "KEPT", "Flags", "SettingsWrong", "gather", "taking", "where_kept"]

Flags: TypeAlias = Mapping[str, Any]
"""What was said by flags, by the names of options."""

KEPT = ("data", "database", CONFIG.name)
"""What says where a server keeps its tables."""

ALL = (CONFIG.name, *OPTIONS)


def taking(*names: str, variables: bool = True) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a command the flags of these options. What was said by them is its first argument.

    Their help names the `variables` of the environment that count too.
    """

    def with_flags(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def called(**arguments: Any) -> None:
            said = {name: arguments.pop(name, None) for name in names}
            command({name: value for name, value in said.items() if value not in (None, [])}, **arguments)

        _, *own = inspect.signature(command, eval_str=True).parameters.values()
        parameters = [*own, *(_parameter(name, variables=variables) for name in names)]
        keywords = [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in parameters]
        called.__signature__ = inspect.Signature(keywords)  # type: ignore[attr-defined]
        called.__annotations__ = {each.name: each.annotation for each in keywords}
        return called

    return with_flags


def _parameter(name: str, *, variables: bool) -> inspect.Parameter:
    option = CONFIG if name == CONFIG.name else OPTIONS[name]
    several = get_origin(option.takes) is list
    kept: Any = bool if option.takes is bool else list[str] if several else str
    flag = typer.Option(
        option.flags,
        metavar=option.metavar or "|".join(get_args(option.takes)) or None,
        help=_help(option, variables=variables),
        show_default=False,
    )
    annotation = Annotated[kept | None, flag]
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)


def _help(option: Option, *, variables: bool) -> str:
    """What an option is for, its variable, and what it is otherwise; rich would read brackets as markup."""
    otherwise = usual(option).strip('"')
    also = [option.variable] * variables + [f"(else {otherwise})"] * bool(otherwise)
    return " ".join([option.help, *also]).replace("[", r"\[")


def where_kept(flags: Flags) -> Gathered:
    """Where the tables are that a command is for. Raises SettingsWrong."""
    gathered = gather(flags)
    gathered.checked(*KEPT)
    return gathered
