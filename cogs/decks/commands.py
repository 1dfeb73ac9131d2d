"""`/deck`: a user's own decks, from the first card to the default deck. Every answer is private."""

from collections.abc import Sequence
from typing import Final

from discord import app_commands

from bot.decks.deck import OwnDeck
from bot.decks.decks import NAME_LIMIT
from bot.decks.text import read_cards
from cogs.commands.games import Choices, game_before, given, in_time
from cogs.decks.builder import DeckBuilder
from cogs.decks.choices import card_choices, every, own, own_deck_named
from cogs.decks.messages import ALL, RANDOM, Place, deck_line, import_form
from cogs.decks.picking import DeckPicking
from cogs.decks.purposes import DECK_BEGIN, DEFAULT_OF
from cogs.decks.refusals import NO_DECKS
from cogs.decks.sharing import DeckSharing
from cogs.delivery.answer import AnyInteraction
from cogs.host import Host
from cogs.messages.games import Games, asked_game
from cogs.messages.message import LIMIT
from cogs.text import escaped
from cogs.widgets.choices import Choice, resolve
from cogs.widgets.decks import playable
from cogs.widgets.refusals import SpokenRefusal
from render.lengths import length
from rules.core.cards import CardId, copies
from rules.core.game import Game
from rules.core.words import counted

UNNAMED: Final = "New deck"
"""The name of a deck that is started with cards but without a name."""


