"""The LockSeven table in a browser, on stacked deals: rounds in each role, questions, refusals, displays."""

import re
from collections.abc import Callable, Sequence
from contextlib import closing

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, WebSocketRoute, expect

from sevenfold.core.log import Dealt
from sevenfold.testing.served import PlayServer
from sevenfold.testing.stacked import stack
from sevenfold.testing.table import (
    SIZES,
    check_space,
    clock_standing,
    found_at_rest,
    reach,
    resize,
    wait_for,
    wait_until,
    wait_until_gone,
)
from tests.browser.conftest import DESKTOP, PHONE, OpenPage, make_table
from tests.browser.lockseven_deals import (
    ANTI_CALLER,
    ATTACKER,
    HEARTS,
    HOST,
    NO_CALL,
    PARTNER,
    TWO_SEVENS,
    deal_of,
    moves_of,
    with_sevens,
)
from tests.browser.lockseven_table import INDEX, LockSevenTable, click, tap
from tests.browser.test_access import check as check_access

Open = Callable[..., LockSevenTable]


@pytest.fixture
def open_stacked(open_page: OpenPage, server: PlayServer) -> Open:
    """A function that opens a table with this deal and moves, such as `1 call H`."""

    def open_table(
        deal: Dealt,
        size: ViewportSize = DESKTOP,
        language: str = "en",
        *,
        moves: Sequence[str] = (),
        pace: int = 0,
        theme: str = "light",
        before: Callable[[Page], object] = id,
        **options: str,
    ) -> LockSevenTable:
        page = open_page(None, size, language, pace="quick" if pace else "none", theme=theme)
        table = make_table(page, server, "lockseven", options=options, pace=pace)
        stack(server, table, deal, moves)
        before(page)
        page.goto(f"{server.address}/tables/{table}")
        wait_for(page.locator("[data-phase]"))
        return LockSevenTable(page)

    return open_table


# --- whole rounds -----------------------------------------------------------------------------------


def test_a_round_as_the_host_by_mouse(open_stacked: Open) -> None:
    table = open_stacked(HOST)
    table.host()
    assert table.next_turn() == "bury"
    assert len(table.cards()) == 33
    expect(table.mine).to_contain_text("Host")
    expect(table.mine).to_contain_text("Your call, secret:")
    table.come_to("play")
    table.take_turn(click, "play")

    table = open_stacked(HOST, moves=moves_of(HOST, cards_left=3, calls=True))
    table.play_on(click)
    expect(table.result).to_contain_text("Defense: You")
    expect(table.result).to_contain_text("Bottom")
    expect(table.result).to_contain_text(re.compile(r"(Defense|Attack) wins"))
    table.main_button.click()
    expect(table.result).to_have_count(0)
    expect(table.header).to_contain_text("Round 2 of 8")


def test_a_round_as_the_hidden_partner_by_keyboard(open_stacked: Open) -> None:
    table = open_stacked(PARTNER)
    while (turn := table.next_turn()) != "play":
        table.take_turn(with_keys(table), turn)
    expect(table.mine).to_contain_text("Defense, hidden")
    expect(table.mine).to_contain_text("Called:")
    table.take_turn(with_keys(table), "play")

    table = open_stacked(PARTNER, moves=moves_of(PARTNER, cards_left=3))
    table.play_on(with_keys(table))
    expect(table.result).to_contain_text(re.compile("Defense: .*You"))
    reach(table.page, table.main_button)
    table.page.keyboard.press("Enter")
    expect(table.result).to_have_count(0)


def with_keys(table: LockSevenTable) -> Callable[[Locator], None]:
    """Press a card or a button by the keyboard alone."""

    def press(target: Locator) -> None:
        reach(table.page, target)
        table.page.keyboard.press("Enter" if target.get_attribute("data-id") is None else "Space")

    return press


@pytest.mark.parametrize("language", ["en", "zh-CN", "ja"])
def test_a_round_as_an_attacker_by_touch_on_a_phone(
    open_stacked: Open, language: str, no_sideways_scroll: Callable[[Page], None]
) -> None:
    table = open_stacked(ATTACKER, PHONE, language)
    while (turn := table.next_turn()) != "play":
        no_sideways_scroll(table.page)
        table.take_turn(tap, turn)
    role = {"en": "Attack", "zh-CN": "闲家", "ja": "攻撃側"}[language]
    attack = {"en": "Attack", "zh-CN": "闲方", "ja": "攻撃側"}[language]
    expect(table.mine).to_contain_text(role)
    no_sideways_scroll(table.page)
    table.take_turn(tap, "play")

    table = open_stacked(ATTACKER, PHONE, language, moves=moves_of(ATTACKER, cards_left=3))
    table.play_on(tap)
    expect(table.result).to_contain_text(attack)
    expect(table.bar).to_be_in_viewport(ratio=0.9)
    no_sideways_scroll(table.page)


