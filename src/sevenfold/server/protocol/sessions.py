"""What is said to a person of themselves and their browsers, and of another one that is to become theirs."""

from typing import Literal

import msgspec

from sevenfold.core.duplicate import Interval

BrowserName = Literal["chrome", "edge", "firefox", "opera", "safari", "samsung"]
SystemName = Literal["android", "chromeos", "ios", "linux", "mac", "windows"]


class Browser(msgspec.Struct, frozen=True):
    """One of a person's browsers, as it called itself. Times are UTC, ISO 8601."""

    id: int
    browser: BrowserName | None
    system: SystemName | None
    since: str | None
    """When it became theirs; None where that is not known."""
    used: str
    """When it was last used, to the hour."""
    this: bool
    """It is the one that asks."""


class OwnGame(msgspec.Struct, frozen=True):
    """What a person has played of a game.

    `results` are those that count at the deals of days and of events. Of `beside` of them it is known what
    Medium made of the same cards.
    """

    game: str
    rounds: int
    results: int
    beside: int
    ahead: Interval | None
    """By how much they are better than Medium, on average; None for too few."""


class Me(msgspec.Struct, frozen=True):
    """A person, as they alone see it: what they have played, the most first, and their browsers, the one used
    last first. `tables` is at how many they sit.
    """

    name: str | None
    games: tuple[OwnGame, ...]
    browsers: tuple[Browser, ...]
    has_key: bool
    tables: int


class BrowserLink(msgspec.Struct, frozen=True):
    """The key of a link for one other browser, once; it ends at `expires`, UTC, ISO 8601."""

    key: str
    expires: str


class AskingBrowser(msgspec.Struct, frozen=True):
    """Another browser that asks to become the person's."""

    browser: BrowserName | None
    system: SystemName | None
    name: str | None
    """What its person is called so far."""
    brings: bool
    """What its person has comes along."""


class OpenBrowserLink(msgspec.Struct, frozen=True):
    """A link that was made by this browser, and who asks by it."""

    expires: str
    asks: AskingBrowser | None


class AnswerBrowser(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether the browser that asks is attached."""

    attach: bool


class BrowserInvitation(msgspec.Struct, frozen=True):
    """What a link for another browser leads to. Looking at it changes nothing."""

    name: str | None
    """Whose it would become."""
    state: Literal["open", "vouched", "asked", "attached", "refused"]
    """`vouched`: the server's host has made it, and whoever says so has the person at once.

    `asked`: this browser has asked, and the other one is to answer.
    """
    yours: bool
    """This browser is that person's already."""
    tables: int
    """At how many tables the person of this browser sits."""


class AskBrowser(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ask to become a person's browser. `bring`: seats and results come along, where they do not collide."""

    bring: bool


class PersonKey(msgspec.Struct, frozen=True):
    """A key to write down. It is shown once."""

    key: str


class UseKey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Attach this browser to whose key this is. `bring` as in `AskBrowser`."""

    key: str
    bring: bool
