"""A line of moves from a moment of a finished round: other bots or people go on from there.

*What if* shows what bots make of it, and nothing is kept. *Play on* keeps it, as the log of a new table.
"""

import secrets
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from random import Random

from sevenfold.bots.levels import Level, budget_of, search_player
from sevenfold.bots.players import PLAYERS, Player
from sevenfold.core import dealing
from sevenfold.core.dealer import Dealer
from sevenfold.core.game import AnyGame, SeenState
from sevenfold.core.log import Log, LogError, Played, read_seat, seat_text
from sevenfold.core.match import AnyMatch
from sevenfold.core.redealing import deal_anew
from sevenfold.core.retelling import retell
from sevenfold.core.violations import IllegalMove
from sevenfold.server.errors import (
    GivenUp,
    Malformed,
    MomentUnknown,
    NotYourTurn,
    OptionInvalid,
    SeatUnknown,
    Stale,
)
from sevenfold.server.protocol.from_client import Hello, Select
from sevenfold.server.protocol.replay import Branch, PlayOn, ReplayMoment, WhatIf
from sevenfold.server.protocol.table import TableInfo
from sevenfold.server.rounds.reading import IsGivenUp, Latest
from sevenfold.server.rounds.shown import Side, entry_after, moment
from sevenfold.server.storage.rows import BranchPoint, TableRow
from sevenfold.server.tables.sent import seat_updates
from sevenfold.server.tables.sent.seat_updates import SeatView

SEED = 7
"""Fixed, so that the same question has the same answer, unless a bot that searches runs out of time."""

MILLISECONDS = 10.0
"""How long a bot that searches may take for a move of a branch: a round has some dozens of moves."""

MOST_MADE = 500
"""The most moves that a branch may bring along."""

MOST_DEALT = 32
"""How many rounds that were dealt anew are kept, in this process."""

Aside = Callable[[AnyGame, str, Player[SeenState]], Player[SeenState]]
"""Has the player of a game, which has this name, think somewhere else."""


@dataclass(frozen=True)
class OtherLine:
    """Moves made from a moment of a finished round on, in place of those that were made there.

    `match` is as it was at that moment. `made` are as in `WhatIf`, and `side` is whose first move is tried if
    there is none yet; a spectator's is whoever is to act. With a number `dealt` the others hold other cards.
    """

    table: str
    match: AnyMatch
    side: Side
    made: tuple[str, ...]
    dealt: int | None

    @property
    def seat(self) -> int:
        """The seat that left the round, or is about to. Raises NotYourTurn, Malformed."""
        if not self.made:
            return _to_act(self.match, self.side)
        seat, _ = _read(self.match, self.made[0])
        if seat not in self.match.acting:
            raise Malformed(at="$.made")
        return seat


class DealtAnew:
    """The rounds that were dealt anew last: each message to a line asks for the same one again."""

    def __init__(self) -> None:
        self._latest: Latest[AnyMatch] = Latest(MOST_DEALT)

    def has(self, line: OtherLine) -> bool:
        """Whether a line's cards need not be dealt now, which takes time. Raises NotYourTurn, Malformed."""
        return line.dealt is None or self._latest.find(_key(line)) is not None

    def match(self, line: OtherLine) -> AnyMatch:
        """The match where a line begins, with cards that its seat could not rule out, the same for a number.

        Raises NotYourTurn, Malformed, the latter also where moves were taken back: of these a seat was told,
        and they are not made again.
        """
        if line.dealt is None:
            return line.match.copy()
        key = _key(line)
        if line.match.round.taken_back:
            raise Malformed(at="$.cards")
        dealt = self._latest.find(key)
        if dealt is None:
            dealt = self._latest.put(key, deal_anew(line.match, line.seat, Random(f"{SEED} {line.dealt}")))
        return dealt.copy()


def _key(line: OtherLine) -> Hashable:
    return line.table, line.match.version, line.seat, line.dealt


def end_of(line: OtherLine, dealt: DealtAnew) -> AnyMatch:
    """The match after the last move of a line, to be played on. Raises NotYourTurn, Malformed."""
    end = dealt.match(line)
    _make(end, line.made)
    return end


def other_line(table: str, match: AnyMatch, side: Side, asked: WhatIf | PlayOn) -> OtherLine:
    """The line that is asked for, in a match of a table that ends with the round. Raises MomentUnknown."""
    return OtherLine(table, match.at(entry_after(match, asked.at)), side, asked.made, asked.dealt)


def never() -> bool:
    """Nobody gives it up."""
    return False


