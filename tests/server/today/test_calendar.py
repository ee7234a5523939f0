"""The server's days, by its time zone."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sevenfold.server.duplicate.calendar import DAY, Calendar
from sevenfold.server.readers import TimeZoneUnknown, read_zone

HOUR = 3_600_000

ZONES = (
    "UTC",
    "Europe/Berlin",
    "America/Sao_Paulo",  # skipped midnight itself until 2018
    "America/Havana",  # puts the clock back from one o'clock to midnight
    "America/St_Johns",  # put it back over midnight until 2011
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Apia",  # had no 30 December 2011
    "Pacific/Kiritimati",
)

moments = st.datetimes(datetime(2005, 1, 1), datetime(2040, 1, 1))


def ms(moment: datetime) -> int:
    return round(moment.timestamp() * 1000)


@given(zone=st.sampled_from(ZONES), moment=moments, later=st.integers(0, 72 * HOUR))
def test_each_moment_is_in_one_day_and_days_never_go_back(zone: str, moment: datetime, later: int) -> None:
    calendar, at = Calendar(ZoneInfo(zone)), ms(moment.replace(tzinfo=UTC))
    day = calendar.date_at(at)
    assert calendar.beginning(day) <= at < calendar.end(day) == calendar.beginning(day + DAY)
    assert calendar.date_at(calendar.beginning(day)) == day
    assert calendar.date_at(calendar.end(day) - 1) == day
    assert calendar.date_at(at + later) >= day


@pytest.mark.parametrize("zone", [None, *ZONES])
def test_the_last_millisecond_of_a_day_is_not_yet_the_next(zone: str | None) -> None:
    calendar = Calendar(ZoneInfo(zone) if zone else None)
    day = date(2026, 11, 27)
    assert calendar.date_at(calendar.beginning(day) - 1) == day - DAY
    assert calendar.date_at(calendar.beginning(day)) == day


@pytest.mark.parametrize(
    ("zone", "day", "hours"),
    [
        ("Europe/Berlin", date(2026, 3, 29), 23),
        ("Europe/Berlin", date(2026, 10, 25), 25),
        ("Europe/Berlin", date(2026, 11, 27), 24),
        ("America/Sao_Paulo", date(2018, 11, 4), 23),
        ("America/Havana", date(2026, 11, 1), 25),
        ("Australia/Lord_Howe", date(2026, 4, 5), 24.5),
        ("Pacific/Apia", date(2011, 12, 30), 0),
        ("Pacific/Apia", date(2011, 12, 29), 24),
    ],
)
def test_a_day_is_as_long_as_clocks_make_it(zone: str, day: date, hours: float) -> None:
    calendar = Calendar(ZoneInfo(zone))
    assert calendar.end(day) - calendar.beginning(day) == hours * HOUR


def test_the_same_moment_is_another_day_elsewhere() -> None:
    at = ms(datetime(2026, 11, 27, 21, 0, tzinfo=UTC))
    dates = {zone: Calendar(ZoneInfo(zone)).date_at(at).day for zone in ("America/Havana", "Asia/Kathmandu")}
    assert dates == {"America/Havana": 27, "Asia/Kathmandu": 28}
    assert timedelta(1) == DAY


@pytest.mark.parametrize(
    "text", ["", "Berlin", "../etc/passwd", "/etc/passwd", "Europe/\0", "Europe", "x" * 999]
)
def test_what_names_no_zone_is_refused(text: str) -> None:
    with pytest.raises(TimeZoneUnknown, match="Europe/Berlin"):
        read_zone(text)
