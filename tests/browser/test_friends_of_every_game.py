"""Friends at a table of each game: from the link to the rematch, a person at each seat, locked phones."""

import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from sevenfold.games import OWN_GAMES, load_meta
from sevenfold.testing.served import PlayServer
from sevenfold.testing.stacked import play_by_rules
from sevenfold.testing.table import TablePage, wait_until
from tests.browser.conftest import DESKTOP, PHONE, OpenPage, leave, make_table
from tests.browser.friends import (
    KINDS,
    LISTEN,
    Lines,
    Lock,
    catalog,
    expect_heard_once,
    link_of,
    may_act,
    open_players,
    play_to_the_end,
    press,
    sit_down,
    take_a_turn,
    take_turns,
)

SHORTEST = {
    "lockup": {"target": 1},
    "trump7": {"deals": 3},
    "seven_bridge": {"hands": 1},
    "lockseven": {"rounds": 1},
}
"""Options with which a match is as short as possible."""
LANGUAGES = ("zh-Hans", "ja", "en")
LOCKED = 60
"""How long phones are locked at least, in seconds."""


def of_pack(cards: list[str]) -> list[str]:
    """Cards in notation, sorted, without the `.2` by which the page tells two copies apart."""
    return sorted(card.split(".")[0] for card in cards)


def test_phones_that_are_locked_for_a_minute(open_page: OpenPage, tmp_path: Path) -> None:
    """All games at once, with players on turn and not: pages are frozen, their connections open but dead."""
    theirs = PlayServer(tmp_path)
    with ExitStack() as ending, Lines(theirs.port) as lines:
        ending.callback(theirs.stop)
        pairs = [two_at_a_table(open_page, theirs, lines, kind) for kind in KINDS]
        tables = [table for pair in pairs for table in pair]
        hands = [table.cards() for table in tables]
        locks = [Lock(table.page) for table in tables]
        lines.cut()
        time.sleep(LOCKED)  # other tests can use the machine meanwhile
        anywhere = tables[0].page
        wait_until(anywhere, lambda: all(is_missed(anna.page) for anna, _ in pairs), "all are missed")
        for lock in locks:
            lock.open()
        for table in tables:
            expect(table.page.locator(".chip.away")).to_have_count(0)
            expect(table.page.locator(".lost[role=alert]")).to_have_count(0)
        assert [table.cards() for table in tables] == hands
        for pair in pairs:
            play_to_the_end(pair)


def two_at_a_table(
    open_page: OpenPage, server: PlayServer, lines: Lines, kind: type[TablePage]
) -> list[TablePage]:
    """The tables of Anna, who is to act, and of Mei, at one table."""
    anna, mei = open_page(None, PHONE), open_page(None, PHONE)
    made = make_table(anna, server, kind.game, name="Anna", settings={"joining": "at_once"})
    play_by_rules(server, made, moves_left=6)
    anna.goto(f"{lines.address}/tables/{made}")
    pair = [kind(page) for page in (anna, mei)]
    pair[0].wait_until_ready()
    open_players(anna)
    anna.get_by_role("button", name="Open it by a new link").click()
    sit_down(mei, link_of(anna), "Mei", 1)
    anna.keyboard.press("Escape")
    expect(pair[1].hand.locator("button").first).to_be_visible()
    wait_until(anna, lambda: may_act(pair[0]), "Anna is asked")
    assert not may_act(pair[1])
    return pair


def is_missed(page: Page) -> bool:
    """Whether the server says that no person is connected to the table, whatever the page knows."""
    table = page.request.get(page.url.replace("/tables/", "/api/tables/")).json()
    return not any(seat["connected"] for seat in table["seats"] if seat["bot"] is None)


