"""A heist of three, through the match service: whoever takes two coins is asked at once whether they put one back."""

from bot.application.match.matches import Matches, Position
from bot.content.library import Library
from bot.model.match import Match
from bot.store.database import Database
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import ANN, BEN, CHANNEL, CLEO, GUILD, asked, fresh
from tests.heist_game import PatientHeist

HEIST = PatientHeist()
WAIT = 4.0
"""Seconds after which what was said ahead is given."""


def made(database: Database, time: Time) -> Matches:
    return Matches(database, Library.of({"heist": HEIST}), clock=time, seeds=lambda: 1, wait=lambda: WAIT)


async def begun(matches: Matches, *guests: int) -> Match:
    """A live match of Ann, Ben and Cleo, or of Ann and these guests; it is Ann's turn."""
    lobby = await matches.create(
        guild=GUILD, channel=CHANNEL, host=ANN, game="heist", options={}, deck=None, interaction=fresh()
    )
    for guest in guests or (BEN, CLEO):
        await matches.join(lobby.match.id, guest, interaction=fresh())
    match = (await matches.start(lobby.match.id, ANN, interaction=fresh())).match
    while (await asked(matches, match))[1] != ANN:
        match = (await play(matches, match, (await asked(matches, match))[1], "take 1")).match
    return match


async def play(matches: Matches, match: Match, user: int, action: str) -> Position:
    return await matches.act(match.id, user, action, decision=None, interaction=fresh())


async def undo(matches: Matches, match: Match, user: int = ANN) -> Position:
    return await matches.consents.undo(match.id, user, interaction=fresh())
