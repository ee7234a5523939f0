"""What Trump 7 is called and which options it has. No engine is imported here."""

from typing import Annotated

from sevenfold.core.meta import DealsToTell, Meta, SeatRange
from sevenfold.core.options import Options, ruled


class Trump7Options(Options, frozen=True, kw_only=True):
    """The options of a Trump 7 table."""

    deals: Annotated[int, ruled("T7-1.5", ge=3, le=120, multiple_of=3)] = 12


META = Meta(
    name="trump7",
    prefix="T7",
    players=SeatRange(3, 3, 3),
    rules_version=1,
    options=Trump7Options,
    presets={"standard": Trump7Options()},
    unit="deal",
    to_right=True,
    length="deals",
    deals_to_tell=DealsToTell(own_time=13, evening=27),
)
