"""`/design`: the figures of a server, the rulebook with its heat, content packs, positions and scripts."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

import discord
from discord import app_commands

from bot.model.match import DIRECT_MESSAGES, Match
from bot.model.packs import EDITION_LIMIT, NAME_LIMIT, Pack
from bot.store.opinions import WHOLE_MATCH, Opinion
from bot.workshop.checking import MOST_BYTES, Fault
from bot.workshop.figures import ServerFigures
from bot.workshop.heat import rulebook_page
from bot.workshop.opinions import Opinions
from bot.workshop.uploads import FaultyPackError, Uploaded, Uploads
from bot.workshop.weeks import WeeklyReports
from cogs.commands.games import Choices, given, in_time, named_game
from cogs.delivery.answer import Answer, AnyInteraction
from cogs.designers.figures import figures_message
from cogs.designers.positions import position_form, scripts_message, seat_script
from cogs.designers.purposes import RETIRE_PACK
from cogs.designers.refusals import DESIGNERS_ONLY
from cogs.designers.reports import NOTHING_NEW, report_message
from cogs.host import Host, server_of
from cogs.messages.games import game_choices
from cogs.messages.message import LIMIT, Message
from cogs.presses.router import answers
from cogs.text import escaped, shortened
from cogs.widgets.choices import Choice, resolve
from cogs.widgets.items import Item, button, menu, option
from cogs.widgets.purposes import REPLAY
from cogs.widgets.refusals import SpokenRefusal
from render.lengths import length
from rules.core.game import Game
from rules.core.words import counted

INCOMPLETE: Final = (
    "Attach the zip file of your pack, and name the game that it changes and the pack itself: "
    "`/design upload file:… game:… name:…`."
)
NO_PACKS: Final = "This server has no content packs. `/design upload` stores one."
SWITCHED_OFF: Final = "Figures are switched off on this server. `/setup` switches them on, for matches from then on."
_GAME: Final = "the game (leave empty for the one played here)"
_MOMENTS: Final = 20
"""The maximum number of buttons to moments."""
_WORDS: Final = 300
"""The maximum number of characters of an opinion in the list."""
_FAULTS: Final = 10
"""The number of faults of a pack that a message names."""
_FILES: Final = 200
"""The maximum number of characters of a list of files."""
_ASKED: Final = "Which game? Name it: `/design figures game:…`."


class DesignCommands(app_commands.Group):
    """The slash commands. Only a server's designers may use them."""

    def __init__(
        self, host: Host, figures: ServerFigures, opinions: Opinions, reports: WeeklyReports, uploads: Uploads
    ) -> None:
        super().__init__(
            name="design",
            description="For designers: how people play on this server, content packs, positions, scripts",
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self._host = host
        self._figures = figures
        self._opinions = opinions
        self._reports = reports
        self._uploads = uploads

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

    @app_commands.command(name="position", description="Set up a position by its moves, to play on from it")
    async def position(self, interaction: AnyInteraction) -> None:
        """Answer `/design position` with a form."""
        async with self._host.answering(interaction) as answer:
            await self._check_designer(interaction)
            await answer.ask(position_form())

    @app_commands.command(name="script", description="Let a script of the lab play in a match that has not started")
    @app_commands.describe(
        script="the script (leave empty to choose from a menu)",
        number="the number of the match (leave empty for the one here)",
    )
    @app_commands.rename(number="match")
    async def script(self, interaction: AnyInteraction, script: str | None = None, number: int | None = None) -> None:
        """Answer `/design script`."""
        async with self._host.answering(interaction) as answer:
            await self._check_designer(interaction)
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

    async def _check_designer(self, interaction: AnyInteraction) -> None:
        if not await self._host.is_designer(interaction):
            raise SpokenRefusal(DESIGNERS_ONLY)

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
            guild = await self._designer(answer)
            if file is None or not given(game) or name is None:
                raise SpokenRefusal(INCOMPLETE)
            changed = named_game(self._host.games, game)
            data = await _downloaded(file)
            try:
                uploaded = await self._uploads.store(
                    guild,
                    answer.user,
                    game=changed.key,
                    name=name,
                    edition=version,
                    data=data,
                    interaction=interaction.id,
                )
            except FaultyPackError as faulty:
                await answer.say(faults_message(faulty.faults))
            else:
                await answer.say(uploaded_text(self._host.app.packs.title(uploaded.pack), uploaded))

    @app_commands.command(name="list", description="List the content packs of this server")
    async def list_(self, interaction: AnyInteraction) -> None:
        """Answer `/design list`."""
        async with self._host.answering(interaction) as answer:
            packs = self._host.app.packs
            known = await packs.of_server(await self._designer(answer))
            played = await packs.matches(known)
            lines = [pack_line(packs.title(pack), pack, played[pack.key], packs.is_present(pack)) for pack in known]
            await answer.say(packs_text(lines))

    @app_commands.command(name="retire", description="Let no new match begin with a content pack")
    @app_commands.describe(pack="the pack")
    async def retire(self, interaction: AnyInteraction, pack: str | None = None) -> None:
        """Answer `/design retire`."""
        async with self._host.answering(interaction) as answer:
            offered = await self._open_packs(await self._designer(answer))
            if given(pack):
                await self._retire(answer, resolve(offered, pack, "content pack").word)
            elif offered:
                options = [option(choice.text, choice.word) for choice in offered]
                await answer.say(Message("Which content pack?", [menu("Choose a pack …", RETIRE_PACK(), options)]))
            else:
                raise SpokenRefusal(NO_PACKS)

    @answers(RETIRE_PACK)
    async def chosen(self, answer: Answer, *, values: Sequence[str]) -> None:
        """Retire the chosen pack."""
        await self._retire(answer, values[0])

    async def _retire(self, answer: Answer, key: str) -> None:
        packs = self._host.app.packs
        retired = await packs.retire(key, await self._designer(answer))
        text = (
            f"**{packs.title(retired)}** is retired: no new match begins with it. Matches and series that have begun "
            "go on with its cards."
        )
        await answer.show(Message(text))

    @retire.autocomplete("pack")
    async def _packs(self, interaction: AnyInteraction, typed: str) -> Choices:
        return await in_time(self._open_packs(server_of(interaction) or DIRECT_MESSAGES), typed)

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

    async def _open_packs(self, guild: int) -> list[Choice]:
        """Return the packs of a server that are not retired."""
        packs = self._host.app.packs
        present = [pack for pack in await packs.of_server(guild) if pack.retired_at is None]
        return [Choice(pack.key, packs.title(pack), "") for pack in present]

    async def _designer(self, answer: Answer) -> int:
        """Return the server of a designer.

        Raises:
            Refusal: the user is none.
        """
        guild = server_of(answer.interaction)
        if guild is None:
            raise SpokenRefusal("Use this command in a channel of the server.")
        await self._check_designer(answer.interaction)
        return guild

    async def _server(self, answer: Answer) -> int:
        """Return the server whose figures a designer wants to see.

        Raises:
            Refusal: the user is no designer, or figures are switched off.
        """
        guild = await self._designer(answer)
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


async def _downloaded(file: discord.Attachment) -> bytes:
    """Return the content of an attached file.

    Raises:
        Refusal: it is too large, or cannot be downloaded.
    """
    if file.size > MOST_BYTES:
        raise SpokenRefusal(f"The file has {file.size:,} bytes; at most {MOST_BYTES:,} are allowed.")
    try:
        return await file.read()
    except discord.HTTPException:
        raise SpokenRefusal("I couldn't download your file from Discord. Use the command once more.") from None


def uploaded_text(title: str, uploaded: Uploaded) -> str:
    """Return what can be done with a pack that was stored."""
    unused = ""
    if uploaded.unused:
        unused = f"\n-# Not used on Discord: {escaped(', '.join(uploaded.unused), _FILES)}."
    return (
        f"**{title}** is ready, with {counted(uploaded.cards, 'card')}. Choose it in `/match new`, `/match find` and "
        "`/deck new`, or in a lobby under **More …**, **Options**. Its matches are rated apart; `/design figures` "
        f"tells how people play them.{unused}"
    )


def faults_message(faults: Sequence[Fault]) -> Message:
    """Return all faults of a pack: the first ones in the text, and all of them in a file if they are more."""
    lines = [str(fault) for fault in faults]
    shown = "\n".join(f"- {escaped(line, _WORDS)}" for line in lines[:_FAULTS])
    head = f"Nothing was stored: the pack has {counted(len(lines), 'fault')}, by file, line and column."
    if len(lines) <= _FAULTS:
        return Message(shortened(f"{head}\n{shown}", LIMIT))
    file = ("faults.txt", "\n".join(lines).encode())
    return Message(shortened(f"{head} All of them are in the file.\n{shown}", LIMIT), file=file)


def pack_line(title: str, pack: Pack, matches: int, is_present: bool) -> str:
    """Return a pack of a server in a line. is_present: whether it was made for today's rules."""
    who = "someone whose data was deleted" if pack.user is None else f"<@{pack.user}>"
    state = ""
    if pack.retired_at is not None:
        state = f", retired <t:{pack.retired_at}:d>"
    elif not is_present:
        state = ", made for an older version of the game: upload it again"
    return f"- **{title}**, by {who} <t:{pack.uploaded_at}:d>, {counted(matches, 'match', 'matches')}{state}"


def packs_text(lines: Sequence[str]) -> str:
    """Return the list of a server's packs, the latest first."""
    if not lines:
        return NO_PACKS
    shown = [*reversed(lines)]
    text = "\n".join(["**Content packs of this server**", *shown])
    while length(text) > LIMIT:
        shown.pop()
        text = "\n".join(["**Content packs of this server**", *shown, "-# Older ones are left out."])
    return text


def opinions_message(game: Game, told: Sequence[tuple[Opinion, Match]]) -> Message:
    """Return the latest opinions. A moment that felt wrong has a button to the replay, if that is open to everyone."""
    lines, items = list[str](), list[Item]()
    for opinion, match in told:
        is_moment = opinion.ply != WHOLE_MATCH
        if not is_moment and not opinion.remark:
            continue
        about = [f"rule {opinion.clause}"] if opinion.clause else []
        if is_moment and match.is_open and not match.cleared and len(items) < _MOMENTS:
            about.append(f"match #{match.id} after ply {opinion.ply}")
            to_moment = REPLAY(match.key, opinion.ply, "all", "open")
            items.append(button(f"#{match.id}, ply {opinion.ply}", to_moment))
        who = f"<@{opinion.user}>" if opinion.is_signed else "A player"
        words = f": {escaped(opinion.remark, _WORDS)}" if opinion.remark else ""
        place = f" ({', '.join(about)})" if about else ""
        lines.append(f"- {who}{' felt that a moment was wrong' if is_moment else ''}{place}{words}")
    if not lines:
        return Message(f"**{game.title}**: nobody has written anything yet.")
    text = f"**{game.title}: what players wrote**, the latest first\n" + "\n".join(lines)
    return Message(shortened(text, LIMIT), items)
