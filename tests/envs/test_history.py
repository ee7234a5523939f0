"""Histories: each seat's tokens are what it was told of the moves, and nothing else."""

import pickle
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import pytest

import sevenfold
from sevenfold.cards.masks import kinds_of, popcount
from sevenfold.compiled.arrays import WrongArray
from sevenfold.core.encoding import CardSet, MoveEncoding, Number, OneOf, SeatNumber
from sevenfold.core.given import WrongNumber
from sevenfold.core.match import AnyMatch
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.redealing import deal_anew
from sevenfold.core.visibility import duplicate
from sevenfold.envs import NoHistory, VectorEnv, WrongSave
from sevenfold.envs.encoding import Encoding, encoded_games, load_encoding
from sevenfold.envs.history import History, NoTokens, NotWatched
from sevenfold.envs.registration import environment_id
from sevenfold.envs.turns import Others, Parts, choose_on, play_on
from sevenfold.games import load_game
from sevenfold.testing.contract.laws.observations import memory_after, tokens_in

GAMES = pytest.mark.parametrize("game", encoded_games())
LONG = 400
"""More tokens than a round has."""
MORE: dict[str, dict[str, object]] = {
    "lockup": {"options": {"lockup_loss": "at_once"}},
    "seven_bridge": {"players": 2},
}
"""Options and players with which chance acts within a round, where there are any."""


class Made(NamedTuple):
    """A move as it was made, and the states before and after it."""

    before: Any
    seat: int
    move: Move
    after: Any


def make(game: str, n: int = 1, **given: Any) -> VectorEnv:
    return VectorEnv(game, n, **{"seed": 7, "history": LONG, **MORE.get(game, {}), **given})


def moves_of(env: VectorEnv) -> Iterator[list[Made]]:
    """Play the only round to its end: after each step all moves so far, as the plain rules make them."""
    setting, kinds, made = env._setting, env.encoding.declared.kinds, list[Made]()
    rules: Any = SimpleNamespace(**vars(env.game.rules))

    def apply(state: Any, seat: int, move: Move) -> None:
        before = duplicate(state)
        env.game.rules.apply(state, seat, move)
        made.append(Made(before, seat, move, duplicate(state)))

    rules.apply = apply
    state, cards, twice = env.state(0), 0, 0
    while not env.ended[0]:
        seat, action, dice = int(env.to_act[0]), int(env.sample()[0]), int(env._rounds.dice[0])
        cards, twice, index = choose_on(rules, state, seat, cards, twice, kinds, action)
        if index >= 0:
            apply(state, seat, rules.nth_move(state, seat, cards, twice, index))
            cards = twice = 0
            parts = Parts(rules, env.game.choose, None)
            others = Others(setting.policy_seats, setting.random_seats, waits=False)
            play_on(parts, others, state, duplicate(state), None, dice)
        env.step(np.array([action]))
        assert env.state(0) == state
        yield made


def tokens_told(env: VectorEnv, made: list[Made], viewer: int, known: Any) -> list[list[int]]:
    """The tokens that these moves make for a viewer, from the text that they are told of each and from the
    views after those of which they are told; `known` is the view before.
    """
    game, pack, players = env.game, env.game.rules.pack(env.options), env.players
    declared = env.encoding.tokens.moves
    tokens: list[list[int]] = []
    for before, seat, move, after in made:
        text = game.visible_move(game.seen(before, viewer), seat, move, viewer)
        if text is None:
            continue
        words = [word.split("=")[0] for word in text.split()]
        cards = sorted(pack.kind(word) + 1 for word in words if word in pack.names)
        count = popcount(move.cards) + popcount(move.twice)
        cards += [0] * (max(count, 1) - len(cards))
        arg = move.arg + 1
        if move.kind in declared.seats:
            arg = (move.arg - viewer) % players + 1
        elif count == 0 and "?" in words:
            arg = 0
        who = players + 1 if seat == CHANCE else (seat - viewer) % players + 1
        tokens += [[who, move.kind, card, arg, int(place == 0)] for place, card in enumerate(cards)]
        seen = game.seen(after, viewer)
        tokens += what_came(env, known, seen, viewer)
        known = seen
    return tokens


