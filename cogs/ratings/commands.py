"""`/leaderboard`: a server's rankings in one game or in all games together, by house rules or as written, at present,
in a month or in a season.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from discord import app_commands
from discord.ext import commands

from bot.model.match import DIRECT_MESSAGES
from bot.model.rating_list import RatingList
from bot.ratings.ratings import PROVISIONAL, Leaderboard
from bot.ratings.season import Period
from cogs.commands.games import Choices, games_offered, given, in_time, named_game
from cogs.delivery.answer import Answer, AnyInteraction
from cogs.host import Host, server_of
from cogs.messages.games import Games
from cogs.messages.message import Message
from cogs.messages.rule_sets import RULE_SETS, chosen_rules, titled
from cogs.presses.router import answers
from cogs.ratings import purposes
from cogs.ratings.leaderboard import PERIODS, Shown, leaderboard_text
from cogs.widgets.choices import Choice
from cogs.widgets.items import Item, menu, option
from cogs.widgets.pages import page_buttons
from cogs.widgets.refusals import SpokenRefusal
from rules.core.game import Game
from rules.core.options import RuleSet

LINES: Final = 10
"""Players on a page."""
ALL: Final = "all"
"""The key of all games together."""
SEASONS: Final = 3
"""The number of past seasons whose winners are shown."""


class Asked(NamedTuple):
    """A leaderboard that is asked for."""

    game: Game | None
    """None: all games together."""
    rules: RuleSet
    period: Period

    @property
    def key(self) -> str:
        """The key of the game, or `ALL`."""
        return ALL if self.game is None else self.game.key

    @property
    def rule_sets(self) -> Sequence[RuleSet]:
        """The rules to choose from."""
        one = self.game is not None and len(self.game.rule_sets) == 1
        return () if one else tuple(RuleSet)


class Leaderboards(commands.Cog):
    """Shows the ratings of a server's players."""

    def __init__(self, host: Host) -> None:
        self._host = host

    @app_commands.command(name="leaderboard", description="See the rankings of this server")
    @app_commands.describe(
        game="the game (leave empty for the one played here, or all)",
        period="the matches that count",
        rules="the rules of the matches that count (leave empty for what the server has set)",
    )
    @app_commands.choices(
        period=[app_commands.Choice(name=name, value=each.value) for each, name in PERIODS.items()],
        rules=[app_commands.Choice(name=name, value=each.value) for each, name in RULE_SETS.items()],
    )
    async def leaderboard(
        self,
        interaction: AnyInteraction,
        game: str | None = None,
        period: str = Period.NOW.value,
        rules: str | None = None,
    ) -> None:
        """Answer `/leaderboard`."""
        async with self._host.answering(interaction) as answer:
            await self._host.meet(interaction)
            played = await self._game(answer, game) if given(game) else await self._host.game_here(interaction)
            by = await self._rules(answer) if rules is None else RuleSet(rules)
            await answer.say(await self._page(answer, Asked(played, by, Period(period)), 0))

    @leaderboard.autocomplete("game")
    async def _games(self, interaction: AnyInteraction, typed: str) -> Choices:
        async def offered() -> list[Choice]:
            return [Choice(ALL, "All games", ""), *await games_offered(self._host, interaction)]

        return await in_time(offered(), typed)

    @answers(purposes.LEADERS_OF)
    async def of(self, answer: Answer, *, rules: RuleSet, period: Period, values: Sequence[str]) -> None:
        """Show the leaderboard of the game that was chosen."""
        await answer.show(await self._page(answer, Asked(await self._game(answer, values[0]), rules, period), 0))

    @answers(purposes.LEADERS_BY)
    async def by(self, answer: Answer, *, name: str, period: Period, values: Sequence[str]) -> None:
        """Show the leaderboard of the rules that were chosen."""
        await answer.show(
            await self._page(answer, Asked(await self._known(answer, name), chosen_rules(values[0]), period), 0)
        )

    @answers(purposes.LEADERS_IN)
    async def during(self, answer: Answer, *, name: str, rules: RuleSet, values: Sequence[str]) -> None:
        """Show the leaderboard of the period that was chosen."""
        await answer.show(await self._page(answer, Asked(await self._known(answer, name), rules, Period(values[0])), 0))

    @answers(purposes.LEADERS)
    async def turn(self, answer: Answer, *, name: str, rules: RuleSet, period: Period, page: int) -> None:
        """Show another page."""
        await answer.show(await self._page(answer, Asked(await self._known(answer, name), rules, period), page))

    @answers(purposes.SEASON_NEWS)
    async def after_season(self, answer: Answer, *, season: int) -> None:
        """Show the leaderboard of the present season, below the announcement of an earlier one's end."""
        asked = Asked(await self._host.game_here(answer.interaction), await self._rules(answer), Period.SEASON)
        await answer.say(await self._page(answer, asked, 0))

    async def _rules(self, answer: Answer) -> RuleSet:
        """Return the rules that the server has set for matches between people."""
        return (await self._host.app.preferences.of_server(answer.interaction.guild_id or 0)).rules

    async def _game(self, answer: Answer, named: str | None) -> Game | None:
        """Return the game that a user named; None: all games."""
        games = await self._host.games_here(answer.interaction)
        return named_game(games, named) if given(named) and named != ALL else None

    async def _known(self, answer: Answer, key: str) -> Game | None:
        """Return the game of a button; None: all games."""
        game = (await self._host.games_here(answer.interaction)).get(key)
        if game is None and key != ALL:
            raise SpokenRefusal("That leaderboard no longer exists. `/leaderboard` shows the ones that do.")
        return game

    async def _page(self, answer: Answer, asked: Asked, page: int) -> Message:
        """Return a page of ten players, with menus of games, rules and periods, and buttons to the other pages. A game
        without a choice of rules has house rules. In direct messages, it is the leaderboard over all servers.
        """
        guild = server_of(answer.interaction) or DIRECT_MESSAGES
        asked = asked if asked.rule_sets else asked._replace(rules=RuleSet.HOUSE)
        game, rules, period = asked
        board, page = await self._read(guild, asked, page, answer)
        users = [line.user for line in (*board.standings, *([board.own] if board.own else []))]
        winners = []
        if period is Period.SEASON and game is not None:
            winners = list(await self._host.app.ratings.winners(RatingList(guild, game.key, rules), SEASONS))
        shown = Shown(
            title=titled("All games" if game is None else game.title, rules),
            is_anywhere=guild == DIRECT_MESSAGES,
            period=period,
            is_of_all=game is None,
            board=board,
            names=await self._host.app.names.on(guild, [*users, *(winner.user for winner in winners)]),
            season=await self._host.app.ratings.season(guild) if period is Period.SEASON else None,
            winners=winners,
            provisional=PROVISIONAL,
        )
        games = await self._host.games_here(answer.interaction)
        return Message(leaderboard_text(shown), self._items(games, asked, page, -(-board.players // LINES)))

    async def _read(self, guild: int, asked: Asked, page: int, answer: Answer) -> tuple[Leaderboard, int]:
        """Return a page of a leaderboard and its number; past the end, the last page. Players whom Discord reports as
        having left the server are removed first.
        """
        game = None if asked.game is None else asked.game.key
        of = partial(self._host.app.ratings.leaderboard, guild, game, rules=asked.rules, period=asked.period)
        read = partial(of, count=LINES, user=answer.user)
        board = await read(first=page * LINES)
        left = await self._host.leavers.of(guild, [standing.user for standing in board.standings])
        for user in left:
            await self._host.app.membership.left(guild, user)
        last = max(0, -(-board.players // LINES) - 1)
        if left or page > last:
            page = min(page, last)
            board = await read(first=page * LINES)
        return board, page

    @staticmethod
    def _items(games: Games, asked: Asked, page: int, pages: int) -> list[Item]:
        key, rules, period = asked.key, asked.rules, asked.period
        offered = [(ALL, "All games"), *((each.key, each.title) for each in games.values())]
        of = [option(title, each, default=each == key) for each, title in offered]
        by = [option(f"Rules: {RULE_SETS[each]}", each, default=each is rules) for each in asked.rule_sets]
        during = [option(name, each.value, default=each is period) for each, name in PERIODS.items()]
        items: list[Item] = [menu("Game", purposes.LEADERS_OF(rules, period), of)]
        items += [menu("Rules", purposes.LEADERS_BY(key, period), by)] if by else []
        items.append(menu("Period", purposes.LEADERS_IN(key, rules), during))
        return [*items, *page_buttons(page, pages, partial(purposes.LEADERS, key, rules, period))]