# --- the deal ---------------------------------------------------------------------------------------


class HeldBack:
    """Holds back what a server says after the first snapshot of a table, until it is let through.

    A page cannot get rid of it, and is closed after the test.
    """

    def __init__(self, page: Page) -> None:
        self._page: WebSocketRoute | None = None
        self._held: list[str | bytes] = []
        self._holds = True
        page.route_web_socket(re.compile("/socket$"), self._join)

    def _join(self, page: WebSocketRoute) -> None:
        self._page = page
        page.connect_to_server().on_message(self._hear)

    def _hear(self, message: str | bytes) -> None:
        assert self._page
        if self._holds and '"snapshot"' not in str(message):
            self._held.append(message)
        else:
            self._page.send(message)

    def let_through(self) -> None:
        assert self._page
        self._holds = False
        for message in self._held:
            self._page.send(message)


def test_a_suit_ordered_ahead_is_called_when_its_seven_comes(open_stacked: Open) -> None:
    deal = deal_of({0: "2S 3S 4S 7H", 1: "2H", 2: "2C", 3: "2D"})
    dealer: list[HeldBack] = []
    table = open_stacked(deal, pace=400, before=lambda page: dealer.append(HeldBack(page)))
    with closing(table.page):
        hearts = table.suits.filter(has_text="hearts")
        expect(hearts).to_have_attribute("aria-pressed", "false")
        hearts.click()
        expect(hearts).to_have_attribute("aria-pressed", "true")
        expect(table.middle).to_contain_text("You call hearts as soon as you can.")
        dealer[0].let_through()
        expect(table.mine).to_contain_text("Host")
        expect(table.mine.get_by_text("7 of hearts")).to_be_attached()


def test_a_button_lights_up_when_its_seven_comes_and_who_waits_is_asked_once(open_stacked: Open) -> None:
    table = open_stacked(deal_of({0: "7S 2H 7C 3H"}))
    assert table.next_turn() == "call"
    expect(table.held).to_have_accessible_name("spades 1 in hand, Call ♠ spades")
    expect(table.page.locator("[aria-live='assertive']")).to_contain_text("You may call spades, or wait")
    table.page.keyboard.press("0")
    expect(table.held).to_have_text(["spades 1 in hand", "clubs 1 in hand"])
    expect(table.notes).to_have_text(["1 in hand", "1, no 7", "0, no 7", "1 in hand"])
    expect(table.asked).to_contain_text("clubs")
    assert len(table.cards()) == 3
    table.page.keyboard.press("1")
    expect(table.mine.get_by_text("7 of spades")).to_be_attached()


def test_ls_2_4_a_deal_without_a_call_is_dealt_again(open_stacked: Open) -> None:
    table = open_stacked(NO_CALL)
    for sevens in range(1, 5):
        expect(table.held).to_have_count(sevens)
        table.others.first.click()
    expect(table.asked).to_contain_text("Last chance")
    table.page.keyboard.press("0")
    expect(table.unplayed).to_contain_text("Nobody called a suit")
    expect(table.page.locator(".status")).to_be_hidden()
    wait_until_gone(table.unplayed)  # alone with bots, another is dealt by itself
    expect(table.header).to_contain_text("Round 1 of 8")
    table.next_turn()


@pytest.mark.parametrize("size", [PHONE, DESKTOP])
def test_ls_3_6_a_round_given_up_is_one_line_with_its_reason_and_the_next_deal_comes_by_itself(
    open_stacked: Open, size: ViewportSize
) -> None:
    """The first that is seen of a table, too, and where bots take their time."""
    deal = with_sevens({1: "7H 7H"}, first=1)
    table = open_stacked(deal, size, moves=["1 call H", "1 concede"], pace=400)
    expect(table.unplayed).to_contain_text("held both called cards")
    expect(table.result).to_have_count(0)
    wait_until_gone(table.unplayed)
    expect(table.header).to_contain_text("Round 2 of 8")


# --- what the bots did, to be read ------------------------------------------------------------------

LADDER = deal_of(
    {
        0: "2S 4D",
        1: f"7H {HEARTS} RJ RJ",
        2: "7C 7C AC AC KC KC QC QC JC JC TC TC",
        3: "7S 7S AS AS KS KS QS QS JS JS TS TS",
    },
    first=1,
)
"""A deal in which bots call, and anti-call three times."""


