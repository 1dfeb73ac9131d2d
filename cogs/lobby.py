"""`/match`: opening, joining, starting, watching and leaving matches."""

import asyncio
import re
from typing import Any, Final, Literal, cast

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import HiddenHand
from bot.decks import is_own
from bot.lobby import mates
from bot.matches import Look, Match, MatchId, NotAtThisTable, Refusal, Status
from cogs import custom_ids
from cogs.choices import Choice, resolve, search
from cogs.closer import named_part, parts, show_part
from cogs.custom_ids import MATCH
from cogs.deck_choices import playable
from cogs.desk import Desk, board_link, desk, live
from cogs.errors import MESSAGE_LIMIT, AnyInteraction, answering, tell
from cogs.games import complete_game, named_game, offer
from cogs.items import Press, attachment, panel
from cogs.lobby_message import (
    BUTTONS,
    choose_deck,
    choose_option,
    join,
    leave,
    option_choices,
    start,
)
from cogs.lobby_words import lobby_text
from cogs.opening import open_lobby
from cogs.story import newest, result_line, story_lines
from cogs.table import Tables
from cogs.text import escaped, shortened
from cogs.whisper import TEXT_LIMIT, Whispers
from render.picture import table_picture, table_text
from rules.core.game import Game

STORY_ROOM: Final = 900


class Resign(Press, template=custom_ids.template("resign", MATCH)):
    """Gives a match up, for good: the second of two presses."""

    purpose = "resign"

    async def pressed(self, interaction: AnyInteraction, match: re.Match[str]) -> None:
        at, number = desk(interaction), MatchId(int(match["match"]))
        at.names.meet(interaction)
        await interaction.response.defer()
        await at.matches.resign(number, interaction.user.id, interaction=interaction.id)
        at.publish(number)
        await interaction.edit_original_response(content=f"You resigned match #{number}.", view=None)
        await at.tell_trouble(interaction, number)


class Keep(Press, template=custom_ids.template("keep", MATCH)):
    """Thinks better of resigning."""

    purpose = "keep"

    async def pressed(self, interaction: AnyInteraction, match: re.Match[str]) -> None:
        await interaction.response.edit_message(content="You play on.", view=None)


