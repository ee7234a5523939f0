"""The endpoints under /api for a person's browsers: their end, another one, and a key to write down."""

import hashlib
import secrets
import unicodedata
from dataclasses import KW_ONLY, dataclass
from typing import cast

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from sevenfold.server.errors import (
    BothThere,
    BrowserUnknown,
    KeyUnknown,
    LinkUnknown,
    NobodyAsks,
    OwnBrowser,
    TooMany,
    Vanished,
    YoursAlready,
)
from sevenfold.server.http.opens import Opens
from sevenfold.server.http.routes import (
    AnyRequest,
    ThePerson,
    TheStore,
    TheTables,
    delete,
    get,
    post,
    visitor_of,
)
from sevenfold.server.http.sessions import LIFETIME, cookie_of, hash_of, new_token, token_of
from sevenfold.server.limits import Limited, Limiter
from sevenfold.server.protocol.http import SessionInfo
from sevenfold.server.protocol.sessions import (
    AnswerBrowser,
    AskBrowser,
    AskingBrowser,
    BrowserInvitation,
    BrowserLink,
    BrowserName,
    OpenBrowserLink,
    PersonKey,
    SystemName,
    UseKey,
)
from sevenfold.server.storage.attaching import AskingSession, Attached, KeptBrowserLink
from sevenfold.server.storage.rows import PersonRow, now
from sevenfold.server.storage.store import Store
from sevenfold.server.tables.registry import Tables
from sevenfold.server.times import iso

LINK_LASTS = 5 * 60 * 1000
"""How long a link for another browser can be used, in ms."""

SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's alphabet: five bits a sign, and none that is taken for another."""

KEY_SIGNS = 20
GROUP = 5

_MEANT = str.maketrans("OIL", "011")

TheLimiter = NamedDependency[Limiter]


def new_key() -> str:
    """A key to write down: 100 random bits, in four groups of five signs."""
    signs = "".join(secrets.choice(SIGNS) for _ in range(KEY_SIGNS))
    return " ".join(signs[first : first + GROUP] for first in range(0, KEY_SIGNS, GROUP))


def hash_of_key(typed: str) -> bytes | None:
    """The hash of a key as somebody has typed it; None if it can be none.

    Small letters are right, also at full width, and so are O for 0, I and L for 1, and what stands between.
    """
    plain = unicodedata.normalize("NFKC", typed).upper().translate(_MEANT)
    signs = "".join(sign for sign in plain if sign.isalnum())
    if len(signs) != KEY_SIGNS or not set(signs) <= set(SIGNS):
        return None
    return hashlib.sha256(signs.encode()).digest()


@dataclass(frozen=True, slots=True)
class _Attaching:
    """What it takes to make a browser a person's at once."""

    request: AnyRequest
    former: PersonRow
    store: Store
    tables: Tables
    _: KW_ONLY
    bring: bool

    async def to(self, person: int, link: bytes | None = None) -> Response[SessionInfo]:
        """Attach it, with a new cookie; `link` is used up by it.

        Raises YoursAlready, LinkUnknown, BothThere, Vanished.
        """
        if person == self.former.id:
            raise YoursAlready
        token, expires = new_token(), now() + LIFETIME * 1000
        old = hash_of(await token_of(self.request, self.store))
        attached = await self.store.attaching.attach_at_once(
            self.former, person, old, hash_of(token), expires, brings=self.bring, link=link
        )
        await _tell(attached, self.tables)
        return Response(SessionInfo(iso(expires)), cookies=[cookie_of(self.request, self.store, token)])


# --- those that there are -----------------------------------------------------------------------------


@delete("/browsers/{browser:int}", limit=Limited.BROWSERS, errors=(BrowserUnknown, OwnBrowser))
async def end_browser(browser: FromPath[int], person: ThePerson, store: TheStore, tables: TheTables) -> None:
    """End the session of another of one's browsers: it is nobody's from now on, wherever it is open."""
    if browser == person.session:
        raise OwnBrowser
    ended = await store.persons.end(person.id, browser)
    if not ended:
        raise BrowserUnknown(browser=str(browser))
    tables.cut(ended)


@delete("/browsers", limit=Limited.BROWSERS)
async def end_other_browsers(person: ThePerson, store: TheStore, tables: TheTables) -> None:
    """End the sessions of all of one's browsers but this one."""
    tables.cut(await store.persons.end_others(person.id, person.session))


# --- a link for another one ---------------------------------------------------------------------------


@post("/browsers/link", limit=Limited.BROWSERS, status_code=200, errors=(Vanished,))
async def make_browser_link(person: ThePerson, store: TheStore) -> BrowserLink:
    """Make a link for one other browser. It lasts five minutes, and ends the one that was made before."""
    key, expires = secrets.token_urlsafe(16), now() + LINK_LASTS
    await store.attaching.make(person.session, hash_of(key), expires)
    return BrowserLink(key, iso(expires))


@get("/browsers/link", errors=(LinkUnknown,))
async def read_browser_link(person: ThePerson, store: TheStore) -> OpenBrowserLink:
    """Read which browser asks by the link that was made here."""
    asked = await store.attaching.asked(person.session)
    if asked is None:
        raise LinkUnknown
    asks = None
    if asked.token is not None:
        asks = AskingBrowser(
            browser=cast(BrowserName | None, asked.browser),
            system=cast(SystemName | None, asked.system),
            name=asked.name,
            brings=asked.brings,
        )
    return OpenBrowserLink(iso(asked.expires), asks)


