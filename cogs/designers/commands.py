"""`/design`: figures of a server, the rulebook with its heat, content packs, comparisons, positions and scripts."""

import asyncio
from datetime import UTC, datetime
from typing import Final

import discord
from discord import app_commands

from bot.model.comparison import FEWEST_MOST, MOST, MOST_MOST, Mode, Question
from bot.model.match import DIRECT_MESSAGES
from bot.model.packs import EDITION_LIMIT, NAME_LIMIT
from bot.workshop.figures import ServerFigures
from bot.workshop.heat import rulebook_page
from bot.workshop.opinions import Opinions
from bot.workshop.weeks import WeeklyReports
from cogs.commands.games import Choices, given, in_time, named_game
from cogs.delivery.answer import Answer, AnyInteraction
from cogs.designers.access import server_of_designer
from cogs.designers.comparisons import MODES, QUESTIONS, ComparisonPresses
from cogs.designers.figures import figures_message
from cogs.designers.opinions import opinions_message
from cogs.designers.packs import PackPresses
from cogs.designers.positions import PositionPresses, position_form, scripts_message, seat_script
from cogs.designers.reports import NOTHING_NEW, report_message
from cogs.designers.settings import SWITCHED_OFF
from cogs.host import Host, server_of
from cogs.messages.games import game_choices
from cogs.messages.message import Message
from cogs.widgets.choices import Choice
from cogs.widgets.refusals import SpokenRefusal
from rules.core.game import Game

_GAME: Final = "the game (leave empty for the one played here)"
_ASKED: Final = "Which game? Name it: `/design figures game:…`."


