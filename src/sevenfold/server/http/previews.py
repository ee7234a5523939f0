"""What a link looks like before it is opened: the head of the page, for programs that run no script.

An invitation says who invites to which game, in the language of whoever sends it (`?in=ja` of the link). It
tells nothing of seats and cards. A link to a finished round says what it brought everybody, and nothing of
its cards; where others play its cards, not even that. A link to cards says who played them, and nothing of
how; one to an event says who invites to it, and nothing of how it goes. An unknown key gets the head of any
other page. Codes are not looked up: they are short enough to be guessed, and here nobody counts the tries.
"""

import re
from contextlib import suppress
from functools import partial
from html import escape
from importlib.resources import files

import msgspec

from sevenfold.book.texts import Language, load_texts
from sevenfold.games import OWN_GAMES, is_game, package_of
from sevenfold.server.errors import ApiError, StorageProblem
from sevenfold.server.rounds.access import FoundRound, Purpose
from sevenfold.server.rounds.rounds import FinishedRounds
from sevenfold.server.rounds.who_sat import SOMEBODY
from sevenfold.server.storage.rows import SeatHolder, TableRow
from sevenfold.server.storage.store import Store
from sevenfold.server.tables.seating.plan import DIGITS
from sevenfold.server.words import NAME, Page

PICTURE = "share.jpg"
"""The file of Sevenfold's own picture."""
LONGEST_KEY = 64
_TEXTS = msgspec.json.decode(
    files("sevenfold.server.http").joinpath("previews.json").read_bytes(), type=dict[Language, dict[str, str]]
)
_TAG = re.compile(r"\s*([A-Za-z]+)[-\w]*\s*(?:;\s*q=([\d.]+))?\s*")
_BY_PREFIX = {tag.split("-")[0]: tag for tag in Language}


class House(msgspec.Struct, frozen=True):
    """What a card room is called, and the pages there are with its host's own words."""

    name: str = NAME
    words: tuple[Page, ...] = ()


class Preview(msgspec.Struct, frozen=True):
    """The head of a page: its language, title and description, and the name of its picture's file."""

    language: Language
    title: str
    description: str
    picture: str


def wanted_language(accepted: str) -> Language:
    """The language that an Accept-Language header asks for; English if it names none that there is."""
    best, most = Language.EN, 0.0
    for part in accepted.split(","):
        found = _TAG.fullmatch(part)
        language = _BY_PREFIX.get(found[1].lower()) if found else None
        with suppress(ValueError):
            weight = float(found[2] or 1) if found else 0.0
            if language is not None and weight > most:
                best, most = language, weight
    return best


def of_page(language: Language) -> Preview:
    """What a page says of itself, where nothing else does: the name of the card room is its title."""
    return Preview(language, "", _TEXTS[language]["home"], PICTURE)


def of_closed(language: Language) -> Preview:
    """What every page of a closed card room says: its name alone."""
    return msgspec.structs.replace(of_page(language), description="")


async def of_invitation(store: Store, key: str, language: Language) -> Preview:
    """What an invitation says; what any page says if the key leads to no table, or the database is away."""
    row = None
    if DIGITS < len(key) <= LONGEST_KEY:
        with suppress(StorageProblem):
            row = await store.tables.by_key(key)
    if row is None or not is_game(row.game):
        return of_page(language)
    return _invitation(row, key == row.watch_link, language)


def _invitation(row: TableRow, to_watch: bool, language: Language) -> Preview:
    texts = load_texts(package_of(row.game), language)
    name = row.seats[row.host].name if row.host is not None else None
    code = ("watch" if to_watch else "play") + ("" if name else ".nameless")
    title = _TEXTS[language][code].format(name=name, game=texts["name"])
    return Preview(language, title, texts["tagline"], _picture(row.game))


