"""The endpoints under /api for reviews of finished rounds."""

from typing import Annotated

from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from sevenfold.server.errors import (
    NotEvaluated,
    ReviewImpossible,
    ReviewOfBot,
    RulesChanged,
    SeatUnknown,
    TooManyReviews,
    Vanished,
)
from sevenfold.server.http.opens import Opens
from sevenfold.server.http.rounds_api import FINDING
from sevenfold.server.http.routes import AnyRequest, ThePerson, get, post
from sevenfold.server.http.sessions import address_of
from sevenfold.server.limits import Limited
from sevenfold.server.protocol.reviews import AskReview, ReviewState, TriedAgain, TryAgain
from sevenfold.server.rounds.reviews import Reviews

TheReviews = NamedDependency[Reviews]

OF_SEAT = (*FINDING, SeatUnknown, RulesChanged, ReviewOfBot, ReviewImpossible)

Seat = Annotated[str | None, QueryParameter(name="from", description="the seat that is reviewed")]
Known = Annotated[bool, QueryParameter(description="judged by where all cards lay")]


@get("/rounds/{round_id:str}/review", opens=Opens.BY_ROUND, limit=Limited.REVIEWS, errors=OF_SEAT)
async def read_review(
    round_id: FromPath[str], person: ThePerson, reviews: TheReviews, seat: Seat = None, known: Known = False
) -> ReviewState:
    """Read a review of a finished round, as far as it has come. It is not asked for by that."""
    return await reviews.state(round_id, person.id, seat, known=known)


@post(
    "/rounds/{round_id:str}/review",
    opens=Opens.BY_ROUND,
    limit=Limited.REVIEWS,
    status_code=200,
    errors=(*OF_SEAT, TooManyReviews, Vanished),
)
async def ask_for_review(
    request: AnyRequest,
    round_id: FromPath[str],
    data: JSONBody[AskReview],
    person: ThePerson,
    reviews: TheReviews,
) -> ReviewState:
    """Ask for the review of a seat in a finished round. It waits for its turn, and is one for all."""
    return await reviews.ask(round_id, person.id, data, address_of(request))


@post(
    "/rounds/{round_id:str}/review/try",
    opens=Opens.BY_ROUND,
    limit=Limited.TRIES,
    status_code=200,
    errors=(*OF_SEAT, NotEvaluated),
)
async def try_again(
    round_id: FromPath[str], data: JSONBody[TryAgain], person: ThePerson, reviews: TheReviews
) -> TriedAgain:
    """Try another move at a decision that a review has judged: what it would have been worth."""
    return await reviews.try_again(round_id, person.id, data)


HANDLERS = (read_review, ask_for_review, try_again)
