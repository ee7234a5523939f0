"""Many rounds at once, a step in all of them with one call: the environment that the others are made of."""

from collections.abc import Mapping
from copy import copy
from types import MappingProxyType
from typing import Any, ClassVar, Self, overload

import numpy as np
from numpy.typing import NDArray

from sevenfold.bots.players import Player, ask_player
from sevenfold.compiled.arrays import check_out, rounds_mask, whole_numbers
from sevenfold.compiled.cpu.batch import OutsideBatch
from sevenfold.compiled.cpu.threads import blocks, checked_threads, in_blocks
from sevenfold.compiled.layout import Words, read
from sevenfold.core.choosing import violation
from sevenfold.core.dice import dice_for
from sevenfold.core.game import AnyGame
from sevenfold.core.given import WrongNumber, checked_int, seat_number, seed_number
from sevenfold.core.moves import Move
from sevenfold.core.standing import MatchScore
from sevenfold.core.violations import OK, IllegalMove
from sevenfold.envs.encoding import Observation
from sevenfold.envs.history import FIELDS, History, NoHistory, make_memory
from sevenfold.envs.kernels import load_kernels
from sevenfold.envs.opponents import Opponents
from sevenfold.envs.records import (
    DEAL,
    MAKE,
    STEP,
    EnvSetting,
    RoundArrays,
    Scratch,
    make_rounds,
    make_scratch,
    rounds_within,
)
from sevenfold.envs.saving import (
    SavedRound,
    check_saved,
    check_version,
    restore_round,
    save_round,
    table_text,
)
from sevenfold.envs.setting import ManyRounds
from sevenfold.envs.short import ShortDeck
from sevenfold.envs.turns import NOBODY
from sevenfold.errors import SevenfoldError
from sevenfold.version import __version__

Mask = NDArray[np.int8]
Ends = tuple[NDArray[np.int64], NDArray[np.bool_], NDArray[np.bool_]]
"""What the rounds brought that ended, which they are, and which of them were cut short."""

NO_MOVE = Move(0, 0, 0, 0)


class IllegalAction(SevenfoldError, ValueError):
    """An action that its round does not allow; no round has changed."""

    def __init__(self, index: int, action: object) -> None:
        super().__init__(
            f"round {index} does not allow action {action}; mask() says which it allows, in OpenSpiel "
            "legal_actions()"
        )
        self.index = index
        self.action = action


