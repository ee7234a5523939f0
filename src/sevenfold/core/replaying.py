"""A match played again from its log."""

from collections.abc import Iterable
from typing import Any

from sevenfold.core.game import Game
from sevenfold.core.log import Dealt, Log, LogError, read_deal
from sevenfold.core.match import Match
from sevenfold.core.options import read_options
from sevenfold.core.protocols import S, V


def replay(game: Game[S, V, Any], log: Log, viewers: Iterable[int | None] = ()) -> Match[S, V]:
    """The match that a log describes; `viewers` are those of `Match`.

    Raises LogError where the log is not of this game and its rules.

    >>> import sevenfold
    >>> match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
    >>> step = match.play(0, match.legal(0)[0])
    >>> again = sevenfold.replay(match.game, match.log)
    >>> again.state == match.state, again.moment(1) == match.moment(1)
    (True, True)
    """
    if (log.game, log.rules) != (game.meta.name, game.meta.rules_version):
        ours = f"{game.meta.name} by rules {game.meta.rules_version}"
        raise LogError(f"the log is of {log.game} by rules {log.rules}; here is {ours}")
    if not log.entries or not isinstance(log.entries[0], Dealt):
        raise LogError("a log begins with a deal")
    options = read_options(game.meta.options, log.options)
    dealt = log.entries[0]
    deal = read_deal(game.rules.pack(options), dealt.deal, dealt.rest, log.players)
    match = Match(game, options, log.players, deal, dealt.first, viewers=viewers)
    for entry in log.entries[1:]:
        match.apply_entry(entry)
    return match
