"""The Lockup table in a browser: refusals, reloads, a dead server, the plain table, a match's end."""

import re
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from sevenfold.testing.served import PlayServer
from sevenfold.testing.stacked import play_by_rules, some_card_is_refused
from sevenfold.testing.table import (
    CORNER,
    OFTEN,
    LockupTable,
    SevenBridgeTable,
    TablePage,
    check_space,
    check_space_of,
    click,
    drag,
    found_at_rest,
    tap,
    tap_twice,
    wait_until,
    wait_until_gone,
)
from tests.browser.conftest import DESKTOP, PHONE, OpenPage, OpenTable, make_table


def test_a_refused_card_says_why_and_opens_its_rule(open_table: OpenTable) -> None:
    table = open_table(LockupTable, DESKTOP, moves_left=20, when=some_card_is_refused)
    before = table.cards()
    table.illegal.first.click(position=CORNER)
    expect(table.refusal).to_contain_text("LU-")
    assert table.cards() == before
    rule = table.refusal.get_by_role("button").first.inner_text().split()[-1]
    table.refusal.get_by_role("button").first.click()
    shown = table.page.locator(f"[id='{rule}']")
    expect(shown).to_be_in_viewport()
    expect(shown).to_contain_text(rule)


def test_a_part_that_cannot_be_loaded_says_so_and_is_there_when_tried_again(
    open_table: OpenTable, browser: Browser
) -> None:
    seated = open_table(LockupTable, DESKTOP).page
    # without a service worker, which would fetch the file in spite of the route
    state = seated.context.storage_state()
    context = browser.new_context(storage_state=state, service_workers="block", viewport=DESKTOP)
    page = context.new_page()
    page.goto(seated.url)
    notice = page.get_by_text("A part of this page could not be loaded.")
    log = page.get_by_role("tab", name="Log")
    page.route("**/assets/LogList-*.js", lambda route: route.abort())
    log.click()
    expect(notice).to_be_visible()
    page.unroute("**/assets/LogList-*.js")
    notice.get_by_role("button", name="Try again").click()
    wait_until_gone(notice)
    log.click()
    expect(page.get_by_role("tabpanel")).to_contain_text("In notation")
    context.close()


def test_a_card_is_dragged_to_the_table(open_table: OpenTable) -> None:
    table = open_table(LockupTable, DESKTOP)
    name = str(table.legal.first.get_attribute("data-id"))
    drag(table.page, table.card(name), table.page.locator("[data-drop=table]"))
    expect(table.card(name)).to_have_count(0)


def test_a_first_tap_lifts_a_card_and_the_second_plays_it(open_table: OpenTable) -> None:
    table = open_table(LockupTable, PHONE)
    legal = [str(card.get_attribute("data-id")) for card in table.legal.all()]
    first = table.card(legal[0])
    tap(first)
    expect(first).to_have_attribute("aria-pressed", "true")
    expect(table.page.locator(".status")).to_contain_text("Tap it again")
    expect(table.main_button).to_contain_text("Play")
    if len(legal) > 1:  # another card is lifted in its place
        tap(table.card(legal[-1]))
        expect(first).to_have_attribute("aria-pressed", "false")
        tap(first)
    tap(first)
    expect(first).to_have_count(0)


FLICK = """([card, pointerType]) => {
  const { x, y, width } = card.getBoundingClientRect()
  const there = (type, up) => card.dispatchEvent(new PointerEvent(type, {
    pointerType, pointerId: 7, bubbles: true, clientX: x + width / 4, clientY: y + 20 - up,
  }))
  there('pointerdown', 0)
  there('pointerup', 50)
}"""


def test_a_flick_upwards_plays_a_card(open_table: OpenTable) -> None:
    table = open_table(LockupTable, PHONE)
    card = table.card(str(table.legal.first.get_attribute("data-id")))
    table.page.evaluate(FLICK, [card.element_handle(), "mouse"])  # a mouse does not flick
    table.page.wait_for_timeout(OFTEN)
    expect(card).to_have_attribute("aria-pressed", "false")
    table.page.evaluate(FLICK, [card.element_handle(), "touch"])
    expect(card).to_have_count(0)


