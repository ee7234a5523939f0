"""What is given to compiled code is checked at the door: wrong arrays and numbers are refused in a sentence.

Compiled code checks no bounds. A wrong seat or a short array was read past its end, and sometimes the process
ended. The public methods are found by walking the classes, so a new one without cases here fails.
"""

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, replace
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pytest

import sevenfold
from sevenfold import IllegalMove, SevenfoldError
from sevenfold.compiled.cpu.batch import MOVE, Batch
from sevenfold.core import violations
from sevenfold.core.game import AnyGame
from sevenfold.core.moves import Move
from sevenfold.envs import Encoding, MatchVectorEnv, ShortDeck, VectorEnv, action_player
from sevenfold.envs.encoding import encoded_games
from sevenfold.envs.stepper import Position, Stepper
from sevenfold.games import load_game

GAME = load_game("trump7")
PLAYERS, N = 3, 4
GAMES = pytest.mark.parametrize("game", encoded_games())


def state_of(game: AnyGame = GAME, seed: int = 1) -> Any:
    return sevenfold.new_match(game, seed=seed).state


def env(**given: Any) -> VectorEnv:
    return VectorEnv("trump7", N, seed=3, **given)


def batch() -> Batch[Any]:
    return Batch.deal(GAME, GAME.meta.options(), PLAYERS, N, seed=3)


def position() -> Position:
    return Stepper(ENCODING).position_of(state_of())


ENCODING = Encoding(GAME, PLAYERS)
SEEN = GAME.seen(state_of(), 0)
STRANGER = state_of(load_game("lockup"))
ACTING = sevenfold.new_match(GAME, seed=1).acting[0]
PASS = sevenfold.new_match(GAME, seed=1).legal(ACTING)[0]
LENGTH, ACTIONS = ENCODING.length, ENCODING.declared.kinds + ENCODING.declared.max_moves

NO_WHOLE: list[Any] = [1.5, float("nan"), np.float64(1), "1", True, [1], np.array([0, 1]), slice(0, 1)]
NO_NUMBERS = [*NO_WHOLE, 10**30]
NO_SEATS = [-1, PLAYERS, 9, *NO_NUMBERS]
NO_ROUNDS = [-1, N, None, *NO_NUMBERS]
NO_SEEDS = NO_WHOLE
NO_COUNTS = [-1, None, 10**20, *NO_WHOLE]
NO_THREADS = [0, 1025, *NO_COUNTS]
NO_LISTS_OF_SEATS: list[Any] = [0, None, [9], [-1], [1.0], "01", [None], [10**30], np.array([0.0])]
NO_OPPONENTS: list[Any] = [
    *(
        0,
        1.5,
        True,
        b"rules",
        {"rules"},
        iter(["rules"]),
        "",
        "nobody",
        "expert",
        "easy",
        "search:50",
        "rules@1",
    ),
    *([], ["rules"], ["rules"] * 3, ["rules", None], ["rules", 3], ["rules", ["random"]]),
    *({9: "rules"}, {-1: "rules"}, {1.0: "rules"}, {"1": "rules"}, {1: None}, {1: ["rules"]}, {1: "expert"}),
    *({1: "rules", 2: "learnt"}, dict.fromkeys(range(3), "rules")),
]
NO_MOVES: list[Any] = [Move(9, 0), Move(1, -1), Move(1, 1 << 62), Move(1, 1, 0, 10**30), Move(1, 1.0)]  # type: ignore[arg-type]
NO_MOVES += [None, (1, 2), (1, 2, 3, 4), "AS", 3]
NO_STATES: list[Any] = [STRANGER, None, 3, "AS", np.zeros(1, ENCODING.dtype)]
NO_ARRAYS: list[Any] = [None, 3, "0000", [0, [1], 2, 3], [0.0] * N, np.zeros(N), np.zeros((N, 1), np.int64)]
NO_ACTIONS = [
    *NO_ARRAYS,
    *(np.zeros(count, np.int64) for count in (0, 1, N - 1, N + 1)),
    *(np.zeros(N, kind) for kind in (np.bool_, np.float32, np.complex128, object, "U1", "M8[s]")),
    np.full(N, 2**63, np.uint64),
    np.array(0),
    [10**30] * N,
    [-1] * N,
    [ACTIONS] * N,
    np.ma.masked_array(np.zeros(N, np.int64), [True] + [False] * (N - 1)),
    np.ma.masked_array(np.zeros(N, np.int64)),
]
NO_MASKS = [
    *NO_ARRAYS[1:],
    *(np.zeros(count, np.bool_) for count in (0, 1, N - 1, N + 1)),
    np.array([0, 2]),
    [0, 2],
    np.ones(N, np.int64),
    np.ones((N, 1), np.bool_),
    np.ma.masked_array(np.ones(N, np.bool_), [True] + [False] * (N - 1)),
    True,
]


