"""The games for OpenSpiel: importing this module registers them as `sevenfold_lockup` and so on.

A game's options are parameters, and so are `preset`, `players` and these:

- `chance`: `explicit` deals card by card, with the chance of each, for algorithms that walk the tree;
  `sampled` deals in one step, and draws what chance is due later, from `seed`.
- `deck`: the cards in play, such as `AS KS QS JS`, instead of the whole pack. `hand_size`: how many each
  player is dealt, instead of a full hand. `dealt`: cards of the deck that are dealt before chance deals the
  others, seat 0's hand first. With these a game becomes small enough to be solved.

Actions are those of `turns`: a card, or a move of the cards chosen. A move of several cards takes several
actions of one player, of which only the last changes what the others see.
"""

from typing import Any, ClassVar, NamedTuple

import msgspec
import numpy as np
import pyspiel

from sevenfold.core.dice import SEEDS
from sevenfold.core.encoding import WhoActs
from sevenfold.core.moves import CHANCE
from sevenfold.core.options import describe
from sevenfold.core.visibility import Visibility, duplicate, visibilities
from sevenfold.envs.encoding import Encoding, encoded_games, load_encoding
from sevenfold.envs.spiel_parameters import OWN_PARAMETERS, read_setting
from sevenfold.envs.spiel_round import OVER, SpielRound, SpielSetting
from sevenfold.games import load_meta

LARGEST_RETURN = 1000.0
"""The most that a round brings in a game that does not say it."""


def game_type(name: str, explicit: bool = True) -> pyspiel.GameType:
    """What OpenSpiel must know of a game before it is loaded."""
    meta = load_meta(name)
    modes, kinds = pyspiel.GameType.ChanceMode, pyspiel.GameType
    least, most, total = meta.players.min, meta.players.max, load_encoding(name).total
    options: dict[str, str | int] = {spec.name: "" for spec in describe(meta.options)}
    return pyspiel.GameType(
        short_name=f"sevenfold_{name}",
        long_name=f"Sevenfold's {name}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if explicit else modes.SAMPLED_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if total == 0 else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=least,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={**OWN_PARAMETERS, **options},
    )


def game_info(setting: SpielSetting) -> pyspiel.GameInfo:
    """The sizes of a game with its parameters."""
    declared = setting.encoding.declared
    best = LARGEST_RETURN if declared.best is None else declared.best(setting.options, setting.players)
    return pyspiel.GameInfo(
        num_distinct_actions=setting.num_actions,
        max_chance_outcomes=max(setting.kinds, 1),
        num_players=setting.players,
        min_utility=declared.worst(setting.options, setting.players),
        max_utility=best,
        utility_sum=declared.total,
        max_game_length=setting.longest,
    )


