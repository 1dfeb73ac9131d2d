"""Why a request is refused: one exception class for each reason."""

from typing import Final

_ECHO: Final = 40


class Refusal(Exception):  # noqa: N818 # not an error of the program
    """A request that cannot be met. Its text is a kind sentence to the person who asked, saying what to do.

    The text holds nothing that the person may not know, and may be shown on Discord as it is.
    """


class NoSuchMatch(Refusal):
    """There is no match with this number."""


class NoSuchGame(Refusal):
    """There is no game with this name."""


class ChannelTaken(Refusal):
    """The channel has a lobby or a live match already."""


class TooManyMatches(Refusal):
    """The server has as many matches at once as those who manage it allow."""


class NotAtThisTable(Refusal):
    """Whoever asked does not sit at this table."""


class AlreadyAtThisTable(Refusal):
    """Whoever asked to join sits here already."""


class NotTheHost(Refusal):
    """Only the host may do this."""


class NotALobby(Refusal):
    """The match has begun, or its lobby was closed."""


class NotLive(Refusal):
    """The match has not begun, is over, or is quarantined."""


class TableFull(Refusal):
    """Every seat is taken."""


class TooFewPlayers(Refusal):
    """The game is not for this number of players."""


class NotYourDecision(Refusal):
    """Whoever asked sits here, but has nothing to decide now."""


class StaleDecision(Refusal):
    """The button was made for a decision that has passed, or somebody else's came first."""


class NotUnderstood(Refusal):
    """The text is no action of this game (`rules.core.notation.NotationError`)."""


class NotAllowed(Refusal):
    """The rules refuse the action now, citing the clause (`rules.core.play.IllegalActionError`)."""


class BadTable(Refusal):
    """Options or decks that the match cannot begin with (`rules.core.game.TableError`)."""


class BadPace(Refusal):
    """The text is no pace, or a clock that nobody could play by; says what to write."""


class BadHours(Refusal):
    """Waking hours in which no clock would run, or a time zone that there is not; says what to write."""


class NoSuchDeck(Refusal):
    """The user has no deck with this id; it may have been deleted."""


class BadDeck(Refusal):
    """The deck cannot be stored like this, or not be played as it is; every fault is named."""


class NameTaken(Refusal):
    """Another deck has this name."""


class TooManyDecks(Refusal):
    """The user has as many decks as anybody may have."""


class NeedsConsent(Refusal):
    """It happens only if the others agree: they can be asked (`bot.application.table.consent`)."""


class NothingProposed(Refusal):
    """What was proposed has been settled, or its time is over."""


class Unavailable(Refusal):
    """The fault is ours: nothing was changed, and the operator finds the reason in the log."""


def echo(text: str) -> str:
    """A short piece of somebody's text, safe to show: what is no letter, digit, space or hyphen is a dot."""
    shown = "".join(c if c.isalnum() or c in " -" else "·" for c in text[:_ECHO])
    return f"“{shown}{'…' if len(text) > _ECHO else ''}”"


class OtherChoice(Refusal):
    """Legal, but not what a step of a lesson is about: says why not now."""
