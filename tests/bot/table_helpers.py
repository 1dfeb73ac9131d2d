"""Steps that many tests of matches share."""

from collections.abc import Mapping
from itertools import count

from bot.application.application import Application
from bot.model.match import Match, Status, UserId
from bot.model.new_match import NewMatch
from bot.model.pace import NO_CLOCK, Pace
from rules.core.cards import Deck
from rules.core.events import Seat
from tests.tiny_game import Tiny

TINY = Tiny()
SEED = 20_260_101
GUILD, CHANNEL = 1_000, 2_000
ANN, BEN, CLEO, STRANGER = 11, 12, 13, 99

_interactions = count(1_000_000)


def fresh() -> int:
    """Return an interaction id that was never used."""
    return next(_interactions)


async def open_lobby(
    app: Application,
    *,
    channel: int = CHANNEL,
    game: str = "tiny",
    options: Mapping[str, str] | None = None,
    deck: str | None = "steep",
    pace: Pace = NO_CLOCK,
) -> Match:
    return (
        await app.lobbies.create(
            NewMatch(guild=GUILD, channel=channel, host=ANN, game=game, options=options or {}, deck=deck, pace=pace),
            interaction=fresh(),
        )
    ).match


async def begin(
    app: Application,
    *users: UserId,
    channel: int = CHANNEL,
    options: Mapping[str, str] | None = None,
    pace: Pace = NO_CLOCK,
) -> Match:
    """Start a live match of Ann and these users; Ben, if none is named."""
    lobby = await open_lobby(app, channel=channel, options=options, pace=pace)
    for user, deck in zip(users or (BEN,), ("level", "mixed"), strict=False):
        await app.lobbies.join(lobby.id, user, deck=deck, interaction=fresh())
    started = (await app.lobbies.start(lobby.id, ANN, interaction=fresh())).match
    if started.status is Status.LOBBY:  # without given seeds: its commitment is posted first
        await app.lobbies.start_committed(lobby.id, fresh())
        started = (await app.positions.get(lobby.id)).match
    return started


async def asked(app: Application, match: Match) -> tuple[Seat, UserId]:
    """Return the first seat that has to decide now, and its user."""
    seat = ((await app.positions.get(match.id)).view_for(None)).view.waiting[0]
    return seat, match.players[seat].user


async def first_choice(app: Application, match: Match, user: UserId) -> str:
    return str(((await app.positions.get(match.id)).view_for(user)).view.options[0])


async def play_on(app: Application, match: Match, plies: int | None = None) -> Match:
    """Play first choices for this many plies, or to the end."""
    while match.status is Status.LIVE and plies != 0:
        _, user = await asked(app, match)
        choice = await first_choice(app, match, user)
        match = (await app.matches.act(match.id, user, choice, decision=None, interaction=fresh())).match
        plies = None if plies is None else plies - 1
    return match


async def beaten(app: Application, match: Match, user: int) -> None:
    """Let a user resign once every player has moved: before that, nobody would gain by it."""
    moved = set[int]()
    while len(moved) < len(match.players):
        moved.add((await asked(app, match))[1])
        await play_on(app, match, 1)
    await app.matches.resign(match.id, user, interaction=fresh())


def with_other_decks() -> Tiny:
    """Return the tiny game after an update that replaced all its ready-made decks."""
    game = Tiny()
    game.decks = {
        key: Deck(id=key, name=key, summary="", cards=deck.cards[::-1])
        for key, deck in zip("xyz", game.decks.values(), strict=True)
    }
    return game
