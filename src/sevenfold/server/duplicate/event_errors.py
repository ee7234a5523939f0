"""What can be wrong with a request about an event."""

from sevenfold.server.errors import ApiError


class EventUnknown(ApiError, code="event_unknown", status=404):
    """There is no such `event`."""


class EventOver(ApiError, code="event_over", status=409):
    """The `event` is over: nobody comes to it any more."""


class EventNotOver(ApiError, code="event_not_over", status=409):
    """The rounds of the `event` are taken away after its end."""


class TooManyRecords(ApiError, code="too_many_records", status=409):
    """The event has more than the `most` rounds that are taken away at once: ask deal by deal."""


class EventPlayed(ApiError, code="event_played", status=409):
    """Somebody has played in the `event`: it is not deleted any more."""


class NotInEvent(ApiError, code="not_in_event", status=403):
    """Whoever asks does not take part in the `event`."""


class NotEventHost(ApiError, code="not_event_host", status=403):
    """Only the host of the `event` and their second may do this."""


class RemovedFromEvent(ApiError, code="removed_from_event", status=403):
    """The host has removed whoever asks from the `event`, and they cannot come back."""


class EventPersonUnknown(ApiError, code="event_person_unknown", status=404):
    """No such `pseudonym` takes part in the event."""


class EventDealUnknown(ApiError, code="event_deal_unknown", status=404):
    """The event has no deal of this `number`."""


class EventNotEvening(ApiError, code="event_not_evening", status=409):
    """The `event` is played at everybody's own time: it has no rounds."""


class TooFewInEvent(ApiError, code="too_few_in_event", status=409):
    """Fewer than `fewest` take part in the `event`: there would be nothing to compare."""


class EndRefused(ApiError, code="end_refused", status=400):
    """An event cannot end then: `reason` is missing, unreadable, past or far; `latest` is the last moment."""
