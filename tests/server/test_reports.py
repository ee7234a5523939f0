"""Reports of moments: they hold what their author could see, and only the host reads them again."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from sevenfold.cli import app
from sevenfold.games import OWN_GAMES
from sevenfold.server.limits import Limits, Rate
from sevenfold.testing.running import Message, Person, Server, looking_again
from sevenfold.testing.secrecy import words_in
from tests.server.test_forgetting import forget
from tests.server.test_rounds import finished
from tests.server.test_secrets_on_the_wire import secrets_of
from tests.server.together import MakePersons, code_of, join, look, start_with

WORDS = "The bot threw a trump away.\n  Why?"


def report(person: Person, path: str, **more: Any) -> Message:
    answer = person.post(f"{path}/reports", **({"words": WORDS} | more))
    assert answer.status_code == 201, answer.text
    told: Message = answer.json()
    return told


def shown(message: Message) -> list[Any]:
    """What a snapshot or a report has of a moment."""
    return [message[field] for field in ("view", "standing", "events")]


def sevenfold(server: Server, *arguments: str, fails: bool = False) -> str:
    """What `sevenfold reports` prints for a server."""
    where = ["--data", str(server.data)]
    if server.database_url is not None:
        where += ["--database", server.database_url]
    result = CliRunner().invoke(app, ["reports", *arguments, *where], terminal_width=200)
    assert result.exit_code == (2 if fails else 0), result.output
    return result.output


@pytest.mark.parametrize("game", OWN_GAMES)
def test_a_report_of_a_round_in_play_has_what_its_author_was_sent_and_no_other_card(
    server: Server, persons: MakePersons, game: str
) -> None:
    host, friend, watcher = persons(3)
    table = start_with(host, friend, game=game, pace=0, settings={"watching": True})
    info = host.get(f"/tables/{table}").json()
    join(watcher, info["watch_link"]).raise_for_status()
    with host.socket(table) as one, friend.socket(table) as two, watcher.socket(table) as three:
        for _ in looking_again():  # until nothing happens between what is reported and what is sent
            made = [report(person, f"/tables/{table}") for person in (host, friend, watcher)]
            sent = [look(socket) for socket in (one, two, three)]
            if list(map(shown, made)) == list(map(shown, sent)):
                break
    for seat, told in zip((0, 1, None), made, strict=True):
        assert (told["viewer"], told["open"], told["record"], told["at"]) == (seat, False, None, None)
        assert told["words"] == "The bot threw a trump away.\nWhy?"
        assert told["bots"][:2] == [None, None]
    for told in made:
        secrets, viewer = secrets_of(server, info), told["view"]["seat"]
        now = {
            "version": secrets.match.ledger(viewer).version,
            "view": told["view"],
            "events": told["events"],
        }
        assert secrets.leaks(viewer, now) == []
        assert not words_in(told) & {info["link"], info["code"], info["watch_link"]}


def test_a_report_of_a_finished_round_has_its_record_and_the_moment(server: Server, person: Person) -> None:
    table = finished(server, person)
    told = report(person, f"/rounds/{table}.1", at=6, seat=2, **{"from": "1"})
    shown = person.get(f"/rounds/{table}.1?from=1").json()["moments"]
    assert told["view"] == [each for each in shown if each["at"] <= 6][-1]["view"]
    assert told["events"] == [event for each in shown if each["at"] <= 6 for event in each["events"]]
    assert (told["at"], told["viewer"], told["seat"], told["deal"], told["round"]) == (6, 1, 2, 1, 1)
    record = json.loads(person.get(f"/rounds/{table}.1/record").text)
    assert told["record"] == {name: part for name, part in record.items() if name != "fair"}


REFUSED = [
    ({"words": ""}, 400, "words_refused"),
    ({"words": " \n "}, 400, "words_refused"),
    ({"words": "x" * 1001}, 400, "words_refused"),
    ({"words": "a\x1b[31m"}, 400, "words_refused"),
    ({"words": "a", "seat": 0}, 400, "no_such_seat"),
    ({"words": "a", "seat": 7}, 400, "no_such_seat"),
    ({"words": "a", "seat": -1}, 400, "no_such_seat"),
    ({"words": 3}, 400, "malformed"),
    ({"words": "a", "more": 1}, 400, "malformed"),
    ({}, 400, "malformed"),
]


@pytest.mark.parametrize(("asked", "status", "code"), REFUSED)
def test_what_cannot_be_reported_is_refused_and_not_kept(
    server: Server, person: Person, asked: dict[str, Any], status: int, code: str
) -> None:
    table = person.create()["id"]
    answer = person.post(f"/tables/{table}/reports", **asked)
    assert (answer.status_code, code_of(answer)) == (status, code)
    assert table not in sevenfold(server)


def test_only_those_at_a_table_and_those_who_may_see_a_round_report_it(
    server: Server, persons: MakePersons
) -> None:
    host, stranger = persons(2)
    table = finished(server, host)
    assert code_of(stranger.post(f"/tables/{table}/reports", words="a")) == "not_seated"
    assert code_of(stranger.post(f"/rounds/{table}.1/reports", words="a", at=0)) == "not_seated"
    assert code_of(host.post(f"/rounds/{table}.2/reports", words="a", at=0)) == "round_in_play"
    for at in (-1, 999):
        answer = host.post(f"/rounds/{table}.1/reports", words="a", at=at)
        assert (answer.status_code, code_of(answer)) == (400, "moment_unknown")
    key = host.post(f"/rounds/{table}.1/link").json()["key"]
    assert report(stranger, f"/rounds/{key}", at=1)["viewer"] == 0
    assert code_of(host.post("/tables/0123456789ab/reports", words="a")) == "table_unknown"
    waiting = host.create(friends=True)["id"]
    assert code_of(host.post(f"/tables/{waiting}/reports", words="a")) == "not_started"


def test_nobody_reads_a_report_again_and_it_goes_with_its_authors_data(
    server: Server, persons: MakePersons
) -> None:
    author, other = persons(2)
    table = author.create()["id"]
    told = report(author, f"/tables/{table}", seat=1)
    for person in (author, other):
        for path in (f"/tables/{table}/reports", f"/reports/{told['id']}", "/reports"):
            assert person.get(path).status_code in (404, 405)
    assert told["id"] in sevenfold(server)
    forget(server, author)
    assert told["id"] not in sevenfold(server)
    assert f"there is no report {told['id']}" in sevenfold(server, told["id"], fails=True)


def test_a_person_reports_so_often_and_no_more(tmp_path: Path) -> None:
    server = Server(tmp_path / "server", Limits(person_reports=Rate(2, 3600)))
    try:
        with Person(server) as person, Person(server) as other:
            table = person.create()["id"]
            answers = [person.post(f"/tables/{table}/reports", words="a") for _ in range(3)]
            assert [each.status_code for each in answers] == [201, 201, 429]
            assert answers[-1].json()["values"]["what"] == "reports"
            report(other, f"/tables/{other.create()['id']}")
    finally:
        server.close()


# --- the host ---------------------------------------------------------------------------------------


def test_the_host_lists_shows_saves_and_deletes(server: Server, person: Person, tmp_path: Path) -> None:
    table = finished(server, person)
    told = report(person, f"/rounds/{table}.1", at=3, seat=2)
    listed = sevenfold(server)
    (line,) = [line for line in listed.splitlines() if told["id"] in line]
    assert "lockup" in line
    assert "seat 2, played by medium" in line
    assert "The bot threw a trump away. Why?" in line

    shown = sevenfold(server, told["id"])
    assert "The bot threw a trump away.\nWhy?" in shown
    assert "as seat 0 saw it" in shown
    # the hands of others are not shown: when dealt, and after three moves
    assert (shown.count("13 cards"), shown.count("12 cards")) == (3 + 1, 2)
    assert "Result" not in shown
    assert "all hands open" in sevenfold(server, told["id"], "--from", "open")

    one, every = tmp_path / "one.json", tmp_path / "all.jsonl"
    sevenfold(server, told["id"], "--save", str(one))
    sevenfold(server, "--save", str(every))
    assert json.loads(one.read_text()) == told
    assert told in [json.loads(line) for line in every.read_text().splitlines()]
    assert "--force" in sevenfold(server, "--save", str(one), fails=True)

    assert "is deleted" in sevenfold(server, told["id"], "--delete")
    assert told["id"] not in sevenfold(server)


def test_a_report_outlives_its_table_and_is_shown_by_itself(server: Server, person: Person) -> None:
    table = finished(server, person)
    told = report(person, f"/rounds/{table}.1", at=3)
    assert person.delete(f"/tables/{table}").status_code == 204
    shown = sevenfold(server, told["id"])
    assert "Its table is gone" in shown
    moves = [event["move"] for event in told["events"] if event["move"]]
    assert len(moves) == 3
    assert shown.count("seat ") >= 3
    assert "hand" in shown


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--delete"], "--delete needs the id of a report"),
        (["--from", "open"], "--from needs the id of a report"),
        (["0123456789ab"], "there is no report 0123456789ab"),
        (["0123456789ab", "--delete"], "there is no report 0123456789ab"),
    ],
)
def test_what_the_host_cannot_mean_is_one_line(server: Server, arguments: list[str], said: str) -> None:
    assert said in sevenfold(server, *arguments, fails=True)


def test_a_folder_without_a_server_has_no_reports(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["reports", "--data", str(tmp_path)])
    assert result.exit_code == 2
    assert "no Sevenfold of this version has served from it yet" in result.output.replace("\n", " ")
    (tmp_path / "sevenfold.db").write_bytes(b"no database at all" * 100)
    result = CliRunner().invoke(app, ["reports", "--data", str(tmp_path)])
    assert result.exit_code == 2
    assert "cannot be used" in result.output
