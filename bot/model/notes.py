"""Notes: messages that are sent once, to a seat or to everyone in the channel. Each holds the data for its text.

The rest of the text is made from the match when the note is delivered.
"""

from dataclasses import dataclass

from bot.model.match import UserId
from bot.model.proposal import Terms


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A text that the user interface has written itself: a whisper, or the reason why a match cannot be shown."""

    author_id: UserId | None = None
    """The user who wrote a whisper and can export it while it waits; None: the text is not a whisper."""
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyExpired:
    """The lobby was closed automatically."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GuestUnreachable:
    """A user has left the lobby again, because the bot cannot write to the direct messages in which they sat."""

    user_id: UserId


@dataclass(frozen=True, slots=True, kw_only=True)
class DealCommitted:
    """The match starts as soon as this message is posted: it shows the commitment to the deal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbiesMerged:
    """The seat's player was moved here from another lobby."""

    from_match_id: int
    has_begun: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RulesChanged:
    """The rules have changed since the latest version that the player has played by."""

    known_version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchEnded:
    """The match has a result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchAbandoned:
    """The match was ended without a result, by this action of a user at a moment in seconds since 1970-01-01 UTC."""

    user_id: UserId | None
    """The user; None: a former member, whose data are deleted."""
    action: str
    """An `AdminActionKind`."""
    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchUnreachable:
    """The match was ended without a result, because its channel could not be reached for `days` days."""

    days: int


@dataclass(frozen=True, slots=True, kw_only=True)
class StillLooking:
    """The opponent who was found in the common queue does not play, and the seat's player goes on waiting."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatMoved:
    """The seat has its board in these direct messages from now on, because its server or channel is absent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupRestored:
    """The match goes on from a backup, made at `made_at` in seconds since 1970-01-01 UTC. Later moves are lost."""

    made_at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalMade:
    """A player asks the others to agree."""

    user_id: UserId
    terms: Terms


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalRefused:
    """A player has refused the seat's proposal."""

    user_id: UserId
    terms: Terms


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposalExpired:
    """The others did not agree to the seat's proposal in time."""

    terms: Terms


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeoutVoteOpened:
    """A player is out of time, and the others vote."""

    user_id: UserId


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnTimeoutVoteOpened:
    """The seat is out of time, and the others vote."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsenceNoticed:
    """A user has not moved for so long that those who wait can claim that they are absent."""

    user_id: UserId


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnAbsenceNoticed:
    """The seat has not moved for so long that those who wait can claim that its player is absent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AbsenceClaimed:
    """The players who wait have claimed that the seat's player is absent. until: the moment by which the player has to
    move, in seconds since 1970-01-01 UTC.
    """

    until: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MoreTimeGiven:
    """The others gave the seat more time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakEnded:
    """A player has ended the break of the match."""

    user_id: UserId


@dataclass(frozen=True, slots=True, kw_only=True)
class HolidayTaken:
    """A player is or will be on holiday. Moments are in seconds since 1970-01-01 UTC."""

    user_id: UserId
    begins_at: int
    ends_at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HolidayCancelled:
    """A player has ended or cancelled their holiday."""

    user_id: UserId


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A player who sits elsewhere has said something. phrase: a `bot.model.phrases.Phrase`."""

    user_id: UserId
    phrase: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatOffered:
    """A player offers their seat. to: who may take it; None: anyone who has not played in the match."""

    owner_id: UserId
    to: UserId | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken:
    """A user has taken over another user's seat."""

    user_id: UserId
    owner_id: UserId


@dataclass(frozen=True, slots=True, kw_only=True)
class ComputerTookOver:
    """A computer of this level has taken over a user's seat."""

    level: str
    owner_id: UserId


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedTurned:
    """The chances in a match have changed a lot, judged by public facts only. For a user who watches the match."""

    seat: int
    """The seat that gained most."""
    percent: int
    """The seat's estimated chance to win, in percent."""
    leads: bool
    """Whether the seat has taken the lead."""
    landmark: str
    """The game's name for the moment; "" if it has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchedEnded:
    """A match has ended. For a user who watched the match."""


AboutMatch = (
    LobbyExpired
    | GuestUnreachable
    | LobbiesMerged
    | MatchEnded
    | MatchAbandoned
    | MatchUnreachable
    | SeatMoved
    | StillLooking
    | BackupRestored
)
"""The notes about a match as a whole."""
AboutTable = (
    ProposalMade
    | ProposalRefused
    | ProposalExpired
    | TimeoutVoteOpened
    | OwnTimeoutVoteOpened
    | AbsenceNoticed
    | OwnAbsenceNoticed
    | AbsenceClaimed
    | MoreTimeGiven
    | BreakEnded
    | HolidayTaken
    | HolidayCancelled
    | SeatOffered
    | SeatTaken
    | ComputerTookOver
)
"""The notes about the players at a table and what they agree on."""
Note = AboutMatch | AboutTable | Written | DealCommitted | RulesChanged | Said | WatchedTurned | WatchedEnded