class DesignCommands(app_commands.Group):
    """The slash commands. Only a server's designers may use them."""

    def __init__(  # noqa: PLR0913, PLR0917 # the services of its commands
        self,
        host: Host,
        figures: ServerFigures,
        opinions: Opinions,
        reports: WeeklyReports,
        positions: PositionPresses,
        packs: PackPresses,
        comparisons: ComparisonPresses,
    ) -> None:
        super().__init__(
            name="design",
            description="For designers: how people play here, content packs, comparisons, positions, scripts",
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self._host = host
        self._figures = figures
        self._opinions = opinions
        self._reports = reports
        self._positions = positions
        self._packs = packs
        self._comparisons = comparisons

    @app_commands.command(name="figures", description="See how people play a game here, beside what the lab foretells")
    @app_commands.describe(game=_GAME)
    async def figures(self, interaction: AnyInteraction, game: str | None = None) -> None:
        """Answer `/design figures`."""
        async with self._host.answering(interaction) as answer:
            guild, played = await self._asked(answer, game)
            report = (await self._figures.of(guild, played.key)).report()
            report.command, report.date = "/design figures", f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC"
            await answer.say(await asyncio.to_thread(figures_message, report, played))

    @app_commands.command(name="report", description="See which figures are new this week")
    async def report(self, interaction: AnyInteraction) -> None:
        """Answer `/design report`."""
        async with self._host.answering(interaction) as answer:
            guild = await self._server(answer)
            week = self._reports.this_week
            news = await self._reports.of(guild, week)
            if not news:
                raise SpokenRefusal(NOTHING_NEW)
            await answer.say(await asyncio.to_thread(report_message, week, news))

    @app_commands.command(name="rulebook", description="The rulebook of a game, with how often people stumble over it")
    @app_commands.describe(game=_GAME)
    async def rulebook(self, interaction: AnyInteraction, game: str | None = None) -> None:
        """Answer `/design rulebook`."""
        async with self._host.answering(interaction) as answer:
            guild, played = await self._asked(answer, game)
            people = await self._figures.stored(guild, played.key)
            html = rulebook_page(played.title, people.clauses, people.weeks)
            text = f"**{played.title}**: the rulebook, darker where people stumble. Open the file in a browser."
            await answer.say(Message(text, file=(f"{played.key}-rulebook.html", html.encode())))

    @app_commands.command(name="opinions", description="Read what players wrote about a game here")
    @app_commands.describe(game=_GAME)
    async def opinions(self, interaction: AnyInteraction, game: str | None = None) -> None:
        """Answer `/design opinions`."""
        async with self._host.answering(interaction) as answer:
            guild, played = await self._asked(answer, game)
            told = await self._opinions.of_server(guild, played.key)
            await answer.say(opinions_message(played, told))

    @app_commands.command(name="position", description="Set up a position by its moves or a puzzle, to play on from it")
    @app_commands.describe(puzzle="a puzzle, like “tnb 3.12” or “circuitry 2026-01-31” (leave empty to write moves)")
    async def position(self, interaction: AnyInteraction, puzzle: str | None = None) -> None:
        """Answer `/design position` with a form, or set up the position of a puzzle."""
        async with self._host.answering(interaction) as answer:
            await server_of_designer(self._host, answer)
            if given(puzzle):
                await self._positions.set_up_puzzle(answer, puzzle)
            else:
                await answer.ask(position_form())

    @position.autocomplete("puzzle")
    async def _puzzles(self, _: AnyInteraction, typed: str) -> Choices:
        return await in_time(self._positions.puzzles(), typed)

    @app_commands.command(name="script", description="Let a script of the lab play in a match that has not started")
    @app_commands.describe(
        script="the script (leave empty to choose from a menu)",
        number="the number of the match (leave empty for the one here)",
    )
    @app_commands.rename(number="match")
    async def script(self, interaction: AnyInteraction, script: str | None = None, number: int | None = None) -> None:
        """Answer `/design script`."""
        async with self._host.answering(interaction) as answer:
            await server_of_designer(self._host, answer)
            match = await self._host.here(interaction, number=number)
            if given(script):
                await seat_script(self._host, answer, match.id, script)
            else:
                position = await self._host.app.positions.get(match.id)
                await answer.say(scripts_message(position.match, position.game))

    @script.autocomplete("script")
    async def _scripts(self, interaction: AnyInteraction, typed: str) -> Choices:
        return await in_time(self._scripts_here(interaction), typed)

    async def _scripts_here(self, interaction: AnyInteraction) -> list[Choice]:
        number = getattr(interaction.namespace, "match", None)
        match = await self._host.here(interaction, number=number if isinstance(number, int) else None)
        game = (await self._host.app.positions.get(match.id)).game
        return [Choice(name, name, script.summary) for name, script in game.scripts.items()]

    @app_commands.command(name="upload", description="Let this server play a game with your cards, decks and rulebook")
    @app_commands.describe(
        file="a zip file of the changed files, as `hidden-hand check` accepts them",
        game="the game that they change",
        name="the name of your pack",
        version="its version",
    )
    async def upload(  # the options of the command
        self,
        interaction: AnyInteraction,
        file: discord.Attachment | None = None,
        game: str | None = None,
        name: app_commands.Range[str, 1, NAME_LIMIT] | None = None,
        version: app_commands.Range[str, 1, EDITION_LIMIT] = "1",
    ) -> None:
        """Answer `/design upload`."""
        async with self._host.answering(interaction) as answer:
            await self._packs.upload(answer, file, game=game, name=name, edition=version)

    @app_commands.command(name="list", description="List the content packs of this server")
    async def list_(self, interaction: AnyInteraction) -> None:
        """Answer `/design list`."""
        async with self._host.answering(interaction) as answer:
            await self._packs.show(answer)

    @app_commands.command(name="retire", description="Let no new match begin with a content pack")
    @app_commands.describe(pack="the pack")
    async def retire(self, interaction: AnyInteraction, pack: str | None = None) -> None:
        """Answer `/design retire`."""
        async with self._host.answering(interaction) as answer:
            await self._packs.retire(answer, pack)

    @retire.autocomplete("pack")
    async def _open_packs(self, interaction: AnyInteraction, typed: str) -> Choices:
        return await in_time(self._packs.open(server_of(interaction) or DIRECT_MESSAGES), typed)

    @app_commands.command(name="compare", description="Let people play two drafts of a game by lot, and compare them")
    @app_commands.describe(
        first="a content pack, or the game itself",
        second="the draft to compare it with",
        ask="what to compare",
        how="how matches get their draft",
        matches="end undecided after so many matches",
    )
    @app_commands.choices(
        ask=[app_commands.Choice(name=words, value=str(each)) for each, words in QUESTIONS.items()],
        how=[app_commands.Choice(name=words, value=str(each)) for each, words in MODES.items()],
    )
    async def compare(  # noqa: PLR0913, PLR0917 # the options of the command
        self,
        interaction: AnyInteraction,
        first: str | None = None,
        second: str | None = None,
        ask: str = Question.SEATS,
        how: str = Mode.LOT,
        matches: app_commands.Range[int, FEWEST_MOST, MOST_MOST] = MOST,
    ) -> None:
        """Answer `/design compare`."""
        async with self._host.answering(interaction) as answer:
            question, mode = Question(ask), Mode(how)
            await self._comparisons.ask(answer, first, second, question=question, mode=mode, most=matches)

    @app_commands.command(name="comparisons", description="List the comparisons of this server, or end one")
    async def comparisons(self, interaction: AnyInteraction) -> None:
        """Answer `/design comparisons`."""
        async with self._host.answering(interaction) as answer:
            await self._comparisons.show(answer)

    @compare.autocomplete("first")
    @compare.autocomplete("second")
    async def _drafts(self, interaction: AnyInteraction, typed: str) -> Choices:
        async def offered() -> list[Choice]:
            guild = server_of(interaction) or DIRECT_MESSAGES
            return game_choices(await self._host.app.packs.games_of(guild))

        return await in_time(offered(), typed)

    @upload.autocomplete("game")
    async def _games(self, _: AnyInteraction, typed: str) -> Choices:
        return await in_time(asyncio.sleep(0, game_choices(self._host.games)), typed)

    @opinions.autocomplete("game")
    @figures.autocomplete("game")
    @rulebook.autocomplete("game")
    async def _titles(self, interaction: AnyInteraction, typed: str) -> Choices:
        async def offered() -> list[Choice]:
            guild = server_of(interaction) or DIRECT_MESSAGES
            return game_choices(await self._host.app.packs.games_of(guild, retired=True))

        return await in_time(offered(), typed)

    async def _server(self, answer: Answer) -> int:
        """Return the server whose figures a designer wants to see.

        Raises:
            Refusal: the user is no designer, or figures are switched off.
        """
        guild = await server_of_designer(self._host, answer)
        if not (await self._host.app.preferences.of_server(guild)).figures:
            raise SpokenRefusal(SWITCHED_OFF)
        return guild

    async def _asked(self, answer: Answer, game: str | None) -> tuple[int, Game]:
        """Return the server and the game that a designer means.

        Raises:
            Refusal: the user is no designer, figures are switched off, or the game is unclear.
        """
        guild = await self._server(answer)
        if given(game):
            return guild, named_game(await self._host.app.packs.games_of(guild, retired=True), game)
        here = await self._host.game_here(answer.interaction)
        if here is None:
            raise SpokenRefusal(_ASKED)
        return guild, here
