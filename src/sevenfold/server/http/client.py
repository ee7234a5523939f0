"""The browser client's files. Addresses of its pages, such as /tables/ID, all answer with its one page."""

import re
from contextlib import suppress
from mimetypes import MimeTypes
from pathlib import Path, PurePosixPath

import msgspec
from litestar import MediaType, Request, Response, get
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from sevenfold.core.texts import Language
from sevenfold.server.errors import NotFound
from sevenfold.server.http import previews

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

_PAGES = re.compile(r"/?|/?(join|practice|rules|tables)/[^/]+/?|/?learn/[^/]+(/[^/]+)?/?")
"""The addresses that the client has a page for."""

_INVITATION = re.compile(r"/?join/([^/]+)/?")
_MANIFEST = "manifest.webmanifest"


def client_pages(folder: Path) -> HTTPRouteHandler:
    """Serve the files in a folder, and its index.html for any other address that may be a page's.

    An address that the client has no page for gets its page too, with status 404: the client then shows that
    there is nothing there. The page's head is in the reader's language, and that of an invitation says who
    invites to what (previews.py).
    """
    root = folder.resolve()

    @get(["/", "/{path:path}"], include_in_schema=False)
    async def serve(request: AnyRequest, path: FromPath[str] = "/") -> Response[bytes]:
        language = previews.wanted_language(request.headers.get("accept-language", ""))
        with suppress(OSError):  # a name that is too long for a file
            wanted = (root / path.lstrip("/")).resolve()
            if wanted.is_relative_to(root) and wanted.is_file():
                return _file(wanted, language, forever=wanted.parent == root / "assets")
        if PurePosixPath(path).suffix or path.startswith("/api/"):
            raise NotFound(path=path)
        index = root / "index.html"
        if not index.is_file():
            return Response(NOT_BUILT.encode(), media_type=MediaType.HTML, status_code=503)
        preview = await _preview(request, path, language)
        if not (root / preview.picture).is_file():  # a game without a picture of its own
            preview = msgspec.structs.replace(preview, picture=previews.PICTURE)
        page = previews.with_head(index.read_text(encoding="utf-8"), preview, str(request.base_url))
        status = 200 if _PAGES.fullmatch(path) else 404
        return _answer(index, page.encode(), forever=False, varies=True, status=status)

    return serve


async def _preview(request: AnyRequest, path: str, language: Language) -> previews.Preview:
    """What the page at this address says of itself."""
    invitation = _INVITATION.fullmatch(path)
    if invitation is None:
        return previews.of_page(language)
    with suppress(ValueError):
        language = Language(request.query_params.get("in", language))
    return await previews.of_invitation(request.app.state.store, invitation[1], language)


def _file(path: Path, language: Language, *, forever: bool) -> Response[bytes]:
    if path.name == _MANIFEST:
        return _answer(path, previews.with_language(path.read_bytes(), language), forever=False, varies=True)
    return _answer(path, path.read_bytes(), forever=forever)


def _answer(
    path: Path, content: bytes, *, forever: bool, varies: bool = False, status: int = 200
) -> Response[bytes]:
    """A file. One with a hash in its name never changes; for any other the browser asks again.

    One that `varies` is another one in another language.
    """
    caching = "public, max-age=31536000, immutable" if forever else "no-cache"
    media_type, _ = _MEDIA_TYPES.guess_type(path.name)
    return Response(
        content,
        status_code=status,
        media_type=media_type or "application/octet-stream",
        headers={"cache-control": caching} | ({"vary": "accept-language"} if varies else {}),
    )