def what_came(env: VectorEnv, known: Any, seen: Any, viewer: int) -> Iterator[list[int]]:
    """The tokens of what is new in a view, field by field; the seats from the viewer on."""
    declared, players = env.encoding.tokens.moves, env.players
    for code, outcome in enumerate(declared.outcomes, max(declared.kinds.words) + 1):
        if isinstance(outcome, tuple):
            name, cleared = outcome
            if getattr(known, cleared) >= 0 > getattr(seen, cleared):
                yield [(getattr(seen, name) - viewer) % players + 1, code, 0, 0, 0]
            continue
        before, now, nobody = getattr(known, outcome), getattr(seen, outcome), players + 1
        entries = [(nobody, before, now)]
        if isinstance(now, list):
            seats = [(viewer + turn) % players for turn in range(players)]
            entries = [(turn + 1, before[seat], now[seat]) for turn, seat in enumerate(seats)]
        for who, old, new in entries:
            match env.encoding.features[outcome]:
                case CardSet():
                    yield from ([who, code, kind + 1, 0, 0] for kind in kinds_of(new & ~old))
                case SeatNumber() if new not in (old, -1):
                    yield [(new - viewer) % players + 1, code, 0, 0, 0]
                case OneOf() if new not in (old, -1):
                    yield [who, code, 0, new + 1, 0]
                case Number() if new > old:
                    yield [who, code, 0, new - old, 0]


def told(history: History) -> list[list[int]]:
    """The tokens of one row, without the zeros before the first."""
    rows: list[list[int]] = history.tolist()
    first = next((place for place, token in enumerate(rows) if any(token)), len(rows))
    assert all(token[0] for token in rows[first:])
    return rows[first:]


@GAMES
@pytest.mark.parametrize("seed", range(4))
def test_tokens_are_what_each_seat_is_told_of_each_move(game: str, seed: int) -> None:
    players = MORE.get(game, {}).get("players", 3)
    env = make(
        game,
        seed=seed,
        auto_reset=False,
        opponents={1: "rules", **dict.fromkeys(range(2, int(str(players))), "random")},
    )
    start = [told(env.observe_history(LONG, seat=viewer)[0]) for viewer in range(env.players)]
    known = [env.game.seen(env.state(0), viewer) for viewer in range(env.players)]
    for made in moves_of(env):
        for viewer in range(env.players):
            tokens = start[viewer] + tokens_told(env, made, viewer, known[viewer])
            assert told(env.observe_history(LONG, seat=viewer)[0]) == tokens


@pytest.mark.parametrize("game", ["lockup", "seven_bridge"])
def test_what_chance_did_is_among_them(game: str) -> None:
    env, seen = make(game, n=8), set[tuple[int, bool]]()
    for _ in range(700):
        env.step(env.sample())
        tokens = env.observe_history(20).reshape(-1, 5)
        by_chance = tokens[tokens[:, 0] == env.players + 1]
        seen |= {(int(kind), bool(card)) for _, kind, card, *_ in by_chance}
    assert {shows for _, shows in seen} == {True, False}


@GAMES
def test_the_newest_come_last_and_zeros_first(game: str) -> None:
    env, few = make(game, n=3), make(game, n=3, history=5)
    for _ in range(60):
        env.step(env.sample())
        few.step(few.sample())
        whole = env.observe_history(LONG)
        assert (env.observe_history(5) == whole[:, -5:]).all()
        assert (few.observe_history(5) == whole[:, -5:]).all()
        assert (few.observe_history(2) == whole[:, -2:]).all()
        for row in whole:
            told(row)


@GAMES
def test_numbers_keep_within_the_sizes_that_tokens_have(game: str) -> None:
    env = make(game, n=4)
    sizes = np.array(env.encoding.tokens.sizes)
    for _ in range(200):
        env.step(env.sample())
        history = env.observe_history(40)
        assert (history >= 0).all()
        assert (history < sizes).all()


@GAMES
def test_what_a_seat_cannot_see_changes_none_of_its_tokens(game: str) -> None:
    """The hidden cards are dealt anew and all moves made again: the seat is told the same."""
    match: AnyMatch = sevenfold.new_match(load_game(game), seed=5)
    for _ in range(42 if game == "lockseven" else 24):
        seat = match.acting[0]
        match.play(seat, match.game.choose(match.seen(seat), seat))
    for seat in range(match.players):
        others = [deal_anew(match, seat, Random(number)) for number in range(2)]
        assert any(other.round.deal != match.round.deal for other in others)
        for other in others:
            assert (tokens_of(other, seat) == tokens_of(match, seat)).all()


def tokens_of(match: AnyMatch, seat: int) -> History:
    """A seat's tokens of a match, by the functions that are compiled."""
    encoding = Encoding(match.game, match.players)
    return tokens_in(memory_after(match, encoding, LONG), encoding, LONG, seat)


