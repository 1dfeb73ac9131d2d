"""Kinds of change to a lobby, for refusals that depend on the stage of the match or the user who asks."""

from enum import Enum, auto


class LobbyChange(Enum):
    """A change that a user wants to make to a lobby."""

    JOIN = auto()
    LEAVE = auto()
    INVITE = auto()
    ADD_COMPUTER = auto()
    REMOVE_COMPUTER = auto()
    CHOOSE_DECK = auto()
    CHOOSE_OPTION = auto()
    CHOOSE_PACE = auto()
    CHOOSE_TEAMS = auto()
    START = auto()
