"""Imports everything that a server imports when it starts.

Each server process of the tests is forked from a process that has imported this. That process has no threads
and no connections.
"""

import asyncio
import gc
from pathlib import Path
from tempfile import TemporaryDirectory

import uvicorn.lifespan.on  # noqa: F401  # uvicorn imports it by its name

from sevenfold.server.app import create_app
from sevenfold.server.metrics import Metrics
from sevenfold.server.settings import Settings
from sevenfold.server.storage.upgrade import migrate

with TemporaryDirectory() as folder:
    settings = Settings(data=Path(folder))
    create_app(settings, Metrics())
    asyncio.run(migrate(settings.database))

# if each copy's garbage collector went through these objects, their memory would be copied, too
gc.collect()
gc.freeze()
