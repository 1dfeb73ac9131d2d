"""The panel on which a deck is built: its picture, what it lacks, and menus that add or take out several cards."""

import asyncio
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any, Final, Self

import discord
from discord import ui

from bot.client import HiddenHand
from bot.deck_text import TEXT_LIMIT, read_cards
from bot.decks import OwnDeck
from bot.match import Status
from bot.matches import Refusal
from cogs import custom_ids
from cogs.custom_ids import PAGE
from cogs.deck_choices import card_detail, card_name
from cogs.desk import Desk, desk
from cogs.errors import AnyInteraction, answering, tell
from cogs.items import NEVER, OPTIONS, Menu, Press, attachment, option, panel
from cogs.text import escaped
from render.deck import deck_picture, full_size
from rules.core.cards import CardId, copies
from rules.core.game import Game

AnyGame = Game[Any, Any]

MOST_AT_ONCE: Final = 4
"""Copies of a card that one choice in a menu may add or take out."""
_FAULTS_ROOM: Final = 1400

DECK: Final = r"(?P<deck>[0-9]{1,18})"
_PLACE: Final = (DECK, PAGE, r"(?P<out>[0-9]{1,4})", r"(?P<copies>[1-9])", r"(?P<count>[0-9]{1,4})")


@dataclass(frozen=True, slots=True)
class Place:
    """What a panel shows: it stands in the ids of its items."""

    deck: str
    """Its id: “#17”."""
    page: int = 0
    """Of the cards that can be added."""
    out: int = 0
    """Page of the cards that can be taken out."""
    copies: int = 1
    """How many of each chosen card."""

    @classmethod
    def of(cls, match: re.Match[str]) -> Self:
        return cls(f"#{match['deck']}", int(match["page"]), int(match["out"]), int(match["copies"]))

    def words(self, count: int) -> tuple[object, ...]:
        """The arguments of an id. The number of cards is among them so that a menu is fresh after each change."""
        return (self.deck[1:], self.page, self.out, self.copies, count)


class Turn(Press, template=custom_ids.template("deck-turn", r"(?P<role>[a-z]{1,10})", *_PLACE)):
    """Shows another part of the panel; each of its places is where the press leads."""

    purpose = "deck-turn"

    async def pressed(self, interaction: AnyInteraction, match: re.Match[str]) -> None:
        await interaction.response.defer()
        await show(interaction, await _deck(interaction, match), Place.of(match))


class Change(Menu, template=NEVER):
    """Adds or takes out the chosen cards, all at once."""

    sign = 1

    async def callback(self, interaction: AnyInteraction) -> None:
        async with answering(interaction):
            match = self.template.fullmatch(self.custom_id)
            assert match is not None
            place = Place.of(match)
            by = {CardId(card): self.sign * place.copies for card in self.item.values}
            await interaction.response.defer()
            await change(interaction, place, by)


class Add(Change, template=custom_ids.template("deck-add", *_PLACE)):
    """Adds cards."""

    purpose = "deck-add"


class TakeOut(Change, template=custom_ids.template("deck-out", *_PLACE)):
    """Takes cards out."""

    purpose = "deck-out"
    sign = -1


class TypeCards(Press, template=custom_ids.template("deck-type", *_PLACE)):
    """Asks for cards in words."""

    purpose = "deck-type"

    async def pressed(self, interaction: AnyInteraction, match: re.Match[str]) -> None:
        found = await _deck(interaction, match)
        await interaction.response.send_modal(CardsModal(desk(interaction).client.games[found.game], Place.of(match)))


class PlayByDefault(Press, template=custom_ids.template("deck-default", *_PLACE)):
    """Makes a deck the one that is played when none is named."""

    purpose = "deck-default"

    async def pressed(self, interaction: AnyInteraction, match: re.Match[str]) -> None:
        found = await _deck(interaction, match)
        await interaction.response.defer()
        await desk(interaction).matches.decks.set_default(interaction.user.id, found.game, found.id)
        await show(interaction, found, Place.of(match))


