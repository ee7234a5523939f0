"""Compiling for a search, as its process does it: what it tries, and what it prints."""

import os
import sys
from dataclasses import replace
from typing import Any

import pytest

from sevenfold.bots.levels import Level, budget_of
from sevenfold.cards.masks import mask_of
from sevenfold.compiled import CompiledUnavailable
from sevenfold.compiled.cpu.rollouts import in_plain_python
from sevenfold.core import worlds
from sevenfold.core.dice import dice_for
from sevenfold.core.game import AnyGame
from sevenfold.core.playout import NO_LIMIT, playout
from sevenfold.core.seeded import new_match
from sevenfold.core.visibility import duplicate
from sevenfold.core.worlds import NoSample, add_card, add_place, draw_worlds, empty_layout
from sevenfold.games import load_game
from sevenfold.search import advice, warm
from sevenfold.search.decide import Budget
from sevenfold.search.trials import PlainTrials


@pytest.mark.parametrize("name", ["seven_bridge", "trump7"])
def test_a_search_is_compiled_with_the_player_by_which_levels_play_on(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[Any] = []

    class Tried:
        def __init__(self, game: AnyGame, *_: object) -> None:
            tried.append(game.choose)

        def run(self, moves: list[Any], worlds: int) -> None:
            assert (len(moves), worlds) == (1, 1)

    monkeypatch.setattr(warm, "Trials", Tried)
    game = load_game(name)
    warm.warm_up_search(game)
    assert tried == [game.medium]
    assert all(budget_of(game, level).learnt for level in Level if level.searches)


def test_each_game_is_named_when_it_is_compiled_or_why_it_cannot_be(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def load_engine(game: AnyGame) -> None:
        if game.meta.name == "trump7":
            raise CompiledUnavailable("trump7", "Numba is not installed")

    compiled: list[str] = []

    def warm_up_search(game: AnyGame) -> None:
        sys.stdout.write("a line of the game's own\n")
        compiled.append(game.meta.name)

    monkeypatch.setattr(warm, "load_engine", load_engine)
    monkeypatch.setattr(warm, "warm_up_search", warm_up_search)
    monkeypatch.setattr(os, "nice", lambda _: 19, raising=False)
    monkeypatch.setattr(sys, "argv", ["warm", "lockup", "trump7"])
    warm.main()
    assert capsys.readouterr().out == "lockup\ntrump7\tNumba is not installed\n"
    assert compiled == ["lockup"]


def test_what_reviews_take_is_compiled_by_itself(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played: list[tuple[AnyGame, int, int]] = []
    monkeypatch.setattr(warm, "warm_up_search", lambda _: pytest.fail("a search was compiled"))
    monkeypatch.setattr(warm, "played_on", lambda game, _state, seat, seed: played.append((game, seat, seed)))
    monkeypatch.setattr(os, "nice", lambda _: 19, raising=False)
    monkeypatch.setattr(sys, "argv", ["warm", warm.REVIEWS, "trump7"])
    warm.main()
    assert capsys.readouterr().out == "trump7\n"
    assert [game.choose for game, *_ in played] == [load_game("trump7").learnt]


# --- in plain Python ------------------------------------------------------------------------------------


def test_rollouts_are_playouts_one_after_the_other() -> None:
    game = load_game("lockup")
    match = new_match(game, seed=7)
    totals = [0] * 4
    for number in range(3):
        state, seen = duplicate(match.state), match.seen(None)
        playout(game.rules, game.choose, mask_of([0]), state, seen, dice_for(5, number), NO_LIMIT)
        totals = [a + b for a, b in zip(totals, game.returns(state), strict=True)]
    assert in_plain_python(game, [match.state], 3, 5, [0]) == [total / 3 for total in totals]


class Nowhere:
    """A game that has one hidden card, and one place where it cannot lie."""

    def draw_case(self, _seen: object, _seat: int, dice: int, /) -> tuple[int, int]:
        return 0, dice

    def list_hidden(self, _seen: object, _seat: int, _case: int, layout: Any, /) -> None:
        add_place(layout, 0, 1, 1)
        add_card(layout, 0)

    def apply_layout(self, _world: object, _seat: int, _case: int, _layout: Any, dice: int, /) -> int:
        return dice


def test_where_no_world_is_possible_nothing_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worlds, "_MOST_STEPS", 1000)
    game = replace(load_game("lockup"), sample=Nowhere())
    match = new_match(load_game("lockup"), seed=7)
    seen, move = match.seen(0), match.legal(0)[0]
    assert not draw_worlds(Nowhere(), seen, 0, empty_layout(), [duplicate(seen)], 1)
    plain = PlainTrials(game, seen, 0, 1)
    assert plain.run([move], 2, NO_LIMIT) == []
    with pytest.raises(NoSample):
        PlainTrials(replace(game, sample=None), seen, 0, 1)


def test_experts_advice_is_that_of_the_learnt_player(monkeypatch: pytest.MonkeyPatch) -> None:
    class Asked(Exception):
        pass

    def decide(game: AnyGame, *_: object, **__: object) -> None:
        raise Asked(game.choose)

    game = load_game("trump7")
    monkeypatch.setattr(advice, "decide", decide)
    with pytest.raises(Asked) as asked:
        advice.advise(game, new_match(game, seed=7).seen(0), 0, Budget(100, learnt=True), 1)
    assert asked.value.args == (game.learnt,)
