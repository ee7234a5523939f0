"""A replay of a round shows each viewer what the table showed them then, and nothing else (laws 1, 3, 10)."""

import asyncio
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sevenfold.games import load_game
from sevenfold.server.protocol.replay import Replay
from sevenfold.server.rounds.packed import plain
from sevenfold.server.rounds.rounds import FinishedRounds
from sevenfold.server.timings import Timings
from tests.server.in_process import Message, ServerHere, Window, a_server, without_threads

PLAYED = [
    ("lockup", "standard", 1),
    ("lockup", "standard", 2),
    ("trump7", "standard", 1),
    ("seven_bridge", "standard", 1),
    ("seven_bridge", "with_joker", 2),
    ("lockseven", None, 1),
    ("lockseven", None, 2),
]
"""Games, presets, and how many persons play. Somebody alone takes a move back; a spectator watches others."""


async def a_table(
    server: ServerHere, game: str, preset: str | None, persons: int
) -> tuple[str, list[Window]]:
    """A table in play, with windows of its persons and of a spectator."""
    players = [await server.browser(f"P{number}") for number in range(persons)]
    settings = {"watching": True, "take_back": "agreed"}
    known = load_game(game).meta.presets
    wanted = {"preset": preset} if preset in known else {}
    made = await players[0].create(game=game, pace=30, settings=settings, **wanted)
    for seat, player in enumerate(players[1:], 1):
        await player.join(made.link or "", seat)
    windows = [await player.open(made.id) for player in players]
    watcher = await server.browser("W")
    await watcher.join(made.watch_link or "")
    if persons > 1:  # else nothing that somebody else has seen could be taken back
        windows.append(await watcher.open(made.id))
    await windows[0].ask("start", fill="easy")
    return made.id, windows


async def play_round(server: ServerHere, table: str, windows: list[Window]) -> None:
    """Play until a round is over. Somebody who is alone takes a move back, if they may."""
    taken = len(windows) > 1
    for _ in range(2000):
        await server.quiet()
        match = await server.match(table)
        if match.round_over and not match.thrown_in:
            return
        for seat, window in enumerate(windows):
            told = window.game or {}
            if match.deals > 1 and match.round_over:
                continue
            if seat in told["view"]["acting"] and seat in match.acting:
                move = match.game.notation.write(match.game.choose(match.seen(seat), seat))
                window.send("play", version=told["version"], move=move)
                await server.quiet()
                offer = (window.game or {}).get("may_take_back")
                if not taken and len(match.round.steps) > 3 and offer and not offer["why_not"]:
                    taken = True
                    window.send("ask_take_back", version=(window.game or {})["version"])
                break
        if match.round_over:
            for window in windows:
                window.send("next_round", version=(window.game or {})["version"])
        await asyncio.sleep(0.004)
    raise AssertionError("the round does not end")


def sent(window: Window) -> list[Message]:
    return [each.message for each in window.heard if each.message["type"] in ("snapshot", "update")]


def compare(replay: Replay, told: list[Message], *, some_undone: bool) -> int:
    """Every message that was sent is a moment of the replay. Return how many there were."""
    moments = {moment["version"]: moment for moment in msgspec.to_builtins(replay.moments)}
    views: dict[int, list[Any]] = {}
    for message in told:
        version = message["version"]
        if not min(moments) <= version <= max(moments):
            continue  # of another deal
        if version not in moments:
            assert some_undone, (version, message["events"])
            continue
        views.setdefault(version, []).append(message["view"])
        if message["type"] == "update" and not some_undone and message["since"] >= min(moments):
            events = [
                event
                for at, moment in moments.items()
                if message["since"] < at <= version
                for event in moment["events"]
            ]
            assert message["events"] == events
        assert message["standing"] == moments[version]["standing"]
    for version, shown in views.items():
        view = moments[version]["view"]
        assert view in shown
        assert all(each | {"acting": ()} == view | {"acting": ()} for each in shown)
    return len(views)


@pytest.mark.parametrize(("game", "preset", "persons"), PLAYED)
def test_a_replay_shows_what_the_table_showed(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    preset: str | None,
    persons: int,
) -> None:
    without_threads(monkeypatch)
    short = Timings(claim_window=60, card_window=8, answered_early=4)

    async def play() -> None:
        async with a_server(tmp_path, short) as server:
            table, windows = await a_table(server, game, preset, persons)
            rounds = FinishedRounds(server.store)
            await play_round(server, table, windows[:persons])
            await asyncio.sleep(0.1)
            await server.quiet()
            match = await server.match(table)
            undone = any(round_.taken_back for round_ in match.rounds)
            for number, window in enumerate(windows):
                person = window.browser.person.id
                replay = await look(rounds, f"{table}.last", person)
                assert replay.viewer == (number if number < persons else None)
                # a busy machine tells many moves at once, and bots' moves make some rounds short
                assert compare(replay, sent(window), some_undone=undone) > 1
                last: Any = replay.moments[-1]
                assert last["standing"] == json.loads(msgspec.json.encode(match.standing))
            rounds.close()

    asyncio.run(play())


async def look(rounds: FinishedRounds, round_id: str, person: int, side: str | None = None) -> Replay:
    packed = await rounds.replay(round_id, person, side)
    return msgspec.json.decode(plain(packed), type=_LooseReplay)


class _LooseReplay(Replay, frozen=True, kw_only=True):
    """With views of any game."""

    moments: tuple[Any, ...]