BUTTONS: Final = (Turn, Add, TakeOut, TypeCards, PlayByDefault)


class CardsModal(ui.Modal):
    """Cards in words, to add and to take out."""

    def __init__(self, game: AnyGame, place: Place) -> None:
        super().__init__(title="Cards by name", timeout=None)
        self.game, self.place = game, place
        first, second, *_ = (card.name for card in game.cards.values())
        like = f"{first} x2, {second}"
        self.add: ui.TextInput[Any] = _cards_input("add", like)
        self.out: ui.TextInput[Any] = _cards_input("out", like)
        self.add_item(ui.Label(text="Add", component=self.add))
        self.add_item(ui.Label(text="Take out", component=self.out))

    async def on_submit(self, interaction: AnyInteraction, /) -> None:
        async with answering(interaction):
            await interaction.response.defer()
            async with giving_back(interaction, f"{self.add.value}\n{self.out.value}"):
                by: dict[CardId, int] = {}
                for text, sign in ((self.add.value, 1), (self.out.value, -1)):
                    for card, count in read_cards(self.game, text) if text.strip() else ():
                        by[card] = by.get(card, 0) + sign * count
                if not by:
                    raise Refusal("No card was named, and nothing was changed.")
                await change(interaction, self.place, by)


@asynccontextmanager
async def giving_back(interaction: AnyInteraction, text: str) -> AsyncIterator[None]:
    """A refusal of what was written in a modal comes with the text, so that nobody writes it twice."""
    try:
        yield
    except Refusal as refusal:
        file = discord.File(BytesIO(text.strip().encode()), "your-text.txt")
        await tell(interaction, f"{refusal}\n-# What you wrote is attached.", file=file)


async def change(interaction: AnyInteraction, place: Place, by: Mapping[CardId, int]) -> None:
    """Change a deck by a press on its panel, and show it."""
    decks = desk(interaction).matches.decks
    await show(interaction, await decks.change(interaction.user.id, place.deck, by, interaction=interaction.id), place)


async def show(interaction: AnyInteraction, deck: OwnDeck, place: Place | None = None, note: str = "") -> None:
    """Show the panel of a deck to its owner: in place of the one that was pressed, or as a private answer.

    The interaction has been deferred.
    """
    at = desk(interaction)
    game = at.client.games[deck.game]
    picture = await asyncio.to_thread(deck_picture, game, deck.name, deck.cards)
    default = (await at.matches.decks.defaults(deck.user)).get(deck.game)
    notes = [note, *await _notes(at, deck, default)]
    text = "\n".join((deck_line(game, deck), *faults_lines(game, deck.cards), *filter(None, notes)))
    view, file = panel(items(game, deck, place or Place(deck.id), default)), attachment(picture, "deck.png")
    if interaction.message is not None:
        await interaction.edit_original_response(content=text, attachments=[file], view=view)
    else:
        await tell(interaction, text, file=file, view=view)


def deck_line(game: AnyGame, deck: OwnDeck) -> str:
    """What a deck is called, for which game, and how full it is."""
    size = full_size(game)
    of = f" of {size}" if size else ""
    return f"**{escaped(deck.name)}** · {game.title} · {len(deck.cards)}{of} cards"


def faults_lines(game: AnyGame, cards: Sequence[CardId]) -> list[str]:
    """Whether a deck of these cards can be played, and all that is wrong with it."""
    faults = game.deck_faults(cards)
    if not faults:
        return ["It is ready to play."]
    lines = ["It is not ready yet:"]
    for place, fault in enumerate(faults):
        if sum(map(len, lines)) + len(fault) > _FAULTS_ROOM:
            lines.append(f"- … and {len(faults) - place} more")
            break
        lines.append(f"- {fault}")
    return lines


