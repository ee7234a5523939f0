"""The server's days: when each begins and ends, by the time zone of the server.

A day belongs to a date, and lasts from its first midnight to that of the next. So it has 23 to 25 hours where
clocks are changed, and each moment is in one day, also where a clock is put back over midnight.
"""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo

DAY = timedelta(days=1)


@dataclass(frozen=True)
class Calendar:
    """Days by a time zone; None is the machine's."""

    zone: tzinfo | None = None

    def date_at(self, moment: int) -> date:
        """The date of the day in which a moment is, in ms since 1970."""
        found = datetime.fromtimestamp(moment / 1000, self.zone).date()
        while moment >= self.end(found):
            found += DAY
        while moment < self.beginning(found):
            found -= DAY
        return found

    def beginning(self, day: date) -> int:
        """When a day begins, in ms since 1970. A midnight that clocks skip is the moment at which they do."""
        return round(datetime.combine(day, time.min, self.zone).timestamp() * 1000)

    def end(self, day: date) -> int:
        """When a day is over: as the next begins."""
        return self.beginning(day + DAY)
