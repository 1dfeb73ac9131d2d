"""Delete decks after a confirmation, and import them from text."""

from collections.abc import Mapping

from bot.decks.decks import NAME_LIMIT
from bot.decks.text import read
from cogs.decks import purposes
from cogs.decks.builder import DeckBuilder, returning_text
from cogs.decks.messages import ALL
from cogs.delivery.answer import Answer
from cogs.host import Host
from cogs.messages.message import Message
from cogs.presses.router import answers
from cogs.text import escaped


class DeckSharing:
    """Deletes and imports decks."""

    def __init__(self, host: Host, builder: DeckBuilder) -> None:
        self._host = host
        self._builder = builder

    @answers(purposes.DECK_DELETE)
    async def delete(self, answer: Answer, *, deck: str) -> None:
        """Delete a deck, or all of them: the second of two presses."""
        if deck == ALL:
            await self._host.app.decks.delete_all(answer.user)
            done = "All your decks were deleted."
        else:
            name = escaped((await self._host.app.decks.delete(answer.user, f"#{deck}")).name)
            done = f"Your deck **{name}** was deleted."
        await answer.show(Message(f"{done} Matches in progress aren't affected."))
        await self._host.app.lobbies.decks_changed(answer.user)

    @answers(purposes.DECK_KEEP)
    async def keep(self, answer: Answer) -> None:
        """Answer that the deck is kept."""
        await answer.show(Message("Nothing was deleted."))

    @answers(purposes.DECK_IMPORT)
    async def imported(self, answer: Answer, *, game: str, texts: Mapping[str, str]) -> None:
        """Create the deck that was written in a form."""
        text = texts.get("deck", "")
        async with returning_text(answer, text):
            await self.store(answer, game or None, texts.get("name") or None, text)

    async def store(self, answer: Answer, game: str | None, name: str | None, text: str) -> None:
        """Create the deck described by a text, and show it."""
        written = read(await self._host.games_here(answer.interaction), text, game)
        created = await self._host.app.decks.create(
            answer.user,
            written.game,
            name or written.name[:NAME_LIMIT] or "Imported deck",
            written.cards,
            interaction=answer.interaction.id,
            similar=True,
        )
        await self._builder.show(answer, created, note="-# Imported: this deck is now yours.")
