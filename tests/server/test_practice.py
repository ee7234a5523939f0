"""Positions for practice, over HTTP."""

import pytest

from sevenfold.games import package_of
from sevenfold.search.practice import load_practice
from sevenfold.testing.contract.tables import FINISHED
from sevenfold.testing.running import Person

POSITION = "/games/lockup/practice/1"


@pytest.fixture
def kept() -> tuple[str, str]:
    """The best move of the first position, and another."""
    first = load_practice(package_of("lockup"))[0]
    return first.best, first.others[0].move


def say(person: Person, message: dict[str, object]) -> dict[str, list[dict[str, object]]]:
    answer: dict[str, list[dict[str, object]]] = person.post(POSITION, message=message).json()
    return answer


def version(person: Person) -> object:
    (snapshot,) = say(person, {"type": "hello"})["messages"]
    return snapshot["version"]


def test_a_position_is_sent_as_a_table_is(person: Person) -> None:
    (snapshot,) = say(person, {"type": "hello"})["messages"]
    assert snapshot["type"] == "snapshot"
    view = snapshot["view"]
    assert isinstance(view, dict)
    assert view["acting"] == [view["seat"]]


def test_the_best_move_is_told_so_with_why_and_what_others_cost(
    person: Person, kept: tuple[str, str]
) -> None:
    best, _ = kept
    answer = person.post(POSITION, message={"type": "play", "version": version(person), "move": best}).json()
    assert answer["messages"] == []
    assert answer["verdict"]["is_best"]
    assert answer["verdict"]["best"]["text"] == best
    assert answer["verdict"]["reason"]["code"]
    assert all(tried["behind"] > 0 for tried in answer["verdict"]["others"])


def test_another_move_is_told_what_is_better(person: Person, kept: tuple[str, str]) -> None:
    best, other = kept
    answer = person.post(POSITION, message={"type": "play", "version": version(person), "move": other}).json()
    assert not answer["verdict"]["is_best"]
    assert (answer["verdict"]["chosen"]["text"], answer["verdict"]["best"]["text"]) == (other, best)


def test_what_the_rules_refuse_is_refused_and_has_no_verdict(person: Person) -> None:
    answer = say(person, {"type": "play", "version": version(person), "move": "nonsense"})
    assert answer["messages"][0]["type"] == "refused"
    assert answer["verdict"] is None


def test_a_hint_tells_the_best_move(person: Person, kept: tuple[str, str]) -> None:
    (hint,) = say(person, {"type": "ask_hint", "version": version(person)})["messages"]
    move = hint["move"]
    assert isinstance(move, dict)
    assert (hint["type"], move["text"]) == ("hint", kept[0])


def test_games_say_how_many_positions_they_have(person: Person) -> None:
    positions = {game["name"]: game["practice"] for game in person.get("/games").json()}
    assert [positions[name] for name in FINISHED] == [20] * len(FINISHED)


def test_a_position_that_is_not_there_is_unknown(person: Person) -> None:
    for number in (0, 21):
        answer = person.post(f"/games/lockup/practice/{number}", message={"type": "hello"})
        assert (answer.status_code, answer.json()["code"]) == (404, "practice_unknown")


def test_a_move_made_on_another_version_is_stale(person: Person, kept: tuple[str, str]) -> None:
    answer = person.post(POSITION, message={"type": "play", "version": 1, "move": kept[0]})
    assert answer.json()["code"] == "stale"
