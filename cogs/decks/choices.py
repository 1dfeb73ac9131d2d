"""Choices of decks and of cards for the commands on decks."""

import re
from collections.abc import Sequence
from typing import Final

from bot.decks.deck import OwnDeck, is_own, most_copies
from bot.model.match import UserId
from cogs.decks.refusals import NO_DECKS
from cogs.widgets.choices import Choice, resolve, search
from cogs.widgets.decks import DeckSource, own_choice
from cogs.widgets.refusals import SpokenRefusal
from render.deck import traits
from rules.core.cards import CardId, Deck, copies
from rules.core.game import Game
from rules.core.words import counted

_FEW_MATCHING: Final = 8
_MOST_OFFERED: Final = 3
_COUNTED: Final = re.compile(r"\s*(?:(?P<count>[0-9]{1,2})\s*x?(?:\s+|$))?(?P<name>.*?)\s*", re.IGNORECASE | re.DOTALL)


async def own(source: DeckSource, user: UserId) -> list[Choice]:
    """Return all decks of a user, finished or not."""
    decks = await source.decks.of_user(user)
    titles = await source.packs.titles(deck.game for deck in decks)
    return [own_choice(deck, f"{titles[deck.game]}, {counted(len(deck.cards), 'card')}") for deck in decks]


async def every(source: DeckSource, user: UserId) -> list[Choice]:
    """Return all decks of a user, and the ready-made ones of every game, written `game/deck`."""
    decks = await own(source, user)
    for game in source.games.values():
        decks += [Choice(f"{game.key}/{deck.id}", deck.name, game.title) for deck in game.decks.values()]
    return decks


async def own_deck_named(source: DeckSource, user: UserId, typed: str) -> OwnDeck:
    """Return the user's deck with this id or name.

    Raises:
        Refusal: there is none, or there are several.
    """
    if is_own(typed):
        return await source.decks.get(user, typed)
    offered = await own(source, user)
    if not offered:
        raise SpokenRefusal(NO_DECKS)
    return await source.decks.get(user, resolve(offered, typed, "deck of yours").word)


async def deck_named(source: DeckSource, user: UserId, typed: str) -> tuple[Game, OwnDeck | Deck]:
    """Return the deck with this id or name, the user's own or a ready-made one, and its game.

    Raises:
        Refusal: there is none, or there are several.
    """
    word = typed if is_own(typed) else resolve(await every(source, user), typed, "deck").word
    if is_own(word):
        own_deck = await source.decks.get(user, word)
        return await source.packs.game(own_deck.game), own_deck
    game, _, deck = word.partition("/")
    return source.games[game], source.games[game].decks[deck]


def card_choices(game: Game, cards: Sequence[CardId], deck: Sequence[CardId], typed: str) -> list[Choice]:
    """Return completions for the last of several typed cards. Each completion repeats the cards typed before it.

    If few cards match, up to three copies of each are offered, where a deck can have them.
    """
    typed_before, comma, last = typed.rpartition(",")
    before = f"{typed_before.rstrip()}{comma} " if comma else ""
    parts = _COUNTED.fullmatch(last)
    assert parts is not None
    held = copies(deck)
    offered = [Choice(card, card_name(game, card), card_detail(game, card, held.get(card, 0))) for card in cards]
    matching = search(offered, parts["name"])
    most = _MOST_OFFERED if len(matching) <= _FEW_MATCHING else 1

    def counts(card: str) -> Sequence[int]:
        if parts["count"]:
            return (int(parts["count"]),)
        return range(1, max(min(most, most_copies(game, CardId(card))), 1) + 1)

    return [
        Choice(f"{before}{words}", f"{before}{words}", choice.detail)
        for choice in matching
        for words in (f"{count} {choice.text}" if count > 1 else choice.text for count in counts(choice.word))
    ]


def card_name(game: Game, card: CardId) -> str:
    """Return the name of a card; its id if the game no longer has it."""
    return game.cards[card].name if card in game.cards else card


def card_detail(game: Game, card: CardId, held: int) -> str:
    """Return the group of a card, and its number of copies in the deck."""
    group = [traits(game, game.cards[card]).group] if card in game.cards else []
    return " · ".join((*group, *([f"{held} in the deck"] if held else ())))
