"""`/match join`, and the other commands for a match that has not started."""

from typing import Literal

import discord
from discord import app_commands

from cogs.commands.games import Choices, given, in_time
from cogs.commands.match_ids import NUMBER, my_numbers
from cogs.commands.match_part import MatchPart
from cogs.delivery.answer import AnyInteraction
from cogs.messages.message import Message
from cogs.presses.lobby import option_choices
from cogs.widgets.choices import Choice
from cogs.widgets.decks import playable
from cogs.widgets.items import PEOPLE, people
from cogs.widgets.option_words import read_options
from cogs.widgets.purposes import ASK
from cogs.widgets.refusals import SpokenRefusal


class MatchLobby(MatchPart):
    """The commands for a lobby."""

    @app_commands.command(name="ask", description="Invite a player and reserve a seat for them")
    @app_commands.describe(who="the player to invite", number=NUMBER)
    @app_commands.rename(number="match")
    async def ask(
        self, interaction: AnyInteraction, who: discord.User | None = None, number: int | None = None
    ) -> None:
        """Answer `/match ask`."""
        async with self.host.answering(interaction) as answer:
            position = await self.here(interaction, number)
            if who is None:
                most = min(PEOPLE, max(position.game.seats) - 1)
                await answer.say(
                    Message("Who do you want to invite?", [people("Invite …", ASK(position.match.key), most)])
                )
            else:
                await self.presses.lobbies.ask_others(answer, position.match.id, [who.id])

    @app_commands.command(name="invite", description="Get a code with which friends elsewhere can join your match")
    @app_commands.describe(number=NUMBER)
    @app_commands.rename(number="match")
    async def invite(self, interaction: AnyInteraction, number: int | None = None) -> None:
        """Answer `/match invite`."""
        async with self.host.answering(interaction) as answer:
            await self.presses.lobbies.invite(answer, match_id=(await self.here(interaction, number)).match.id)

    @app_commands.command(name="join", description="Join the match in this channel, or one by its code")
    @app_commands.describe(
        deck="your deck (leave empty for your default, or a random one; you can change it later)",
        number=NUMBER,
        code="the code that a friend has sent you: you get the board here",
    )
    @app_commands.rename(number="match")
    async def join(
        self, interaction: AnyInteraction, deck: str | None = None, number: int | None = None, code: str | None = None
    ) -> None:
        """Answer `/match join`."""
        async with self.host.answering(interaction) as answer:
            if code is not None:
                await self.host.meet(interaction)
                found = await self.host.app.positions.get(await self.host.app.lobbies.with_code(code))
                chosen = await self.deck_of(answer, found.game, deck) if given(deck) else None
                await self.presses.lobbies.join_from(answer, code, chosen)
                return
            position = await self.here(interaction, number)
            chosen = await self.deck_of(answer, position.game, deck) if given(deck) else None
            await self.presses.lobbies.join(answer, match_id=position.match.id, deck=chosen)

    @app_commands.command(name="computer", description="Add a computer player before the match starts")
    @app_commands.describe(
        level="skill level (“none” removes the last computer; leave empty to choose from a menu)", number=NUMBER
    )
    @app_commands.rename(number="match")
    async def computer(
        self,
        interaction: AnyInteraction,
        level: Literal["novice", "regular", "expert", "none"] | None = None,
        number: int | None = None,
    ) -> None:
        """Answer `/match computer`."""
        async with self.host.answering(interaction) as answer:
            position = await self.here(interaction, number)
            if level is None:
                await self.presses.lobbies.computers(answer, match_id=position.match.id)
            else:
                await self.presses.lobbies.choose_computer(answer, position.match.id, level)

    @app_commands.command(name="leave", description="Leave the match before it starts")
    @app_commands.describe(number=NUMBER)
    @app_commands.rename(number="match")
    async def leave(self, interaction: AnyInteraction, number: int | None = None) -> None:
        """Answer `/match leave`."""
        async with self.host.answering(interaction) as answer:
            await self.presses.lobbies.leave(answer, match_id=(await self.here(interaction, number)).match.id)

    @app_commands.command(name="start", description="Start the match you opened in this channel")
    @app_commands.describe(number=NUMBER)
    @app_commands.rename(number="match")
    async def start(self, interaction: AnyInteraction, number: int | None = None) -> None:
        """Answer `/match start`."""
        async with self.host.answering(interaction) as answer:
            await self.presses.lobbies.start(answer, match_id=(await self.here(interaction, number)).match.id)

    @app_commands.command(name="deck", description="Choose your deck before the match starts")
    @app_commands.describe(deck="your deck", number=NUMBER)
    @app_commands.rename(number="match")
    async def deck(self, interaction: AnyInteraction, deck: str | None = None, number: int | None = None) -> None:
        """Answer `/match deck`."""
        async with self.host.answering(interaction) as answer:
            position = await self.here(interaction, number)
            if not given(deck):
                await self.presses.lobbies.decks(answer, match_id=position.match.id, page=0)
                return
            chosen = await self.deck_of(answer, position.game, deck)
            await self.presses.lobbies.choose_deck(answer, position.match.id, chosen)

    @app_commands.command(name="option", description="Choose a rule variant before the match starts")
    @app_commands.describe(option="the variant", number=NUMBER)
    @app_commands.rename(number="match")
    async def option(self, interaction: AnyInteraction, option: str | None = None, number: int | None = None) -> None:
        """Answer `/match option`."""
        async with self.host.answering(interaction) as answer:
            position = await self.here(interaction, number)
            if not given(option):
                await self.presses.lobbies.options(answer, match_id=position.match.id, page=0)
                return
            word, *others = read_options(option_choices(position.game, every=True), option)
            if others:
                raise SpokenRefusal("Choose one option at a time here.")
            name, _, value = word.partition("=")
            await self.presses.lobbies.choose_option(answer, position.match.id, name, value)

    @join.autocomplete("deck")
    @deck.autocomplete("deck")
    async def _decks_here(self, interaction: AnyInteraction, typed: str) -> Choices:
        async def offered() -> list[Choice]:
            return await playable(self.host.app.decks, (await self.typed(interaction)).game, interaction.user.id)

        return await in_time(offered(), typed)

    @option.autocomplete("option")
    async def _options_here(self, interaction: AnyInteraction, typed: str) -> Choices:
        async def offered() -> list[Choice]:
            return option_choices((await self.typed(interaction)).game, every=True)

        return await in_time(offered(), typed)

    @ask.autocomplete("number")
    @join.autocomplete("number")
    @invite.autocomplete("number")
    @computer.autocomplete("number")
    @leave.autocomplete("number")
    @start.autocomplete("number")
    @deck.autocomplete("number")
    @option.autocomplete("number")
    async def _numbers(self, interaction: AnyInteraction, typed: object) -> list[app_commands.Choice[int]]:
        return await my_numbers(self.host, interaction, typed)
