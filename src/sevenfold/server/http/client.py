"""The browser client's files. Addresses of its pages, such as /tables/ID, all answer with its one page."""

import asyncio
import gzip
import re
from contextlib import suppress
from mimetypes import MimeTypes
from pathlib import Path, PurePosixPath
from typing import NamedTuple

import msgspec
from litestar import MediaType, Request, Response, get
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from sevenfold.book.texts import Language
from sevenfold.server.errors import NotFound
from sevenfold.server.http import previews
from sevenfold.server.http.game_styles import STYLES, styles
from sevenfold.server.http.opens import OPENS, Opens

NOT_BUILT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sevenfold</title>
<h1>The client has not been built</h1>
<p>The server runs, but there is no page to show. In a checkout, stop it and start it with
<code>make play</code>, which builds the client first. A built package has it inside.</p>
</html>
"""

_MEDIA_TYPES = MimeTypes()
"""Python's own table of types; a machine's table may have another type for .js."""


AnyRequest = Request[object, object, State]

_PAGES = re.compile(
    r"/?|/?(door|imprint|open|privacy|terms)/?|/?today(/[^/]+)?/?"
    r"|/?(browser|cards|in|join|practice|round|rules|same|tables)/[^/]+/?"
    r"|/?browsers/?|/?events/?|/?event/[^/]+(/board)?/?|/?learn/[^/]+(/[^/]+)?/?|/?round/[^/]+/review(/[^/]+)?/?"
)
"""The addresses that the client has a page for."""

_START = re.compile("<!--start-->.*?<!--/start-->", re.DOTALL)
"""What only the start page has before its script has come."""

_INVITATION = re.compile(r"/?join/([^/]+)/?")
_ROUND = re.compile(r"/?round/([^/]+)/?")
_CARDS = re.compile(r"/?cards/([^/]+)/?")
_EVENT = re.compile(r"/?event/([^/]+)(?:/board)?/?")
_NOT_INDEXED = re.compile(r"/?door/?|/?(browser|cards|event|in|join|round|same|tables)/.*")
"""Pages that no search engine is to list: whoever has their address may see what is behind it."""
_MANIFEST = "manifest.webmanifest"

PACKED_BY_ITSELF = "packed_by_itself"
"""The option of a route whose answers are compressed already."""

PACKING = 6
"""How hard answers are compressed: level 9 takes 2.5 times as long and saves two per cent."""

PACKED_TO = 0.9
"""A file that is not compressed to this part of its size, such as a picture, is sent as it is."""


class File(NamedTuple):
    """A file's content, as it is and, where that is shorter, compressed."""

    stamp: tuple[int, int]
    plain: bytes
    packed: bytes | None


class Files:
    """The client's files in memory. To compress one takes milliseconds, in which nobody else is answered."""

    def __init__(self) -> None:
        self._kept: dict[Path, File] = {}

    async def read(self, path: Path) -> File:
        """A file; it is read and compressed again only if it has changed. Raises OSError."""
        found = path.stat()  # noqa: ASYNC240  # a microsecond, less than to hand it to a thread
        stamp = found.st_mtime_ns, found.st_size
        kept = self._kept.get(path)
        if kept is None or kept.stamp != stamp:
            kept = self._kept[path] = await asyncio.to_thread(_read, path, stamp)
        return kept


def _read(path: Path, stamp: tuple[int, int]) -> File:
    return _made(path.read_bytes(), stamp)


def _made(content: bytes, stamp: tuple[int, int] = (0, 0)) -> File:
    packed = gzip.compress(content, mtime=0)
    return File(stamp, content, packed if len(packed) < PACKED_TO * len(content) else None)


def takes_gzip(request: AnyRequest) -> bool:
    """Whether a client can be sent what is compressed."""
    return "gzip" in request.headers.get("accept-encoding", "")


