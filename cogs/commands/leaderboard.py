"""`/leaderboard`: a server's rankings in one game or in all games together, at present, in a month or in a season."""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Final

from discord import app_commands

from bot.application.match.ratings import PROVISIONAL, Leaderboard
from bot.model.seasons import Period
from cogs.commands.feature import Feature
from cogs.commands.games import Choices, given, in_time, named_game
from cogs.delivery.answer import Answer, AnyInteraction
from cogs.host import server_of
from cogs.messages.games import game_choices
from cogs.messages.leaderboard import PERIODS, Shown, leaderboard_text
from cogs.messages.message import Message
from cogs.presses.router import answers
from cogs.widgets import purposes
from cogs.widgets.choices import Choice
from cogs.widgets.items import Item, menu, option
from cogs.widgets.pages import page_buttons
from cogs.widgets.refusals import SpokenRefusal
from rules.core.game import Game

LINES: Final = 10
"""Players on a page."""
ALL: Final = "all"
"""The key of all games together."""
SEASONS: Final = 3
"""The number of past seasons whose winners are shown."""


class Leaderboards(Feature):
    """Shows the ratings of a server's players."""

    @app_commands.command(name="leaderboard", description="See the rankings of this server")
    @app_commands.describe(
        game="the game (leave empty for the one played here, or all)", period="the matches that count"
    )
    @app_commands.choices(period=[app_commands.Choice(name=name, value=each.value) for each, name in PERIODS.items()])
    async def leaderboard(
        self, interaction: AnyInteraction, game: str | None = None, period: str = Period.NOW.value
    ) -> None:
        """Answer `/leaderboard`."""
        async with self.host.answering(interaction) as answer:
            await self.host.meet(interaction)
            played = self._game(game) if given(game) else await self.host.game_here(interaction)
            await answer.say(await self._page(answer, played, Period(period), 0))

    @leaderboard.autocomplete("game")
    async def _games(self, _: AnyInteraction, typed: str) -> Choices:
        offered = [Choice(ALL, "All games", ""), *game_choices(self.host.games)]
        return await in_time(asyncio.sleep(0, offered), typed)

    @answers(purposes.LEADERS_OF)
    async def of(self, answer: Answer, *, period: Period, values: Sequence[str]) -> None:
        """Show the leaderboard of the game that was chosen."""
        await answer.show(await self._page(answer, self._game(values[0]), period, 0))

    @answers(purposes.LEADERS_IN)
    async def during(self, answer: Answer, *, name: str, values: Sequence[str]) -> None:
        """Show the leaderboard of the period that was chosen."""
        await answer.show(await self._page(answer, self._known(name), Period(values[0]), 0))

    @answers(purposes.LEADERS)
    async def turn(self, answer: Answer, *, name: str, period: Period, page: int) -> None:
        """Show another page."""
        await answer.show(await self._page(answer, self._known(name), period, page))

    @answers(purposes.SEASON_NEWS)
    async def after_season(self, answer: Answer, *, season: int) -> None:
        """Show the leaderboard of the present season, below the announcement of an earlier one's end."""
        await answer.say(await self._page(answer, await self.host.game_here(answer.interaction), Period.SEASON, 0))

    def _game(self, named: str | None) -> Game | None:
        """Return the game that a user named; None: all games."""
        return named_game(self.host.games, named) if given(named) and named != ALL else None

    def _known(self, key: str) -> Game | None:
        """Return the game of a button; None: all games."""
        game = self.host.games.get(key)
        if game is None and key != ALL:
            raise SpokenRefusal("That leaderboard no longer exists. `/leaderboard` shows the ones that do.")
        return game

    async def _page(self, answer: Answer, game: Game | None, period: Period, page: int) -> Message:
        """Return a page of ten players, with menus of games and periods, and buttons to the other pages.

        Raises:
            Refusal: there is no leaderboard here.
        """
        guild = server_of(answer.interaction)
        if guild is None:
            raise SpokenRefusal("Every server has its own leaderboards. Use `/leaderboard` in a server channel.")
        board, page = await self._read(guild, game, period, page, answer)
        users = [line.user for line in (*board.standings, *([board.own] if board.own else []))]
        winners = []
        if period is Period.SEASON and game is not None:
            winners = list(await self.host.app.ratings.winners(guild, game.key, SEASONS))
        shown = Shown(
            title="All games" if game is None else game.title,
            period=period,
            is_of_all=game is None,
            board=board,
            names=await self.host.app.names.on(guild, [*users, *(winner.user for winner in winners)]),
            season=await self.host.app.ratings.season(guild) if period is Period.SEASON else None,
            winners=winners,
            provisional=PROVISIONAL,
        )
        return Message(leaderboard_text(shown), self._items(game, period, page, -(-board.players // LINES)))

    async def _read(
        self, guild: int, game: Game | None, period: Period, page: int, answer: Answer
    ) -> tuple[Leaderboard, int]:
        """Return a page of a leaderboard and its number; past the end, the last page. Players whom Discord reports as
        having left the server are removed first.
        """
        key = None if game is None else game.key
        read = partial(self.host.app.ratings.leaderboard, guild, key, count=LINES, user=answer.user, period=period)
        board = await read(first=page * LINES)
        left = await self.host.leavers.of(guild, [standing.user for standing in board.standings])
        for user in left:
            await self.host.app.membership.left(guild, user)
        last = max(0, -(-board.players // LINES) - 1)
        if left or page > last:
            page = min(page, last)
            board = await read(first=page * LINES)
        return board, page

    def _items(self, game: Game | None, period: Period, page: int, pages: int) -> list[Item]:
        key = ALL if game is None else game.key
        games = [(ALL, "All games"), *((each.key, each.title) for each in self.host.games.values())]
        items: list[Item] = [
            menu(
                "Game", purposes.LEADERS_OF(period), [option(title, each, default=each == key) for each, title in games]
            ),
            menu(
                "Period",
                purposes.LEADERS_IN(key),
                [option(name, each.value, default=each is period) for each, name in PERIODS.items()],
            ),
        ]
        items += page_buttons(page, pages, partial(purposes.LEADERS, key, period))
        return items
