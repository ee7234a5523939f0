"""Friends at one table, each in a browser of their own."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from sevenfold.core.log import Dealt
from sevenfold.server.timings import USUAL
from sevenfold.testing.served import PlayServer, StoppedServer
from sevenfold.testing.stacked import play_by_rules, stack
from sevenfold.testing.table import LockupTable, SevenBridgeTable, check_space, click, wait_for
from tests.browser.conftest import PHONE, OpenPage, make_table
from tests.browser.friends import (
    catalog,
    link_of,
    open_a_table,
    open_players,
    play_a_trick,
    play_to_the_end,
    play_until,
    play_up_to,
    sit_down,
    take_chair,
)

DRAWN = (
    "async (use) => { while (!use.getBBox().width) await new Promise(requestAnimationFrame); return true }"
)
"""Waits until a drawing of another file is there."""


def test_a_table_waits_for_friends_and_one_goes_on_in_another_browser(
    open_page: OpenPage, server: PlayServer
) -> None:
    anna, mei, xiaoyu = open_page(None), open_page(None, PHONE), open_page(None, PHONE, "zh-CN")
    link = open_a_table(anna, server, "lockup", "Anna")

    # the link shows the table and joins nobody; a name is told once, and is no other's
    mei.goto(link)
    expect(mei.get_by_role("heading", name="Anna asks you to a game of Lockup")).to_be_visible()
    expect(anna.get_by_text("3 chairs are free")).to_be_visible()
    mei.get_by_label("Your name").fill("Anna")
    take_chair(mei, 1)
    expect(mei.get_by_text("Somebody at the table is called so already.")).to_be_visible()
    mei.get_by_label("Your name").fill("Mei")
    take_chair(mei, 1)
    expect(anna.get_by_role("listitem").filter(has_text="Mei")).to_contain_text("here")

    # a code that was said aloud leads to the same table
    xiaoyu.goto(server.address)
    xiaoyu.get_by_role("button", name="我有邀请码").click()
    xiaoyu.get_by_placeholder("123 456 789").fill(anna.locator(".code").inner_text())
    xiaoyu.keyboard.press("Enter")
    xiaoyu.get_by_label("你的名字").fill("小雨")
    take_chair(xiaoyu, 2)
    expect(xiaoyu.get_by_text("由 Anna 开始。")).to_be_visible()

    # the host changes the rules, and closes the table to newcomers and opens it again
    anna.get_by_role("button", name="Change", exact=True).click()
    anna.get_by_role("dialog").get_by_role("radio").last.check(force=True)
    anna.get_by_role("button", name="Use these").click()
    expect(mei.locator(".differs")).to_have_count(1)
    anna.get_by_role("button", name="Close it to newcomers").click()
    expect(mei.get_by_text("The table is closed to newcomers.")).to_be_visible()
    anna.get_by_role("button", name="Open it by a new link").click()
    expect(mei.get_by_label("The link to the table")).not_to_have_value(link)
    anna.get_by_role("button", name="Start with a bot").click()
    tables = [LockupTable(page) for page in (anna, mei, xiaoyu)]
    play_a_trick(tables)
    play_up_to(tables, 1)

    # a player who goes is shown as away to all, and has their cards on their return
    cards = tables[1].cards()
    address = mei.url
    mei.goto(f"{server.address}/rules/lockup")
    expect(anna.locator(".chip.away")).to_contain_text("Mei")
    mei.goto(address)
    expect(anna.locator(".chip.away")).to_have_count(0)
    expect(tables[1].hand.locator("button")).to_have_count(len(cards))
    assert tables[1].cards() == cards

    # the same player goes on in another browser, once they have said yes in the first
    open_players(mei)
    mei.get_by_role("button", name="Mei").last.click()
    sheet = mei.get_by_role("dialog", name="Mei")
    sheet.get_by_role("button", name="Make a link").click()
    tablet = open_page(sheet.get_by_label("The link for another browser").input_value())
    expect(tablet.get_by_role("heading", name="Go on as Mei here?")).to_be_visible()
    tablet.get_by_role("button", name="Ask the other browser").click()
    expect(sheet.get_by_role("heading", name="asks to become yours")).to_be_visible()
    sheet.get_by_role("button", name="Yes, it is mine").click()
    expect(tablet.get_by_role("heading", name="You are Mei here too")).to_be_visible()
    tablet.goto(address)
    expect(LockupTable(tablet).hand.locator("button")).to_have_count(len(cards))
    assert LockupTable(tablet).cards() == cards


def test_a_bot_plays_for_who_is_away_and_says_so(open_page: OpenPage, server: PlayServer) -> None:
    anna, mei = open_page(None), open_page(None, PHONE)
    settings = {"absence": "bot", "grace": 5}
    table = make_table(anna, server, "lockup", friends=True, name="Anna", settings=settings)
    anna.goto(f"{server.address}/tables/{table}")
    sit_down(mei, link_of(anna), "Mei", 1)
    anna.get_by_role("button", name="Start with").click()
    tables = [LockupTable(page) for page in (anna, mei)]
    play_a_trick(tables)
    address = mei.url
    mei.goto(f"{server.address}/rules/lockup")
    substitute = anna.locator(".chip.away").filter(has_text="a bot plays for them")
    play_until(tables[:1], lambda _: substitute.count() > 0)
    mei.goto(address)
    mei.get_by_role("button", name="I am back").click()
    mei.get_by_role("button", name="Menu").click()
    mei.get_by_role("button", name="Log").click()
    expect(mei.get_by_text("(a bot, while they were away)").first).to_be_visible()
    mei.keyboard.press("Escape")

    # anybody pauses the table, and anybody goes on
    open_players(mei)
    mei.get_by_role("button", name="Pause").click()
    mei.keyboard.press("Escape")
    expect(anna.get_by_role("group", name="Mei asks for a pause")).to_be_visible()
    expect(mei.get_by_role("group", name="You have paused the game")).to_be_visible()
    anna.get_by_role("button", name="Go on").click()
    expect(mei.get_by_role("group", name="You have paused the game")).to_have_count(0)

    # the host passes the role on, is removed by the new host, and cannot come back
    link = anna.request.get(f"{server.address}/api/tables/{table}").json()["link"]
    open_players(anna)
    anna.get_by_role("dialog").get_by_role("button", name="Mei").last.click()
    anna.get_by_role("button", name="Make Mei the host").click()
    expect(mei.get_by_text("You are the host now.").first).to_be_visible()
    open_players(mei)
    mei.get_by_role("dialog").get_by_role("button", name="Anna").last.click()
    mei.get_by_role("button", name="Remove Anna").click()
    mei.get_by_role("button", name="Remove", exact=True).click()
    expect(anna.get_by_role("heading", name=re.compile("removed"))).to_be_visible()
    anna.wait_for_function("() => !history.state?.over")  # the sheet that was open goes back in the history
    anna.goto(f"{server.address}/join/{link}")
    expect(anna.get_by_text("This link does not work")).to_be_visible()

    # the host deletes the table, and then all data about themselves
    mei.goto(f"{server.address}/me")
    mei.get_by_role("button", name="Lockup: leave or delete").click()
    mei.get_by_role("dialog").get_by_role("button", name="Delete the table").click()
    expect(mei.get_by_role("button", name="Lockup: leave or delete")).to_have_count(0)
    mei.get_by_role("button", name="Delete my data").click()
    with mei.expect_navigation():  # to the start page, which knows nothing of them
        with mei.expect_response(lambda answer: answer.request.method == "DELETE") as deleted:
            mei.get_by_role("button", name="Delete for good").click()
        assert deleted.value.status == 204
    expect(mei.get_by_role("button", name="Delete for good")).to_have_count(0)


def test_talk_and_a_spectator_who_comes_along_to_the_rematch(open_page: OpenPage, server: PlayServer) -> None:
    anna, mei, noa = open_page(None), open_page(None, PHONE, "ja-JP"), open_page(None)
    agreed = {"watching": True, "over_shoulder": True, "free_text": True, "joining": "at_once"}
    table = make_table(anna, server, "lockup", name="Anna", options={"target": 1}, settings=agreed)
    cards = play_by_rules(server, table, moves_left=6, to_last=True)
    anna.goto(f"{server.address}/tables/{table}")
    LockupTable(anna).wait_until_ready()
    open_players(anna)
    anna.get_by_role("button", name="Open it by a new link").click()
    sit_down(mei, link_of(anna), "Mei", 1)
    anna.keyboard.press("Escape")

    # a spectator sees the table, and no hand
    watch_link = anna.request.get(f"{server.address}/api/tables/{table}").json()["watch_link"]
    noa.goto(f"{server.address}/join/{watch_link}")
    noa.get_by_role("textbox").fill("Noa")
    noa.get_by_role("button", name="Watch").click()
    expect(noa.get_by_role("button", name="Watching")).to_be_visible()
    expect(noa.locator(".chip")).to_have_count(4)
    expect(noa.locator("[data-hand] button")).to_have_count(0)

    # a spectator looks over a shoulder as long as its owner lets them, and everybody sees that
    open_players(anna)
    anna.get_by_role("button", name="Show Noa my hand", exact=True).click()
    expect(anna.get_by_text("even another player in a second window")).to_be_visible()
    anna.get_by_role("button", name="Show my hand").click()
    hide = anna.get_by_role("button", name="Stop showing Noa my hand")
    expect(hide).to_be_visible()
    expect(mei.locator(".chip").filter(has_text="手札を観戦者に公開中")).to_contain_text("Anna")
    open_players(noa)
    noa.get_by_role("button", name="Look over Anna’s shoulder").click()
    noa.keyboard.press("Escape")
    tables = [LockupTable(page) for page in (anna, mei)]
    expect(noa.locator("[data-hand] button")).to_have_count(len(cards))
    assert sorted(LockupTable(noa).cards()) == sorted(cards)
    hide.click()
    expect(hide).to_have_count(0)
    anna.keyboard.press("Escape")
    expect(noa.locator("[data-hand] button")).to_have_count(0)

    check_space(tables[1])

    # a phrase is in the reader's language, and a text is shown as plain text
    anna.get_by_role("button", name="Talk").click()
    anna.get_by_role("button", name="Good luck!").click()
    expect(mei.locator(".said")).to_have_text("よろしくお願いします！")
    anna.get_by_label("Write something").fill("<b>https://example.org</b>")
    anna.keyboard.press("Enter")
    mei.get_by_role("button", name="チャット").click()
    expect(mei.get_by_role("log")).to_contain_text("<b>https://example.org</b>")
    expect(mei.get_by_role("log").get_by_role("link")).to_have_count(0)
    for page in (anna, mei):
        page.keyboard.press("Escape")

    # each sees the result until they go on, and spectators come along to the rematch
    play_to_the_end(tables)
    played = anna.url
    anna.get_by_role("button", name="Rematch", exact=True).click()
    expect(anna.locator(".bar")).to_contain_text("Waiting until Mei has seen the result.")
    again = mei.get_by_role("button", name=catalog("ja")["table.rematch"]).first
    expect(again.get_by_role("timer")).to_be_visible()
    for each in tables:
        expect(each.result).to_be_visible()
    again.click()
    anna.wait_for_url(lambda url: url != played)
    noa.get_by_role("button", name="To the rematch").click()
    for page in (mei, noa):
        expect(page).to_have_url(anna.url)
        expect(page.locator(".chip").first).to_be_visible()


def test_claims_are_open_as_long_for_all_and_only_who_may_claim_is_asked(
    open_page: OpenPage, tmp_path: Path
) -> None:
    server = StoppedServer(tmp_path)
    try:
        with server.clock.stopped():
            claim_or_not(server, open_page(None), open_page(None, PHONE))
    finally:
        server.close()


def claim_or_not(server: StoppedServer, anna: Page, mei: Page) -> None:
    """Anna throws a card, which Mei may claim."""
    settings = {"joining": "at_once"}
    table = make_table(anna, server, "seven_bridge", players=3, name="Anna", settings=settings)
    hands = {"0": "QH 9C TD 5C 4H 3D 8S", "1": "QS QC 8D 6S 2C JC 4D", "2": "AH QD JS AS 5D 3H 2H"}
    stack(server, table, Dealt(0, hands, "KS 3S 7D 8C 6H TS TH"))
    anna.goto(f"{server.address}/tables/{table}")
    tables = [SevenBridgeTable(page) for page in (anna, mei)]
    tables[0].draw()
    open_players(anna)
    anna.get_by_role("button", name="Open it by a new link").click()
    sit_down(mei, link_of(anna), "Mei", 1)
    anna.keyboard.press("Escape")
    click(tables[0].card("QH"))
    tables[0].pile.click()

    # both see the same time run out, and Mei alone is asked
    for page in (mei, anna):
        wait_for(page.locator(".time"))
        page.wait_for_function(f"() => ({SHARE})(document.querySelector('.time i')) === 0")
    expect(tables[1].question).to_contain_text("You may pon queen of hearts.")
    expect(tables[0].may_claim).to_have_count(0)

    # the question stays until it is answered, the bar until the time is over
    tables[1].passes.first.click()
    expect(tables[1].question).to_have_count(0)
    for page in (anna, mei):
        expect(page.locator(".time")).to_be_visible()
    server.clock.go_on(USUAL.claim_window)
    wait_for(tables[1].may_draw)
    assert tables[1].next_turn() == "draw"
    for page in (anna, mei):
        expect(page.locator(".time")).to_have_count(0)


SLOW = """
    const Line = window.WebSocket
    window.WebSocket = class extends Line {
        send(text) { setTimeout(() => this.readyState === 1 && super.send(text), 400) }
        set onmessage(hear) { super.onmessage = hear && (event => setTimeout(() => hear(event), 400)) }
    }