async def of_cards(store: Store, key: str, language: Language) -> Preview:
    """What a link to cards says; what any page says if the key leads to none, or the database is away."""
    board, name = None, None
    if DIGITS < len(key) <= LONGEST_KEY:
        with suppress(StorageProblem):
            link = await store.boards.by_key(key)
            if link is not None:
                board, name = await store.boards.find(link.board), link.by
    if board is None or not is_game(board.game):
        return of_page(language)
    texts = load_texts(package_of(board.game), language)
    title = _TEXTS[language]["cards" if name else "cards.nameless"].format(name=name, game=texts["name"])
    return Preview(language, title, texts["tagline"], _picture(board.game))


async def of_event(store: Store, key: str, language: Language) -> Preview:
    """What a link to an event says; what any page says if the key leads to none, or the database is away."""
    found = None
    if DIGITS < len(key) <= LONGEST_KEY:
        with suppress(StorageProblem):
            found = await store.events.find(key, SOMEBODY)
    if found is None or not is_game(found.event.game):
        return of_page(language)
    texts, host = load_texts(package_of(found.event.game), language), found.event.host_name
    code = "event" if host else "event.nameless"
    title = _TEXTS[language][code].format(name=host, event=found.event.name, game=texts["name"])
    return Preview(language, title, texts["tagline"], _picture(found.event.game))


async def of_round(rounds: FinishedRounds, key: str, language: Language) -> Preview:
    """What a link to a finished round says; what any page says if the key leads to none that is shown."""
    if DIGITS < len(key) <= LONGEST_KEY:
        with suppress(ApiError, StorageProblem):
            found = await rounds.access.find(key, SOMEBODY, Purpose.LOOK)
            if is_game(found.row.game):
                return _round(found, language)
    return of_page(language)


def _round(found: FoundRound, language: Language) -> Preview:
    game, texts = found.row.game, load_texts(package_of(found.row.game), language)
    told_of = () if any(found.boards) else found.summary.standing.result or ()
    results = zip(found.seated, told_of, strict=False)
    told = " · ".join(f"{_name(holder, language)} {result}" for holder, result in results)
    title = _TEXTS[language]["round"].format(game=texts["name"])
    return Preview(language, title, told or texts["tagline"], _picture(game))


def _picture(game: str) -> str:
    """The file of a game's picture; those of other packages have Sevenfold's."""
    return f"share-{game}.jpg" if game in OWN_GAMES else PICTURE


def _name(holder: SeatHolder, language: Language) -> str:
    return holder.name or _TEXTS[language]["guest" if holder.bot is None else "bot"]


def with_head(page: str, preview: Preview, base: str, house: House) -> str:
    """The page with this head; the picture has an absolute address, as programs that show links want.

    The page's own script reads there what the place is called and which pages its host has written.
    """
    title = preview.title or house.name
    changes = {
        r"(<html lang=\")[^\"]*": str(preview.language),
        r"(<html [^>]*data-place=\")[^\"]*": house.name,
        r"(<html [^>]*data-words=\")[^\"]*": " ".join(house.words),
        r"(<title>)[^<]*": title,
        r"(<meta\s+name=\"description\"\s+content=\")[^\"]*": preview.description,
        r"(<meta\s+property=\"og:title\"\s+content=\")[^\"]*": title,
        r"(<meta\s+property=\"og:site_name\"\s+content=\")[^\"]*": house.name,
        r"(<meta\s+property=\"og:description\"\s+content=\")[^\"]*": preview.description,
        r"(<meta\s+property=\"og:image\"\s+content=\")[^\"]*": f"{base}{preview.picture}",
    }
    for pattern, text in changes.items():
        page = re.sub(pattern, partial(_filled, escape(text)), page, count=1)
    return page


def _filled(text: str, found: re.Match[str]) -> str:
    return found[1] + text


def localized(manifest: bytes, language: Language, house: House) -> bytes:
    """The manifest of the installed page: what the server is called, and what it is in this language."""
    written: dict[str, object] = msgspec.json.decode(manifest)
    named = {"name": house.name, "short_name": house.name}
    own = {"lang": language, "description": of_page(language).description}
    return msgspec.json.encode({**written, **named, **own})
