"""`/deck`: decks of one's own, from the first card to the default one. Every answer is private."""

import asyncio
from collections.abc import Sequence
from io import BytesIO
from typing import Any, cast

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import HiddenHand
from bot.deck_text import read_cards, text_of
from bot.decks import NAME_LIMIT, OwnDeck
from bot.matches import Refusal
from cogs.choices import Choice, resolve, search
from cogs.deck_builder import deck_line, show
from cogs.deck_choices import card_choices, every, meant, meant_own, own, playable
from cogs.deck_sharing import ALL, Delete, ImportModal, KeepDeck, import_deck
from cogs.desk import Desk
from cogs.errors import MESSAGE_LIMIT, AnyInteraction, answering, tell
from cogs.games import offer
from cogs.items import attachment, panel
from cogs.text import escaped
from render.deck import deck_picture
from rules.core.cards import CardId, copies
from rules.core.game import Game

AnyGame = Game[Any, Any]
Choices = list[app_commands.Choice[str]]


class DeckCommands(commands.GroupCog, group_name="deck", group_description="Build, share and choose decks of your own"):
    """Thin: each command finds its deck and hands over."""

    def __init__(self, at: Desk) -> None:
        self.desk = at

    @app_commands.command(name="list", description="All your decks")
    async def list_(self, interaction: AnyInteraction) -> None:
        """`/deck list`."""
        async with answering(interaction):
            await interaction.response.defer(ephemeral=True, thinking=True)
            for text in await self._list(interaction.user.id):
                await tell(interaction, text)

    @app_commands.command(name="show", description="A deck as a picture: its cards, how full it is and its curve")
    @app_commands.describe(deck="one of yours, or a ready-made one")
    async def show(self, interaction: AnyInteraction, deck: str) -> None:
        """`/deck show`."""
        async with answering(interaction):
            await interaction.response.defer(ephemeral=True, thinking=True)
            game, found = await meant(self.desk, interaction.user.id, deck)
            if isinstance(found, OwnDeck):
                await show(interaction, found)
                return
            text = f"**{found.name}** · {game.title}: {found.summary}\n-# `/deck copy` makes it one of yours."
            picture = await asyncio.to_thread(deck_picture, game, found.name, found.cards)
            await tell(interaction, text, file=attachment(picture, "deck.png"))

    @app_commands.command(name="new", description="Begin a deck; you may leave it and go on later")
    @app_commands.describe(
        game="what it is for", name="what it is called", cards="the first cards, with commas between"
    )
    async def new(
        self,
        interaction: AnyInteraction,
        game: str,
        name: app_commands.Range[str, 1, NAME_LIMIT],
        cards: str | None = None,
    ) -> None:
        """`/deck new`."""
        async with answering(interaction):
            await interaction.response.defer(ephemeral=True, thinking=True)
            played = self._game(game)
            first = [card for card, count in read_cards(played, cards) for _ in range(count)] if cards else []
            created = await self.desk.matches.decks.create(
                interaction.user.id, played.key, name, first, interaction=interaction.id
            )
            await show(interaction, created)

    @app_commands.command(name="edit", description="Go on building a deck, by menus and buttons")
    @app_commands.describe(deck="one of yours")
    async def edit(self, interaction: AnyInteraction, deck: str) -> None:
        """`/deck edit`."""
        async with answering(interaction):
            await interaction.response.defer(ephemeral=True, thinking=True)
            await show(interaction, await meant_own(self.desk, interaction.user.id, deck))

    @app_commands.command(name="add", description="Add cards to a deck, several at a time")
    @app_commands.describe(deck="one of yours", cards="like: 3 of this, that x2; with commas between")
    async def add(self, interaction: AnyInteraction, deck: str, cards: str) -> None:
        """`/deck add`."""
        await self._change(interaction, deck, cards, 1)

    @app_commands.command(name="remove", description="Take cards out of a deck, several at a time")
    @app_commands.describe(deck="one of yours", cards="like: 3 of this, that x2; with commas between")
    async def remove(self, interaction: AnyInteraction, deck: str, cards: str) -> None:
        """`/deck remove`."""
        await self._change(interaction, deck, cards, -1)

    @app_commands.command(name="copy", description="A deck of yours with the cards of another one")
    @app_commands.describe(deck="one of yours, or a ready-made one", name="what the copy is called")
    async def copy(
        self, interaction: AnyInteraction, deck: str, name: app_commands.Range[str, 1, NAME_LIMIT] | None = None
    ) -> None:
        """`/deck copy`."""
        async with answering(interaction):
            await interaction.response.defer(ephemeral=True, thinking=True)
            game, found = await meant(self.desk, interaction.user.id, deck)
            created = await self.desk.matches.decks.create(
                interaction.user.id,
                game.key,
                name or found.name,
                [card for card in found.cards if card in game.cards],
                interaction=interaction.id,
                similar=name is None,
            )
            await show(interaction, created)

    @app_commands.command(name="rename", description="Give a deck another name")
    @app_commands.describe(deck="one of yours", name="what it is called from now on")
    async def rename(
        self, interaction: AnyInteraction, deck: str, name: app_commands.Range[str, 1, NAME_LIMIT]
    ) -> None:
        """`/deck rename`."""
        async with answering(interaction):
            found = await meant_own(self.desk, interaction.user.id, deck)
            renamed = await self.desk.matches.decks.rename(
                interaction.user.id, found.id, name, interaction=interaction.id
            )
            await tell(interaction, f"**{escaped(found.name)}** is called **{escaped(renamed.name)}** now.")

    @app_commands.command(name="delete", description="Delete a deck, or all of them; you are asked once more")
    @app_commands.describe(deck="one of yours, or all")
    async def delete(self, interaction: AnyInteraction, deck: str) -> None:
        """`/deck delete`."""
        async with answering(interaction):
            if deck == ALL:
                number, what = ALL, "all your decks and defaults"
            else:
                found = await meant_own(self.desk, interaction.user.id, deck)
                number, what = str(found.number), f"your deck **{escaped(found.name)}**"
            buttons = (
                Delete.make(number, label="Delete", style=discord.ButtonStyle.danger),
                KeepDeck.make(label="Keep"),
            )
            await tell(interaction, f"Delete {what}? It cannot be brought back.", view=panel(buttons))

    @app_commands.command(name="export", description="A deck as text that can be pasted anywhere")
    @app_commands.describe(deck="one of yours, or a ready-made one")
    async def export(self, interaction: AnyInteraction, deck: str) -> None:
        """`/deck export`."""
        async with answering(interaction):
            game, found = await meant(self.desk, interaction.user.id, deck)
            text = text_of(game, found.name, found.cards)
            how = "Whoever gives this to `/deck import` has the same deck:"
            block = f"{how}\n```\n{text}\n```"
            if len(block) <= MESSAGE_LIMIT:
                await tell(interaction, block)
            else:
                await tell(interaction, how, file=discord.File(BytesIO(text.encode()), "deck.txt"))

    @app_commands.command(
        name="import", description="Make a deck of yours from text; without text you are asked for it"
    )
    @app_commands.describe(
        text="what /deck export writes, or cards with counts",
        game="what it is for, if the text does not say so",
        name="what it is called; none: as the text says",
    )
    async def import_(
        self,
        interaction: AnyInteraction,
        text: str | None = None,
        game: str | None = None,
        name: app_commands.Range[str, 1, NAME_LIMIT] | None = None,
    ) -> None:
        """`/deck import`."""
        async with answering(interaction):
            key = self._game(game).key if game else None
            if text is None:
                await interaction.response.send_modal(ImportModal(key, name))
            else:
                await import_deck(interaction, key, name, text)

    @app_commands.command(name="default", description="Choose the deck that you play when you name none")
    @app_commands.describe(game="what is played", deck="one of yours or a ready-made one; none: one by chance")
    async def default(self, interaction: AnyInteraction, game: str, deck: str | None = None) -> None:
        """`/deck default`."""
        async with answering(interaction):
            played = self._game(game)
            chosen = None
            if deck is not None:
                of_game, found = await meant(self.desk, interaction.user.id, deck)
                if of_game is not played:
                    raise Refusal(f"That is no deck of {played.title}. Choose one that is offered while you type.")
                chosen = found
            await self.desk.matches.decks.set_default(interaction.user.id, played.key, chosen.id if chosen else None)
            which = f"**{escaped(chosen.name)}**" if chosen else "a ready-made deck by chance"
            await tell(interaction, f"When you name no deck at {played.title}, you play {which} from now on.")

    @new.autocomplete("game")
    @import_.autocomplete("game")
    @default.autocomplete("game")
    async def _games(self, _: AnyInteraction, typed: str) -> Choices:
        return offer(search(self._with_decks(), typed))

    @edit.autocomplete("deck")
    @add.autocomplete("deck")
    @remove.autocomplete("deck")
    @rename.autocomplete("deck")
    async def _own(self, interaction: AnyInteraction, typed: str) -> Choices:
        return offer(search(await own(self.desk, interaction.user.id), typed))

    @delete.autocomplete("deck")
    async def _own_or_all(self, interaction: AnyInteraction, typed: str) -> Choices:
        mine = await own(self.desk, interaction.user.id)
        return offer(search([*mine, Choice(ALL, "All of them", "and all defaults")] if mine else [], typed))

    @show.autocomplete("deck")
    @copy.autocomplete("deck")
    @export.autocomplete("deck")
    async def _every(self, interaction: AnyInteraction, typed: str) -> Choices:
        return offer(search(await every(self.desk, interaction.user.id), typed))

    @default.autocomplete("deck")
    async def _playable(self, interaction: AnyInteraction, typed: str) -> Choices:
        game = self.desk.client.games.get(str(interaction.namespace.game))
        if game is None:
            return []
        found = await playable(self.desk, game, interaction.user.id)
        own_first = [
            choice if choice.word.startswith("#") else Choice(f"{game.key}/{choice.word}", choice.text, choice.detail)
            for choice in found
        ]
        return offer(search(own_first, typed))

    @new.autocomplete("cards")
    async def _cards_of_game(self, interaction: AnyInteraction, typed: str) -> Choices:
        game = self.desk.client.games.get(str(interaction.namespace.game))
        return offer(card_choices(game, list(game.cards), (), typed)) if game else []

    @add.autocomplete("cards")
    async def _cards_to_add(self, interaction: AnyInteraction, typed: str) -> Choices:
        deck = await self._named(interaction)
        if deck is None:
            return []
        game = self.desk.client.games[deck.game]
        return offer(card_choices(game, list(game.cards), deck.cards, typed))

    @remove.autocomplete("cards")
    async def _cards_to_remove(self, interaction: AnyInteraction, typed: str) -> Choices:
        deck = await self._named(interaction)
        if deck is None:
            return []
        return offer(card_choices(self.desk.client.games[deck.game], list(copies(deck.cards)), deck.cards, typed))

    async def _named(self, interaction: AnyInteraction) -> OwnDeck | None:
        """The deck that is named while somebody types on."""
        try:
            return await meant_own(self.desk, interaction.user.id, str(interaction.namespace.deck))
        except Refusal:
            return None

    async def _change(self, interaction: AnyInteraction, typed: str, cards: str, sign: int) -> None:
        async with answering(interaction):
            await interaction.response.defer(ephemeral=True, thinking=True)
            deck = await meant_own(self.desk, interaction.user.id, typed)
            by: dict[CardId, int] = {}
            for card, count in read_cards(self.desk.client.games[deck.game], cards):
                by[card] = by.get(card, 0) + sign * count
            changed = await self.desk.matches.decks.change(interaction.user.id, deck.id, by, interaction=interaction.id)
            await show(interaction, changed)

    async def _list(self, user: int) -> list[str]:
        """All decks of a user, in as many messages as it takes."""
        decks, games = self.desk.matches.decks, self.desk.client.games
        defaults = await decks.defaults(user)
        lines = []
        for deck in await decks.of_user(user):
            faults = len(decks.faults(deck))
            ready = f"not ready: {faults} fault{'s' if faults > 1 else ''}" if faults else "ready"
            default = " · your default" if defaults.get(deck.game) == deck.id else ""
            lines.append(f"- {deck_line(games[deck.game], deck)} · {ready}{default}")
        for key, deck_id in defaults.items():
            if key in games and deck_id in games[key].decks:
                lines.append(
                    f"- Your default for {games[key].title} is the ready-made **{games[key].decks[deck_id].name}**."
                )
        if not lines:
            return ["You have no deck yet: `/deck new` begins one, and `/deck copy` takes a ready-made one."]
        lines.append("-# `/deck edit` opens one, `/deck default` makes it yours to play, `/deck delete` deletes it.")
        return in_messages(lines)

    def _with_decks(self) -> list[Choice]:
        games = self.desk.client.games.values()
        return [Choice(game.key, game.title, game.summary) for game in games if game.decks]

    def _game(self, typed: str) -> AnyGame:
        return self.desk.client.games[resolve(self._with_decks(), typed, "game with decks").word]


def in_messages(lines: Sequence[str]) -> list[str]:
    """The lines in messages, as few as Discord's limit allows."""
    texts = [lines[0]]
    for line in lines[1:]:
        if len(texts[-1]) + 1 + len(line) <= MESSAGE_LIMIT:
            texts[-1] += f"\n{line}"
        else:
            texts.append(line)
    return texts


async def setup(client: HiddenHand) -> None:
    client.add_dynamic_items(Delete, KeepDeck)
    await client.add_cog(DeckCommands(cast(Desk, client.get_cog(Desk.__name__))))
