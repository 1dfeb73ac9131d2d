"""Sentences of refusals about lobbies: opening, joining, changing and starting them."""

from collections.abc import Mapping
from typing import Final

from bot.model.lobby_change import LobbyChange
from bot.model.reasons import lobby
from cogs.messages.sentences import Sentences
from cogs.text import listed, quoted
from rules.core.words import counted, span

FOR_HOSTS: Final[Mapping[LobbyChange, str]] = {
    LobbyChange.JOIN: "join it",
    LobbyChange.LEAVE: "leave it",
    LobbyChange.INVITE: "invite players",
    LobbyChange.ADD_COMPUTER: "add a computer",
    LobbyChange.REMOVE_COMPUTER: "remove a computer",
    LobbyChange.CHOOSE_DECK: "choose the deck",
    LobbyChange.CHOOSE_OPTION: "choose the options",
    LobbyChange.CHOOSE_PACE: "choose the pace",
    LobbyChange.CHOOSE_TEAMS: "choose the teams",
    LobbyChange.START: "start it",
}
"""By change of a lobby, the text that completes “Only the host can …”."""


def _rematch_busy(refusal: lobby.RematchChannelBusy) -> str:
    if refusal.match_id is None:
        return "Another match was in this channel a moment ago. Press Rematch again."
    return f"Match #{refusal.match_id} is in this channel now. Press Rematch when it's over."


def _full(refusal: lobby.ServerFull) -> str:
    matches = counted(refusal.limit, "match", "matches")
    return f"This server allows {matches} at once, and there are that many now. Try again once one is over."


def _count(refusal: lobby.WrongPlayerCount) -> str:
    text = f"{refusal.title} is for {span(refusal.seats)} players"
    if refusal.seated is None:
        return f"{text}."
    return f"{text}, and {'1 is' if refusal.seated == 1 else f'{refusal.seated} are'} here."


def _unable(refusal: lobby.CannotPlayNow) -> str:
    mentions = listed([f"<@{user}>" for user in refusal.user_ids])
    return f"{mentions} can't take part in new matches at the moment. Please play with somebody else."


def _option(refusal: lobby.UnknownOption) -> str:
    options = f"Its options are: {', '.join(refusal.options)}." if refusal.options else "It has no options."
    return f"{refusal.title} has no option {quoted(refusal.option)}. {options}"


def _decks(refusal: lobby.DecksNotPlayable) -> str:
    troubles = " ".join(map(_trouble, refusal.troubles))
    return f"The match can't start yet. {troubles} Press More, then Choose deck, to see all decks."


def _trouble(trouble: lobby.DeckTrouble) -> str:
    player, deck = ("You need", "yours") if trouble.is_yours else (f"<@{trouble.user_id}> needs", "theirs")
    change = "was deleted" if trouble.was_deleted else "was changed and can't be played now"
    faults = f": {' '.join(trouble.faults)}" if trouble.faults else "."
    return f"{player} to choose another deck: {deck} {change}{faults}"


SENTENCES: Final[Sentences] = {
    lobby.UnknownCode: (
        "The code {code!q} opens no match: it is mistyped, or the match has started or was closed. Ask for a new one."
    ),
    lobby.OnePlaceOnly: (
        "Match #{match_id} is played in one channel, since it is part of a series, looks for players on its server, "
        "has cards of its server, or is in a conversation where I can only answer. `/match new` on a server, or in a "
        "direct message to me, opens one that friends elsewhere can join."
    ),
    lobby.FixedByOtherMatch: "Decks and options are those of match #{fork_of}, which this match continues.",
    lobby.NoClockHere: (
        "Here I can only answer what you press, so I can't tell anybody that their time runs out: a match in your own "
        "conversation has no time limit."
    ),
    lobby.CardsOfOtherGame: "{title} has other rules than this match. Choose one of the cards in the menu.",
    lobby.ComparisonOver: (
        "The comparison of this match has ended. Its host can choose the cards under More …, Options, and start it."
    ),
    lobby.NotForComparison: (
        "A match joins a comparison before anyone else has joined the match, so that all who do have read what it "
        "means. Matches of a series, of `/match find`, with computers or with players elsewhere cannot join one. Open "
        "another with `/match new`."
    ),
    lobby.ComputersNotCompared: (
        "This match is part of a comparison, which counts what people do. To play with computers, the host can choose "
        "the cards under More …, Options."
    ),
    lobby.LeftOutOfFigures: (
        "This match is part of a comparison of drafts, and your `/settings` leave you out of figures for designers. "
        "Change that, or play another match."
    ),
    lobby.UnknownGame: "There is no game {game!q}. The games are: {games}.",
    lobby.ChannelBusy: (
        "This channel already has a match. Finish it, have its host leave the lobby, or open a thread and play there."
    ),
    lobby.ChannelBusyBefore: "This channel had a match a moment ago. Try again.",
    lobby.RematchChannelBusy: _rematch_busy,
    lobby.ServerFull: _full,
    lobby.NextGameWaits: "The next game of the series starts once this channel has no other match.",
    lobby.NotYourRematch: "Only the players of that match can ask for a rematch. `/match new` opens a new match.",
    lobby.MatchNotOver: "Match #{match_id} isn't over, so there is no rematch yet.",
    lobby.SeatedWithBlocked: "Someone you've blocked is in that match: `/unblock` them first, or open your own.",
    lobby.AlreadySeated: "You're already in match #{match_id}. It starts when its host presses Start.",
    lobby.AlreadyInvited: "They're already in match #{match_id}, or have been invited.",
    lobby.LobbyFull: "Match #{match_id} is full: it has {seats} seats. You can watch it here.",
    lobby.CannotPlayNow: _unable,
    lobby.SeatsReserved: "The free seats of match #{match_id} are reserved. You can watch it, or open another one.",
    lobby.MoreThanSeats: "{title} has {seats} seats, so {wanted} players are too many.",
    lobby.NotInvited: "You have no open invitation to match #{match_id}.",
    lobby.WrongPlayerCount: _count,
    lobby.UnknownOption: _option,
    lobby.UnknownValue: lambda r: (
        f"{quoted(r.value)} isn't a choice: the option {quoted(r.option)} is {' or '.join(r.values)}."
    ),
    lobby.PlayedWithoutDecks: "{title} is played without decks: leave the deck out.",
    lobby.UnknownDeck: "There is no deck {deck!q}. The decks are: {decks}.",
    lobby.OptionsDoNotFit: lambda r: (
        f"{' '.join(r.faults)} Choose other options, or wait until the number of players fits them."
    ),
    lobby.NoComputerSeated: "There is no computer in match #{match_id}.",
    lobby.NotInLobby: "You're not in match #{match_id}. Press Join to take a seat.",
    lobby.NotHost: lambda r: f"Only the host of match #{r.match_id} can {FOR_HOSTS[r.wanted]}.",
    lobby.NoTeamsToChoose: "There are no teams to choose with this number of players and these options.",
    lobby.TeammateLeft: "A player you chose has left. Choose again.",
    lobby.WrongTeamSize: lambda r: f"Your team has {r.size} players: choose {r.size - 1} besides you.",
    lobby.LobbyForOthers: "Match #{match_id} is looking for players of another game or pace now.",
    lobby.LobbiesDoNotFit: "There isn't room for all of them in that match.",
    lobby.DecksNotPlayable: _decks,
}
