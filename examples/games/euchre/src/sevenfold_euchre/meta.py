"""What Euchre is called and which options it has. No engine is imported here."""

from typing import Annotated, Literal

from sevenfold.core.meta import Meta, SeatRange
from sevenfold.core.options import Options, ruled


class EuchreOptions(Options, frozen=True, kw_only=True):
    """The options of a Euchre table."""

    target: Annotated[int, ruled("EU-4.4", ge=1, le=50)] = 10
    all_pass: Annotated[Literal["deal_again", "dealer_names"], ruled("EU-2.5")] = "deal_again"


META = Meta(
    name="euchre",
    prefix="EU",
    players=SeatRange(4, 4, 4),
    rules_version=1,
    options=EuchreOptions,
    presets={
        "standard": EuchreOptions(),
        "stick_the_dealer": EuchreOptions(all_pass="dealer_names"),
    },
    target="target",
    unit="hand",
    jewel="moss",
)
