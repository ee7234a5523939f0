"""What can be wrong with a request about an event."""

from sevenfold.server.errors import ApiError


class EventUnknown(ApiError):
    """There is no such `event`."""

    code = "event_unknown"
    status = 404


class EventOver(ApiError):
    """The `event` is over: nobody comes to it any more."""

    code = "event_over"
    status = 409


class EventNotOver(ApiError):
    """The rounds of the `event` are taken away after its end."""

    code = "event_not_over"
    status = 409


class TooManyRecords(ApiError):
    """The event has more than the `most` rounds that are taken away at once: ask deal by deal."""

    code = "too_many_records"
    status = 409


class EventPlayed(ApiError):
    """Somebody has played in the `event`: it is not deleted any more."""

    code = "event_played"
    status = 409


class NotInEvent(ApiError):
    """Whoever asks does not take part in the `event`."""

    code = "not_in_event"
    status = 403


class NotEventHost(ApiError):
    """Only the host of the `event` may do this."""

    code = "not_event_host"
    status = 403


class RemovedFromEvent(ApiError):
    """The host has removed whoever asks from the `event`, and they cannot come back."""

    code = "removed_from_event"
    status = 403


class EventPersonUnknown(ApiError):
    """No such `person` takes part in the event."""

    code = "event_person_unknown"
    status = 404


class EventDealUnknown(ApiError):
    """The event has no deal of this `number`."""

    code = "event_deal_unknown"
    status = 404


class EventNotEvening(ApiError):
    """The `event` is played at everybody's own time: it has no rounds."""

    code = "event_not_evening"
    status = 409


class TooFewInEvent(ApiError):
    """Fewer than `fewest` take part in the `event`: there would be nothing to compare."""

    code = "too_few_in_event"
    status = 409


class EndRefused(ApiError):
    """An event cannot end then: `reason` is missing, unreadable, past or far; `latest` is the last moment."""

    code = "end_refused"
    status = 400