class SevenfoldGame(pyspiel.Game):  # type: ignore[misc]  # the library has no types
    """A game with its parameters; each game has a subclass, which names it."""

    game_name: ClassVar[str]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.setting = read_setting(self.game_name, params or {})
        super().__init__(
            game_type(self.game_name, self.setting.explicit), game_info(self.setting), params or {}
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its parameters and, where chance is sampled, the random numbers still to come."""
        return _game_again, (self.get_type().short_name, self.setting.params, self.setting.rng.getstate())

    def new_initial_state(self) -> "SevenfoldState":
        """A round before its deal."""
        return SevenfoldState(self)

    def max_chance_nodes_in_history(self) -> int:
        """A card at a time is dealt, and chance may act in place of any player."""
        return len(self.setting.deck) + self.setting.longest

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SevenfoldObserver":
        """What makes strings and tensors of states."""
        if params:
            raise ValueError(f"an observer takes no parameters, not {params}")
        return SevenfoldObserver(
            self.setting, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        )


class SevenfoldState(pyspiel.State):  # type: ignore[misc]  # the library has no types
    """A round. The names of its methods are OpenSpiel's."""

    def __init__(self, game: SevenfoldGame) -> None:
        super().__init__(game)
        self.round = SpielRound(game.setting)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as the game, what was done, and the round. The library's way has no sampled chance."""
        done = [(each.player, each.action) for each in self.full_history()]
        return _state_again, (self.get_game(), done, self.round)

    def __copy__(self) -> "SevenfoldState":
        return self.__deepcopy__({})

    def __deepcopy__(self, _memo: object) -> "SevenfoldState":
        made: SevenfoldState = self.clone()
        return made

    def current_player(self) -> int:
        """The seat to act, CHANCE, or OVER once the round has ended."""
        return self.round.to_act

    def is_chance_node(self) -> bool:
        """Whether a card is to be dealt or drawn."""
        return self.round.to_act == CHANCE

    def is_terminal(self) -> bool:
        """Whether the round has ended."""
        return self.round.to_act == OVER

    def returns(self) -> list[float]:
        """What the round brought each seat."""
        return self.round.returns()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of the chance that is due."""
        return self.round.outcomes()

    def _legal_actions(self, _player: int) -> list[int]:
        return self.round.legal()

    def legal_actions(self, player: int | None = None) -> list[int]:
        """As the library's method, but without the detour through C++ for the player who is to act."""
        seat = self.round.to_act
        if seat >= 0 and player in (None, seat):
            return self.round.legal()
        given = () if player is None else (player,)
        legal: list[int] = super().legal_actions(*given)
        return legal

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """As the library's method, but without the detour through C++."""
        seat = self.round.to_act if player is None else player
        if not self.round.dealt or not 0 <= seat < self.round.setting.players:
            given = () if player is None else (player,)
            tensor: list[float] = super().observation_tensor(*given)
            return tensor
        return self.round.floats(seat)

    def _apply_action(self, action: int) -> None:
        if self.round.to_act == CHANCE:
            self.round.draw(action)
        else:
            self.round.act(action)

    def _action_to_string(self, player: int, action: int) -> str:
        setting = self.round.setting
        names = setting.game.rules.pack(setting.options).names
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {names[action]}" if not self.round.dealt and setting.explicit else f"draw {action}"
        return names[action] if action < setting.kinds else f"move {action - setting.kinds}"

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> "SevenfoldState":
        """A state that the player cannot tell from this one, with the hidden cards laid out anew."""
        made: SevenfoldState = self.clone()
        made.round = self.round.another(player_id, int(probability_sampler() * SEEDS))
        return made

    def __str__(self) -> str:
        names = self.round.setting.game.rules.pack(self.round.setting.options).names
        steps = (f"{entry.seat}:{entry.action}" for entry in self.round.entries)
        return f"{' '.join(names[kind] for kind in self.round.cards)}; {' '.join(steps)}"


def _game_again(name: str, params: dict[str, Any], drawn: Any) -> SevenfoldGame:
    """A game as it was pickled."""
    game: SevenfoldGame = pyspiel.load_game(name, params)
    game.setting.rng.setstate(drawn)
    return game


class _Told(NamedTuple):
    """In place of a round, while what was done before is told to the library again."""

    to_act: int

    def draw(self, _action: int) -> None:
        """It was drawn before."""

    def act(self, _action: int) -> None:
        """It was done before."""


def _state_again(game: SevenfoldGame, done: list[tuple[int, int]], round_: SpielRound) -> SevenfoldState:
    """A state as it was pickled."""
    made = game.new_initial_state()
    told: Any = made
    for player, action in done:
        told.round = _Told(player)
        made.apply_action(action)
    made.round = round_
    return made


class SevenfoldObserver:
    """Strings and tensors of what a player sees, by OpenSpiel's interface of observers.

    With perfect recall the view is followed by the steps that the player was told of. In the string they are
    texts. In the tensor each is the seat, counted from the player, and the action, both plus one; a 0 stands
    for chance and for an action that the player may not know. What chance brought is in the view, as far as
    the player may see it.
    """

    def __init__(self, setting: SpielSetting, kind: Any) -> None:
        self._setting = setting
        self._public = kind.public_info
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recalls = kind.perfect_recall and kind.public_info
        size = setting.encoding.length
        steps = setting.longest if self._recalls else 0
        self.tensor = np.zeros(size + 2 * steps, np.float32)
        self.dict = {"view": self.tensor[:size]}
        if self._recalls:
            self.dict["steps"] = self.tensor[size:].reshape(steps, 2)

    def set_from(self, state: SevenfoldState, player: int) -> None:
        """Write what the player sees into `tensor`."""
        if not state.round.dealt:
            self.tensor.fill(0)
            return
        if self._public and self._private:
            self.dict["view"][:] = state.round.observe(player)
        else:
            seen, cards = self._seen(state.round, player), self._chosen(state.round, player)
            self._setting.encoding.encode(seen, player, *cards, out=self.dict["view"])
        if self._recalls:
            self.dict["steps"].fill(0)
            for step, (entry, _) in enumerate(state.round.told_to(player)):
                if entry.seat != CHANCE:
                    known = entry.seat == player or entry.told(player) == entry.told(entry.seat)
                    turn = (entry.seat - player) % self._setting.players + 1
                    self.dict["steps"][step] = turn, entry.action + 1 if known else 0

    def string_from(self, state: SevenfoldState, player: int) -> str:
        """What the player sees as text."""
        if not state.round.dealt:
            return self._setting.write(state.round.hand_so_far(player)) if self._private else ""
        game = self._setting.game
        seen = without_acting(self._setting.encoding, self._seen(state.round, player))
        view = game.view.show(seen, player if self._private else None, game.rules.acting(seen))
        pack = game.rules.pack(self._setting.options)
        chosen = " ".join(pack.write_mask(cards) for cards in self._chosen(state.round, player))
        steps = (
            [f"{entry.seat} {told}" for entry, told in state.round.told_to(player)] if self._recalls else []
        )
        return "\n".join([msgspec.json.encode(view).decode(), chosen, *steps])

    def _seen(self, round_: SpielRound, player: int) -> Any:
        """The view that is asked for: the player's, what all see, or what the player alone sees."""
        if not self._private:
            return round_.seen(None)
        return round_.seen(player) if self._public else only_own(round_.seen(player))

    def _chosen(self, round_: SpielRound, player: int) -> tuple[int, int]:
        if round_.to_act != player or not self._private:
            return 0, 0
        return round_.position.chosen, round_.position.chosen_twice


def without_acting(encoding: Encoding, view: Any) -> Any:
    """A view without what says who is to act, as an observation is."""
    made, blank = duplicate(view), encoding.game.state()
    for name, feature in encoding.features.items():
        if isinstance(feature, WhoActs):
            setattr(made, name, getattr(blank, name))
    return made


def only_own(seen: Any) -> Any:
    """A view without what all see."""
    own = type(seen)()
    for name, visible in visibilities(type(seen)).items():
        if visible is Visibility.OWN:
            setattr(own, name, getattr(seen, name)[:])
    return own


for _name in encoded_games():
    pyspiel.register_game(
        game_type(_name), type(f"SevenfoldGame_{_name}", (SevenfoldGame,), {"game_name": _name})
    )
