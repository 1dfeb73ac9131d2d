"""The panel of the deck builder: a picture, what is missing, and menus that add or remove several cards at once."""

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any, Final

import discord
from discord import ui

from bot.decks.deck import OwnDeck, most_copies
from bot.decks.text import TEXT_LIMIT, example, read_cards
from bot.model.match import Status
from bot.model.refusals import Refusal
from cogs.decks import purposes
from cogs.decks.choices import card_detail, card_name
from cogs.delivery.answer import Answer
from cogs.host import Host
from cogs.messages.message import Message
from cogs.messages.refusals import refusal_text
from cogs.presses.router import answers
from cogs.text import escaped
from cogs.widgets.ids import Purpose
from cogs.widgets.items import OPTIONS, Item, button, menu, option
from cogs.widgets.refusals import SpokenRefusal
from render.deck import deck_picture, full_size
from render.lengths import length
from rules.core.cards import CardId, copies
from rules.core.game import Game
from rules.core.words import counted

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
        await answer.ask(cards_form(self._host.games[deck.game], where, count))

    @answers(purposes.DECK_TYPED)
    async def typed(self, answer: Answer, *, texts: Mapping[str, str], count: int, **place: Any) -> None:  # as above
        """Add and remove the cards that were named in a form."""
        where = Place(**place)
        async with returning_text(answer, "\n".join(texts.values())):
            game = self._host.games[(await self._host.app.decks.get(answer.user, where.deck)).game]
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
        game = self._host.games[deck.game]
        picture = await asyncio.to_thread(deck_picture, game, deck.name, deck.cards)
        default = (await self._host.app.decks.defaults(deck.user)).get(deck.game)
        notes = [note, *await self._notes(deck, default)]
        text = "\n".join((deck_line(game, deck), *faults_lines(game, deck.cards), *filter(None, notes)))
        shown = items(game, deck, place or Place(deck.id), default)
        await answer.show(Message(text, shown, picture, "deck.png"))

    async def _notes(self, deck: OwnDeck, default: str | None) -> list[str]:
        """Return notes about how the deck is used."""
        ready, notes = not self._host.app.decks.faults(deck), []
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


def cards_form(game: Game, place: Place, count: int) -> ui.Modal:
    """Return the form for the names of cards to add and to remove."""
    form = ui.Modal(title="Cards by name", custom_id=purposes.DECK_TYPED(*place.words(count)), timeout=None)
    for label, name in (("Add", "add"), ("Remove", "out")):
        words: ui.TextInput[Any] = ui.TextInput(
            custom_id=name,
            style=discord.TextStyle.paragraph,
            required=False,
            max_length=TEXT_LIMIT,
            placeholder=example(game),
        )
        form.add_item(ui.Label(text=label, component=words))
    return form


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


def _menu(purpose: Purpose, ids: Sequence[object], words: str, options: list[discord.SelectOption]) -> Item:
    return menu(words, purpose(*ids), options, row=0 if purpose is purposes.DECK_ADD else 1, most=len(options))


def _options(game: Game, cards: Sequence[CardId], held: Mapping[CardId, int]) -> list[discord.SelectOption]:
    return [option(card_name(game, card), card, card_detail(game, card, held.get(card, 0))) for card in cards]


def _page(page: int, pages: int) -> str:
    return f" (page {page + 1} of {pages})" if pages > 1 else ""
