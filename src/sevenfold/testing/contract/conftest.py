"""What the contract needs: the libraries of the extra `testing`, and how Hypothesis searches."""

from importlib.util import find_spec

import pytest

NEEDED = ("hypothesis", "numba", "numpy")

if missing := [name for name in NEEDED if find_spec(name) is None]:
    raise pytest.UsageError(
        f"the contract needs {' and '.join(missing)}, not installed here; install sevenfold[testing]"
    )

from sevenfold.testing.profiles import load_profile  # noqa: E402  # it imports Hypothesis

load_profile()
pytest.register_assert_rewrite("sevenfold.testing.contract.laws", "sevenfold.testing.contract.tables")
