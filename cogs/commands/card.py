"""`/card`: a card of any game, by its name."""

import asyncio
from collections.abc import Mapping
from typing import Final

from discord import app_commands, ui

from bot.content.named_cards import named_cards
from cogs.commands.feature import Feature
from cogs.commands.games import Choices, games_offered, given, in_time, named_game
from cogs.delivery.answer import Answer, AnyInteraction
from cogs.messages.card import card_message
from cogs.presses.router import answers
from cogs.widgets import purposes
from cogs.widgets.choices import Choice, resolve
from cogs.widgets.forms import form, text_field
from render.picture import card_picture
from rules.core.cards import Card, CardId
from rules.core.game import Game

_NAME: Final = 60
"""The maximum number of characters of a card's name in the form."""


class CardCommand(Feature):
    """Shows a card."""

    @app_commands.command(name="card", description="See a card of a game by its name (only you see it)")
    @app_commands.describe(name="the card", game="the game (leave empty for the one played here, or any)")
    async def card(self, interaction: AnyInteraction, name: str | None = None, game: str | None = None) -> None:
        """Answer `/card`."""
        async with self.host.answering(interaction) as answer:
            if given(name):
                await self._show(answer, name, game)
            else:
                await answer.ask(card_form())

    @answers(purposes.CARD)
    async def written(self, answer: Answer, *, texts: Mapping[str, str]) -> None:
        """Show the card that was named in the form."""
        await self._show(answer, texts.get("name", ""), None)

    async def _show(self, answer: Answer, name: str, game: str | None) -> None:
        games = await self._games_for(answer.interaction, game)
        found = [(each, card) for each in games for card in _found(each, name)]
        if not found:
            key, _, id_ = resolve(_choices(games), name, "card").word.partition("/")
            of_game = next(each for each in games if each.key == key)
            found = [(of_game, of_game.cards[CardId(id_)])]
        played, card = found[0]
        picture = await asyncio.to_thread(card_picture, played, card)
        await answer.say(card_message(played, card, picture))

    @card.autocomplete("game")
    async def _games(self, interaction: AnyInteraction, typed: str) -> Choices:
        return await in_time(games_offered(self.host, interaction), typed)

    @card.autocomplete("name")
    async def _names(self, interaction: AnyInteraction, typed: str) -> Choices:
        async def offered() -> list[Choice]:
            return _choices(await self._games_for(interaction, interaction.namespace.game))

        return await in_time(offered(), typed)

    async def _games_for(self, interaction: AnyInteraction, game: str | None) -> list[Game]:
        """Return the named game; without a name, all games that have cards, the one played in this channel first."""
        games = await self.host.games_here(interaction)
        if given(game):
            return [named_game(games, game)]
        here = await self.host.game_here(interaction)
        with_cards = [each for each in games.values() if each.cards]
        return sorted(with_cards, key=lambda each: here is None or each.key != here.key)


def card_form() -> ui.Modal:
    """Return the form for the name of a card."""
    return form("Which card?", purposes.CARD(), text_field("name", "Its name", most=_NAME))


def _found(game: Game, name: str) -> list[Card]:
    """Return the card with this id (`game/card`, as suggestions have it), or those that the text names."""
    key, _, id_ = name.partition("/")
    if key == game.key:
        return [card for card in game.cards.values() if card.id == id_]
    return named_cards(game.cards.values(), name)


def _choices(games: list[Game]) -> list[Choice]:
    return [Choice(f"{game.key}/{card.id}", card.name, game.title) for game in games for card in game.cards.values()]
