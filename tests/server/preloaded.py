"""What every server process of the tests begins with: all that a server imports when it starts.

The process that is copied for each server imports this. It holds no thread and no connection.
"""

import asyncio
import gc
from pathlib import Path
from tempfile import TemporaryDirectory

import uvicorn.lifespan.on  # noqa: F401  # uvicorn imports it by its name

from sevenfold.server.app import create_app
from sevenfold.server.metrics import Metrics
from sevenfold.server.settings import Settings
from sevenfold.server.storage.database import migrate

with TemporaryDirectory() as folder:
    settings = Settings(data=Path(folder))
    create_app(settings, Metrics())
    asyncio.run(migrate(settings.database))

# looking through what is imported once more in every copy would also copy its memory
gc.collect()
gc.freeze()
