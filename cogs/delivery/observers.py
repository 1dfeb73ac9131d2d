"""Tell subscribers about answers and deliveries, without names, ids of users or contents."""

from typing import Protocol

from bot.model.match import Match
from cogs.delivery.error_meanings import Meaning


class Observer(Protocol):
    """Is told about answers and deliveries, on the event loop. No method may raise."""

    def answered(self, seconds: float) -> None:
        """Note the time from an interaction to its first answer."""

    def pictured(self, seconds: float) -> None:
        """Note the time from an interaction to the first picture in an answer to it."""

    def failed(self, meaning: Meaning) -> None:
        """Note an error that occurred in an answer or a delivery."""

    def board_shown(self, match: Match) -> None:
        """Note that the board of a match now shows this version of the match."""

    def forbidden(self, match: Match) -> None:
        """Note that the bot may not show a match in its channel."""


class Observers:
    """Passes everything on to all observers; without any, to nobody."""

    def __init__(self) -> None:
        self._observers: list[Observer] = []

    def add(self, observer: Observer) -> None:
        """Tell an observer of everything from now on."""
        self._observers.append(observer)

    def answered(self, seconds: float) -> None:
        """Tell all observers."""
        for observer in self._observers:
            observer.answered(seconds)

    def pictured(self, seconds: float) -> None:
        """Tell all observers."""
        for observer in self._observers:
            observer.pictured(seconds)

    def failed(self, meaning: Meaning) -> None:
        """Tell all observers."""
        for observer in self._observers:
            observer.failed(meaning)

    def board_shown(self, match: Match) -> None:
        """Tell all observers."""
        for observer in self._observers:
            observer.board_shown(match)

    def forbidden(self, match: Match) -> None:
        """Tell all observers."""
        for observer in self._observers:
            observer.forbidden(match)
