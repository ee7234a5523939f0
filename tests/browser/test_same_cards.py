"""The cards of a finished round once more: played again, and compared."""

import re

import msgspec
from playwright.sync_api import Page, ViewportSize, expect

from sevenfold.core.dealer import Dealer
from sevenfold.core.duplicate import after
from sevenfold.core.log import Dealt, Log
from sevenfold.core.replaying import replay
from sevenfold.games import load_game
from sevenfold.testing.served import PlayServer
from sevenfold.testing.stacked import always, opened, play_round, write_log
from sevenfold.testing.table import (
    SIDEWAYS,
    SIZES,
    LockupTable,
    click,
    found_at_rest,
    reach,
    resize,
    wait_for,
    wait_until_gone,
)
from tests.browser.conftest import DESKTOP, PAINT, PHONE, RUN_AXE, OpenPage
from tests.browser.test_replay import finished_round


def again(page: Page, server: PlayServer, table: str) -> dict[str, str]:
    """A table of the person's own with the cards of the round of another."""
    answer = page.request.post(f"{server.address}/api/rounds/{table}.1/again", data={"pace": 0})
    assert answer.ok, answer.text()
    made: dict[str, str] = answer.json()
    return made


def play_but_for_the_last_turn(server: PlayServer, table: str) -> None:
    """Write a board's round into its table's log, but for the first seat's last turn.

    Nobody has the table open then.
    """
    with opened(server) as database:
        found = database.execute(
            "SELECT tables.game, tables.options, tables.players, boards.seed, dealt FROM tables"
            " JOIN boards ON boards.id = tables.board WHERE tables.id = ?",
            [table],
        )
        name, options, players, seed, dealt = found.fetchone()
        game = load_game(name)
        entries = (msgspec.json.decode(dealt, type=Dealt),)
        log = Log(name, game.meta.rules_version, msgspec.json.decode(options), players, entries, last=1)
        match = replay(game, log)
        turns = play_round(match, Dealer(after(seed), borrowed=(1, seed)), always)
        write_log(database, table, match.entries[: turns[-1]])


def test_a_round_is_played_again_from_its_result_at_any_seat(
    open_page: OpenPage, server: PlayServer, axe: str
) -> None:
    page = open_page(None, DESKTOP)
    old = finished_round(page, server, "lockup")
    page.goto(f"{server.address}/tables/{old}")
    more = page.get_by_role("button", name="More")
    wait_for(more)
    assert found_at_rest(page, SIDEWAYS) == []
    more.click()
    page.get_by_role("button", name="Same cards").click()
    seats = page.get_by_role("dialog").get_by_role("radio")
    expect(seats).to_have_count(4)
    expect(seats.first).to_be_checked()  # one's own
    page.evaluate(PAINT)
    page.evaluate(axe)
    assert page.evaluate(RUN_AXE) == []
    page.keyboard.press("Escape")
    wait_until_gone(page.get_by_role("dialog"))
    expect(more).to_be_focused()
    more.click()
    page.get_by_role("button", name="Same cards").press("Enter")
    seats.nth(2).focus()
    page.keyboard.press("Space")
    page.get_by_role("button", name="Play these cards again").press("Enter")
    page.wait_for_url(re.compile(rf"/tables/(?!{old})"))
    table = LockupTable(page)
    table.wait_until_ready()
    page.goto(f"{server.address}/round/{old}.1?at=0&from=0")
    wait_for(page.locator(".track"))  # their try does not count: they may look meanwhile


def test_who_was_offered_the_cards_is_asked_before_they_look(
    open_page: OpenPage, server: PlayServer, axe: str
) -> None:
    page = open_page(None, DESKTOP)
    old = finished_round(page, server, "lockup")
    link = page.request.post(f"{server.address}/api/rounds/{old}.1/link").json()["key"]
    assert page.request.post(f"{server.address}/api/rounds/{old}.1/cards", data={}).ok
    for language, words in (("zh-CN", "还是要看"), ("ja", "それでも見る"), ("en", "Watch all the same")):
        friend = open_page(f"{server.address}/round/{link}", PHONE, language)
        button = friend.get_by_role("button", name=words)
        wait_for(button)
        friend.evaluate(axe)
        for width, height in SIZES:
            resize(friend, ViewportSize(width=width, height=height))
            assert found_at_rest(friend, SIDEWAYS) == [], f"{width}x{height}"
        friend.evaluate(PAINT)
        assert friend.evaluate(RUN_AXE) == []
        reach(friend, button)
        friend.keyboard.press("Enter")
        wait_for(friend.locator(".track"))
        friend.reload()
        wait_for(friend.locator(".track"))  # they have been asked


