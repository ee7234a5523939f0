"""`sevenfold person-link`: the host of a server gives somebody back who has nothing left."""

import re
import shlex
from contextlib import closing
from pathlib import Path

from typer.testing import CliRunner

from sevenfold.cli import app
from sevenfold.testing.running import Message, Person, Server, looking_again
from tests.server.test_browsers import browsers
from tests.server.together import MakePersons, code_of, join, look, seats_of, start_with, wait_table

PAGE = Path(__file__).parents[2] / "docs/hosting.md"
SHOWN = re.compile(r"^\| `sevenfold (person-link [^`]*)` \|", re.MULTILINE)


def printed(server: Server, *arguments: object, fails: bool = False) -> str:
    """What `sevenfold person-link` prints for a server."""
    where = ["--data", str(server.data)]
    if server.database_url is not None:
        where += ["--database", server.database_url]
    result = CliRunner().invoke(app, ["person-link", *map(str, arguments), *where], terminal_width=200)
    assert result.exit_code == (2 if fails else 0), result.output
    return result.output


def link_to(server: Server, *arguments: object) -> str:
    """The key of a link that the server's host has made."""
    return printed(server, *arguments).strip().rpartition("/browser/")[2]


def take(new: Person, key: str, *, bring: bool = False) -> Message:
    answer = new.post(f"/browser_links/{key}", bring=bring)
    answer.raise_for_status()
    message: Message = answer.json()
    return message


def lose_everything(server: Server, lost: Person) -> None:
    """The browser of a person is gone, and its session has ended."""
    (session,) = (each["id"] for each in browsers(lost))
    with closing(server.database()) as connection, connection:
        connection.execute(f"DELETE FROM sessions WHERE id = {session}", [])


def test_who_has_lost_everything_has_their_seat_and_hand_again(server: Server, persons: MakePersons) -> None:
    host, lost, new = persons(3)
    table = start_with(host, lost)
    with lost.socket(table) as socket:
        hand = look(socket)["view"]["hand"]
    lose_everything(server, lost)
    key = link_to(server, table, 1)
    assert new.get(f"/browser_links/{key}").json() == {
        "name": "Friend 1",
        "state": "vouched",
        "yours": False,
        "tables": 0,
    }
    take(new, key)
    with new.socket(table) as socket:
        assert (look(socket)["view"]["seat"], look(socket)["view"]["hand"]) == (1, hand)
    assert seats_of(new.get(f"/tables/{table}").json(), "you") == [False, True, False, False]
    assert [each["this"] for each in browsers(new)] == [True]


def test_opening_the_link_does_nothing(server: Server, persons: MakePersons) -> None:
    host, new = persons(2)
    table = wait_table(host)["id"]
    key = link_to(server, table, 0)
    with Person(server, session=False) as crawler:
        assert code_of(crawler.get(f"/browser_links/{key}")) == "session_unknown"
        assert not crawler.http.cookies
    for _ in range(2):
        assert new.get(f"/browser_links/{key}").json()["state"] == "vouched"
    assert [each["this"] for each in browsers(host)] == [True]
    assert code_of(new.get(f"/tables/{table}")) == "not_seated"
    take(new, key)


def test_a_browser_with_a_planted_cookie_gets_a_token_that_nobody_had(
    server: Server, persons: MakePersons
) -> None:
    """Session fixation: whoever planted their own cookie there has nothing of the person."""
    host, new = persons(2)
    planted = dict(new.http.cookies)
    take(new, link_to(server, wait_table(host)["id"], 0))
    assert dict(new.http.cookies) != planted
    assert len(browsers(new)) == 2
    with Person(server, session=False) as thief:
        thief.http.cookies.update(planted)
        for _ in looking_again():
            if thief.get("/me").status_code == 401:
                break


