"""Log that a database was lost: at most one line a minute, however many connections are being retried."""

import time
from collections.abc import Callable
from typing import Final

import structlog

_INTERVAL: Final = 60.0
"""The minimum seconds between two lines about the same outage."""

_log = structlog.get_logger(__name__)


class OutageLog:
    """Logs outages on behalf of all connections to one database."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        """now: returns the present moment in seconds."""
        self._now = now
        self._lost = 0
        """The number of connections that are lost at present."""
        self._latest: float | None = None
        """The moment of the latest line about the present outage; None: there is no outage."""

    def begin(self) -> None:
        """Log that a connection was lost, unless another one is lost already."""
        self._lost += 1
        if self._lost == 1:
            _log.error("a connection to the database was lost and is opened anew")

    def go_on(self, cause: str) -> None:
        """Log that the server cannot be reached, at most once a minute."""
        now = self._now()
        if self._latest is None or now - self._latest >= _INTERVAL:
            self._latest = now
            _log.error("the database cannot be reached; trying again", cause=cause)

    def end(self) -> None:
        """Note that a lost connection is back. If all are, log that the server can be reached again, once for each
        outage.
        """
        self._lost -= 1
        if self._lost == 0 and self._latest is not None:
            self._latest = None
            _log.info("the database can be reached again")
