"""How a server is set up."""

import tempfile
from pathlib import Path

import msgspec
import platformdirs


class DataFolderNotWritable(OSError):
    """The folder for the database cannot be made or written to."""

    def __init__(self, folder: Path, reason: str) -> None:
        super().__init__(f"the data folder {folder} cannot be written to ({reason}); choose another")
        self.folder = folder


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Where a server keeps its data, where it listens, and where the built client lies.

    `database_url` is for another database than the one in the data folder. With `compile` a process of its
    own compiles the games for bots that search, unless their machine code is in the cache.
    """

    data: Path = msgspec.field(default_factory=lambda: platformdirs.user_data_path("sevenfold"))
    database_url: str | None = None
    host: str = "127.0.0.1"
    port: int = 7777
    compile: bool = False
    static: Path = Path(__file__).with_name("static")

    @property
    def database(self) -> str:
        """The URL of the database, for SQLAlchemy."""
        return self.database_url or f"sqlite+aiosqlite:///{self.data / 'sevenfold.db'}"


def check_data_folder(folder: Path) -> None:
    """Make the folder if need be. Raises DataFolderNotWritable."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise DataFolderNotWritable(folder, error.strerror or str(error)) from None