def answer(move: Any, _seen: object, _seat: int) -> Any:
    """A player who always makes the same move."""
    return move


def no_places(kind: Any, *shape: int) -> list[Any]:
    """Arrays that compiled code cannot write such rows into."""
    fixed = np.zeros(shape, kind)
    fixed.flags.writeable = False
    short = (shape[0] - 1, *shape[1:])
    return [
        *(
            3,
            "x",
            [[0]],
            fixed,
            np.zeros(short, kind),
            np.ma.zeros(shape, kind),
            np.zeros(shape, np.float32),
            np.zeros((*shape, 1), kind),
        ),
        np.zeros(tuple(2 * size for size in shape), kind)[tuple(slice(None, None, 2) for _ in shape)],
        *([np.zeros((shape[0], shape[1] + 1), kind), np.zeros(shape, kind, order="F")] if shape[1:] else []),
    ]


def moves(**given: int) -> Any:
    made = np.zeros(N, MOVE)
    for name, value in given.items():
        made[name] = value
    return made


class Door(NamedTuple):
    """A method with what is right for it, and for each parameter what is wrong."""

    of: Callable[[], Any]
    right: Mapping[str, Any]
    wrong: Mapping[str, Iterable[Any]]


NO_DECKS: list[Any] = [
    *(3, "7C KC QD JK TH", ("7C",), ShortDeck("7C KC", 1), ShortDeck("7C KC QD JK TH", 2)),
    *(ShortDeck("7C KC QD JK ZZ", 1), ShortDeck("7C KC QD JK TH", 1, "AS"), ShortDeck("7C 7C QD JK TH", 1)),
    *(ShortDeck(3, 1), ShortDeck("7C KC QD JK TH", 1, 3)),  # type: ignore[arg-type]
]
SAVED = env().save(0)
CHANGED: dict[str, list[Any]] = {
    "record": [b"", b"12", SAVED.record[8:], 3, None],
    "to_act": [-2, PLAYERS, 10**30, None, "x"],
    "chosen": [(10**30, 0), (0,), None, ("x", 0)],
    "advice": [(0, 0, 0), None],
    "memory": [b"12", "12", 3, None],
    **{name: [10**30, None] for name in ("addable", "moves", "dice", "deals", "stream", "sampled")},
}
NO_SAVES: list[Any] = [
    *(None, 3, b"", state_of(), [SAVED], env(opponents={1: "random"}).save(0)),
    *(replace(SAVED, **{name: wrong}) for name, values in CHANGED.items() for wrong in values),
]


OWN_SENTENCES: dict[str, Iterable[Any]] = {
    "preset": ["none", 3],
    "players": [0, 9, *NO_NUMBERS],
    "options": [{"none": 1}, {"deals": 0}],
}
"""What the game refuses: an unknown preset, and so on."""

