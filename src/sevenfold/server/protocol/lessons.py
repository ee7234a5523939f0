"""Lessons: what is asked and answered about a step (book/lessons.py)."""

import msgspec

from sevenfold.book.lessons import Outcome
from sevenfold.server.protocol.from_client import AskHint, Hello, Play, Select
from sevenfold.server.protocol.from_server import ServerMessage


class StepInfo(msgspec.Struct, frozen=True):
    """A step of a lesson. `at` is what its sentence points at; a `check` is to be solved without help."""

    name: str
    at: str
    check: bool


class LessonInfo(msgspec.Struct, frozen=True):
    """A lesson and its steps, in order. `hides` is what its tables do not show yet (book/lessons.py)."""

    name: str
    steps: tuple[StepInfo, ...]
    hides: tuple[str, ...] = ()


class LessonBook(msgspec.Struct, frozen=True):
    """The lessons of a game, and their sentences by key in one language (book/lessons.py)."""

    lessons: tuple[LessonInfo, ...]
    texts: dict[str, str]


class LessonTry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message to a step, as it would go to a table, after the moves that the learner has made in it."""

    message: Hello | Play | Select | AskHint
    made: tuple[str, ...] = ()


class LessonAnswer(msgspec.Struct, frozen=True):
    """What a table would send, message by message, and whether the step is done.

    With the outcome `open` the learner is to go on. `say` is the key of the lesson's answer to a wrong or
    refused move; None if it has none of its own.
    """

    messages: tuple[ServerMessage, ...]
    outcome: Outcome
    say: str | None
