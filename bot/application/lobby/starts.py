"""Start matches: deal the cards of a lobby, or continue the deal of a match that has ended."""

import secrets
from collections.abc import Callable
from dataclasses import replace

from bot.application.lobby import lobby
from bot.application.lobby.card_choice import CardChoice
from bot.application.lobby.dealing import Dealing
from bot.application.lobby.forks import fork_start, table_at
from bot.application.lobby.lobby_changes import arranged
from bot.application.lobby.rule_changes import add_rule_change_notes
from bot.application.match.change import Change
from bot.application.match.positions import Positions
from bot.clock import Clock, seconds
from bot.content.library import Library
from bot.decks.decks import Decks
from bot.model.commitment import UNPOSTED, DealSecret
from bot.model.lobby_change import LobbyChange
from bot.model.match import Fork, Match, MatchId, UserId
from bot.model.notes import DealCommitted
from bot.model.position import Position, rules_of
from bot.model.reasons.lobby import WrongPlayerCount
from bot.model.reasons.match import UnknownMatch
from bot.model.table import Table
from bot.packs.packs import Packs
from bot.store import comparisons, computers, lobby_settings, outbox
from bot.store import matches as sql
from bot.store.database import Rows
from bot.store.plies import Cause, insert_ply
from rules.core.cards import CardId


def draw_seed() -> int:
    """Return a seed from the system's generator, in [0, 2**63)."""
    return secrets.randbits(63)