def test_a_tap_plays_at_once_where_the_player_wants_it(open_page: OpenPage, server: PlayServer) -> None:
    page = open_page(None, PHONE, lifting="never")
    page.goto(f"{server.address}/tables/{make_table(page, server, 'lockup')}")
    table = LockupTable(page)
    assert table.wait_for_turn()
    card = table.card(str(table.legal.first.get_attribute("data-id")))
    tap(card)
    expect(card).to_have_count(0)


def test_a_reload_comes_back_to_the_same_view(open_table: OpenTable) -> None:
    table = open_table(LockupTable, PHONE)
    for _ in range(2):
        cards = table.cards()
        tricks = []
        for _ in range(2):
            table.page.reload()
            assert table.wait_for_turn()
            assert table.cards() == cards
            tricks.append(table.trick.inner_text())
        assert tricks[0] == tricks[1]
        name = str(table.legal.first.get_attribute("data-id"))
        tap_twice(table.card(name))
        expect(table.card(name)).to_have_count(0)
        table.wait_for_turn()


KEPT = """async () => {
  const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
  const kept = await Promise.all(stores.map((store) => store.keys()))
  return kept.flat().map(({ url }) => new URL(url).pathname)
}"""
"""The paths of the files that the service worker has stored."""

LOADED = """() => performance.getEntriesByType('resource')
  .map(({ name }) => new URL(name).pathname)
  .filter((path) => path.startsWith('/assets/'))"""
"""The paths of the files that the page has loaded."""


def test_a_server_that_dies_is_waited_for_and_nothing_is_lost(open_page: OpenPage, tmp_path: Path) -> None:
    server = PlayServer(tmp_path)
    with ExitStack() as ending:
        ending.callback(server.stop)
        outlive(open_page(server.address, installed=True), server)


def outlive(page: Page, server: PlayServer) -> None:
    """Play on after the server has died."""
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()  # through the service worker, which stores what is loaded
    page.locator(".games .button.primary").first.click()
    table = LockupTable(page)
    table.wait_for_turn()
    cards = table.cards()
    expect(page.get_by_role("tabpanel").get_by_role("table")).to_be_visible()
    page.wait_for_load_state("networkidle")  # what the page loads after the table has come
    wait_until(page, lambda: set(page.evaluate(LOADED)) < set(page.evaluate(KEPT)), "all of the page is kept")
    server.kill()
    expect(page.get_by_text("The connection is lost.").first).to_be_visible()
    kept = page.evaluate(KEPT)
    assert "/" in kept
    assert any(path.startswith("/assets/") for path in kept)
    assert not any(path.startswith("/api") for path in kept)
    another = page.context.new_page()
    another.goto(server.address)
    expect(another.locator(".trouble")).to_be_visible()
    another.close()
    server.start()
    expect(page.get_by_text("The connection is lost.")).to_have_count(0)
    assert table.cards() == cards
    name = str(table.legal.first.get_attribute("data-id"))
    click(table.card(name))
    wait_until_gone(table.card(name))


def test_the_plain_table_plays_a_round(open_table: OpenTable) -> None:
    table = open_table(LockupTable, DESKTOP, moves_left=20)
    page = table.page
    page.goto(f"{page.url}?table=plain")
    hand = page.locator("[data-hand]")
    turn = page.get_by_text("Your turn. Play")
    for _ in range(13):
        expect(turn.or_(table.result).first).to_be_visible()
        if table.result.is_visible():
            break
        marked = hand.locator("li.legal button")  # where all cards may be played, none is marked
        card = (marked if marked.count() else hand.locator("li button")).first
        name = str(card.get_attribute("data-id"))
        hand.locator(f"[data-id='{name}']").click(position=CORNER)  # plays it, the only thing it can do
        expect(hand.locator(f"[data-id='{name}']")).to_have_count(0)
    expect(table.result).to_be_visible()


