"""How views become arrays."""

import re
from pathlib import Path

import pytest

from sevenfold.core.dealer import Dealer
from sevenfold.core.encoding import GameEncoding, Number
from sevenfold.envs.blocks import NotEncoded, blocks_of, features
from sevenfold.envs.describe import page
from sevenfold.envs.encoding import Encoding, encoded_games, load_encoding
from sevenfold.games import UnknownGame, load_game
from sevenfold.testing.contract.tables import FINISHED

GAMES = pytest.mark.parametrize("game", encoded_games())


def test_every_finished_game_has_an_encoding() -> None:
    assert set(FINISHED) <= set(encoded_games())


@GAMES
def test_the_table_tells_of_every_number_once(game: str) -> None:
    encoding = Encoding(load_game(game), load_game(game).meta.seats(None))
    first, *lines = encoding.describe().splitlines()
    assert first == f"{encoding.name}: {encoding.length} numbers of the type int16"
    ranges = [tuple(map(int, re.match(r" *(\d+) to +(\d+) ", line).groups())) for line in lines]  # type: ignore[union-attr]
    ends = [end + 1 for _, end in ranges]
    assert [start for start, _ in ranges] == [0, *ends[:-1]]
    assert ends[-1] == encoding.length


@GAMES
def test_there_are_fewer_than_200_actions(game: str) -> None:
    declared = load_encoding(game)
    assert declared.kinds + declared.max_moves < 200


@pytest.mark.parametrize(
    "fields", [{}, {**features(load_game("lockup"), load_encoding("lockup")), "stock": Number(1)}]
)
def test_a_game_that_leaves_a_field_open_is_named(fields: dict[str, Number]) -> None:
    game = load_game("lockup")
    with pytest.raises(NotEncoded, match=r"lockup: encoding\.py must name each field"):
        blocks_of(game, 4, GameEncoding(version=1, kinds=52, max_moves=1, fields=fields, worst=lambda *_: 0))


def test_an_unknown_game_has_no_encoding() -> None:
    with pytest.raises(UnknownGame):
        load_encoding("whist")


def test_seats_are_counted_from_the_viewer() -> None:
    game = load_game("lockup")
    options = game.meta.options()
    deal = Dealer(bytes(32)).deal(game, options, 4, 1)
    encoding = Encoding(game, 4)
    leader = next(block for block in encoding.blocks if block.field == "leader")
    for seat in range(4):
        from sevenfold.core.deal import MatchSoFar

        state = game.rules.start(options, 4, deal, 3, MatchSoFar(1, 1))
        observation = encoding.encode(game.seen(state, seat), seat)
        assert observation[leader.offset : leader.offset + 4].tolist().index(1) == (3 - seat) % 4


def test_the_page_of_environments_has_the_numbers_of_each_finished_game() -> None:
    page_ = (Path(__file__).parents[2] / "docs/environments.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| [\w ,]+ \| (\d+) \| (\d{3,}) \|$", page_, re.MULTILINE)
    games = [load_game(game) for game in FINISHED]
    encodings = [Encoding(game, game.meta.seats(None)) for game in games]
    numbers = [(each.declared.kinds + each.declared.max_moves, each.length) for each in encodings]
    assert sorted(numbers) == sorted((int(actions), int(length)) for actions, length in rows)


def test_the_page_of_encodings_has_every_table_and_every_meaning() -> None:
    """It is made as the documentation is built."""
    made = page()
    for game in map(load_game, encoded_games()):
        encoding = Encoding(game, game.meta.seats(None))
        assert encoding.describe() in made
        assert encoding.tokens.describe() in made
        told = made[: made.index(encoding.describe())].rpartition("\n## ")[2]
        assert len(re.findall(r"^- `\w+", told, re.MULTILINE)) > 5, game.meta.name