class VectorEnv(ManyRounds):
    """`n` rounds of one game. An observation and a mask are those of the seat that is to act in each round.

    `preset` and `options` are those of a table. `auto_reset` deals the next round in the very step in which
    one ends; without it the round stays over, and `reset(where=env.to_act < 0)` deals. `opponents` are
    players that act within a step, so that only the other seats are asked: a name for every seat but seat 0,
    a list with one for each of these, or names by seat, such as `{2: "random"}`.
    Round i depends on `seed` and i alone, not on `n`; None is a seed at random.
    With `copies` as many rounds in a row are dealt the same cards, so that what was done with them can be
    compared. `short` is a deck of fewer cards. `history` is how many tokens `observe_history` can give.
    With `threads` the rounds are shared out between as many: what comes of them is the same.

    The arrays that it returns are new ones, and yours; pass `out` to have one written again instead. Threads
    can step one VectorEnv each at the same time. It can be copied and pickled; `save` and `restore` do so
    with single rounds. Load only pickles that you trust: what is in them is not looked at.

    Raises UnknownGame, UnknownPreset, OptionError, WrongNumberOfSeats, WrongNumber, NoSuchSeat, NobodyAsked,
    UnknownPlayer, WrongNumberOfPlayers, NotWithin, NothingLearnt, CardError, NotInTheDeck, DealError,
    NoTokens, CompiledUnavailable.
    Its methods raise WrongArray for an array that does not fit: of the wrong shape or type, or with too few
    entries.
    """

    def __init__(
        self,
        game: str | AnyGame,
        n: int,
        seed: int | None = 0,
        options: Mapping[str, object] | None = None,
        preset: str | None = None,
        players: int | None = None,
        auto_reset: bool = True,
        opponents: Opponents = None,
        copies: int = 1,
        short: ShortDeck | None = None,
        history: int = 0,
        threads: int = 1,
    ) -> None:
        super().__init__(*(game, n, seed, options, preset, players, opponents, copies, short))
        self.auto_reset, n = auto_reset, self.n
        self.threads = checked_threads(threads)
        self.history = checked_int(
            "history", history, 0, what="the number of tokens that are kept for each seat"
        )
        watched, memory = len(self._setting.watched), None
        if self.history:
            memory = make_memory(n, self.encoding.tokens, self.history, watched)
        first, score = NOBODY if short is None else 0, self.encoding.score_length
        carried = self.game.meta.memory or 0
        self._rounds = make_rounds(np.zeros(n, self.encoding.dtype), memory, first, score, carried)
        self._dice = np.zeros(n, np.int64)
        self._seed_each()
        self._make_ends()
        self._prepare()
        self.reset()

    def _seed_each(self) -> None:
        """Let the sequence of deals of each round, and the dice of `sample` there, follow from the seed."""
        n, (seed, copies) = self.n, (self._setting.seed, self._setting.copies)
        first = dice_for(seed, n)
        self._dice[:] = [dice_for(first, index) for index in range(n)]
        self._rounds.streams[:] = [dice_for(seed, index // copies) for index in range(n)]

    _ENDS: ClassVar[tuple[str, ...]] = ("_returns", "_ended", "_marks")
    """The arrays of `_make_ends`."""

    def _make_ends(self) -> None:
        """Make new arrays of what ended in the last step, and say that nothing did: callers keep the old."""
        self._returns = np.zeros((self.n, self.players), np.int64)
        self._ended = np.zeros(self.n, np.bool_)
        self._marks = np.zeros((self.n, len(self._setting.marks)), np.bool_)

    def _clear_end(self, index: int) -> None:
        """Say that nothing ended in one round."""
        for name in self._ENDS:
            array = getattr(self, name).copy()
            array[index] = 0
            setattr(self, name, array)

    def _prepare(self) -> None:
        """Make what is not kept when it is pickled: compiled code, views of arrays, space to write in."""
        rounds, n = self._rounds, len(self._rounds.states)
        self._kernels = load_kernels(self.game)
        dealt = () if self._deck is None else self._deck.dealt
        self._table = table_text(self.encoding, self._setting, dealt, self.history)
        self._rounds = rounds._replace(words=rounds.states.view(np.int64).reshape(n, -1))
        self._blocks = [
            (rounds_within(self._rounds, part), make_scratch(self._setting, dealt))
            for part in blocks(n, self.threads)
        ]
        self._every = np.arange(n)
        self._seats = np.zeros(n, np.int64)
        words = self._rounds.words.shape[1] + 2 + self.encoding.score_length
        self._words = np.zeros((len(self._blocks), words), np.int64)

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: _kept(value) for name, value in vars(self).items() if name not in _MADE_AGAIN}
        return {**kept, _VERSION: __version__}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        check_version(kept.pop(_VERSION, None))
        self.__dict__.update(kept)
        self._prepare()

    # --- kept and put back ------------------------------------------------------------------------

    def copy(self) -> Self:
        """The same environment once more: both go on alike, and apart."""
        return copy(self)

    @overload
    def save(self) -> list[SavedRound]: ...

    @overload
    def save(self, index: int) -> SavedRound: ...

    def save(self, index: int | None = None) -> SavedRound | list[SavedRound]:
        """A round as it is now, to be put back by `restore`; without a number a list of all rounds.

        It has the state of all seats, the cards chosen, and all random numbers still to come: those of
        chance and of random opponents, of `sample`, and of the deals after it. Raises OutsideBatch.
        """
        if index is None:
            return [self.save(each) for each in range(len(self._every))]
        index = self._inside(index)
        return save_round(self._rounds, self._table, index, int(self._rounds.streams[index]), self._dice)

    def restore(self, index: int, saved: SavedRound) -> None:
        """Put a saved round in the place of round `index`: what follows is what would have followed then.

        It may come from another round, or from another environment with the same game, players, options,
        deck and seats that are played by ours; one may be put into many rounds. `ended` and `returns` say
        there that nothing ended. Raises OutsideBatch, WrongSave, and then nothing has changed.
        """
        index = self._inside(index)
        found = check_saved(saved, self._table, self.encoding, self._rounds)
        restore_round(self._rounds, index, found, self._dice)
        self._clear_end(index)

    # --- what is seen -----------------------------------------------------------------------------

    @property
    def to_act(self) -> Words:
        """The seat to act in each round; -1 where the round is over."""
        to_act: Words = self._rounds.to_act.copy()
        return to_act

    def observe(
        self, out: Observation | None = None, seat: int | None = None, where: NDArray[np.bool_] | None = None
    ) -> Observation:
        """What the seat to act sees of each round, or what `seat` sees, a row a round. See `encoding`.

        With `where` there are rows for the rounds where it is true, and for no others.
        Raises NoSuchSeat, WrongArray.
        """
        rows = self._every if where is None else self._where(where)
        encoding, setting = self.encoding, self._setting
        if out is None:
            out = np.empty((len(rows), encoding.length), np.int16)
        else:
            check_out(out, np.int16, len(rows), encoding.length)
        given = encoding.keep, encoding.blank, encoding.columns
        seats = self._seats_of(seat)

        def write(part: slice, block: int) -> None:
            space = self._words[block], out[part]
            self._kernels.observe(self._rounds, rows[part], seats, setting.players, *given, *space)

        in_blocks(len(rows), self.threads, write)
        return out if where is None else out[: len(rows)]

    def observe_history(
        self,
        k: int,
        out: History | None = None,
        seat: int | None = None,
        where: NDArray[np.bool_] | None = None,
    ) -> History:
        """The `k` newest tokens of what the seat to act was told of each round's moves, or what `seat` was.

        What came of a move that it was told of follows it: a trick taken, points, a partner shown.

        An array of shape (rounds, k, 5), the newest token last, with zeros before the first one. See
        `encoding.tokens`. Raises NoHistory, WrongNumber for more than `history`, NoSuchSeat, WrongArray.
        """
        rounds = self._rounds
        if rounds.memory is None:
            raise NoHistory
        k = checked_int("k", k, 1, self.history, what="the number of tokens, at most `history`")
        rows = self._every if where is None else self._where(where)
        if out is None:
            out = np.empty((len(rows), k, len(FIELDS)), np.int16)
        else:
            check_out(out, np.int16, len(rows), k, len(FIELDS))
        seats, seat_args = self._seats_of(seat), self.encoding.tokens.seat_args

        def write(part: slice, _block: int) -> None:
            self._kernels.recall(rounds.memory, self.history, rows[part], seats, seat_args, out[part])

        in_blocks(len(rows), self.threads, write)
        return out if where is None else out[: len(rows)]

    def mask(self, out: Mask | None = None, where: NDArray[np.bool_] | None = None) -> Mask:
        """1 for each action that the seat to act may take, a row a round. All 0 in a round that is over.

        Raises WrongArray.
        """
        rows = self._every if where is None else self._where(where)
        if out is None:
            out = np.empty((len(rows), self.num_actions), np.int8)
        else:
            check_out(out, np.int8, len(rows), self.num_actions)
        self._kernels.mask(self._rounds, rows, self._setting.kinds, out)
        return out if where is None else out[: len(rows)]

    def _seats_of(self, seat: int | None) -> Words:
        """Whose view is asked for in each round: `seat`'s, or of whoever is to act. Raises NoSuchSeat."""
        if seat is None:
            return self._rounds.to_act  # type: ignore[no-any-return]
        self._seats.fill(seat_number(seat, self.players))
        return self._seats

    def _where(self, where: NDArray[np.bool_]) -> Words:
        """The numbers of the rounds of a mask. Raises WrongArray."""
        return np.flatnonzero(rounds_mask(where, len(self._every)))

    def _inside(self, index: int) -> int:
        try:
            return checked_int("a round", index, 0, len(self._every) - 1)
        except WrongNumber:
            raise OutsideBatch(index, len(self._every)) from None

    def chosen(self, index: int) -> tuple[int, int]:
        """The cards that the seat to act in a round has chosen so far, as a mask, and those chosen twice.

        Raises OutsideBatch.
        """
        index = self._inside(index)
        cards, twice = self._rounds.chosen[index].tolist()
        return cards, twice

    def state(self, index: int) -> Any:
        """A round's whole state, hidden cards too: for tests and teachers, not for players.

        Raises OutsideBatch.
        """
        return read(self.game.state, self._rounds.states, self._inside(index))

    @property
    def returns(self) -> NDArray[np.int64]:
        """What the round that ended in the last step brought each seat, a row a round; 0 where none ended."""
        return self._returns

    def worst_ahead(self) -> Words:
        """The worst that what is left of each episode can bring a seat: the `worst_result` of the round."""
        return np.full(self.n, self.worst_result)

    @property
    def ended(self) -> NDArray[np.bool_]:
        """The rounds that ended in the last step."""
        return self._ended

    @property
    def cut_short(self) -> Mapping[str, NDArray[np.bool_]]:
        """Of the rounds that ended in the last step, those that were not played to their end, by the reason.

        In LockSeven these are `thrown_in` (LS-2.4) and `conceded` (LS-3.6); the other games have none.
        """
        names = self.encoding.declared.cut_short
        return MappingProxyType({name: self._marks[:, at] for at, name in enumerate(names)})

    # --- play -------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, where: NDArray[np.bool_] | None = None) -> None:
        """Deal a round everywhere, or where `where` is true.

        With a seed the rounds are those of a new VectorEnv with this seed; with None the sequence goes on.
        `where` is a mask, not a list of numbers. Raises WrongArray, WrongNumber.
        """
        n = len(self._every)
        wanted = np.ones(n, np.int64) if where is None else rounds_mask(where, n).astype(np.int64)
        if seed is not None:
            self._setting = self._setting._replace(seed=seed_number(seed))
            self._seed_each()
            self._rounds.deals[:] = 0
        self._advance(DEAL, wanted)

    def step(self, actions: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Take an action in each round; in one that is over nothing happens. Returns which rounds ended.

        `returns` then says what they brought. Raises IllegalAction or WrongArray, and then no round has
        changed.
        """
        checked = whole_numbers("actions", actions, len(self._every))
        rounds = self._rounds
        index = int(self._kernels.illegal(rounds, self._setting.kinds, checked))
        if index != NOBODY:
            raise IllegalAction(index, int(checked[index]))
        self._advance(STEP, checked)
        return self._ended

    def abandon(self, where: NDArray[np.bool_]) -> None:
        """End rounds before their end, without a result: nobody is to act there until the next `reset`.

        Raises WrongArray.
        """
        rounds, rows = self._rounds, self._where(where)
        rounds.to_act[rows] = NOBODY
        rounds.addable[rows] = rounds.moves[rows] = 0
        rounds.chosen[rows] = 0

    def sample(self, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """An action for each round, each that may be taken equally likely. Raises WrongArray."""
        out = self._actions_into(out)
        self._kernels.sample(self._rounds, self._setting.kinds, self._dice, out)
        return out

    def advise(self, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """The action that the game's rule-based player takes in each round; -1 in one that is over.

        It is the learnt one where that is among the `opponents`.

        It is chosen from the view of the seat that is to act. Ask from the first card of a move on, and
        follow it: advice does not fit cards that were chosen without it. Raises WrongArray.
        """
        out = self._actions_into(out)

        def ask(part: slice, block: int) -> None:
            self._kernels.advise(*self._held(block), out[part])

        in_blocks(self.n, self.threads, ask)
        return out

    def _actions_into(self, out: NDArray[np.int64] | None) -> NDArray[np.int64]:
        """The array for actions: the given one, or a new one. Raises WrongArray."""
        if out is None:
            return np.empty(self.n, np.int64)
        check_out(out, np.int64, self.n)
        return out

    def play(self, index: int, move: Move) -> None:
        """Make a whole move in one round, instead of action by action.

        Raises OutsideBatch, and IllegalMove for a move that the seat to act may not make.
        """
        self._make(self._inside(index), self.state(index), move)

    def ask(self, index: int, player: Player[Any]) -> None:
        """Let a player choose the whole move of the seat to act in one round, by what that seat sees.

        In a match it is told the score, as at a table (`ask_player`).

        Raises OutsideBatch, and IllegalMove for a move that the seat may not make.
        """
        index = self._inside(index)
        state, seat, move = self.state(index), int(self._rounds.to_act[index]), NO_MOVE
        if seat != NOBODY:
            move = ask_player(player, self.game.seen(state, seat), seat, self.score(index))
        self._make(index, state, move)

    def score(self, index: int) -> MatchScore | None:
        """How the match of a round stands; None here, where each round is by itself. Raises OutsideBatch."""
        self._inside(index)
        return None

    def _make(self, index: int, state: Any, move: Move) -> None:
        where, seat = np.zeros(len(self._every), np.int64), int(self._rounds.to_act[index])
        found = violation(self.game.rules, state, seat, move)
        if found != OK or seat == NOBODY:
            raise IllegalMove(self.game.violation_name(found))
        where[index] = 1
        self._advance(MAKE, where, Move(*move))

    def _advance(self, what: int, actions: NDArray[np.int64], move: Move = NO_MOVE) -> None:
        self._make_ends()
        self._advance_rounds(what, actions, move, (self._returns, self._ended, self._marks), self.auto_reset)

    def _advance_rounds(
        self, what: int, actions: NDArray[np.int64], move: Move, ends: Ends, auto_reset: bool
    ) -> None:
        """Advance each round, and note in `ends` which ended."""

        def advance(part: slice, block: int) -> None:
            noted = (each[part] for each in ends)
            self._kernels.advance(*self._held(block), what, actions[part], move, *noted, bool(auto_reset))

        in_blocks(self.n, self.threads, advance)

    def _held(self, block: int) -> tuple[RoundArrays, EnvSetting, Scratch]:
        """What the kernels are given first of a block of rounds."""
        rounds, scratch = self._blocks[block]
        return rounds, self._setting, scratch


_VERSION = "version"
"""Under which name a pickled environment has the version that pickled it."""

_MADE_AGAIN = frozenset(("_kernels", "_table", "_blocks", "_every", "_seats", "_words"))
"""What `VectorEnv._prepare` makes."""


def _kept(value: Any) -> Any:
    """A value as it is pickled, or copied: arrays of its own."""
    if isinstance(value, np.ndarray):
        return value.copy()
    return type(value)._make(map(_kept, value)) if isinstance(value, RoundArrays | EnvSetting) else value
