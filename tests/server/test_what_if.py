"""Another move at a moment of a finished round, and what bots make of it."""

from typing import Any

import pytest

from sevenfold.core.redealing import deal_anew
from sevenfold.games import game_names
from sevenfold.server.rounds import branching
from sevenfold.server.rounds.branching import DealtAnew, OtherLine
from sevenfold.server.rounds.shown import Side, entry_after
from sevenfold.testing.running import Person, Server
from tests.server.test_rounds import finished, match_after, replay


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("cards", ["true", "then"])
def test_another_move_is_played_on_to_the_end(server: Server, person: Person, game: str, cards: str) -> None:
    table = finished(server, person, game)
    seat, at = next(
        (seat, each)
        for seat in range(4)
        for each in replay(person, f"{table}.last", str(seat))["moments"]
        if each["decision"]
    )
    asked = {"at": at["at"], "from": str(seat), "cards": cards}

    def ask(message: dict[str, Any], **more: Any) -> Any:
        answer = person.post(f"/rounds/{table}.last/what-if", message=message, **(asked | more))
        assert answer.status_code == 200, answer.text
        return answer.json()

    hello = ask({"type": "hello"})["answer"]
    assert hello["view"]["hand"] == at["view"]["hand"]
    chosen = hello["choices"]
    while not chosen["moves"]:
        cards_ = [*chosen["chosen"], chosen["cards"][0]]
        chosen = ask({"type": "select", "version": hello["version"], "cards": cards_})["answer"]
    play = {"type": "play", "version": hello["version"], "move": chosen["moves"][0]["text"]}
    branch = ask(play)
    assert branch == ask(play)
    assert branch["moments"][-1]["standing"]["result"] is not None
    assert branch["made"][0].startswith(f"{seat} ")
    assert all(each["at"] > at["at"] for each in branch["moments"])
    assert ask({"type": "play", "version": hello["version"], "move": "nonsense"})["answer"]["rule"]

    # the branch again, from the moves that made it: as every side was told of it
    made = branch["made"]
    steps = [each["at"] - at["at"] for each in branch["moments"]]
    assert len(made) == steps[-1]
    for side in (str(seat), str((seat + 1) % 3), "watch", "open"):
        again = ask({"type": "hello"}, made=made, **{"from": side})
        assert again["made"] == made
        assert again["moments"][-1]["standing"] == branch["moments"][-1]["standing"]
        assert (again["moments"][-1]["hands"] is not None) == (side == "open")
    assert ask({"type": "hello"}, made=made)["moments"] == branch["moments"]

    # another move inside the branch: as many of its steps are sent as stand there
    inside = next((each for each in branch["moments"] if each["decision"]), None)
    if inside is not None:
        kept = made[: inside["at"] - at["at"]]
        there = ask({"type": "hello"}, made=kept)["answer"]
        assert (there["version"], there["view"]) == (inside["version"], inside["view"])


def test_cards_are_dealt_anew_once_for_all_messages_of_a_branch(monkeypatch: pytest.MonkeyPatch) -> None:
    match, dealt, made = match_after("lockup", 1), DealtAnew(), []

    def counted(*given: Any) -> Any:
        made.append(given)
        return deal_anew(*given)

    monkeypatch.setattr(branching, "deal_anew", counted)

    def a_line(table: str, at: int, seat: int, number: int) -> OtherLine:
        return OtherLine(table, match.at(entry_after(match, at)), Side(seat), (), number)

    seat = match.at(entry_after(match, 5)).acting[0]
    first = dealt.match(a_line("one", 5, seat, 0))
    before = first.round.deal, first.version, first.view(seat)
    first.play(seat, first.legal(seat)[0])  # what is made of it changes nothing for the next message
    again = dealt.match(a_line("one", 5, seat, 0))
    assert (again.round.deal, again.version, again.view(seat)) == before
    assert len(made) == 1

    after = match.at(entry_after(match, 6)).acting[0]
    others = (a_line("two", 5, seat, 0), a_line("one", 6, after, 0), a_line("one", 5, seat, 1))
    for line in others:
        assert not dealt.has(line)
        dealt.match(line)
        assert dealt.has(line)
        dealt.match(line)
    assert len(made) == 4


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"at": 999}, "moment_unknown"),
        ({"at": -1}, "moment_unknown"),
        ({"at": 52}, "not_your_turn"),
        ({"from": "7"}, "no_such_seat"),
        ({"from": "x"}, "malformed"),
        ({"made": ["0 nonsense"]}, "malformed"),
        ({"made": ["x"]}, "malformed"),
        ({"made": ["x"], "cards": "then"}, "malformed"),
        ({"made": ["* 2S"], "cards": "then"}, "malformed"),
        ({"made": ["0 2S"] * 501}, "malformed"),
        ({"bots": "genius"}, "option_invalid"),
        ({"bots": "genius", "made": ["x"]}, "option_invalid"),
        ({"bots": "genius", "at": 999}, "moment_unknown"),
        ({"message": {"type": "play", "version": 77, "move": "2S"}}, "stale"),
    ],
)
def test_what_does_not_fit_the_round_is_refused(
    server: Server, person: Person, wrong: dict[str, Any], code: str
) -> None:
    table = finished(server, person)
    asked: dict[str, Any] = {"at": 0, "from": "open", "message": {"type": "hello"}}
    answer = person.post(f"/rounds/{table}.last/what-if", **(asked | wrong))
    assert answer.json()["code"] == code
