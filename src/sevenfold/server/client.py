"""The browser client's files. Addresses of its pages, such as /tables/ID, all answer with its one page."""

from contextlib import suppress
from mimetypes import MimeTypes
from pathlib import Path, PurePosixPath

from litestar import MediaType, Response, get
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
"""Python's own table; a machine's may know .js as something else."""


def client_pages(folder: Path) -> HTTPRouteHandler:
    """Serve the files in a folder, and its index.html for any other address that may be a page's."""
    root = folder.resolve()

    @get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False)
    def serve(path: FromPath[str] = "/") -> Response[bytes]:
        with suppress(OSError):  # a name that is too long for a file
            wanted = (root / path.lstrip("/")).resolve()
            if wanted.is_relative_to(root) and wanted.is_file():
                return _file(wanted, forever=wanted.parent == root / "assets")
        if PurePosixPath(path).suffix or path.startswith("/api/"):
            raise NotFound(path=path)
        index = root / "index.html"
        if not index.is_file():
            return Response(NOT_BUILT.encode(), media_type=MediaType.HTML, status_code=503)
        return _file(index, forever=False)

    return serve


def _file(path: Path, *, forever: bool) -> Response[bytes]:
    """A file; one with a hash in its name never changes, of any other the browser asks again."""
    caching = "public, max-age=31536000, immutable" if forever else "no-cache"
    media_type, _ = _MEDIA_TYPES.guess_type(path.name)
    return Response(
        path.read_bytes(),
        media_type=media_type or "application/octet-stream",
        headers={"cache-control": caching},
    )
