"""What gin rummy is called and which options it has. No engine is imported here."""

from typing import Annotated

from sevenfold.core.meta import Meta, SeatRange
from sevenfold.core.options import Options, ruled


class GinOptions(Options, frozen=True, kw_only=True):
    """The options of a table of gin rummy."""

    target: Annotated[int, ruled("GI-5.5", ge=1, le=500)] = 100


META = Meta(
    name="gin",
    prefix="GI",
    players=SeatRange(2, 2, 2),
    rules_version=1,
    options=GinOptions,
    presets={"standard": GinOptions()},
    target="target",
    jewel="moss",
)