MOBILE = ViewportSize(width=390, height=844)
COVERED = """() => {
  const slip = document.querySelector('.hint.paper').getBoundingClientRect()
  return [...document.querySelectorAll('.chip')].filter((chip) => {
    const box = chip.getBoundingClientRect()
    const beside = box.right <= slip.left || box.left >= slip.right
    return !beside && box.bottom > slip.top && box.top < slip.bottom
  }).map((chip) => chip.textContent)
}"""
"""The plates of players that a hint lies on."""

NOTE_THE_HERALD = """window.heralded = []
new MutationObserver(() => {
  const text = document.querySelector('.herald')?.textContent.trim() ?? ''
  if (text !== heralded.at(-1)) heralded.push(text)
}).observe(document, { subtree: true, childList: true, characterData: true })"""
"""Records what is staged. How long it stays session.test.ts holds: a busy machine draws pages late."""

STACKED_ON_LADDER = """() => {
  const ladder = document.querySelector('.ladder').getBoundingClientRect()
  const others = '.chip, .fan:not([hidden]), .centre :is(.card, .stake)'
  return [...document.querySelectorAll(others)].filter((one) => {
    const box = one.getBoundingClientRect()
    const beside = box.right <= ladder.left || box.left >= ladder.right
    return ladder.height > 0 && box.width > 0 && !beside && box.bottom > ladder.top && box.top < ladder.bottom
  }).map((one) => one.className)
}"""
"""What lies on the line of calls and anti-calls, or under it."""


@pytest.mark.parametrize("size", [MOBILE, DESKTOP])
def test_who_called_and_anti_called_with_what_stays_on_the_table_all_round(
    open_stacked: Open, size: ViewportSize
) -> None:
    table = open_stacked(LADDER, size, pace=400, before=lambda page: page.add_init_script(NOTE_THE_HERALD))
    table.come_to("play")
    heralded = set(table.page.evaluate("heralded"))
    for what in ("anti-call", "bur"):
        assert len([text for text in heralded if what in text]) >= 3, heralded
    for width, height in (*SIZES, (768, 1024), (1024, 768)):
        resize(table.page, ViewportSize(width=width, height=height))
        assert found_at_rest(table.page, STACKED_ON_LADDER) == [], (width, height)
    resize(table.page, size)
    for _ in range(2):
        expect(table.ladder).to_have_count(4)
        for step, card in enumerate(("7 of hearts", "7 of clubs", "7 of spades", "red joker")):
            expect(table.ladder.nth(step)).to_contain_text(card)
        expect(table.ladder.last).to_have_class(re.compile("stands"))
        click(table.hint)
        wait_for(table.page.locator(".hint.paper"))
        assert found_at_rest(table.page, COVERED) == []
        click(table.clear)
        table.take_turn(click, "play")
        table.come_to("play")


# --- bottom, self-partner, anti-calls ---------------------------------------------------------------


def test_ls_3_refused_bottoms_say_why_and_the_tray_counts(open_stacked: Open) -> None:
    table = open_stacked(HOST)
    table.host()
    table.choose(click, *table.cards()[-7:])
    expect(table.count).to_contain_text("7 of 8")
    table.main_button.click()
    expect(table.refusal).to_contain_text("LS-3.1")
    click(table.card("7S"))
    expect(table.count).to_contain_text("8 of 8")
    table.main_button.click()
    expect(table.refusal).to_contain_text("LS-3.2")
    assert len(table.cards()) == 33
    table.refusal.get_by_role("button").first.click()
    expect(table.page.locator("[id='LS-3.2']")).to_be_in_viewport()


def test_ls_3_6_a_host_with_both_called_cards_may_hide_one(open_stacked: Open) -> None:
    table = open_stacked(TWO_SEVENS, PHONE)
    table.host()
    assert table.next_turn() == "choose"
    expect(table.choices).to_have_count(3)
    expect(table.middle).to_contain_text("first to anti-call")
    table.page.keyboard.press("3")
    expect(table.middle).to_contain_text("xactly one 7♥")
    last = table.cards()[-8:]
    table.choose(tap, *last)
    table.main_button.tap()
    expect(table.refusal).to_contain_text("LS-3.6")
    tap(table.card(last[-1]))
    tap(table.card("7H"))
    table.send(tap)
    assert len(table.cards()) == 25