def client_pages(folder: Path, house: previews.House) -> HTTPRouteHandler:
    """Serve the files in a folder, and its index.html for any other address that may be a page's.

    An address that the client has no page for gets its page too, with status 404: the client then shows that
    there is nothing there. The start page alone has the shapes of its games. The page's head is in the
    reader's language, and that of a link says who invites to what, who played its cards, or how a round ended
    (`previews.py`).
    """
    root = folder.resolve()
    files = Files()

    @get(["/", "/{path:path}"], include_in_schema=False, opt={PACKED_BY_ITSELF: True, OPENS: Opens.PAGES})
    async def serve(request: AnyRequest, path: FromPath[str] = "/") -> Response[bytes]:
        language = previews.wanted_language(request.headers.get("accept-language", ""))
        takes_packed = takes_gzip(request)
        with suppress(OSError):  # a name that is too long for a file
            wanted = (root / path.lstrip("/")).resolve()
            if wanted.is_relative_to(root) and wanted.is_file():
                file = await files.read(wanted)
                if wanted.name == _MANIFEST:
                    manifest = previews.localized(file.plain, language, house)
                    return _answer(wanted, _made(manifest), takes_packed, varies=True)
                return _answer(wanted, file, takes_packed, forever=wanted.parent == root / "assets")
        is_file = PurePosixPath(path).suffix and not path.lstrip("/").startswith("round/")
        if is_file or path.startswith("/api/"):
            raise NotFound(path=path)
        index = root / "index.html"
        if not index.is_file():
            return Response(NOT_BUILT.encode(), media_type=MediaType.HTML, status_code=503)
        preview = await _preview(request, path, language)
        if not (root / preview.picture).is_file():  # a game without a picture of its own
            preview = msgspec.structs.replace(preview, picture=previews.PICTURE)
        template = (await files.read(index)).plain.decode()
        if path.strip("/"):
            template = _START.sub("", template)
        page = _with_looks(previews.with_head(template, preview, str(request.base_url), house)).encode()
        status = 200 if _PAGES.fullmatch(path) else 404
        answer = _answer(index, _made(page), takes_packed, varies=True, status=status)
        if _NOT_INDEXED.fullmatch(path):
            answer.headers["x-robots-tag"] = "noindex"
        return answer

    return serve


def _with_looks(page: str) -> str:
    """The page, with the looks of games that other packages bring."""
    return page.replace("</head>", f'<link rel="stylesheet" href="{STYLES}"></head>', 1) if styles() else page


async def _preview(request: AnyRequest, path: str, language: Language) -> previews.Preview:
    """What the page at this address says of itself."""
    if request.app.state.door.is_closed:
        return previews.of_closed(language)
    with suppress(ValueError):
        language = Language(request.query_params.get("in", language))
    if (found := _ROUND.fullmatch(path)) is not None:
        return await previews.of_round(request.app.state.rounds, found[1], language)
    if (found := _CARDS.fullmatch(path)) is not None:
        return await previews.of_cards(request.app.state.store, found[1], language)
    if (found := _EVENT.fullmatch(path)) is not None:
        return await previews.of_event(request.app.state.store, found[1], language)
    if (found := _INVITATION.fullmatch(path)) is not None:
        return await previews.of_invitation(request.app.state.store, found[1], language)
    return previews.of_page(language)


def _answer(
    path: Path,
    file: File,
    takes_packed: bool,
    *,
    forever: bool = False,
    varies: bool = False,
    status: int = 200,
) -> Response[bytes]:
    """A file. One with a hash in its name never changes; for any other the browser asks again.

    With `varies` it depends on the language.
    """
    caching = "public, max-age=31536000, immutable" if forever else "no-cache"
    media_type, _ = _MEDIA_TYPES.guess_type(path.name)
    headers = {"cache-control": caching, "vary": ("accept-language, " if varies else "") + "accept-encoding"}
    packed = file.packed if takes_packed else None
    if packed is not None:
        headers["content-encoding"] = "gzip"
    return Response(
        file.plain if packed is None else packed,
        status_code=status,
        media_type=media_type or "application/octet-stream",
        headers=headers,
    )
