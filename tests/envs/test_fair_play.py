"""Each seat observes what it may know and no more: at every step, not at its own alone, by each interface."""

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any, Protocol

import numpy as np
import pyspiel
import pytest

from sevenfold.cards.masks import lowest
from sevenfold.compiled.layout import write
from sevenfold.core.encoding import WhoActs
from sevenfold.envs import MatchVectorEnv, VectorEnv, aec_env
from sevenfold.envs.encoding import Encoding, encoded_games
from sevenfold.envs.gym import SeatEnv, observed_by
from sevenfold.games import load_game
from sevenfold.testing.contract.laws.secrets import scramble

HISTORY = 24


class Door(Protocol):
    """One round by one of the interfaces."""

    def sees(self, seat: int) -> list[bytes]: ...
    def state(self) -> Any: ...
    def other(self, state: Any) -> "Door":
        """The same round with another state underneath."""

    def act(self, rng: Random) -> bool:
        """Take an action at random; whether the round goes on."""


class Rounds:
    def __init__(self, env: VectorEnv) -> None:
        self.env = env

    def sees(self, seat: int) -> list[bytes]:
        env = self.env
        told = [env.observe_history(HISTORY, seat=seat).tobytes()] if env.history else []
        return [env.observe(seat=seat).tobytes(), *told]

    def state(self) -> Any:
        return self.env.state(0)

    def other(self, state: Any) -> "Rounds":
        copied = self.env.copy()
        write(state, copied._rounds.states, 0)
        return Rounds(copied)

    def act(self, rng: Random) -> bool:
        self.env.step(np.array([rng.choice(np.flatnonzero(self.env.mask()[0]))]))
        return not self.env.ended[0]


class Agents:
    def __init__(self, env: Any) -> None:
        self.env = env

    def sees(self, seat: int) -> list[bytes]:
        agent = f"seat_{seat}"
        observed = self.env.observe(agent)
        assert observed["action_mask"].any() == (agent == self.env.agent_selection)
        return [observed["observation"].tobytes()]

    def state(self) -> Any:
        return self.env.unwrapped._env.state(0)

    def other(self, state: Any) -> "Agents":
        copied = deepcopy(self.env)
        write(state, copied.unwrapped._env._rounds.states, 0)
        return Agents(copied)

    def act(self, rng: Random) -> bool:
        mask = self.env.infos[self.env.agent_selection]["action_mask"]
        self.env.step(int(rng.choice(np.flatnonzero(mask))))
        return not any(self.env.terminations.values())


class Spiel:
    def __init__(self, state: Any) -> None:
        self.spiel = state

    def sees(self, seat: int) -> list[bytes]:
        tensors = self.spiel.observation_tensor(seat), self.spiel.information_state_tensor(seat)
        texts = self.spiel.observation_string(seat), self.spiel.information_state_string(seat)
        return [*(np.array(tensor).tobytes() for tensor in tensors), *(text.encode() for text in texts)]

    def state(self) -> Any:
        return self.spiel.round.state

    def other(self, state: Any) -> "Spiel":
        copied = self.spiel.clone()
        round_ = copied.round
        stepper = round_.setting.stepper
        write(state, stepper._rounds.states, 0)  # unchecked: what is hidden may be any number
        stepper._find()
        record = stepper._take().record
        round_.position, round_._state = round_.position._replace(record=record), None
        return Spiel(copied)

    def act(self, rng: Random) -> bool:
        self.spiel.apply_action(rng.choice(self.spiel.legal_actions()))
        while self.spiel.is_chance_node():
            self.spiel.apply_action(0)
        return not self.spiel.is_terminal()


def rounds(game: str, seed: int, **given: Any) -> Door:
    return Rounds(VectorEnv(game, 1, seed=seed, auto_reset=False, history=HISTORY, **given))


def matches(game: str, seed: int, **given: Any) -> Door:
    return Rounds(
        MatchVectorEnv(game, 1, seed=seed, auto_reset=False, history=HISTORY, last_round=1, **given)
    )


def agents(game: str, seed: int, **given: Any) -> Door:
    env = aec_env(game, **given)
    env.reset(seed=seed)
    return Agents(env)


def spiel(game: str, seed: int, **given: Any) -> Door:
    import sevenfold.envs.openspiel  # noqa: F401  it registers the games

    options = {**given.pop("options", {}), **given}
    state = pyspiel.load_game(
        f"sevenfold_{game}", {**options, "chance": "sampled", "seed": seed}
    ).new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    return Spiel(state)


def all_seen(door: Door) -> list[list[bytes]]:
    return [door.sees(seat) for seat in range(door.state().players)]


DOORS = pytest.mark.parametrize("door", [rounds, matches, agents, spiel])
GAMES = pytest.mark.parametrize("game", encoded_games())


def other_secrets(encoding: Encoding, state: Any, seat: int, rng: Random) -> Any:
    """The state with other cards and claims wherever the seat may not look."""
    other = scramble(state, seat, encoding.declared.kinds, rng)
    for name, feature in encoding.features.items():
        if isinstance(feature, WhoActs):
            getattr(other, name)[seat] = rng.randrange(2)
    return other


@DOORS
@GAMES
def test_no_seat_observes_at_any_step_what_is_hidden_from_it(game: str, door: Callable[..., Door]) -> None:
    played, rng = door(game, 5), Random(3)
    encoding = Encoding(load_game(game), load_game(game).meta.seats(None))
    for _ in range(60):
        for seat in range(encoding.players):
            other = other_secrets(encoding, played.state(), seat, rng)
            assert played.other(other).sees(seat) == played.sees(seat)
        if not played.act(rng):
            break


@DOORS
@pytest.mark.parametrize("preset", ["standard", "with_joker"])
def test_that_somebody_passed_is_seen_by_nobody_else_seven_bridge(
    preset: str, door: Callable[..., Door]
) -> None:
    game, passed, rng = load_game("seven_bridge"), 0, Random(1)
    for seed in range(20):
        played, going = door("seven_bridge", seed, preset=preset), True
        while going:
            before, saw = played.state(), all_seen(played)
            asked = lowest(game.rules.acting(before))
            going, after = played.act(rng), played.state()
            if before.offered_pon[asked] and after.passed[asked]:
                passed += 1
                others = [
                    seat for seat in range(before.players) if seat != asked and not after.offered_pon[seat]
                ]
                now = all_seen(played)
                assert [now[seat] for seat in others] == [saw[seat] for seat in others]
        if passed > 1:
            return
    raise AssertionError("nobody has passed")


def test_a_seat_of_gymnasium_observes_nothing_hidden_at_its_own_steps() -> None:
    for game in encoded_games():
        env, rng = SeatEnv(game, seat=1, opponents="random", history=HISTORY), Random(2)
        observed, _ = env.reset(seed=4)
        for _ in range(40):
            other = Rounds(env._env).other(other_secrets(env._env.encoding, env._env.state(0), 1, rng))
            again = observed_by(other.env, 1)
            assert {name: rows[0].tolist() for name, rows in again.items()} == {
                name: row.tolist() for name, row in observed.items()
            }
            observed, _, over, _, _ = env.step(rng.choice(np.flatnonzero(observed["action_mask"])))
            if over:
                break