def test_a_link_is_used_once_and_a_newer_one_ends_it(server: Server, persons: MakePersons) -> None:
    host, new, late = persons(3)
    table = wait_table(host)["id"]
    first, second = link_to(server, table, 0), link_to(server, table, 0)
    assert code_of(new.post(f"/browser_links/{first}", bring=False)) == "link_unknown"
    assert code_of(host.post(f"/browser_links/{second}", bring=False)) == "yours_already"
    assert host.get(f"/browser_links/{second}").json()["yours"]
    take(new, second)
    for path in (first, second):
        assert code_of(late.get(f"/browser_links/{path}")) == "link_unknown"
        assert code_of(late.post(f"/browser_links/{path}", bring=False)) == "link_unknown"


def test_a_link_ends_after_an_hour(server: Server, persons: MakePersons) -> None:
    host, new = persons(2)
    key = link_to(server, wait_table(host)["id"], 0)
    with closing(server.database()) as connection, connection:
        connection.execute("UPDATE person_links SET expires = 1", [])
    assert code_of(new.get(f"/browser_links/{key}")) == "link_unknown"
    assert code_of(new.post(f"/browser_links/{key}", bring=True)) == "link_unknown"


def test_who_sits_at_the_table_is_not_made_another_person_there(server: Server, persons: MakePersons) -> None:
    host, lost, other = persons(3)
    table = start_with(host, lost, settings={"joining": "at_once"})
    join(other, host.get(f"/tables/{table}").json()["link"], 2, "Cem").raise_for_status()
    key = link_to(server, table, 1)
    refused = other.post(f"/browser_links/{key}", bring=True)
    assert (code_of(refused), refused.json()["values"]["table"]) == ("both_there", table)
    assert other.get(f"/browser_links/{key}").json()["state"] == "vouched", "it is not used up"


def test_a_wrong_table_seat_or_number_is_named(server: Server, persons: MakePersons) -> None:
    host, gone = persons(2)
    table = wait_table(host)["id"]
    told = printed(server, table, 0)
    number = re.findall(r"Person (\d+), Host", told)[0]
    whole = printed(server, "--person", number, "--address", "https://cards.example/").splitlines()[-1]
    assert whole.startswith("https://cards.example/browser/")
    gone.delete("/session").raise_for_status()
    for arguments, said in (
        (["nothing"], "`person-link TABLE SEAT`"),
        ([], "`person-link TABLE SEAT`"),
        ([table, 0, "--person", number], "`person-link TABLE SEAT`"),
        (["000000000000", 0], "there is no table 000000000000"),
        ([table, 1], f"no person has seat 1 of table {table}; those with a person: 0"),
        ([table, 9], f"no person has seat 9 of table {table}"),
        (["--person", int(number) + 1], f"there is no person {int(number) + 1}"),
        (["--person", 10**9], "there is no person 1000000000"),
    ):
        assert said in printed(server, *arguments, fails=True)


def test_the_page_for_hosts_shows_it_as_it_is(server: Server, persons: MakePersons) -> None:
    (host,) = persons(1)
    table = wait_table(host)["id"]
    number = re.findall(r"Person (\d+),", printed(server, table, 0))[0]
    meant = {"TABLE": table, "SEAT": "0", "NUMBER": number}
    shown = SHOWN.findall(PAGE.read_text(encoding="utf-8"))
    assert len(shown) == 2
    for command in shown:
        arguments = [meant.get(each, each) for each in shlex.split(command)[1:]]
        key = link_to(server, *arguments)
        assert host.get(f"/browser_links/{key}").json()["yours"]


def test_a_folder_without_a_server_has_nobody(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["person-link", "0123456789ab", "0", "--data", str(tmp_path)])
    assert result.exit_code == 2
    assert "has served from it yet" in result.output


def test_a_link_of_somebody_who_has_deleted_their_data_leads_nowhere(
    server: Server, persons: MakePersons
) -> None:
    host, lost, new = persons(3)
    key = link_to(server, start_with(host, lost), 1)
    lost.delete("/session").raise_for_status()
    assert code_of(new.get(f"/browser_links/{key}")) == "link_unknown"
    assert code_of(new.post(f"/browser_links/{key}", bring=False)) == "link_unknown"
