"""Law 10: nobody sees what they could not have seen, by any order of acts.

Browsers come, leave, watch, show hands, are removed, pause and take back, in a random order, at tables of
every game, while the server is stopped now and then. All that each browser is sent is kept. Then the log says
what each of them could not know, and who has played on after seeing another hand.
"""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from sevenfold.core.deal import Deal, dealt
from sevenfold.core.dealer import Dealer
from sevenfold.core.game import AnyGame
from sevenfold.core.log import Log, TakenBack
from sevenfold.core.match import AnyMatch
from sevenfold.core.options import Options
from sevenfold.core.replaying import replay
from sevenfold.games import OWN_GAMES, load_game
from sevenfold.server.errors import ApiError
from sevenfold.server.storage.rows import TableRow
from sevenfold.server.tables.forgetting import Forgetting
from sevenfold.server.timings import Timings
from sevenfold.testing.running import any_move, to_act
from sevenfold.testing.secrecy import Secrets
from tests.server.in_process import Browser, Heard, Message, ServerHere, Window, a_server, without_threads

SEEDS = (1, 2)

ACTS = 180
"""How many acts an evening has."""

MOST_EVENINGS = 5
"""How many evenings are played at most until one has moves."""

BROWSERS = 6

HAND = 6
"""How many cards a stacked hand has. Deals are short, so that an evening has several."""

PASSES = 0.003
"""How much time passes before a move, in seconds, for clocks of claims."""


def stacked(dealer: Dealer, game: AnyGame, options: Options, players: int, number: int) -> Deal:
    """A short deal in which both cards of a kind lie in one hand, so that no other seat can name it. As many
    cards are left over as by the rules.
    """
    rng = Random(dealer.seed + bytes([number]))
    cards = list(game.rules.pack(options).cards)
    place = {kind: rng.random() for kind in sorted(set(cards))}
    full = dealt(sorted(cards, key=lambda kind: place[kind]), players, HAND)
    left_over = len(cards) - players * game.rules.hand_size(options, players)
    return Deal(full.hands, full.rest[:left_over])


class Act(NamedTuple):
    """A move that a browser made for a seat, and when, by the server's clock."""

    at: int
    person: int
    seat: int
    version: int


