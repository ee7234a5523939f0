"""What can be wrong with a request or a message, each with the code and values that a client is told."""

import re
from typing import ClassVar

from sevenfold.server.protocol.from_server import ErrorMessage


class ApiError(Exception):
    """Something is wrong with what a client asked for, and nothing has changed."""

    code: ClassVar[str]
    status: ClassVar[int]
    """The HTTP status; a socket that must be closed is closed with 4000 more."""

    def __init_subclass__(cls, *, code: str | None = None, status: int | None = None) -> None:
        if code is not None:
            cls.code = code
        if status is not None:
            cls.status = status

    def __init__(self, **values: str) -> None:
        super().__init__(f"{self.code} {values}")
        self.values = values

    @property
    def message(self) -> ErrorMessage:
        """What the client is sent."""
        return ErrorMessage(self.code, self.values)


class Malformed(ApiError, code="malformed", status=400):
    """No JSON, or not a message that exists; `at` says where, as a path from `$`."""


def path_of(error: BaseException | None) -> str:
    """Where msgspec found something wrong, as a path from `$`."""
    found = re.search(r"at `(\$.*)`$", str(error))
    return found[1] if found else "$"


class TooLarge(ApiError, code="too_large", status=413):
    """A message or body of more than `limit` bytes."""


class TooMany(ApiError, code="too_many", status=429):
    """More of `what` than is allowed; it may be asked for again in so many `seconds`."""


class PathTooLong(ApiError, code="path_too_long", status=414):
    """An address of more than `limit` bytes."""


class HostUnknown(ApiError, code="host_unknown", status=421):
    """The server does not go by the name `host`; `--allow-host` gives it one."""


class CrossSite(ApiError, code="cross_site", status=403):
    """Another site's page asked for a change."""


class NotJson(ApiError, code="not_json", status=415):
    """A body of another kind than application/json."""


class ClientGone(ApiError, code="client_gone", status=400):
    """The client went before all of its request had come; nobody reads this."""


class NotFound(ApiError, code="not_found", status=404):
    """There is nothing at this `path`."""


class SessionUnknown(ApiError, code="session_unknown", status=401):
    """The cookie is missing, forged or expired."""


class NotLetIn(ApiError, code="not_let_in", status=403):
    """The card room is closed to whoever asks, unless they have the password or an invitation."""


class WordWrong(ApiError, code="word_wrong", status=403):
    """What was said is not the word by which people come in."""


class KeyNeeded(ApiError, code="key_needed", status=403):
    """Only people who have a key make `what`."""


class Blocked(ApiError, code="blocked", status=403):
    """The host lets the person or their address in no more, for this `reason`.

    It is so `until` that time; without one it is for good.
    """


class Closing(ApiError, code="closing", status=409):
    """The server closes `at` that time, or has closed: nothing new begins. `words` are the host's."""


class NotSeated(ApiError, code="not_seated", status=403):
    """The person has no seat at this `table`."""


class Removed(ApiError, code="removed", status=403):
    """The person was removed from this `table`, and cannot come back."""


class NotHost(ApiError, code="not_host", status=403):
    """Only the host of the `table` may do this."""


class LinkUnknown(ApiError, code="link_unknown", status=404):
    """The link or code leads nowhere: it is wrong, or has ended."""


class AlreadyThere(ApiError, code="already_there", status=409):
    """The person has the `seat` at this table already: nobody has two, or watches where they sit."""


class SeatTaken(ApiError, code="seat_taken", status=409):
    """Somebody else sits at the `seat`."""


class SeatClosed(ApiError, code="seat_closed", status=409):
    """The bot's `seat` cannot be taken now, only between two rounds."""


class PlayedElsewhere(ApiError, code="played_elsewhere", status=409):
    """The person has played at the `seat` in this match: only that seat is open to them."""


class HandSeen(ApiError, code="hand_seen", status=409):
    """The person has seen the hands of `seats` in this deal: another seat is open to them after it."""


class HandDealt(ApiError, code="hand_dealt", status=409):
    """The hand of the `seat` was dealt to somebody else: the seat is open to others after this deal."""


