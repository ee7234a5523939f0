"""YAML files: scenarios, lessons and glossaries."""

from importlib.resources.abc import Traversable
from typing import Any

import yaml

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The parser in C is ten times as fast; PyYAML has it wherever it was built with LibYAML."""


def read_yaml(path: Traversable) -> Any:
    """What a file holds. Raises OSError, yaml.YAMLError, ValueError and RecursionError."""
    return yaml.load(path.read_text(encoding="utf-8"), LOADER)
