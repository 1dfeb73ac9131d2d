"""`/match status`, and the other commands that look at a match or add a note."""

from typing import Literal

from discord import app_commands

from bot.application.table.hand_footers import NOTE_LIMIT
from bot.model.match import Status
from cogs.commands.games import Choices, given, in_time
from cogs.commands.match_ids import NUMBER, my_numbers
from cogs.commands.match_part import MatchPart, live
from cogs.commands.private_note import note_form, write_note
from cogs.commands.whisper import TEXT_LIMIT, whisper, whisper_form
from cogs.delivery.answer import AnyInteraction
from cogs.messages.lobby import lobby_text
from cogs.messages.status import with_link
from cogs.presses.closeup import named_part, parts
from cogs.presses.hint import give_hint
from cogs.widgets.choices import Choice


class MatchWatching(MatchPart):
    """The commands that change nothing in a match."""

    @app_commands.command(name="status", description="See the board of a match (only you see it)")
    @app_commands.describe(
        show="a picture of the board, or a description in words", part="a part of the board, enlarged", number=NUMBER
    )
    @app_commands.rename(number="match", part="zoom")
    async def status(
        self,
        interaction: AnyInteraction,
        show: Literal["picture", "words"] | None = None,
        part: str | None = None,
        number: int | None = None,
    ) -> None:
        """Answer `/match status`, and post any message of the match that is missing in the channel."""
        async with self.host.answering(interaction) as answer:
            position = await self.here(interaction, number)
            if position.match.status is Status.LOBBY:
                others = await self.host.app.matchmaking.titles(position.match)
                names = await self.host.app.names.of(position.match)
                text = lobby_text(position.game, position.match, names, others=others)
                await answer.say(with_link(position.match, text, await self.presses.statuses.board(position)))
            elif given(part):
                word = named_part(position.game, position.view_for(answer.user), part)
                await self.presses.closeups.show(answer, position, word, in_words=show == "words")
            else:
                await self.presses.statuses.show(answer, position, show)
            await self.host.deliverer.refresh(position.match.id)

    @app_commands.command(
        name="log", description="Read the log of the current match in this channel, or of its latest match"
    )
    @app_commands.describe(number=NUMBER)
    @app_commands.rename(number="match")
    async def log(self, interaction: AnyInteraction, number: int | None = None) -> None:
        """Answer `/match log`."""
        async with self.host.answering(interaction) as answer:
            if number is None and await self.host.app.matches.in_channel(interaction.channel_id or 0) is None:
                number = await self.host.app.matches.latest_of_channel(interaction.channel_id or 0)
            await self.presses.logs.show(answer, await self.here(interaction, number))

    @app_commands.command(name="look-back", description="Review your mistakes in a finished match")
    @app_commands.describe(number="number of a finished match (leave empty for your latest one)")
    @app_commands.rename(number="match")
    async def look_back(self, interaction: AnyInteraction, number: int | None = None) -> None:
        """Answer `/match look-back`."""
        async with self.host.answering(interaction) as answer:
            if number is None:
                number = await self.host.app.history.latest(answer.user)
            await self.presses.reviews.show(answer, match_id=(await self.here(interaction, number)).match.id)

    @app_commands.command(name="whisper", description="Send your team a message that no one else can read")
    @app_commands.describe(text="your message (leave empty to write it in a form)", number=NUMBER)
    @app_commands.rename(number="match")
    async def whisper(
        self,
        interaction: AnyInteraction,
        text: app_commands.Range[str, 1, TEXT_LIMIT] | None = None,
        number: int | None = None,
    ) -> None:
        """Answer `/match whisper`."""
        async with self.host.answering(interaction) as answer:
            position = await self.here(interaction, number)
            live(position.match)
            if text is None:
                await answer.ask(whisper_form(position.match.key))
            else:
                await whisper(self.host, answer, position, text)

    @app_commands.command(name="note", description="Write a private note that only you see, on your hand")
    @app_commands.describe(text="replaces your present note (leave empty to write it in a form)", number=NUMBER)
    @app_commands.rename(number="match")
    async def note(
        self,
        interaction: AnyInteraction,
        text: app_commands.Range[str, 1, NOTE_LIMIT] | None = None,
        number: int | None = None,
    ) -> None:
        """Answer `/match note`."""
        async with self.host.answering(interaction) as answer:
            position = await self.here(interaction, number)
            live(position.match)
            if text is None:
                noted = await self.host.app.hand_footers.note(position.match.id, answer.user)
                await answer.ask(note_form(position.match.key, noted))
            else:
                await write_note(self.host, answer, position.match.id, text)

    @app_commands.command(name="hint", description="See what the expert would do in your place, and why")
    @app_commands.describe(number=NUMBER)
    @app_commands.rename(number="match")
    async def hint(self, interaction: AnyInteraction, number: int | None = None) -> None:
        """Answer `/match hint`."""
        async with self.host.answering(interaction) as answer:
            position = await self.here(interaction, number)
            live(position.match)
            await give_hint(self.host, answer, position)

    @status.autocomplete("part")
    async def _parts_here(self, interaction: AnyInteraction, typed: str) -> Choices:
        async def offered() -> list[Choice]:
            position = await self.typed(interaction)
            return parts(position.game, position.view_for(interaction.user.id))

        return await in_time(offered(), typed)

    @status.autocomplete("number")
    @log.autocomplete("number")
    @whisper.autocomplete("number")
    @note.autocomplete("number")
    @hint.autocomplete("number")
    async def _numbers(self, interaction: AnyInteraction, typed: object) -> list[app_commands.Choice[int]]:
        return await my_numbers(self.host, interaction, typed)