"""
"""A line that takes 400 ms each way."""

CLAIM_LATE = """() => void (window.claimed = new Promise(done => {
    const look = () => {
        const bar = document.querySelector('.time i')
        const left = bar ? new DOMMatrix(getComputedStyle(bar).transform).a : 1
        if (left > 0.06) return setTimeout(look, 5)
        document.querySelector('.bar .button.primary').click()
        done(left)
    }
    look()
}))"""
"""Press the first button when the bar has nearly run out."""


def test_on_a_slow_line_what_is_claimed_before_the_bar_has_run_out_counts(
    open_page: OpenPage, server: PlayServer
) -> None:
    anna, mei = open_page(None), open_page(None, PHONE)
    mei.add_init_script(SLOW)
    settings = {"joining": "at_once"}
    table = make_table(anna, server, "seven_bridge", players=3, name="Anna", settings=settings)
    hands = {"0": "QH 9C TD 5C 4H 3D 8S", "1": "QS QC 8D 6S 2C JC 4D", "2": "AH QD JS AS 5D 3H 2H"}
    stack(server, table, Dealt(0, hands, "KS 3S 7D 8C 6H TS TH"))
    anna.goto(f"{server.address}/tables/{table}")
    tables = [SevenBridgeTable(page) for page in (anna, mei)]
    tables[0].draw()
    open_players(anna)
    anna.get_by_role("button", name="Open it by a new link").click()
    sit_down(mei, link_of(anna), "Mei", 1)
    anna.keyboard.press("Escape")
    mei.evaluate(CLAIM_LATE)
    click(tables[0].card("QH"))
    tables[0].pile.click()
    assert mei.evaluate("() => window.claimed") > 0
    for shown in tables:
        expect(shown.melds).to_have_count(1, timeout=20_000)


SHARE = "bar => new DOMMatrix(getComputedStyle(bar).transform).a"
"""The share of the time that is left, from 0 to 1."""


def test_a_link_that_only_this_computer_can_open_says_so(open_page: OpenPage, server: PlayServer) -> None:
    page = open_page(None)
    link = open_a_table(page, server, "lockup", "Ann")
    assert "127.0.0.1" in link
    expect(page.get_by_text(catalog("en")["friends.link.here"])).to_be_visible()
    expect(page.get_by_text("--host 0.0.0.0").first).to_be_visible()
    expect(page.get_by_role("img", name=catalog("en")["friends.qr"])).to_have_count(0)


def test_a_link_is_made_for_the_network_where_the_server_listens_there(
    open_page: OpenPage, server: PlayServer
) -> None:
    page = open_page(None)
    page.route("**/api/network", lambda route: route.fulfill(json={"host": "192.168.1.20"}))
    open_a_table(page, server, "lockup", "Ann")
    expect(page.get_by_label("The link to the table").first).to_have_value(
        re.compile("^http://192.168.1.20:")
    )
    expect(page.get_by_text("Open 192.168.1.20:")).to_be_visible()
    expect(page.get_by_text(catalog("en")["friends.link.network"])).to_be_visible()
    wait_for(page.get_by_role("img", name=catalog("en")["friends.qr"]))
    page.unroute("**/api/network")


def test_reactions_are_drawn_in_the_talk_and_at_the_seat(open_page: OpenPage, server: PlayServer) -> None:
    pages = [open_page(None), open_page(None)]
    link = open_a_table(pages[0], server, "lockup", "Ann")
    sit_down(pages[1], link, "Bea", 1)
    pages[0].get_by_role("button", name="Start").click()
    for page in pages:
        LockupTable(page).page.locator("[data-hand] li").first.wait_for()
        page.get_by_role("button", name=catalog("en")["friends.talk"]).click()
    signs = pages[0].get_by_role("group", name=catalog("en")["friends.reactions"]).get_by_role("button")
    expect(signs).to_have_count(6)
    for number in range(6):
        assert signs.nth(number).locator("use").evaluate(DRAWN), number
    signs.nth(4).click()
    said = pages[1].get_by_role("log").get_by_role("img", name=catalog("en")["friends.reaction.clap"])
    assert said.locator("use").evaluate(DRAWN)
    assert pages[1].locator(".said use").evaluate(DRAWN)
