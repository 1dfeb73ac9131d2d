"""Sentences of refusals about lobbies: opening, joining, changing and starting them."""

from collections.abc import Mapping
from typing import Final

from bot.model.lobby_change import LobbyChange
from bot.model.reasons.lobby import (
    AlreadyInvited,
    AlreadySeated,
    ChannelBusy,
    ChannelBusyBefore,
    DecksNotPlayable,
    DeckTrouble,
    LobbiesDoNotFit,
    LobbyForOthers,
    LobbyFull,
    MatchNotOver,
    MoreThanSeats,
    NextGameWaits,
    NoComputerSeated,
    NoTeamsToChoose,
    NotHost,
    NotInLobby,
    NotInvited,
    NotYourRematch,
    OptionsDoNotFit,
    PlayedWithoutDecks,
    RematchChannelBusy,
    SeatedWithBlocked,
    SeatsReserved,
    ServerFull,
    TeammateLeft,
    UnknownDeck,
    UnknownGame,
    UnknownOption,
    UnknownValue,
    WrongPlayerCount,
    WrongTeamSize,
)
from cogs.messages.sentences import Sentences, text_for
from cogs.text import listed, quoted
from rules.core.words import span

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


def _busy(refusal: ChannelBusy) -> str:
    text = (
        "This channel already has a match. Finish it, have its host leave the lobby, or open a thread and play there."
    )
    if refusal.idle_match_id is None:
        return text
    idle = f"Nothing has happened in match #{refusal.idle_match_id} for {refusal.idle_days} days"
    return f"{text} {idle}: `/match abandon` ends it."


def _rematch_busy(refusal: RematchChannelBusy) -> str:
    if refusal.match_id is None:
        return "Another match was in this channel a moment ago. Press Rematch again."
    return f"Match #{refusal.match_id} is in this channel now. Press Rematch when it's over."


def _full(refusal: ServerFull) -> str:
    matches = "1 match" if refusal.limit == 1 else f"{refusal.limit} matches"
    return f"This server allows {matches} at once, and there are that many now. Try again once one is over."


def _count(refusal: WrongPlayerCount) -> str:
    text = f"{refusal.title} is for {span(refusal.seats)} players"
    if refusal.seated is None:
        return f"{text}."
    return f"{text}, and {'1 is' if refusal.seated == 1 else f'{refusal.seated} are'} here."


def _option(refusal: UnknownOption) -> str:
    options = f"Its options are: {', '.join(refusal.options)}." if refusal.options else "It has no options."
    return f"{refusal.title} has no option {quoted(refusal.option)}. {options}"


def _decks(refusal: DecksNotPlayable) -> str:
    troubles = " ".join(map(_trouble, refusal.troubles))
    return f"The match can't start yet. {troubles} Press More, then Choose deck, to see all decks."


def _trouble(trouble: DeckTrouble) -> str:
    player, deck = ("You need", "yours") if trouble.is_yours else (f"<@{trouble.user_id}> needs", "theirs")
    change = "was deleted" if trouble.was_deleted else "was changed and can't be played now"
    faults = f": {' '.join(trouble.faults)}" if trouble.faults else "."
    return f"{player} to choose another deck: {deck} {change}{faults}"


SENTENCES: Final[Sentences] = dict(
    [
        text_for(UnknownGame, lambda r: f"There is no game {quoted(r.game)}. The games are: {', '.join(r.games)}."),
        text_for(ChannelBusy, _busy),
        text_for(ChannelBusyBefore, "This channel had a match a moment ago. Try again."),
        text_for(RematchChannelBusy, _rematch_busy),
        text_for(ServerFull, _full),
        text_for(NextGameWaits, "The next game of the series starts once this channel has no other match."),
        text_for(
            NotYourRematch, "Only the players of that match can ask for a rematch. `/match new` opens a new match."
        ),
        text_for(MatchNotOver, lambda r: f"Match #{r.match_id} isn't over, so there is no rematch yet."),
        text_for(
            SeatedWithBlocked, "Someone you've blocked is in that match: `/unblock` them first, or open your own."
        ),
        text_for(
            AlreadySeated, lambda r: f"You're already in match #{r.match_id}. It starts when its host presses Start."
        ),
        text_for(AlreadyInvited, lambda r: f"They're already in match #{r.match_id}, or have been invited."),
        text_for(LobbyFull, lambda r: f"Match #{r.match_id} is full: it has {r.seats} seats. You can watch it here."),
        text_for(
            SeatsReserved,
            lambda r: f"The free seats of match #{r.match_id} are reserved. You can watch it, or open another one.",
        ),
        text_for(MoreThanSeats, lambda r: f"{r.title} has {r.seats} seats, so {r.wanted} players are too many."),
        text_for(NotInvited, lambda r: f"You have no open invitation to match #{r.match_id}."),
        text_for(WrongPlayerCount, _count),
        text_for(UnknownOption, _option),
        text_for(
            UnknownValue,
            lambda r: f"{quoted(r.value)} isn't a choice: the option {quoted(r.option)} is {' or '.join(r.values)}.",
        ),
        text_for(PlayedWithoutDecks, lambda r: f"{r.title} is played without decks: leave the deck out."),
        text_for(UnknownDeck, lambda r: f"There is no deck {quoted(r.deck)}. The decks are: {listed(list(r.decks))}."),
        text_for(
            OptionsDoNotFit,
            lambda r: f"{' '.join(r.faults)} Choose other options, or wait until the number of players fits them.",
        ),
        text_for(NoComputerSeated, lambda r: f"There is no computer in match #{r.match_id}."),
        text_for(NotInLobby, lambda r: f"You're not in match #{r.match_id}. Press Join to take a seat."),
        text_for(NotHost, lambda r: f"Only the host of match #{r.match_id} can {FOR_HOSTS[r.wanted]}."),
        text_for(NoTeamsToChoose, "There are no teams to choose with this number of players and these options."),
        text_for(TeammateLeft, "A player you chose has left. Choose again."),
        text_for(WrongTeamSize, lambda r: f"Your team has {r.size} players: choose {r.size - 1} besides you."),
        text_for(LobbyForOthers, lambda r: f"Match #{r.match_id} is looking for players of another game or pace now."),
        text_for(LobbiesDoNotFit, "There isn't room for all of them in that match."),
        text_for(DecksNotPlayable, _decks),
    ]
)
