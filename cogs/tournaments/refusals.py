"""Sentences of refusals about tournaments."""

from typing import Final

from bot.tournaments import refusals
from cogs.messages.sentences import Sentences
from rules.core.words import counted

SENTENCES: Final[Sentences] = {
    refusals.NoTournament: "There's no tournament in this channel. `/tournament new` opens one.",
    refusals.UnknownTournament: "That button has expired: its tournament no longer exists.",
    refusals.TournamentHere: (
        "Tournament #{tournament_id} is in this channel. Use another channel, or end it with `/tournament end`."
    ),
    refusals.GameNotForTwo: "{title} isn't for two players, and a tournament pairs two at a time.",
    refusals.TimeForRoundUnreadable: (
        "Write the time for a round like 90m, 36h or 7 days: 10 minutes to 60 days. Leave it empty for no limit."
    ),
    refusals.AlreadyEntered: "You're in this tournament already.",
    refusals.NotEntered: "You're not in this tournament.",
    refusals.DroppedOutBefore: "You've dropped out of this tournament, and can't come back to it.",
    refusals.HasStarted: "The tournament has started. You can still drop out, or join as a substitute.",
    refusals.NotStarted: "The tournament hasn't started yet.",
    refusals.IsOver: "That tournament is over. `/tournament new` opens another one.",
    refusals.TooFewEntries: lambda r: (
        f"A tournament needs at least 4 players: {counted(r.missing, 'more player')} must join first. To fill "
        "empty places with computers, end this one and choose `computer` in `/tournament new`."
    ),
    refusals.NotOrganizer: "Only its organizer or someone who manages the server can do that.",
    refusals.EnteredWithBlocked: "You've blocked someone in this tournament, and might have to play against them.",
    refusals.PlacesReserved: "The free places in this tournament are reserved.",
    refusals.TooManyWaiting: "Too many players are waiting for a place already.",
}
