"""What nobody will ask for again is deleted a hundred rows at a time: no move waits long for its turn."""

from collections.abc import Collection, Iterator, Sequence
from typing import TypeVar

from sevenfold.server.storage.backend import Backend
from sevenfold.server.storage.statements import NONE, Statement, Values

T = TypeVar("T")

AT_ONCE = 100
"""How many rows are deleted in one transaction."""


def batches(rows: Sequence[T]) -> Iterator[Sequence[T]]:
    """What is deleted in one transaction each."""
    for first in range(0, len(rows), AT_ONCE):
        yield rows[first : first + AT_ONCE]


class Sweep:
    """The rows of a table for which a condition holds. Rows with the same `key` go together."""

    def __init__(self, table: str, condition: str, *, key: str = "id") -> None:
        self._find = Statement(f"SELECT DISTINCT {key} AS id FROM {table} WHERE {condition} ORDER BY id")
        self._delete = Statement(f"DELETE FROM {table} WHERE {key} = :id AND {condition}")

    async def run(self, backend: Backend, values: Values = NONE, *, but: Collection[str] = ()) -> int:
        """Delete them, except those named. Return how many there were."""
        found = [row["id"] for row in await backend.rows(self._find, values, long=True)]
        to_go = [{**values, "id": each} for each in found if each not in but]
        swept = 0
        for some in batches(to_go):
            async with backend.transaction(long=True) as transaction:
                swept += await transaction.change(self._delete.of(some))
        return swept
