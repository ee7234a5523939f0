"""Two processes of one server near midnight: at one of them the day is over, at the other not yet.

Their time zones make the difference here, which in a server is that of their clocks.
"""

from contextlib import ExitStack
from datetime import UTC, date, datetime
from pathlib import Path

from sevenfold.testing.running import Person, Server
from tests.server.boards import play_out
from tests.server.today.test_today import YESTERDAY, begin, deal_of, today
from tests.server.together import code_of

APART = 13


def zone(ahead: int) -> str:
    """That in which it is so many hours later than by UTC."""
    return f"Etc/GMT{-ahead:+d}" if ahead else "UTC"  # their signs are the other way round


def one_day_apart() -> tuple[str, str]:
    """A time zone, and one where it is the day after; in neither a day ends within the hour."""
    before_noon = 11 - datetime.now(UTC).hour
    if before_noon + APART <= 14:
        return zone(before_noon), zone(before_noon + APART)
    return zone(before_noon - APART), zone(before_noon)


def test_who_plays_at_both_has_the_deals_of_both_days_and_each_counts_for_its_own(
    tmp_path: Path, postgres_url: str
) -> None:
    zones = one_day_apart()
    with ExitStack() as stack:
        servers = [
            Server(tmp_path / zone.replace("/", " "), database_url=postgres_url, time_zone=zone)
            for zone in zones
        ]
        for server in servers:
            stack.callback(server.close)
        before, after = (stack.enter_context(Person(server)) for server in servers)
        after.http.cookies = before.http.cookies
        old, new = today(before)["date"], today(after)["date"]
        assert date.fromisoformat(new) - date.fromisoformat(old) == YESTERDAY
        assert code_of(before.get(f"/today/{new}")) == "day_unknown"

        tables = [begin(before), begin(after)]
        assert tables[0]["board"] != tables[1]["board"]
        assert [begin(person)["id"] for person in (before, after)] == [table["id"] for table in tables]
        assert deal_of(today(before), "lockup")["state"] == "begun"

        for server, person, table in zip(servers, (before, after), tables, strict=True):
            play_out(server, person, table)
        of_old = [deal_of(today(person, old), "lockup") for person in (before, after)]
        assert [deal["table"] for deal in of_old] == [tables[0]["id"]] * 2
        assert [deal["state"] for deal in of_old] == ["finished"] * 2, "by its end, kept with its board"
        assert deal_of(today(after), "lockup")["table"] == tables[1]["id"]
        assert deal_of(today(after), "lockup")["state"] == "finished"
        assert [today(person)["over"] for person in (before, after)] == [False, False]
        assert today(after, old)["over"]
        for server in servers:
            assert "Traceback" not in server.forget_said()