async def _notes(at: Desk, deck: OwnDeck, default: str | None) -> list[str]:
    """Where the deck is used."""
    ready, notes = not at.matches.decks.faults(deck), []
    if default == deck.id:
        notes.append(
            "-# You play it when you name no deck."
            if ready
            else "-# It is your default deck; as long as it is not ready, one is chosen by chance."
        )
    if not ready:
        notes += [
            f"-# You chose it for match #{match.id}, which can only begin once it is ready, or with another deck."
            for match in await at.matches.of_user(deck.user)
            if match.status is Status.LOBBY and any(chair.deck == deck.id for chair in match.chairs)
        ]
    return notes[:4]


def items(game: AnyGame, deck: OwnDeck, place: Place, default: str | None) -> list[ui.Item[Any]]:
    """The menus and buttons of a panel."""
    held, count = copies(deck.cards), len(deck.cards)
    pages, outs = -(-len(game.cards) // OPTIONS), -(-len(held) // OPTIONS)
    place = replace(
        place,
        page=min(place.page, pages - 1),
        out=max(min(place.out, outs - 1), 0),
        copies=min(place.copies, MOST_AT_ONCE),
    )
    ids = place.words(count)
    of_each = f"{place.copies} of each" if place.copies > 1 else "one of each"
    adding = list(game.cards)[place.page * OPTIONS :][:OPTIONS]
    shown: list[ui.Item[Any]] = [
        _menu(Add, ids, f"Add {of_each} …{_page(place.page, pages)}", _options(game, adding, held))
    ]
    if held:
        leaving = list(held)[place.out * OPTIONS :][:OPTIONS]
        words = f"Take out {of_each} …{_page(place.out, outs)}"
        shown.append(_menu(TakeOut, ids, words, _options(game, leaving, held)))
    more = place.copies % MOST_AT_ONCE + 1

    def turn(role: str, label: str, to: Place, row: int) -> Turn:
        return Turn.make(role, *to.words(count), label=label, row=row)

    if pages > 1:
        shown.append(turn("before", "◀ Cards", replace(place, page=(place.page - 1) % pages), 2))
        shown.append(turn("after", "Cards ▶", replace(place, page=(place.page + 1) % pages), 2))
    shown.append(turn("copies", f"Copies: {place.copies}", replace(place, copies=more), 2))
    shown.append(TypeCards.make(*ids, label="Type cards", row=2))
    if default != deck.id and not game.deck_faults(deck.cards):
        shown.append(PlayByDefault.make(*ids, label="Make it my default", style=discord.ButtonStyle.success, row=3))
    if outs > 1:
        shown.append(turn("earlier", "◀ In the deck", replace(place, out=(place.out - 1) % outs), 3))
        shown.append(turn("later", "In the deck ▶", replace(place, out=(place.out + 1) % outs), 3))
    return shown


def _menu(kind: type[Change], ids: Sequence[object], words: str, options: list[discord.SelectOption]) -> Change:
    menu = kind.make(*ids, placeholder=words, options=options, row=0 if kind is Add else 1)
    menu.item.max_values = len(options)
    return menu


def _options(game: AnyGame, cards: Sequence[CardId], held: Mapping[CardId, int]) -> list[discord.SelectOption]:
    return [option(card_name(game, card), card, card_detail(game, card, held.get(card, 0))) for card in cards]


def _page(page: int, pages: int) -> str:
    return f" (page {page + 1} of {pages})" if pages > 1 else ""


def _cards_input(name: str, like: str) -> ui.TextInput[Any]:
    return ui.TextInput(
        custom_id=name,
        style=discord.TextStyle.paragraph,
        required=False,
        max_length=TEXT_LIMIT,
        placeholder=like[:100],
    )


async def _deck(interaction: AnyInteraction, match: re.Match[str]) -> OwnDeck:
    return await desk(interaction).matches.decks.get(interaction.user.id, f"#{match['deck']}")


async def setup(client: HiddenHand) -> None:
    client.add_dynamic_items(*BUTTONS)
