"""A match that is to be opened, as one value."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.model.lobby_settings import OPEN_LOBBY, LobbySettings
from bot.model.match import Fork, UserId
from bot.model.pace import NO_CLOCK, Pace


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMatch:
    """The choices with which a match is opened."""

    guild: int
    channel: int
    in_conversation: bool = False
    """Whether the channel is a conversation of people without the bot (`Match.in_conversation`)."""
    host: UserId
    game: str
    options: Mapping[str, str] = field(default_factory=dict)
    """Options of the game by name; those that are left out have their default values."""
    deck: str | None = None
    """The id of a ready-made deck or of one of the host's own; None: the host's default, else a random ready-made
    one.
    """
    pace: Pace = NO_CLOCK
    settings: LobbySettings = OPEN_LOBBY
    """The settings of the lobby; without a closing time, it closes `STANDS` seconds after its last change."""
    levels: Sequence[str] = ()
    """The levels of the computers that take seats."""
    fork: Fork | None = None
    """The decision of a finished match from which the match continues; None: it begins with a deal of its own."""
    best_of: int | None = None
    """The maximum number of games in a series of two players; None: a single match, or a later game of a series."""
