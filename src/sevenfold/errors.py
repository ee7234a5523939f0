"""The class that all errors of Sevenfold share."""

from typing import Any


class SevenfoldError(Exception):
    """What Sevenfold raises. Each error is a class of its own, with its data as attributes.

    It can be pickled, so that a worker's error arrives as it was raised:

    >>> import pickle
    >>> from sevenfold import UnknownGame
    >>> error = pickle.loads(pickle.dumps(UnknownGame("chess")))
    >>> isinstance(error, SevenfoldError), error.name
    (True, 'chess')
    """

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.args, self.__dict__)


def _again(kind: type[SevenfoldError], args: tuple[object, ...], values: dict[str, object]) -> SevenfoldError:
    """The error once more; its constructor takes the data that its message is made from, not the message."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(values)
    return error
