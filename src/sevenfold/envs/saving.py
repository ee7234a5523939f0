"""One round of a `VectorEnv`, kept as a value: it can be put back later, into another round or process."""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from hashlib import blake2b
from typing import Any

import numpy as np

from sevenfold.compiled.layout import Words, read
from sevenfold.core.moves import Move
from sevenfold.core.soundness import ASTRAY
from sevenfold.core.violations import OK
from sevenfold.envs.encoding import Encoding
from sevenfold.envs.records import NOT_ASKED, EnvSetting, RoundArrays
from sevenfold.envs.turns import NOBODY
from sevenfold.errors import SevenfoldError
from sevenfold.version import __version__


class WrongSave(SevenfoldError, ValueError):
    """What an environment cannot put back: no saved round, or one of another table."""

    def __init__(self, wanted: str, given: str) -> None:
        super().__init__(f"a round that save() made of {wanted} is wanted, not {given}")
        self.wanted = wanted
        self.given = given


class OtherVersion(SevenfoldError, ValueError):
    """A pickled round, or environment, of another version: its numbers may stand for something else."""

    def __init__(self, made_with: str, here: str) -> None:
        super().__init__(
            f"this was saved with {made_with}, and here is {here}: install that version, or play it again"
        )
        self.made_with = made_with
        self.here = here


@dataclass(frozen=True)
class SavedRound:
    """A round as it was: the cards of all seats, what is chosen, its dice and the deals that follow.

    It never changes, and can be pickled; load only pickles that you trust, as always. It holds what is
    hidden: do not show it to players. Two are equal where the rounds go on alike. `table` says of which game,
    options and seats it is. Only `save` makes it: `restore` refuses one with a changed value.
    """

    table: str
    record: bytes = field(repr=False)
    """The state."""
    to_act: int
    chosen: tuple[int, int]
    """The cards chosen so far, and those chosen twice."""
    addable: int
    moves: int
    dice: int
    """The next random number of the round."""
    deals: int
    """How many deals there were in its sequence of deals."""
    stream: int
    """The seed of that sequence."""
    sampled: int
    """The next random number of `sample` in this round."""
    advice: tuple[int, int, int, int]
    memory: bytes = field(repr=False)
    """What each seat was told of the moves; empty where no history is kept."""
    first: int
    """Who is first in the next deal; NOBODY for one at random."""
    score: tuple[int, ...]
    """In a match the totals, and the number of the round."""
    carried: tuple[int, ...]
    """What its match carried on until then."""
    seal: bytes = field(default=b"", repr=False)
    """Follows from all the others, so that a round which was changed is known: compiled code trusts it."""

    @classmethod
    def _sealed(cls, **values: Any) -> "SavedRound":
        """A round of our own, with its seal."""
        made = cls(**values)
        object.__setattr__(made, "seal", made._seal())
        made._keep_as_ours()
        return made

    def _keep_as_ours(self) -> None:
        object.__setattr__(self, "_is_ours", True)

    @property
    def is_ours(self) -> bool:
        """Whether it was saved in this process, or looked at once. A copy with other values was not."""
        return "_is_ours" in vars(self)

    def _seal(self) -> bytes:
        arrays = ("record", "memory", "seal")
        numbers = [getattr(self, each.name) for each in fields(self) if each.name not in arrays]
        found = blake2b(repr((len(self.record), numbers)).encode(), digest_size=16)
        found.update(self.record)
        found.update(self.memory)
        return found.digest()

    @property
    def is_as_saved(self) -> bool:
        """Whether nothing was changed."""
        try:
            return self.seal == self._seal()
        except TypeError:
            return False

    def __reduce__(self) -> tuple[Any, ...]:
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return saved_again, (__version__, values)


def saved_again(made_with: str, values: dict[str, Any]) -> SavedRound:
    """A round as it was pickled. Raises OtherVersion."""
    check_version(made_with)
    return SavedRound(**values)


def check_version(made_with: object) -> None:
    """Raise OtherVersion for what another version has pickled."""
    if made_with != __version__:
        raise OtherVersion(f"Sevenfold {made_with}", f"Sevenfold {__version__}")


