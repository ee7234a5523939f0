"""The review of a finished round: on its result, on a page of its own, on its replay, and tried again."""

import re
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, Route, ViewportSize, expect

from sevenfold.server.protocol.reviews import ReviewState
from sevenfold.testing.served import PlayServer
from sevenfold.testing.table import SIDEWAYS, SIZES, found_at_rest, resize, wait_for
from tests.browser.conftest import DESKTOP, PAINT, PHONE, RUN_AXE, OpenPage, make_table
from tests.browser.reviews import reviewed_round
from tests.browser.test_replay import finished_round

Answering = Callable[..., None]
REVIEW = r"/api/rounds/.*/review(\?|$)"

GAMES = ("lockup", "trump7", "seven_bridge", "lockseven")


def open_review(
    open_page: OpenPage,
    server: PlayServer,
    game: str,
    path: str = "/review?from=0",
    size: ViewportSize = DESKTOP,
    language: str = "en",
    **preferences: object,
) -> tuple[Page, str, ReviewState]:
    page = open_page(None, size, language, **preferences)
    table = make_table(page, server, game)
    review = reviewed_round(server, table)
    page.goto(f"{server.address}/round/{table}.1{path.format(at=review.decisions[review.moments[0]].at)}")
    return page, table, review


@pytest.fixture
def answer(request: pytest.FixtureRequest) -> Answering:
    """Answer requests of a page to addresses like this with the next of these answers, and then the last."""

    def answer(page: Page, address: str, *answers: dict[str, Any], status: int = 200) -> None:
        left = list(answers)

        def fulfil(route: Route) -> None:
            route.fulfill(json=left.pop(0) if len(left) > 1 else left[0], status=status)

        page.route(re.compile(address), fulfil)
        request.addfinalizer(lambda: page.unroute(re.compile(address)))  # the next test has this page, too

    return answer


def test_a_review_is_made_when_it_is_asked_for_and_moments_come_as_they_are_found(
    open_page: OpenPage, server: PlayServer, answer: Answering
) -> None:
    page, table, review = open_review(open_page, server, "trump7")
    done = msgspec.to_builtins(review)
    begun: dict[str, Any] = {
        "state": "running",
        "moments": [],
        "well_evaluated": [],
        "curve": [],
        "luck": None,
        "seconds_left": 8,
    }
    found = done["decisions"][: min(done["moments"]) + 1]
    running = {**done, **begun, "decisions": found, "now": done["decisions"][len(found)]["at"]}
    none = {**done, **begun, "state": "none", "decisions": [], "of": None, "seconds_left": None}
    waiting = {**none, "state": "queued"}
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.method) if "/review" in request.url else None)
    answer(page, REVIEW, none, waiting)
    page.goto(f"{server.address}/tables/{table}")
    page.get_by_role("button", name="Look back").click()
    wait_for(page.get_by_role("heading", name="Looking back…"))
    expect(page.get_by_role("heading", name="Looking back…")).to_be_focused()
    expect(page.locator(".progress")).to_contain_text("It begins in a moment")
    answer(page, REVIEW, running)
    expect(page.get_by_role("progressbar")).to_have_attribute("aria-valuemax", str(len(done["decisions"])))
    expect(page.locator(".review article")).to_have_count(2)  # the moment that is found, and what was good
    answer(page, REVIEW, done)
    wait_for(page.get_by_role("heading", name="Four moments"))
    expect(page.locator(".review article")).to_have_count(4)
    assert asked.count("POST") == 1
    wait_for(page.get_by_role("button", name="Next deal"))  # it is in nobody's way


@pytest.mark.parametrize("game", [*GAMES, "plain"])
def test_every_game_has_it_at_every_size_by_day_and_night(
    game: str, open_page: OpenPage, server: PlayServer, axe: str
) -> None:
    plain = "&table=plain" if game == "plain" else ""
    page, table, review = open_review(
        open_page,
        server,
        "lockup" if plain else game,
        f"/review?from=0{plain}",
        theme="light" if game in ("trump7", "lockseven") else "dark",
    )
    cards = page.locator(".review article")
    expect(cards).to_have_count(4)
    expect(cards.first.locator(".by")).to_have_text(re.compile(r"4\.5\s*± 0\.2 (tricks|points|steps)"))
    expect(cards.last).to_contain_text("well judged")
    expect(page.locator(".review")).to_contain_text("0.8 ± 0.2, is luck and not play")
    page.locator("summary").click()
    rows = page.locator(".review tbody tr")
    expect(rows).to_have_count(len(review.decisions) + 2)
    page.evaluate(axe)
    for width, height in [*SIZES, (1920, 1080)]:
        resize(page, ViewportSize(width=width, height=height))
        assert found_at_rest(page, SIDEWAYS) == [], f"{width}x{height}"
    page.evaluate(PAINT)
    assert page.evaluate(RUN_AXE) == []
    page.locator("label", has_text="All cards").click()
    wait_for(page.get_by_text("Nobody at the table could know this"))
    expect(cards).to_have_count(3)
    expect(cards.first.locator(".hands li")).to_have_count(3 if game in ("trump7", "seven_bridge") else 4)
    assert re.search(r"together|luck", page.locator(".review").inner_text()) is None
    for width, height in SIZES:
        resize(page, ViewportSize(width=width, height=height))
        assert found_at_rest(page, SIDEWAYS) == [], f"{width}x{height}"
    page.evaluate(PAINT)
    assert page.evaluate(RUN_AXE) == []
    resize(page, DESKTOP)
    page.goto(f"{server.address}/tables/{table}{'?table=plain' if plain else ''}")  # it is shown there, too
    expect(cards).to_have_count(4)
    page.evaluate(axe)
    assert page.evaluate(RUN_AXE) == []


