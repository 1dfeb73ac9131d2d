"""SQL about matches: their players, options, deals and revisions."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.content.library import Library
from bot.content.seeds import Content, Rulebook
from bot.model.absence import Place
from bot.model.clocks import Clocks
from bot.model.commitment import UNPOSTED, DealSecret, read_seed, write_seed
from bot.model.deal_message import DealMessage
from bot.model.life import DEALT, ENDED, FINISHED
from bot.model.lobby_settings import LobbySettings
from bot.model.match import Fork, Match, MatchId, Player, Status, UserId, numbered
from bot.model.new_match import NewMatch
from bot.model.pace import Pace
from bot.model.packs import Pack
from bot.model.proposal import Proposal
from bot.store import clocks, contents, lobby_settings, packs, pre_moves, proposals, series
from bot.store.database import Rows
from bot.store.errors import AnsweredError, OvertakenError
from bot.store.notices import Notice, Subject
from bot.store.plies import Ply, plies_of
from rules.core.cards import CardId
from rules.core.game import Game
from rules.core.play import Outcome

READ_SINGLY: Final = 100
"""The number of matches above which reading all unfinished ones is quicker than reading each by its id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """The deal of a match. It is secret: never show or log it."""

    seed: int
    decks: tuple[tuple[CardId, ...], ...]
    """The cards of the decks, by seat; () in a game without decks."""
    digest: str
    """The digest of the state before the first ply."""
    puzzle: str = ""
    """The puzzle with whose position the match begins, as JSON; what it hides is drawn from the seed. "": the match
    begins as the rules say.
    """

    def __repr__(self) -> str:
        return "Deal(…)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Everything that is stored about the start of a match, except its players."""

    rules: int
    """The version of the rules (`Game.version`)."""
    content: Content
    rulebook: Rulebook | None
    """The rulebook by which the players agreed to play; None: that of the match of which this one is a fork."""
    deal: Deal
    message_id: int = UNPOSTED
    """The id of the message that showed the commitment and is mixed into the seed; `UNPOSTED`: there is none, or the
    match is a fork with the deal of another one.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """Everything that is stored about a match. Its deal and its pre-moves are secret."""

    match: Match
    rules: int
    """The version of the rules with which the match was started (`Game.version`); 0 before it starts."""
    content: Content | None
    """The content with which the match was started, or of its content pack; None before it starts without a pack."""
    pack: Pack | None
    """The content pack with which it is played; None: it is none, or has been deleted since."""
    deal: Deal | None
    """The deal; None before the match starts, and once it was cleared."""
    plies: list[Ply]
    pre_moves: list[pre_moves.Row]
    """The pre-moves of the match's players."""
    proposals: list[Proposal]
    clocks: Clocks = ()
    revision: int = 1
    """The number of committed changes, including private ones."""

    def played_by(self, library: Library) -> Game:
        """Return the game with the rules and the content that the match began with.

        Raises:
            NotPlayableError: this program lacks them.
        """
        assert self.content is not None
        return library.game(self.match.game, self.rules, self.content, "" if self.pack is None else self.pack.title)


async def claim(db: Rows, interaction_id: int, match_id: MatchId) -> None:
    """Mark an interaction as used by a match.

    Raises:
        AnsweredError: it was used before.
    """
    sql = "INSERT INTO interactions (id, match_id) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING id"
    await db.expect(AnsweredError(), sql, interaction_id, match_id)


async def claimed_by(db: Rows, interaction_id: int) -> MatchId | None:
    """Return the match that an interaction changed, if it changed one."""
    rows = await db.rows("SELECT match_id FROM interactions WHERE id = ?", interaction_id)
    return MatchId(rows[0][0]) if rows else None


async def revision(db: Rows, match_id: MatchId) -> int:
    """Return the number of committed changes of a match, including private ones; 0: it does not exist."""
    rows = await db.rows("SELECT revision FROM matches WHERE id = ?", match_id)
    return int(rows[0][0]) if rows else 0


