"""What Sixth Trick is called and which options it has. No engine is imported here."""

from typing import Annotated

from sevenfold.core.meta import Meta, SeatRange
from sevenfold.core.options import Options, ruled


class SixthTrickOptions(Options, frozen=True, kw_only=True):
    """The options of a Sixth Trick table."""

    target: Annotated[int, ruled("SI-3.3", ge=1, le=50)] = 5


META = Meta(
    name="sixth_trick",
    prefix="SI",
    players=SeatRange(4, 4, 4),
    rules_version=1,
    options=SixthTrickOptions,
    presets={"standard": SixthTrickOptions()},
    target="target",
    jewel="copper",
)
