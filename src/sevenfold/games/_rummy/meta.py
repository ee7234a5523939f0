"""What Rummy is called and which options it has. No engine is imported here."""

from typing import Annotated

from sevenfold.core.meta import Meta, SeatRange
from sevenfold.core.options import Options, ruled


class RummyOptions(Options, frozen=True, kw_only=True):
    """The options of a Rummy table."""

    target: Annotated[int, ruled("RX-4.3", ge=1, le=100)] = 3


META = Meta(
    name="rummy",
    prefix="RX",
    players=SeatRange(4, 4, 4),
    rules_version=1,
    options=RummyOptions,
    presets={"standard": RummyOptions()},
    target="target",
    draft=True,
)
