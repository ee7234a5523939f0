"""The endpoint under /api with the host's own words; what is said of privacy has a list of what is kept."""

from math import ceil
from typing import get_args

from litestar.di import NamedDependency
from litestar.params import FromPath

from sevenfold.book.texts import UnknownLanguage, read_language
from sevenfold.server.errors import LanguageUnknown, NotFound
from sevenfold.server.http.api import LanguageTag
from sevenfold.server.http.opens import Opens
from sevenfold.server.http.routes import get
from sevenfold.server.http.sessions import LIFETIME
from sevenfold.server.keeping import FOR_EVER
from sevenfold.server.protocol.words import KeptKind, Kind, WordsPage
from sevenfold.server.settings import Settings
from sevenfold.server.storage.what_is_kept import columns_of
from sevenfold.server.words import PAGES, HostWords


class OwnWords:
    """What the pages with the host's own words say, as the server is set up."""

    def __init__(self, settings: Settings) -> None:
        self.words: HostWords = settings.read_words()
        self._kept = kept_by(settings)

    def page(self, name: str, language: str) -> WordsPage:
        """A page in a language or, where it is not there, in another. Raises NotFound, LanguageUnknown."""
        try:
            wanted = read_language(language)
        except UnknownLanguage:
            raise LanguageUnknown(language=language) from None
        page = next((each for each in PAGES if each == name), None)
        found = self.words.find(page, wanted) if page is not None else None
        kept = self._kept if page == "privacy" else None
        if found is None and kept is None:
            raise NotFound(path=f"/{name}")
        return WordsPage(found and found.language, found.html if found else "", kept)


def kept_by(settings: Settings) -> tuple[KeptKind, ...]:
    """What a server keeps that is set up like this, and for how long."""
    keeping = settings.keeping
    days: dict[Kind, int] = {
        "person": keeping.persons,
        "browsers": LIFETIME // 86_400,
        "tables": keeping.tables,
        "talk": keeping.talk,
        "reviews": keeping.reviews,
    }
    there: list[Kind] = [kind for kind in get_args(Kind) if columns_of(kind)]
    if settings.access_log:
        there.append("log")
    if settings.backup_to is not None:
        there.append("copies")
        # the newest half, and before them the last of each day (storage/copies.py)
        half = (settings.backup_keep + 1) // 2
        days["copies"] = ceil(half * settings.backup_every / 86_400) + settings.backup_keep - half
    return tuple(KeptKind(kind, days.get(kind, FOR_EVER), columns_of(kind)) for kind in there)


@get("/words/welcome", sync_to_thread=False, errors=(NotFound, LanguageUnknown))
def read_welcome(own_words: NamedDependency[OwnWords], language: LanguageTag = "en") -> WordsPage:
    """Read the host's welcome, as HTML."""
    return own_words.page("welcome", language)


@get("/words/{page:str}", opens=Opens.TO_ALL, sync_to_thread=False, errors=(NotFound, LanguageUnknown))
def read_words(
    page: FromPath[str], own_words: NamedDependency[OwnWords], language: LanguageTag = "en"
) -> WordsPage:
    """Read the host's own words: imprint, privacy or terms, as HTML; and what the server keeps."""
    return own_words.page(page, language)


HANDLERS = (read_welcome, read_words)
