"""The browser client's files. Addresses of its pages, such as /tables/ID, all answer with its one page."""

import re
from contextlib import suppress
from html import escape
from mimetypes import MimeTypes
from pathlib import Path, PurePosixPath

from litestar import MediaType, Request, Response, get
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from sevenfold.server.errors import NotFound

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


_PAGES = re.compile(r"/?|/?(join|practice|rules|tables)/[^/]+/?|/?learn/[^/]+(/[^/]+)?/?")
"""The addresses that the client has a page for."""

_SHARED = "share.jpg"


def client_pages(folder: Path) -> HTTPRouteHandler:
    """Serve the files in a folder, and its index.html for any other address that may be a page's.

    An address that the client has no page for gets its page too, with status 404: the client then shows that
    there is nothing there. The picture shown where somebody shares a link must have an absolute address.
    """
    root = folder.resolve()

    @get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False)
    def serve(request: Request[object, object, State], path: FromPath[str] = "/") -> Response[bytes]:
        with suppress(OSError):  # a name that is too long for a file
            wanted = (root / path.lstrip("/")).resolve()
            if wanted.is_relative_to(root) and wanted.is_file():
                return _answer(wanted, wanted.read_bytes(), forever=wanted.parent == root / "assets")
        if PurePosixPath(path).suffix or path.startswith("/api/"):
            raise NotFound(path=path)
        index = root / "index.html"
        if not index.is_file():
            return Response(NOT_BUILT.encode(), media_type=MediaType.HTML, status_code=503)
        picture = escape(f"{request.base_url}{_SHARED}").encode()
        page = index.read_bytes().replace(f'"/{_SHARED}"'.encode(), b'"%s"' % picture)
        return _answer(index, page, forever=False, status=200 if _PAGES.fullmatch(path) else 404)

    return serve


def _answer(path: Path, content: bytes, *, forever: bool, status: int = 200) -> Response[bytes]:
    """A file. One with a hash in its name never changes; for any other the browser asks again."""
    caching = "public, max-age=31536000, immutable" if forever else "no-cache"
    media_type, _ = _MEDIA_TYPES.guess_type(path.name)
    return Response(
        content,
        status_code=status,
        media_type=media_type or "application/octet-stream",
        headers={"cache-control": caching},
    )
