"""Reasons why a lobby cannot be opened, joined, changed or started."""

from dataclasses import dataclass

from bot.model.lobby_change import LobbyChange
from bot.model.refusals import (
    AlreadyAtThisTable,
    BadTable,
    ChannelTaken,
    NoSuchGame,
    NoSuchMatch,
    NotAllowed,
    NotALobby,
    NotAtThisTable,
    NotTheHost,
    TableFull,
    TooFewPlayers,
    TooManyMatches,
    Unavailable,
)


class UnknownCode(NoSuchMatch):
    """No lobby can be joined with this code: it was never given, or the match has begun or was closed."""

    code: str


class OnePlaceOnly(NotAllowed):
    """The players of this lobby must sit in one channel: it looks for players by itself, begins a series, or is played
    with a content pack, whose words are its server's.
    """

    match_id: int


class FixedByOtherMatch(NotAllowed):
    """The match is to continue another one, which has decided its decks, options and cards."""

    fork_of: int


class NoClockHere(NotAllowed):
    """The match is played in a conversation of people without the bot, where nobody can be told of a clock."""


class UnknownGame(NoSuchGame):
    """No game has this key. games: the keys of all games."""

    game: str
    games: tuple[str, ...]


class CardsOfOtherGame(BadTable):
    """A lobby cannot change to the cards of a game with other rules. title: of that game."""

    title: str


class ComparisonOver(BadTable):
    """The comparison that was to draw the cards of a match has ended, or is that of another game or server."""


class NotForComparison(BadTable):
    """A lobby cannot become part of a comparison: somebody else is in it, or it is of a kind that draws no cards."""


class ComputersNotCompared(BadTable):
    """No computer can join a match of a comparison."""


class LeftOutOfFigures(NotAllowed):
    """The user wants to be in no figure, so they cannot join a match of a comparison."""


class ChannelBusy(ChannelTaken):
    """The channel has a match."""


class ChannelBusyBefore(ChannelTaken):
    """The channel had a match a moment ago, which has ended since."""


class RematchChannelBusy(ChannelTaken):
    """The channel of a rematch has another match. match_id: its number; None: it has ended since."""

    match_id: int | None


class ServerFull(TooManyMatches):
    """The server has as many matches as its admins allow."""

    limit: int


class NextGameWaits(Unavailable):
    """The next game of a series cannot begin while its channel has another match, or its server too many."""


class NotYourRematch(NotAtThisTable):
    """The user did not play in the match for which they want a rematch."""


class MatchNotOver(NotAllowed):
    """The match for which a rematch is wanted has no result."""

    match_id: int


class SeatedWithBlocked(NotAllowed):
    """The user who asked has blocked a user who has a seat in the match."""


class AlreadySeated(AlreadyAtThisTable):
    """The user who asked has a seat in the lobby."""

    match_id: int


class AlreadyInvited(AlreadyAtThisTable):
    """All users who are to be invited have a seat or an invitation."""

    match_id: int


class LobbyFull(TableFull):
    """Every seat is taken."""

    match_id: int
    title: str
    seats: int


class SeatsReserved(TableFull):
    """The free seats are reserved. Also raised for blocked users, so that they cannot tell."""

    match_id: int


class CannotPlayNow(NotAllowed):
    """Users cannot be invited, because the operator has barred them. Only they learn that."""

    user_ids: tuple[int, ...]


class MoreThanSeats(TableFull):
    """There would be more players than the game has seats."""

    title: str
    seats: int
    wanted: int


class NotInvited(NotAtThisTable):
    """The user has no open invitation to the lobby."""

    match_id: int


class WrongPlayerCount(TooFewPlayers):
    """The game is not for this number of players. seated: the number of players in the lobby that was to start; None:
    no lobby was to start.
    """

    title: str
    seats: tuple[int, ...]
    seated: int | None = None


class UnknownOption(BadTable):
    """The game has no option of this name."""

    title: str
    option: str
    options: tuple[str, ...]


class UnknownValue(BadTable):
    """The option has no such value."""

    option: str
    value: str
    values: tuple[str, ...]


class PlayedWithoutDecks(BadTable):
    """A deck was chosen for a game that has none."""

    title: str


class UnknownDeck(BadTable):
    """The game has no ready-made deck of this id."""

    deck: str
    decks: tuple[str, ...]


class OptionsDoNotFit(BadTable):
    """The options do not go with the number of players. faults: the sentences of the rules."""

    faults: tuple[str, ...]


class NoComputerSeated(NotAtThisTable):
    """No computer has a seat in the lobby."""

    match_id: int


class NotInLobby(NotAtThisTable):
    """The user has no seat in the lobby."""

    match_id: int


class NotHost(NotTheHost):
    """Only the host may make this change, and the user is not the host."""

    match_id: int
    wanted: LobbyChange


class NoTeamsToChoose(BadTable):
    """With this number of players and these options, the game has no teams."""


class TeammateLeft(NotAtThisTable):
    """A chosen teammate has left the lobby."""


class WrongTeamSize(BadTable):
    """Too few or too many teammates were chosen. size: the number of players in a team, the host included."""

    size: int


class LobbyForOthers(NotALobby):
    """The lobby no longer looks for any game and pace that the user's match request names."""

    match_id: int


class LobbiesDoNotFit(NotALobby):
    """The players of one lobby do not all fit into the other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckTrouble:
    """A player whose own deck cannot be played."""

    user_id: int
    is_yours: bool
    """Whether the player is the user who asked."""
    was_deleted: bool
    """Whether the deck was deleted; if not, it was changed."""
    faults: tuple[str, ...] = ()
    """The sentences of the rules. Show them only to the owner of the deck."""


class DecksNotPlayable(BadTable):
    """Some players need to choose another deck."""

    troubles: tuple[DeckTrouble, ...]