def test_a_replay_leads_to_its_cards(open_page: OpenPage, server: PlayServer) -> None:
    page = open_page(None, PHONE)
    old = finished_round(page, server, "trump7")
    page.goto(f"{server.address}/round/{old}.1")
    wait_for(page.locator(".track"))
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="The same cards").click()
    page.get_by_role("button", name="Play these cards again").click()
    page.wait_for_url(re.compile(rf"/tables/(?!{old})"))


def test_results_are_compared_by_keyboard(open_page: OpenPage, server: PlayServer, axe: str) -> None:
    page = open_page(None, DESKTOP)
    old = finished_round(page, server, "lockup")
    made = again(page, server, old)
    play_but_for_the_last_turn(server, made["id"])
    page.goto(f"{server.address}/tables/{made['id']}")
    table = LockupTable(page)
    table.play_round(click)
    expect(page.get_by_role("button", name="Same cards")).to_have_count(0)
    expect(page.get_by_role("button", name="Rematch")).to_have_count(0)
    expect(page.locator(".end .story")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/same/{made['board']}?seat=0")
    wait_for(page.get_by_role("heading", name=re.compile(r"^You: \d+ tricks?$")))
    rows = page.get_by_role("table").get_by_role("row")
    expect(rows).to_have_count(3)
    expect(rows.nth(1)).to_contain_text("the first round")
    expect(rows.nth(2)).to_contain_text("second try")
    wait_for(page.get_by_role("list", name="Results").get_by_role("listitem").first)  # bots follow
    page.evaluate(axe)
    for width, height in SIZES:
        resize(page, ViewportSize(width=width, height=height))
        assert found_at_rest(page, SIDEWAYS) == [], f"{width}x{height}"
    page.evaluate(PAINT)
    assert page.evaluate(RUN_AXE) == []
    reach(page, rows.nth(2).get_by_role("link"))
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/round/{made['id']}.1?**")


def test_a_friend_plays_the_cards_by_a_link_on_a_phone_in_chinese(
    open_page: OpenPage, server: PlayServer, axe: str
) -> None:
    page = open_page(None, DESKTOP)
    old = finished_round(page, server, "lockup")
    page.request.put(f"{server.address}/api/session", data={"name": "Nadia"})
    page.goto(f"{server.address}/tables/{old}")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Same cards").click()
    page.get_by_role("button", name="Let somebody play them").click()
    link = page.get_by_label("The link to the cards").input_value()
    key = link.rsplit("/", 1)[1].split("?")[0]

    before = page.request.get(f"{server.address}/cards/{key}?in=ja")  # as a chat shows the link
    assert "<title>Nadiaさんと同じカードで：ロックアップ</title>" in before.text()
    assert before.headers["x-robots-tag"] == "noindex"
    unknown = page.request.get(f"{server.address}/cards/{key[:-1]}")
    assert "<title>Sevenfold</title>" in unknown.text()

    friend = open_page(f"{server.address}/cards/{key}", PHONE, "zh-CN")
    wait_for(friend.get_by_role("heading", name="Nadia 打过这副牌"))
    told = friend.get_by_role("main").inner_text()
    assert "关禁闭" in told
    assert re.findall(r"[a-z]{3,}", told.replace("Nadia", "")) == []
    friend.evaluate(axe)
    for width, height in SIZES:
        resize(friend, ViewportSize(width=width, height=height))
        assert found_at_rest(friend, SIDEWAYS) == [], f"{width}x{height}"
    friend.evaluate(PAINT)
    assert friend.evaluate(RUN_AXE) == []
    resize(friend, PHONE)
    friend.get_by_label("你的名字").fill("小林")
    friend.get_by_role("button", name="打这副牌").click()
    friend.wait_for_url("**/tables/*")
    LockupTable(friend).wait_until_ready()
    mine = friend.url.rsplit("/", 1)[1]
    friend.goto(f"{server.address}/favicon.svg")
    play_but_for_the_last_turn(server, mine)
    friend.goto(f"{server.address}/cards/{key}")
    friend.get_by_role("link", name="接着打").click()
    LockupTable(friend).play_round(click)
    friend.get_by_role("button", name="比较").click()
    wait_for(friend.get_by_role("heading", name="同一副牌"))
    people = friend.get_by_role("list", name="结果").get_by_role("listitem")
    wait_for(people.nth(1))  # bots follow by themselves
    wait_for(friend.get_by_role("heading", name="分岔点"))
    told = friend.get_by_role("main").inner_text()
    assert re.findall(r"[a-z]{3,}", told.replace("Nadia", "")) == []
    assert "{" not in told

    page.get_by_role("link", name="Who has played them").click()
    rows = page.get_by_role("table").get_by_role("row")
    expect(rows).to_have_count(3)
    expect(rows.filter(has_text="小林")).to_have_count(1)
    expect(page.get_by_role("heading", name="Where they parted")).to_be_visible()
