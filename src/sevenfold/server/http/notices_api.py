"""The endpoint under /api for what the host tells everybody."""

from sevenfold.server.http.opens import Opens
from sevenfold.server.http.routes import TheStore, get
from sevenfold.server.protocol.notices import HostNotice


@get("/notice", opens=Opens.TO_LINKS, sync_to_thread=False)
def read_notice(store: TheStore) -> HostNotice:
    """Read what the host tells everybody: a message, and that the server closes. A table is sent it anew."""
    return store.care.announced.notice


HANDLERS = (read_notice,)
