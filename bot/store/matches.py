"""SQL about matches: who sits at them, what they are played with, and every ply."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict

from bot.match import Chair, Match, MatchId, Status, UserId
from bot.store.database import Rows
from rules.core.cards import CardId
from rules.core.events import Seat
from rules.core.play import Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Ply:
    """A decision as it is stored."""

    number: int
    """Counted from 1."""
    seat: Seat
    action: str | None
    """In notation; None: the seat resigned."""
    digest: str
    """Of the state after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """What a match began with. Secret: it must not be shown or logged."""

    seed: int
    decks: tuple[tuple[CardId, ...], ...]
    """By seat; () in a game without decks."""
    digest: str
    """Of the state before the first ply."""

    def __repr__(self) -> str:
        return "Deal(…)"


class NewMatch(TypedDict):
    """The columns of a match that is created."""

    game: str
    guild: int
    channel: int
    host: UserId


async def claim(db: Rows, interaction: int, match: MatchId) -> bool:
    """Whether this interaction is the first of its id; if so, it has now been used."""
    sql = "INSERT INTO interactions (id, match) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING id"
    return bool(await db.rows(sql, interaction, match))


async def claimed_by(db: Rows, interaction: int) -> MatchId | None:
    """The match that this interaction changed, if it changed one."""
    found = await db.rows("SELECT match FROM interactions WHERE id = ?", interaction)
    return MatchId(found[0][0]) if found else None


async def interactions_of(db: Rows, match: MatchId) -> set[int]:
    """The interactions that changed this match."""
    return {id_ for (id_,) in await db.rows("SELECT id FROM interactions WHERE match = ?", match)}


async def insert(db: Rows, new: NewMatch, at: int) -> MatchId | None:
    """The id of a new lobby without chairs; None: its channel is taken."""
    sql = (
        "INSERT INTO matches (game, guild, channel, host, status, created) VALUES (?, ?, ?, ?, 'lobby', ?) "
        "ON CONFLICT DO NOTHING RETURNING id"
    )
    found = await db.rows(sql, new["game"], new["guild"], new["channel"], new["host"], at)
    return MatchId(found[0][0]) if found else None


async def find(db: Rows, match: MatchId) -> Match | None:
    """A match, if there is one of this number."""
    sql = (
        "SELECT game, guild, channel, host, status, ending, "
        "(SELECT coalesce(max(ply), 0) FROM plies WHERE match = matches.id) FROM matches WHERE id = ?"
    )
    found = await db.rows(sql, match)
    if not found:
        return None
    game, guild, channel, host, status, ending, ply = found[0]
    chairs = await db.rows("SELECT user, deck, deck_name, rank FROM chairs WHERE match = ? ORDER BY seat", match)
    options = await db.rows("SELECT name, value FROM options WHERE match = ? ORDER BY name", match)
    return Match(
        id=match,
        game=game,
        guild=guild,
        channel=channel,
        host=host,
        status=Status(status),
        options=dict(options),
        chairs=tuple(Chair(user=user, deck=deck, deck_name=name) for user, deck, name, _ in chairs),
        ply=ply,
        outcome=Outcome(ending, tuple(rank for *_, rank in chairs)) if ending else None,
    )


async def in_channel(db: Rows, channel: int) -> MatchId | None:
    """The lobby or live match of a channel."""
    found = await db.rows("SELECT id FROM matches WHERE channel = ? AND status IN ('lobby', 'live')", channel)
    return MatchId(found[0][0]) if found else None


async def of_user(db: Rows, user: UserId) -> list[MatchId]:
    """The lobbies and live matches in which the user has a chair, newest first."""
    sql = (
        "SELECT matches.id FROM chairs JOIN matches ON matches.id = chairs.match "
        "WHERE chairs.user = ? AND matches.status IN ('lobby', 'live') ORDER BY matches.id DESC"
    )
    return [MatchId(match) for (match,) in await db.rows(sql, user)]


async def with_status(db: Rows, status: Status) -> list[MatchId]:
    """The matches of this status, oldest first."""
    return [MatchId(match) for (match,) in await db.rows("SELECT id FROM matches WHERE status = ? ORDER BY id", status)]