VECTOR_ENV = {
    "__init__": Door(
        lambda: VectorEnv,
        {"game": "trump7", "n": 2},
        {
            **OWN_SENTENCES,
            "game": ["chess"],
            "n": [0, *NO_COUNTS],
            "seed": NO_SEEDS,
            "opponents": NO_OPPONENTS,
            "copies": [0, *NO_COUNTS],
            "short": [*NO_DECKS, *(ShortDeck("7C KC QD JK TH", size) for size in [-1, None, *NO_WHOLE])],
            "history": NO_COUNTS,
            "threads": NO_THREADS,
        },
    ),
    "save": Door(env, {}, {"index": [each for each in NO_ROUNDS if each is not None]}),
    "restore": Door(env, {"index": 0, "saved": SAVED}, {"index": NO_ROUNDS, "saved": NO_SAVES}),
    "copy": Door(env, {}, {}),
    "observe": Door(env, {}, {"out": no_places(np.int16, N, LENGTH), "seat": NO_SEATS, "where": NO_MASKS}),
    "observe_history": Door(
        partial(env, history=6),
        {"k": 5},
        {
            "k": [0, 7, *NO_COUNTS],
            "out": no_places(np.int16, N, 5, 5),
            "seat": NO_SEATS,
            "where": NO_MASKS,
        },
    ),
    "mask": Door(env, {}, {"out": no_places(np.int8, N, ACTIONS), "where": NO_MASKS}),
    "chosen": Door(env, {}, {"index": NO_ROUNDS}),
    "state": Door(env, {}, {"index": NO_ROUNDS}),
    "score": Door(env, {}, {"index": NO_ROUNDS}),
    "reset": Door(env, {}, {"seed": NO_SEEDS, "where": NO_MASKS}),
    "step": Door(env, {}, {"actions": NO_ACTIONS}),
    "abandon": Door(env, {}, {"where": [None, *NO_MASKS]}),
    "advise": Door(env, {}, {"out": no_places(np.int64, N)}),
    "play": Door(env, {"index": 0, "move": Move(1)}, {"index": NO_ROUNDS, "move": NO_MOVES}),
    "ask": Door(
        env,
        {"index": 0, "player": lambda *_: PASS},
        {"index": NO_ROUNDS, "player": [partial(answer, move) for move in NO_MOVES]},
    ),
    "sample": Door(env, {}, {"out": no_places(np.int64, N)}),
    "worst_ahead": Door(env, {}, {}),
}
MATCH_VECTOR_ENV = {
    "__init__": Door(
        lambda: MatchVectorEnv,
        {"game": "trump7", "n": 2},
        {
            **{name: wrong for name, wrong in VECTOR_ENV["__init__"].wrong.items() if name != "short"},
            "last_round": [0, *(count for count in NO_COUNTS if count is not None)],
        },
    ),
    "reset": Door(lambda: MatchVectorEnv("trump7", N), {}, VECTOR_ENV["reset"].wrong),
    "worst_ahead": Door(lambda: MatchVectorEnv("trump7", N), {}, {}),
    "score": Door(lambda: MatchVectorEnv("trump7", N), {}, {"index": NO_ROUNDS}),
}
DEALT = {"game": GAME, "options": GAME.meta.options(), "players": PLAYERS}
OPTIONS: list[Any] = [None, {}, load_game("lockup").meta.options(), type(GAME.meta.options())(deals=-5)]
BATCH = {
    "__init__": Door(
        lambda: Batch,
        {"game": GAME, "states": batch().copy()._states},
        {"states": [*NO_ARRAYS, np.zeros((1, 1), ENCODING.dtype)], "threads": NO_THREADS},
    ),
    "of": Door(
        lambda: Batch,
        {"game": GAME, "states": [state_of()]},
        {"states": [[state] for state in NO_STATES], "threads": NO_THREADS},
    ),
    "start": Door(
        lambda: Batch,
        {**DEALT, "deals": []},
        {
            "options": OPTIONS,
            "players": OWN_SENTENCES["players"],
            "first": NO_SEATS,
            "deals": [[sevenfold.Deal(hands=((1,), (1,), (1,)))]],
            "threads": NO_THREADS,
        },
    ),
    "deal": Door(
        lambda: Batch,
        {**DEALT, "count": 1, "seed": 1},
        {
            "options": OPTIONS,
            "players": OWN_SENTENCES["players"],
            "count": NO_COUNTS,
            "seed": NO_SEEDS,
            "first": NO_SEATS,
            "threads": NO_THREADS,
        },
    ),
    "worlds": Door(
        lambda: Batch,
        {"game": GAME, "seen": GAME.seen(state_of(), ACTING), "seat": ACTING, "count": 1, "seed": 1},
        {
            "seen": NO_STATES,
            "seat": [(ACTING + 1) % PLAYERS, *NO_SEATS],
            "count": NO_COUNTS,
            "seed": NO_SEEDS,
            "threads": NO_THREADS,
        },
    ),
    "__getitem__": Door(batch, {}, {"index": NO_ROUNDS}),
    "legal": Door(batch, {"index": 0, "seat": 0}, {"index": NO_ROUNDS, "seat": [None, *NO_SEATS]}),
    "step": Door(
        batch,
        {},
        {
            "moves": [
                *(np.ma.zeros(N, MOVE), *NO_ARRAYS, np.zeros(N + 1, MOVE), np.zeros(2 * N, MOVE)[::2]),
                *(moves(seat=seat) for seat in (-2, PLAYERS, 64, 2**62, -(2**63))),
                *(moves(**{name: number}) for name in ("cards", "twice") for number in (-1, -(2**63))),
            ]
        },
    ),
    "views": Door(
        batch,
        {"seat": 0},
        {"seat": NO_SEATS, "out": [3, np.zeros(N, ENCODING.dtype), Batch.of(GAME, [state_of()])]},
    ),
    "dice": Door(batch, {}, {"seed": NO_SEEDS}),
    "playout": Door(
        batch,
        {"dice": np.zeros(N, np.int64)},
        {
            "dice": [*NO_ARRAYS, *no_places(np.int64, N)],
            "policy_seats": NO_LISTS_OF_SEATS,
            "max_moves": [2**62, *NO_COUNTS],
        },
    ),
    "rollouts": Door(
        batch,
        {"count": 1, "seed": 1},
        {"count": [0, *NO_COUNTS], "seed": NO_SEEDS, "policy_seats": NO_LISTS_OF_SEATS},
    ),
    **{name: Door(batch, {}, {}) for name in ("__len__", "copy", "to_act", "returns")},
}
NO_POSITIONS = [
    *(None, 3, b"", position()._replace(record=b"12"), position()._replace(to_act=PLAYERS)),
    position()._replace(record=3),  # type: ignore[arg-type]
    position()._replace(chosen=10**30),
]
STEPPER = {
    "__init__": Door(lambda: Stepper, {}, {}),
    "position_of": Door(lambda: Stepper(ENCODING), {}, {"state": NO_STATES}),
    "step": Door(
        lambda: Stepper(ENCODING),
        {"position": position(), "action": ENCODING.declared.kinds},
        {"position": NO_POSITIONS, "action": [-1, ACTIONS, 10**30, 0, None, 1.5, "1", [1]]},
    ),
    "draw": Door(
        lambda: Stepper(ENCODING),
        {"position": position(), "outcome": 0},
        {"position": NO_POSITIONS, "outcome": [-1, 0, None, *NO_NUMBERS]},
    ),
    "observe": Door(
        lambda: Stepper(ENCODING),
        {"position": position(), "seat": 0},
        {"position": NO_POSITIONS, "seat": [None, *NO_SEATS]},
    ),
    "floats": Door(
        lambda: Stepper(ENCODING),
        {"position": position(), "seat": 0},
        {"position": NO_POSITIONS, "seat": [None, *NO_SEATS]},
    ),
    "state": Door(lambda: Stepper(ENCODING), {}, {"position": NO_POSITIONS}),
}
ENCODING_DOORS = {
    "__init__": Door(lambda: Encoding, {"game": GAME}, {"players": [0, 9, *NO_NUMBERS]}),
    "encode": Door(
        lambda: ENCODING, {"view": SEEN, "seat": 0}, {"view": NO_STATES, "seat": [None, *NO_SEATS]}
    ),
    "decode": Door(
        lambda: ENCODING,
        {"observation": ENCODING.encode(SEEN, 0), "seat": 0},
        {
            "observation": [
                *(None, 3, np.zeros(LENGTH + 1), np.zeros((1, LENGTH)), np.zeros(LENGTH)),
                *(np.ma.zeros(LENGTH, np.int16), [0.0] * LENGTH),
            ],
            "seat": [None, *NO_SEATS],
        },
    ),
    "describe": Door(lambda: ENCODING, {}, {}),
}
ASKED = {"game": GAME, "seen": GAME.seen(state_of(), ACTING), "seat": ACTING}
FUNCTIONS = {
    "evaluate": Door(
        lambda: sevenfold,
        {**ASKED, "moves": [PASS], "worlds": 2, "seed": 1},
        {
            "seen": NO_STATES,
            "seat": [(ACTING + 1) % PLAYERS, None, *NO_SEATS],
            "moves": [[], *([move] for move in NO_MOVES)],
            "worlds": [0, *NO_COUNTS],
            "seed": NO_SEEDS,
            "max_moves": [0, 2**62, *NO_COUNTS],
        },
    ),
    "decide": Door(
        lambda: sevenfold,
        {**ASKED, "budget": sevenfold.Budget(100), "seed": 1},
        {"seen": NO_STATES, "seat": [(ACTING + 1) % PLAYERS, None, *NO_SEATS], "seed": NO_SEEDS},
    ),
    "mean_results": Door(
        lambda: sevenfold,
        {"game": GAME, "worlds": [state_of()], "count": 1, "seed": 1},
        {
            "worlds": [[], *([state] for state in NO_STATES)],
            "count": [0, *NO_COUNTS],
            "seed": NO_SEEDS,
            "policy_seats": NO_LISTS_OF_SEATS,
            "threads": NO_THREADS,
        },
    ),
}
DOORS: dict[type[Any] | None, dict[str, Door]] = {
    VectorEnv: VECTOR_ENV,
    MatchVectorEnv: MATCH_VECTOR_ENV,
    Batch: BATCH,
    Stepper: STEPPER,
    Encoding: ENCODING_DOORS,
    None: FUNCTIONS,
}
TRUSTED = {"self", "cls", "game", "auto_reset", "match", "encoding", "utility", "budget"}
TRUSTED |= {"cards", "twice", "out", "score"}
"""Parameters that no number or array comes in by; and those of `encode`, which is not compiled."""
KEPT = ("__getstate__", "__setstate__", "__reduce__", "__copy__", "__deepcopy__")