def what_if(
    line: OtherLine,
    asked: WhatIf,
    table: TableInfo,
    dealt: DealtAnew,
    is_given_up: IsGivenUp = never,
    *,
    aside: Aside | None = None,
) -> Branch:
    """Answer a message to the end of a line. `aside` has a player think somewhere else.

    Raises NotYourTurn, Stale, OptionInvalid, Malformed, GivenUp, Failed.
    """
    player = _player(line.match.game, asked.bots)
    if aside is not None:
        player = aside(line.match.game, asked.bots, player)
    dealer, side = Dealer(f"what if {asked.again}".encode()), line.side
    branch = end_of(line, dealt)
    dealing.draw(dealer, branch)
    if asked.made and branch.round_over and isinstance(asked.message, Hello):
        return Branch(moments=_moments(branch, side, asked.at), made=asked.made)
    seat = _to_act(branch, side)
    open_ = branch.claims_open and branch.game.rules.default_move(branch.state) is not None
    view = SeatView(branch, seat, open_, clock_steps_hidden=0)
    message = asked.message
    if isinstance(message, Hello):
        return Branch(answer=seat_updates.snapshot(view, table))
    if message.version != view.version:
        raise Stale
    if isinstance(message, Select):
        return Branch(answer=seat_updates.choices(view, message.cards))
    before = len(branch.round.steps)
    try:
        branch.play_text(seat, message.move)
    except IllegalMove as refusal:
        return Branch(answer=seat_updates.refused(view, message.version, message.move, refusal))
    dealing.draw(dealer, branch)
    while not branch.round_over:
        if is_given_up():
            raise GivenUp
        acting = branch.acting[0]
        branch.play(acting, player(branch.seen(acting), acting))
        dealing.draw(dealer, branch)
    return Branch(moments=_moments(branch, side, before), made=_made_since(branch, asked.at))


def _moments(branch: AnyMatch, side: Side, after: int) -> tuple[ReplayMoment, ...]:
    """What a side would have been told after so many steps."""
    told = retell(branch, side.seat, all_hands=side.open)
    return tuple(moment(each) for each in told if each.at > after)


def _to_act(branch: AnyMatch, side: Side) -> int:
    """The seat for which something is tried. Raises NotYourTurn."""
    if side.seat is None and branch.acting:
        return branch.acting[0]
    if side.seat is None or side.seat not in branch.acting:
        raise NotYourTurn
    return side.seat


def _make(branch: AnyMatch, made: tuple[str, ...]) -> None:
    """Make the moves that were made in the branch so far. Raises Malformed."""
    if len(made) > MOST_MADE:
        raise Malformed(at="$.made")
    for text in made:
        seat, move = _read(branch, text)
        try:
            branch.play_text(seat, move)
        except IllegalMove:
            raise Malformed(at="$.made") from None


def _read(branch: AnyMatch, text: str) -> tuple[int, str]:
    """The seat and the move of a text. Raises Malformed."""
    word, _, move = text.partition(" ")
    try:
        return read_seat(word, branch.players), move
    except LogError:
        raise Malformed(at="$.made") from None


def _made_since(branch: AnyMatch, at: int) -> tuple[str, ...]:
    write = branch.game.notation.write
    return tuple(f"{seat_text(step.seat)} {write(step.move)}" for step in branch.round.steps[at:])


def _player(game: AnyGame, bots: str) -> Player[SeenState]:
    """The player of every seat after the move that is tried. Raises OptionInvalid."""
    rng = Random(SEED)
    try:
        level = Level(bots)
    except ValueError:
        raise OptionInvalid(name="bots", value=bots, range=" ".join(Level)) from None
    if not level.searches:
        return PLAYERS[level](game, rng)
    if game.sample is None:  # a draft cannot be searched
        return game.medium
    return search_player(game, rng, budget_of(game, level), MILLISECONDS)


# --- kept -------------------------------------------------------------------------------------------


def played_on(
    row: TableRow, match: AnyMatch, round_id: str, asked: PlayOn, dealt: DealtAnew
) -> tuple[BranchPoint, Log]:
    """Where a table begins that plays a round of another table on, and its log up to there.

    `match` ends with the round. Raises SeatUnknown, MomentUnknown, NotYourTurn, Malformed.
    """
    if not 0 <= asked.seat < match.players:
        raise SeatUnknown(seat=str(asked.seat))
    branch = end_of(other_line(row.id, match, Side(None), asked), dealt)
    if branch.round_over:
        raise MomentUnknown(at=str(asked.at), last=str(len(match.round.steps) - 1))
    same = asked.cards == "same"
    if not same:
        branch = deal_anew(branch, asked.seat, Random(secrets.randbits(128)))
    begun = _round_alone(branch)
    point = BranchPoint(
        round=round_id,
        at=asked.at,
        seat=asked.seat,
        cards=asked.cards,
        number=begun.round,
        scores=begun.scores,
        carried=begun.carried,
        chance=row.dealer.deal_seed(match.deals).hex() if same else None,
        deal=row.deal_id(match.deals),
    )
    return point, begun


def _round_alone(match: AnyMatch) -> Log:
    """The log of a match that begins with the round played here: its deal and the moves that stand."""
    round_, write = match.round, match.game.notation.write
    played = (Played(seat_text(step.seat), write(step.move)) for step in round_.steps if step.to is None)
    return Log(
        game=match.game.meta.name,
        rules=match.game.meta.rules_version,
        options=match.log.options,
        players=match.players,
        entries=(round_.beginning.dealt, *played),
        round=round_.so_far.round,
        scores=match.at(round_.dealt_at).totals,
        carried=tuple(round_.so_far.carried),
    )
