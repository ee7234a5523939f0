"""A game's lessons: small positions, what to do in each, and what follows, played by the game's own rules.

`lessons/steps.yaml` of a game has the positions, in the format of scenarios (docs/notation.md). A step says
what the learner may try: `right` ways go on, `wrong` ones have a sentence each. A way is the learner's moves
and what the others do, step by step; it is a scenario as well, so that a test can run it. The learner has
seat 0.

`lessons/LANGUAGE.json` has the sentences: `LESSON.title`, `LESSON.able` (what one can do after it),
`LESSON.STEP` (what a step says) and `LESSON.STEP.WAY` (the answer to a wrong way), with `{seat1}` for the
name of seat 1; and `coach.CODE`, a tip of `coach.py`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from sevenfold.book.texts import Language
from sevenfold.core.game import AnyGame
from sevenfold.core.match import AnyMatch
from sevenfold.core.moves import Move
from sevenfold.core.protocols import Notation
from sevenfold.core.scenarios import Run, Scenario
from sevenfold.core.violations import IllegalMove
from sevenfold.core.yaml_files import read_yaml
from sevenfold.errors import SevenfoldError

LEARNER = 0
"""The learner's seat."""

MOST_MOVES = 16
"""The most moves that the others make where no script says what they do."""

ScriptLine = dict[int | str, Any]
"""A step of a scenario: a seat's move, with `refused` where it is refused, or what to `expect`."""