async def save_chairs(
    db: Rows, match: MatchId, chairs: Sequence[Chair], decks: Sequence[Sequence[CardId]] | None = None
) -> None:
    """Who sits at a match, in their order; with the cards of each if they are to be frozen."""
    await db.rows("DELETE FROM chairs WHERE match = ?", match)
    for seat, chair in enumerate(chairs):
        cards = json.dumps(decks[seat]) if decks else None
        sql = "INSERT INTO chairs (match, seat, user, deck, deck_name, cards) VALUES (?, ?, ?, ?, ?, ?)"
        await db.rows(sql, match, seat, chair.user, chair.deck, chair.deck_name, cards)


async def save_options(db: Rows, match: MatchId, options: Mapping[str, str]) -> None:
    """The options of a match that differ from the default."""
    await db.rows("DELETE FROM options WHERE match = ?", match)
    for name, value in options.items():
        await db.rows("INSERT INTO options (match, name, value) VALUES (?, ?, ?)", match, name, value)


async def close(db: Rows, match: MatchId, at: int) -> None:
    """Close a lobby that never began."""
    await db.rows("UPDATE matches SET status = 'closed', ended = ? WHERE id = ?", at, match)


async def park(db: Rows, match: MatchId) -> None:
    """Set a live match aside; its channel is free for another."""
    await db.rows("UPDATE matches SET status = 'parked' WHERE id = ?", match)


async def revive(db: Rows, match: MatchId) -> bool:
    """Whether a parked match is live again: not while its channel has another."""
    sql = (
        "UPDATE matches SET status = 'live' WHERE id = ? AND status = 'parked' AND NOT EXISTS (SELECT 1 FROM matches "
        "AS other WHERE other.channel = matches.channel AND other.status IN ('lobby', 'live')) RETURNING id"
    )
    return bool(await db.rows(sql, match))


async def start(db: Rows, match: MatchId, chairs: Sequence[Chair], deal: Deal, at: int) -> None:
    """Turn a lobby into a live match."""
    await save_chairs(db, match, chairs, deal.decks)
    sql = "UPDATE matches SET status = 'live', started = ?, seed = ?, dealt = ? WHERE id = ?"
    await db.rows(sql, at, deal.seed, deal.digest, match)


async def deal_of(db: Rows, match: MatchId) -> Deal:
    """What a match that has started began with."""
    [(seed, dealt)] = await db.rows("SELECT seed, dealt FROM matches WHERE id = ?", match)
    cards = await db.rows("SELECT cards FROM chairs WHERE match = ? AND cards IS NOT NULL ORDER BY seat", match)
    return Deal(seed=seed, decks=tuple(tuple(json.loads(text)) for (text,) in cards), digest=dealt)


async def insert_ply(db: Rows, match: MatchId, ply: Ply, *, interaction: int, at: int) -> bool:
    """Whether this was the first ply of its number; if not, somebody else's is stored and nothing has changed."""
    sql = (
        "INSERT INTO plies (match, ply, seat, action, digest, interaction, at) VALUES (?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT DO NOTHING RETURNING ply"
    )
    return bool(await db.rows(sql, match, ply.number, ply.seat, ply.action, ply.digest, interaction, at))


async def plies_of(db: Rows, match: MatchId) -> list[Ply]:
    """Everything that was played in a match, in order."""
    found = await db.rows("SELECT ply, seat, action, digest FROM plies WHERE match = ? ORDER BY ply", match)
    return [Ply(number=number, seat=seat, action=action, digest=digest) for number, seat, action, digest in found]


async def finish(db: Rows, match: MatchId, outcome: Outcome, at: int) -> None:
    """Store how a match ended."""
    sql = "UPDATE matches SET status = 'over', ending = ?, ended = ? WHERE id = ?"
    await db.rows(sql, outcome.ending, at, match)
    for seat, rank in enumerate(outcome.ranks):
        await db.rows("UPDATE chairs SET rank = ? WHERE match = ? AND seat = ?", rank, match, seat)
