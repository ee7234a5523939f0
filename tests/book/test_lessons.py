"""Lessons, where they are not those of a game: the contract has those."""

import pytest

from sevenfold.book.lessons import UnknownLesson, find_step, load_lessons
from sevenfold.games import package_of


def test_a_step_that_is_not_there() -> None:
    with pytest.raises(UnknownLesson, match="lockup has no step 'end' in a lesson 'basics'"):
        find_step(load_lessons(package_of("lockup")), "lockup", "basics", "end")
