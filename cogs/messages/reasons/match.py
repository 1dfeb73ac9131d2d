"""Sentences of refusals about a match that can't be found, played or shown."""

from collections.abc import Mapping
from typing import Final

from bot.model.lobby_change import LobbyChange
from bot.model.match import Status
from bot.model.reasons import match
from cogs.messages.match_status import status_text
from cogs.messages.sentences import Sentences
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


def _no_lobby(refusal: match.MatchNotALobby) -> str:
    hint = "" if refusal.wanted is None or refusal.match.status is not Status.LIVE else TOO_LATE[refusal.wanted]
    return f"{status_text(refusal.match)} {hint}".rstrip()


def _unreadable(refusal: match.UnreadableAction) -> str:
    if refusal.reason:
        return f"I couldn't read that: {refusal.reason}. {CHOOSE}"
    return f"{quoted(refusal.text)} isn't a move. {CHOOSE}"


SENTENCES: Final[Sentences] = {
    match.UnknownMatch: "There is no match #{match_id}. `/match status` shows the one in this channel.",
    match.MatchNotLive: lambda r: status_text(r.match),
    match.MatchNotALobby: _no_lobby,
    match.NotSeated: "You're not in match #{match_id}, but you can watch it: `/match status` shows it.",
    match.UserNotSeated: "<@{user_id}> isn't in match #{match_id}.",
    match.HasLeft: "You've left match #{match_id}: the remaining players decide this.",
    match.AlreadyResigned: "That player has already resigned from match #{match_id}. Nothing was changed.",
    match.NotYourTurn: "It's not your turn. I'll ask you here when it is.",
    match.BoardMovedOn: "The match has moved on since that button was made. Here is the current state.",
    match.StateLost: LOST,
    match.SomeoneWasFaster: "Someone else was faster. Here is the current state.",
    match.NoLongerDue: "That's no longer needed. Nothing was changed.",
    match.UnreadableAction: _unreadable,
    match.ForbiddenByRules: "{reason}",
    match.TableForbiddenByRules: "{reason}",
    match.NotAPreMove: "That's not an automatic reply of this game. Press a button of your hand.",
    match.PreMoveTooLate: "That automatic reply is no longer possible.",
    match.PrivateNoteTooLong: "A note can have up to {limit} characters, and yours has {length}.",
    match.PingOutdated: "That ping was for a turn that has passed: you won't be pinged for it again.",
    match.NotYoursToEnd: (
        "You're not in match #{match_id}. Only its players or someone who can manage this channel can end it."
    ),
    match.JudgeInOwnMatch: (
        "You play in match #{match_id}, so you can't end or pause it yourself. Ask another admin, or the other players "
        "with `/match abandon`."
    ),
    match.MatchInUse: (
        "Match #{match_id} is in play. It ends without a result if all players agree; anyone who can manage this "
        "channel can end it now. `/match resign` gives up now. If a player doesn't move for days, those who wait can "
        "claim that below the board."
    ),
}
