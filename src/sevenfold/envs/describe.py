"""The page of all encodings: `python -m sevenfold.envs.describe` prints docs/encodings.md."""

from sevenfold.core.texts import Language, load_texts
from sevenfold.envs.encoding import Encoding, encoded_games
from sevenfold.games import load_game, room

INTRODUCTION = """\
# Encodings

What each number of an observation stands for, as `Encoding.describe` prints it, for the usual number of
players. [environments.md](environments.md) says how to read it. `python -m sevenfold.envs.describe` wrote it.

A field `name[2]` is that of the seat two places after the viewer; `name[2][1]` is its second entry. What a
field means is said where it is declared, in `state.py` of the game's room.
"""


def page() -> str:
    """The page in Markdown."""
    return "\n".join([INTRODUCTION, *(_section(game) for game in encoded_games())])


def _section(name: str) -> str:
    game = load_game(name)
    encoding = Encoding(game, game.meta.seats(None))
    kinds, moves = encoding.room.kinds, encoding.room.max_moves
    actions = (
        f"Actions 0 to {kinds - 1} choose a card, in the order of the pack: "
        f"{' '.join(game.rules.pack(game.meta.options()).names)}. "
        f"Actions {kinds} to {kinds + moves - 1} make a move of the cards chosen."
    )
    title = load_texts(room(name), Language.EN)["name"]
    return f"## {title}\n\n{actions}\n\n```text\n{encoding.describe()}\n```\n"


if __name__ == "__main__":
    print(page(), end="")  # noqa: T201
