"""A finished round shown again: by timeline, buttons, keys and list, from every side, on every table."""

import json
import re
from pathlib import Path
from typing import Any, cast

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from sevenfold.testing.served import PlayServer
from sevenfold.testing.stacked import always, begin_match, opened, play_round, write_log
from sevenfold.testing.table import SIDEWAYS, SIZES, found_at_rest, resize, wait_for, wait_until_gone
from tests.browser.conftest import DESKTOP, PAINT, PHONE, RUN_AXE, OpenPage, make_table

GAMES = ("lockup", "trump7", "seven_bridge", "lockseven")

SMALLEST = [(320, 568), (640, 360)]
"""Upright and on its side."""

CUT_OFF = """() => [...document.querySelectorAll(
  'header > *, .autoplay > *, .ways > *, .try > *, .actions button, .hand-rows header, [data-hand] button')]
  .filter((part) => part.getClientRects().length > 0)
  .map((part) => [part.getBoundingClientRect(), part.outerHTML.slice(0, 90)])
  .filter(([box]) => box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
  .map(([, html]) => html)"""
"""Parts of the bar, the buttons, the slips and the hand that the window cuts off."""

SQUEEZED = """() => [...document.querySelectorAll('.story')]
  .filter((story) => story.scrollWidth > story.clientWidth)
  .map((story) => `${story.scrollWidth} px of a result in ${story.clientWidth}`)"""
"""A result that is wider than its place."""

OVERLAID = """() => {
  const me = document.querySelector('.me > *')?.getBoundingClientRect()
  return [...document.querySelectorAll('.seats .chip')]
    .map((chip) => [chip.getBoundingClientRect(), chip.textContent])
    .filter(([box]) => me?.width && box.width && box.bottom > me.top + 2 && box.top < me.bottom
      && box.right > me.left && box.left < me.right)
    .map(([, text]) => text)
}"""
"""Opponents over whom the viewer's own place lies."""


def finished_round(page: Page, server: PlayServer, game: str) -> str:
    """A table at which the person has played one round to its end; the same round each time."""
    table = make_table(page, server, game)
    with opened(server) as database:
        for seed in range(100):
            match, dealer = begin_match(database, table, seed)
            play_round(match, dealer, always)
            if not match.thrown_in:
                break
        write_log(database, table, match.entries)
    return table


def open_round(
    open_page: OpenPage,
    server: PlayServer,
    game: str,
    size: ViewportSize = DESKTOP,
    query: str = "",
    language: str = "en",
) -> Page:
    page = open_page(None, size, language)
    table = finished_round(page, server, game)
    page.goto(f"{server.address}/round/{table}.last{query}")
    wait_for(page.locator(".track"))
    return page


def thread(page: Page) -> str:
    return page.get_by_role("slider").get_attribute("aria-valuetext") or ""


def at(page: Page) -> int:
    return int(page.get_by_role("slider").get_attribute("aria-valuenow") or -1)


def in_hand(page: Page) -> set[str]:
    """The cards in the hand."""
    cards = page.locator("[data-hand] button")
    return set(cards.evaluate_all("all => all.map(({ dataset }) => dataset.id)"))


def test_a_round_is_gone_through_by_keys_buttons_and_the_list(
    open_page: OpenPage, server: PlayServer
) -> None:
    page = open_round(open_page, server, "lockup")
    slider = page.get_by_role("slider", name="Timeline", exact=True)
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"^The cards are dealt\."))
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute(
        "aria-valuetext", re.compile(r"^Trick 1, card 1 of \d\. .* plays .* of ")
    )
    expect(page.get_by_role("status")).to_contain_text("Trick 1, card 1")
    expect(page.locator(".trick li")).to_have_count(1)
    page.keyboard.press("]")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"^Trick 1, card (\d) of \1\. .*trick"))
    expect(page.locator(".trick li")).to_have_count(4)  # it lies there until the next begins
    page.keyboard.press("[")
    assert at(page) == 0
    page.keyboard.press("End")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"^The result\."))
    wait_for(page.locator(".end"))
    page.keyboard.press("Home")

    page.get_by_role("button", name="To your next choice").click()
    wait_for(page.locator(".say"))
    decides = at(page)
    page.get_by_role("button", name="One step on").click()
    expect(page.locator(".say")).to_contain_text("You")
    page.get_by_role("button", name="One step back").click()
    assert at(page) == decides
    page.get_by_role("button", name=re.compile("plays")).nth(9).click()
    current = page.locator("[aria-current=step]")
    expect(current).to_have_count(1)
    assert current.get_attribute("data-index") == str(at(page))

    # letters can be turned off, arrows not
    page.evaluate(
        """() => localStorage['sevenfold.preferences'] = JSON.stringify(
        { ...JSON.parse(localStorage['sevenfold.preferences']), letterKeys: false })"""
    )
    page.reload()
    wait_for(page.locator(".track"))
    before = at(page)
    page.keyboard.press("]")
    assert at(page) == before
    page.keyboard.press("ArrowLeft")
    assert at(page) == before - 1


