"""What a player does at the Lockup table in a browser, and what he sees."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, Position, expect

LONG = 30_000
"""How long a round's next step may take at the most, in ms."""

CORNER = Position(x=16, y=28)
"""Of a card: where its index is, which no other card covers, also where the hand is a fan."""


class LockupTable:
    """A page that shows a Lockup table."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.hand = page.locator("[data-hand]")
        self.legal = page.locator("[data-hand] li.legal button")
        self.illegal = page.locator("[data-hand] li.idle button")
        self.trick = page.locator(".middle")
        self.result = page.locator("section.end")
        self.main_button = page.locator(".bar .button.primary")
        self.refusal = page.locator(".refusal")

    def wait_for_turn(self) -> bool:
        """Wait until this player may play a card; False when the round has ended instead."""
        expect(self.legal.or_(self.result).first).to_be_visible(timeout=LONG)
        return not self.result.is_visible()

    def card(self, name: str) -> Locator:
        """The button of a card in the hand."""
        return self.hand.locator(f"[data-id='{name}']")

    def cards(self) -> list[str]:
        """The cards in the hand, in notation, as they lie."""
        return [str(button.get_attribute("data-id")) for button in self.hand.locator("button").all()]

    def play_round(self, play: Callable[[Locator], None]) -> int:
        """Play a legal card by `play` until the round is over; how many cards were played."""
        played = 0
        while self.wait_for_turn():
            name = str(self.legal.first.get_attribute("data-id"))
            play(self.card(name))
            expect(self.card(name)).to_have_count(0, timeout=LONG)
            played += 1
        return played

    def next_round(self) -> None:
        """Ask for the next round and wait until it is this player's turn."""
        self.main_button.click()
        self.wait_for_next_round()

    def wait_for_next_round(self) -> None:
        """Wait until the result has gone and it is this player's turn."""
        expect(self.result).to_have_count(0, timeout=LONG)
        self.wait_for_turn()

    def scores(self) -> list[int]:
        """What the round brought, from the result, best total first."""
        gains = self.result.locator("tbody td:nth-child(2)").all_inner_texts()
        return [int(gain.lstrip("+")) for gain in gains]
