"""Logging: one line a record, as text or as JSON, for our records and those of discord.py.

Callers must never pass a secret to a logger: no token, hand, deck order, seed or state. If one slips in by mistake,
`[secret]` is written in its place. The records of libraries are redacted, at every level and for every handler.
"""

import logging
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from traceback import extract_tb
from typing import Final, Literal, TextIO

import structlog
from pydantic import SecretStr
from structlog.typing import EventDict, Processor, WrappedLogger

from bot.redaction import BLOT, RedactedRecord, without_tokens

LogFormat = Literal["text", "json"]

_SECRET_KEYS: Final = frozenset({"token", "seed", "state", "table", "deal", "decks", "hand", "hands", "cards", "view"})


def set_up_logging(level: str, form: LogFormat, secrets: Sequence[SecretStr] = (), out: TextIO | None = None) -> None:
    """Write all records, ours and discord.py's, to `out` (by default stderr), one line each. Call this once, at the
    start.
    """
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.StackInfoRenderer(),
        _blot_keys,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(out or sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,  # tracebacks never show the values of variables
                _blotted(_renderer(form, out or sys.stderr), secrets),
            ],
        )
    )
    logging.setLogRecordFactory(RedactedRecord)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)


def origin(error: BaseException) -> str:
    """Return the class of an error and the file and line that raised it, without its text, which may quote a secret."""
    frames = extract_tb(error.__traceback__)
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return type(error).__name__ + place


def _renderer(form: LogFormat, out: TextIO) -> Processor:
    if form == "json":
        return structlog.processors.JSONRenderer(ensure_ascii=False)
    return structlog.dev.ConsoleRenderer(colors=out.isatty(), exception_formatter=structlog.dev.plain_traceback)


def _blot_keys(_logger: WrappedLogger, _name: str, line: EventDict) -> EventDict:
    return {key: BLOT if key in _SECRET_KEYS else value for key, value in line.items()}


def _blotted(render: Processor, secrets: Sequence[SecretStr]) -> Callable[[WrappedLogger, str, EventDict], str]:
    secret_texts = [secret.get_secret_value() for secret in secrets if secret.get_secret_value()]

    def blot(logger: WrappedLogger, name: str, line: EventDict) -> str:
        text = str(render(logger, name, line))
        for secret in secret_texts:
            text = text.replace(secret, BLOT)
        return without_tokens(text)

    return blot