@pytest.mark.parametrize(
    ("language", "title", "said"),
    [
        ("zh-CN", "四个值得再看的时刻", "更好"),
        ("ja", "見直したい4つの場面", "のほうが有利でした"),
    ],
)
def test_it_speaks_its_languages_on_a_phone(
    language: str, title: str, said: str, open_page: OpenPage, server: PlayServer
) -> None:
    page, *_ = open_review(open_page, server, "lockseven", size=PHONE, language=language)
    wait_for(page.get_by_role("heading", name=title))
    expect(page.locator(".review article").first).to_contain_text(said)
    told = page.locator(".review").inner_text()
    assert re.findall(r"[a-z]{3,}", told) == []
    assert "{" not in told


def test_the_replay_has_its_moments_and_leads_to_it_and_back(open_page: OpenPage, server: PlayServer) -> None:
    page, _, review = open_review(open_page, server, "lockup", "?from=0")
    marks = page.locator(".track > span > i")
    expect(marks).to_have_count(4)
    slider = page.get_by_role("slider")
    texts = []
    for _ in range(4):
        page.keyboard.press("n")
        wait_for(page.locator(".say span span"))
        texts.append(slider.get_attribute("aria-valuetext") or "")
    assert texts[0].endswith("well judged")
    assert [bool(re.search(r"better: .*, by \d\.\d ± 0\.2 tricks$", text)) for text in texts[1:]] == [
        True
    ] * 3
    expect(page.locator(".tucked")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".tucked")).to_have_count(0)  # only where a moment is
    page.get_by_role("link", name="Review").click()
    costliest = page.locator(".review article").first
    costliest.get_by_role("link", name="Show it").click()
    at = review.decisions[review.moments[0]].at
    expect(page).to_have_url(re.compile(rf"\?at={at + 1}&from=0$"))
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"by 4\.5 ± 0\.2 tricks$"))


def test_a_moment_is_tried_again_and_shown(
    open_page: OpenPage, server: PlayServer, answer: Answering, axe: str
) -> None:
    page, _, review = open_review(open_page, server, "trump7", "/review/{at}?from=0")
    judged = review.decisions[review.moments[0]]
    wait_for(page.locator("[data-hand] button").first)
    expect(page.get_by_text("What would you try now?")).to_contain_text("You played")
    tried = {"move": msgspec.to_builtins(judged.played), "by": 4.5, "error": 0.1, "is_best": False}
    answer(page, "/review/try$", tried)
    card = page.locator(f"[data-hand] [data-id='{judged.played.cards[0]}']")
    card.click()
    card.click()
    wait_for(page.get_by_role("heading", name="There is a better one"))
    expect(page.get_by_role("dialog")).to_contain_text("by 4.5 ± 0.2 points")
    page.evaluate(axe)
    assert page.evaluate(RUN_AXE) == []
    page.get_by_role("dialog").get_by_role("button", name="Show me").click()
    wait_for(page.get_by_role("heading", name="What was better"))
    page.get_by_role("button", name="Try another").click()
    expect(card).to_be_visible()  # the table is as it was
    page.get_by_role("link", name="Back to the review").click()
    expect(page.locator(".review article")).to_have_count(4)


def test_why_there_is_no_review_is_said_with_a_way_out(
    open_page: OpenPage, server: PlayServer, answer: Answering
) -> None:
    page, table, review = open_review(open_page, server, "lockup")
    wait_for(page.locator(".review article").first)
    page.goto(f"{server.address}/round/{table}.1/review?from=1")
    wait_for(page.get_by_role("alert").get_by_text("This seat was played by a bot"))
    page.goto(f"{server.address}/round/{table}.7/review")
    wait_for(page.get_by_role("heading", name="There is no such round"))
    page.goto(f"{server.address}/round/{table}.1/review/0")  # nothing was decided there
    wait_for(page.get_by_role("link", name="Back to the review"))
    none = {**msgspec.to_builtins(review), "state": "none", "decisions": []}
    refused = {
        "type": "error",
        "code": "too_many_reviews",
        "values": {"reason": "queue", "seconds": "10"},
    }
    answer(page, r"/api/rounds/.*/review\?", none)
    answer(page, "/api/rounds/.*/review$", refused, status=429)
    page.goto(f"{server.address}/round/{table}.1/review")
    page.get_by_role("button", name="Look back").click()
    wait_for(page.get_by_role("alert").get_by_text("Ask again in a minute"))


def test_where_no_review_can_be_had_none_is_offered(open_page: OpenPage, server: PlayServer) -> None:
    """The server of these tests has no machine code, so it makes no reviews."""
    page = open_page(None)
    table = finished_round(page, server, "lockup")
    with page.expect_response(re.compile("/review")) as refused:
        page.goto(f"{server.address}/tables/{table}")
    assert refused.value.json()["code"] == "review_impossible"
    wait_for(page.get_by_role("button", name="More"))
    expect(page.get_by_role("button", name="Look back")).to_have_count(0)
