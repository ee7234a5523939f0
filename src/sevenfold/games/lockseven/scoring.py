"""What a round brought: points, the bottom, penalties and steps of experience (section 9)."""

from sevenfold.core.tricks import NOBODY
from sevenfold.games.lockseven.order import card_points
from sevenfold.games.lockseven.state import SEATS, State

ENOUGH = 80
"""The Defense wins when the Attack has no more (LS-9.3), or by `tractor` less (LS-9.4)."""
STEP = 40
"""The points between two numbers of steps (LS-9.4)."""
LARGEST_STEP = 3
"""The most steps that a round moves a seat, before the Host's are multiplied (LS-9.4)."""
THROW_PENALTY = 10
"""What a failed throw costs, or each card of it that goes back (LS-6.3)."""
BOTTOM_RULES = ("per_card", "largest_part", "flat")
PER_CARD, LARGEST_PART, FLAT = range(3)
"""The option `bottom` (LS-9.2), and the numbers of its values."""
STEPS_RULES = ("standard", "tractor", "one")
STANDARD, TRACTOR, ONE = range(3)
"""The option `steps` (LS-9.4), and the numbers of its values."""


def in_defense(state: State, seat: int) -> bool:
    """Whether a seat is the Host or the partner, known or not (LS-3.3)."""
    return seat == state.host or seat == state.partner


def trick_points(state: State) -> int:
    """What the Attack took in tricks."""
    points = 0
    for seat in range(SEATS):
        if not in_defense(state, seat):
            points += state.points[seat]
    return points


def bottom_points(state: State) -> int:
    """What the bottom brought the Attack (LS-9.2), at the end."""
    if in_defense(state, state.taker):
        return 0
    times = 2
    if state.bottom_rule == PER_CARD:
        times = 2 * state.last_size
    elif state.bottom_rule == LARGEST_PART:
        times = 2 * state.last_largest
    return times * card_points(state.bottom_shown, state.bottom_shown_twice)


def penalty_points(state: State) -> int:
    """What failed throws brought the Attack, or took from it (LS-6.3)."""
    points = 0
    for seat in range(SEATS):
        side = 1 if in_defense(state, seat) else -1
        times = state.thrown_back[seat] if state.penalty_per_card else state.failed_throws[seat]
        points += side * state.throw_penalty * times
    return points


def count_up(state: State) -> None:
    """Add up a round whose last trick was taken (LS-9.2 to LS-9.4)."""
    state.bottom_points = bottom_points(state)
    state.penalty_points = penalty_points(state)
    state.attack_total = trick_points(state) + state.bottom_points + state.penalty_points
    times = SEATS - 1 if state.partner == NOBODY else 1
    _give(state, defense_steps(state.attack_total, state.steps_rule), times)


def count_concession(state: State) -> None:
    """LS-3.6: nothing, or by option the Host loses a step to each of the three."""
    if state.concede_costs:
        _give(state, -1, SEATS - 1)


def _give(state: State, steps: int, times: int) -> None:
    """Each of the Defense wins these steps, the Host `times` as many, and each of the Attack loses them."""
    for seat in range(SEATS):
        state.result[seat] = steps if in_defense(state, seat) else -steps
    state.result[state.host] *= times


def attack_wins(total: int, rule: int) -> bool:
    """Whether the Attack wins with this total (LS-9.3), by this option `steps`."""
    return total > ENOUGH or (total == ENOUGH and rule == TRACTOR)


def defense_steps(total: int, rule: int) -> int:
    """The steps that the Defense wins or, below 0, loses when the Attack has this total (LS-9.4)."""
    wins = attack_wins(total, rule)
    if rule == ONE:
        return -1 if wins else 1
    if not wins:
        if total <= 0:
            return LARGEST_STEP
        return 2 if total < STEP else 1
    steps = (total - ENOUGH) // STEP + (1 if rule == STANDARD else 0)
    return -min(steps, LARGEST_STEP)