def test_ls_3_6_conceding_ends_the_round(open_stacked: Open) -> None:
    table = open_stacked(TWO_SEVENS, concede="loss")
    table.host()
    expect(table.middle).to_contain_text("you lose three steps")
    table.choices.first.click()
    expect(table.result.get_by_role("heading")).to_have_text("You give the round up")
    expect(table.result.locator(".seats tbody td.you").first).to_have_text("−3")


def test_ls_4_an_anti_call_is_shown_in_the_chain_and_takes_the_bottom(open_stacked: Open) -> None:
    table = open_stacked(ANTI_CALLER)
    table.come_to("anti")
    expect(table.middle).to_contain_text("No anti-call yet")
    # the called cards, which only the Host knows
    expect(table.middle.locator(".pair .back")).to_have_count(2)
    click(table.card("7D"))
    table.main_button.click()
    expect(table.refusal).to_contain_text("LS-4.1")
    table.clear.click()
    expect(table.bar.locator(".actions button")).to_have_text(
        ["Anti-call with both red jokers", "Anti-call with 7 of spades 7 of spades", "Pass"]
    )
    table.page.keyboard.press("2")
    assert table.next_turn() == "bury"
    assert len(table.cards()) == 33
    expect(table.page.locator("[data-hand] li.marked")).to_have_count(8)
    table.do_as_hinted(click)
    while (turn := table.next_turn()) != "play":
        table.take_turn(click, turn)
    expect(table.header).to_contain_text("♠ spades")


# --- plays ------------------------------------------------------------------------------------------


def test_the_button_names_what_is_selected(open_stacked: Open) -> None:
    table = open_stacked(with_sevens({0: "7H KS KS QS QS 9D 9D 3D", 3: "7H"}))
    table.host_and_lead("KS", "QS", "9D", "3D")
    click(table.card("9D"))
    expect(table.main_button).to_have_text("Play 9 of diamonds")
    click(table.card("9D.2"))
    expect(table.main_button).to_have_text("Pair 9 of diamonds")
    click(table.card("3D"))
    expect(table.main_button).to_have_text("Throw: pair 9 of diamonds, 3 of diamonds")
    table.page.keyboard.press("Escape")
    double_click(table, "QS")
    expect(table.chosen).to_have_count(4)
    expect(table.main_button).to_have_text("Tractor king of spades–queen of spades")
    double_click(table, "KS")
    expect(table.chosen).to_have_count(0)


def double_click(table: LockSevenTable, name: str) -> None:
    with clock_standing(table.page):
        table.card(name).dblclick(position=INDEX)


def test_a_double_tap_on_a_phone_takes_the_pair(open_stacked: Open) -> None:
    table = open_stacked(with_sevens({0: "7H 9D 9D", 3: "7H"}), PHONE)
    table.host_and_lead("9D")
    with clock_standing(table.page):
        tap(table.card("9D"))
        tap(table.card("9D"))
    expect(table.main_button).to_have_text("Pair 9 of diamonds")


def test_letter_keys_go_to_suits_and_space_twice_takes_the_tractor(open_stacked: Open) -> None:
    table = open_stacked(with_sevens({0: "7H AS AS KS KS", 3: "7H"}))
    table.host_and_lead("AS", "KS")
    page = table.page
    page.keyboard.press("t")
    expect(table.card(table.cards()[0])).to_be_focused()
    page.keyboard.press("s")
    expect(table.card("AS")).to_be_focused()
    with clock_standing(page):
        page.keyboard.press("Space")
        page.keyboard.press("Space")
    expect(table.main_button).to_have_text(re.compile("Tractor ace of spades–"))
    expect(table.card("AS.2")).to_have_accessible_name(re.compile("ace of spades, second copy"))


NOTE_THE_MIDDLE = """() => {
  window.middles = []
  const note = () => middles.push(document.querySelector('.centre')?.textContent ?? '')
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true })
}"""
"""Records every text in the middle: bots that take no time may have played on before the test looks."""


def test_ls_6_3_a_throw_that_fails_is_shown_for_what_it_was(open_stacked: Open) -> None:
    table = open_stacked(with_sevens({0: "7H AS 5S", 3: "7H", 1: "KS"}), PHONE)
    table.host_and_lead("AS", "5S")
    table.choose(tap, "AS", "5S")
    expect(table.main_button).to_have_text("Throw: ace of spades, 5 of spades")
    table.page.evaluate(NOTE_THE_MIDDLE)
    table.main_button.tap()
    failed = re.compile("The throw failed:.*ace of spades.*5 of spades", re.DOTALL)
    wait_until(
        table.page,
        lambda: any(map(failed.search, table.page.evaluate("middles"))),
        "the middle said that the throw failed",
    )
    expect(table.card("5S")).to_have_count(0)
    expect(table.card("AS")).to_be_visible()