def test_the_address_follows_what_is_seen_and_leads_back_there(
    open_page: OpenPage, server: PlayServer
) -> None:
    page = open_round(open_page, server, "lockup", query="?at=6")
    expect(page).to_have_url(re.compile(r"/round/\w+\.1\?at=6&from=0$"))
    said = thread(page)
    page.get_by_text("All cards", exact=True).click()
    expect(page).to_have_url(re.compile("at=6&from=open$"))
    expect(page.locator(".open").first).to_be_visible()
    assert thread(page) == said
    page.reload()
    expect(page.get_by_role("radio", name="All cards")).to_be_checked()
    assert thread(page) == said
    page.keyboard.press("2")
    expect(page.get_by_role("radio", name=re.compile("^As .* saw it"))).to_be_checked()
    expect(page).to_have_url(re.compile("from=1$"))
    page.goto(re.sub(r"at=\d+", "at=999", page.url))  # past the end: the end
    wait_for(page.locator(".end"))


def test_what_one_did_not_see_is_not_on_the_page(open_page: OpenPage, server: PlayServer) -> None:
    page = open_round(open_page, server, "lockup", query="?at=0")
    hand = page.locator("[data-hand] button")
    expect(hand).to_have_count(13)
    held = set(hand.evaluate_all("all => all.map((card) => card.dataset.id)"))
    sent = page.request.get(page.url.replace("/round/", "/api/rounds/").split("?")[0]).json()
    assert set(sent["moments"][0]["view"]["hand"]) == held
    assert sent["moments"][0]["hands"] is None
    hand.first.click()  # nothing can be acted
    expect(hand.first).to_have_attribute("aria-pressed", "false")


def test_a_round_plays_itself_and_stops_when_asked(open_page: OpenPage, server: PlayServer) -> None:
    page = open_round(open_page, server, "lockup")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuenow", "2", timeout=20_000)
    page.keyboard.press("Escape")
    wait_for(page.get_by_role("button", name="Play", exact=True))


@pytest.mark.parametrize("game", [*GAMES, "plain"])
def test_every_table_shows_it_at_every_size_and_nothing_is_cut_off(
    game: str, open_page: OpenPage, server: PlayServer, axe: str
) -> None:
    plain = game == "plain"
    page = open_round(
        open_page, server, "lockup" if plain else game, query="?at=14" + ("&table=plain" if plain else "")
    )
    page.evaluate(axe)
    for side in ("", "A"):
        if side:
            page.keyboard.press(side)
            expect(page).to_have_url(re.compile("from=open"))
        for width, height in [*SIZES, (768, 1024)]:
            resize(page, ViewportSize(width=width, height=height))
            assert found_at_rest(page, SIDEWAYS) == [], f"{width}x{height} {side}"
            assert found_at_rest(page, CUT_OFF) == [], f"{width}x{height} {side}"
            small = height < 560 or (width < 900 and width < height)
            expect(page.locator(".hand-rows")).to_have_count(1 if side and small else 0)
        page.evaluate(PAINT)
        assert page.evaluate(RUN_AXE) == []
    page.keyboard.press("Home")
    resize(page, DESKTOP)
    assert page.evaluate(RUN_AXE) == []


