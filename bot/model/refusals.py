"""Refusals: requests that cannot be met, as values that callers tell apart by their class.

Callers catch a category and raise a reason. A reason is a subclass with the data that its sentence needs, in
`bot.model.reasons` or beside its feature. Only the user interface writes sentences.
"""

from dataclasses import dataclass, field, is_dataclass
from inspect import get_annotations
from typing import dataclass_transform


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
class Refusal(Exception):  # noqa: N818 # a refusal is not a fault of the program
    """A request that cannot be met.

    Its fields hold nothing that the user who asked may not know. Every subclass is made a dataclass whose fields are
    given by name and never change. `frozen=True` would be wrong at runtime: `contextlib` sets `__traceback__`.
    """

    def __init_subclass__(cls) -> None:
        if get_annotations(cls) or not is_dataclass(cls):  # the others inherit all; each one made slows down the start
            dataclass(kw_only=True, unsafe_hash=True)(cls)

    def __str__(self) -> str:
        """Return the name of the class, for logs. The user interface writes the sentence."""
        return type(self).__name__


class NoSuchMatch(Refusal):
    """No match fits the request."""


class NoSuchGame(Refusal):
    """No game fits the request."""


class ChannelTaken(Refusal):
    """The channel has a lobby or a live match already."""


class TooManyMatches(Refusal):
    """The server has as many lobbies and live matches as its admins allow."""


class NotAtThisTable(Refusal):
    """The user in question has no seat in the match."""


class AlreadyAtThisTable(Refusal):
    """The user who is to get a seat already has one."""


class NotTheHost(Refusal):
    """Only the host may do this."""


class NotALobby(Refusal):
    """The match is not a lobby, or not the one that was meant."""


class NotLive(Refusal):
    """The match is not in play, or has no table to show."""


class TableFull(Refusal):
    """No seat is free for the request."""


class TooFewPlayers(Refusal):
    """The game is not for this number of players."""


class NotYourDecision(Refusal):
    """The user has a seat, but nothing to decide now."""


class StaleDecision(Refusal):
    """The request was made for a state that has passed."""


class NotUnderstood(Refusal):
    """The text or the button means nothing here."""


class NotAllowed(Refusal):
    """The rules of the game or the settings of the table forbid it now."""


class BadTable(Refusal):
    """The match cannot begin with these options, decks or teams."""


class BadPace(Refusal):
    """The text is not a pace that can be played here."""


class BadHours(Refusal):
    """The text does not describe active hours, or the clock would hardly ever run in them."""


class NeedsConsent(Refusal):
    """The action needs the consent of the other players, who can be asked (`bot.application.table.consent`)."""


class NothingProposed(Refusal):
    """The proposal is settled, has expired, or is answered in another way."""


class Unavailable(Refusal):
    """The bot failed: nothing was changed, and the log tells the operator the cause."""
