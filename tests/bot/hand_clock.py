"""A clock that is moved by hand."""

from datetime import UTC, datetime


class Time:
    """A clock that starts in 2026 and moves only when a test says so."""

    def __init__(self) -> None:
        self.seconds = datetime(2026, 1, 1, tzinfo=UTC).timestamp()

    def __call__(self) -> datetime:
        return datetime.fromtimestamp(self.seconds, UTC)

    def go_on(self, seconds: float) -> None:
        self.seconds += seconds
