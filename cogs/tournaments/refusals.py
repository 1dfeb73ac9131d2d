"""Sentences of refusals about tournaments."""

from typing import Final

from bot.tournaments.refusals import (
    AlreadyEntered,
    DroppedOutBefore,
    EnteredWithBlocked,
    GameNotForTwo,
    HasStarted,
    IsOver,
    NotEntered,
    NotOrganizer,
    NoTournament,
    NotStarted,
    PlacesReserved,
    TimeForRoundUnreadable,
    TooFewEntries,
    TooManyWaiting,
    TournamentHere,
    UnknownTournament,
)
from cogs.messages.sentences import Sentences, text_for
from rules.core.words import counted

SENTENCES: Final[Sentences] = dict(
    [
        text_for(NoTournament, "There's no tournament in this channel. `/tournament new` opens one."),
        text_for(UnknownTournament, "That button has expired: its tournament no longer exists."),
        text_for(
            TournamentHere,
            lambda r: (
                f"Tournament #{r.tournament_id} is in this channel. Use another channel, or end it with "
                "`/tournament end`."
            ),
        ),
        text_for(GameNotForTwo, lambda r: f"{r.title} isn't for two players, and a tournament pairs two at a time."),
        text_for(
            TimeForRoundUnreadable,
            "Write the time for a round like 90m, 36h or 7 days: 10 minutes to 60 days. Leave it empty for no limit.",
        ),
        text_for(AlreadyEntered, "You're in this tournament already."),
        text_for(NotEntered, "You're not in this tournament."),
        text_for(DroppedOutBefore, "You've dropped out of this tournament, and can't come back to it."),
        text_for(HasStarted, "The tournament has started. You can still drop out, or join as a substitute."),
        text_for(NotStarted, "The tournament hasn't started yet."),
        text_for(IsOver, "That tournament is over. `/tournament new` opens another one."),
        text_for(
            TooFewEntries,
            lambda r: (
                f"A tournament needs at least 4 players: {counted(r.missing, 'more player')} must join first. To fill "
                "empty places with computers, end this one and choose `computer` in `/tournament new`."
            ),
        ),
        text_for(NotOrganizer, "Only its organizer or someone who manages the server can do that."),
        text_for(EnteredWithBlocked, "You've blocked someone in this tournament, and might have to play against them."),
        text_for(PlacesReserved, "The free places in this tournament are reserved."),
        text_for(TooManyWaiting, "Too many players are waiting for a place already."),
    ]
)