@pytest.mark.parametrize(("kind", "language"), [(SevenBridgeTable, "en"), (LockupTable, "ja")])
def test_what_a_plain_table_says_of_a_player_stays_on_their_plate(
    open_table: OpenTable, kind: type[TablePage], language: str
) -> None:
    page = open_table(kind, DESKTOP, language, moves_left=20).page
    page.goto(f"{page.url}?table=plain")
    expect(page.locator(".chip .fact").first).to_be_visible()
    check_space_of(page)


def test_a_match_ends_with_a_winner_and_a_rematch(open_page: OpenPage, server: PlayServer) -> None:
    page = open_page(None)
    make_table(page, server, "lockup")  # whoever is here for the first time is asked nothing
    page.goto(server.address)
    page.get_by_role("button", name="Lockup: more").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_text("Options", exact=True).click()
    sheet.get_by_label("Target").fill("1")
    sheet.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/tables/*")
    chosen = page.request.get(page.url.replace("/tables/", "/api/tables/")).json()
    assert chosen["options"]["target"] == 1

    made = make_table(page, server, "lockup", options={"target": 1})
    play_by_rules(server, made, moves_left=12)
    page.goto(f"{server.address}/tables/{made}")
    table = LockupTable(page)
    first = page.url
    for _ in range(20):
        table.play_round(click)
        if page.get_by_role("button", name="Rematch").is_visible():
            break
        table.next_round()
    expect(table.result.get_by_role("heading")).to_contain_text("there first")
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: url != first)
    table.wait_for_turn()

    # finished tables are listed in a history, and can be deleted
    page.goto(server.address)
    page.get_by_role("link", name="All my rounds").click()
    history = page.get_by_role("region", name="Finished games")
    expect(history.get_by_role("listitem")).to_have_count(1)
    history.get_by_role("button", name="Lockup: leave or delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete the table").click()
    expect(history).to_have_count(0)
    assert page.request.get(first.replace("/tables/", "/api/tables/")).status == 404


WIDER = """() => [...document.querySelectorAll('[role=tabpanel], [role=tabpanel] .table')]
  .filter((box) => box.scrollWidth > box.clientWidth && getComputedStyle(box).overflowX !== 'auto')
  .map(({ innerText }) => innerText)"""
"""Finds what is cut off in the side column and cannot be scrolled to."""


def test_the_column_beside_the_table_has_scores_log_and_rules(open_table: OpenTable) -> None:
    table = open_table(LockupTable, ViewportSize(width=1199, height=768), moves_left=12)
    page, column = table.page, table.page.get_by_role("tabpanel")
    expect(column).to_have_count(0)
    page.get_by_role("button", name="Open the side panel").click()
    expect(column.get_by_role("table")).to_be_visible()
    page.get_by_role("button", name="Close the side panel").click()
    expect(column).to_have_count(0)

    page.get_by_role("button", name="Open the side panel").click()
    page.get_by_role("tab", name="Log").click()
    expect(column).to_contain_text("takes the trick")
    expect(column.locator("code")).to_have_count(0)
    column.get_by_role("switch", name="In notation").click()
    expect(column.locator("code").first).to_have_text(re.compile("^[2-9TJQKA][SHDC]$"))
    expect(column).not_to_contain_text("takes the trick")

    page.get_by_role("tab", name="Rules").click()
    expect(column.locator("#LU-6\\.1")).to_be_attached()
    expect(column).to_contain_text("Options, each with its rule")
    assert found_at_rest(page, WIDER) == []


def test_nothing_covers_what_can_be_pressed(open_table: OpenTable) -> None:
    table = open_table(LockupTable, DESKTOP, moves_left=20, when=some_card_is_refused)
    check_space(table)
    table.illegal.first.click(position=CORNER)
    expect(table.refusal).to_be_visible()
    check_space(table)
