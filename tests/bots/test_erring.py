"""Easy: it forgets and does not think at one rate, alike wherever it sees the same."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from sevenfold.bots import erring
from sevenfold.bots.erring import ErringPlayer
from sevenfold.bots.players import PLAYERS
from sevenfold.core.game import AnyGame
from sevenfold.core.moves import Move
from sevenfold.core.seeded import new_match
from sevenfold.games import OWN_GAMES, load_game
from sevenfold.games.lockup.game import GAME as LOCKUP
from sevenfold.testing.contract.test_worlds import some_moments


@pytest.mark.parametrize("name", OWN_GAMES)
def test_easy_makes_the_same_move_wherever_it_sees_the_same(name: str) -> None:
    game: AnyGame = load_game(name)
    easy, again, other = (PLAYERS["easy"](game, Random(seed)) for seed in (1, 1, 2))
    views = [(match.seen(seat), seat) for match in some_moments(game, Random(3)) for seat in match.acting]
    found = [easy(*view) for view in views]
    assert [again(*view) for view in reversed(views)] == found[::-1]
    assert [other(*view) for view in views] != found


def test_easy_is_not_told_by_its_dice_what_it_may_not_see() -> None:
    match: Any = new_match(LOCKUP, seed=7)
    (seat,) = match.acting
    for seed in range(20):
        easy = ErringPlayer(LOCKUP, seed)
        assert easy(match.state, seat) == easy(match.seen(seat), seat)


def test_its_errors_are_as_many_as_the_rate_says(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def note(what: str, answer: Any) -> Any:
        def noted(*_: object) -> Any:
            asked.append(what)
            return answer

        return noted

    game = replace(
        LOCKUP,
        beginner_view=note("forgot", None),
        hasty=note("hasty", Move(0, 0, 0, 0)),
        choose=note("thought", Move(0, 0, 0, 0)),
    )
    seen = new_match(LOCKUP, seed=7).seen(0)
    shares = []
    for rate in (0.0, 0.5, 1.0):
        monkeypatch.setattr(erring, "RATE", rate)
        asked.clear()
        for seed in range(400):
            ErringPlayer(game, seed)(seen, 0)
        shares.append((asked.count("forgot") / 400, asked.count("hasty") / 400))
        assert asked.count("hasty") + asked.count("thought") == 400
    assert shares[0] == (0, 0)
    assert shares[2] == (1, 1)
    assert all(abs(share - 0.5) < 0.1 for share in shares[1])


def test_a_game_that_says_nothing_of_errors_is_played_by_its_rules() -> None:
    game = replace(LOCKUP, beginner_view=lambda seen, _seat: seen, hasty=None)
    match = new_match(LOCKUP, seed=7)
    (seat,) = match.acting
    seen = match.seen(seat)
    assert {ErringPlayer(game, seed)(seen, seat) for seed in range(20)} == {LOCKUP.choose(seen, seat)}
