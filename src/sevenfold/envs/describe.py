"""All encodings as a page: `python -m sevenfold.envs.describe` prints it, `make docs` adds it to the site."""

import ast
import inspect
import sys
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from sevenfold.book.texts import Language, load_texts
from sevenfold.core.codes import is_codes, named
from sevenfold.core.encoding import LeftOut
from sevenfold.envs.encoding import Encoding, encoded_games
from sevenfold.games import load_game, package_of

INTRODUCTION = """\
# Encodings

What each number of an observation stands for, as `Encoding.describe` prints it, and below it each number of a
token of a history, as `Encoding.tokens.describe` prints it, for the usual number of players.
[environments.md](environments.md) says how to read them. `python -m sevenfold.envs.describe` wrote it.

A field `name[2]` is that of the seat two places after the viewer; `name[2][1]` is its second entry. Above
each table stands which numbers stand for what, and what a field means where its name does not say it. LU-5.3
and its like are numbered rules of the game.
"""

MATCHES = """\
## Matches

Where an episode is a match, the numbers of the round are followed by the score, in every game. The version of
this part stands at the end of the name. A total that does not fit is given as the nearest number that does.
"""


def page() -> str:
    """The page in Markdown."""
    games = encoded_games()
    return "\n".join([INTRODUCTION, *map(_section, games), _matches(games[0])])


def _section(name: str) -> str:
    game = load_game(name)
    encoding = Encoding(game, game.meta.seats(None))
    kinds, moves = encoding.declared.kinds, encoding.declared.max_moves
    actions = (
        f"Actions 0 to {kinds - 1} choose a card, in the order of the pack: "
        f"{' '.join(game.rules.pack(game.meta.options()).names)}. "
        f"Actions {kinds} to {kinds + moves - 1} make a move of the cards chosen."
    )
    title = load_texts(package_of(name), Language.EN)["name"]
    told = "\n".join(f"- {line}" for line in _meanings(game.state, encoding.features))
    tokens = f"\n\n{encoding.tokens.describe()}" if encoding.declared.moves else ""
    return f"## {title}\n\n{actions}\n\n{told}\n\n```text\n{encoding.describe()}{tokens}\n```\n"


def _matches(name: str) -> str:
    """What an observation has of a match, with the table of one game."""
    game = load_game(name)
    encoding = Encoding(game, game.meta.seats(None), match=True)
    blocks = encoding.describe().splitlines()[-encoding.score_length :]
    table = "\n".join([f"{encoding.name}: {encoding.length} numbers of the type int16", *blocks])
    return f"{MATCHES}\n```text\n{table}\n```\n"


def _meanings(state: type[Any], fields: Mapping[str, Any]) -> Iterator[str]:
    """The docstrings of `state.py`: of codes, below groups of constants and below fields of observations."""
    module = sys.modules[state.__module__]
    for codes in filter(is_codes, vars(module).values()):
        if codes.__module__ == module.__name__:
            numbers = ", ".join(f"`{codes.__name__}.{name}` {code}" for name, code in named(codes).items())
            yield f"{numbers}: {' '.join(str(codes.__doc__).split())}"
    for names, meaning in _told(ast.parse(inspect.getsource(module)).body):
        if len(names) > 1:
            yield f"{', '.join(f'`{name}` {getattr(module, name)}' for name in names)}: {meaning}"
    (declared,) = ast.parse(inspect.getsource(state)).body
    assert isinstance(declared, ast.ClassDef)
    for names, meaning in _told(declared.body):
        if names[0] in fields and not isinstance(fields[names[0]], LeftOut):
            yield f"`{names[0]}`: {meaning}"


def _told(body: list[ast.stmt]) -> Iterator[tuple[list[str], str]]:
    """The names that are assigned to, with the text that follows."""
    for stated, after in pairwise(body):
        if isinstance(stated, ast.Assign | ast.AnnAssign) and isinstance(after, ast.Expr):
            targets = stated.targets if isinstance(stated, ast.Assign) else [stated.target]
            names = [each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)]
            yield names, " ".join(str(ast.literal_eval(after.value)).split())


if __name__ == "__main__":
    print(page(), end="")  # noqa: T201
