"""Reviews over HTTP: who may ask for which, how they come, and what they say."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from operator import itemgetter
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from sevenfold.search.evaluation import is_sure
from sevenfold.server.limits import Limits, Rate
from sevenfold.testing.running import WAIT, Message, Person, Server, looking_again
from tests.server.test_forgetting import forget
from tests.server.test_rounds import change_rules, end_round, entries_of, finished, replay
from tests.server.together import MakePersons, code_of, join, start_with


def ask(person: Person, round_id: str, **asked: Any) -> httpx.Response:
    return person.post(f"/rounds/{round_id}/review", **asked)


def look(person: Person, round_id: str, query: str = "") -> httpx.Response:
    return person.get(f"/rounds/{round_id}/review{query}")


def told(answer: httpx.Response) -> Message:
    assert answer.status_code == 200, answer.text
    state: Message = answer.json()
    return state


def reviewed(person: Person, round_id: str, seat: int = 0, *, known: bool = False) -> Message:
    """Ask for a review, and wait until it is done."""
    told(ask(person, round_id, **{"from": str(seat), "known": known}))
    for _ in looking_again(5 * WAIT):  # it takes processor time
        state = told(look(person, round_id, f"?from={seat}&known={'true' if known else 'false'}"))
        if state["state"] not in ("queued", "running"):
            break
    assert state["state"] == "done"
    return state


def kept(server: Server, table: str) -> list[Any]:
    with closing(server.database()) as connection:
        return list(
            connection.execute(
                "SELECT seat, known, person_id, state FROM reviews WHERE table_id = ? ORDER BY seat, known",
                [table],
            ).fetchall()
        )


def test_a_review_is_made_when_somebody_asks_and_never_by_looking(server: Server, person: Person) -> None:
    table = finished(server, person)
    nothing = told(look(person, f"{table}.last"))
    assert (nothing["state"], nothing["seat"], nothing["decisions"]) == ("none", 0, [])
    assert told(look(person, f"{table}.1")) == nothing
    assert kept(server, table) == []
    assert told(ask(person, f"{table}.last"))["state"] in ("queued", "running", "done")
    done = reviewed(person, f"{table}.last")
    assert done["of"] == len(done["decisions"]) > 0
    assert told(ask(person, f"{table}.1")) == done
    assert [each[0] for each in kept(server, table)] == [0]


def test_what_a_review_says_is_of_the_round_that_is_looked_at(server: Server, person: Person) -> None:
    table = finished(server, person)
    seen = replay(person, f"{table}.1")["moments"]
    record = person.get(f"/rounds/{table}.1/record").json()
    review = reviewed(person, f"{table}.1")
    for decision in review["decisions"]:
        moment = [each for each in seen if each["at"] <= decision["at"]][-1]
        assert moment["decision"]
        assert record["moves"][decision["at"]] == ["0", decision["played"]["text"]]
        assert {*decision["played"]["cards"], *decision["other"]["cards"]} <= {*moment["view"]["hand"]}
        assert decision["is_loss"] == is_sure(decision["by"], decision["error"], decision["tried"])
    at = [decision["at"] for decision in review["decisions"]]
    assert at == [each["at"] for each in seen if each["decision"]]
    assert [point["at"] for point in review["curve"]] == [0, *at, len(record["moves"])]
    assert review["curve"][-1]["expected"] == review["result"] == record["result"][0]
    losses = sorted(
        (index for index, each in enumerate(review["decisions"]) if each["is_loss"]),
        key=lambda index: -review["decisions"][index]["by"],
    )
    assert review["moments"] == losses[:3]
    assert review["lost"] == pytest.approx(sum(review["decisions"][index]["by"] for index in losses))
    assert review["luck"]["error"] > 0


def test_with_all_cards_known_it_is_another_review(server: Server, person: Person) -> None:
    table = finished(server, person)
    review = reviewed(person, f"{table}.1")
    known = reviewed(person, f"{table}.1", known=True)
    assert (review["known"], known["known"]) == (False, True)
    assert [each["at"] for each in known["decisions"]] == [each["at"] for each in review["decisions"]]
    assert known["decisions"] != review["decisions"]
    assert all(each["reason_played"] is each["why"] is None for each in known["decisions"])
    assert [(seat, bool(known)) for seat, known, *_ in kept(server, table)] == [(0, False), (0, True)]


def test_others_who_sat_there_and_whoever_has_a_link_see_the_same(
    server: Server, persons: MakePersons
) -> None:
    host, friend, stranger = persons(3)
    table = start_with(host, friend)
    end_round(server, table)
    key = friend.post(f"/rounds/{table}.1/link").json()["key"]
    assert told(look(host, f"{table}.1"))["seat"] == 0
    assert told(look(stranger, key))["seat"] == told(look(friend, f"{table}.1"))["seat"] == 1
    done = reviewed(stranger, key, 1)
    assert told(look(friend, f"{table}.1")) == told(look(host, f"{table}.1", "?from=1")) == done
    assert told(look(host, f"{table}.1"))["state"] == "none"
    assert code_of(look(stranger, f"{table}.1")) == code_of(ask(stranger, f"{table}.1")) == "not_seated"


def test_a_spectator_looks_at_the_first_person_unless_they_say_whom(
    server: Server, persons: MakePersons
) -> None:
    host, friend, watcher = persons(3)
    table = start_with(host, friend, settings={"watching": True})
    join(watcher, host.get(f"/tables/{table}").json()["watch_link"]).raise_for_status()
    end_round(server, table)
    assert told(look(watcher, f"{table}.1"))["seat"] == 0
    assert told(look(watcher, f"{table}.1", "?from=1"))["seat"] == 1


@pytest.mark.parametrize(
    ("round_id", "seat", "expected"),
    [
        ("{table}.1", "1", (409, "review_of_bot")),
        ("{table}.1", "4", (400, "no_such_seat")),
        ("{table}.1", "watch", (400, "malformed")),
        ("{table}.1", "open", (400, "malformed")),
        ("{table}.1", "-1", (400, "malformed")),
        ("{table}.1", "٠", (400, "malformed")),
        ("{table}.2", "0", (409, "round_in_play")),
        ("{table}.3", "0", (404, "round_unknown")),
        ("nothing.1", "0", (404, "round_unknown")),
        ("nothing", "0", (404, "round_unknown")),
    ],
)
def test_what_cannot_be_reviewed_says_why(
    server: Server, person: Person, round_id: str, seat: str, expected: tuple[int, str]
) -> None:
    table = person.create()["id"]
    server.write_log(table, entries_of("lockup", 1, and_a_deal=True))
    wanted = round_id.format(table=table)
    for answer in (
        look(person, wanted, f"?from={seat}"),
        ask(person, wanted, **{"from": seat}),
        person.post(f"/rounds/{wanted}/review/try", **{"at": 0, "move": "2S", "from": seat}),
    ):
        assert (answer.status_code, code_of(answer)) == expected
    assert kept(server, table) == []


@pytest.mark.parametrize("body", [{"known": "perhaps"}, {"from": 0}, {"seat": "0"}])
def test_what_is_no_question_is_refused(server: Server, person: Person, body: dict[str, Any]) -> None:
    table = finished(server, person)
    assert code_of(ask(person, f"{table}.1", **body)) == "malformed"
    assert look(person, f"{table}.1", "?known=perhaps").status_code == 400


@pytest.mark.parametrize(("rounds", "code"), [("match_end", "round_in_play"), ("never", "rounds_closed")])
def test_a_review_is_as_secret_as_its_round(server: Server, person: Person, rounds: str, code: str) -> None:
    table = finished(server, person, settings={"rounds": rounds})
    assert code_of(look(person, f"{table}.1")) == code_of(ask(person, f"{table}.1")) == code


def test_of_several_who_ask_at_once_all_are_told_of_one_review(server: Server, persons: MakePersons) -> None:
    host, *others = persons(4)
    table = finished(server, host)
    key = host.post(f"/rounds/{table}.1/link").json()["key"]
    with ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(lambda person: ask(person, key), [host, *others] * 2))
    assert {told(answer)["seat"] for answer in answers} == {0}
    done = reviewed(host, f"{table}.1")
    assert all(told(look(person, key)) == done for person in others)
    assert len(kept(server, table)) == 1


# --- another move ------------------------------------------------------------------------------------


def test_another_move_is_compared_with_the_better_of_the_two(server: Server, person: Person) -> None:
    table = finished(server, person)
    review = reviewed(person, f"{table}.1")

    def tried(decision: Message, move: str) -> Message:
        return told(person.post(f"/rounds/{table}.1/review/try", at=decision["at"], move=move))

    decision = max(review["decisions"], key=itemgetter("tried"))
    better, worse = ("other", "played") if decision["by"] > 0 else ("played", "other")
    assert tried(decision, decision[better]["text"]) == {
        "move": decision[better],
        "by": 0.0,
        "error": 0.0,
        "is_best": True,
    }
    behind = tried(decision, decision[worse]["text"])
    assert (behind["by"], behind["error"]) == (abs(decision["by"]), decision["error"])
    choices = person.post(f"/rounds/{table}.1/what-if", at=decision["at"], message={"type": "hello"}).json()
    known = {decision["played"]["text"], decision["other"]["text"]}
    others = [card for card in choices["answer"]["choices"]["cards"] if card not in known][:4]
    found = [tried(decision, card) for card in others]
    assert [each["move"]["text"] for each in found] == others
    assert all(each["is_best"] == (each["by"] <= 0) for each in found)
    assert any(each["error"] > 0 for each in found)  # two cards may be worth the same in every world
    assert tried(decision, others[0]) == found[0]


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"at": 999}, "not_evaluated"),
        ({"at": -1}, "not_evaluated"),
        ({"known": True}, "not_evaluated"),
        ({"move": "nonsense"}, "malformed"),
        ({"move": "2S 3S"}, "malformed"),
        ({"move": ""}, "malformed"),
    ],
)
def test_only_moves_at_decisions_that_were_judged_are_tried(
    server: Server, person: Person, wrong: dict[str, Any], code: str
) -> None:
    table = finished(server, person)
    at = reviewed(person, f"{table}.1")["decisions"][0]["at"]
    answer = person.post(f"/rounds/{table}.1/review/try", **({"at": at, "move": "2S"} | wrong))
    assert code_of(answer) == code


# --- limits -------------------------------------------------------------------------------------------


def with_limits(folder: Path, work: Callable[[Server, Person], None], **limits: Any) -> None:
    """A server that judges nothing, so that what is asked for waits."""
    server = Server(folder, msgspec.structs.replace(Limits(), **limits), judges=False)
    try:
        with Person(server) as person:
            work(server, person)
    finally:
        server.close()


def test_a_person_has_one_review_waiting_and_the_queue_an_end(tmp_path: Path) -> None:
    def work(server: Server, person: Person) -> None:
        first, second = finished(server, person), finished(server, person)
        assert told(ask(person, f"{first}.1"))["state"] == "queued"
        assert told(ask(person, f"{first}.1"))["ahead"] == 0  # the same once more
        refused = ask(person, f"{second}.1")
        assert (refused.status_code, code_of(refused)) == (429, "too_many_reviews")
        assert refused.json()["values"]["reason"] == "waiting"
        assert int(refused.headers["retry-after"]) > 0
        key = person.post(f"/rounds/{second}.1/link").json()["key"]
        with Person(server) as other, Person(server) as third:
            assert told(ask(other, key))["ahead"] == 1
            table = finished(server, third)
            assert ask(third, f"{table}.1").json()["values"]["reason"] == "queue"

    with_limits(tmp_path, work, reviews_waiting=2)


def test_no_address_fills_the_queue_not_even_by_many_persons_at_once(tmp_path: Path) -> None:
    def work(server: Server, person: Person) -> None:
        with ExitStack() as stack:
            persons = [person, *(stack.enter_context(Person(server)) for _ in range(5))]
            rounds = [f"{finished(server, each)}.1" for each in persons]
            with ThreadPoolExecutor(len(persons)) as pool:
                answers = list(pool.map(ask, persons, rounds))
            refused = [answer for answer in answers if answer.status_code == 429]
            assert [answer.json()["values"]["reason"] for answer in refused] == ["queue"] * 4
            elsewhere = stack.enter_context(Person(server, address="127.0.0.2"))
            assert told(ask(elsewhere, f"{finished(server, elsewhere)}.1"))["ahead"] == 2

    with_limits(tmp_path, work, address_reviews_waiting=2)


def test_a_person_may_ask_for_so_many_in_an_hour(tmp_path: Path) -> None:
    def work(server: Server, person: Person) -> None:
        tables = [finished(server, person) for _ in range(3)]
        answers = [ask(person, f"{table}.1") for table in tables]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert answers[-1].json()["values"]["what"] == "new_reviews"
        assert told(ask(person, f"{tables[0]}.1"))["state"] == "queued"

    with_limits(tmp_path, work, person_new_reviews=Rate(2, 3600), person_reviews_waiting=None)


def test_a_host_may_offer_none_and_what_is_kept_is_still_shown(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        with Person(server) as person:
            table, other = finished(server, person), finished(server, person)
            done = reviewed(person, f"{table}.1")
            cookies = person.http.cookies
    finally:
        server.close()
    server = Server(tmp_path, reviews=False)
    try:
        with Person(server, session=False) as person:
            person.http.cookies = cookies
            assert told(look(person, f"{table}.1")) == done
            for answer in (look(person, f"{other}.1"), ask(person, f"{other}.1")):
                assert (answer.status_code, code_of(answer)) == (409, "review_impossible")
                assert answer.json()["values"] == {"game": "lockup", "reason": "off"}
    finally:
        server.close()


# --- what becomes of them -----------------------------------------------------------------------------


def test_a_review_goes_with_its_table(server: Server, person: Person) -> None:
    table = finished(server, person)
    reviewed(person, f"{table}.1")
    assert person.delete(f"/tables/{table}").status_code == 204
    assert kept(server, table) == []


def test_the_name_of_who_asked_goes_with_their_data_and_the_review_stays(
    server: Server, persons: MakePersons
) -> None:
    host, friend = persons(2)
    table = start_with(host, friend)
    end_round(server, table)
    done = reviewed(friend, f"{table}.1", 1)
    assert kept(server, table)[0][2] is not None
    forget(server, friend)
    assert [each[2] for each in kept(server, table)] == [None]
    assert told(look(host, f"{table}.1", "?from=1")) == done


def test_when_the_rules_have_changed_what_is_kept_is_shown_and_no_more_is_made(
    own_server: Server,
) -> None:
    with Person(own_server) as person:
        table = finished(own_server, person)
        done = reviewed(person, f"{table}.1")
        key = person.post(f"/rounds/{table}.1/link").json()["key"]
    change_rules(own_server, table)
    with Person(own_server) as stranger:
        assert told(look(stranger, key)) == told(ask(stranger, key)) == done
        assert code_of(look(stranger, key, "?known=true")) == code_of(ask(stranger, key, known=True))
        assert code_of(ask(stranger, key, known=True)) == "rules_changed"
        at, move = done["decisions"][0]["at"], done["decisions"][0]["other"]["text"]
        assert code_of(stranger.post(f"/rounds/{key}/review/try", at=at, move=move)) == "rules_changed"
    assert "open tables cannot go on" in own_server.forget_said()