@pytest.mark.parametrize("game", ["lockup", "trump7"])
def test_the_trick_is_as_large_as_drawn_on_small_phones(
    open_page: OpenPage, server: PlayServer, game: str
) -> None:
    page = open_round(open_page, server, game, query="?at=12")
    for width, height, least in [(360, 640, 50), (844, 390, 60)]:
        resize(page, ViewportSize(width=width, height=height))
        cards = page.locator("ol.cross > li")
        expect(cards.first).to_be_visible()
        widths = cards.evaluate_all("(cards) => cards.map((card) => card.offsetWidth)")
        assert min(widths) >= least, (width, height)


@pytest.mark.parametrize(("language", "words"), [("zh-CN", ("回放", "明牌")), ("ja", ("リプレイ", "手札"))])
def test_a_phone_swipes_and_opens_sheets(
    language: str, words: tuple[str, str], open_page: OpenPage, server: PlayServer, axe: str
) -> None:
    page = open_round(open_page, server, "lockup", PHONE, language=language)
    expect(page).to_have_title(re.compile(words[0]))
    page.evaluate("""() => {
      const felt = document.querySelector('main')
      const at = (type, clientX) => felt.dispatchEvent(
        new PointerEvent(type, { pointerType: 'touch', clientX, clientY: 300, bubbles: true }))
      at('pointerdown', 300)
      at('pointerup', 120)
    }""")
    expect(page.get_by_role("slider")).to_have_attribute("aria-valuenow", "1")
    page.locator(".small button").first.tap()
    expect(page.locator("dialog .pick button")).to_have_count(5)
    page.evaluate(axe)
    page.evaluate(PAINT)
    assert page.evaluate(RUN_AXE) == []
    page.locator("dialog .pick button").last.tap()
    expect(page.locator(".hand-rows section")).to_have_count(4)
    expect(page.locator(".hand-rows")).to_be_visible()
    page.locator(".autoplay > button").last.tap()
    page.locator("dialog .moves button").nth(5).tap()
    wait_for(page.locator(".track"))
    expect(page.get_by_role("slider")).not_to_have_attribute("aria-valuenow", "1")


def test_a_link_shows_others_the_round_and_a_record_brings_it_back(
    open_page: OpenPage, server: PlayServer, tmp_path: Path
) -> None:
    page = open_round(open_page, server, "trump7", query="?at=9")
    page.get_by_role("button", name="Share this moment").click()
    address = page.get_by_role("textbox", name="Link")
    expect(address).to_have_value(re.compile(r"/round/[\w-]{20,}\?at=9&from=0&in=en$"))
    wait_for(page.locator("dialog .reach"))  # made at 127.0.0.1, it is for this computer alone
    link = address.input_value()
    text = page.get_by_role("textbox", name="This moment as text")
    expect(text).to_have_value(re.compile(r"^Trump 7 · Deal 1 · "))
    expect(text).not_to_have_value(re.compile(r"\byou\b", re.IGNORECASE))  # others read it
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Save", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Record of the round").click()
    record = tmp_path / "round.jsonl"
    download.value.save_as(record)

    other = open_page(link)
    wait_for(other.locator(".track"))
    expect(other.get_by_role("radio", name=re.compile("^As .* saw it"))).to_be_checked()
    other.goto(page.url)  # without the link
    wait_for(other.get_by_role("heading", name="You were not at this table"))

    other.goto(f"{server.address}/open")
    broken = tmp_path / "broken.jsonl"
    broken.write_text(json.dumps({"game": "trump7"}))
    other.locator("input[type=file]").set_input_files(broken)
    wait_for(other.get_by_role("alert"))
    other.locator("input[type=file]").set_input_files(record)
    wait_for(other.locator(".track"))
    expect(other.get_by_role("radio", name="All cards")).to_be_checked()


def test_what_cannot_be_shown_says_why_and_the_way_out(open_page: OpenPage, server: PlayServer) -> None:
    page = open_page(None)
    table = make_table(page, server, "lockup")
    page.goto(f"{server.address}/round/{table}.1")
    wait_for(page.get_by_role("heading", name="This round is still in play"))
    page.goto(f"{server.address}/round/0123456789ab.1")
    wait_for(page.get_by_role("heading", name="There is no such round"))
    wait_for(page.get_by_role("link", name="Back to the start page"))


