"""Announce each commit to the rest of the process, right after it."""

from collections.abc import Callable

from bot.model.match import MatchId
from bot.model.position import Position


class Announcer:
    """Call subscribers on the event loop, in the order in which they subscribed."""

    def __init__(self) -> None:
        self._changed: list[Callable[[Position], None]] = []
        self._pending: list[Callable[[MatchId], None]] = []
        self._due: list[Callable[[MatchId, float], None]] = []
        self._looks: list[Callable[[], None]] = []

    def on_changed(self, subscriber: Callable[[Position], None]) -> None:
        """Call the subscriber with every position that is committed."""
        self._changed.append(subscriber)

    def on_pending(self, subscriber: Callable[[MatchId], None]) -> None:
        """Call the subscriber with every match that has something to deliver."""
        self._pending.append(subscriber)

    def on_due(self, subscriber: Callable[[MatchId, float], None]) -> None:
        """Call the subscriber with a match and the moment at which a duty is due in it, in seconds since 1970-01-01
        UTC.
        """
        self._due.append(subscriber)

    def on_look(self, subscriber: Callable[[], None]) -> None:
        """Call the subscriber now and then while other processes use the same database. One of them may have died and
        left its work undone.
        """
        self._looks.append(subscriber)

    def look(self) -> None:
        """Call the subscribers of `on_look`, who look in the database for work to do."""
        for subscriber in self._looks:
            subscriber()

    def changed(self, position: Position) -> None:
        """Announce a committed position, and that its match has something to deliver."""
        for subscriber in self._changed:
            subscriber(position)
        self.pending(position.match.id)

    def pending(self, match_id: MatchId) -> None:
        """Announce that a match has something to deliver."""
        for subscriber in self._pending:
            subscriber(match_id)

    def due(self, match_id: MatchId, moment: float) -> None:
        """Announce the moment at which a duty is due in a match, if no change of the match announces it."""
        for subscriber in self._due:
            subscriber(match_id, moment)
