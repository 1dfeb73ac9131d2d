"""Choices of decks for a seat, with the user's own decks first."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bot.decks.deck import OwnDeck
from bot.decks.decks import Decks
from bot.model.match import UserId
from bot.packs.packs import Packs
from cogs.text import plain
from cogs.widgets.choices import Choice
from cogs.widgets.items import OPTIONS, Item, menu, option
from cogs.widgets.pages import page_buttons
from rules.core.game import Game


@dataclass(frozen=True, slots=True)
class DeckSource:
    """The sources of decks where a user is: ready-made ones with their games, and those built by users."""

    games: Mapping[str, Game]
    """The games that can be played there."""
    decks: Decks
    packs: Packs


def ready_made(game: Game) -> list[Choice]:
    """Return the ready-made decks of a game."""
    return [Choice(deck.id, deck.name, deck.summary) for deck in game.decks.values()]


async def playable(decks: Decks, game: Game, user: UserId) -> list[Choice]:
    """Return the decks with which a user can play a game now: their own legal ones and the ready-made ones."""
    legal = [deck for deck in await decks.of_user(user, game.key) if not game.deck_faults(deck.cards)]
    return [*(own_choice(deck, "your own deck") for deck in legal), *ready_made(game)]


def deck_menu(offered: Sequence[Choice], page: int, identity: str, to: Callable[[int], str]) -> list[Item]:
    """Return the menu of decks, in pages. identity: of the menu. to: returns the id of the button to a page."""
    pages = -(-len(offered) // OPTIONS)
    page = min(page, pages - 1)
    shown = [option(deck.text, deck.word, deck.detail) for deck in offered[page * OPTIONS :][:OPTIONS]]
    return [menu("Choose a deck …", identity, shown, row=0), *page_buttons(page, pages, to, row=1)]


def own_choice(deck: OwnDeck, detail: str) -> Choice:
    """Return the choice of a user's own deck, by its id."""
    return Choice(deck.id, plain(deck.name), detail)