EVENTS: dict[str, dict[str, tuple[str, ...]]] = {
    "lockup": {"trick": ("tricks",), "passed": ("passed",)},
    "trump7": {"trick": ("tricks", "points"), "leaster": ("leaster",), "widow_taken": ("widow_seen",)},
    "seven_bridge": {"drawn": ("hands",), "remade": ("remade",)},
    "lockseven": {
        "bottom_taken": ("taken", "taken_twice"),
        "alone": ("alone",),
        "trump": ("called", "trump"),
        "no_suit": ("called", "trump"),
        "partner": ("revealed",),
        "trick": ("taker", "points"),
    },
}
"""Which tokens say what these events say."""


@GAMES
def test_tokens_say_what_events_say_of_what_came_of_a_move(game: str) -> None:
    """Each seat has a token where its table would have told it of a trick, a partner, or a card drawn."""
    met = set[str]()
    for seed in range(6):
        match: AnyMatch = sevenfold.new_match(load_game(game), seed=seed)
        while not match.round_over:
            seat = match.acting[0]
            match.play(seat, match.game.choose(match.seen(seat), seat))
        for viewer in range(match.players):
            met |= compare_with_events(match, viewer)
    assert met >= EVENTS[game].keys() - {"leaster", "alone", "no_suit", "remade", "passed"}


def compare_with_events(match: AnyMatch, viewer: int) -> set[str]:
    """Compare the tokens of each step with its events; returns the events that there were."""
    game, encoding = match.game, Encoding(match.game, match.players)
    words = dict(enumerate(encoding.tokens.outcomes, max(encoding.tokens.moves.kinds.words) + 1))
    history = told(tokens_of(match, viewer)[None].reshape(LONG, 5))
    groups = list[list[list[int]]]()
    for token in history:
        if token[4]:
            groups.append([])
        groups[-1].append(token)
    steps = [step for step in match.round.steps if tells(match, step, viewer)]
    met = set[str]()
    for step, group in zip(steps, groups, strict=True):
        before, after = game.seen(step.before, viewer), game.seen(step.after, viewer)
        for event in game.story.consequences(before, after, viewer, 0):
            for name in EVENTS[match.game.meta.name].get(event.kind, ()):
                met.add(event.kind)
                found = [token for token in group if words.get(token[1]) == name]
                if name in ("points", "taken_twice"):
                    grown = event.count or 0 if name == "points" else 0
                    assert name == "taken_twice" or sum(token[3] for token in found) == grown
                    continue
                if name in ("tricks", "taker", "revealed"):
                    assert event.seat is not None
                    assert [token[0] for token in found] == [(event.seat - viewer) % match.players + 1]
                elif name in ("hands", "widow_seen", "taken"):
                    cards = {match.pack.kind(card) + 1 for card in event.cards or ()}
                    assert {token[2] for token in found} == cards
                else:
                    assert found
    return met


def tells(match: AnyMatch, step: Any, viewer: int) -> bool:
    seen = match.game.seen(step.before, viewer)
    return match.game.visible_move(seen, step.seat, step.move, viewer) is not None


def test_a_round_dealt_anew_begins_with_an_empty_history() -> None:
    env = make("trump7", n=3)
    for _ in range(8):
        env.step(env.sample())
    before = env.observe_history(LONG, seat=0)
    env.reset(where=np.array([False, True, False]))
    after = env.observe_history(LONG, seat=0)
    assert before.any(axis=(1, 2)).all()
    assert not after[1].any()
    assert (after[[0, 2]] == before[[0, 2]]).all()
    while not env.step(env.sample()).any():  # and where the next round is dealt in the step
        pass
    assert not env.observe_history(LONG)[env.ended].any()


def test_rows_seats_and_an_array_of_ones_own() -> None:
    env = make("trump7", n=4)
    for _ in range(6):
        env.step(env.sample())
    some, mine = np.array([False, True, False, True]), np.zeros((4, 9, 5), np.int16)
    assert env.observe_history(9, out=mine) is mine
    assert (env.observe_history(9, where=some) == mine[some]).all()
    by_seat = np.stack([env.observe_history(9, seat=seat) for seat in range(3)])
    assert (mine == by_seat[env.to_act, range(4)]).all()
    with pytest.raises(WrongArray, match="4 rows or more of 8 x 5 columns"):
        env.observe_history(8, out=mine)


