"""What LockSeven is called and which options it has. No engine is imported here."""

from typing import Annotated, Literal

from sevenfold.core.meta import DealsToTell, Meta, SeatRange
from sevenfold.core.options import Options, ruled


class LockSevenOptions(Options, frozen=True, kw_only=True):
    """The options of a LockSeven table."""

    call: Annotated[Literal["secret", "open"], ruled("LS-2.2", later=True)] = "secret"
    concede: Annotated[Literal["void", "loss"], ruled("LS-3.6")] = "void"
    first_anti_call: Annotated[Literal["others", "anyone"], ruled("LS-4.4", later=True)] = "others"
    seven_gap: Annotated[Literal["no", "yes"], ruled("LS-5.4", later=True)] = "no"
    failed_throw: Annotated[Literal["weakest", "taken_back"], ruled("LS-6.3", later=True)] = "weakest"
    throw_penalty: Annotated[Literal[0, 10, "per_card"], ruled("LS-6.3")] = 0
    protect_tractors: Annotated[Literal["no", "yes"], ruled("LS-7.3", later=True)] = "no"
    overtrump: Annotated[Literal["largest_part", "every_part"], ruled("LS-8.3")] = "largest_part"
    bottom: Annotated[Literal["per_card", "largest_part", "flat"], ruled("LS-9.2")] = "per_card"
    steps: Annotated[Literal["standard", "tractor", "one"], ruled("LS-9.4", later=True)] = "standard"
    rounds: Annotated[int, ruled("LS-9.5", ge=1, le=100)] = 8
    target: Annotated[int, ruled("LS-9.5", ge=0, le=100, later=True)] = 0


META = Meta(
    name="lockseven",
    prefix="LS",
    players=SeatRange(4, 4, 4),
    rules_version=1,
    options=LockSevenOptions,
    presets={"standard": LockSevenOptions()},
    to_right=True,
    target="target",
    length="rounds",
    deals_to_tell=DealsToTell(own_time=30, evening=61),
)
