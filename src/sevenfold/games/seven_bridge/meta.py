"""What Seven Bridge is called and which options it has. No engine is imported here."""

from typing import Annotated, Literal

from sevenfold.core.meta import DealsToTell, Meta, SeatRange
from sevenfold.core.options import Options, ruled


class SevenBridgeOptions(Options, frozen=True, kw_only=True):
    """The options of a Seven Bridge table, with the defaults of the preset `standard`."""

    upcard: Annotated[Literal["yes", "no"], ruled("SB-1.3", later=True)] = "yes"
    first: Annotated[Literal["left_of_dealer", "dealer"], ruled("SB-1.5")] = "left_of_dealer"
    joker: Annotated[Literal["no", "yes"], ruled("SB-1.6")] = "no"
    ace_high_sequence: Annotated[Literal["no", "yes"], ruled("SB-2.2")] = "no"
    lay_off: Annotated[Literal["after_own_meld", "always"], ruled("SB-3.2")] = "after_own_meld"
    melds: Annotated[Literal["at_once", "second_round"], ruled("SB-3.3", later=True)] = "at_once"
    short_chi: Annotated[Literal["no", "yes"], ruled("SB-4.3")] = "no"
    claim_lay_off: Annotated[Literal["yes", "no"], ruled("SB-4.4", later=True)] = "yes"
    calls: Annotated[Literal["at_once", "second_round"], ruled("SB-4.9")] = "at_once"
    final_discard: Annotated[Literal["yes", "no"], ruled("SB-5.2")] = "yes"
    losers: Annotated[Literal["zero", "minus", "penalty"], ruled("SB-6.1")] = "zero"
    values: Annotated[Literal["standard", "pips"], ruled("SB-6.2")] = "standard"
    ace_value: Annotated[Literal[10, 11, 15], ruled("SB-6.3")] = 10
    concealed: Annotated[Literal["any", "melds_only"], ruled("SB-6.4")] = "any"
    hands: Annotated[int, ruled("SB-6.5", ge=1, le=100)] = 10
    target: Annotated[int, ruled("SB-6.5", ge=0, le=1000, later=True)] = 0


META = Meta(
    name="seven_bridge",
    prefix="SB",
    players=SeatRange(2, 6, 3),
    rules_version=1,
    options=SevenBridgeOptions,
    presets={
        "standard": SevenBridgeOptions(),
        "second_round": SevenBridgeOptions(calls="second_round"),
        "with_joker": SevenBridgeOptions(joker="yes"),
        "nintendo": SevenBridgeOptions(
            upcard="no", first="dealer", joker="yes", ace_high_sequence="yes", calls="second_round"
        ),
        "japan": SevenBridgeOptions(
            joker="yes", ace_high_sequence="yes", calls="second_round", losers="minus"
        ),
    },
    first_preset={"ja": "japan"},
    unit="hand",
    target="target",
    length="hands",
    deals_to_tell=DealsToTell(own_time=30, evening=61),
)