@pytest.mark.parametrize("game", ["lockup", "trump7", "lockseven"])
def test_no_sentence_lacks_its_cards_from_whichever_side(
    game: str, open_page: OpenPage, server: PlayServer
) -> None:
    page = open_round(open_page, server, game)
    for key, side in (("", ""), ("2", "from=1"), ("a", "from=open")):
        if key:
            page.keyboard.press(key)
            page.wait_for_url(f"**{side}**")
        moves = page.locator("aside, .moves").first
        expect(moves).to_contain_text("takes")
        assert re.search(r"lose \.|, ,|: \.", moves.inner_text()) is None, side


def test_a_moment_past_the_end_is_the_end_and_says_so(open_page: OpenPage, server: PlayServer) -> None:
    page = open_round(open_page, server, "trump7", query="?at=999")
    wait_for(page.get_by_role("status").filter(has_text="This link points past the end"))
    page.keyboard.press("Home")
    wait_until_gone(page.get_by_role("status").filter(has_text="This link points past the end"))
    branch = re.sub(r"\?at=\d+", "?at=999", branch_in_address(page))
    page.goto(page.url.split("?")[0] + branch)
    wait_for(page.locator(".what-if-bar"))
    wait_for(page.get_by_role("status").filter(has_text="This link points past the end"))


def test_the_longest_headline_of_a_result_fits_every_window(open_page: OpenPage, server: PlayServer) -> None:
    page = open_page(None, PHONE, "ja")
    table = finished_round(page, server, "trump7")
    page.goto(f"{server.address}/tables/{table}")
    page.locator(".story h2").evaluate("(headline) => { headline.textContent = '38点足りませんでした' }")
    for width, height in SIZES:
        resize(page, ViewportSize(width=width, height=height))
        assert found_at_rest(page, SQUEEZED) == [], f"{width}x{height}"


def test_results_and_scores_lead_to_the_round(open_page: OpenPage, server: PlayServer) -> None:
    page = open_page(None)
    table = finished_round(page, server, "lockup")
    page.goto(f"{server.address}/tables/{table}")
    page.get_by_role("button", name="More").click()
    page.get_by_role("link", name="Replay").click()
    wait_for(page.locator(".track"))
    page.goto(f"{server.address}/tables/{table}")
    page.get_by_role("tabpanel").get_by_role("link", name="1").click()
    wait_for(page.locator(".track"))
    expect(page).to_have_url(re.compile(rf"/round/{table}\.1\?at=0&from=0$"))


# --- what if --------------------------------------------------------------------------------------


def branch_in_address(page: Page, *, steps: int = 3, dealt: bool = False) -> str:
    """The query of an address that leads so many steps into a branch of the page's round; with `dealt` the
    others' cards are dealt anew.
    """
    api = page.url.split("?")[0].replace("/round/", "/api/rounds/")
    moments = page.request.get(f"{api}?from=0").json()["moments"]
    at = next(each["at"] for each in moments if each["decision"])

    def ask(message: dict[str, object]) -> dict[str, Any]:
        cards = "then" if dealt else "true"
        data = {"message": message, "at": at, "from": "0", "bots": "easy", "cards": cards}
        return cast("dict[str, Any]", page.request.post(f"{api}/what-if", data=data).json())

    hello = ask({"type": "hello", "version": None})["answer"]
    chosen = hello["choices"]
    while not chosen["moves"]:
        cards = [*chosen["chosen"], chosen["cards"][-1]]
        chosen = ask({"type": "select", "version": hello["version"], "cards": cards})["answer"]
    play = {"type": "play", "version": hello["version"], "move": chosen["moves"][-1]["text"]}
    made = ask(play)["made"]
    moves = ".".join([str(at), *(move.replace(" ", "_") for move in made)])
    return f"?at={at + steps}&from=0&bots=easy&if={moves}{'&deal=0' if dealt else ''}"


