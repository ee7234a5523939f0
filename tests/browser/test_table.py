"""The Lockup table in a browser: refusals, reloads, a dead server, the plain table, the end of a match."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE, OpenPage, OpenTable, make_table
from tests.browser.server import Server
from tests.browser.stacked import play_by_rules
from tests.browser.table import CORNER, LockupTable, check_room, click, drag, wait_until_gone


def at_a_turn_with_a_choice_refused(table: LockupTable) -> None:
    """Play on until some card of the hand may not be played."""
    while table.wait_for_turn():
        if table.illegal.count():
            return
        name = str(table.legal.first.get_attribute("data-id"))
        table.card(name).click(position=CORNER)
        expect(table.card(name)).to_have_count(0)
    pytest.fail("every card could be played all through the round")


def test_a_refused_card_says_why_and_opens_its_rule(open_table: OpenTable) -> None:
    table = open_table(LockupTable, DESKTOP)
    at_a_turn_with_a_choice_refused(table)
    before = table.cards()
    table.illegal.first.click(position=CORNER)
    expect(table.refusal).to_contain_text("LU-")
    assert table.cards() == before
    rule = table.refusal.get_by_role("button").first.inner_text().split()[-1]
    table.refusal.get_by_role("button").first.click()
    shown = table.page.locator(f"[id='{rule}']")
    expect(shown).to_be_in_viewport()
    expect(shown).to_contain_text(rule)


def test_a_card_is_dragged_to_the_table(open_table: OpenTable) -> None:
    table = open_table(LockupTable, DESKTOP)
    name = str(table.legal.first.get_attribute("data-id"))
    drag(table.page, table.card(name), table.page.locator("[data-drop=table]"))
    expect(table.card(name)).to_have_count(0)


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
        table.card(name).tap(position=CORNER)
        expect(table.card(name)).to_have_count(0)
        table.wait_for_turn()


def test_a_server_that_dies_is_waited_for_and_nothing_is_lost(open_page: OpenPage, tmp_path: Path) -> None:
    server = Server(tmp_path)
    page = open_page(server.address)
    page.locator(".button.primary").first.click()
    table = LockupTable(page)
    table.wait_for_turn()
    cards = table.cards()
    server.kill()
    expect(page.get_by_text("The connection is lost.").first).to_be_visible()
    server.start()
    expect(page.get_by_text("The connection is lost.")).to_have_count(0, timeout=30_000)
    assert table.cards() == cards
    name = str(table.legal.first.get_attribute("data-id"))
    click(table.card(name))
    wait_until_gone(table.card(name))
    server.stop()


def test_the_plain_table_plays_a_round(open_table: OpenTable) -> None:
    table = open_table(LockupTable, DESKTOP, moves_left=20)
    page = table.page
    page.goto(f"{page.url}?table=plain")
    hand = page.locator("[data-hand]")
    turn = page.get_by_text("Your turn. Play")
    for _ in range(13):
        expect(turn.or_(table.result).first).to_be_visible(timeout=30_000)
        if table.result.is_visible():
            break
        marked = hand.locator("li.legal button")  # where all may be played, none is
        card = (marked if marked.count() else hand.locator("li button")).first
        name = str(card.get_attribute("data-id"))
        hand.locator(f"[data-id='{name}']").click(position=CORNER)  # it is all that the card can do
        expect(hand.locator(f"[data-id='{name}']")).to_have_count(0)
    expect(table.result).to_be_visible(timeout=30_000)


def test_a_match_ends_with_a_winner_and_a_rematch(open_page: OpenPage, server: Server) -> None:
    page = open_page(server.address)
    page.get_by_text("Options", exact=True).first.click()
    page.get_by_label("Target").fill("1")
    page.locator(".button.primary").first.click()
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
    expect(table.result).to_contain_text("win")
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: url != first)
    table.wait_for_turn()


def test_nothing_covers_what_can_be_pressed(open_table: OpenTable) -> None:
    table = open_table(LockupTable, DESKTOP)
    check_room(table)
    at_a_turn_with_a_choice_refused(table)
    table.illegal.first.click(position=CORNER)
    expect(table.refusal).to_be_visible()
    check_room(table)