class Evening:
    """A random evening at one table."""

    def __init__(self, server: ServerHere, rng: Random, game: str) -> None:
        self.server = server
        self.rng = rng
        self.game = game
        self.table = ""
        self.browsers: list[Browser] = []
        self.forgotten: list[Browser] = []
        """Browsers of those who have deleted their data."""
        self.windows: list[Window] = []
        self.acts: list[Act] = []
        self.done: Counter[str] = Counter()
        self.way_back = rng.choice(["unseen", "agreed"])

    async def play(self, acts: int) -> None:
        self.browsers = [await self.server.browser(f"{self.game}{n}") for n in range(BROWSERS)]
        host = self.browsers[0]
        settings = {
            "watching": True,
            "over_shoulder": True,
            "joining": self.rng.choice(["at_once", "at_once", "between_rounds"]),
            "take_back": self.way_back,
        }
        made = await host.create(game=self.game, pace=0, settings=settings)
        self.table = made.id
        for browser in self.browsers[1 : self.rng.choice([2, 3])]:
            await browser.join(made.link or "", made.seats[self.browsers.index(browser)].seat)
        window = await self.open(host)
        window.send("start", fill="easy")
        await self.server.quiet()
        names = list(WEIGHTS)
        for _ in range(acts):
            name = self.rng.choices(names, list(WEIGHTS.values()))[0]
            with suppress(ApiError, NothingToDo):
                await getattr(self, name)(await self.server.row(self.table))
                self.done[name] += 1
            await self.server.quiet()
            if (await self.server.store.tables.find(self.table)) is None:
                return

    # --- acts -------------------------------------------------------------------------------------

    def any_of(self, values: Any) -> Any:
        found = list(values)
        if not found:
            raise NothingToDo
        return self.rng.choice(found)

    def browser_of(self, person: int) -> Browser:
        return next(each for each in self.browsers if each.person.id == person)

    def person(self, row: TableRow) -> Browser:
        """Anybody who sits there."""
        return self.browser_of(row.seats[self.any_of(row.person_seats)].person or 0)

    def window_of(self, browser: Browser) -> Window:
        window: Window = self.any_of(browser.windows)
        return window

    async def open(self, browser: Browser) -> Window:
        window = await Window.open(browser, self.table)
        self.windows.append(window)
        window.send("hello")
        return window

    async def tell(self, browser: Browser, type_: str, **fields: Any) -> Message | None:
        """Send a message by one of the browser's windows. Return the error that answers it, if one does."""
        window = self.window_of(browser) if browser.windows else await self.open(browser)
        before = len(window.heard)
        window.send(type_, **fields)
        await self.server.quiet()
        answers = [each.message for each in window.heard[before:]]
        return next((each for each in answers if each["type"] in ("error", "refused")), None)

    async def come(self, row: TableRow) -> None:
        browser = self.any_of(each for each in self.browsers if row.seat_of(each.person.id) is None)
        await browser.join(row.link or "", self.any_of(range(row.players)))
        await self.open(browser)

    async def come_to_watch(self, row: TableRow) -> None:
        browser = self.any_of(each for each in self.browsers if row.seat_of(each.person.id) is None)
        await browser.join(row.watch_link or "")
        await self.open(browser)

    async def leave(self, row: TableRow) -> None:
        if len(row.person_seats) == 1:
            raise NothingToDo
        await self.any_of(self.browsers).leave(self.table)

    async def leave_and_come(self, row: TableRow) -> None:
        """As somebody does who wants to look around."""
        browser = self.person(row)
        if len(row.person_seats) == 1:
            raise NothingToDo
        await browser.leave(self.table)
        row = await self.server.row(self.table)
        await browser.join(row.link or "", self.any_of(range(row.players)))
        await self.open(browser)

    async def say_it_is_theirs(self, row: TableRow) -> None:
        """Somebody says that the seat of somebody who is away is theirs."""
        away = [seat for seat in row.person_seats if not self.browser_of(row.seats[seat].person or 0).windows]
        await self.any_of(self.browsers).ask_return(row.link or "", self.any_of(away))

    async def believe_them(self, row: TableRow) -> None:
        await self.tell(self.person(row), "answer_return", agree=self.rng.random() < 0.9)

    async def go_away(self, row: TableRow) -> None:
        """Somebody closes all of their windows."""
        for window in list(self.person(row).windows):
            await window.close()

    async def open_a_window(self, _row: TableRow) -> None:
        await self.open(self.any_of(self.browsers))

    async def close_a_window(self, _row: TableRow) -> None:
        await self.any_of(each for each in self.windows if each in self.server.windows).close()

    async def look_over(self, row: TableRow) -> None:
        browser = self.any_of(each for each in self.browsers if row.watches(each.person.id))
        await self.tell(browser, "hello", over=self.any_of(range(row.players)))

    async def show_hand(self, row: TableRow) -> None:
        browser, watcher = self.person(row), self.any_of(row.watchers).person
        await self.tell(browser, "show_hand", shown=self.rng.random() < 0.7, to=row.pseudonym_of(watcher))

    async def remove(self, row: TableRow) -> None:
        if len(row.person_seats) == 1 or self.rng.random() < 0.7:  # or soon there is nobody left
            raise NothingToDo
        await self.tell(self.any_of(self.browsers), "remove", seat=self.any_of(range(row.players)))

    async def remove_a_spectator(self, row: TableRow) -> None:
        if self.rng.random() < 0.7:
            raise NothingToDo
        spectator = row.pseudonym_of(self.any_of(row.watchers).person)
        await self.tell(self.any_of(self.browsers), "remove_spectator", spectator=spectator)

    async def pass_host(self, row: TableRow) -> None:
        await self.tell(self.person(row), "pass_host", seat=self.any_of(range(row.players)))

    async def change_settings(self, row: TableRow) -> None:
        names = ("watching", "over_shoulder")
        changed = {name: self.rng.random() < 0.8 for name in names}
        settings = {name: getattr(row.settings, name) for name in row.settings.__struct_fields__} | changed
        await self.tell(self.person(row), "set_settings", settings=settings)

    async def open_anew(self, row: TableRow) -> None:
        await self.tell(self.person(row), "set_open", open=True)

    async def pause(self, row: TableRow) -> None:
        await self.tell(self.person(row), "set_pause", paused=self.rng.random() < 0.3)

    async def move(self, row: TableRow) -> None:
        await self.go_on(row)
        await asyncio.sleep(PASSES)
        window = self.any_of(each for each in self.server.windows if each.game and may_play(each.game))
        message = window.game
        person, seat, version = window.browser.person.id, message["view"]["seat"], message["version"]
        hint = await window.ask("ask_hint", version=version)
        at, before = next(self.server.clock), len(window.heard)
        if hint["type"] == "hint":
            window.send("play", version=version, move=hint["move"]["text"])
        else:  # cards are dealt faster than hints come
            window.send("play", version=version, move=any_move(message))
        await self.server.quiet()
        if not any(each.message["type"] in ("error", "refused") for each in window.heard[before:]):
            self.acts.append(Act(at, person, seat, version))

    async def go_on(self, row: TableRow) -> None:
        """Whoever sits there opens the table, and asks for the next deal if it is time."""
        for seat in row.person_seats:
            browser = self.browser_of(row.seats[seat].person or 0)
            if not browser.windows:
                await self.open(browser)
                await self.server.quiet()
        for browser in self.browsers:
            for window in browser.windows:
                message = window.game
                if message and message["standing"]["next_first"] is not None:
                    window.send("next_round", version=message["version"])
                    await self.server.quiet()
                    return
        if row.pause is not None:
            await self.tell(self.person(row), "set_pause", paused=False)

    async def take_back(self, row: TableRow) -> None:
        browser = self.person(row)
        window = self.window_of(browser)
        if window.game is None:
            raise NothingToDo
        await self.tell(browser, "ask_take_back", version=window.game["version"])

    async def agree(self, row: TableRow) -> None:
        await self.tell(self.person(row), "answer_take_back", agree=self.rng.random() < 0.9)

    async def delete_it(self, row: TableRow) -> None:
        """The host does away with the table, and the others go on."""
        if len(row.person_seats) == 1 or row.host is None:
            raise NothingToDo
        await self.server.tables.delete(self.table, row.seats[row.host].person or 0)

    async def delete_data(self, row: TableRow) -> None:
        """Somebody deletes their data, and comes as somebody else, which nobody can know."""
        browser = self.any_of(self.browsers)
        if row.person_seats <= {row.seat_of(browser.person.id)} or self.rng.random() < 0.7:
            raise NothingToDo
        server = self.server
        forgetting = Forgetting(server.store, server.tables, server.invitations)
        await forgetting.forget(browser.person.id)
        assert await forgetting.do_what_is_left()
        self.browsers[self.browsers.index(browser)] = await server.browser(f"{browser.name}+")
        self.forgotten.append(browser)

    async def rename(self, row: TableRow) -> None:
        await self.tell(self.person(row), "set_name", name=self.rng.choice(["Ada", "Ben", "Cleo", "Dan"]))

    async def change_a_bot(self, row: TableRow) -> None:
        await self.tell(self.person(row), "set_bot", seat=self.any_of(range(row.players)), bot="medium")

    async def restart(self, _row: TableRow) -> None:
        await self.server.restart()