def test_another_card_branches_off_and_the_way_back_is_there(open_page: OpenPage, server: PlayServer) -> None:
    page = open_round(open_page, server, "lockup", query="?at=0")
    expect(page.locator(".branch")).to_have_count(0)
    page.keyboard.press("n")
    left = at(page)
    held = in_hand(page)
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-hand] button")).to_have_count(len(held) - 1)
    (played,) = held - in_hand(page)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("w")
    expect(page.locator(".try p")).to_have_text("Choose what you do instead.")
    hand = page.locator("[data-hand] button")
    hand.last.click()  # refused as at a table
    wait_for(page.locator(".refused"))
    page.keyboard.press("Escape")
    expect(page.locator(".refused")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(".try")).to_have_count(0)
    assert at(page) == left

    page.get_by_role("button", name="What if…").click()
    wait_for(page.locator(".try"))
    page.locator(f"[data-hand] li.legal button:not([data-id='{played}'])").first.click()
    bar = page.locator(".what-if-bar")
    expect(bar).to_contain_text(
        re.compile("What if: .* instead of .* Your result: .*, in the round", re.DOTALL)
    )
    branch = page.get_by_role("slider", name="Timeline of the what-if")
    expect(branch).to_have_attribute("aria-valuetext", re.compile("^What if: Trick"))
    page.keyboard.press("End")
    expect(branch).to_have_attribute("aria-valuetext", re.compile("^What if: The result"))
    expect(page.get_by_role("status").filter(has_text="What if: The result")).to_have_count(1)
    page.keyboard.press("[")
    said = branch.get_attribute("aria-valuetext") or ""

    # it is in the address, and from every side the same
    expect(page).to_have_url(re.compile(r"[?&]if=\d+\.0_"))
    page.keyboard.press("a")
    expect(page).to_have_url(re.compile("from=open"))
    expect(bar).to_be_visible()
    page.reload()
    expect(branch).to_have_attribute("aria-valuetext", said)

    # the round is beside it; another branch asks for its place
    page.get_by_role("slider", name="Timeline", exact=True).press("ArrowRight")
    expect(bar).to_have_count(0)
    expect(page.locator(".branch")).to_have_count(1)
    page.keyboard.press("N")
    page.keyboard.press("w")
    page.get_by_role("button", name="Keep it").click()
    expect(page.locator(".branch")).to_have_count(1)
    page.keyboard.press("w")
    page.get_by_role("button", name="Replace it").click()
    wait_for(page.locator(".try"))
    expect(page.locator(".branch")).to_have_count(0)
    page.get_by_role("button", name="Back to the round").click()
    expect(page).not_to_have_url(re.compile("if="))


def test_the_cards_of_others_are_dealt_anew_where_that_is_asked_for(
    open_page: OpenPage, server: PlayServer
) -> None:
    page = open_round(open_page, server, "lockup", query="?at=0")
    page.keyboard.press("n")
    page.keyboard.press("w")
    page.get_by_label("The cards of the others").select_option("then")
    page.get_by_label("Who plays on").select_option("easy")
    page.locator("[data-hand] li.legal button").first.click()
    expect(page.locator(".what-if-bar")).to_contain_text("The others’ cards were dealt again")
    expect(page).to_have_url(re.compile("bots=easy&deal=0"))
    page.get_by_role("button", name="Deal again").click()
    expect(page).to_have_url(re.compile("deal=1"))
    page.keyboard.press("Escape")  # it plays: that stops first
    page.keyboard.press("Escape")
    expect(page.locator(".branch")).to_have_count(0)


def test_where_nothing_can_be_tried_a_sentence_says_why(open_page: OpenPage, server: PlayServer) -> None:
    page = open_round(open_page, server, "lockup", query="?at=999")
    expect(page.get_by_role("button", name="What if…")).to_be_disabled()
    page.keyboard.press("w")
    expect(page.locator(".note")).to_contain_text("Go on to the next choice")
    page.keyboard.press("Escape")
    expect(page.locator(".note")).not_to_contain_text("Go on to")
    page.goto(page.url.split("?")[0] + "?at=3&from=0&if=2.0_nonsense")
    expect(page.locator(".note")).to_contain_text("cannot be shown again")
    page.goto(page.url.split("?")[0] + "?at=1&from=watch")
    wait_for(page.locator(".track"))
    page.keyboard.press("w")
    expect(page.locator(".note")).to_contain_text("A spectator has no choices to make")


