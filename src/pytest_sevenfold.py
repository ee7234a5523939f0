"""The option `--game` of pytest, for `pytest --pyargs sevenfold.testing --game NAME`.

It is no part of the package `sevenfold`, since pytest imports it in every run of an environment in which
Sevenfold is installed.
"""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    parser.getgroup("sevenfold").addoption(
        "--game",
        action="append",
        metavar="NAME",
        default=[],
        help="run Sevenfold's contract for this game alone (pytest --pyargs sevenfold.testing)",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Choose the games that are named, before any test is collected."""
    names = config.getoption("--game")
    if not names:
        return
    from sevenfold.errors import SevenfoldError
    from sevenfold.testing import games

    try:
        games.choose(names)
    except SevenfoldError as error:
        raise pytest.UsageError(f"--game: {error}") from None
