"""Which cards a viewer could not know, and when: one law for all tests that look at what was sent.

A card that was once open to a viewer stays known to them while it can only be in known places: an upcard that
the dealer takes into the hand, a pair that an anti-call showed, a card that they buried or passed on. It is
unknown again once cards were drawn, unseen, from among those that lay face down with it, and once the move
that showed it was taken back.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from sevenfold.core.log import Dealt, Entry, TakenBack
from sevenfold.core.match import AnyMatch

IMAGINED = ("ends", "promise", "rematch_promise")
"""Fields that name cards wherever these are: those that Seven Bridge's open melds would take, and the pack
whose deals are promised.
"""

Viewer = int | None
"""A seat, or a spectator."""


def words_in(value: Any) -> set[str]:
    """Every word in a message, wherever it stands, but for what is only imagined."""
    if isinstance(value, dict):
        return set().union(*(words_in(each) for name, each in value.items() if name not in IMAGINED))
    if isinstance(value, list | tuple):
        return set().union(*map(words_in, value))
    return set(value.split()) if isinstance(value, str) else set()


@dataclass(frozen=True)
class _Sight:
    """What lies where after an entry, as one viewer sees it."""

    others: Counter[str]
    """The cards in hands that the viewer may not see."""
    open: frozenset[str]
    """Those in their own hand, and those that their view names and that are in no hand."""
    face_down: Counter[str]
    """All others."""


@dataclass
class _Knowledge:
    """What one viewer knows of a deal."""

    sight: _Sight
    known: frozenset[str]
    told: int = 0
    """The version up to which events have been read."""
    after: list[frozenset[str]] = field(default_factory=list)
    """What they knew after each entry of the log."""


class Secrets:
    """What each viewer of a match could not know, at each version of theirs. It follows the match from the
    deal of its first round on.
    """

    def __init__(self, match: AnyMatch) -> None:
        self.match = match
        self.viewers: tuple[Viewer, ...] = (None, *range(match.players))
        self._hidden: dict[Viewer, dict[int, frozenset[str]]] = {viewer: {} for viewer in self.viewers}
        self._knowledge: dict[Viewer, _Knowledge] = {}
        self._dealt: Counter[str] = Counter()
        self._note(match.entries[-1])

    @classmethod
    def of(cls, match: AnyMatch, entries: Iterable[Entry]) -> "Secrets":
        """Those of a match with one deal so far, to which these further entries of its log are added."""
        secrets = cls(match)
        for entry in entries:
            secrets.follow(entry)
        return secrets

    def follow(self, entry: Entry) -> None:
        """Go on with the next entry of the log."""
        self.match.apply_entry(entry)
        self._note(entry)

    def now(self, viewer: Viewer) -> frozenset[str]:
        """The kinds of cards that lie only in hands that the viewer may not see, and that they do not know;
        none after a round.
        """
        if self.match.round_over:
            return frozenset()
        knowledge = self._knowledge[viewer]
        others = knowledge.sight.others
        return frozenset(card for card in others if others[card] == self._dealt[card]) - knowledge.known

    def at(self, viewer: Viewer, version: int) -> frozenset[str]:
        """The same at a version of the viewer's; none before the first."""
        versions = self._hidden[viewer]
        past = [at for at in versions if at <= version]
        return versions[max(past)] if past else frozenset()

    def leaks(self, viewer: Viewer, message: dict[str, Any]) -> list[str]:
        """The cards that a message with a version tells, and that its reader could not know by then.

        An event is older than the message that tells it: it is looked at by its own version.
        """
        version = message.get("version")
        if not isinstance(version, int):
            return []
        found = words_in({name: part for name, part in message.items() if name != "events"})
        found &= self.at(viewer, version)
        for event in message.get("events") or ():
            found |= words_in(event) & self.at(viewer, event["version"])
        return sorted(found)

    # --- what a viewer comes to know ----------------------------------------------------------------

    def _note(self, entry: Entry) -> None:
        if isinstance(entry, Dealt):
            self._dealt = Counter(
                word for text in (*entry.deal.values(), entry.rest) for word in text.split()
            )
        hands = [Counter(self.match.view(seat).hand) for seat in range(self.match.players)]
        for viewer in self.viewers:
            sight, before = self._sight(viewer, hands), self._knowledge.get(viewer)
            named, version = self._named(viewer, before.told if before else 0), self._version(viewer)
            after = before.after if before else []
            if before is None or isinstance(entry, Dealt):
                known = sight.open | named
            elif isinstance(entry, TakenBack):
                known = after[entry.to - 1] | sight.open
            else:
                known = (before.known - _lost(before.sight, sight, named)) | sight.open | named
            self._knowledge[viewer] = _Knowledge(sight, known, version, [*after, known])
            self._hidden[viewer][version] = self.now(viewer)

    def _sight(self, viewer: Viewer, hands: list[Counter[str]]) -> _Sight:
        own = hands[viewer] if viewer is not None else Counter[str]()
        everyone = sum(hands, Counter[str]())
        view = words_in(msgspec.to_builtins(self.match.view(viewer)))
        lying = {card for card in view if everyone[card] < self._dealt[card]}
        face_down = self._dealt - everyone - Counter(lying)
        return _Sight(everyone - own, frozenset(lying | own.keys()), face_down)

    def _named(self, viewer: Viewer, since: int) -> frozenset[str]:
        """The cards that the events name of which the viewer was told since a version."""
        return frozenset(words_in(msgspec.to_builtins(self.match.ledger(viewer).events(since))))

    def _version(self, viewer: Viewer) -> int:
        return self.match.ledger(viewer).version


def _lost(before: _Sight, now: _Sight, named: frozenset[str]) -> frozenset[str]:
    """What the viewer knew and may not know any more.

    If a card came into another's hand unseen, and others that lay with it stay behind, it may have been any
    of them.
    """
    drawn = {card for card in now.others - before.others if card not in before.open | named}
    if not drawn or not now.face_down:
        return frozenset()
    return frozenset(drawn | now.face_down.keys())


def leaks(secrets: Secrets, heard: Iterable[tuple[Viewer, dict[str, Any]]]) -> Iterator[str]:
    """What messages told their readers that these could not know, a line for each card."""
    for viewer, message in heard:
        for card in secrets.leaks(viewer, message):
            yield f"{card} to {viewer} at {message['version']}, in {message['type']}"