async def raise_revision(db: Rows, match_id: MatchId, before: int, version: int | None = None) -> None:
    """Count a change of a match that was loaded at the revision `before`. version: the version after a public change.

    Raises:
        OvertakenError: another process has changed it since.
    """
    sql = (
        "UPDATE matches SET revision = revision + 1, version = coalesce(?, version) "
        "WHERE id = ? AND revision = ? RETURNING id"
    )
    await db.expect(OvertakenError(), sql, version, match_id, before)
    await db.notify(Notice.of(Subject.MATCH, match_id, before + 1))


async def guilds(db: Rows, match_ids: frozenset[MatchId]) -> dict[MatchId, int]:
    """Return the server of each of these matches that exists."""
    found: dict[MatchId, int] = {}
    if len(match_ids) > READ_SINGLY:
        sql = "SELECT id, guild_id FROM matches WHERE status IN ('lobby', 'live')"
        found = {MatchId(match_id): guild_id for match_id, guild_id in await db.rows(sql)}
    for match_id in match_ids - found.keys():
        for (guild_id,) in await db.rows("SELECT guild_id FROM matches WHERE id = ?", match_id):
            found[match_id] = guild_id
    return found


async def revisions(db: Rows, matches: Iterable[MatchId]) -> dict[MatchId, int]:
    """Return the revision of each of these matches that exists."""
    return {match_id: number for match_id in matches if (number := await revision(db, match_id))}


async def load(db: Rows, match_id: MatchId) -> Stored | None:
    """Return everything that is stored about a match, if it exists."""
    match = await find(db, match_id)
    if match is None:
        return None
    pack = await packs.find(db, match.game)
    if match.status not in DEALT:
        at = await revision(db, match_id)
        content = None if pack is None else await contents.load(db, pack.content)
        return Stored(
            match=match,
            rules=0,
            content=content,
            pack=pack,
            deal=None,
            plies=[],
            pre_moves=[],
            proposals=[],
            revision=at,
        )
    sql = "SELECT rules_version, content_hash, revision FROM matches WHERE id = ?"
    [(rules_version, content_hash, at)] = await db.rows(sql, match_id)
    return Stored(
        match=match,
        rules=rules_version,
        content=await contents.load(db, content_hash),
        pack=pack,
        deal=None if match.cleared else await deal_of(db, match_id),
        plies=await plies_of(db, match_id),
        pre_moves=await pre_moves.of_match(db, match_id),
        clocks=await clocks.of_match(db, match_id),
        proposals=await proposals.of_match(db, match_id),
        revision=at,
    )


async def insert(db: Rows, new: NewMatch, tag: str, secret: DealSecret, at: int) -> MatchId | None:
    """Store a new lobby without players and return its id; None: its channel has a match already."""
    sql = (
        "INSERT INTO matches (id, tag, game, guild_id, channel_id, host_id, status, pace, created_at, deal_secret, "
        "fork_of, fork_ply, in_conversation) VALUES "
        "((SELECT coalesce(max(id), 0) + 1 FROM matches), ?, ?, ?, ?, ?, 'lobby', ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT DO NOTHING RETURNING id"
    )
    deal = secret.digits, *((new.fork.match_id, new.fork.ply) if new.fork else (None, None))
    place = new.guild, new.channel
    rows = await db.rows(sql, tag, new.game, *place, new.host, str(new.pace), at, *deal, int(new.in_conversation))
    return MatchId(rows[0][0]) if rows else None