@GAMES
def test_it_is_kept_with_a_round_and_with_an_environment(game: str) -> None:
    env = make(game, n=3, history=30)
    for _ in range(30):
        env.step(env.sample())
    saved, history = env.save(1), env.observe_history(30, seat=0)
    copies: list[VectorEnv] = [env.copy(), pickle.loads(pickle.dumps(env))]
    for _ in range(30):
        env.step(env.sample())
    expected = env.observe_history(30, seat=0)
    for other in copies:
        assert (other.observe_history(30, seat=0) == history).all()
        other.restore(2, pickle.loads(pickle.dumps(saved)))
        assert (other.observe_history(30, seat=0)[2] == history[1]).all()
        for _ in range(30):
            other.step(other.sample())
        now = other.observe_history(30, seat=0)
        assert (now[:2] == expected[:2]).all()
        assert (now[2] == expected[1]).all()


@pytest.mark.parametrize("history", [0, 31])
def test_a_round_with_another_history_is_refused(history: int) -> None:
    env, other = make("trump7", history=30), make("trump7", history=history)
    with pytest.raises(WrongSave, match=f"one with a history of {history} tokens instead of a history of 30"):
        env.restore(0, other.save(0))


def test_whole_moves_and_abandoned_rounds() -> None:
    env, other = make("trump7"), make("trump7")
    for _ in range(9):
        advice = env.game.choose(env.game.seen(env.state(0), int(env.to_act[0])), int(env.to_act[0]))
        env.play(0, advice)
        other.ask(0, env.game.choose)
        assert (env.observe_history(LONG) == other.observe_history(LONG)).all()
    before = env.observe_history(LONG, seat=1)
    assert before.any()
    env.abandon(np.array([True]))
    assert (env.observe_history(LONG, seat=1) == before).all()
    env.reset()
    assert not env.observe_history(LONG, seat=1).any()


def test_rounds_are_the_same_with_a_history_and_without() -> None:
    env, without = (
        make("lockseven", n=3, opponents={2: "rules"}),
        make("lockseven", n=3, opponents={2: "rules"}, history=0),
    )
    for _ in range(150):
        assert (env.observe() == without.observe()).all()
        env.step(env.sample())
        without.step(without.sample())


@GAMES
def test_gymnasium_has_it_in_its_observations(game: str) -> None:
    name, seat = environment_id(game), 1
    alone = gymnasium.make(name, seat=seat, history=40)
    many: Any = gymnasium.make_vec(name, num_envs=2, seat=seat, history=40)
    observed, info = alone.reset(seed=3)
    together, _ = many.reset(seed=3)
    terminated, mine = False, 0
    while not terminated:
        assert alone.observation_space.contains(observed)
        assert many.observation_space.contains(together)
        assert (together["history"][0] == observed["history"]).all()
        mine = max(mine, int((observed["history"][:, 0] == 1).sum()))
        action = int(info["action_mask"].argmax())
        observed, _, terminated, _, info = alone.step(action)
        together, *_ = many.step(np.array([action, together["action_mask"][1].argmax()]))
    assert mine > 1


def test_where_there_is_none_an_error_says_so() -> None:
    with pytest.raises(NoHistory, match="make the environment with history=64"):
        make("trump7", history=0).observe_history(1)
    for k in (0, 31):
        with pytest.raises(WrongNumber, match="k is the number of tokens"):
            make("trump7", history=30).observe_history(k)


def test_a_game_that_says_nothing_of_its_moves_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    import sevenfold.envs.encoding as encodings

    silent = replace(load_encoding("trump7"), moves=None)
    monkeypatch.setattr(encodings, "load_encoding", lambda _game: silent)
    with pytest.raises(NoTokens, match=r"trump7 has no history: its encoding\.py has no `moves`"):
        make("trump7", history=1)


@pytest.mark.parametrize("wrong", ["nothing", "widow", "widow_shown", "lacking"])
def test_what_came_of_a_move_is_a_field_that_a_viewer_sees(
    wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sevenfold.envs.encoding as encodings

    declared = load_encoding("trump7")
    assert declared.moves is not None
    moves = MoveEncoding(declared.moves.kinds, declared.moves.args, outcomes=("tricks", wrong))
    monkeypatch.setattr(encodings, "load_encoding", lambda _game: replace(declared, moves=moves))
    with pytest.raises(NotWatched, match=f"{wrong} is none of the `outcomes`"):
        make("trump7", history=1)


def test_the_numbers_of_a_token_are_told() -> None:
    said = make("lockup").encoding.tokens.describe().splitlines()
    assert [line.split()[0] for line in said] == [
        "lockup-4p-v1-tokens-v2:",
        "who",
        "move",
        "card",
        "arg",
        "new",
    ]
    assert "1 play, 2 lose; what came of a move: 3 tricks, 4 locked, 5 passed" in said[2]
    assert "that of lose a seat as in who" in said[4]
