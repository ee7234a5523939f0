"""Lessons over HTTP: what a step answers is what a table would send, and nothing is kept."""

from collections.abc import Iterator
from typing import Any

import pytest

from sevenfold.testing.contract.tables import FINISHED
from sevenfold.testing.running import Person, Server

CLUB = "/games/lockup/lessons/basics/club"
HELLO = {"type": "hello"}


@pytest.fixture
def anybody(server: Server) -> Iterator[Person]:
    """A person without a session."""
    with Person(server, session=False) as somebody:
        yield somebody


def ask(person: Person, step: str, message: dict[str, Any], *made: str) -> dict[str, Any]:
    answer = person.post(step, message=message, made=made)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def version_of(person: Person, step: str, *made: str) -> int:
    found: int = ask(person, step, HELLO, *made)["messages"][0]["version"]
    return found


def test_every_finished_game_lists_its_lessons_with_their_sentences(anybody: Person) -> None:
    games = [game for game in anybody.get("/games").json() if game["name"] in FINISHED]
    assert len(games) == len(FINISHED) > 0
    for game in games:
        book = anybody.get(f"/games/{game['name']}/lessons?language=ja").json()
        assert [lesson["name"] for lesson in book["lessons"]] == game["lessons"] != []
        for lesson in book["lessons"]:
            assert book["texts"][f"{lesson['name']}.title"]
            assert lesson["steps"][-1]["check"]


def test_a_step_begins_as_a_table_does(anybody: Person) -> None:
    answer = ask(anybody, CLUB, HELLO)
    (snapshot,) = answer["messages"]
    assert answer["outcome"] == "open"
    assert snapshot["type"] == "snapshot"
    assert snapshot["table"]["settings"]["take_back"] == "never"
    assert snapshot["view"]["hand"] == ["6D", "9C"]
    assert snapshot["view"]["table"][0] == {"seat": 1, "cards": ["AH"]}
    assert sorted(snapshot["choices"]["cards"]) == ["6D", "9C"]
    assert "KS" not in str(snapshot)


def test_a_right_move_is_followed_by_the_others_move_by_move(anybody: Person) -> None:
    play = {"type": "play", "version": version_of(anybody, CLUB), "move": "9C"}
    answer = ask(anybody, CLUB, play)
    assert (answer["outcome"], answer["say"]) == ("right", None)
    assert [message["type"] for message in answer["messages"]] == ["update"] * 4
    assert [message["since"] for message in answer["messages"][1:]] == [
        message["version"] for message in answer["messages"][:-1]
    ]
    told = [event["kind"] for message in answer["messages"] for event in message["events"]]
    assert told[:4] == ["move", "trick", "locked", "chance"]


def test_a_wrong_move_has_its_answer_and_the_step_can_be_tried_again(anybody: Person) -> None:
    version = version_of(anybody, CLUB)
    wrong = ask(anybody, CLUB, {"type": "play", "version": version, "move": "6D"})
    assert (wrong["outcome"], wrong["say"]) == ("wrong", "basics.club.free")
    assert version_of(anybody, CLUB) == version


def test_what_the_rules_refuse_is_refused_by_them(anybody: Person) -> None:
    step = "/games/lockup/lessons/basics/follow"
    play = {"type": "play", "version": version_of(anybody, step), "move": "AS"}
    answer = ask(anybody, step, play)
    (refused,) = answer["messages"]
    assert (refused["type"], refused["rule"]) == ("refused", "LU-3.1")
    assert (answer["outcome"], answer["say"]) == ("open", "basics.follow.held")


def test_a_step_of_several_moves_choices_and_a_hint(anybody: Person) -> None:
    step = "/games/seven_bridge/lessons/basics/turn"
    version = version_of(anybody, step)
    hint = ask(anybody, step, {"type": "ask_hint", "version": version})["messages"][0]
    assert hint["move"]["text"] == "draw"
    drawn = ask(anybody, step, {"type": "play", "version": version, "move": "draw"})
    assert drawn["outcome"] == "open"
    version = drawn["messages"][-1]["version"]
    chosen = ask(anybody, step, {"type": "select", "version": version, "cards": ["KC"]}, "draw")
    assert [move["text"] for move in chosen["messages"][0]["moves"]] == ["discard KC"]
    done = ask(anybody, step, {"type": "play", "version": version, "move": "discard KC"}, "draw")
    assert done["outcome"] == "right"


@pytest.mark.parametrize(
    ("step", "body", "status", "code"),
    [
        ("/games/chess/lessons/basics/club", {"message": HELLO}, 404, "game_unknown"),
        ("/games/lockup/lessons/basics/end", {"message": HELLO}, 404, "lesson_unknown"),
        (CLUB, {"message": HELLO, "made": ["AS"]}, 400, "malformed"),
        (CLUB, {"message": {"type": "next_round", "version": 1}}, 400, "malformed"),
        (CLUB, {"message": {"type": "play", "version": 99, "move": "9C"}}, 409, "stale"),
        (CLUB, {"message": {"type": "select", "version": 99, "cards": []}}, 409, "stale"),
    ],
)
def test_what_is_wrong_with_a_request(
    anybody: Person, step: str, body: dict[str, Any], status: int, code: str
) -> None:
    answer = anybody.post(step, **body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
