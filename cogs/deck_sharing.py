"""What is asked before a deck is deleted, and the text that one is imported from."""

import re
from typing import Any, Final

import discord
from discord import ui

from bot.deck_text import TEXT_LIMIT, read
from bot.decks import NAME_LIMIT
from cogs import custom_ids
from cogs.deck_builder import DECK, giving_back, show
from cogs.desk import desk
from cogs.errors import AnyInteraction, answering
from cogs.items import Press
from cogs.text import escaped

ALL: Final = "all"


class Delete(Press, template=custom_ids.template("deck-delete", f"(?:{DECK}|{ALL})")):
    """Deletes a deck, or all of them: the second of two presses."""

    purpose = "deck-delete"

    async def pressed(self, interaction: AnyInteraction, match: re.Match[str]) -> None:
        decks, user = desk(interaction).matches.decks, interaction.user.id
        await interaction.response.defer()
        if match["deck"]:
            name = escaped((await decks.delete(user, f"#{match['deck']}")).name)
            done = f"Your deck **{name}** is deleted."
        else:
            await decks.delete_all(user)
            done = "All your decks are deleted."
        await interaction.edit_original_response(
            content=f"{done} Matches that have begun keep what they have.", view=None
        )


class KeepDeck(Press, template=custom_ids.template("deck-keep")):
    """Thinks better of deleting."""

    purpose = "deck-keep"

    async def pressed(self, interaction: AnyInteraction, match: re.Match[str]) -> None:
        await interaction.response.edit_message(content="Nothing was deleted.", view=None)


class ImportModal(ui.Modal):
    """A deck as text."""

    def __init__(self, game: str | None, name: str | None) -> None:
        super().__init__(title="Import a deck", timeout=None)
        self.game, self.name = game, name
        self.text: ui.TextInput[Any] = ui.TextInput(
            custom_id="deck",
            style=discord.TextStyle.paragraph,
            max_length=TEXT_LIMIT,
            placeholder="Paste the text of a deck here",
        )
        self.add_item(ui.Label(text="The deck", description="Cards with counts, in lines", component=self.text))

    async def on_submit(self, interaction: AnyInteraction, /) -> None:
        async with answering(interaction), giving_back(interaction, self.text.value):
            await import_deck(interaction, self.game, self.name, self.text.value)


async def import_deck(interaction: AnyInteraction, game: str | None, name: str | None, text: str) -> None:
    """Store the deck that a text says, and show it."""
    at = desk(interaction)
    await interaction.response.defer(ephemeral=True, thinking=True)
    said = read(at.client.games, text, game)
    created = await at.matches.decks.create(
        interaction.user.id,
        said.game,
        name or said.name[:NAME_LIMIT] or "Imported deck",
        said.cards,
        interaction=interaction.id,
        similar=True,
    )
    await show(interaction, created, note="-# It is imported, and now yours.")