def test_ls_5_5_a_lead_of_two_suits_is_refused(open_stacked: Open) -> None:
    table = open_stacked(with_sevens({0: "7H 9S 9D", 3: "7H"}))
    table.host_and_lead("9S", "9D")
    before = table.cards()
    table.choose(click, "9S", "9D")
    expect(table.main_button).to_have_text("Play 9 of spades 9 of diamonds")
    table.main_button.click()
    expect(table.refusal).to_contain_text("LS-5.5")
    assert table.cards() == before


def test_ls_7_2_a_follow_that_keeps_back_a_pair_is_refused_and_the_pair_is_shown(open_stacked: Open) -> None:
    deal = Dealt(1, {"0": "9S 9S 5S 4S", "1": "7H AS AS 2C", "2": "7H 3S 8C 9C", "3": "6S 2D 3D 4D"}, "")
    before = "1 call H,1 bury,2 pass,3 pass,0 pass,1 AS AS,2 3S 8C,3 6S 2D"
    table = open_stacked(deal, moves=before.split(","))
    expect(table.asked).to_contain_text("spades led: choose 2 cards")
    expect(table.place).to_have_text("your pair")
    must = table.hand.locator("[data-look=must]")
    expect(must).to_have_count(2)
    expect(table.card("9S.2")).to_have_accessible_name(re.compile("must be chosen"))
    table.choose(click, "5S", "4S")
    table.main_button.click()
    expect(table.refusal).to_contain_text("LS-7.2")
    expect(table.wanted).to_have_count(2)
    expect(table.wanted.first).to_have_attribute("data-id", "9S")
    table.clear.click()
    double_click(table, "9S")
    expect(table.main_button).to_have_text("Pair 9 of spades")
    table.send(click)


def test_a_reload_in_the_midst_of_a_round_comes_back_to_the_same_view(open_stacked: Open) -> None:
    table = open_stacked(HOST, PHONE)
    table.host()
    assert table.next_turn() == "bury"
    cards = table.cards()
    table.page.reload()
    assert table.next_turn() == "bury"
    assert table.cards() == cards


# --- how it looks -----------------------------------------------------------------------------------

HIDDEN = """() => {
  const boxes = [...document.querySelectorAll('[data-hand] li')].map(li => li.getBoundingClientRect())
  return boxes.map(box => Math.min(...boxes
    .filter(other => other !== box && Math.abs(other.top - box.top) < 6 && other.left > box.left)
    .map(other => other.left - box.left), box.width)).filter(seen => seen < 24)
}"""
"""Finds cards of which too little is seen: the widths, in px, that no other card of the row covers."""


SAYS = {"en": "both called cards", "zh-CN": "两张定牌都在你手里", "ja": "コール札が2枚とも"}


@pytest.mark.parametrize("language", ["en", "zh-CN", "ja"])
def test_no_question_covers_what_it_asks_for(open_stacked: Open, language: str) -> None:
    table = open_stacked(TWO_SEVENS, DESKTOP, language)
    check_space(table)
    table.host()
    assert table.next_turn() == "choose"
    check_space(table)
    says = SAYS[language]
    assert table.page.locator("main").inner_text().count(says) == 1, "it is said once"
    table.take_turn(click, "choose")
    assert table.next_turn() == "bury"
    check_space(table)
    for size in SIZES:
        resize(table.page, ViewportSize(width=size[0], height=size[1]))
        assert found_at_rest(table.page, HIDDEN) == []
        expect(table.count).to_be_in_viewport(ratio=0.9)
    table.do_as_hinted(click)
    table.come_to("play")
    check_space(table)


def test_an_anti_call_is_asked_for_in_the_bar(open_stacked: Open) -> None:
    table = open_stacked(ANTI_CALLER)
    table.come_to("anti")
    check_space(table)


def test_axe_finds_nothing_in_any_phase(open_stacked: Open, axe: str) -> None:
    table = open_stacked(TWO_SEVENS)
    for wanted in ("call", "choose", "bury", "play"):
        assert table.next_turn() == wanted
        check_access(table.page, axe)
        if wanted == "call":
            table.host()
        else:
            table.take_turn(click, wanted)
        if wanted == "bury":
            table.come_to("play")
    table = open_stacked(TWO_SEVENS, moves=moves_of(TWO_SEVENS, cards_left=2))
    table.play_on(click)
    check_access(table.page, axe)