class LessonStep(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A step as it is written: a position, and the ways to go on. `teaches` are the rules that it teaches.

    `at` is what its sentence points at: a card of the hand, or `hand`, `trick`, `melds`, `stock`, `pile`,
    `actions`, `me` or `seat1`; or, in the row of `me`, `called`, `role` or `points`.
    """

    step: str
    at: str
    deal: dict[int | str, str | None]
    right: list[list[ScriptLine]]
    wrong: dict[str, list[list[ScriptLine]]] = {}
    teaches: list[str] = []
    before: list[ScriptLine] = []
    first: int = 0
    rest: str | None = ""
    scores: list[int] = []
    position: dict[str, Any] | None = None


class Lesson(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A lesson as it is written: its steps, then positions not shown in it, to be solved without help.

    `hides` names what its tables do not show, as a later lesson explains it: `roles`, who is on whose side.
    """

    lesson: str
    steps: list[LessonStep]
    checks: list[LessonStep]
    hides: list[str] = []

    @property
    def all_steps(self) -> list[LessonStep]:
        """The steps, then the checks."""
        return [*self.steps, *self.checks]


class Lessons(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All lessons of a game, in order. `later` are the rules that a first round does without."""

    lessons: list[Lesson] = []
    later: list[str] = []

    @property
    def rules(self) -> set[str]:
        """The rules that are taught, and those for later."""
        steps = (step for lesson in self.lessons for step in lesson.all_steps)
        return {rule for step in steps for rule in step.teaches} | set(self.later)

    @property
    def keys(self) -> set[str]:
        """The keys of the sentences that the lessons need. A check says nothing of its own."""
        keys = set()
        for lesson in self.lessons:
            keys |= {f"{lesson.lesson}.title", f"{lesson.lesson}.able"}
            keys |= {f"{lesson.lesson}.{step.step}" for step in lesson.steps}
            keys |= {f"{lesson.lesson}.{step.step}.{way}" for step in lesson.all_steps for way in step.wrong}
        return keys


class UnknownLesson(SevenfoldError, LookupError):
    """A lesson, or a step of it, that a game does not have."""

    def __init__(self, game: str, lesson: str, step: str) -> None:
        super().__init__(f"{game} has no step {step!r} in a lesson {lesson!r}")
        self.lesson = lesson
        self.step = step


@cache
def load_lessons(package: str) -> Lessons:
    """The lessons of the game whose package is `game`; none where there is no such file."""
    path = files(package) / "lessons" / "steps.yaml"
    if not path.is_file():
        return Lessons()
    return msgspec.convert(read_yaml(path), Lessons)


def lesson_texts_path(package: str, language: Language) -> Traversable:
    """The file of the lessons' sentences in a language."""
    return files(package) / "lessons" / f"{language}.json"


def load_lesson_texts(package: str, language: Language) -> dict[str, str]:
    """The lessons' sentences by key; in the first language that has them where this one has none; empty
    without lessons.
    """
    for path in (lesson_texts_path(package, each) for each in (language, *Language)):
        if path.is_file():
            return msgspec.json.decode(path.read_bytes(), type=dict[str, str])
    return {}


def find_step(lessons: Lessons, game: str, lesson: str, step: str) -> LessonStep:
    """One step by its names. Raises UnknownLesson."""
    for each in lessons.lessons:
        for found in each.all_steps:
            if (each.lesson, found.step) == (lesson, step):
                return found
    raise UnknownLesson(game, lesson, step)


@dataclass(frozen=True)
class Way:
    """A way to go on from a step: `moves` are the learner's, `refused` a last move that the rules refuse.

    `say` names the answer to a wrong way. It is None for a right way, after which the lesson goes on.
    """

    lines: list[ScriptLine]
    say: str | None
    moves: list[Move]
    refused: Move | None

    @property
    def tried(self) -> list[Move]:
        """All that the learner tries."""
        return self.moves if self.refused is None else [*self.moves, self.refused]

    def replies(self, number: int) -> list[ScriptLine]:
        """What the others and chance do after the learner's first `number` moves, up to their next move."""
        replies: list[ScriptLine] = []
        made = 0
        for line in self.lines:
            made += LEARNER in line
            if made == number and LEARNER not in line and "expect" not in line:
                replies.append(line)
        return replies


def read_way(notation: Notation, lines: list[ScriptLine], say: str | None) -> Way:
    """A way as it is written."""
    made = [line for line in lines if LEARNER in line]
    refused = next((notation.parse(str(line[LEARNER])) for line in made if "refused" in line), None)
    moves = [notation.parse(str(line[LEARNER])) for line in made if "refused" not in line]
    return Way(lines, say, moves, refused)


def ways_of(game: AnyGame, step: LessonStep) -> list[Way]:
    """Every way that is written, the right ones first."""
    right = [read_way(game.notation, lines, None) for lines in step.right]
    wrong = [read_way(game.notation, lines, say) for say, ways in step.wrong.items() for lines in ways]
    return [*right, *wrong]


def scenario_of(game: str, step: LessonStep, lines: list[ScriptLine]) -> Scenario:
    """The step's position and these lines, as a scenario."""
    return Scenario(
        scenario=f"{game} {step.step}",
        game=game,
        deal=step.deal,
        steps=[*step.before, *lines],
        first=step.first,
        rest=step.rest,
        scores=step.scores,
        position=step.position,
    )


class Outcome(StrEnum):
    """What became of a try: the learner is to go on, or it is over and was right or wrong."""

    OPEN = "open"
    RIGHT = "right"
    WRONG = "wrong"


class Attempt:
    """A step as it is tried: a match at the step's position, and what the learner has made of it.

    `outcome` says how it stands. `say` names the answer to a move that was wrong or refused; it is None where
    the lesson has no answer of its own. Raises one of the MISTAKES of scenarios if the position is wrong.
    """

    def __init__(self, game: AnyGame, step: LessonStep) -> None:
        self._game = game
        self._step = step
        self._run = Run(scenario_of(game.meta.name, step, []))
        self._run.begin(game)
        for line in step.before:
            self._run.make(line)
        self._run.come_to(LEARNER)
        self._ways = ways_of(game, step)
        self._made: list[Move] = []
        self.outcome = Outcome.OPEN
        self.say: str | None = None

    @property
    def match(self) -> AnyMatch:
        """The match, at the position."""
        return self._run.match

    def play(self, text: str) -> None:
        """Make the learner's move. Call `play_replies` next. Raises IllegalMove, and sets `say`."""
        move = self._game.notation.parse(text)
        tried = [*self._made, move]
        self.say = None
        try:
            self.match.play(LEARNER, move)
        except IllegalMove:
            self.say = next((way.say for way in self._ways if way.refused and way.tried == tried), None)
            raise
        self._made = tried

    def play_replies(self) -> Iterator[None]:
        """Make the moves that come after the learner's, one by one, and set `outcome` and `say`."""
        way = self._way()
        if way is None:
            self.outcome = Outcome.WRONG
            yield from self._play_others()
        else:
            yield from self._play_script(way)

    def _way(self) -> Way | None:
        """The way that the learner is on, a right one where there is one."""
        number = len(self._made)
        return next((way for way in self._ways if not way.refused and way.moves[:number] == self._made), None)

    def _play_script(self, way: Way) -> Iterator[None]:
        for line in way.replies(len(self._made)):
            self._run.make(line)
            yield
        if way.moves == self._made:
            self._run.draw_what_is_due()
            self.outcome = Outcome.WRONG if way.say else Outcome.RIGHT
            self.say = way.say
        else:
            self._run.come_to(LEARNER)
        yield

    def _play_others(self) -> Iterator[None]:
        """Where nothing is written, others play by rules, until the learner is to act."""
        for _ in range(MOST_MOVES):
            self._run.draw_what_is_due()
            if self.match.round_over or LEARNER in self.match.acting:
                break
            seat = self.match.acting[0]
            self.match.play(seat, self._game.choose(self.match.seen(seat), seat))
            yield
        yield

    def hint(self) -> str | None:
        """A right move in this position, in notation; None where no right way is left."""
        way = self._way()
        if way is None or way.say or way.moves == self._made:
            return None
        return self._game.notation.write(way.moves[len(self._made)])