class ReturnRefused(ApiError, code="return_refused", status=409):
    """Nobody may say now that a seat is theirs, or there is nothing to answer.

    `reason` is early (its person has not been away for long enough), often (somebody has said so shortly
    before), asked (somebody has said so of a seat, and waits), alone (nobody else sits there who could say
    yes), board (at a table of a board nobody is let in) or nothing.
    """


class SpectatorUnknown(ApiError, code="spectator_unknown", status=400):
    """There is no such `spectator` at the table, or not any more."""


class SeatUnknown(ApiError, code="no_such_seat", status=400):
    """There is no such `seat`, or nobody sits there for whom this can be done."""


class BrowserUnknown(ApiError, code="browser_unknown", status=404):
    """The person has no such `browser`, or not any more."""


class OwnBrowser(ApiError, code="own_browser", status=409):
    """A browser does not end its own session: another one of the person's does, or they delete their data."""


class NobodyAsks(ApiError, code="nobody_asks", status=409):
    """No browser asks to be attached by the link, or not any more."""


class YoursAlready(ApiError, code="yours_already", status=409):
    """The browser is this person's already."""


class BothThere(ApiError, code="both_there", status=409):
    """Both persons are at one table, have one board in play, or take part in one event that is not over:
    `what` is table, board or event.

    The `table`, empty for an event, is the one at which the browser that is to be attached is. Once its match
    or the event is over, or they have left the table, the browser can be attached.
    """


class KeyUnknown(ApiError, code="key_unknown", status=404):
    """The key is mistyped, or was made anew since."""


class NameRefused(ApiError, code="name_refused", status=400):
    """A name that cannot be taken, and why: `reason` is empty, long, characters, taken or alike.

    `of` is teams where it is that of one.
    """


class Full(ApiError, code="full", status=409):
    """There is no room for more: `what` is seats or watchers."""


class NotStarted(ApiError, code="not_started", status=409):
    """The table still waits: no cards have been dealt."""


class AlreadyStarted(ApiError, code="already_started", status=409):
    """The table has started, and `what` can no longer be changed."""


class SeatsFree(ApiError, code="seats_free", status=409):
    """The table cannot start: nobody sits at `seats`."""


class TablePaused(ApiError, code="paused", status=409):
    """The table is paused; nobody may move until it goes on."""


class TakeBackRefused(ApiError, code="take_back_refused", status=409):
    """The last move cannot be taken back.

    `reason` is one of `TakeBackOffer.why_not`, or else never, nothing, over, asked, or soon (after the last
    request).
    """


class PauseRefused(ApiError, code="pause_refused", status=409):
    """The table is not paused; `reason` is none_left, or soon (after the last pause)."""


class TalkRefused(ApiError, code="talk_refused", status=400):
    """Nothing was said; `reason` is empty, long, characters or phrases_only."""


class HandsHidden(ApiError, code="hands_hidden", status=409):
    """At this table nobody shows their hand to spectators."""


class MatchNotOver(ApiError, code="match_not_over", status=409):
    """A rematch was asked for while the match goes on."""


class TableUnknown(ApiError, code="table_unknown", status=404):
    """There is no such `table`."""


class GameUnknown(ApiError, code="game_unknown", status=404):
    """There is no such `game`."""


class LessonUnknown(ApiError, code="lesson_unknown", status=404):
    """The game has no such `step` in such a `lesson`."""


class PracticeUnknown(ApiError, code="practice_unknown", status=404):
    """The game has no position of this `number`."""


class RoundUnknown(ApiError, code="round_unknown", status=404):
    """There is no such finished `round`, or nobody can show it any more."""


class RoundInPlay(ApiError, code="round_in_play", status=409):
    """The `round` cannot be looked at yet: it is played, or its table shows rounds only after the match."""


class LookingCosts(ApiError, code="looking_costs", status=409):
    """Whoever looks at the `round` may still be offered its cards, and plays them again then: it would not
    count. Whoever wants to look all the same asks with `anyway`.
    """


class BoardUnknown(ApiError, code="board_unknown", status=404):
    """There is no such `board`."""