WEIGHTS = {
    "move": 30,
    "come": 8,
    "come_to_watch": 6,
    "leave": 3,
    "leave_and_come": 6,
    "say_it_is_theirs": 6,
    "believe_them": 8,
    "go_away": 3,
    "open_a_window": 6,
    "close_a_window": 3,
    "look_over": 8,
    "show_hand": 8,
    "remove": 1,
    "remove_a_spectator": 1,
    "pass_host": 1,
    "change_settings": 1,
    "open_anew": 1,
    "pause": 1,
    "take_back": 4,
    "agree": 4,
    "delete_it": 1,
    "delete_data": 1,
    "rename": 1,
    "change_a_bot": 1,
    "restart": 1,
}
"""How often each act is tried."""


class NothingToDo(Exception):
    """An act is not possible just now."""


def may_play(message: Message) -> bool:
    """Whether a window may make a move, as it was last told."""
    return to_act(message) and bool(message["choices"]["moves"] or message["choices"]["cards"])


# --- what is asked of it --------------------------------------------------------------------------


class Known(NamedTuple):
    """What a viewer does not know at a version: in which deal, and which cards; none after a round."""

    deal: int
    over: bool
    hidden: frozenset[str]


class Hidden(NamedTuple):
    """A card that a seat took back, so that the viewer can no longer see it.

    It was open after the viewer's version `since`, up to `version`. Before, it may have lain in the stock.
    """

    card: str
    seat: str
    viewer: int | None
    since: int
    version: int


class Knowledge:
    """What each seat, and the public, could not know at each version, according to the log."""

    def __init__(self, log: Log) -> None:
        game = load_game(log.game)
        match = replay(game, Log(log.game, log.rules, log.options, log.players, log.entries[:1]))
        self.secrets = Secrets(match)
        self.viewers = self.secrets.viewers
        self.known: dict[int | None, dict[int, Known]] = {viewer: {} for viewer in self.viewers}
        self.taken_back: list[Hidden] = []
        self._note(match)
        versions_at = [self._versions(match)]
        for entry in log.entries[1:]:
            before = {viewer: self.secrets.now(viewer) for viewer in self.viewers}
            versions = versions_at[-1]
            self.secrets.follow(entry)
            self._note(match)
            versions_at.append(self._versions(match))
            if isinstance(entry, TakenBack):
                self.taken_back += [
                    Hidden(card, entry.seat, viewer, versions_at[entry.to - 1][viewer], versions[viewer])
                    for viewer in self.viewers
                    if viewer != int(entry.seat)  # alone with bots, one may see theirs and go back
                    for card in sorted(self.secrets.now(viewer) - before[viewer])
                ]

    def _note(self, match: AnyMatch) -> None:
        for viewer, version in self._versions(match).items():
            known = Known(match.deals, match.round_over, self.secrets.now(viewer))
            self.known[viewer][version] = known

    def _versions(self, match: AnyMatch) -> dict[int | None, int]:
        return {viewer: match.ledger(viewer).version for viewer in self.viewers}

    def at(self, viewer: int | None, version: int) -> Known:
        """What this viewer did not know at a version."""
        versions = self.known[viewer]
        past = [at for at in versions if at <= version]
        return versions[max(past) if past else min(versions)]  # a clock shows the first steps one by one


