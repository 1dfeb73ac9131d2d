"""The content of a message on Discord, as far as it decides whether to edit the message, move it or draw it again."""

from dataclasses import dataclass

from render.palette import Theme


@dataclass(frozen=True, slots=True)
class LobbyShown:
    """A board that shows a lobby, open or closed."""


@dataclass(frozen=True, slots=True)
class TableShown:
    """A board that shows the table of a live match."""

    asked_ply: int
    """The latest ply that gave a decision to a seat that had none (`bot.model.table.Table.passed`)."""


@dataclass(frozen=True, slots=True)
class ResultShown:
    """A message that tells how a match ended."""


@dataclass(frozen=True, slots=True)
class QuarantineShown:
    """A board that says why a match is quarantined."""


@dataclass(frozen=True, slots=True)
class AbandonmentShown:
    """A board that says why a match ended without a result."""


BoardShown = LobbyShown | TableShown | ResultShown | QuarantineShown | AbandonmentShown


@dataclass(frozen=True, slots=True, kw_only=True)
class HandShown:
    """A hand in a direct message."""

    digest: str
    """The hash of the hand's content, except the events and the fields below."""
    may_undo: bool = False
    """Whether the message has an Undo button."""
    deadline: int | None = None
    """The moment at which its owner's clock runs out, in whole seconds since 1970-01-01 UTC; None: no clock runs."""
    theme: Theme = Theme.DARK
    for_phone: bool = False
    in_words: bool = False
    """Whether the picture is described in words above it."""
