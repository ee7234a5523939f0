"""The server's log, on stderr: for people, or a JSON object a line for machines.

No cookie, seed, card or key of a link is in it. A line caused by a request has the request's id, which the
answer has as `x-request-id`.
"""

import logging
import sys
from typing import Any

import structlog
from structlog.stdlib import ProcessorFormatter
from structlog.typing import Processor

from sevenfold.server.settings import LogForm

_WITH: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso"),
]
"""What every line has."""


def set_up_log(form: LogForm) -> None:
    """Write our own lines in this form."""
    structlog.configure(
        processors=[*_WITH, *_written_as(form)], logger_factory=structlog.PrintLoggerFactory(sys.stderr)
    )


def _written_as(form: LogForm) -> list[Processor]:
    """Plain tracebacks: those that show variables would write seeds and cookies into the log."""
    if form == "json":
        return [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    plain = structlog.dev.plain_traceback
    return [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain)]


def uvicorn_log(form: LogForm) -> dict[str, Any]:
    """The same for uvicorn's lines, as `logging.config` takes it. Mistakes of clients are not logged.

    Nor are psycopg's warnings, since it also raises them as errors.
    """

    def formatter() -> logging.Formatter:
        written_as = [ProcessorFormatter.remove_processors_meta, *_written_as(form)]
        return ProcessorFormatter(processors=written_as, foreign_pre_chain=_WITH)

    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"ours": {"()": formatter}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "ours"}},
        "loggers": {
            "uvicorn": {"handlers": ["stderr"], "level": "ERROR", "propagate": False},
            "psycopg": {"level": "ERROR"},
        },
    }
