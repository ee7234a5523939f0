"""What LockSeven refuses, in the order of the refusals in README.md."""

from sevenfold.core.violations import FIRST_OWN

VIOLATIONS = ("LS-2.3", "LS-3.1", "LS-3.2", "LS-3.6", "LS-4.1", "LS-4.3", "LS-5.5", "LS-7.1", "LS-7.2")
LS_2_3, LS_3_1, LS_3_2, LS_3_6, LS_4_1, LS_4_3, LS_5_5, LS_7_1, LS_7_2 = range(FIRST_OWN, FIRST_OWN + 9)
