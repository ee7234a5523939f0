"""Play on: the log of a new table, which begins at a moment of a finished round."""

import secrets
from random import Random

from sevenfold.core.log import Log, Played, seat_text
from sevenfold.core.match import AnyMatch
from sevenfold.core.redealing import deal_anew
from sevenfold.server.errors import MomentUnknown, SeatUnknown
from sevenfold.server.protocol.replay import PlayOn
from sevenfold.server.rounds.branching import DealAnew, branch_at, make, tries
from sevenfold.server.rounds.shown import Side
from sevenfold.server.storage.rows import BranchPoint


def played_on(
    match: AnyMatch, round_id: str, asked: PlayOn, chance: bytes, deal: DealAnew
) -> tuple[BranchPoint, Log]:
    """Where a table begins that plays the round of a match on, and the log up to there.

    `chance` is the seed of the round. Raises SeatUnknown, MomentUnknown, NotYourTurn, Malformed.
    """
    if not 0 <= asked.seat < match.players:
        raise SeatUnknown(seat=str(asked.seat))
    branch = branch_at(match, asked.at)
    if asked.dealt is not None:
        branch = deal(branch, tries(branch, Side(None), asked.made), asked.dealt)
    make(branch, asked.made)
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
        chance=chance.hex() if same else None,
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
        round=round_.number.round,
        scores=match.at(round_.dealt_at).totals,
    )
