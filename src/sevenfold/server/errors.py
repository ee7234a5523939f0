"""What can be wrong with a request or a message, each with the code and values that a client is told."""

import re
from typing import ClassVar

from sevenfold.server.protocol.from_server import ErrorMessage


class ApiError(Exception):
    """Something is wrong with what a client asked for, and nothing has changed."""

    code: ClassVar[str]
    status: ClassVar[int]
    """The HTTP status; a socket that must be closed is closed with 4000 more."""

    def __init__(self, **values: str) -> None:
        super().__init__(f"{self.code} {values}")
        self.values = values

    @property
    def message(self) -> ErrorMessage:
        """What the client is sent."""
        return ErrorMessage(self.code, self.values)


class Malformed(ApiError):
    """No JSON, or not a message that exists; `at` says where, as a path from `$`."""

    code = "malformed"
    status = 400


def path_of(error: BaseException | None) -> str:
    """Where msgspec found something wrong, as a path from `$`."""
    found = re.search(r"at `(\$.*)`$", str(error))
    return found[1] if found else "$"


class TooLarge(ApiError):
    """A message or body of more than `limit` bytes."""

    code = "too_large"
    status = 413


class TooMany(ApiError):
    """More of `what` than is allowed; it may be asked for again in so many `seconds`."""

    code = "too_many"
    status = 429


class PathTooLong(ApiError):
    """An address of more than `limit` bytes."""

    code = "path_too_long"
    status = 414


class HostUnknown(ApiError):
    """The server does not go by the name `host`; `--allow-host` gives it one."""

    code = "host_unknown"
    status = 421


class CrossSite(ApiError):
    """Another site's page asked for a change."""

    code = "cross_site"
    status = 403


class NotJson(ApiError):
    """A body of another kind than application/json."""

    code = "not_json"
    status = 415


class ClientGone(ApiError):
    """The client went before all of its request had come; nobody reads this."""

    code = "client_gone"
    status = 400


class NotFound(ApiError):
    """There is nothing at this `path`."""

    code = "not_found"
    status = 404


class SessionUnknown(ApiError):
    """The cookie is missing, forged or expired."""

    code = "session_unknown"
    status = 401


class NotSeated(ApiError):
    """The guest has no seat at this `table`."""

    code = "not_seated"
    status = 403


class Removed(ApiError):
    """The guest was removed from this `table`, and cannot come back."""

    code = "removed"
    status = 403


class NotHost(ApiError):
    """Only the host of the `table` may do this."""

    code = "not_host"
    status = 403


class LinkUnknown(ApiError):
    """The link or code leads nowhere: it is wrong, or has ended."""

    code = "link_unknown"
    status = 404


class AlreadyThere(ApiError):
    """The guest has the `seat` at this table already: nobody has two, or watches where they sit."""

    code = "already_there"
    status = 409


class SeatTaken(ApiError):
    """Somebody else sits at the `seat`."""

    code = "seat_taken"
    status = 409


class SeatClosed(ApiError):
    """The bot's `seat` cannot be taken now, only between two rounds."""

    code = "seat_closed"
    status = 409


class PlayedElsewhere(ApiError):
    """The guest has played at the `seat` in this match: only that seat is open to them."""

    code = "played_elsewhere"
    status = 409


class HandSeen(ApiError):
    """The guest has seen the hands of `seats` in this deal: another seat is open to them after it."""

    code = "hand_seen"
    status = 409


class SpectatorUnknown(ApiError):
    """There is no such `spectator` at the table, or not any more."""

    code = "spectator_unknown"
    status = 400


class SeatUnknown(ApiError):
    """There is no such `seat`, or nobody sits there for whom this can be done."""

    code = "no_such_seat"
    status = 400


class DeviceUnknown(ApiError):
    """The seat has no such `device`, or no other: who wants to leave the seat gives it up."""

    code = "device_unknown"
    status = 404


class NameRefused(ApiError):
    """A name that cannot be taken, and why: `reason` is empty, long, characters, taken or alike."""

    code = "name_refused"
    status = 400


class Full(ApiError):
    """There is no room for more: `what` is seats or watchers."""

    code = "full"
    status = 409


class NotStarted(ApiError):
    """The table still waits: no cards have been dealt."""

    code = "not_started"
    status = 409


class AlreadyStarted(ApiError):
    """The table has started, and `what` can no longer be changed."""

    code = "already_started"
    status = 409


class SeatsFree(ApiError):
    """The table cannot start: nobody sits at `seats`."""

    code = "seats_free"
    status = 409


class TablePaused(ApiError):
    """The table is paused; nobody may move until it goes on."""

    code = "paused"
    status = 409


class TakeBackRefused(ApiError):
    """The last move cannot be taken back.

    `reason` is one of `TakeBackOffer.why_not`, or else never, nothing, over, asked, or soon (after the last
    request).
    """

    code = "take_back_refused"
    status = 409


class PauseRefused(ApiError):
    """The table is not paused; `reason` is none_left, or soon (after the last pause)."""

    code = "pause_refused"
    status = 409


class TalkRefused(ApiError):
    """Nothing was said; `reason` is empty, long, characters or phrases_only."""

    code = "talk_refused"
    status = 400


class HandsHidden(ApiError):
    """At this table nobody shows their hand to spectators."""

    code = "hands_hidden"
    status = 409


class MatchNotOver(ApiError):
    """A rematch was asked for while the match goes on."""

    code = "match_not_over"
    status = 409


