"""What Shedding is called and which options it has. No engine is imported here."""

from typing import Annotated

from sevenfold.core.meta import Meta, SeatRange
from sevenfold.core.options import Options, ruled


class SheddingOptions(Options, frozen=True, kw_only=True):
    """The options of a Shedding table."""

    target: Annotated[int, ruled("SX-3.3", ge=1, le=100)] = 3


META = Meta(
    name="shedding",
    prefix="SX",
    players=SeatRange(4, 4, 4),
    rules_version=1,
    options=SheddingOptions,
    presets={"standard": SheddingOptions()},
    target="target",
    draft=True,
)
