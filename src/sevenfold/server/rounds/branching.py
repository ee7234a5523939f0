"""What if: another move at a moment of a finished round, and what bots make of it. Nothing is kept."""

from collections.abc import Callable
from random import Random

from sevenfold.bots.levels import Level, budget_of, search_player
from sevenfold.bots.players import PLAYERS, Player
from sevenfold.core import dealing
from sevenfold.core.dealer import Dealer
from sevenfold.core.game import AnyGame, SeenState
from sevenfold.core.log import LogError, read_seat, seat_text
from sevenfold.core.match import AnyMatch
from sevenfold.core.redealing import deal_anew
from sevenfold.core.retelling import retell
from sevenfold.core.violations import IllegalMove
from sevenfold.server.errors import GivenUp, Malformed, NotYourTurn, OptionInvalid, Stale
from sevenfold.server.protocol.from_client import Hello, Select
from sevenfold.server.protocol.replay import Branch, ReplayMoment, WhatIf
from sevenfold.server.protocol.table import TableInfo
from sevenfold.server.rounds.reading import IsGivenUp, Latest
from sevenfold.server.rounds.shown import Side, entry_after, moment
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

DealAnew = Callable[[AnyMatch, int, int], AnyMatch]
"""Gives a match other cards that a seat could not rule out: `DealtAnew.match` for one table."""

HasDealt = Callable[[AnyMatch, int, int], bool]
"""Whether that was done before: `DealtAnew.has` for one table."""
Aside = Callable[[AnyGame, str, Player[SeenState]], Player[SeenState]]
"""Has the player of a game, which has this name, think somewhere else."""


class DealtAnew:
    """The rounds that were dealt anew last: each message to a branch asks for the same one again."""

    def __init__(self) -> None:
        self._latest: Latest[AnyMatch] = Latest(MOST_DEALT)

    def match(self, table: str, branch: AnyMatch, seat: int, again: int) -> AnyMatch:
        """The match of a table with other cards that the seat could not rule out, the same for a number.

        Raises Malformed where moves were taken back: of these a seat was told, and they are not made again.
        """
        if branch.round.taken_back:
            raise Malformed(at="$.cards")
        key = table, branch.version, seat, again
        dealt = self._latest.find(key)
        if dealt is None:
            dealt = self._latest.put(key, deal_anew(branch, seat, Random(f"{SEED} {again}")))
        return dealt.copy()

    def has(self, table: str, branch: AnyMatch, seat: int, again: int) -> bool:
        """Whether this was dealt already, and so takes no time."""
        return self._latest.find((table, branch.version, seat, again)) is not None


def takes_long(match: AnyMatch, side: Side, asked: WhatIf, has: HasDealt) -> bool:
    """Whether bots play a round for the answer, or its cards are still to be dealt anew.

    Raises what `what_if` does.
    """
    if not isinstance(asked.message, Hello | Select):
        return True
    if asked.cards == "true":
        return False
    branch = branch_at(match, asked.at)
    return not has(branch, tries(branch, side, asked.made), asked.again)


def never() -> bool:
    """Nobody gives it up."""
    return False


def what_if(
    match: AnyMatch,
    side: Side,
    asked: WhatIf,
    table: TableInfo,
    deal: DealAnew,
    is_given_up: IsGivenUp = never,
    *,
    aside: Aside | None = None,
) -> Branch:
    """Answer a message to a moment of the round of a match. `aside` has a player think somewhere else.

    Raises MomentUnknown, NotYourTurn, Stale, OptionInvalid, Malformed, GivenUp, Failed.
    """
    branch = branch_at(match, asked.at)
    player = _player(branch, asked.bots)
    if aside is not None:
        player = aside(branch.game, asked.bots, player)
    dealer = Dealer(f"what if {asked.again}".encode())
    if asked.cards == "then":
        branch = deal(branch, tries(branch, side, asked.made), asked.again)
    make(branch, asked.made)
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


def branch_at(match: AnyMatch, at: int) -> AnyMatch:
    """The match after so many steps of its round, to be played on otherwise. Raises MomentUnknown."""
    return match.at(entry_after(match, at))


def _moments(branch: AnyMatch, side: Side, after: int) -> tuple[ReplayMoment, ...]:
    """What a side would have been told after so many steps."""
    told = retell(branch, side.seat, all_hands=side.open)
    return tuple(moment(each) for each in told if each.at > after)


def tries(branch: AnyMatch, side: Side, made: tuple[str, ...]) -> int:
    """The seat that left the round, or is about to. Raises NotYourTurn, Malformed."""
    if not made:
        return _to_act(branch, side)
    seat, _ = _read(branch, made[0])
    if seat not in branch.acting:
        raise Malformed(at="$.made")
    return seat


def _to_act(branch: AnyMatch, side: Side) -> int:
    """The seat for which something is tried. Raises NotYourTurn."""
    if side.seat is None and branch.acting:
        return branch.acting[0]
    if side.seat is None or side.seat not in branch.acting:
        raise NotYourTurn
    return side.seat


def make(branch: AnyMatch, made: tuple[str, ...]) -> None:
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


def _player(branch: AnyMatch, bots: str) -> Player[SeenState]:
    """The player of every seat after the move that is tried. Raises OptionInvalid."""
    game, rng = branch.game, Random(SEED)
    try:
        level = Level(bots)
    except ValueError:
        raise OptionInvalid(name="bots", value=bots, range=" ".join(Level)) from None
    if not level.searches:
        return PLAYERS[level](game, rng)
    if game.sample is None:  # a draft cannot be searched
        return game.medium
    return search_player(game, rng, budget_of(game, level), MILLISECONDS)
