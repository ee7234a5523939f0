"""The game's own violations, in the order in which they are looked at."""

from sevenfold.core import violations

VIOLATIONS = (
    "SB-2.1",
    "SB-3.2",
    "SB-4.1",
    "SB-4.2",
    "SB-4.3",
    "SB-4.9",
    "SB-4.10",
    "SB-5.2",
    "SB-7.1",
    "SB-7.4",
)
SB_2_1, SB_3_2, SB_4_1, SB_4_2, SB_4_3, SB_4_9, SB_4_10, SB_5_2, SB_7_1, SB_7_4 = range(
    violations.FIRST_OWN, violations.FIRST_OWN + 10
)
