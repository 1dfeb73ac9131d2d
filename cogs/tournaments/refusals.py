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
from cogs.messages.sentences import Sentences, says
from rules.core.words import counted

SENTENCES: Final[Sentences] = dict(
    [
        says(NoTournament, "There's no tournament in this channel. `/tournament new` opens one."),
        says(UnknownTournament, "That button has expired: its tournament no longer exists."),
        says(
            TournamentHere,
            lambda r: (
                f"Tournament #{r.tournament_id} is in this channel. Use another channel, or end it with "
                "`/tournament end`."
            ),
        ),
        says(GameNotForTwo, lambda r: f"{r.title} isn't for two players, and a tournament pairs two at a time."),
        says(
            TimeForRoundUnreadable,
            "Write the time for a round like 90m, 36h or 7 days: 10 minutes to 60 days. Leave it empty for no limit.",
        ),
        says(AlreadyEntered, "You're in this tournament already."),
        says(NotEntered, "You're not in this tournament."),
        says(DroppedOutBefore, "You've dropped out of this tournament, and can't come back to it."),
        says(HasStarted, "The tournament has started. You can still drop out, or join as a substitute."),
        says(NotStarted, "The tournament hasn't started yet."),
        says(IsOver, "That tournament is over. `/tournament new` opens another one."),
        says(
            TooFewEntries,
            lambda r: (
                f"A tournament needs at least 4 players: {counted(r.missing, 'more player')} must join first. To fill "
                "empty places with computers, end this one and choose `computer` in `/tournament new`."
            ),
        ),
        says(NotOrganizer, "Only its organizer or someone who manages the server can do that."),
        says(EnteredWithBlocked, "You've blocked someone in this tournament, and might have to play against them."),
        says(PlacesReserved, "The free places in this tournament are reserved."),
        says(TooManyWaiting, "Too many players are waiting for a place already."),
    ]
)
