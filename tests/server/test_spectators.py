"""Spectators come by their own link, and are told only what is public."""

from typing import Any

import pytest

from sevenfold.games import OWN_GAMES
from sevenfold.testing.running import Server, to_act
from sevenfold.testing.secrecy import words_in
from tests.server.test_secrets_on_the_wire import secrets_of
from tests.server.together import MakePersons, code_of, join, look, look_until, start_with, table_until


@pytest.mark.parametrize("game", OWN_GAMES)
def test_no_card_of_a_hand_is_named_to_a_spectator(server: Server, persons: MakePersons, game: str) -> None:
    host, watcher = persons(2)
    table = start_with(host, game=game, pace=0, settings={"watching": True})
    info = host.get(f"/tables/{table}").json()
    join(watcher, info["watch_link"]).raise_for_status()
    with host.socket(table) as one, watcher.socket(table) as other:
        for _ in range(10):
            mine = look_until(one, lambda message: to_act(message) or message["standing"]["result"])
            public = look(other)
            if mine["standing"]["result"] is not None:  # now hands may be shown
                break
            assert public["view"]["seat"] is None
            assert public["view"]["hand"] == public["choices"]["cards"] == public["choices"]["moves"] == []
            assert secrets_of(server, info).leaks(None, public) == []
            assert not words_in(public["table"]) & {info["link"], info["code"], info["watch_link"]}
            hint = one.ask("ask_hint", "hint", version=mine["version"])["move"]["text"]
            one.send("play", version=mine["version"], move=hint)
        assert other.ask("play", "error", version=public["version"], move="AS")["code"] == "not_seated"
        assert other.ask("ask_hint", "error", version=public["version"])["code"] == "not_seated"


def shows_hand(message: dict[str, Any]) -> bool:
    """Whether seat 1 lets spectators look over their shoulder."""
    return bool(message["table"]["seats"][1]["shows_hand"])


def test_spectators_are_counted_and_go_when_the_host_allows_none(persons: MakePersons) -> None:
    host, watcher = persons(2)
    table = start_with(host, settings={"watching": True})
    key = host.get(f"/tables/{table}").json()["watch_link"]
    assert watcher.get(f"/invitations/{key}").json()["kind"] == "watch"
    join(watcher, key).raise_for_status()
    assert watcher.get("/tables").json()[0]["watching"]
    with host.socket(table) as one, watcher.socket(table) as other:
        other.send("hello")
        table_until(one, lambda table: table["watchers"] == 1)
        one.send("set_settings", settings={"watching": False})
        assert other.receive("error")["code"] == "not_seated"
        assert other.close_code == 4403
    assert code_of(join(watcher, key)) == "link_unknown"


def test_a_spectator_looks_over_the_shoulder_of_who_lets_them_and_no_longer(persons: MakePersons) -> None:
    host, friend, watcher = persons(3)
    settings = {"watching": True, "over_shoulder": True}
    table = start_with(host, friend, pace=10_000, settings=settings)
    key = host.get(f"/tables/{table}").json()["watch_link"]
    (spectator,) = join(watcher, key).json()["spectators"]
    to = spectator["id"]
    with host.socket(table) as one, friend.socket(table) as two, watcher.socket(table) as other:
        look(one)
        hand = look(two)["view"]["hand"]
        public = other.ask("hello", "snapshot", over=1)
        assert (public["view"]["seat"], public["view"]["hand"]) == (None, [])

        two.send("show_hand", shown=True, to=to)
        over = look_until(other, lambda message: message["view"]["seat"] == 1, over=1)
        assert over["view"]["hand"] == hand
        assert (over["choices"]["cards"], over["choices"]["moves"], over["tips"]) == ([], [], [])
        assert not any(seat["you"] for seat in over["table"]["seats"])
        assert over["table"]["link"] is None
        assert other.ask("play", "error", version=over["version"], move=hand[0])["code"] == "not_seated"
        assert other.ask("hello", "snapshot", over=0)["view"]["hand"] == []
        other.ask("hello", "snapshot", over=1)

        two.send("show_hand", shown=False, to=to)
        told = other.receive("snapshot")
        assert (told["view"]["seat"], words_in(told) & set(hand)) == (None, set())
        two.send("show_hand", shown=True, to=to)  # it must be asked for again
        shown = look_until(other, shows_hand)
        assert (shown["view"]["seat"], shown["view"]["hand"]) == (None, [])
        assert other.ask("hello", "snapshot", over=1)["view"]["hand"] == hand

        one.send("set_settings", settings=settings | {"over_shoulder": False})
        assert other.receive("snapshot")["view"]["hand"] == []
        look_until(two, lambda message: not message["table"]["settings"]["over_shoulder"])
        assert two.ask("show_hand", "error", shown=True, to=to)["code"] == "hands_hidden"