class DeckCommands(app_commands.Group):
    """The commands. Each finds its deck, and leaves the rest to the presses."""

    def __init__(self, host: Host, builder: DeckBuilder, picking: DeckPicking, sharing: DeckSharing) -> None:
        super().__init__(name="deck", description="Build, share and choose your own decks")
        self._host = host
        self._builder = builder
        self._picking = picking
        self._sharing = sharing

    @app_commands.command(name="list", description="List your decks")
    async def list_(self, interaction: AnyInteraction) -> None:
        """Answer `/deck list`."""
        async with self._host.answering(interaction) as answer:
            for text in await self._list(interaction):
                await answer.say(text)

    @app_commands.command(name="show", description="See a picture of a deck: its cards, size and curve")
    @app_commands.describe(deck="one of your decks, or a ready-made one")
    async def show(self, interaction: AnyInteraction, deck: str | None = None) -> None:
        """Answer `/deck show`."""
        await self._with(interaction, "show", deck)

    @app_commands.command(name="new", description="Start a new deck; you can finish it later")
    @app_commands.describe(
        game="the game it's for", name="the deck's name", cards="the first cards, separated by commas"
    )
    async def new(
        self,
        interaction: AnyInteraction,
        game: str | None = None,
        name: app_commands.Range[str, 1, NAME_LIMIT] | None = None,
        cards: str | None = None,
    ) -> None:
        """Answer `/deck new`."""
        async with self._host.answering(interaction) as answer:
            games = await self._host.games_here(interaction)
            if not given(game):
                await answer.say(asked_game(_with_decks(games), DECK_BEGIN(), "Which game is the deck for?"))
            elif name is None and cards is None:
                await self._picking.begin(answer, values=[_game(games, game).key])
            else:
                played = _game(games, game)
                first = [card for card, count in read_cards(played, cards) for _ in range(count)] if cards else []
                created = await self._host.app.decks.create(
                    answer.user,
                    played.key,
                    name or UNNAMED,
                    first,
                    interaction=interaction.id,
                    similar=name is None,
                )
                await self._builder.show(answer, created)

    @app_commands.command(name="edit", description="Edit a deck with menus and buttons")
    @app_commands.describe(deck="one of your decks")
    async def edit(self, interaction: AnyInteraction, deck: str | None = None) -> None:
        """Answer `/deck edit`."""
        await self._with(interaction, "edit", deck)

    @app_commands.command(name="add", description="Add cards to a deck")
    @app_commands.describe(
        deck="one of your decks", cards="card names separated by commas, with counts if you like: 3 CARD, CARD x2"
    )
    async def add(self, interaction: AnyInteraction, deck: str | None = None, cards: str | None = None) -> None:
        """Answer `/deck add`."""
        await self._change(interaction, deck, cards, 1)

    @app_commands.command(name="remove", description="Remove cards from a deck")
    @app_commands.describe(
        deck="one of your decks", cards="card names separated by commas, with counts if you like: 3 CARD, CARD x2"
    )
    async def remove(self, interaction: AnyInteraction, deck: str | None = None, cards: str | None = None) -> None:
        """Answer `/deck remove`."""
        await self._change(interaction, deck, cards, -1)

    @app_commands.command(name="copy", description="Copy a deck into your own decks")
    @app_commands.describe(deck="one of your decks, or a ready-made one", name="the name of the copy")
    async def copy(
        self,
        interaction: AnyInteraction,
        deck: str | None = None,
        name: app_commands.Range[str, 1, NAME_LIMIT] | None = None,
    ) -> None:
        """Answer `/deck copy`."""
        await self._with(interaction, "copy", deck, name)

    @app_commands.command(name="rename", description="Rename a deck")
    @app_commands.describe(deck="one of your decks", name="the new name")
    async def rename(
        self,
        interaction: AnyInteraction,
        deck: str | None = None,
        name: app_commands.Range[str, 1, NAME_LIMIT] | None = None,
    ) -> None:
        """Answer `/deck rename`."""
        await self._with(interaction, "rename", deck, name)

    @app_commands.command(name="delete", description="Delete a deck, or all of them (asks for confirmation)")
    @app_commands.describe(deck="one of your decks, or all")
    async def delete(self, interaction: AnyInteraction, deck: str | None = None) -> None:
        """Answer `/deck delete`."""
        await self._with(interaction, "delete", deck)

    @app_commands.command(name="export", description="Get a deck as text that you can paste anywhere")
    @app_commands.describe(deck="one of your decks, or a ready-made one")
    async def export(self, interaction: AnyInteraction, deck: str | None = None) -> None:
        """Answer `/deck export`."""
        await self._with(interaction, "export", deck)

    @app_commands.command(name="import", description="Create a deck from text (leave the text empty to get a form)")
    @app_commands.describe(
        text="text from /deck export, or a list of cards with counts",
        game="the game, if the text doesn't name it",
        name="the deck's name (leave empty to use the one in the text)",
    )
    async def import_(
        self,
        interaction: AnyInteraction,
        text: str | None = None,
        game: str | None = None,
        name: app_commands.Range[str, 1, NAME_LIMIT] | None = None,
    ) -> None:
        """Answer `/deck import`."""
        async with self._host.answering(interaction) as answer:
            games = await self._host.games_here(interaction)
            key = _game(games, game).key if game else None
            if text is None:
                await answer.ask(import_form(key, name))
            else:
                await self._sharing.store(answer, key, name, text)

    @app_commands.command(name="default", description="Choose the deck you play with when you don't pick one")
    @app_commands.describe(game="the game", deck="one of your decks, a ready-made one, or a random one")
    async def default(self, interaction: AnyInteraction, game: str | None = None, deck: str | None = None) -> None:
        """Answer `/deck default`."""
        async with self._host.answering(interaction) as answer:
            games = await self._host.games_here(interaction)
            if not given(game):
                await answer.say(asked_game(_with_decks(games), DEFAULT_OF(), "Which game is the deck for?"))
            elif given(deck):
                await self._picking.make_default(answer, _game(games, game), deck)
            else:
                await self._picking.ask_default(answer, values=[_game(games, game).key])

    @new.autocomplete("game")
    @import_.autocomplete("game")
    @default.autocomplete("game")
    async def _games(self, interaction: AnyInteraction, typed: str) -> Choices:
        async def offered() -> list[Choice]:
            return _with_decks(await self._host.games_here(interaction))

        return await in_time(offered(), typed)

    @edit.autocomplete("deck")
    @add.autocomplete("deck")
    @remove.autocomplete("deck")
    @rename.autocomplete("deck")
    async def _own(self, interaction: AnyInteraction, typed: str) -> Choices:
        return await in_time(self._mine(interaction), typed)

    @delete.autocomplete("deck")
    async def _own_or_all(self, interaction: AnyInteraction, typed: str) -> Choices:
        async def offered() -> list[Choice]:
            return [*await self._mine(interaction), Choice(ALL, "All of them", "and your default decks")]

        return await in_time(offered(), typed)

    @show.autocomplete("deck")
    @copy.autocomplete("deck")
    @export.autocomplete("deck")
    async def _every(self, interaction: AnyInteraction, typed: str) -> Choices:
        async def offered() -> list[Choice]:
            return await every(await self._host.decks_here(interaction), interaction.user.id)

        return await in_time(offered(), typed)

    @default.autocomplete("deck")
    async def _playable(self, interaction: AnyInteraction, typed: str) -> Choices:
        async def offered() -> list[Choice]:
            game = game_before(await self._host.games_here(interaction), interaction)
            decks = await playable(self._host.app.decks, game, interaction.user.id)
            return [RANDOM] + [
                choice
                if choice.word.startswith("#")
                else Choice(f"{game.key}/{choice.word}", choice.text, choice.detail)
                for choice in decks
            ]

        return await in_time(offered(), typed)

    @new.autocomplete("cards")
    async def _cards_of_game(self, interaction: AnyInteraction, typed: str) -> Choices:
        async def offered() -> list[Choice]:
            game = game_before(await self._host.games_here(interaction), interaction)
            return card_choices(game, game.deck_cards, (), typed)

        return await in_time(offered(), "")

    @add.autocomplete("cards")
    async def _cards_to_add(self, interaction: AnyInteraction, typed: str) -> Choices:
        async def offered() -> list[Choice]:
            deck = await self._named(interaction)
            game = await self._host.app.packs.game(deck.game)
            return card_choices(game, game.deck_cards, deck.cards, typed)

        return await in_time(offered(), "")

    @remove.autocomplete("cards")
    async def _cards_to_remove(self, interaction: AnyInteraction, typed: str) -> Choices:
        async def offered() -> list[Choice]:
            deck = await self._named(interaction)
            game = await self._host.app.packs.game(deck.game)
            return card_choices(game, list(copies(deck.cards)), deck.cards, typed)

        return await in_time(offered(), "")

    async def _mine(self, interaction: AnyInteraction) -> list[Choice]:
        """Return all decks of the user.

        Raises:
            Refusal: they have none.
        """
        decks = await own(await self._host.decks_here(interaction), interaction.user.id)
        if not decks:
            raise SpokenRefusal(NO_DECKS)
        return decks

    async def _named(self, interaction: AnyInteraction) -> OwnDeck:
        """Return the deck that the `deck` option names, while the user types in another option.

        Raises:
            Refusal: it names none.
        """
        typed = interaction.namespace.deck
        if not given(typed):
            raise SpokenRefusal("Choose a deck first to see suggestions here.")
        return await own_deck_named(await self._host.decks_here(interaction), interaction.user.id, typed)

    async def _with(self, interaction: AnyInteraction, role: str, deck: str | None, *more: str | None) -> None:
        async with self._host.answering(interaction) as answer:
            await self._picking.do(answer, role, deck if given(deck) else None, *more)

    async def _change(self, interaction: AnyInteraction, typed: str | None, cards: str | None, sign: int) -> None:
        """Add or remove cards. Where a deck or cards are missing, show the page that asks for them."""
        async with self._host.answering(interaction) as answer:
            if not given(typed):
                await self._picking.ask(answer, role="edit")
                return
            deck = await own_deck_named(await self._host.decks_here(interaction), answer.user, typed)
            game = await self._host.app.packs.game(deck.game)
            by: dict[CardId, int] = {}
            for card, count in read_cards(game, cards) if given(cards) else ():
                by[card] = by.get(card, 0) + sign * count
            await (self._builder.change(answer, Place(deck.id), by) if by else self._builder.show(answer, deck))

    async def _list(self, interaction: AnyInteraction) -> list[str]:
        """Return the list of all decks of a user, in as many messages as needed."""
        decks, games, user = self._host.app.decks, await self._host.games_here(interaction), interaction.user.id
        defaults = await decks.defaults(user)
        lines = []
        own_decks = await decks.of_user(user)
        titles = await self._host.app.packs.titles(deck.game for deck in own_decks)
        for deck in own_decks:
            if deck.game not in games:
                lines.append(f"- **{escaped(deck.name)}** · {titles[deck.game]}, not played here")
                continue
            faults = len(games[deck.game].deck_faults(deck.cards))
            ready = f"not ready: {counted(faults, 'problem')}" if faults else "ready"
            default = " · your default" if defaults.get(deck.game) == deck.id else ""
            lines.append(f"- {deck_line(games[deck.game], deck)} · {ready}{default}")
        for key, deck_id in defaults.items():
            if key in games and deck_id in games[key].decks:
                lines.append(f"- Default for {games[key].title}: the ready-made **{games[key].decks[deck_id].name}**")
        if not lines:
            return [NO_DECKS]
        lines.append(
            "-# `/deck edit` edits a deck, `/deck default` chooses your default one, `/deck delete` deletes one."
        )
        return in_messages(lines)


def _with_decks(games: Games) -> list[Choice]:
    return [Choice(game.key, game.title, game.summary) for game in games.values() if game.decks]


def _game(games: Games, typed: str) -> Game:
    return games[resolve(_with_decks(games), typed, "game with decks").word]


def in_messages(lines: Sequence[str]) -> list[str]:
    """Return the lines as messages, as few as Discord's limit allows."""
    texts = [lines[0]]
    for line in lines[1:]:
        if length(texts[-1]) + 1 + length(line) <= LIMIT:
            texts[-1] += f"\n{line}"
        else:
            texts.append(line)
    return texts