async def find(db: Rows, match_id: MatchId) -> Match | None:
    """Return a match, if it exists."""
    sql = (
        "SELECT tag, game, guild_id, channel_id, host_id, status, version, ending, pace, held_by_admin, deal_secret, "
        "is_open, fork_of, fork_ply, cleared_at, in_conversation, "
        "(SELECT coalesce(max(ply), 0) FROM plies WHERE match_id = matches.id) "
        "FROM matches WHERE id = ?"
    )
    rows = await db.rows(sql, match_id)
    if not rows:
        return None
    tag, game, guild_id, channel_id, host_id, status, version, ending, pace, held_by_admin, *deal, ply = rows[0]
    deal_secret, is_open, fork_of, fork_ply, cleared_at, in_conversation = deal
    players, ranks = await _players(db, match_id)
    options = await db.rows("SELECT name, value FROM match_options WHERE match_id = ? ORDER BY name", match_id)
    was_lobby = status in (Status.LOBBY, Status.CLOSED)
    return Match(
        id=match_id,
        tag=tag,
        game=game,
        guild=guild_id,
        channel=channel_id,
        host=host_id,
        status=Status(status),
        version=version,
        options=dict(options),
        players=players,
        ply=ply,
        outcome=Outcome(ending, ranks) if ending else None,
        pace=Pace.read(pace),
        held=bool(held_by_admin),
        commitment="" if cleared_at is not None else DealSecret(deal_secret).commitment,
        is_open=bool(is_open),
        fork=None if fork_of is None else await _fork(db, fork_of, fork_ply),
        cleared=cleared_at is not None,
        in_conversation=bool(in_conversation),
        settings=await lobby_settings.find(db, match_id) if was_lobby else LobbySettings(),
        series=await series.find(db, match_id),
    )


async def _fork(db: Rows, match_id: MatchId, ply: int) -> Fork:
    is_puzzle = ply == 0 and bool(
        await db.rows("SELECT 1 FROM matches WHERE id = ? AND puzzle_json IS NOT NULL", match_id)
    )
    return Fork(match_id, ply, is_puzzle)


async def _players(db: Rows, match_id: MatchId) -> tuple[tuple[Player, ...], tuple[int, ...]]:
    """Return the players of a match and their ranks, by seat."""
    sql = (
        "SELECT user_id, computer_level, since_version, deck_id, deck_name, deck_is_random, "
        "place_guild_id, place_channel_id, final_rank FROM players WHERE match_id = ? ORDER BY seat"
    )
    rows = await db.rows(sql, match_id)
    players = (
        Player(
            user=user_id,
            computer=computer_level or "",
            since=since_version,
            deck=deck_id,
            deck_name=deck_name,
            by_chance=bool(deck_is_random),
            place=None if place_channel_id is None else Place(place_guild_id, place_channel_id),
        )
        for (
            user_id,
            computer_level,
            since_version,
            deck_id,
            deck_name,
            deck_is_random,
            place_guild_id,
            place_channel_id,
            _,
        ) in rows
    )
    return numbered(players), tuple(final_rank for *_, final_rank in rows)


async def in_channel(db: Rows, channel_id: int) -> MatchId | None:
    """Return the lobby or live match that has a board in a channel, if there is one; of several in direct messages, the
    latest live one, or else the latest lobby.
    """
    sql = "SELECT id FROM matches WHERE channel_id = ? AND status IN ('lobby', 'live') ORDER BY status, id DESC"
    rows = await db.rows(sql, channel_id)
    if not rows:
        sql = (
            "SELECT matches.id FROM players JOIN matches ON matches.id = players.match_id "
            "WHERE players.place_channel_id = ? AND matches.status IN ('lobby', 'live') ORDER BY matches.status, 1 DESC"
        )
        rows = await db.rows(sql, channel_id)
    return MatchId(rows[0][0]) if rows else None


async def of_user(db: Rows, user_id: UserId) -> list[MatchId]:
    """Return the lobbies, live and quarantined matches of a player, newest first."""
    sql = (
        "SELECT matches.id FROM players JOIN matches ON matches.id = players.match_id "
        "WHERE players.user_id = ? AND players.ended_at IS NULL "
        "AND matches.status IN ('lobby', 'live', 'quarantined') ORDER BY matches.id DESC"
    )
    return [MatchId(match_id) for (match_id,) in await db.rows(sql, user_id)]


async def latest_of_channel(db: Rows, channel_id: int) -> MatchId | None:
    """Return the latest match of a channel that is being played or was played to its end, if there is one."""
    sql = (
        "SELECT max(id) FROM (SELECT id FROM matches WHERE channel_id = ? AND status IN ('live', 'over') "
        "UNION SELECT matches.id FROM players JOIN matches ON matches.id = players.match_id "
        "WHERE players.place_channel_id = ? AND matches.status IN ('live', 'over')) AS here"
    )
    [(match_id,)] = await db.rows(sql, channel_id, channel_id)
    return None if match_id is None else MatchId(match_id)


