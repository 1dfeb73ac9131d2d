"""The commands on one deck: run at once if the command names a deck, else after the user has picked one from a menu."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Final

import discord

from bot.decks.deck import OwnDeck
from bot.decks.text import text_of
from cogs.decks import purposes
from cogs.decks.builder import DeckBuilder
from cogs.decks.choices import deck_named, every, own, own_deck_named
from cogs.decks.messages import ALL, RANDOM, name_form
from cogs.decks.refusals import NO_DECKS
from cogs.delivery.answer import Answer
from cogs.host import Host
from cogs.messages.message import LIMIT, Message
from cogs.presses.router import answers
from cogs.text import escaped
from cogs.widgets.choices import Choice
from cogs.widgets.decks import deck_menu, playable
from cogs.widgets.items import OPTIONS, button, menu, option
from cogs.widgets.refusals import SpokenRefusal
from render.deck import deck_picture
from render.lengths import length
from rules.core.game import Game

_OF_ANY: Final = frozenset({"show", "copy", "export"})
"""The commands that also take a ready-made deck."""


class DeckPicking:
    """Asks for a deck, and runs the command on it."""

    def __init__(self, host: Host, builder: DeckBuilder) -> None:
        self._host = host
        self._builder = builder
        self._done: Mapping[str, Callable[..., Awaitable[None]]] = {
            "show": self.show,
            "edit": self.edit,
            "copy": self.copy,
            "rename": self.rename,
            "delete": self.delete,
            "export": self.export,
        }

    async def do(self, answer: Answer, role: str, deck: str | None, *more: str | None) -> None:
        """Run a command on a deck, or ask which one."""
        await (self.ask(answer, role=role) if deck is None else self._done[role](answer, deck, *more))

    @answers(purposes.DECK_PICK)
    async def ask(self, answer: Answer, *, role: str, page: int = 0) -> None:
        """Ask for a deck.

        Raises:
            Refusal: there is none.
        """
        decks = await (every if role in _OF_ANY else own)(await self._host.decks_here(answer.interaction), answer.user)
        if role == "delete" and decks:
            decks.append(Choice(ALL, "All of them", "and your default decks"))
        if not decks or role not in self._done:
            raise SpokenRefusal(NO_DECKS)
        items = deck_menu(decks, page, purposes.DECK_PICKED(role), partial(purposes.DECK_PICK, role))
        await answer.show(Message(f"Which deck do you want to {role}?", items))

    @answers(purposes.DECK_PICKED)
    async def picked(self, answer: Answer, *, role: str, values: Sequence[str]) -> None:
        """Run the command on the chosen deck."""
        if role not in self._done:
            raise SpokenRefusal(NO_DECKS)
        await self._done[role](answer, values[0])

    async def show(self, answer: Answer, deck: str) -> None:
        """Show a deck as a picture."""
        game, chosen = await deck_named(await self._host.decks_here(answer.interaction), answer.user, deck)
        if isinstance(chosen, OwnDeck):
            await self._builder.show(answer, chosen)
            return
        text = f"**{chosen.name}** · {game.title}: {chosen.summary}\n-# Copy it into your own decks with `/deck copy`."
        picture = await asyncio.to_thread(deck_picture, game, chosen.name, chosen.cards)
        await answer.show(Message(text, (), picture, "deck.png"))

    async def edit(self, answer: Answer, deck: str) -> None:
        """Open the deck builder."""
        await self._builder.show(
            answer, await own_deck_named(await self._host.decks_here(answer.interaction), answer.user, deck)
        )

    async def copy(self, answer: Answer, deck: str, name: str | None = None) -> None:
        """Create a deck with the cards of another one."""
        game, original = await deck_named(await self._host.decks_here(answer.interaction), answer.user, deck)
        created = await self._host.app.decks.create(
            answer.user,
            game.key,
            name or original.name,
            [card for card in original.cards if card in game.cards],
            interaction=answer.interaction.id,
            similar=name is None,
        )
        await self._builder.show(answer, created)

    async def rename(self, answer: Answer, deck: str, name: str | None = None) -> None:
        """Rename a deck, or ask for the new name."""
        old = await own_deck_named(await self._host.decks_here(answer.interaction), answer.user, deck)
        if name is None:
            await answer.ask(name_form("Rename a deck", purposes.DECK_RENAME(old.number), old.name))
            return
        renamed = await self._host.app.decks.rename(answer.user, old.id, name, interaction=answer.interaction.id)
        await answer.show(Message(f"**{escaped(old.name)}** is now called **{escaped(renamed.name)}**."))

    @answers(purposes.DECK_RENAME)
    async def renamed(self, answer: Answer, *, deck: str, texts: Mapping[str, str]) -> None:
        """Rename a deck as written in a form."""
        await self.rename(answer, deck, texts.get("name", ""))

    async def delete(self, answer: Answer, deck: str) -> None:
        """Ask for confirmation before deleting a deck, or all of them."""
        if deck == ALL:
            number, what = ALL, "all your decks, and your choice of default decks"
        else:
            own_deck = await own_deck_named(await self._host.decks_here(answer.interaction), answer.user, deck)
            number, what = str(own_deck.number), f"your deck **{escaped(own_deck.name)}**"
        buttons = (
            button("Delete", purposes.DECK_DELETE(number), discord.ButtonStyle.danger),
            button("Keep", purposes.DECK_KEEP()),
        )
        await answer.show(Message(f"Delete {what}? You can't undo this.", buttons))

    async def export(self, answer: Answer, deck: str) -> None:
        """Export a deck as text."""
        game, exported = await deck_named(await self._host.decks_here(answer.interaction), answer.user, deck)
        text = text_of(game, exported.name, exported.cards)
        how = "To get the same deck, paste this into `/deck import`:"
        block = f"{how}\n```\n{text}\n```"
        message = Message(block) if length(block) <= LIMIT else Message(how, file=("deck.txt", text.encode()))
        await answer.show(message)

    @answers(purposes.DECK_BEGIN)
    async def begin(self, answer: Answer, *, values: Sequence[str]) -> None:
        """Ask for the name of a new deck for the chosen game."""
        await answer.ask(name_form("A new deck", purposes.DECK_NEW(values[0])))

    @answers(purposes.DECK_NEW)
    async def begun(self, answer: Answer, *, name: str, texts: Mapping[str, str]) -> None:
        """Create the deck that was named in a form."""
        created = await self._host.app.decks.create(
            answer.user, name, texts.get("name", ""), [], interaction=answer.interaction.id
        )
        await self._builder.show(answer, created)

    @answers(purposes.DEFAULT_OF)
    async def ask_default(self, answer: Answer, *, values: Sequence[str]) -> None:
        """Ask for the user's default deck for the chosen game."""
        game = await self._game(answer, values[0])
        offered = [RANDOM, *await playable(self._host.app.decks, game, answer.user)]
        options = [option(choice.text, choice.word, choice.detail) for choice in offered[:OPTIONS]]
        items = [menu("Choose a deck …", purposes.DEFAULT_DECK(game.key), options)]
        await answer.show(Message(f"Which deck do you want to play {game.title} with by default?", items))

    @answers(purposes.DEFAULT_DECK)
    async def default(self, answer: Answer, *, name: str, values: Sequence[str]) -> None:
        """Make the chosen deck the default."""
        game = await self._game(answer, name)
        word = values[0]
        await self.make_default(
            answer, game, word if word.startswith("#") or word == RANDOM.word else f"{game.key}/{word}"
        )

    async def make_default(self, answer: Answer, game: Game, deck: str) -> None:
        """Make a deck the user's default for a game."""
        chosen = None
        if deck != RANDOM.word:
            of_game, chosen = await deck_named(await self._host.decks_here(answer.interaction), answer.user, deck)
            if of_game is not game:
                raise SpokenRefusal(f"That isn't a deck for {game.title}. Choose one of the suggestions.")
        await self._host.app.decks.set_default(answer.user, game.key, chosen.id if chosen else None)
        which = f"**{escaped(chosen.name)}**" if chosen else "a random ready-made deck"
        await answer.show(Message(f"Your default deck for {game.title} is now {which}."))

    async def _game(self, answer: Answer, key: str) -> Game:
        game = (await self._host.games_here(answer.interaction)).get(key)
        if game is None or not game.decks:
            raise SpokenRefusal("That game has no decks.")
        return game
