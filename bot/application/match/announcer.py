"""Announce each committed change to the rest of the process, right after the commit."""

from collections.abc import Callable

from bot.model.match import MatchId
from bot.model.position import Position


class Announcer:
    """Call subscribers about events in matches, on the event loop, in the order in which they subscribed."""

    def __init__(self) -> None:
        self._changed: list[Callable[[Position], None]] = []
        self._pending: list[Callable[[MatchId], None]] = []
        self._due: list[Callable[[MatchId, float], None]] = []
        self._looks: list[Callable[[], None]] = []

    def on_changed(self, subscriber: Callable[[Position], None]) -> None:
        """Call the subscriber with every position that is committed."""
        self._changed.append(subscriber)

    def on_pending(self, subscriber: Callable[[MatchId], None]) -> None:
        """Call the subscriber with every match that has messages to deliver."""
        self._pending.append(subscriber)

    def on_due(self, subscriber: Callable[[MatchId, float], None]) -> None:
        """Call the subscriber with a match and the moment at which a duty is next due in it, in seconds since
        1970-01-01 UTC, if no change of the match announces that.
        """
        self._due.append(subscriber)

    def on_look(self, subscriber: Callable[[], None]) -> None:
        """Call the subscriber at intervals while other processes use the same database, to look for work that a dead
        process has left undone.
        """
        self._looks.append(subscriber)

    def look(self) -> None:
        """Call the subscribers of `on_look`."""
        for subscriber in self._looks:
            subscriber()

    def changed(self, position: Position) -> None:
        """Announce a committed position, and that its match has messages to deliver."""
        for subscriber in self._changed:
            subscriber(position)
        self.pending(position.match.id)

    def pending(self, match_id: MatchId) -> None:
        """Announce that a match has messages to deliver."""
        for subscriber in self._pending:
            subscriber(match_id)

    def due(self, match_id: MatchId, moment: float) -> None:
        """Announce the moment at which a duty is next due in a match, when no change of the match announces that."""
        for subscriber in self._due:
            subscriber(match_id, moment)
