"""What a page's main thread did is read from a trace by Chromium."""

from typing import Any

import pytest

from bench.page_trace import Work, total, work_in

MAIN, OTHER = 1, 2


def span(
    name: str, begin: float, length: float, thread: int = MAIN, worked: float | None = None
) -> dict[str, Any]:
    """A span of a trace, in ms; `worked` is the thread's own time in it."""
    worked = length if worked is None else worked
    times = {"ts": begin * 1000, "dur": length * 1000, "tdur": worked * 1000}
    return {"name": name, "ph": "X", "pid": 7, "tid": thread, **times}


def mark(name: str, at: float) -> dict[str, Any]:
    return {"name": name, "ph": "I", "pid": 7, "tid": MAIN, "ts": at * 1000}


@pytest.fixture
def work() -> Work:
    events = [
        span("RunTask", 0, 5),  # before the table was asked for
        mark("opened", 10),
        span("RunTask", 20, 80),
        span("FunctionCall", 20, 70),
        span("Layout", 30, 20),
        mark("first card", 100),
        span("RunTask", 110, 40, worked=30),
        span("ThreadControllerImpl::RunTask", 110, 39, worked=29),
        span("FunctionCall", 112, 20, worked=15),
        span("UpdateLayoutTree", 114, 8, worked=5),
        span("HandlePostMessage", 115, 2, worked=1),
        span("Paint", 140, 4),
        span("RunTask", 160, 10, thread=OTHER),
        span("RasterTask", 161, 6, thread=OTHER),
        span("RunTask", 170, 8),
        span("RunTask", 300, 50),  # the deal is over
        {"name": "process_name", "ph": "M", "pid": 7, "tid": MAIN},
    ]
    return work_in({"traceEvents": events}, "opened", "first card", during=150)


def test_each_kind_of_work_is_counted_once_by_the_thread_s_own_time(work: Work) -> None:
    first, second = work.tasks
    assert first.kinds == {"script": 10, "style": 5, "layout": 0, "paint": 4, "other": 11}
    assert first.length == 30
    assert second.length == 8


def test_what_came_before_the_first_card_is_told_apart(work: Work) -> None:
    assert [task.kinds["layout"] for task in work.opening] == [20]
    assert total(work.opening) == 80
    assert total(work.tasks) == 38
    assert work.raster == 6


def test_long_tasks_are_found(work: Work) -> None:
    assert work.longer_than(16) == [work.tasks[0]]
    assert [str(task) for task in work.longest(2)] == [
        "80 ms at -80 ms: script 50, layout 20, other 10",
        "30 ms at +10 ms: script 10, style 5, paint 4, other 11",
    ]
