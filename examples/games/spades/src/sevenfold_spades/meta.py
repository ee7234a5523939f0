"""What Spades is called and which options it has. No engine is imported here."""

from typing import Annotated

from sevenfold.core.meta import Meta, SeatRange
from sevenfold.core.options import Options, ruled


class SpadesOptions(Options, frozen=True, kw_only=True):
    """The options of a Spades table."""

    target: Annotated[int, ruled("SP-4.5", ge=100, le=1000)] = 500


META = Meta(
    name="spades",
    prefix="SP",
    players=SeatRange(4, 4, 4),
    rules_version=1,
    options=SpadesOptions,
    presets={"standard": SpadesOptions(), "short": SpadesOptions(target=200)},
    target="target",
    memory=2,
    jewel="slate",
)
