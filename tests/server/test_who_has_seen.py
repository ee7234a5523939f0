"""Laws 9 to 11 in a whole club: who has learnt what of a deal, by everything that was sent.

On a random evening persons come with one browser or several, play, watch, leave, look at rounds, share them,
take cards, begin today's deals, take part in events, play on, attach browsers, delete; and they try every
route and every message that there is: a new one is in it by itself (`all_doors.py`). Everything but the
network is the real thing. All bytes that each browser is sent are kept, and the logs. Then `club_law.py`,
which asks nothing of the server, says

- whose try counts although they had been shown something of the deal before, or were during it;
- who was told of a card that they could not know, or was shown a hand that was not theirs to see;
- who acted for two seats, for a hand that was dealt to somebody else, or after seeing another hand.

`tests/long/test_who_has_seen.py` plays many evenings, also at two processes, and takes each law out to see
that it is missed.
"""

import asyncio
from pathlib import Path
from random import Random

import pytest

from sevenfold.games import OWN_GAMES
from tests.server.all_doors import MESSAGES, Asking, all_doors, body_of, place_of, query_of, struct
from tests.server.club import Club, a_club, prepare
from tests.server.club_evening import Evening
from tests.server.club_law import Finding, Law

SEEDS = (1,)


def an_evening(where: Path | str, folder: Path, patch: pytest.MonkeyPatch, game: str, seed: int) -> Law:
    """A random evening in a club of its own, and all that was shown there."""
    prepare(patch, seed)

    async def run() -> Law:
        async with a_club(where, folder, game) as club:
            await Evening(club, seed).play()
            assert len(club.sent) > 40, "it was no evening"
            return Law(club)

    return asyncio.run(run())


def stories(law: Law, findings: list[Finding]) -> str:
    """What was done that led to findings."""
    return "\n\n".join(map(law.story, findings))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", OWN_GAMES)
def test_nobody_learns_what_they_could_still_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, seed: int
) -> None:
    law = an_evening(tmp_path, tmp_path, monkeypatch, game, seed)
    found = law.findings()
    assert not found, stories(law, found)


def test_every_route_and_message_is_known_how_to_be_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new one may want something of which `all_doors.py` does not say what it is."""
    prepare(monkeypatch, 1)

    async def fill_in(club: Club) -> None:
        for door in all_doors():
            for seed in range(8):
                asking = Asking(club, Random(seed), door.name)
                place_of(door, asking), query_of(door, asking), body_of(door, asking)
        for type_, message in MESSAGES.items():
            for seed in range(8):
                struct(message, Asking(club, Random(seed), type_))

    async def run() -> None:
        async with a_club(tmp_path, tmp_path, "lockup") as club:
            await fill_in(club)

    asyncio.run(run())
