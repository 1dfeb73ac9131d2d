"""SQL about matches: who sits at them, what they are played with, and every ply."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Self, TypedDict

from bot.content.seeds import Content
from bot.model.clocks import Clocks
from bot.model.life import DEALT
from bot.model.lobby_settings import Gathering
from bot.model.match import Match, MatchId, Player, Status, UserId, numbered
from bot.model.pace import Kind, Pace
from bot.model.proposal import Proposal
from bot.store import clocks, contents, lobby_settings, pre_moves, proposals
from bot.store.database import Rows
from rules.core.cards import CardId
from rules.core.events import Seat
from rules.core.play import Outcome


class What(StrEnum):
    """The kinds of plies."""

    ACTION = "action"
    RESIGNATION = "resignation"
    UNDO = "undo"  # plies before it do not stand any more
    DRAW = "draw"  # that its seat offered, and all have agreed on


@dataclass(frozen=True, slots=True, kw_only=True)
class Ply:
    """A decision as it is stored."""

    number: int
    """Counted from 1."""
    seat: Seat
    what: What = What.ACTION
    action: str | None = None
    """In notation; None unless it is an action."""
    undoes: int = 0
    """How many of the plies that stood it takes back, the latest ones: 0 unless it is an undo."""
    anew: bool = False
    """Whether what nobody knew then is drawn anew by it."""
    digest: str
    """`Table.digest` of the table after it."""


class Cause(NamedTuple):
    """What made a ply: the interaction of somebody, or something that happens by itself; and when."""

    source: str
    interaction_id: int | None
    """None: nobody pressed."""
    at: int
    """In seconds since 1970-01-01 UTC."""

    @classmethod
    def interaction(cls, interaction: int, at: int) -> Self:
        """Its player pressed, or gave a command."""
        return cls("interaction", interaction, at)

    @classmethod
    def standing(cls, at: int) -> Self:
        """Its player had said it ahead."""
        return cls("standing", None, at)

    @classmethod
    def timer(cls, at: int) -> Self:
        """Its player had no time left."""
        return cls("timer", None, at)

    @classmethod
    def computer(cls, at: int) -> Self:
        """Its player is a computer."""
        return cls("computer", None, at)


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """All that a match keeps of its beginning, besides who sits at it."""

    rules: int
    """The version of the rules (`Game.version`)."""
    content: Content
    deal: Deal


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """All that is stored of a match. Its deal is secret."""

    match: Match
    rules: int
    """The version of the rules that it was begun with (`Game.version`)."""
    content: Content | None
    """What it was begun with; None before it starts, and for matches from before contents were kept."""
    deal: Deal | None
    """None before it starts."""
    plies: list[Ply]
    standing: list[pre_moves.Row]
    """What its players have said ahead; as secret."""
    proposals: list[Proposal]
    """What they propose to each other."""
    clocks: Clocks = ()


class NewMatch(TypedDict):
    """The columns of a match that is created."""

    game: str
    guild: int
    channel: int
    host: UserId
    pace: Pace


async def claim(db: Rows, interaction: int, number: MatchId) -> bool:
    """Whether this interaction is the first of its id; if so, it has now been used."""
    sql = "INSERT INTO interactions (id, match) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING id"
    return bool(await db.rows(sql, interaction, number))


async def claimed_by(db: Rows, interaction: int) -> MatchId | None:
    """The match that this interaction changed, if it changed one."""
    found = await db.rows("SELECT match FROM interactions WHERE id = ?", interaction)
    return MatchId(found[0][0]) if found else None


async def load(db: Rows, number: MatchId) -> Stored | None:
    """All that is stored of a match, if there is one of this number."""
    found = await find(db, number)
    if found is None:
        return None
    if found.status not in DEALT:
        return Stored(match=found, rules=0, content=None, deal=None, plies=[], standing=[], proposals=[])
    [(rules, content)] = await db.rows("SELECT rules, content FROM matches WHERE id = ?", number)
    return Stored(
        match=found,
        rules=rules,
        content=await contents.find(db, content) if content else None,
        deal=await deal_of(db, number),
        plies=await plies_of(db, number),
        standing=await pre_moves.of_match(db, number),
        clocks=() if found.pace.kind is Kind.NONE else await clocks.of_match(db, number),
        proposals=await proposals.of_match(db, number),
    )


async def insert(db: Rows, new: NewMatch, at: int) -> MatchId | None:
    """The id of a new lobby without players; None: its channel is taken."""
    sql = (
        "INSERT INTO matches (game, guild, channel, host, status, created, pace) VALUES (?, ?, ?, ?, 'lobby', ?, ?) "
        "ON CONFLICT DO NOTHING RETURNING id"
    )
    found = await db.rows(sql, new["game"], new["guild"], new["channel"], new["host"], at, str(new["pace"]))
    return MatchId(found[0][0]) if found else None


async def find(db: Rows, number: MatchId) -> Match | None:
    """A match, if there is one of this number."""
    sql = (
        "SELECT game, guild, channel, host, status, version, ending, pace, held, "
        "(SELECT coalesce(max(ply), 0) FROM plies WHERE match = matches.id) FROM matches WHERE id = ?"
    )
    found = await db.rows(sql, number)
    if not found:
        return None
    game, guild, channel, host, status, version, ending, pace, held, ply = found[0]
    players = await db.rows(
        "SELECT user, deck, deck_name, by_chance, since, computer, rank FROM players WHERE match = ? ORDER BY seat",
        number,
    )
    options = await db.rows("SELECT name, value FROM options WHERE match = ? ORDER BY name", number)
    return Match(
        id=number,
        game=game,
        guild=guild,
        channel=channel,
        host=host,
        status=Status(status),
        version=version,
        options=dict(options),
        players=numbered(
            Player(
                user=user, deck=deck, deck_name=name, by_chance=bool(by_chance), since=since, computer=computer or ""
            )
            for user, deck, name, by_chance, since, computer, _ in players
        ),
        ply=ply,
        outcome=Outcome(ending, tuple(rank for *_, rank in players)) if ending else None,
        pace=Pace.read(pace),
        held=bool(held),
        gathering=await lobby_settings.find(db, number) if status in (Status.LOBBY, Status.CLOSED) else Gathering(),
    )


async def in_channel(db: Rows, channel: int) -> MatchId | None:
    """The lobby or live match of a channel."""
    found = await db.rows("SELECT id FROM matches WHERE channel = ? AND status IN ('lobby', 'live')", channel)
    return MatchId(found[0][0]) if found else None


async def of_user(db: Rows, user: UserId) -> list[MatchId]:
    """The lobbies, live and quarantined matches that the user sits at, newest first."""
    sql = (
        "SELECT matches.id FROM players JOIN matches ON matches.id = players.match "
        "WHERE players.user = ? AND matches.status IN ('lobby', 'live', 'quarantined') ORDER BY matches.id DESC"
    )
    return [MatchId(number) for (number,) in await db.rows(sql, user)]


async def last_over(db: Rows, user: UserId, channel: int) -> MatchId | None:
    """The latest match of a channel that a user has played to its end; None: there is none."""
    sql = (
        "SELECT max(matches.id) FROM players JOIN matches ON matches.id = players.match "
        "WHERE players.user = ? AND matches.channel = ? AND matches.status = 'over'"
    )
    [(number,)] = await db.rows(sql, user, channel)
    return None if number is None else MatchId(number)


async def with_status(db: Rows, status: Status) -> list[MatchId]:
    """The matches of this status, oldest first."""
    return [
        MatchId(number) for (number,) in await db.rows("SELECT id FROM matches WHERE status = ? ORDER BY id", status)
    ]


async def save_players(
    db: Rows, number: MatchId, players: Sequence[Player], decks: Sequence[Sequence[CardId]] | None = None
) -> None:
    """Who sits at a match, in their order; with the cards of each if they are to be frozen."""
    await db.rows("DELETE FROM players WHERE match = ?", number)
    for seat, player in enumerate(players):
        cards = json.dumps(decks[seat]) if decks else None
        sql = (
            "INSERT INTO players (match, seat, user, computer, deck, deck_name, by_chance, cards) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        )
        who = (None, player.computer) if player.computer else (player.user, None)
        named = player.deck, player.deck_name, int(player.by_chance)
        await db.rows(sql, number, seat, *who, *named, cards)


async def save_options(db: Rows, number: MatchId, options: Mapping[str, str]) -> None:
    """The options of a match that differ from the default."""
    await db.rows("DELETE FROM options WHERE match = ?", number)
    for name, value in options.items():
        await db.rows("INSERT INTO options (match, name, value) VALUES (?, ?, ?)", number, name, value)


async def save_terms(db: Rows, match: Match) -> None:
    """What is played in a match that has not begun, with which options and at which pace."""
    await db.rows("UPDATE matches SET game = ?, pace = ? WHERE id = ?", match.game, str(match.pace), match.id)
    await save_options(db, match.id, match.options)


async def save_version(db: Rows, match: Match, at: int) -> None:
    """Where a match is in its life, after a change."""
    ended = at if match.status in (Status.OVER, Status.CLOSED, Status.ABANDONED) else None
    ending = match.outcome.ending if match.outcome else None
    sql = "UPDATE matches SET status = ?, version = ?, host = ?, ending = ?, ended = ? WHERE id = ?"
    await db.rows(sql, match.status, match.version, match.host, ending, ended, match.id)


async def is_free(db: Rows, channel: int) -> bool:
    """Whether a channel has no lobby and no live match."""
    return await in_channel(db, channel) is None


async def save_content(db: Rows, number: MatchId, content: str) -> None:
    """What a match was begun with, by its hash."""
    await db.rows("UPDATE matches SET content = ? WHERE id = ?", content, number)


async def touched(db: Rows, number: MatchId) -> int:
    """When something was last done at a match."""
    sql = (
        "SELECT coalesce((SELECT max(at) FROM plies WHERE match = matches.id), started, created) FROM matches "
        "WHERE id = ?"
    )
    [(at,)] = await db.rows(sql, number)
    return int(at)


async def ended(db: Rows, number: MatchId) -> int | None:
    """When a match ended; None: it has not."""
    [(at,)] = await db.rows("SELECT ended FROM matches WHERE id = ?", number)
    return None if at is None else int(at)


async def acted_at(db: Rows, number: MatchId) -> dict[Seat, int]:
    """When each seat of a match acted last itself: since it was dealt, if it has not."""
    sql = (
        "SELECT players.seat, coalesce((SELECT max(plies.at) FROM plies WHERE plies.match = players.match "
        "AND plies.seat = players.seat AND plies.source <> 'timer'), matches.started) "
        "FROM players JOIN matches ON matches.id = players.match WHERE players.match = ?"
    )
    return {seat: int(at or 0) for seat, at in await db.rows(sql, number)}


async def played_at(db: Rows, number: MatchId, ply: int) -> int:
    """When a ply of a match was played; 0 is the deal."""
    sql = (
        "SELECT coalesce((SELECT at FROM plies WHERE match = matches.id AND ply = ?), started, created) FROM matches "
        "WHERE id = ?"
    )
    [(at,)] = await db.rows(sql, ply, number)
    return int(at)


async def start(db: Rows, match: Match, origin: Origin, at: int) -> None:
    """What a match begins with."""
    deal, content = origin.deal, origin.content
    await contents.save(db, content)
    await save_players(db, match.id, match.players, deal.decks)
    sql = "UPDATE matches SET status = ?, started = ?, seed = ?, dealt = ?, rules = ?, content = ? WHERE id = ?"
    await db.rows(sql, match.status, at, deal.seed, deal.digest, origin.rules, content.hash, match.id)


async def known_rules(db: Rows, game: str, user: UserId, besides: MatchId) -> int | None:
    """The latest version of the rules of a game that a user has played by, in another match; None: they have not."""
    sql = (
        "SELECT max(matches.rules) FROM matches JOIN players ON players.match = matches.id "
        "WHERE players.user = ? AND matches.game = ? AND matches.id != ? AND matches.started IS NOT NULL"
    )
    [(version,)] = await db.rows(sql, user, game, besides)
    return None if version is None else int(version)


async def deal_of(db: Rows, number: MatchId) -> Deal:
    """What a match that has started began with."""
    [(seed, dealt)] = await db.rows("SELECT seed, dealt FROM matches WHERE id = ?", number)
    cards = await db.rows("SELECT cards FROM players WHERE match = ? AND cards IS NOT NULL ORDER BY seat", number)
    return Deal(seed=seed, decks=tuple(tuple(json.loads(text)) for (text,) in cards), digest=dealt)


async def insert_ply(db: Rows, number: MatchId, ply: Ply, cause: Cause) -> bool:
    """Whether this was the first ply of its number; if not, somebody else's is stored and nothing has changed."""
    sql = (
        "INSERT INTO plies (match, ply, seat, what, action, undoes, anew, digest, source, interaction, at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING ply"
    )
    done = (ply.what, ply.action, ply.undoes, int(ply.anew))
    return bool(await db.rows(sql, number, ply.number, ply.seat, *done, ply.digest, *cause))


async def plies_of(db: Rows, number: MatchId) -> list[Ply]:
    """Everything that was played in a match, in order."""
    sql = "SELECT ply, seat, what, action, undoes, anew, digest FROM plies WHERE match = ? ORDER BY ply"
    return [
        Ply(number=ply, seat=seat, what=What(what), action=action, undoes=undoes, anew=bool(anew), digest=digest)
        for ply, seat, what, action, undoes, anew, digest in await db.rows(sql, number)
    ]


async def decided(db: Rows, number: MatchId, seat: Seat) -> frozenset[int]:
    """The numbers of the plies that the player of a seat has decided, then or ahead: neither a clock nor a computer."""
    sql = "SELECT ply FROM plies WHERE match = ? AND seat = ? AND source IN ('interaction', 'standing')"
    return frozenset(ply for (ply,) in await db.rows(sql, number, seat))


async def save_ranks(db: Rows, number: MatchId, outcome: Outcome) -> None:
    """How a match ended for each seat."""
    for seat, rank in enumerate(outcome.ranks):
        await db.rows("UPDATE players SET rank = ? WHERE match = ? AND seat = ?", rank, number, seat)
