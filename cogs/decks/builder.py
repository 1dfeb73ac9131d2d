"""The panel of the deck builder: a picture, what is missing, and menus that add or remove several cards at once."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from bot.decks.deck import OwnDeck
from bot.decks.text import read_cards
from bot.model.match import Status
from bot.model.refusals import Refusal
from cogs.decks import purposes
from cogs.decks.messages import Place, cards_form, deck_line, faults_lines, items
from cogs.delivery.answer import Answer
from cogs.host import Host
from cogs.messages.message import Message
from cogs.messages.refusals import refusal_text
from cogs.presses.router import answers
from cogs.widgets.refusals import SpokenRefusal
from render.deck import deck_picture
from rules.core.cards import CardId
from rules.core.game import Game
from rules.core.words import counted


class DeckBuilder:
    """Handles the presses on the panels."""

    def __init__(self, host: Host) -> None:
        self._host = host

    @answers(purposes.DECK_TURN)
    async def turn(self, answer: Answer, *, role: str, count: int, **place: Any) -> None:  # distinguishes ids
        """Show another part of the panel. The fields of the id already describe it."""
        where = Place(**place)
        await self.show(answer, await self._host.app.decks.get(answer.user, where.deck), where)

    @answers(purposes.DECK_ADD)
    async def add(self, answer: Answer, *, values: Sequence[str], count: int, **place: Any) -> None:  # as above
        """Add the chosen cards, all at once."""
        where = Place(**place)
        await self.change(answer, where, {CardId(card): where.copies for card in values})

    @answers(purposes.DECK_OUT)
    async def take_out(self, answer: Answer, *, values: Sequence[str], count: int, **place: Any) -> None:  # as above
        """Remove the chosen cards, all at once."""
        where = Place(**place)
        await self.change(answer, where, {CardId(card): -where.copies for card in values})

    @answers(purposes.DECK_TYPE)
    async def ask(self, answer: Answer, *, count: int, **place: Any) -> None:
        """Ask for the names of cards in a form."""
        where = Place(**place)
        deck = await self._host.app.decks.get(answer.user, where.deck)
        await answer.ask(cards_form(await self._host.app.packs.game(deck.game), where, count))

    @answers(purposes.DECK_TYPED)
    async def typed(self, answer: Answer, *, texts: Mapping[str, str], count: int, **place: Any) -> None:  # as above
        """Add and remove the cards that were named in a form."""
        where = Place(**place)
        async with returning_text(answer, "\n".join(texts.values())):
            deck = await self._host.app.decks.get(answer.user, where.deck)
            game = await self._host.app.packs.game(deck.game)
            by: dict[CardId, int] = {}
            for name, sign in (("add", 1), ("out", -1)):
                text = texts.get(name, "")
                for card, number in read_cards(game, text) if text.strip() else ():
                    by[card] = by.get(card, 0) + sign * number
            if not by:
                raise SpokenRefusal("You didn't name a card, so nothing was changed.")
            await self.change(answer, where, by)

    @answers(purposes.DECK_COMPLETE)
    async def complete(self, answer: Answer, *, count: int, **place: Any) -> None:
        """Add cards to a deck until it is ready to play."""
        where = Place(**place)
        deck = await self._host.app.decks.complete(answer.user, where.deck, interaction=answer.interaction.id)
        await self.show(answer, deck, where, f"-# I added {counted(len(deck.cards) - count, 'card')}.")
        await self._host.app.lobbies.decks_changed(answer.user)

    @answers(purposes.DECK_DEFAULT)
    async def play_by_default(self, answer: Answer, *, count: int, **place: Any) -> None:  # as above
        """Make a deck the user's default."""
        where = Place(**place)
        deck = await self._host.app.decks.get(answer.user, where.deck)
        await self._host.app.decks.set_default(answer.user, deck.game, deck.id)
        await self.show(answer, deck, where)

    async def change(self, answer: Answer, place: Place, by: Mapping[CardId, int]) -> None:
        """Change a deck, show it, and update the lobbies that use it."""
        number = answer.interaction.id
        await self.show(
            answer, await self._host.app.decks.change(answer.user, place.deck, by, interaction=number), place
        )
        await self._host.app.lobbies.decks_changed(answer.user)

    async def show(self, answer: Answer, deck: OwnDeck, place: Place | None = None, note: str = "") -> None:
        """Show the panel of a deck to its owner: in the message that was pressed, or as a private answer."""
        game = await self._host.app.packs.game(deck.game)
        picture = await asyncio.to_thread(deck_picture, game, deck.name, deck.cards)
        default = (await self._host.app.decks.defaults(deck.user)).get(deck.game)
        notes = [note, *await self._notes(game, deck, default)]
        text = "\n".join((deck_line(game, deck), *faults_lines(game, deck.cards), *filter(None, notes)))
        shown = items(game, deck, place or Place(deck.id), default)
        await answer.show(Message(text, shown, picture, "deck.png"))

    async def _notes(self, game: Game, deck: OwnDeck, default: str | None) -> list[str]:
        """Return notes about how the deck is used."""
        ready, notes = not game.deck_faults(deck.cards), []
        if default == deck.id:
            notes.append(
                "-# This is your default deck."
                if ready
                else "-# This is your default deck. Until it's ready, you get a random one instead."
            )
        if not ready:
            notes += [
                f"-# You chose it for match #{match.id}, which can't start until it's ready or you choose another deck."
                for match in await self._host.app.matches.of_user(deck.user)
                if match.status is Status.LOBBY and any(player.deck == deck.id for player in match.players)
            ]
        return notes[:4]


@asynccontextmanager
async def returning_text(answer: Answer, text: str) -> AsyncIterator[None]:
    """If the text of a form is refused within this context, return it to the user as a file, so that it is not lost."""
    try:
        yield
    except Refusal as refusal:
        file = ("your-text.txt", text.strip().encode())
        await answer.say(Message(f"{refusal_text(refusal)}\n-# Your text is attached.", file=file))
