"""What Lockup is called and which options it has. No engine is imported here."""

from typing import Annotated, Literal

from sevenfold.core.meta import DealsToTell, Meta, SeatRange
from sevenfold.core.options import Options, ruled


class LockupOptions(Options, frozen=True, kw_only=True):
    """The options of a Lockup table, with the defaults of the preset `author`."""

    picture_club: Annotated[Literal["same_rank", "any"], ruled("LU-3.2")] = "same_rank"
    lockup_loss: Annotated[Literal["each_trick", "at_once"], ruled("LU-5.3")] = "each_trick"
    target: Annotated[int, ruled("LU-6.2", ge=1, le=200)] = 20


META = Meta(
    name="lockup",
    prefix="LU",
    players=SeatRange(4, 4, 4),
    rules_version=1,
    options=LockupOptions,
    presets={
        "author": LockupOptions(),
        "gamerules": LockupOptions(picture_club="any", lockup_loss="at_once"),
    },
    target="target",
    deals_to_tell=DealsToTell(own_time=13, evening=40),
)