class BoardInPlay(ApiError, code="board_in_play", status=409):
    """Whoever asks may still play the `board`: nobody tells them anything about it."""


class BoardPlayed(ApiError, code="board_played", status=409):
    """The `board` is played once, and whoever asks has begun it at a table that is gone."""


class BoardClosed(ApiError, code="board_closed", status=409):
    """The `board` can no longer be played."""


class AtBoard(ApiError, code="at_board", status=409):
    """At a `table` of a board one person plays a round as it is: `what` is not done there."""


class DayUnknown(ApiError, code="day_unknown", status=404):
    """There are no deals of this `date`, or none yet."""


class DayDealUnknown(ApiError, code="day_deal_unknown", status=404):
    """A day has no deal of this `number` in the `game`."""


class RoundsClosed(ApiError, code="rounds_closed", status=403):
    """At this `table` nobody looks at finished rounds."""


class ReviewOfBot(ApiError, code="review_of_bot", status=409):
    """Bots had the `seat` in all of the round: only what a person decided is reviewed."""


class ReviewImpossible(ApiError, code="review_impossible", status=409):
    """No round of this `game` is reviewed here.

    `reason` is off (the host wants no reviews), game (it cannot be searched) or engine (there is no machine
    code for it).
    """


class TooManyReviews(TooMany, code="too_many_reviews"):
    """No further review is taken at the moment.

    `reason` is waiting (the person has asked for one that is not done yet) or queue (too many wait in all, or
    by the same address). It may be tried again in so many `seconds`.
    """


class GivenUp(ApiError, code="given_up", status=409):
    """What-if was asked anew by the same person, before this was answered."""


class NotEvaluated(ApiError, code="not_evaluated", status=409):
    """No review has judged a decision of the `seat` after `at` steps of the round, or not yet."""


class MomentUnknown(ApiError, code="moment_unknown", status=400):
    """The round has no moment after `at` steps; `last` is how many it has."""


class RecordRefused(ApiError, code="record_refused", status=400):
    """A record that cannot be shown.

    `reason` is unreadable, game, rules, options, deal, move, unfinished or result; `game` is the one that it
    names, `move` the move number `at`, from 1, where it stops.
    """


class WordsRefused(ApiError, code="words_refused", status=400):
    """Words of a report that cannot be kept: `reason` is empty, characters, or long, with the `most`."""


class LanguageUnknown(ApiError, code="language_unknown", status=404):
    """There are no texts in this `language`."""


class PresetUnknown(ApiError, code="preset_unknown", status=400):
    """The game has no such `preset`; `known` names those it has."""


class OptionInvalid(ApiError, code="option_invalid", status=400):
    """`name` is no option, or `value` is out of its `range`."""


class RulesChanged(ApiError, code="rules_changed", status=409):
    """The `table` was played by other rules than this server has."""


class GameErred(ApiError, code="game_erred", status=409):
    """The code of the game that is played at the `table` has an error; the server's log says where."""


class TableDamaged(ApiError, code="table_damaged", status=409):
    """The `table` in the database cannot be read; `at` says where."""


class StorageProblem(ApiError):
    """Nothing can be kept just now; it may be tried again."""


class StorageFull(StorageProblem, code="storage_full", status=507):
    """There is no room left to keep anything; what was asked for has not been done."""


class StorageAway(StorageProblem, code="storage_away", status=503):
    """The database does not answer. Once it does, the client is told whether its request was carried out."""


class Vanished(ApiError, code="vanished", status=410):
    """What this was about was deleted at the same moment: the table, or the person."""


class Stale(ApiError, code="stale", status=409):
    """The request was decided on at another version of the table than it has now."""


class HelloExpected(ApiError, code="hello_expected", status=400):
    """The first message of a socket was not `hello`."""


class NotYourTurn(ApiError, code="not_your_turn", status=409):
    """A hint for a seat that is not to act."""


class RoundStillPlayed(ApiError, code="round_not_over", status=409):
    """The next round was asked for while one is played."""


class MatchOver(ApiError, code="match_over", status=409):
    """The next round was asked for after the end of the match."""
