"""Sentences of refusals about a match that can't be found, played or shown."""

from collections.abc import Mapping
from typing import Final

from bot.model.lobby_change import LobbyChange
from bot.model.match import Status
from bot.model.reasons.match import (
    AlreadyResigned,
    BoardMovedOn,
    ForbiddenByRules,
    HasLeft,
    MatchInUse,
    MatchNotALobby,
    MatchNotLive,
    NoLongerDue,
    NotAPreMove,
    NotSeated,
    NotYoursToEnd,
    NotYourTurn,
    PingOutdated,
    PreMoveTooLate,
    PrivateNoteTooLong,
    SomeoneWasFaster,
    StateLost,
    TableForbiddenByRules,
    UnknownMatch,
    UnreadableAction,
    UserNotSeated,
)
from cogs.messages.match_status import status_text
from cogs.messages.sentences import Sentences, text_for
from cogs.text import quoted

LOST: Final = (
    "That button shows a later state of this match, which was lost when a backup was restored. Here is the current one."
)
CHOOSE: Final = "Choose from the suggestions while you type, or press a button."

TOO_LATE: Final[Mapping[LobbyChange, str]] = {
    LobbyChange.JOIN: "You can watch it here.",
    LobbyChange.LEAVE: "To leave a match that has started, resign.",
    LobbyChange.INVITE: "You can only invite players before the match starts.",
    LobbyChange.ADD_COMPUTER: "You can only add computers before the match starts.",
    LobbyChange.REMOVE_COMPUTER: "You can only remove computers before the match starts.",
    LobbyChange.CHOOSE_DECK: "You can only choose decks before the match starts.",
    LobbyChange.CHOOSE_OPTION: "You can only choose options before the match starts.",
    LobbyChange.CHOOSE_PACE: "You can only choose the pace before the match starts.",
    LobbyChange.CHOOSE_TEAMS: "You can only choose teams before the match starts.",
    LobbyChange.START: "",
}
"""Hints to a user who wants to change a lobby that has become a match in play."""


def _no_lobby(refusal: MatchNotALobby) -> str:
    hint = "" if refusal.wanted is None or refusal.match.status is not Status.LIVE else TOO_LATE[refusal.wanted]
    return f"{status_text(refusal.match)} {hint}".rstrip()


def _unreadable(refusal: UnreadableAction) -> str:
    if refusal.reason:
        return f"I couldn't read that: {refusal.reason}. {CHOOSE}"
    return f"{quoted(refusal.text)} isn't a move. {CHOOSE}"


SENTENCES: Final[Sentences] = dict(
    [
        text_for(
            UnknownMatch,
            lambda r: f"There is no match #{r.match_id}. `/match status` shows the one in this channel.",
        ),
        text_for(MatchNotLive, lambda r: status_text(r.match)),
        text_for(MatchNotALobby, _no_lobby),
        text_for(
            NotSeated, lambda r: f"You're not in match #{r.match_id}, but you can watch it: `/match status` shows it."
        ),
        text_for(UserNotSeated, lambda r: f"<@{r.user_id}> isn't in match #{r.match_id}."),
        text_for(HasLeft, lambda r: f"You've left match #{r.match_id}: the remaining players decide this."),
        text_for(
            AlreadyResigned,
            lambda r: f"That player has already resigned from match #{r.match_id}. Nothing was changed.",
        ),
        text_for(NotYourTurn, "It's not your turn. I'll ask you here when it is."),
        text_for(BoardMovedOn, "The match has moved on since that button was made. Here is the current state."),
        text_for(StateLost, LOST),
        text_for(SomeoneWasFaster, "Someone else was faster. Here is the current state."),
        text_for(NoLongerDue, "That's no longer needed. Nothing was changed."),
        text_for(UnreadableAction, _unreadable),
        text_for(ForbiddenByRules, lambda r: r.reason),
        text_for(TableForbiddenByRules, lambda r: r.reason),
        text_for(NotAPreMove, "That's not an automatic reply of this game. Press a button of your hand."),
        text_for(PreMoveTooLate, "That automatic reply is no longer possible."),
        text_for(
            PrivateNoteTooLong,
            lambda r: f"A note can have up to {r.limit} characters, and yours has {r.length}.",
        ),
        text_for(PingOutdated, "That ping was for a turn that has passed: you won't be pinged for it again."),
        text_for(
            NotYoursToEnd,
            lambda r: (
                f"You're not in match #{r.match_id}. It can be ended by its players, and by anyone who can manage this "
                "channel."
            ),
        ),
        text_for(
            MatchInUse,
            lambda r: (
                f"Match #{r.match_id} is in play. You can end it without a result once nothing has happened in it for "
                f"{r.days} days, or if all players agree; anyone who can manage this channel can end it now. "
                "`/match resign` gives up now."
            ),
        ),
    ]
)
