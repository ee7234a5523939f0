"""What a player does at a LockSeven table in a browser, and what they see."""

from collections.abc import Callable
from typing import Literal

from playwright.sync_api import Locator, Page, Position, expect

from sevenfold.testing.table import TablePage, ids_of, wait_for, wait_until_gone

Turn = Literal["call", "choose", "bury", "anti", "play", "over"]
How = Callable[[Locator], None]

INDEX = Position(x=8, y=10)
"""A point of a card that no other card covers, even if rows lie close and a card below is lifted."""


def click(target: Locator) -> None:
    target.click(position=INDEX)


def tap(target: Locator) -> None:
    target.tap(position=INDEX)


class LockSevenTable(TablePage):
    """A page that shows a LockSeven table; the second of two copies of a card is `KS.2`."""

    game = "lockseven"

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.chosen = page.locator("[data-hand] li.chosen button")
        self.wanted = page.locator("[data-hand] li.wanted button")
        self.bar = page.locator(".bar[role=group]")
        self.asked = page.locator(".bar p.turn, .status.asks")
        self.answers = page.locator(".bar.asks")
        self.hint = page.locator(".bar .side").first
        self.clear = page.locator(".bar .side").nth(1)
        self.suits = page.locator(".suits button")
        self.held = page.locator(".suits button:not(.ahead)")
        self.notes = page.locator(".suits small")
        self.place = page.locator(".centre .slot.south")
        self.others = page.locator(".bar .out")
        self.middle = page.locator(".centre")
        self.passes = page.locator(".bar .out")
        self.choices = page.locator(".table:has(.choosing) .bar .actions button")
        self.count = page.locator(".centre .count")
        self.unplayed = page.locator(".centre .unplayed")
        self.ladder = page.locator(".ladder li")
        self.header = page.locator("header")

    def wait_until_ready(self) -> None:
        self.next_turn()

    def choose(self, how: How, *names: str) -> None:
        """Choose these cards."""
        for name in names:
            how(self.card(name))
        expect(self.chosen).to_have_count(len(names))

    def send(self, how: How) -> None:
        """Press the main button, and wait until the cards chosen have gone."""
        how(self.main_button)
        wait_until_gone(self.chosen)

    def next_turn(self) -> Turn:
        """Wait until this player is asked, or the round is over. If it came to nothing, another is dealt."""
        anything = self.asked.or_(self.answers).or_(self.result).or_(self.unplayed)
        wait_for(anything.filter(visible=True))  # a small phone has no room for a question beside its answers
        if self.unplayed.count():
            wait_until_gone(self.unplayed)  # the next deal comes by itself
            return self.next_turn()
        if self.result.count():
            return "over"
        if self.suits.count():
            return "call"
        phase = self.page.locator("[data-phase]").get_attribute("data-phase")
        if phase in ("choose", "decide"):
            wait_for(self.choices)  # loaded when it is first needed, and so is the tray
            return "choose"
        if phase == "bury":
            wait_for(self.count)
            return "bury"
        return "anti" if self.passes.count() else "play"

    def do_as_hinted(self, how: How) -> None:
        """Choose the cards of the hint, one by one, and send them."""
        how(self.hint)
        wait_for(self.chosen)
        names = ids_of(self.chosen)
        how(self.clear)
        wait_until_gone(self.chosen)
        self.choose(how, *names)
        self.send(how)

    def take_turn(self, how: How, turn: Turn) -> None:
        """Do what is asked for: never call, pass, play alone; the rest as hinted."""
        if turn == "call":
            how(self.others.last)
            wait_until_gone(self.suits)
        elif turn == "choose":
            how(self.choices.nth(1))
            wait_until_gone(self.choices)
        elif turn == "anti":
            how(self.passes)
            wait_until_gone(self.passes)
        else:
            self.do_as_hinted(how)

    def play_on(self, how: How) -> None:
        """Play the round to its end."""
        while (turn := self.next_turn()) != "over":
            self.take_turn(how, turn)

    def come_to(self, wanted: Turn) -> None:
        """Play on until this player is asked for this."""
        while (turn := self.next_turn()) != wanted:
            self.take_turn(click, turn)

    def host(self) -> None:
        """Call hearts as the first card comes."""
        self.suits.nth(1).click()
        wait_until_gone(self.suits)

    def host_and_lead(self, *kept: str) -> None:
        """Become Host, keep these cards, and come to the first lead."""
        self.host()
        assert self.next_turn() == "bury"
        spare = [name for name in self.cards() if name.split(".")[0] not in kept and name[0] not in "7RB"]
        self.choose(click, *spare[-8:])
        self.send(click)
        self.come_to("play")