@pytest.mark.parametrize("kind", KINDS)
def test_from_a_link_to_a_rematch(open_page: OpenPage, server: PlayServer, kind: type[TablePage]) -> None:
    """Anna uses only the keyboard and a screen reader; Mei has a phone in another language."""
    language = LANGUAGES[list(OWN_GAMES).index(kind.game) % len(LANGUAGES)]
    words = catalog(language)
    anna, mei = open_page(None, script=LISTEN), open_page(None, PHONE, language, script=LISTEN)
    agreed, short = {"take_back": "agreed"}, SHORTEST[kind.game]
    made = make_table(anna, server, kind.game, friends=True, name="Anna", options=short, settings=agreed)
    anna.goto(f"{server.address}/tables/{made}")
    sit_down(mei, link_of(anna), "Mei", 1)
    expect_heard_once(anna, "Mei sits down.")
    press(anna, "Start with")
    tables = [kind(page) for page in (anna, mei)]
    for table in tables:
        expect(table.hand.locator("button").first).to_be_visible()

    # everybody leaves the page, the server is restarted, and the match goes on where its log ends
    for page in (anna, mei):
        assert leave(page)
    server.kill()
    cards = play_by_rules(server, made, moves_left=4, to_last=True)
    server.start()
    anna.goto(server.address)
    press(anna, "Play on")
    tables[0].wait_until_ready()
    mei.goto(server.address)
    mei.get_by_role("link", name=words["start.continue"]).first.click()
    assert of_pack(tables[0].cards()) == of_pack(list(cards))
    expect_heard_once(anna, "Mei is back.")

    # a move is taken back if the others agree
    before = tables[0].cards()
    take_a_turn(tables[0])
    wait_until(
        anna, lambda: any(map(may_act, tables)), "nothing may be claimed any more, and bots have played"
    )
    undo = anna.get_by_role("button", name="Undo", exact=True)
    if kind.game != "lockup" or undo.count():  # a card lost by chance since stays lost
        undo.click()
        expect(anna.get_by_role("group", name="You have asked to take it back")).to_be_visible()
        agree = mei.get_by_role("button", name=words["friends.take_back.yes"], exact=True)
        agree.click()
        expect(agree).to_have_count(0)  # else Mei's page may be asked to play at a table of before
        expect(anna.get_by_role("group", name="You have asked to take it back")).to_have_count(0)
        tables[0].wait_until_ready()
        expect(tables[0].hand.locator("button")).to_have_count(len(before))
        assert tables[0].cards() == before

    # the round is played, and a player who was offline finds the rematch on their return
    play_to_the_end(tables)
    assert leave(mei)
    expect_heard_once(anna, "Mei is away.")
    played = anna.url
    press(anna, "Rematch")
    anna.wait_for_url(lambda url: url != played)
    mei.goto(server.address)
    mei.get_by_role("link", name=words["start.continue"]).first.click()
    expect(mei).to_have_url(anna.url)
    expect(anna.locator(".chip").filter(has_text="Mei")).to_be_visible()
    expect(mei.locator(".chip").filter(has_text="Anna")).to_be_visible()

    # the host leaves for good: a bot takes their seat, and the player who has sat longest is the host
    open_players(anna)
    press(anna, "Leave the table")
    press(anna, "Leave for good")
    expect(anna.locator(".games")).to_be_visible()
    expect_heard_once(mei, catalog(language)["friends.told.left"].format(name="Anna"))
    expect(mei.locator(".chip").filter(has_text="Anna")).to_have_count(0)


@pytest.mark.parametrize("kind", KINDS)
def test_a_person_at_every_seat(open_page: OpenPage, server: PlayServer, kind: type[TablePage]) -> None:
    """In three languages, on phones and desktops: they join by the link, and all see what each plays."""
    names = ("Anna", "Mei", "Jun", "Ida", "Bo")[: load_meta(kind.game).players.max]
    tables = [
        kind(open_page(None, PHONE if seat % 2 else DESKTOP, ("en", "zh-Hans", "ja")[seat % 3]))
        for seat in range(len(names))
    ]
    anna = tables[0].page
    settings = {"joining": "at_once"}
    made = make_table(anna, server, kind.game, players=len(names), name="Anna", settings=settings)
    play_by_rules(server, made, moves_left=6)
    anna.goto(f"{server.address}/tables/{made}")
    tables[0].wait_until_ready()
    open_players(anna)
    anna.get_by_role("button", name="Open it by a new link").click()
    for seat, table in enumerate(tables[1:], 1):
        sit_down(table.page, link_of(anna), names[seat], seat)
    anna.keyboard.press("Escape")
    for table in tables:
        expect(table.page.locator(".chip")).to_have_count(len(names) - 1)
        expect(table.page.locator(".chip.away")).to_have_count(0)
    take_turns(tables, len(tables))

    def all_agree() -> bool:
        return all(
            cards_shown(other, name) == str(len(table.cards()))
            for name, table in zip(names, tables, strict=True)
            for other in tables
            if other is not table
        )

    wait_until(anna, all_agree, "all see how many cards each has left")


def cards_shown(table: TablePage, name: str) -> str:
    """How many cards a player has left, as another player's page shows it."""
    chip = table.page.locator(".chip").filter(has_text=name)
    return chip.locator(".facts span[aria-hidden]").first.inner_text()
