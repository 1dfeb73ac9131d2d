"""Reasons why a deck cannot be found, stored, read or played."""

from dataclasses import dataclass

from bot.model.refusals import NoSuchGame, Refusal


class NoSuchDeck(Refusal):
    """The user has no such deck, or the game has none."""


class BadDeck(Refusal):
    """The deck cannot be stored or played as it is."""


class NameTaken(Refusal):
    """Another deck has this name."""


class TooManyDecks(Refusal):
    """The user has as many decks as one user may have."""


class DeckGone(NoSuchDeck):
    """The user has no deck of this id; it may have been deleted."""


class NoReadyMadeDeck(NoSuchDeck):
    """The game has no ready-made deck of this id."""

    title: str
    deck: str


class NoDecksToBuild(NoSuchGame):
    """No game with this key is played with decks. titles: the titles of the games that are."""

    game: str
    titles: tuple[str, ...]


class GameHasNoDecks(NoSuchGame):
    """The game is played without decks."""

    title: str


class GameNotSaid(NoSuchGame):
    """Neither the text nor the user says which game the deck is for. titles: the titles of the games with decks."""

    titles: tuple[str, ...]


class GameNotKnown(NoSuchGame):
    """The text names a game that does not exist. titles: the titles of the games with decks."""

    game: str
    titles: tuple[str, ...]


class NamelessDeck(BadDeck):
    """The name has neither a letter nor a digit."""


class NameTooLong(BadDeck):
    """The name has too many characters."""

    name: str
    length: int
    limit: int


class DeckOfOtherGame(BadDeck):
    """The deck is of another game than the one that is played."""

    name: str
    title: str


class DeckNotPlayable(BadDeck):
    """The deck breaks its game's deck rule. faults: the sentences of the rules."""

    name: str
    faults: tuple[str, ...]


class UnknownCards(BadDeck):
    """The game has no such cards."""

    title: str
    cards: tuple[str, ...]


class NotCompletable(BadDeck):
    """No further cards make the deck legal."""

    name: str


class TooManyCards(BadDeck):
    """The deck has more cards than can be stored."""

    limit: int


class CardsNotInDeck(BadDeck):
    """Cards that are to be taken out are not in the deck."""

    name: str
    cards: tuple[str, ...]


class TextTooLong(BadDeck):
    """The text has too many characters."""

    limit: int


class TextOfOtherGame(BadDeck):
    """The text names another game than the user chose."""

    named: str
    chosen: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryFault:
    """A part of a deck's text that cannot be read."""

    text: str
    suggestion: str = ""
    """The name of the card that may be meant; "" if none is near."""
    most_copies: int | None = None
    """The limit of copies, if the number breaks it; else the card is unknown."""


class UnreadableDeck(BadDeck):
    """Parts of the text cannot be read. example: an entry that can be read, “3 Titan Servo”."""

    faults: tuple[EntryFault, ...]
    example: str


class NoCardsInText(BadDeck):
    """The text names no card. example: as for `UnreadableDeck`."""

    example: str


class ReadyMadeDeckHasName(NameTaken):
    """A ready-made deck has this name."""

    name: str


class OwnDeckHasName(NameTaken):
    """Another deck of the user has this name."""

    name: str


class DeckLimitReached(TooManyDecks):
    """The user has as many decks as one user may have."""

    limit: int
