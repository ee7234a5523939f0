"""Compiled games: the rules of `games/`, compiled as they stand, and many rounds at once.

`layout` says how a state is a record, `subset` what can be compiled; that is the same for every machine.
`cpu` compiles for this processor and `cuda` for a GPU.
"""

from sevenfold.errors import SevenfoldError


class CompiledUnavailable(SevenfoldError):
    """A game cannot be compiled here; plain Python plays it as well, only slower.

    >>> import sevenfold
    >>> print(sevenfold.CompiledUnavailable("lockup", "Numba is not installed"))
    lockup is played by plain Python: Numba is not installed
    """

    def __init__(self, game: str, reason: str) -> None:
        super().__init__(f"{game} is played by plain Python: {reason}")
        self.game = game
        self.reason = reason
