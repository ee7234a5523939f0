"""What a page's main thread did, from a Chromium trace: its tasks, and what of each was script or paint.

Times are the thread's own: what else the machine does meanwhile is not counted.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing", "toplevel"]
TASK = "RunTask"
KINDS = {
    "script": ("FunctionCall", "EvaluateScript", "FireAnimationFrame", "TimerFire", "EventDispatch"),
    "style": ("UpdateLayoutTree", "ParseAuthorStyleSheet"),
    "layout": ("Layout", "HitTest"),
    "paint": ("PrePaint", "Paint", "PaintImage", "Layerize", "UpdateLayer", "Commit"),
}
"""The kind of each part of a task's time, by the innermost of these steps around it; else it is `other`."""

COLUMNS = (*KINDS, "other")
KIND_OF = {step: kind for kind, steps in KINDS.items() for step in steps}
SCRIPT = ("v8.", "V8.", "RunMicrotasks", "BlinkScheduler_PerformMicrotaskCheckpoint")
"""How the names of further steps begin that all count as script: also its garbage and its modules."""
RASTER = ("RasterTask", "ImageDecodeTask")

Trace = Mapping[str, Any]


@dataclass(frozen=True)
class Span:
    """Something that a thread did, in microseconds: `begin` is wall time, `length` the thread's own time."""

    name: str
    begin: float
    end: float
    length: float


@dataclass(frozen=True)
class Task:
    """A task of the main thread: when it began, in ms after the first card, and how long each work took."""

    begin: float
    kinds: Mapping[str, float]

    @property
    def length(self) -> float:
        return sum(self.kinds.values())

    def __str__(self) -> str:
        spent = ((kind, round(time)) for kind, time in self.kinds.items())
        parts = ", ".join(f"{kind} {time}" for kind, time in spent if time)
        return f"{self.length:.0f} ms at {self.begin:+.0f} ms: {parts}"


def total(tasks: Iterable[Task]) -> float:
    return sum(task.length for task in tasks)


@dataclass(frozen=True)
class Work:
    """The work from the first card on for a while: by the main thread, and by threads that draw pixels."""

    opening: Sequence[Task]
    """What came before the first card, from the tap that asked for the table on."""
    tasks: Sequence[Task]
    raster: float

    @property
    def kinds(self) -> Mapping[str, float]:
        kinds: Counter[str] = Counter()
        for task in self.tasks:
            kinds.update(task.kinds)
        return kinds

    def longer_than(self, length: float) -> list[Task]:
        return [task for task in self.tasks if task.length > length]

    def longest(self, count: int) -> list[Task]:
        return sorted((*self.opening, *self.tasks), key=lambda task: task.length, reverse=True)[:count]


def work_in(trace: Trace, opened: str, first: str, during: float) -> Work:
    """The work from the first card on for so many ms, and from the opening to it; the page marks both."""
    events = [event for event in trace["traceEvents"] if "ts" in event]
    marks = {event["name"]: event for event in events if event["name"] in {opened, first}}
    page = marks[first]["pid"], marks[first]["tid"]
    start, card = marks[opened]["ts"], marks[first]["ts"]
    end = card + during * 1000
    tasks = [
        (task, Task((task.begin - card) / 1000, kinds))
        for task, kinds in tasks_of(
            spans_of(event for event in events if (event["pid"], event["tid"]) == page)
        )
    ]
    raster = (
        event.get("tdur", event["dur"])
        for event in events
        if event["name"] in RASTER and event["ph"] == "X" and card <= event["ts"] < end
    )
    return Work(
        opening=[task for span, task in tasks if start <= span.begin <= card],
        tasks=[task for span, task in tasks if card < span.begin < end],
        raster=sum(raster) / 1000,
    )


def spans_of(events: Iterable[Trace]) -> list[Span]:
    """What one thread did, outer spans before those within them."""
    spans = [
        Span(event["name"], event["ts"], event["ts"] + event["dur"], event.get("tdur", event["dur"]))
        for event in events
        if event["ph"] == "X"
    ]
    return sorted(spans, key=lambda span: (span.begin, -span.end))


def tasks_of(spans: Sequence[Span]) -> Iterator[tuple[Span, dict[str, float]]]:
    """Each task with the time of each kind of work in it, in ms."""
    within: list[tuple[Span, str]] = []
    task, kinds = None, defaultdict[str, float](float)
    for span in spans:
        while within and span.begin >= within[-1][0].end:
            within.pop()
        if span.name == TASK and not within:
            if task:
                yield task, in_order(kinds)
            task, kinds = span, defaultdict(float)
        if task is None or span.begin >= task.end:
            continue
        outer = within[-1][1] if within else None
        kind = kind_of(span.name, outer)
        kinds[kind] += span.length / 1000
        if outer:
            kinds[outer] -= span.length / 1000
        within.append((span, kind))
    if task:
        yield task, in_order(kinds)


def in_order(kinds: Mapping[str, float]) -> dict[str, float]:
    return {kind: max(0.0, kinds.get(kind, 0.0)) for kind in COLUMNS}


def kind_of(step: str, outer: str | None) -> str:
    """The kind of a step. A step that is not known has the kind of the step around it."""
    if step.startswith(SCRIPT):
        return "script"
    return KIND_OF.get(step) or outer or "other"