async def with_status(db: Rows, status: Status) -> list[MatchId]:
    """Return the matches of this status, oldest first."""
    rows = await db.rows("SELECT id FROM matches WHERE status = ? ORDER BY id", status)
    return [MatchId(match_id) for (match_id,) in rows]


async def latest_over(db: Rows, count: int) -> list[MatchId]:
    """Return the latest matches that were played to their end and still have their logs, the latest one first."""
    sql = "SELECT id FROM matches WHERE status = 'over' AND cleared_at IS NULL ORDER BY id DESC LIMIT ?"
    return [MatchId(match_id) for (match_id,) in await db.rows(sql, count)]


async def save_players(
    db: Rows, match_id: MatchId, players: Sequence[Player], decks: Sequence[Sequence[CardId]] | None = None
) -> None:
    """Store the players of a match in their order, in place of earlier ones. decks: the cards of each player's deck,
    once they are fixed.
    """
    await db.run("DELETE FROM players WHERE match_id = ?", match_id)
    for seat, player in enumerate(players):
        deck_cards_json = json.dumps(decks[seat]) if decks else None
        sql = (
            "INSERT INTO players (match_id, seat, user_id, computer_level, deck_id, deck_name, deck_is_random, "
            "deck_cards_json, place_guild_id, place_channel_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
        )
        who = (None, player.computer) if player.computer else (player.user, None)
        deck = (player.deck, player.deck_name, int(player.by_chance), deck_cards_json)
        await db.run(sql, match_id, seat, *who, *deck, *(player.place or (None, None)))


async def save_options(db: Rows, match_id: MatchId, options: Mapping[str, str]) -> None:
    """Store the options of a match, in place of earlier ones."""
    await db.run("DELETE FROM match_options WHERE match_id = ?", match_id)
    for name, value in options.items():
        await db.run("INSERT INTO match_options (match_id, name, value) VALUES (?, ?, ?)", match_id, name, value)


async def save_terms(db: Rows, match: Match) -> None:
    """Store the game, the pace and the options of a match that has not started."""
    await db.run("UPDATE matches SET game = ?, pace = ? WHERE id = ?", match.game, str(match.pace), match.id)
    await save_options(db, match.id, match.options)


async def save_status(db: Rows, match: Match, at: int) -> None:
    """Store the status, the host and the ending of a match after a change of any of them.

    Most indexes of matches depend on the status, so writing it costs more than anything else that a ply writes.
    """
    ended_at = at if match.status in ENDED else None
    ending = match.outcome.ending if match.outcome else None
    sql = "UPDATE matches SET status = ?, host_id = ?, ending = ?, ended_at = ? WHERE id = ?"
    await db.run(sql, match.status, match.host, ending, ended_at, match.id)
    if match.status in FINISHED:
        await finish(db, match.id, at)


async def finish(db: Rows, match_id: MatchId, at: int) -> None:
    """Put a match that is over or abandoned into the lists of its players' finished matches."""
    await db.run("UPDATE players SET ended_at = ? WHERE match_id = ?", at, match_id)


async def is_free(db: Rows, channel_id: int) -> bool:
    """Return whether a channel has neither a lobby nor a live match."""
    return await in_channel(db, channel_id) is None


async def touched(db: Rows, match_id: MatchId) -> int:
    """Return the moment of the latest ply of a match; before its first one, when it started or was opened."""
    sql = (
        "SELECT coalesce((SELECT max(played_at) FROM plies WHERE match_id = matches.id), started_at, created_at) "
        "FROM matches WHERE id = ?"
    )
    [(moment,)] = await db.rows(sql, match_id)
    return int(moment)


async def ended(db: Rows, match_id: MatchId) -> int | None:
    """Return when a match ended; None: it has not ended."""
    [(ended_at,)] = await db.rows("SELECT ended_at FROM matches WHERE id = ?", match_id)
    return None if ended_at is None else int(ended_at)