@pytest.mark.parametrize("game", [*GAMES, "plain"])
def test_a_branch_and_what_is_chosen_in_it_fit_every_size(
    game: str, open_page: OpenPage, server: PlayServer, axe: str
) -> None:
    own, plain = ("lockup", "&table=plain") if game == "plain" else (game, "")
    page = open_round(open_page, server, own, query=f"?at=0{plain}")
    page.goto(page.url.split("?")[0] + branch_in_address(page, steps=1, dealt=True) + plain)
    wait_for(page.locator(".what-if-bar"))
    page.evaluate(axe)
    for state in ("left", "branch", "end", "trying"):
        if state == "left":
            page.keyboard.press("ArrowLeft")
        elif state == "branch":
            page.keyboard.press("]")
        elif state == "end":
            page.keyboard.press("End")
            wait_for(page.locator(".story"))
        elif state == "trying":
            resize(page, DESKTOP)
            page.keyboard.press("Escape")
            page.keyboard.press("w")
            wait_for(page.locator(".try select").first)
            wait_for(page.locator(".trying"))
        is_short = state in ("left", "end")
        for width, height in SMALLEST if is_short else SIZES:
            resize(page, ViewportSize(width=width, height=height))
            for amiss in (SIDEWAYS, CUT_OFF, SQUEEZED, OVERLAID):
                assert found_at_rest(page, amiss) == [], f"{width}x{height} {state}"
        if not is_short:
            page.evaluate(PAINT)
            assert page.evaluate(RUN_AXE) == []


# --- play on --------------------------------------------------------------------------------------


def test_a_round_is_played_on_from_any_seat_at_a_table_that_says_so(
    open_page: OpenPage, server: PlayServer, axe: str
) -> None:
    page = open_round(open_page, server, "lockup", query="?at=6")
    page.get_by_role("button", name="Play on from here").click()
    sheet = page.get_by_role("dialog", name="Play on from here")
    expect(sheet).to_contain_text("starts here (Trick 2, card 2 of 4)")
    expect(sheet.get_by_role("radio", name="You 12 cards, next to move")).to_be_checked()
    sheet.locator("label", has_text="11 cards").first.click()
    sheet.locator("label", has_text="New cards").click()
    expect(sheet).to_contain_text(re.compile("The others hold anything that .* could not rule out here"))
    page.evaluate(axe)
    for width, height in SIZES:
        resize(page, ViewportSize(width=width, height=height))
        assert found_at_rest(page, SIDEWAYS) == [], f"{width}x{height}"
    page.evaluate(PAINT)
    assert page.evaluate(RUN_AXE) == []
    resize(page, DESKTOP)
    sheet.get_by_role("button", name="Take the seat").click()
    page.wait_for_url("**/tables/**")
    # the log says so, beside the table
    expect(page.get_by_text("with new cards for the others").first).to_be_visible()
    page.get_by_role("link", name="Watch the round").first.click()
    expect(page).to_have_url(re.compile(r"/round/\w+\.1\?at=6"))
    wait_for(page.locator(".track"))
    page.keyboard.press("End")  # nothing is left to play there
    expect(page.get_by_role("button", name="Play on from here")).to_be_disabled()
    page.get_by_role("button", name="Play on from here").press("Enter")
    expect(page.locator(".note")).to_contain_text("nothing left to play")


def test_who_plays_on_with_friends_finds_the_link_for_them(open_page: OpenPage, server: PlayServer) -> None:
    page = open_round(open_page, server, "lockup", PHONE, query="?at=6")
    page.get_by_role("button", name="Play on from here").click()
    sheet = page.get_by_role("dialog", name="Play on from here")
    sheet.locator("label", has_text="Friends by link").click()
    sheet.get_by_role("button", name="Take the seat").click()
    page.wait_for_url("**/tables/**")
    page.get_by_role("button", name="Invite", exact=True).click()
    link = page.get_by_role("dialog").locator("input[readonly]").first
    expect(link).to_have_value(re.compile("/join/"))
