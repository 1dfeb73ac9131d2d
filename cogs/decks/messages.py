"""Texts, forms, menus and buttons about decks: pure functions of a deck and its game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import discord
from discord import ui

from bot.decks.deck import OwnDeck, most_copies
from bot.decks.decks import NAME_LIMIT
from bot.decks.text import TEXT_LIMIT, example
from cogs.decks import purposes
from cogs.decks.choices import card_detail, card_name
from cogs.text import escaped
from cogs.widgets.choices import Choice
from cogs.widgets.forms import form, text_field
from cogs.widgets.ids import Purpose
from cogs.widgets.items import OPTIONS, Item, button, menu, option
from render.deck import full_size
from render.lengths import length
from rules.core.cards import CardId, copies
from rules.core.game import Game

RANDOM: Final = Choice("chance", "Random ready-made deck", "a different one each time")
"""The choice to have no particular default deck."""
ALL: Final = "all"
MOST_AT_ONCE: Final = 4
"""The maximum number of copies of a card that one choice in a menu can add or remove."""
_FAULTS_ROOM: Final = 1400


@dataclass(frozen=True, slots=True)
class Place:
    """The state of a panel, kept in the ids of its items."""

    deck: str
    """The id of the deck: “#17”."""
    page: int = 0
    """The page of the cards that can be added."""
    out: int = 0
    """The page of the cards that can be removed."""
    copies: int = 1
    """The number of copies of each chosen card."""

    def words(self, count: int) -> tuple[object, ...]:
        """Return the arguments of an id. The number of cards is one of them, so that Discord resets a menu after each
        change.
        """
        return (self.deck[1:], self.page, self.out, self.copies, count)


def deck_line(game: Game, deck: OwnDeck) -> str:
    """Return the name of a deck, its game, and how full it is."""
    size = full_size(game)
    of = f" of {size}" if size else ""
    return f"**{escaped(deck.name)}** · {game.title} · {len(deck.cards)}{of} cards"


def faults_lines(game: Game, cards: Sequence[CardId]) -> list[str]:
    """Return whether a deck of these cards can be played, and its faults."""
    faults = game.deck_faults(cards)
    if not faults:
        return ["Ready to play."]
    lines = ["Not ready yet:"]
    for place, fault in enumerate(faults):
        if sum(map(length, lines)) + length(fault) > _FAULTS_ROOM:
            lines.append(f"- … and {len(faults) - place} more")
            break
        lines.append(f"- {fault}")
    return lines


def items(game: Game, deck: OwnDeck, place: Place, default: str | None) -> list[Item]:
    """Return the menus and buttons of a panel."""
    held, count = copies(deck.cards), len(deck.cards)
    pages, outs = -(-len(game.deck_cards) // OPTIONS), -(-len(held) // OPTIONS)
    most = min(MOST_AT_ONCE, max(most_copies(game, card) for card in game.deck_cards))
    place = replace(
        place,
        page=min(place.page, pages - 1),
        out=max(min(place.out, outs - 1), 0),
        copies=min(place.copies, most),
    )
    ids = place.words(count)
    of_each = f"{place.copies} of each" if place.copies > 1 else "one of each"
    adding = game.deck_cards[place.page * OPTIONS :][:OPTIONS]
    shown: list[Item] = [
        _menu(purposes.DECK_ADD, ids, f"Add {of_each} …{_page(place.page, pages)}", _options(game, adding, held))
    ]
    if held:
        leaving = list(held)[place.out * OPTIONS :][:OPTIONS]
        words = f"Remove {of_each} …{_page(place.out, outs)}"
        shown.append(_menu(purposes.DECK_OUT, ids, words, _options(game, leaving, held)))

    def turn(role: str, label: str, to: Place, row: int) -> Item:
        return button(label, purposes.DECK_TURN(role, *to.words(count)), row=row)

    if pages > 1:
        shown.append(turn("before", "◀ Cards", replace(place, page=(place.page - 1) % pages), 2))
        shown.append(turn("after", "Cards ▶", replace(place, page=(place.page + 1) % pages), 2))
    if most > 1:
        shown.append(turn("copies", f"Copies: {place.copies}", replace(place, copies=place.copies % most + 1), 2))
    shown.append(button("Type cards", purposes.DECK_TYPE(*ids), row=2))
    if game.deck_faults(deck.cards):
        shown.append(button("Complete my deck", purposes.DECK_COMPLETE(*ids), row=3))
    elif default != deck.id:
        shown.append(button("Make it my default", purposes.DECK_DEFAULT(*ids), discord.ButtonStyle.success, row=3))
    if outs > 1:
        shown.append(turn("earlier", "◀ In the deck", replace(place, out=(place.out - 1) % outs), 3))
        shown.append(turn("later", "In the deck ▶", replace(place, out=(place.out + 1) % outs), 3))
    return shown


def cards_form(game: Game, place: Place, count: int) -> ui.Modal:
    """Return the form for the names of cards to add and to remove."""
    lines = [
        text_field(name, label, most=TEXT_LIMIT, example=example(game), is_optional=True, is_long=True)
        for label, name in (("Add", "add"), ("Remove", "out"))
    ]
    return form("Cards by name", purposes.DECK_TYPED(*place.words(count)), *lines)


def name_form(title: str, identity: str, name: str = "") -> ui.Modal:
    """Return the form for the name of a deck."""
    return form(title, identity, text_field("name", "Name", most=NAME_LIMIT, value=name))


def import_form(game: str | None, name: str | None) -> ui.Modal:
    """Return the form for a deck's text and name."""
    text = "Paste the text of a deck here"
    named = "Leave empty to use the name in the text."
    return form(
        "Import a deck",
        purposes.DECK_IMPORT(game or ""),
        text_field("deck", "Deck", "One card per line, with its count", most=TEXT_LIMIT, example=text, is_long=True),
        text_field("name", "Name", named, most=NAME_LIMIT, value=name or "", is_optional=True),
    )


def _menu(purpose: Purpose, ids: Sequence[object], words: str, options: list[discord.SelectOption]) -> Item:
    return menu(words, purpose(*ids), options, row=0 if purpose is purposes.DECK_ADD else 1, most=len(options))


def _options(game: Game, cards: Sequence[CardId], held: Mapping[CardId, int]) -> list[discord.SelectOption]:
    return [option(card_name(game, card), card, card_detail(game, card, held.get(card, 0))) for card in cards]


def _page(page: int, pages: int) -> str:
    return f" (page {page + 1} of {pages})" if pages > 1 else ""