class Lobby(commands.GroupCog, group_name="match", group_description="Open, join, start, watch and leave matches"):
    """Thin: each command finds its match and hands over."""

    def __init__(self, at: Desk) -> None:
        self.desk = at

    @app_commands.command(name="new", description="Open a match in this channel, for others to join")
    @app_commands.describe(
        game="what is played",
        deck="the deck that you play; none: your default or one by chance, and you may change it",
        options="variants of the rules",
    )
    @app_commands.autocomplete(game=complete_game)
    async def new(
        self, interaction: AnyInteraction, game: str, deck: str | None = None, options: str | None = None
    ) -> None:
        """`/match new`."""
        async with answering(interaction):
            played = named_game(interaction, game)
            chosen = await self._deck(interaction, played, deck) if deck else None
            rules = [resolve(option_choices(played), word, "option").word for word in (options or "").split()]
            variants = dict(cast(tuple[str, str], tuple(rule.split("=", 1))) for rule in rules)
            assert interaction.channel_id is not None
            await open_lobby(interaction, interaction.channel_id, played.key, variants, chosen)

    @app_commands.command(name="join", description="Take a seat in the match of this channel")
    @app_commands.describe(deck="the deck that you play; none: your default or one by chance, and you may change it")
    async def join(self, interaction: AnyInteraction, deck: str | None = None) -> None:
        """`/match join`."""
        async with answering(interaction):
            match = await self.desk.here(interaction)
            chosen = await self._deck(interaction, self.desk.game(match), deck) if deck else None
            await join(interaction, match.id, chosen)

    @app_commands.command(name="leave", description="Give back your seat before the match begins")
    async def leave(self, interaction: AnyInteraction) -> None:
        """`/match leave`."""
        async with answering(interaction):
            await leave(interaction, (await self.desk.here(interaction)).id)

    @app_commands.command(name="start", description="Begin the match that you opened in this channel")
    async def start(self, interaction: AnyInteraction) -> None:
        """`/match start`."""
        async with answering(interaction):
            await start(interaction, (await self.desk.here(interaction)).id)

    @app_commands.command(name="deck", description="Choose the deck that you play, before the match begins")
    @app_commands.describe(deck="the deck that you play")
    async def deck(self, interaction: AnyInteraction, deck: str) -> None:
        """`/match deck`."""
        async with answering(interaction):
            match = await self.desk.here(interaction)
            await choose_deck(interaction, match.id, await self._deck(interaction, self.desk.game(match), deck))

    @app_commands.command(name="option", description="Choose a variant of the rules, before the match begins")
    @app_commands.describe(option="the variant")
    async def option(self, interaction: AnyInteraction, option: str) -> None:
        """`/match option`."""
        async with answering(interaction):
            match = await self.desk.here(interaction)
            offered = every_option(self.desk.game(match))
            name, _, value = resolve(offered, option, "option").word.partition("=")
            await choose_option(interaction, match.id, name, value)

    @app_commands.command(name="status", description="Show how the match of this channel stands, to you alone")
    @app_commands.describe(show="a picture, or the same in words", closer="a part of the table, larger")
    async def status(
        self,
        interaction: AnyInteraction,
        show: Literal["picture", "words"] = "picture",
        closer: str | None = None,
    ) -> None:
        """`/match status`."""
        async with answering(interaction):
            match = await self.desk.here(interaction)
            await interaction.response.defer(ephemeral=True, thinking=True)
            if match.status is Status.LOBBY:
                names = await self.desk.names.of(match)
                await tell(interaction, await self._with_link(match, lobby_text(self.desk.game(match), match, names)))
            else:
                await self._table(interaction, match, closer, in_words=show == "words")
            await cast(Tables, self.desk.client.get_cog(Tables.__name__)).repost(match.id)

    @app_commands.command(name="resign", description="Give up the match of this channel; you are asked once more")
    async def resign(self, interaction: AnyInteraction) -> None:
        """`/match resign`."""
        async with answering(interaction):
            match = live(await self.desk.here(interaction))
            seat = match.seat_of(interaction.user.id)
            if seat is None:
                raise NotAtThisTable(f"You do not play in match #{match.id}: there is nothing to resign.")
            team = " with your team" if mates(match, self.desk.game(match), seat) else ""
            buttons = (
                Resign.make(match.id, label="Resign", style=discord.ButtonStyle.danger),
                Keep.make(match.id, label="Play on"),
            )
            text = f"Resign match #{match.id}? It ends for everybody, and you are ranked last{team}."
            await tell(interaction, text, view=panel(buttons))

    @app_commands.command(name="whisper", description="Tell your team something that nobody else reads")
    @app_commands.describe(text="what you tell them")
    async def whisper(self, interaction: AnyInteraction, text: app_commands.Range[str, 1, TEXT_LIMIT]) -> None:
        """`/match whisper`."""
        async with answering(interaction):
            match = live(await self.desk.here(interaction))
            await cast(Whispers, self.desk.client.get_cog(Whispers.__name__)).whisper(interaction, match, text)

    @new.autocomplete("deck")
    async def _decks_of_game(self, interaction: AnyInteraction, typed: str) -> list[app_commands.Choice[str]]:
        game = self.desk.client.games.get(str(interaction.namespace.game))
        return offer(search(await playable(self.desk, game, interaction.user.id), typed)) if game else []

    @new.autocomplete("options")
    async def _options_of_game(self, interaction: AnyInteraction, typed: str) -> list[app_commands.Choice[str]]:
        game = self.desk.client.games.get(str(interaction.namespace.game))
        *chosen, last = typed.split(" ")
        names = {word.partition("=")[0] for word in chosen}
        found = search(option_choices(game), last) if game else []
        return offer(
            [
                Choice(" ".join((*chosen, choice.word)), ", ".join((*chosen, choice.text)), choice.detail)
                for choice in found
                if choice.word.partition("=")[0] not in names
            ]
        )

    @join.autocomplete("deck")
    @deck.autocomplete("deck")
    async def _decks_here(self, interaction: AnyInteraction, typed: str) -> list[app_commands.Choice[str]]:
        match = await self.desk.matches.in_channel(interaction.channel_id or 0)
        if match is None:
            return []
        return offer(search(await playable(self.desk, self.desk.game(match), interaction.user.id), typed))

    @option.autocomplete("option")
    async def _options_here(self, interaction: AnyInteraction, typed: str) -> list[app_commands.Choice[str]]:
        match = await self.desk.matches.in_channel(interaction.channel_id or 0)
        return offer(search(every_option(self.desk.game(match)), typed)) if match else []

    @status.autocomplete("closer")
    async def _parts_here(self, interaction: AnyInteraction, typed: str) -> list[app_commands.Choice[str]]:
        try:
            match = live(await self.desk.here(interaction))
            look: Look = await self.desk.matches.look(match.id, interaction.user.id)
        except Refusal:
            return []  # the command itself says why
        return offer(search(parts(self.desk.game(match), look), typed))

    async def _deck(self, interaction: AnyInteraction, game: Game[Any, Any], typed: str) -> str:
        """The id of the deck that was meant; one of the user's own says itself why it cannot be played."""
        if is_own(typed):
            return typed
        return resolve(await playable(self.desk, game, interaction.user.id), typed, "deck").word

    async def _table(self, interaction: AnyInteraction, match: Match, closer: str | None, *, in_words: bool) -> None:
        """The table as whoever asks sees it from their seat, or a part of it."""
        look: Look = await self.desk.matches.look(match.id, interaction.user.id)
        if closer:
            word = named_part(self.desk.game(match), look, closer)
            await show_part(interaction, look, word, in_words=in_words)
            return
        game, names = self.desk.game(match), await self.desk.names.of(match)
        lines = [f"-# Match #{match.id} · {game.title}", *newest(story_lines(game, look.story, names), STORY_ROOM)]
        if look.view.outcome is not None:
            lines.append(result_line(game, look.view.outcome, names))
        else:
            lines.append(f"**{game.prompt(look.view, [escaped(name) for name in names])}**")
        text = await self._with_link(match, "\n".join(lines))
        more: dict[str, Any] = {}
        if in_words:
            board = shortened(table_text(game, look.view, names), MESSAGE_LIMIT - len(text) - 10)
            text = f"{text}\n```\n{board}\n```"
        else:
            picture = await asyncio.to_thread(table_picture, game, look.view, names)
            more["file"] = attachment(picture, "table.png")
        await tell(interaction, text, **more)

    async def _with_link(self, match: Match, text: str) -> str:
        board = await self.desk.client.announcements.board(match.id)
        return f"{text}\n[To the table]({board_link(match, board.message)})" if board else text


def every_option(game: Game[Any, Any]) -> list[Choice]:
    """Every value of every rule variant of a game, written `name=value`."""
    return [
        Choice(f"{rule.name}={value}", f"{rule.name.replace('_', ' ')}: {value.replace('_', ' ')}", rule.summary)
        for rule in game.options
        for value in rule.values
    ]


async def setup(client: HiddenHand) -> None:
    client.add_dynamic_items(*BUTTONS, Resign, Keep)
    await client.add_cog(Lobby(cast(Desk, client.get_cog(Desk.__name__))))
