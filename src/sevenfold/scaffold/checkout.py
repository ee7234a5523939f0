"""The checkout of Sevenfold in which a game is added."""

from pathlib import Path

from sevenfold.errors import SevenfoldError


class NotACheckout(SevenfoldError):
    """The package is installed somewhere else than in a checkout, which has the tests too."""

    def __init__(self, package: Path) -> None:
        super().__init__(
            f"{package} is no checkout of Sevenfold; clone the repository, run `make play` in it once, "
            "and use its .venv/bin/sevenfold"
        )
        self.package = package


def find_checkout() -> Path:
    """The checkout that this package is run from. Raises NotACheckout."""
    package = Path(__file__).parents[1]
    root = package.parents[1]
    if not (root / "pyproject.toml").is_file() or not (root / "tests" / "games").is_dir():
        raise NotACheckout(package)
    return root


def game_folder(root: Path, name: str) -> Path:
    """Where the code of a game lies."""
    return root / "src" / "sevenfold" / "games" / name


def tests_folder(root: Path, name: str) -> Path:
    """Where the tests of a game lie."""
    return root / "tests" / "games" / name
