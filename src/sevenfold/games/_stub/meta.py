"""What Stub is called and which options it has. No engine is imported here."""

from typing import Annotated

from sevenfold.core.meta import Meta, SeatRange
from sevenfold.core.options import Options, ruled


class StubOptions(Options, frozen=True, kw_only=True):
    """The options of a Stub table."""

    rounds: Annotated[int, ruled("ST-6.2", ge=1, le=100)] = 4


META = Meta(
    name="stub",
    prefix="ST",
    players=SeatRange(4, 4, 4),
    rules_version=1,
    options=StubOptions,
    presets={"standard": StubOptions()},
    draft=True,
)