class Starts:
    """Make the changes with which matches start. Every method may raise `Unavailable`."""

    def __init__(  # noqa: PLR0913 # what a match is started with
        self,
        positions: Positions,
        decks: Decks,
        packs: Packs,
        cards: CardChoice,
        *,
        library: Library,
        clock: Clock,
        dealing: Dealing,
        seeds: Callable[[], int],
    ) -> None:
        """seeds: returns the seeds of computers' choices, in [0, 2**63)."""
        self._positions = positions
        self._decks = decks
        self._packs = packs
        self._cards = cards
        self._library = library
        self._clock = clock
        self._dealing = dealing
        self._seeds = seeds

    def secret(self) -> DealSecret:
        """Return a new secret for a lobby, of which the seed of its deal is made."""
        return self._dealing.secret()

    async def check_fork(self, match_id: MatchId, ply: int) -> int:
        """Check that a new match can continue a finished match after this ply, and return the number of seats.

        Raises:
            NoSuchMatch: there is no such match.
            Refusal: as for `bot.application.lobby.forks.table_at`.
        """
        source = await self._positions.read(lambda db: sql.load(db, match_id))
        if source is None:
            raise UnknownMatch(match_id=match_id)
        table_at(self._library, source, ply)
        return len(source.match.players)

    async def started(self, before: Position, user: UserId) -> Change:
        """Return the change that starts a match, or the change that posts its commitment if that must come first."""
        fork = before.match.fork
        if not self._dealing.needs_message or (fork is not None and not fork.is_puzzle):
            return await self.dealt(before, user, UNPOSTED)
        if fork is not None:  # here and below: refuse now what would be refused once posted
            await self._forked(before, user, fork, 0, UNPOSTED)
        else:
            await self._seated((await self._cards.drawn(before, 0))[0], user, 0)
        return self._committing(before)

    async def dealt(self, before: Position, user: UserId, message_id: int) -> Change:
        """Return the change that deals and starts a match.

        message_id: as for `DealSecret.mixed`.
        """
        number = before.match.id
        seed = self._dealing.seed(await self._positions.read(lambda db: sql.secret_of(db, number)), message_id)
        if before.match.fork is not None:
            return await self._forked(before, user, before.match.fork, seed, message_id)
        before, drawn = await self._cards.drawn(before, seed)
        game = before.game
        seated, decks = await self._seated(before, user, seed)
        seated = replace(seated, is_open=await self._is_open(seated))
        with rules_of(seated):
            table = Table.deal(game, seats=len(seated.players), options=seated.options, decks=decks, seed=seed)
        deal = sql.Deal(seed=seed, decks=decks, digest=table.digest)
        content, rulebook = await self._packs.printed(seated.game)
        origin = sql.Origin(rules=game.version, content=content, rulebook=rulebook, deal=deal, message_id=message_id)

        async def work(db: Rows) -> None:
            await sql.save_terms(db, seated)
            if before.match.settings.request is not None:
                await lobby_settings.delete_requests(db, number)
            await self._save_start(db, seated, origin)
            if drawn is not None:
                await comparisons.add_match(db, number, drawn)
            await outbox.delete_notes(db, number, DealCommitted())
            await add_rule_change_notes(db, seated, game, self._clock().timestamp())

        return Change(match=seated, game=game, table=table, work=work)

    async def _seated(self, before: Position, user: UserId, seed: int) -> tuple[Match, tuple[tuple[CardId, ...], ...]]:
        """Return the match as it begins, and the cards of its decks by seat. seed: decides the order of the seats.

        Raises:
            Refusal: the match cannot begin.
        """
        if before.match.series is None:  # a series that has begun goes on after its pack was retired
            await self._packs.playable(before.match.game, (before.match.home or before.match.place).guild)
        seated = lobby.seat(before.match, before.game, user, seed)
        frozen = await self._decks.freeze(seated.game, seated.players, user)
        decks = tuple(cards for _, cards in frozen) if before.game.decks else ()
        return replace(seated, players=tuple(player for player, _ in frozen)), decks

    async def _save_start(self, db: Rows, seated: Match, origin: sql.Origin) -> None:
        """Store the start of a match, the seed of its computers, and the hands to be sent."""
        await sql.start(db, seated, origin, seconds(self._clock))
        if seated.computers:
            await computers.save_seed(db, seated.id, self._seeds())
        people = [seat for seat, player in enumerate(seated.players) if not player.computer]
        await outbox.follow_places(db, seated, self._clock().timestamp())
        await outbox.add_hands(db, seated.id, people, 1, self._clock().timestamp())

    async def _forked(self, before: Position, user: UserId, fork: Fork, seed: int, message_id: int) -> Change:
        """Return the change that starts a match with the deal and the first plies of a finished match, or with the
        puzzle with which that match began.

        seed, message_id: of the deal, if it is a puzzle.
        """
        lobby.check_host(before.match, user, LobbyChange.START)
        source = await self._positions.read(lambda db: sql.load(db, fork.match_id))
        if source is None:
            raise UnknownMatch(match_id=fork.match_id)
        if len(before.match.players) != len(source.match.players):
            counts = (len(source.match.players),)
            raise WrongPlayerCount(title=before.game.title, seats=counts, seated=len(before.match.players))
        started = fork_start(self._library, before.match, fork, source, seed)
        seated = replace(started.match, is_open=await self._is_open(started.match))

        async def work(db: Rows) -> None:
            await sql.save_terms(db, seated)
            await self._save_start(db, seated, replace(started.origin, message_id=message_id))
            await outbox.delete_notes(db, seated.id, DealCommitted())
            for ply in started.plies:
                await insert_ply(db, seated.id, ply, Cause.fork(seconds(self._clock)))

        return Change(match=seated, game=started.table.game, table=started.table, work=work)

    async def _is_open(self, seated: Match) -> bool:
        people = [player.user for player in seated.players if not player.computer]
        return not await self._positions.read(lambda db: sql.forbids_opening(db, people))

    def _committing(self, before: Position) -> Change:
        """Return the change that has the commitment of a complete lobby posted. The match starts after that."""
        now = self._clock().timestamp()
        change = arranged(before.match, now)

        async def work(db: Rows) -> None:
            await change.work(db)
            if await outbox.has_note(db, before.match.id, DealCommitted()):
                await outbox.hasten(db, before.match.id, now)  # a second message would look like a second try
            else:
                await outbox.add_note(db, before.match.id, None, DealCommitted(), now)

        return replace(change, game=before.game, work=work)
