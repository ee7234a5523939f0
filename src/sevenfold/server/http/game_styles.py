"""The looks of games from other packages: their colours, and `picture.svg` of their servers."""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple
from urllib.parse import quote

from litestar import MediaType, Response, get
from litestar.params import FromPath

from sevenfold.core.meta import Jewel
from sevenfold.games import OWN_GAMES, game_names, load_meta, package_of
from sevenfold.server.errors import NotFound
from sevenfold.server.http.opens import OPENS, Opens

STYLES = "/api/games.css"


class Felt(NamedTuple):
    """The felt under the lamp, away from it and in shadow, and the colour of plates and card backs."""

    lit: str
    base: str
    shade: str
    jewel: str


FELTS: dict[Jewel, Felt] = {
    "copper": Felt("#874721", "#643417", "#341a0a", "#7d4320"),
    "moss": Felt("#4f6128", "#39471b", "#1b230c", "#4a5b24"),
    "plum": Felt("#782f66", "#571f4a", "#2d0f26", "#6d2a5b"),
    "slate": Felt("#40536b", "#2c3c50", "#151f2b", "#3a4d64"),
}


BACK = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 250 350">'
    '<path fill="{jewel}" d="M14 14H236V336H14Z"/><g fill="none" stroke="#cfa14a">'
    '<path stroke-width="3" d="M24 24H226V326H24Z"/><path stroke-width="2" opacity=".6" '
    'd="M24 24L226 326M226 24L24 326M125 24L226 175L125 326L24 175ZM24 99L75 24M175 24L226 99'
    'M226 251L175 326M75 326L24 251"/><circle cx="125" cy="175" r="34" fill="{jewel}" stroke-width="4"/>'
    '<path stroke-width="3" d="M125 151L149 175L125 199L101 175Z"/></g></svg>'
)
"""The back of a card, in the colour of the game."""


@cache
def styles() -> str:
    """The colours and pictures of the games of other packages, in the words of the client's tokens.css; empty
    where there are none.
    """
    return "".join(_rule(game) for game in game_names() if game not in OWN_GAMES)


def _rule(game: str) -> str:
    return f"[data-game='{game}']{{{''.join(f'--{name}:{value};' for name, value in _values(game))}}}\n"


def _values(game: str) -> Iterator[tuple[str, str]]:
    jewel = load_meta(game).jewel
    if jewel is not None:
        felt = FELTS[jewel]
        yield from (("felt-lit", felt.lit), ("felt", felt.base), ("felt-shade", felt.shade))
        yield "jewel", felt.jewel
        yield "card-back", f'url("data:image/svg+xml,{quote(BACK.format(jewel=felt.jewel))}")'
    if _picture(game).is_file():
        yield from (("picture", f"url('/api/games/{game}/picture')"), ("no-picture", "none"))


def _picture(game: str) -> Traversable:
    return files(package_of(game)) / "picture.svg"


@get(STYLES.removeprefix("/api"), opt={OPENS: Opens.TO_LINKS}, include_in_schema=False, sync_to_thread=False)
def read_styles() -> Response[str]:
    """How the games of other packages look."""
    return Response(styles(), media_type=MediaType.CSS, headers={"cache-control": "no-cache"})


@get("/games/{game:str}/picture", opt={OPENS: Opens.TO_LINKS}, include_in_schema=False, sync_to_thread=False)
def read_picture(game: FromPath[str]) -> Response[bytes]:
    """The picture of a game of another package."""
    if game in OWN_GAMES or game not in game_names() or not _picture(game).is_file():
        raise NotFound(path=f"/api/games/{game}/picture")
    headers = {"cache-control": "no-cache"}
    return Response(_picture(game).read_bytes(), media_type="image/svg+xml", headers=headers)


HANDLERS = (read_styles, read_picture)
