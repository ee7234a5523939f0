"""What rounds lose, by kind of decision."""

from bench.loss import ALL, losses
from sevenfold.core.game import AnyGame
from sevenfold.games import load_game


def test_a_bad_player_loses_more_than_a_good_one_at_the_same_kinds_of_decision() -> None:
    game: AnyGame = load_game("lockup")
    good, bad = (
        losses(game, name, rounds=2, worlds=50, seed=1, learnt=False) for name in ("rules", "random")
    )
    for found in (good, bad):
        assert set(found.by_kind) == {ALL, "leads", "follows"}
        for number, lost in enumerate(found.by_kind[ALL]):
            assert abs(lost - found.by_kind["leads"][number] - found.by_kind["follows"][number]) < 1e-9
    assert sum(bad.by_kind[ALL]) > sum(good.by_kind[ALL]) + 1