def faults(evening: Evening, log: Log) -> list[str]:
    """All that is against law 10; what all agree to take back may have been seen."""
    unseen = evening.way_back == "unseen"
    knowledge = Knowledge(log)
    found: list[str] = []
    for browser in evening.browsers + evening.forgotten:
        person = browser.person.id
        windows = [window for window in evening.windows if window.browser is browser]
        heard = sorted((each for window in windows for each in window.heard), key=lambda each: each.at)
        found += _told(person, heard, knowledge)
        acts = [act for act in evening.acts if act.person == person]
        found += _played_on(person, heard, acts, knowledge)
        found += _saw_what_was_taken_back(person, heard, knowledge) if unseen else []
    return found + list(_handed_on(evening, knowledge))


def _handed_on(evening: Evening, knowledge: Knowledge) -> Iterator[str]:
    """Hands that were dealt to a person and played by another."""
    by: dict[tuple[int, int], set[int]] = {}
    for act in evening.acts:
        deal = knowledge.at(act.seat, act.version).deal
        by.setdefault((deal, act.seat), set()).add(act.person)
    for (deal, seat), persons in by.items():
        if len(persons) > 1:
            yield f"persons {sorted(persons)} played for {seat} in deal {deal}"


def _views(heard: list[Heard]) -> Iterator[tuple[int, int | None, int, Message]]:
    for at, message in ((each.at, each.message) for each in heard):
        if "view" in message:
            yield at, message["view"]["seat"], message["version"], message


def _told(person: int, heard: list[Heard], knowledge: Knowledge) -> Iterator[str]:
    """Cards that a message names and its reader could not know."""
    for _, viewer, version, message in _views(heard):
        for card in knowledge.secrets.leaks(viewer, message):
            yield f"person {person} was told of {card} as {viewer} at {version}"


def _saw_what_was_taken_back(person: int, heard: list[Heard], knowledge: Knowledge) -> Iterator[str]:
    """Cards that somebody was shown on the table, and that have gone back to a hand."""
    for card, seat, viewer, since, before in knowledge.taken_back:
        deal = knowledge.at(viewer, before).deal
        shown = (
            knowledge.at(viewer, version)
            for _, at, version, _ in _views(heard)
            if at == viewer and since < version <= before
        )
        if any(known.deal == deal and card not in known.hidden for known in shown):
            yield f"person {person} saw {card} as {viewer}, and {seat} took it back"


def _played_on(person: int, heard: list[Heard], acts: list[Act], knowledge: Knowledge) -> Iterator[str]:
    """Moves that somebody made for a seat after they had seen another seat's hand in the same deal."""
    for act in acts:
        deal = knowledge.at(act.seat, act.version).deal
        seen = {
            viewer
            for at, viewer, version, _ in _views(heard)
            if at < act.at and viewer is not None and not knowledge.at(viewer, version).over
            if knowledge.at(viewer, version).deal == deal
        }
        if seen - {act.seat}:
            yield f"person {person} played for {act.seat} in deal {deal}, and had seen {sorted(seen)}"
    seats = {act.seat for act in acts}
    if len(seats) > 1:
        yield f"person {person} played for the seats {sorted(seats)} in one match"


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", OWN_GAMES)
def test_law_10_nobody_plays_on_after_seeing_another_hand_by_any_order_of_acts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, seed: int
) -> None:
    without_threads(monkeypatch)
    monkeypatch.setattr(Dealer, "deal", stacked)
    short = Timings(
        claim_window=8,
        card_window=1,
        answered_early=0,
        away_before_return=0,
        between_returns=0,
        return_answered=30,
    )

    async def evening_of(seed: int) -> Evening:
        folder = tmp_path / str(seed)
        folder.mkdir()
        async with a_server(folder, short) as server:
            evening = Evening(server, Random(seed), game)
            await evening.play(ACTS)
            assert faults(evening, await server.log(evening.table)) == []
            return evening

    async def run() -> None:
        for again in range(MOST_EVENINGS):  # a match may end early, by a concession
            evening = await evening_of(seed + 100 * again)
            if len(evening.acts) > 1:
                break
        assert len(evening.acts) > 1

    asyncio.run(run())
