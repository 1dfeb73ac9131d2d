"""A heist of three through the application: a player who takes two coins must decide whether to put one back."""

from bot.application.application import Application
from bot.content.library import Library
from bot.model.match import Match
from bot.model.new_match import NewMatch
from bot.model.position import Position
from bot.store.database import Database
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import ANN, BEN, CHANNEL, CLEO, GUILD, asked, fresh
from tests.heist_game import PatientHeist

HEIST = PatientHeist()
WAIT = 4.0
"""Seconds after which a pre-move is played."""
SEED = 9
"""The seed of a heist in which Ann, Cleo and Ben act in this order, and Ben alone has a bell."""


def made(database: Database, time: Time) -> Application:
    return Application(database, Library.of({"heist": HEIST}), clock=time, seeds=lambda: SEED, wait=lambda: WAIT)


async def begun(app: Application, *guests: int) -> Match:
    """Start a live match of Ann, Ben and Cleo, or of Ann and these guests, with Ann to act."""
    lobby = await app.lobbies.create(
        NewMatch(guild=GUILD, channel=CHANNEL, host=ANN, game="heist"), interaction=fresh()
    )
    for guest in guests or (BEN, CLEO):
        await app.lobbies.join(lobby.match.id, guest, interaction=fresh())
    match = (await app.lobbies.start(lobby.match.id, ANN, interaction=fresh())).match
    while (await asked(app, match))[1] != ANN:
        match = (await play(app, match, (await asked(app, match))[1], "take 1")).match
    return match


async def play(app: Application, match: Match, user: int, action: str) -> Position:
    return await app.matches.act(match.id, user, action, decision=None, interaction=fresh())


async def undo(app: Application, match: Match, user: int = ANN) -> Position:
    return await app.consents.undo(match.id, user, interaction=fresh())