class TableUnknown(ApiError):
    """There is no such `table`."""

    code = "table_unknown"
    status = 404


class GameUnknown(ApiError):
    """There is no such `game`."""

    code = "game_unknown"
    status = 404


class LessonUnknown(ApiError):
    """The game has no such `step` in such a `lesson`."""

    code = "lesson_unknown"
    status = 404


class PracticeUnknown(ApiError):
    """The game has no position of this `number`."""

    code = "practice_unknown"
    status = 404


class RoundUnknown(ApiError):
    """There is no such finished `round`, or nobody can show it any more."""

    code = "round_unknown"
    status = 404


class RoundInPlay(ApiError):
    """The `round` cannot be looked at yet: it is played, or its table shows rounds only after the match."""

    code = "round_in_play"
    status = 409


class BoardUnknown(ApiError):
    """There is no such `board`."""

    code = "board_unknown"
    status = 404


class BoardInPlay(ApiError):
    """Whoever asks may still play the `board`: nobody tells them anything about it."""

    code = "board_in_play"
    status = 409


class BoardPlayed(ApiError):
    """The `board` is played once, and whoever asks has begun it at a table that is gone."""

    code = "board_played"
    status = 409


class BoardClosed(ApiError):
    """The `board` can no longer be played."""

    code = "board_closed"
    status = 409


class AtBoard(ApiError):
    """At a `table` of a board one person plays a round as it is: `what` is not done there."""

    code = "at_board"
    status = 409


class DayUnknown(ApiError):
    """There are no deals of this `date`, or none yet."""

    code = "day_unknown"
    status = 404


class DayDealUnknown(ApiError):
    """A day has no deal of this `number` in the `game`."""

    code = "day_deal_unknown"
    status = 404


class RoundsClosed(ApiError):
    """At this `table` nobody looks at finished rounds."""

    code = "rounds_closed"
    status = 403


class ReviewOfBot(ApiError):
    """Bots had the `seat` in all of the round: only what a person decided is reviewed."""

    code = "review_of_bot"
    status = 409


class ReviewImpossible(ApiError):
    """No round of this `game` is reviewed here.

    `reason` is off (the host wants no reviews), game (it cannot be searched) or engine (there is no machine
    code for it).
    """

    code = "review_impossible"
    status = 409


class TooManyReviews(TooMany):
    """No further review is taken at the moment.

    `reason` is waiting (the guest has asked for one that is not done yet) or queue (too many wait in all, or
    by the same address). It may be tried again in so many `seconds`.
    """

    code = "too_many_reviews"


class GivenUp(ApiError):
    """What-if was asked anew by the same guest, before this was answered."""

    code = "given_up"
    status = 409


class NotEvaluated(ApiError):
    """No review has judged a decision of the `seat` after `at` steps of the round, or not yet."""

    code = "not_evaluated"
    status = 409


class MomentUnknown(ApiError):
    """The round has no moment after `at` steps; `last` is how many it has."""

    code = "moment_unknown"
    status = 400


class RecordRefused(ApiError):
    """A record that cannot be shown.

    `reason` is unreadable, game, rules, options, deal, move, unfinished or result; `game` is the one that it
    names, `move` the move number `at`, from 1, where it stops.
    """

    code = "record_refused"
    status = 400


class WordsRefused(ApiError):
    """Words of a report that cannot be kept: `reason` is empty, characters, or long, with the `most`."""

    code = "words_refused"
    status = 400


class LanguageUnknown(ApiError):
    """There are no texts in this `language`."""

    code = "language_unknown"
    status = 404


class PresetUnknown(ApiError):
    """The game has no such `preset`; `known` names those it has."""

    code = "preset_unknown"
    status = 400


class OptionInvalid(ApiError):
    """`name` is no option, or `value` is out of its `range`."""

    code = "option_invalid"
    status = 400


class RulesChanged(ApiError):
    """The `table` was played by other rules than this server has."""

    code = "rules_changed"
    status = 409


class GameErred(ApiError):
    """The code of the game that is played at the `table` has an error; the server's log says where."""

    code = "game_erred"
    status = 409


class TableDamaged(ApiError):
    """The `table` in the database cannot be read; `at` says where."""

    code = "table_damaged"
    status = 409


class StorageProblem(ApiError):
    """Nothing can be kept just now; it may be tried again."""


class StorageFull(StorageProblem):
    """There is no room left to keep anything; what was asked for has not been done."""

    code = "storage_full"
    status = 507


class StorageAway(StorageProblem):
    """The database does not answer. Once it does, the client is told whether its request was carried out."""

    code = "storage_away"
    status = 503


class Vanished(ApiError):
    """What this was about was deleted at the same moment: the table, or the guest."""

    code = "vanished"
    status = 410


class Stale(ApiError):
    """The request was decided on at another version of the table than it has now."""

    code = "stale"
    status = 409


class HelloExpected(ApiError):
    """The first message of a socket was not `hello`."""

    code = "hello_expected"
    status = 400


class NotYourTurn(ApiError):
    """A hint for a seat that is not to act."""

    code = "not_your_turn"
    status = 409


class RoundStillPlayed(ApiError):
    """The next round was asked for while one is played."""

    code = "round_not_over"
    status = 409


class MatchOver(ApiError):
    """The next round was asked for after the end of the match."""

    code = "match_over"
    status = 409