@post(
    "/browsers/link/answer",
    limit=Limited.BROWSERS,
    status_code=204,
    errors=(LinkUnknown, NobodyAsks, BothThere, Vanished),
)
async def answer_browser(
    data: JSONBody[AnswerBrowser],
    person: ThePerson,
    store: TheStore,
    tables: TheTables,
) -> None:
    """Attach the browser that asks by the link that was made here, or refuse it. The link is used up."""
    asked = await _who_asks(store, person)
    if not data.attach:
        await store.attaching.refuse(person.session, asked)
        return
    await _tell(await store.attaching.attach(person, asked, now() + LIFETIME * 1000), tables)


async def _who_asks(store: Store, person: PersonRow) -> AskingSession:
    asked = await store.attaching.asked(person.session)
    if asked is None:
        raise LinkUnknown
    if asked.token is None:
        raise NobodyAsks
    return asked


async def _tell(attached: Attached, tables: Tables) -> None:
    """Tell everybody what an attached browser has changed."""
    tables.cut(attached.ended)
    await tables.read_again(attached.tables)


# --- in the other browser -----------------------------------------------------------------------------


@get("/browser_links/{key:str}", opens=Opens.TO_ALL, errors=(LinkUnknown,))
async def read_browser_invitation(
    key: FromPath[str], person: ThePerson, store: TheStore
) -> BrowserInvitation:
    """Read whose this browser would become by a link. This changes nothing."""
    vouched = await store.attaching.vouched(hash_of(key))
    if vouched is not None:
        tables = await store.attaching.sits(person.id)
        return BrowserInvitation(vouched.name, "vouched", yours=vouched.id == person.id, tables=tables)
    link = await _link(store, key, person)
    state = {None: "open" if link.asks is None else "asked", True: "attached", False: "refused"}[link.answer]
    return BrowserInvitation(
        name=link.name,
        state=state,  # type: ignore[arg-type]  # one of these words
        yours=link.person == person.id,
        tables=await store.attaching.sits(person.id),
    )


async def _link(store: Store, key: str, person: PersonRow) -> KeptBrowserLink:
    """A link, for whoever may still ask by it or has, and the person's own browsers. Raises LinkUnknown."""
    link = await store.attaching.link(hash_of(key))
    if link is None or (link.asks not in (None, person.session) and link.person != person.id):
        raise LinkUnknown
    return link


@post(
    "/browser_links/{key:str}",
    opens=Opens.TO_ALL,
    limit=Limited.BROWSERS,
    status_code=200,
    errors=(LinkUnknown, YoursAlready, BothThere, Vanished),
)
async def ask_for_browser(
    request: AnyRequest,
    key: FromPath[str],
    data: JSONBody[AskBrowser],
    person: ThePerson,
    store: TheStore,
    tables: TheTables,
) -> Response[SessionInfo]:
    """Ask by a link that this browser becomes the person's. Nothing is attached before they answer.

    By a link that the server's host has made it is attached at once. The answer sets a new cookie: only
    whoever has that is attached.
    """
    vouched = await store.attaching.vouched(hash_of(key))
    if vouched is not None:
        attaching = _Attaching(request, person, store, tables, bring=data.bring)
        return await attaching.to(vouched.id, link=hash_of(key))
    link = await _link(store, key, person)
    if link.person == person.id:
        raise YoursAlready
    await store.attaching.require_apart(link.person, person.id)
    token, expires = new_token(), now() + LIFETIME * 1000
    if not await store.attaching.ask(
        hash_of(key), person.session, hash_of(token), expires, brings=data.bring
    ):
        raise LinkUnknown
    store.persons.forget(person.id)
    return Response(SessionInfo(iso(expires), person.name), cookies=[cookie_of(request, store, token)])


# --- the key ------------------------------------------------------------------------------------------


@post("/browsers/key", limit=Limited.BROWSERS, status_code=200)
async def make_key(person: ThePerson, store: TheStore) -> PersonKey:
    """Make a key to write down, which ends the one before. It is told this once."""
    key = new_key()
    kept = hash_of_key(key)
    assert kept is not None
    await store.attaching.set_key(person.id, kept)
    return PersonKey(key)


@post(
    "/browsers/key/use",
    opens=Opens.TO_ALL,
    limit=Limited.BROWSERS,
    status_code=200,
    errors=(KeyUnknown, YoursAlready, BothThere, LinkUnknown, Vanished, TooMany),
)
async def use_key(
    request: AnyRequest,
    data: JSONBody[UseKey],
    person: ThePerson,
    store: TheStore,
    limiter: TheLimiter,
    tables: TheTables,
) -> Response[SessionInfo]:
    """Attach this browser to whose key it is. The answer sets a new cookie."""
    visitor = visitor_of(request, person)
    limiter.check(Limited.WRONG_KEYS, visitor)
    kept = hash_of_key(data.key)
    theirs = await store.attaching.by_key(kept) if kept is not None else None
    if theirs is None:
        limiter.take(Limited.WRONG_KEYS, visitor)
        raise KeyUnknown
    return await _Attaching(request, person, store, tables, bring=data.bring).to(theirs)


HANDLERS = (
    end_browser,
    end_other_browsers,
    make_browser_link,
    read_browser_link,
    answer_browser,
    read_browser_invitation,
    ask_for_browser,
    make_key,
    use_key,
)
