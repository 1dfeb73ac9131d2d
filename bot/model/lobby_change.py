"""The changes of a lobby that can be refused because of their moment or of the user who asks."""

from enum import Enum, auto


class LobbyChange(Enum):
    """What a user wants to do with a lobby."""

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
