"""Files that are written whole or not at all, whenever a program is stopped."""

from pathlib import Path

import msgspec


def write_whole(file: Path, content: bytes) -> None:
    """Write a file whole or not at all. Raises OSError."""
    part = file.with_name(f"{file.name}.part")
    part.write_bytes(content)
    part.replace(file)


def write_record(file: Path, record: object) -> None:
    """Write a record as JSON that people can read, whole or not at all. Raises OSError."""
    write_whole(file, msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n")