async def start(db: Rows, match: Match, origin: Origin, at: int) -> None:
    """Store the start of a match: its players with their decks, its deal, its rules, its content and its rulebook."""
    deal, content, rulebook = origin.deal, origin.content, origin.rulebook
    await contents.save(db, content)
    if rulebook is not None:
        await contents.save_rulebook(db, rulebook)
    await save_players(db, match.id, match.players, deal.decks)
    sql = (
        "UPDATE matches SET status = ?, started_at = ?, seed = ?, initial_digest = ?, rules_version = ?, "
        "content_hash = ?, puzzle_json = ?, deal_message_id = ?, is_open = ?, rulebook_hash = coalesce(?, "
        "(SELECT source.rulebook_hash FROM matches AS source WHERE source.id = matches.fork_of)) WHERE id = ?"
    )
    started = (
        match.status,
        at,
        write_seed(deal.seed),
        deal.digest,
        origin.rules,
        content.hash,
        deal.puzzle or None,
        origin.message_id or None,
    )
    rulebook_hash = None if rulebook is None else rulebook.hash
    await db.run(sql, *started, int(match.is_open), rulebook_hash, match.id)


async def secret_of(db: Rows, match_id: MatchId) -> DealSecret:
    """Return the secret from which the deal of a match is made."""
    [(digits,)] = await db.rows("SELECT deal_secret FROM matches WHERE id = ?", match_id)
    return DealSecret(digits)


async def save_secret(db: Rows, match_id: MatchId, secret: DealSecret) -> None:
    """Replace the secret from which the deal of a lobby's match will be made."""
    await db.run("UPDATE matches SET deal_secret = ? WHERE id = ?", secret.digits, match_id)


async def deal_message_of(db: Rows, match_id: MatchId) -> DealMessage | None:
    """Return the message that showed the commitment to the deal of a match; None: the match has not started, is a fork,
    has been cleared, or its commitment could not be posted.
    """
    sql = "SELECT guild_id, channel_id, deal_message_id FROM matches WHERE id = ? AND deal_message_id IS NOT NULL"
    rows = await db.rows(sql, match_id)
    return DealMessage(guild=rows[0][0], channel=rows[0][1], id=rows[0][2]) if rows else None


async def forbids_opening(db: Rows, users: Sequence[UserId]) -> bool:
    """Return whether any of these users forbids others to replay their matches."""
    sql = "SELECT 1 FROM preferences WHERE user_id = ? AND open_replays = 0"
    return any([await db.rows(sql, user_id) for user_id in users])


async def close_replays(db: Rows, match_id: MatchId) -> None:
    """Store that, once a match is over, each player may replay it only from their own seat."""
    await db.run("UPDATE matches SET is_open = 0 WHERE id = ?", match_id)


async def known_rules(db: Rows, game: str, user_id: UserId, besides: MatchId) -> int | None:
    """Return the latest version of a game's rules by which a user has played; None: the user has played no match of the
    game.

    besides: a match that does not count.
    """
    sql = (
        "SELECT max(matches.rules_version) FROM matches JOIN players ON players.match_id = matches.id "
        "WHERE players.user_id = ? AND matches.game = ? AND matches.id <> ?"
    )
    [(rules_version,)] = await db.rows(sql, user_id, game, besides)
    return None if rules_version is None else int(rules_version)


async def deal_of(db: Rows, match_id: MatchId) -> Deal:
    """Return the deal of a match that has started."""
    sql = "SELECT seed, initial_digest, puzzle_json FROM matches WHERE id = ?"
    [(seed, initial_digest, puzzle_json)] = await db.rows(sql, match_id)
    sql = "SELECT deck_cards_json FROM players WHERE match_id = ? AND deck_cards_json IS NOT NULL ORDER BY seat"
    decks = tuple(tuple(json.loads(cards_json)) for (cards_json,) in await db.rows(sql, match_id))
    return Deal(seed=read_seed(seed), decks=decks, digest=initial_digest, puzzle=puzzle_json or "")


async def save_ranks(db: Rows, match_id: MatchId, outcome: Outcome) -> None:
    """Store the rank of each seat at the end of a match."""
    for seat, final_rank in enumerate(outcome.ranks):
        await db.run("UPDATE players SET final_rank = ? WHERE match_id = ? AND seat = ?", final_rank, match_id, seat)
