"""The Seven Bridge table in a browser: whole hands; claims, melds and the joker on stacked deals."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from sevenfold.core.log import Dealt
from sevenfold.testing.served import PlayServer
from sevenfold.testing.stacked import stack
from sevenfold.testing.table import SevenBridgeTable, check_space, click, drag, reach, resize, tap, wait_for
from tests.browser.conftest import DESKTOP, PHONE, OpenPage, OpenTable, make_table
from tests.browser.test_access import check as check_access

WEST, EAST = "KH TC 8D 6S 2C JC 4D", "AH QD JS AS 5D 3H 2H"
"""Hands that can claim none of the first discards and have nothing to lay at first."""

UPRIGHT = [ViewportSize(width=390, height=844), ViewportSize(width=320, height=568)]


OpenStacked = Callable[..., SevenBridgeTable]


@pytest.fixture
def open_stacked(open_page: OpenPage, server: PlayServer) -> OpenStacked:
    """A function that opens a table of three, with this hand for the player; the rest is upcard and stock."""

    def open_table(hand: str, rest: str, size: ViewportSize = DESKTOP, **options: str) -> SevenBridgeTable:
        page = open_page(None, size)
        table = make_table(page, server, "seven_bridge", players=3, options=options)
        stack(server, table, Dealt(0, {"0": hand, "1": WEST, "2": EAST}, rest))
        page.goto(f"{server.address}/tables/{table}")
        opened = SevenBridgeTable(page)
        opened.next_turn()
        return opened

    return open_table


# --- whole hands ------------------------------------------------------------------------------------


def test_a_hand_by_mouse(open_table: OpenTable) -> None:
    table = open_table(SevenBridgeTable, DESKTOP)
    assert len(table.cards()) == 7
    expect(table.mine).to_contain_text(re.compile(r"Your hand counts \d+\."))
    if (turn := table.next_turn()) != "over":
        table.take_turn(click, turn)

    table = open_table(SevenBridgeTable, DESKTOP, moves_left=12)
    table.play_on(click)
    expect(table.result).to_contain_text(re.compile("goes out|is void"))
    table.main_button.click()
    expect(table.result).to_have_count(0)
    expect(table.page.locator("header")).to_contain_text("Hand 2 of 10")
    table.next_turn()


def test_a_hand_by_keyboard(open_table: OpenTable) -> None:
    table = open_table(SevenBridgeTable, DESKTOP, moves_left=12)
    page = table.page

    def press(target: Locator) -> None:
        reach(page, target)
        page.keyboard.press("Enter" if target.get_attribute("data-id") is None else "Space")

    table.play_on(press)
    reach(page, table.main_button)
    page.keyboard.press("Enter")
    expect(table.result).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "zh-CN", "ja"])
def test_a_hand_by_touch_on_a_phone(
    open_table: OpenTable, language: str, no_sideways_scroll: Callable[[Page], None]
) -> None:
    table = open_table(SevenBridgeTable, PHONE, language)
    no_sideways_scroll(table.page)
    if language == "en":
        table.play_on(tap)
    elif (turn := table.next_turn()) != "over":  # the same page in other words
        table.take_turn(tap, turn)
    expect(table.bar).to_be_in_viewport(ratio=0.9)
    no_sideways_scroll(table.page)


def test_letter_keys_draw_choose_and_pass(open_stacked: OpenStacked) -> None:
    table = open_stacked("9C 9D QH TD 5C 4H 3D", "9H 3S 7D 8C 6H")
    page = table.page
    expect(table.offers).to_have_count(1)
    page.keyboard.press("0")
    expect(table.may_draw).to_be_visible()
    page.keyboard.press("Enter")
    expect(table.may_meld).to_be_visible()
    page.keyboard.press("d")
    page.keyboard.press("Space")
    expect(table.main_button).to_contain_text("of diamonds")
    page.keyboard.press("Escape")
    expect(table.may_meld).to_be_visible()
    page.keyboard.press("l")
    expect(page.get_by_role("region", name="Discard pile")).to_be_visible()


# --- claims -----------------------------------------------------------------------------------------


def test_a_pon_shows_the_meld_and_lays_it(open_stacked: OpenStacked) -> None:
    table = open_stacked("9C 9D QH TD 5C 4H 3D", "9H 3S 7D 8C 6H")
    assert table.next_turn() == "claim"
    expect(table.question).to_contain_text("You may pon 9 of hearts.")
    expect(table.page.locator("[aria-live='assertive']")).to_contain_text("You may pon 9 of hearts.")
    table.offers.first.click()
    expect(table.melds).to_have_count(1)
    expect(table.melds.first).to_have_accessible_name("9♣ 9♦ 9♥")
    expect(table.page.locator(".melds")).to_have_css("overflow-y", "visible")  # what flies there is seen
    expect(table.question).to_have_count(0)
    assert len(table.cards()) == 5
    expect(table.page.locator("[aria-live='polite']")).to_contain_text("pon with 9 of clubs 9 of diamonds")


def test_a_chi_is_offered_beside_the_draw(open_stacked: OpenStacked) -> None:
    table = open_stacked("TH JH 2D TD 5C 4H 3D", "9H 3S 7D 8C 6H")
    assert table.next_turn() == "draw"
    expect(table.question).to_contain_text("chi 9 of hearts, or draw")
    expect(table.button("Draw")).to_be_visible()
    table.offers.first.click()
    expect(table.melds.first).to_have_accessible_name("9♥ 10♥ J♥")


def test_a_pass_for_the_hand_is_shown_and_can_be_taken_back(open_stacked: OpenStacked) -> None:
    table = open_stacked("9C 9D QH TD 5C 4H 3D", "9H 3S 7D 8C 6H")
    table.passes.last.click()
    expect(table.question).to_have_count(0)
    expect(table.mine).to_contain_text("Passing all pons")
    assert table.next_turn() == "draw"
    table.mine.get_by_role("button", name="Ask me again").click()
    expect(table.mine).not_to_contain_text("Passing all pons")


def test_the_hand_stays_where_it_is_when_a_pon_is_offered(open_stacked: OpenStacked) -> None:
    table = open_stacked("9C 9D QH TD 5C 4H 3D", "9H 3S 7D 8C 6H", PHONE)
    assert table.next_turn() == "claim"
    asked = [hand_at(table, size) for size in UPRIGHT]
    table.passes.first.click()
    assert table.next_turn() == "draw"
    assert [hand_at(table, size) for size in UPRIGHT] == asked


@pytest.mark.parametrize("size", [DESKTOP, PHONE, *UPRIGHT], ids=lambda size: str(size["width"]))
def test_a_hint_moves_no_answer(open_stacked: OpenStacked, size: ViewportSize) -> None:
    table = open_stacked("9C 9D QH TD 5C 4H 3D", "9H 3S 7D 8C 6H", size)
    assert table.next_turn() == "claim"
    before = [answer_at(one) for one in table.page.locator(".bar .actions button").all()]
    table.button("Hint").click()
    wait_for(table.page.locator(".bar .hinted"))
    after = [answer_at(one) for one in table.page.locator(".bar .actions button").all()]
    assert len(after) == len(before)
    for was, now in zip(before, after, strict=True):
        assert now == pytest.approx(was, abs=8)


def answer_at(button: Locator) -> list[float]:
    """The middle of a button."""
    box = button.bounding_box()
    assert box
    return [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]


def test_a_tap_on_the_pile_claims_with_the_cards_that_are_lifted(open_stacked: OpenStacked) -> None:
    table = open_stacked("9C 9D QH TD 5C 4H 3D", "9H 3S 7D 8C 6H", PHONE)
    assert table.next_turn() == "claim"
    table.pile.tap()  # with none lifted it is spread, as before
    expect(table.pile).to_have_attribute("aria-expanded", "true")
    table.pile.tap()
    for name in ("9C", "9D"):
        tap(table.card(name))
    expect(table.pile).to_have_accessible_name("Pon with 9♣ 9♦")
    table.pile.tap()
    expect(table.melds.first).to_have_accessible_name("9♣ 9♦ 9♥")


def test_three_players_sit_around_the_table_and_melds_have_their_places(open_stacked: OpenStacked) -> None:
    table = open_stacked("9C 9D 9S QH TD 5C 4H", "KS 3S 7D 8C 6H")
    page = table.page
    places = page.locator(".melds .place")
    expect(places).to_have_count(3)
    west, east = (page.locator(f".seats .{side}").bounding_box() for side in ("west", "east"))
    centre = page.locator(".centre").bounding_box()
    assert west
    assert east
    assert centre
    assert west["x"] + west["width"] <= centre["x"]
    assert centre["x"] + centre["width"] <= east["x"]
    assert west["y"] == pytest.approx(east["y"], abs=12)
    table.draw()
    for name in ("9C", "9S", "9D"):
        click(table.card(name))
    page.get_by_role("button", name="New meld").click()
    expect(table.melds).to_have_count(1)
    expect(places).to_have_count(0)


def hand_at(table: SevenBridgeTable, size: ViewportSize) -> float:
    """The distance of the hand from the top, in px, on a page of this size."""
    resize(table.page, size)
    box = table.page.locator("[data-hand]").bounding_box()
    assert box
    return box["y"]


# --- melds, lay-offs, discards ----------------------------------------------------------------------


def test_chosen_cards_say_what_they_would_be(open_stacked: OpenStacked) -> None:
    table = open_stacked("9C 9D 9S QH TD 5C 4H", "KS 3S 7D 8C 6H")
    table.draw()
    for name in ("9C", "9S", "9D"):
        click(table.card(name))
    expect(table.main_button).to_have_text("Meld 9 of clubs 9 of diamonds 9 of spades")
    table.page.get_by_role("button", name="New meld").click()
    expect(table.melds.first).to_have_accessible_name("9♣ 9♦ 9♠")
    click(table.card("QH"))
    table.pile.click()
    expect(table.card("QH")).to_have_count(0)


def test_a_card_is_laid_off_on_the_meld_that_glows(open_stacked: OpenStacked) -> None:
    table = open_stacked("7S 8S QH TD 5C 4H KC", "KS 3S 7D 8C 6H")
    table.draw()
    click(table.card("7S"))
    table.button("Meld 7 of spades").click()
    expect(table.melds).to_have_count(1)
    click(table.card("QH"))
    expect(table.page.locator(".fits")).to_have_count(0)
    click(table.card("QH"))
    click(table.card("8S"))
    expect(table.button("Lay off 8 of spades on 7 of spades")).to_be_visible()
    table.page.locator(".fits").click()
    expect(table.melds.first).to_have_accessible_name("7♠ 8♠")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["by mouse", "by touch"])
def test_cards_are_dragged_to_the_table_to_a_meld_and_to_the_pile(
    open_stacked: OpenStacked, size: ViewportSize
) -> None:
    table = open_stacked("7S 8S QH TD 5C 4H KC", "KS 3S 7D 8C 6H", size)
    page, touch = table.page, size == PHONE
    table.draw()
    drag(page, table.card("7S"), page.locator(".melds"), touch=touch)
    expect(table.melds.first).to_have_accessible_name("7♠")
    drag(page, table.card("8S"), table.melds.first, touch=touch)
    expect(table.melds.first).to_have_accessible_name("7♠ 8♠")
    drag(page, table.card("QH"), page.locator("[data-drop=pile]"), touch=touch)
    expect(table.card("QH")).to_have_count(0)


def test_what_is_no_meld_is_refused_with_its_rule(open_stacked: OpenStacked) -> None:
    table = open_stacked("9C 8H 9S QH TD 5C 4H", "KS 3S 7D 8C 6H")
    table.draw()
    click(table.card("9C"))
    click(table.card("QH"))
    table.main_button.click()
    expect(table.refusal).to_contain_text("SB-2.1")
    assert len(table.cards()) == 8
    table.refusal.get_by_role("button").first.click()
    expect(table.page.locator("[id='SB-2.1']")).to_be_in_viewport()


def test_the_joker_is_asked_for_its_card_only_where_it_could_be_several(open_stacked: OpenStacked) -> None:
    table = open_stacked("JK 7H 8H QC KC 5C 4S", "AD 3S 2D 8C 6H", joker="yes")
    table.draw()
    for name in ("JK", "QC", "KC"):
        click(table.card(name))
    expect(table.main_button).to_have_text("Meld queen of clubs king of clubs joker for jack of clubs")
    table.bar.get_by_role("button", name="Clear").click()
    for name in ("JK", "7H", "8H"):
        click(table.card(name))
    expect(table.main_button).to_have_text(re.compile(r"…\s*$"))
    table.main_button.click()
    expect(table.question).to_contain_text("What does the joker stand for?")
    expect(table.offers).to_have_count(2)
    table.offers.filter(has_text="9 of hearts").click()
    expect(table.melds.first).to_have_accessible_name("7♥ 8♥ joker for 9♥")


def test_the_end_shows_what_the_others_had_left_and_what_it_counts(open_stacked: OpenStacked) -> None:
    table = open_stacked("7H 7D 7C 7S 9C 9D KS", "QC 9S 3S 8H 6H")
    table.draw()
    for meld in (("7H", "7D", "7C", "7S"), ("9C", "9D", "9S")):
        for name in meld:
            click(table.card(name))
        table.main_button.click()
        expect(table.card(meld[0])).to_have_count(0)
    click(table.card("KS"))
    table.main_button.click()
    expect(table.result.get_by_role("heading")).to_have_text("You go out")
    expect(table.result.locator(".total .amount")).to_have_text("200")
    expect(table.result.locator("li:not(.total) .amount")).to_have_text(["50", "50"])
    expect(table.result.locator("li", has_text="All at once")).to_contain_text(
        "100 × 2"
    )  # the total says 200


# --- how it looks -----------------------------------------------------------------------------------


def test_five_sit_where_five_are_wanted(
    open_page: OpenPage, server: PlayServer, no_sideways_scroll: Callable[[Page], None]
) -> None:
    page = open_page(None, PHONE)
    make_table(page, server, SevenBridgeTable.game)
    page.goto(server.address)
    page.get_by_role("button", name="Seven Bridge: more").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_text("Options", exact=True).click()
    sheet.get_by_role("radio", name="5", exact=True).check(force=True)
    sheet.get_by_role("button", name="Play", exact=True).click()
    table = SevenBridgeTable(page)
    table.next_turn()
    expect(page.locator(".seats li")).to_have_count(4)
    no_sideways_scroll(page)


def test_no_question_covers_what_it_asks_for(open_stacked: OpenStacked) -> None:
    table = open_stacked("8H TH JH 9C 9D 7S QC", "9H 3S 7D 8C 6H")
    assert table.next_turn() == "claim"
    check_space(table)
    table.passes.first.click()
    assert table.next_turn() == "draw"
    assert table.offers.count() >= 3
    check_space(table)
    table.offers.first.click()
    assert table.next_turn() == "meld"
    click(table.card("7S"))
    expect(table.main_button).to_be_visible()
    check_space(table)


def test_axe_finds_nothing(open_stacked: OpenStacked, axe: str) -> None:
    table = open_stacked("9C 9D QH TD 5C 4H 3D", "9H 3S 7D 8C 6H")
    check_access(table.page, axe)
    table.offers.first.click()
    click(table.card("QH"))
    expect(table.main_button).to_have_text("Discard queen of hearts")
    check_access(table.page, axe)
    table.pile.click()
    table.play_on(click)
    check_access(table.page, axe)