def table_text(encoding: Encoding, setting: EnvSetting, dealt: Sequence[int], history: int = 0) -> str:
    """What two environments must share for a round of one to go on in the other, such as game and seats."""
    pack = " ".join(map(str, [*dealt, "|", *setting.deck.tolist()]))
    seats = [format(mask, "b") for mask in (setting.policy_seats, setting.random_seats)]
    said = [
        f"{encoding.name}, rules {encoding.game.meta.rules_version}",
        f"options {blake2b(setting.empty.tobytes(), digest_size=12).hexdigest()}",
        f"pack {pack}, hands of {setting.hand_size}",
        f"seats {seats[0]} played by {encoding.game.choose.__module__}, {seats[1]} at random",
        f"a history of {history} tokens",
    ]
    return "; ".join(said)


def save_round(rounds: RoundArrays, table: str, index: int, stream: int, sampled: Words) -> SavedRound:
    """A round as it is."""
    cards, twice = rounds.chosen[index].tolist()
    kind, advised, advised_twice, arg = rounds.advice[index].tolist()
    return SavedRound._sealed(
        table=table,
        record=rounds.words[index].tobytes(),
        to_act=int(rounds.to_act[index]),
        chosen=(cards, twice),
        addable=int(rounds.addable[index]),
        moves=int(rounds.moves[index]),
        dice=int(rounds.dice[index]),
        deals=int(rounds.deals[index]),
        stream=stream,
        sampled=int(sampled[index]),
        advice=(kind, advised, advised_twice, arg),
        memory=b"" if rounds.memory is None else rounds.memory[index].tobytes(),
        first=int(rounds.first[index]),
        score=tuple(rounds.score[index].tolist()),
        carried=tuple(rounds.carried[index].tolist()),
    )


def restore_round(rounds: RoundArrays, index: int, saved: SavedRound, sampled: Words) -> None:
    """Put a round back, as it was."""
    rounds.words[index] = np.frombuffer(saved.record, np.int64)
    rounds.to_act[index] = saved.to_act
    rounds.chosen[index] = saved.chosen
    rounds.addable[index], rounds.moves[index] = saved.addable, saved.moves
    rounds.dice[index], rounds.deals[index] = saved.dice, saved.deals
    rounds.streams[index] = saved.stream
    rounds.advice[index] = saved.advice
    if rounds.memory is not None:
        rounds.memory[index].flat = np.frombuffer(saved.memory, np.int64)
    rounds.first[index], rounds.score[index] = saved.first, saved.score
    rounds.carried[index] = saved.carried
    sampled[index] = saved.sampled


def check_saved(saved: object, table: str, encoding: Encoding, rounds: RoundArrays) -> SavedRound:
    """The round that was given, if it is one of this table. Raises WrongSave."""
    name = table.split(",")[0]
    if not isinstance(saved, SavedRound):
        raise WrongSave(name, type(saved).__name__)
    if saved.table != table:
        raise WrongSave(name, _difference(saved.table, table))
    if not saved.is_ours:
        fits = (
            saved.is_as_saved and len(saved.record) == rounds.words[0].nbytes and _is_sound(saved, encoding)
        )
        if not fits:
            raise WrongSave(name, "one that was changed")
        saved._keep_as_ours()
    return saved


def _is_sound(saved: SavedRound, encoding: Encoding) -> bool:
    """Whether the state is one that the rules can have made, and the turn is that of the state."""
    game, seat = encoding.game, saved.to_act
    rules: Any = game.rules
    try:
        state: Any = read(game.state, np.frombuffer(saved.record, encoding.dtype), 0)
        game.check_state(state)
        if game.players_of(state) != encoding.players:
            return False
        if seat == NOBODY:
            return bool(rules.over(state))
        if not 0 <= seat < encoding.players or not rules.acting(state) >> seat & 1:
            return False
        if rules.addable(state, seat, *saved.chosen) != saved.addable:
            return False
        if rules.count_moves(state, seat, *saved.chosen) != saved.moves:
            return False
        return saved.advice[0] == NOT_ASKED or rules.check(state, seat, Move(*saved.advice)) == OK
    except (SevenfoldError, *ASTRAY):
        return False


def _difference(given: str, wanted: str) -> str:
    """What is not the same, as `table_text` says it."""
    pairs = zip(given.split("; "), wanted.split("; "), strict=False)
    other = next(((one, two) for one, two in pairs if one != two), (given, wanted))
    if other[0].startswith(("options", "pack")):
        return f"one with {'other options' if other[0].startswith('options') else 'another deck'}"
    return f"one with {other[0]} instead of {other[1]}"
