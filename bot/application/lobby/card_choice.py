"""The cards of a lobby: those of its game, those of a content pack, or those that a comparison draws by lot."""

from dataclasses import replace

from bot.application.lobby import lobby
from bot.application.lobby.lobby_changes import arranged
from bot.application.match.change import Change
from bot.application.match.positions import Positions
from bot.clock import Clock
from bot.decks.decks import Decks
from bot.model.comparison import Compared, Lot, draw_second
from bot.model.match import Match, MatchId, UserId
from bot.model.new_match import NewMatch
from bot.model.position import Position
from bot.model.reasons.lobby import ComparisonOver, LeftOutOfFigures
from bot.packs.packs import Packs
from bot.store import comparisons, figures, series
from bot.store.database import Rows
from rules.core.game import catalog_key


class CardChoice:
    """Choose the cards of lobbies. Every method may raise `Unavailable`."""

    def __init__(self, positions: Positions, packs: Packs, decks: Decks, clock: Clock) -> None:
        self._positions = positions
        self._packs = packs
        self._decks = decks
        self._clock = clock

    async def choose(self, match_id: MatchId, user: UserId, key: str, *, interaction: int) -> Position:
        """Play with the cards of a content pack of the same game, or with those of the catalog again. Only the host
        can. key: of that game. Players whose deck it does not have get another one, by chance.

        Raises:
            NotALobby, NotTheHost: the cards cannot be chosen.
            NoSuchGame, PackRetired, PackOutdated: there are no such cards.
        """

        async def choose(before: Position) -> Change:
            match = before.match
            game = await self._packs.playable(key, (match.home or match.place).guild)
            decks = {player.user: await self._decks.still(player.user, key, player.deck) for player in match.players}
            changed = lobby.choose_cards(match, game, user, decks)
            return _rearranged(before, replace(arranged(changed, self._clock().timestamp()), game=game))

        return await self._positions.change(match_id, interaction, choose)

    async def comparison(self, match: Match) -> Compared | None:
        """Return the comparison that runs on the server of a lobby and could draw its cards."""
        guild = (match.home or match.place).guild

        async def work(db: Rows) -> Compared | None:
            for each in await comparisons.of_server(db, guild):
                if each.ended_at is None and catalog_key(each.first) == catalog_key(match.game):
                    return await comparisons.compared(db, each.id)
            return None

        return await self._positions.read(work)

    async def running(self, number: int) -> tuple[str, Compared]:
        """Return the key of a comparison's game in the catalog, and the comparison as the players of a lobby see it.

        Raises:
            ComparisonOver: it has ended.
        """

        async def work(db: Rows) -> tuple[str, Compared] | None:
            found, compared = await comparisons.find(db, number), await comparisons.compared(db, number)
            is_running = found is not None and found.ended_at is None
            return (catalog_key(found.first), compared) if is_running and found and compared else None

        found = await self._positions.read(work)
        if found is None:
            raise ComparisonOver
        return found

    async def compare(self, match_id: MatchId, user: UserId, number: int, *, interaction: int) -> Position:
        """Let a comparison draw the cards of a match when it starts. Only the host can, and only before others join.

        Raises:
            NotALobby, NotTheHost: the cards cannot be chosen.
            ComparisonOver, NotForComparison, LeftOutOfFigures: the match cannot be part of it.
        """

        async def choose(before: Position) -> Change:
            compared = await self.comparison(before.match)
            if compared is None or compared.id != number:
                raise ComparisonOver
            changed = lobby.compare(before.match, user, compared)
            await self.check_counted(changed, user)
            return _rearranged(before, arranged(changed, self._clock().timestamp()))

        return await self._positions.change(match_id, interaction, choose)

    async def check_counted(self, match: Match, user: UserId) -> None:
        """Raise a refusal if a match is part of a comparison and a user wants to be in no figure."""
        if match.settings.compared is not None:
            await self._check_counted((match.home or match.place).guild, user)

    async def check_new(self, new: NewMatch) -> None:
        """Raise a refusal if a new match is to be part of a comparison and cannot be."""
        if new.settings.compared is not None:
            await self.running(new.settings.compared.id)
            await self._check_counted(new.guild, new.host)

    async def _check_counted(self, guild: int, user: UserId) -> None:
        if not await self._positions.read(lambda db: figures.is_wanted(db, guild, [user])):
            raise LeftOutOfFigures

    async def drawn(self, before: Position, seed: int) -> tuple[Position, comparisons.Drawn | None]:
        """Return the lobby with the cards that its comparison draws, if it is part of one, and what was drawn.

        seed: that of the deal, which nobody knows beforehand.

        Raises:
            ComparisonOver: the comparison has ended.
            PackRetired, PackOutdated: one of the drafts cannot be played any more.
        """
        match, compared = before.match, before.match.settings.compared
        if compared is None:
            return before, None
        running = await self._positions.read(lambda db: comparisons.find(db, compared.id))
        if running is None or running.ended_at is not None:
            raise ComparisonOver
        games = [await self._packs.playable(key, running.guild) for key in running.drafts]
        before_it = await self._positions.read(lambda db: comparisons.draws(db, running.id))
        is_second = draw_second(seed, *before_it)
        game = games[is_second]
        decks = {each.user: await self._decks.still(each.user, game.key, each.deck) for each in match.players}
        drawn = comparisons.Drawn(running.id, is_second, Lot(*before_it, is_second))
        return replace(before, match=lobby.with_cards(match, game, decks), game=game), drawn


def _rearranged(before: Position, change: Change) -> Change:
    """Return the change of a lobby's cards, which also begins or gives up the series of both drafts."""
    was, now = before.match.series, change.match.series

    async def work(db: Rows) -> None:
        await change.work(db)
        if was is not None and now != was:
            await series.delete(db, before.match.id)
        if now is not None and now != was:
            await series.insert(db, before.match.id, now)

    return replace(change, work=work)
