"""Held-out deals that nobody can train on: of a secret of which the hash is known, and which is told later.

The seeds of version 1 are public, so that all of it can be checked at once; only their word keeps entrants
from training on them. Deals that follow from a secret have no such hole. Its hash is in `committed.json` from
the beginning, so nobody can choose it to suit a result, and whoever is given it later plays them again.
"""

from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from sevenfold.errors import SevenfoldError
from sevenfold.suite.tasks import Task, read_part

COMMITTED = "committed.json"


class Committed(msgspec.Struct, frozen=True, kw_only=True):
    """A secret before it is told: the SHA-256 of its file, and the day from which the file is public."""

    sha256: str
    told: str


class NotCommitted(SevenfoldError, ValueError):
    """A file that is none of the secrets."""

    def __init__(self, file: Path) -> None:
        super().__init__(
            f"{file} is not the secret of held-out deals: its SHA-256 is not in {COMMITTED}; ask the "
            "maintainers for the file, or leave the option out for the public deals (docs/benchmark.md)"
        )
        self.file = file


def committed() -> dict[str, Committed]:
    """The secrets there are, by hash."""
    found: Any = msgspec.json.decode(read_part(COMMITTED), type=list[Committed])
    return {each.sha256: each for each in found}


def read_secret(file: Path) -> bytes:
    """The secret of a file. Raises NotCommitted, OSError."""
    secret = file.read_bytes()
    if secret_hash(secret) not in committed():
        raise NotCommitted(file)
    return secret


def secret_hash(secret: bytes) -> str:
    """What is told of a secret at once."""
    return sha256(secret).hexdigest()


def held_out(task: Task, secret: bytes) -> Task:
    """The task with deals that follow from a secret, others in each task."""
    seed = int.from_bytes(sha256(secret + task.name.encode()).digest()[:7], "big")
    return msgspec.structs.replace(task, seed=seed)
