"""Laws 1 and 2 by types: a function that needs a view does not accept a full state."""

import re
from pathlib import Path

from mypy import api

LINES = """
from sevenfold.core.game import AnyGame
from sevenfold.core.match import AnyMatch, Match
from sevenfold.core.worlds import empty_layout
from sevenfold.games.lockup.game import GAME
from sevenfold.games.lockup.state import Seen, State
from sevenfold.games.lockup.sample import list_hidden


def of_any_game(match: AnyMatch) -> None:
    match.game.choose(match.seen(0), 0)
    match.game.choose(match.state, 0)  # error: a hint by the full state
    match.game.view.show(match.state, 0, 0)  # error
    match.game.visible_move(match.state, 0, match.round.steps[0].move, 0)  # error
    match.game.view.named_parts(match.state, 0, 0)  # error
    match.game.rules.check(match.seen(0), 0, match.round.steps[0].move)
    match.game.rules.apply(match.seen(0), 0, match.round.steps[0].move)  # error: a view is no state


def of_lockup(match: Match[State, Seen]) -> None:
    GAME.choose(match.seen(0), 0)
    GAME.choose(match.state, 0)  # error
    GAME.view.show(match.state, 0, 0)  # error
    list_hidden(match.state, 0, 0, empty_layout())  # error
    list_hidden(match.seen(0), 0, 0, empty_layout())
"""


def test_a_full_state_does_not_pass_for_a_view(tmp_path: Path) -> None:
    file = tmp_path / "lines.py"
    file.write_text(LINES)
    wrong = {number for number, line in enumerate(LINES.splitlines(), 1) if "# error" in line}
    # with the options of `make lint`: with others mypy would discard its cache of all files
    report, _, status = api.run(["--no-error-summary", str(file)])
    found = re.findall(r":(\d+): error: .*(\[[\w-]+\])$", report, re.MULTILINE)
    assert status == 1, report
    assert {int(number) for number, _ in found} == wrong, report
    assert {code for _, code in found} == {"[arg-type]"}, report
