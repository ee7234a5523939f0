"""A moment of a match as one viewer knows it: the value from which all that they are sent is made."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic

from sevenfold.cards.masks import kinds_of
from sevenfold.core import legal
from sevenfold.core.choosing import Legal
from sevenfold.core.events import Event, standing_events
from sevenfold.core.game import Game, S, V
from sevenfold.core.ledger import Told
from sevenfold.core.moves import CHANCE, Extension
from sevenfold.core.remarks import Decided
from sevenfold.core.shown import as_html, as_text
from sevenfold.core.standing import Standing, best
from sevenfold.core.views import NamedPart, View


@dataclass(frozen=True)
class Moment(Generic[V]):
    """A match at one time, as far as one viewer knows it: a seat, or None for a spectator.

    It is a value. It holds nothing that the viewer may not see, and stays as it is when the match goes on.
    `seen` is for reading only.

    >>> import sevenfold
    >>> match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
    >>> moment = match.moment(0)
    >>> moment.may_act, moment.legal[0] in match.legal(0), moment.view == match.view(0)
    (True, True, True)
    >>> step = match.play(0, moment.legal[0])
    >>> moment.version, match.moment(0).version, [event.kind for event in match.moment(0).events(since=1)]
    (1, 2, ['move'])
    >>> match.at(1).moment(0) == moment
    True
    """

    game: Game[Any, V, Any]
    viewer: int | None
    seen: V
    """The state as far as the viewer may see it."""
    standing: Standing
    told: Told = field(default_factory=Told)
    """What the viewer was told of the round."""

    @classmethod
    def of(cls, game: Game[S, V, Any], state: S, viewer: int | None) -> "Moment[V]":
        """A moment of a round that stands alone, as in an environment: nothing was told of it."""
        over = game.rules.over(state) and not game.rules.thrown_in(state)
        result = tuple(game.returns(state)) if over else None
        standing = Standing(
            round=1,
            result=result,
            results=() if result is None else (result,),
            scores=result or (0,) * game.players_of(state),
            over=False,
            winners=(),
            next_first=None,
            round_winners=best(game.meta, result) if result else (),
        )
        return cls(game, viewer, game.seen(state, viewer), standing)

    def __str__(self) -> str:
        return as_text(self.view)

    def _repr_html_(self) -> str:
        """The table as a notebook shows it."""
        return as_html((self.view,), self.view)

    @property
    def version(self) -> int:
        """How much has happened, as far as the viewer was told."""
        return self.told.version

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that may act, as far as the viewer can tell."""
        return tuple(kinds_of(self.game.rules.acting(self.seen)))

    @property
    def may_act(self) -> bool:
        """Whether the viewer is to act."""
        return self.viewer is not None and self.viewer in self.acting

    @property
    def round_over(self) -> bool:
        """Whether the round has ended."""
        return self.game.rules.over(self.seen)

    @property
    def thrown_in(self) -> bool:
        """Whether the deal was thrown in."""
        return self.game.rules.thrown_in(self.seen)

    @cached_property
    def view(self) -> View:
        """What the viewer sees, as it is sent: `acting` names only seats that they may know to be on turn."""
        return self.game.shown(self.seen, self.viewer)

    @property
    def public(self) -> V:
        """What of it everybody sees."""
        return self.game.seen(self.seen, None)

    @property
    def legal(self) -> Legal[V]:
        """The viewer's legal moves; none where they are not to act."""
        seat = CHANCE if self.viewer is None else self.viewer
        return Legal(self.game.rules, self.seen, seat, self.game.notation.write)

    def choices(self, cards: int = 0, twice: int = 0) -> Extension:
        """What the viewer may add to these cards, and the moves that they make; nothing out of turn."""
        if self.viewer is None or not self.may_act:
            return Extension(0)
        return legal.extend(self.game.rules, self.seen, self.viewer, cards, twice)

    def parts(self, cards: int, twice: int) -> tuple[NamedPart, ...]:
        """The named parts of the cards chosen, where several cards are played at once."""
        return self.game.view.named_parts(self.seen, cards, twice)

    @property
    def decided(self) -> Decided | None:
        """What decided the round, as far as the viewer may know it; None before its end."""
        if self.game.deciding is None or not self.round_over or self.thrown_in:
            return None
        return self.game.deciding.decided(self.viewer, standing_events(self.events()))

    def events(self, since: int = 0) -> tuple[Event, ...]:
        """What the viewer was told of this round after version `since`."""
        return tuple(self.told.events(since))
