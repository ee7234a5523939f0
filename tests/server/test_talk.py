"""What is said at a table, by whom, and how much."""

import pytest

from sevenfold.server.errors import TalkRefused
from sevenfold.server.protocol.talk import Say
from sevenfold.server.tables.sent.talk import EACH, check_said
from tests.server.together import MakePersons, join, start_with, wait_table


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (Say(), "empty"),
        (Say(phrase="hello", text="Hello"), "empty"),
        (Say(text="  "), "empty"),
        (Say(text="x" * 201), "long"),
        (Say(text="abc\u202edef"), "characters"),
        (Say(text="a\x07"), "characters"),
        (Say(text="a\nb"), "characters"),
        (Say(text="a" + "\u0301" * 9), "characters"),
    ],
)
def test_what_cannot_be_said_is_refused_with_its_reason(said: Say, reason: str) -> None:
    with pytest.raises(TalkRefused) as problem:
        check_said(said, free_text=True)
    assert problem.value.values["reason"] == reason


def test_text_is_kept_as_it_is_with_single_spaces() -> None:
    said = Say(text=" <b>see  https://example.org</b> ")
    assert check_said(said, free_text=True).text == "<b>see https://example.org</b>"
    with pytest.raises(TalkRefused, match="phrases_only"):
        check_said(said, free_text=False)


def test_everybody_hears_it_and_who_comes_later_is_told_the_last_lines(persons: MakePersons) -> None:
    host, friend, watcher = persons(3)
    table = start_with(host, friend, settings={"watching": True})
    join(watcher, host.get(f"/tables/{table}").json()["watch_link"]).raise_for_status()
    with host.socket(table) as one, friend.socket(table) as two, watcher.socket(table) as three:
        for socket in (one, two, three):
            socket.hello()
        two.send("say", phrase="well_played")
        heard = {socket: socket.receive("talk")["lines"] for socket in (one, two, three)}
        three.send("say", reaction="clap")
        for socket, lines in heard.items():
            lines += socket.receive("talk")["lines"]
            said = [(line["number"], line["seat"], line["phrase"], line["reaction"]) for line in lines]
            assert said == [(1, 1, "well_played", None), (2, None, None, "clap")]
        assert two.ask("say", "error", text="hi")["values"]["reason"] == "phrases_only"
    with friend.socket(table) as later:
        later.send("hello")
        assert [line["number"] for line in later.receive("talk")["lines"]] == [1, 2]


def test_who_says_too_much_is_told_to_wait(persons: MakePersons) -> None:
    (host,) = persons(1)
    with host.socket(wait_table(host)["id"]) as socket:
        socket.send("hello")
        for _ in range(2 * EACH.count):  # while they are said, some time passes
            socket.send("say", reaction="smile")
        assert socket.receive("error")["code"] == "too_many"
