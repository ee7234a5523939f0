"""The endpoints under /api for reviews of finished rounds."""

from typing import Annotated

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from sevenfold.server.errors import (
    NotEvaluated,
    ReviewImpossible,
    ReviewOfBot,
    RulesChanged,
    SeatUnknown,
    TooLarge,
    TooManyReviews,
    Vanished,
)
from sevenfold.server.http.api import AnyRequest, TheGuest, TheLimiter, may_be
from sevenfold.server.http.rounds_api import FINDING
from sevenfold.server.http.sessions import address_of
from sevenfold.server.limits import Limited, Visitor
from sevenfold.server.protocol.reviews import AskReview, ReviewState, TriedAgain, TryAgain
from sevenfold.server.rounds.reviews import Reviews

TheReviews = NamedDependency[Reviews]

OF_SEAT = (*FINDING, SeatUnknown, RulesChanged, ReviewOfBot, ReviewImpossible)

Seat = Annotated[str | None, QueryParameter(name="from", description="the seat that is reviewed")]
Known = Annotated[bool, QueryParameter(description="judged by where all cards lay")]


@get("/rounds/{round_id:str}/review", responses=may_be(*OF_SEAT))
async def read_review(
    request: AnyRequest,
    round_id: FromPath[str],
    guest: TheGuest,
    reviews: TheReviews,
    limiter: TheLimiter,
    seat: Seat = None,
    known: Known = False,
) -> ReviewState:
    """Read a review of a finished round, as far as it has come. It is not asked for by that."""
    limiter.take(Limited.REVIEWS, Visitor(address_of(request), guest.id))
    return await reviews.state(round_id, guest.id, seat, known=known)


@post(
    "/rounds/{round_id:str}/review",
    status_code=200,
    responses=may_be(*OF_SEAT, TooManyReviews, Vanished, TooLarge),
)
async def ask_for_review(
    request: AnyRequest,
    round_id: FromPath[str],
    data: JSONBody[AskReview],
    guest: TheGuest,
    reviews: TheReviews,
    limiter: TheLimiter,
) -> ReviewState:
    """Ask for the review of a seat in a finished round. It waits for its turn, and is one for all."""
    address = address_of(request)
    limiter.take(Limited.REVIEWS, Visitor(address, guest.id))
    return await reviews.ask(round_id, guest.id, data, address)


@post(
    "/rounds/{round_id:str}/review/try",
    status_code=200,
    responses=may_be(*OF_SEAT, NotEvaluated, TooLarge),
)
async def try_again(
    request: AnyRequest,
    round_id: FromPath[str],
    data: JSONBody[TryAgain],
    guest: TheGuest,
    reviews: TheReviews,
    limiter: TheLimiter,
) -> TriedAgain:
    """Try another move at a decision that a review has judged: what it would have been worth."""
    limiter.take(Limited.TRIES, Visitor(address_of(request), guest.id))
    return await reviews.try_again(round_id, guest.id, data)


HANDLERS = (read_review, ask_for_review, try_again)
