"""A match played again from its log."""

from collections.abc import Iterable, Sequence
from typing import Any

from sevenfold.core.game import Game, WrongMemory
from sevenfold.core.log import Dealt, Entry, Log, LogError, read_deal
from sevenfold.core.match import Match
from sevenfold.core.options import read_options
from sevenfold.core.protocols import S, V
from sevenfold.core.round import Past


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
    match = _begin(game, log, viewers)
    for entry in log.entries[1:]:
        match.apply_entry(entry)
    return match


def replay_after(game: Game[S, V, Any], log: Log, results: Sequence[tuple[int, ...] | None]) -> Match[S, V]:
    """The match that a log describes. Its first deals are not played again: `results` are what they brought,
    None for one that was thrown in. In a game that carries numbers on they are, since these are not known.

    It is the match that `replay` makes, but versions of viewers count from the first deal that is played
    again. Raises LogError.
    """
    if game.meta.memory:
        return replay(game, log)
    match, parts = _begin(game, log), _by_deal(log.entries)
    if len(results) >= len(parts):
        raise LogError(f"the log has {len(parts)} deals, and the results of {len(results)} are known")
    told = dict.fromkeys((None, *range(log.players)), 0)
    for result, entries, following in zip(results, parts, parts[1:], strict=False):
        dealt = following[0]
        assert isinstance(dealt, Dealt)
        deal = read_deal(match.pack, dealt.deal, dealt.rest, log.players)
        match.deal_after(Past(match.round.beginning, entries, result, told=told), deal, dealt.first)
    for entry in log.entries[match.version :]:
        match.apply_entry(entry)
    return match


def _begin(game: Game[S, V, Any], log: Log, viewers: Iterable[int | None] = ()) -> Match[S, V]:
    """The match after its first deal. Raises LogError."""
    if (log.game, log.rules) != (game.meta.name, game.meta.rules_version):
        ours = f"{game.meta.name} by rules {game.meta.rules_version}"
        raise LogError(f"the log is of {log.game} by rules {log.rules}; here is {ours}")
    if not log.entries or not isinstance(log.entries[0], Dealt):
        raise LogError("a log begins with a deal")
    if log.round < 1 or len(log.scores) not in (0, log.players):
        raise LogError("a log begins with round 1 or later, and with no scores or one for each seat")
    try:
        game.so_far(log.players, carried=log.carried)
    except WrongMemory as error:
        raise LogError(str(error)) from None
    options = read_options(game.meta.options, log.options)
    dealt = log.entries[0]
    deal = read_deal(game.rules.pack(options), dealt.deal, dealt.rest, log.players)
    return Match(
        game,
        options,
        log.players,
        deal,
        dealt.first,
        totals=log.scores,
        round_number=log.round,
        last_round=log.last,
        carried=log.carried,
        viewers=viewers,
    )


def _by_deal(entries: Sequence[Entry]) -> list[tuple[Entry, ...]]:
    """The entries of each deal, the deal first."""
    begins = [index for index, entry in enumerate(entries) if isinstance(entry, Dealt)]
    return [tuple(entries[at:to]) for at, to in zip(begins, [*begins[1:], len(entries)], strict=True)]