def methods(cls: type[Any]) -> Iterator[str]:
    for name, member in vars(cls).items():
        is_method = callable(member) or isinstance(member, classmethod | staticmethod)
        is_public = not name.startswith("_") or name.endswith("__")
        if is_method and is_public and name not in KEPT:
            yield name


def call(name: str, door: Door, given: Mapping[str, Any]) -> object:
    of = door.of()
    return of(**given) if name == "__init__" else getattr(of, name)(**given)


@pytest.mark.parametrize("cls", [cls for cls in DOORS if cls], ids=lambda cls: cls.__name__)
def test_every_public_method_has_its_cases(cls: type[Any]) -> None:
    assert set(methods(cls)) == set(DOORS[cls])


@pytest.mark.parametrize(
    ("cls", "name"), [(cls, name) for cls, doors in DOORS.items() for name in doors], ids=str
)
def test_every_parameter_has_its_cases(cls: type[Any] | None, name: str) -> None:
    door = DOORS[cls][name]
    parameters = set(inspect.signature(getattr(cls or sevenfold, name)).parameters)
    assert set(door.wrong) <= parameters
    assert parameters - set(door.wrong) - TRUSTED == set()


@pytest.mark.parametrize(
    ("cls", "name", "parameter"),
    [
        (cls, name, each)
        for cls, doors in DOORS.items()
        for name, door in doors.items()
        for each in door.wrong
    ],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_what_is_wrong_is_refused_in_a_sentence(cls: type[Any] | None, name: str, parameter: str) -> None:
    door = DOORS[cls][name]
    for wrong in door.wrong[parameter]:
        with pytest.raises(SevenfoldError) as refused:
            call(name, door, {**door.right, parameter: wrong})
        assert type(refused.value) is not SevenfoldError
        assert " " in str(refused.value) or isinstance(refused.value, IllegalMove), wrong
        assert not isinstance(refused.value.__cause__, Exception), wrong


def test_nothing_has_changed_after_a_refusal() -> None:
    wanted, tried = env(), env()
    for name in ("reset", "step", "observe", "mask", "abandon", "play", "ask", "restore"):
        door = VECTOR_ENV[name]
        for parameter, values in door.wrong.items():
            for wrong in values:
                with pytest.raises(SevenfoldError):
                    getattr(tried, name)(**{**door.right, parameter: wrong})
    assert [tried.state(index) for index in range(N)] == [wanted.state(index) for index in range(N)]
    assert np.array_equal(tried.observe(), wanted.observe())
    assert np.array_equal(tried.mask(), wanted.mask())


def test_whole_numbers_of_any_type_are_actions() -> None:
    first, wanted = env(), env()
    actions = wanted.mask().argmax(axis=1)
    wanted.step(actions)
    spread = np.zeros(2 * N, np.int64)
    spread[::2] = actions
    kinds = [actions.astype(kind) for kind in (np.int8, np.uint8, np.int32, np.uint64, ">i8")]
    for given in (actions.tolist(), tuple(actions), spread[::2], *kinds):
        first.reset(3)
        first.step(given)
        assert [first.state(index) for index in range(N)] == [wanted.state(index) for index in range(N)]


@pytest.mark.parametrize("seed", [np.int8(5), np.uint16(5), np.int64(5), np.uint64(5), np.array(5)])
def test_a_seed_may_be_of_any_width(seed: Any) -> None:
    assert VectorEnv("trump7", 2, seed=seed).state(1) == VectorEnv("trump7", 2, seed=5).state(1)
    assert batch().dice(seed).tolist() == batch().dice(5).tolist()


@pytest.mark.parametrize("seed", [-5, 5 + (1 << 62), 5 + (1 << 64), np.uint64(5 + (1 << 62)), np.int8(-5)])
def test_each_whole_number_is_a_seed_of_its_own(seed: Any) -> None:
    """They were taken modulo 2 to the power of 62."""
    assert VectorEnv("trump7", 2, seed=seed).state(1) != VectorEnv("trump7", 2, seed=5).state(1)
    assert VectorEnv("trump7", 2, seed=seed).state(1) == VectorEnv("trump7", 2, seed=int(seed)).state(1)
    assert batch().dice(seed).tolist() != batch().dice(5).tolist()


@pytest.mark.parametrize("kind", [VectorEnv, MatchVectorEnv])
def test_an_environment_tells_its_seed_also_one_at_random(kind: type[VectorEnv]) -> None:
    for seed in (None, -3, 10**30):
        drawn = kind("trump7", 3, seed=seed)
        again = kind("trump7", 3, seed=drawn.seed)
        assert [again.state(index) for index in range(3)] == [drawn.state(index) for index in range(3)]
        assert again.sample().tolist() == drawn.sample().tolist()
    drawn.reset(8)
    assert drawn.seed == 8


def test_no_seed_is_one_at_random() -> None:
    assert VectorEnv("trump7", 2, seed=None).state(0) != VectorEnv("trump7", 2, seed=None).state(0)
    assert batch().dice(None).tolist() != batch().dice(None).tolist()  # type: ignore[arg-type]
    matches = [sevenfold.new_match(GAME, seed=None).state for _ in range(2)]
    assert matches[0] != matches[1]
    env().reset(None)


@pytest.mark.parametrize("seed", NO_SEEDS, ids=repr)
def test_a_match_takes_no_other_seed(seed: Any) -> None:
    with pytest.raises(sevenfold.WrongNumber, match="seed is a whole number, bytes, or None"):
        sevenfold.new_match(GAME, seed=seed)


def compiled(of: VectorEnv) -> int:
    """How many times an entry point was compiled, for other types of arguments each."""
    kernels: list[Any] = [getattr(of._kernels, each.name) for each in fields(of._kernels)]
    return sum(len(kernel.signatures) for kernel in kernels)


def test_read_only_arrays_compile_nothing_anew() -> None:
    """JAX gives such arrays. Each entry point was compiled once more for them, which takes seconds."""
    tried, wanted = env(history=4), env(history=4)
    where = np.array([True, False, True, True])
    for each in (tried, wanted):
        each.observe(where=where)
        each.step(each.mask().argmax(axis=1))
    before = compiled(tried)
    for kind in (np.int64, np.int32):
        actions = wanted.mask().argmax(axis=1).astype(kind)
        for fixed in (actions, where):
            fixed.flags.writeable = False
        wanted.step(actions.copy())
        tried.step(actions)
        tried.abandon(~where)
        tried.reset(where=~where)
        assert np.array_equal(tried.observe(where=where), wanted.observe(where=where))
    assert compiled(tried) == before


def test_read_only_moves_are_made() -> None:
    tried, wanted = batch(), batch()
    given = moves(kind=PASS.kind, seat=ACTING, cards=PASS.cards)
    violations_found = wanted.step(given)
    given.flags.writeable = False
    assert tried.step(given).tolist() == violations_found.tolist()
    assert (tried.states == wanted.states).all()


def test_an_array_that_is_refused_is_called_masked() -> None:
    with pytest.raises(sevenfold.envs.WrongArray, match="not a masked array, int64 of shape"):
        env().step(np.ma.zeros(N, np.int64))


def test_more_than_there_can_be_is_refused_with_the_most() -> None:
    with pytest.raises(
        sevenfold.WrongNumber, match="copies is the number of rounds with the same cards, 1 to 2147483647"
    ):
        env(copies=10**20)


def test_a_list_of_true_and_false_is_a_mask() -> None:
    some = [True, False, True, False]
    assert np.array_equal(env().mask(where=some), env().mask(where=np.array(some)))  # type: ignore[arg-type]


def test_what_a_step_brought_cannot_be_replaced() -> None:
    for name in ("returns", "ended", "cut_short", "to_act"):
        with pytest.raises(AttributeError):
            setattr(env(), name, np.zeros(1))
    with pytest.raises(AttributeError):
        batch().states = np.zeros(1)  # type: ignore[misc,assignment]


@GAMES
def test_any_move_at_all_is_judged_as_by_the_plain_rules(game: str) -> None:
    loaded = load_game(game)
    players = loaded.meta.seats(None)
    rounds = Batch.deal(loaded, loaded.meta.options(), players, 400, seed=2)
    rng = np.random.default_rng(5)
    dice = rounds.dice(1)
    for _ in range(6):
        given = np.zeros(len(rounds), MOVE)
        given["seat"] = rng.integers(-1, players, len(rounds))
        given["kind"] = rng.choice([-1, 0, 1, 2, 3, 4, 5, 9, 2**62, -(2**63)], len(rounds))
        for name in ("cards", "twice"):
            held = rounds.states["hands"][:, 0] & rng.integers(0, 2**62, len(rounds))
            odd = rng.choice([0, 1, 2**62 - 1, 2**63 - 1], len(rounds))
            given[name] = np.where(rng.integers(0, 2, len(rounds)) == 1, held, odd)
        given["arg"] = rng.choice([0, 1, 5, -1, 10**9, -(10**9), 2**62, -(2**63)], len(rounds))
        before = rounds.copy()
        found = rounds.step(given)
        for index, made in enumerate(given.tolist()):
            expected = loaded.rules.check(before[index], made[0], Move(*made[1:]))
            assert found[index] == expected, made
            assert (before.states[index] == rounds.states[index]) == (expected != violations.OK)
        rounds.playout(dice, max_moves=5)


@GAMES
def test_a_match_refuses_moves_and_seats_that_nobody_has(game: str) -> None:
    match = sevenfold.new_match(load_game(game), seed=4)
    seat = match.acting[0]
    for move in NO_MOVES:
        with pytest.raises(sevenfold.TextNotMove if isinstance(move, str) else sevenfold.IllegalMove):
            match.play(seat, move)
        assert isinstance(move, str) or move not in match.legal(seat)
    for wrong in (-2, match.players, 10**30, 1.5):
        with pytest.raises(sevenfold.NoSuchSeat):
            match.play(wrong, match.legal(seat)[0])  # type: ignore[arg-type]
        with pytest.raises(sevenfold.NoSuchSeat):
            match.seen(wrong)  # type: ignore[arg-type]
    assert match.version == 1


@pytest.mark.parametrize("answer", [-1, 10**6, 1.5, "0", None, np.array([0])], ids=repr)
def test_a_player_of_actions_answers_with_an_action(answer: Any) -> None:
    match = sevenfold.new_match(GAME, seed=4)
    player = action_player(GAME, lambda *_: answer)
    with pytest.raises(SevenfoldError, match="does not allow action"):
        player(match.seen(match.acting[0]), match.acting[0])


def test_rounds_that_are_not_over_have_brought_nothing() -> None:
    assert not batch().returns().any()
