"""Sentences of refusals about decks."""

from typing import Final

from bot.decks import refusals as decks
from cogs.messages.sentences import Sentences
from cogs.text import listed, quoted

NO_DECKS: Final = "You don't have a deck yet. Build one with `/deck new`, or copy a ready-made one with `/deck copy`."
NAMED: Final = 18
"""The maximum number of faults in a deck's text that are listed, so that their lines fit into a message."""


def _unreadable(refusal: decks.UnreadableDeck) -> str:
    lines = [_fault(fault) for fault in refusal.faults[:NAMED]]
    if more := len(refusal.faults) - len(lines):
        lines.append(f"- … and {more} more")
    faults = "\n".join(lines)
    return f"I couldn't read all of it, and nothing was changed:\n{faults}\nWrite cards like “{refusal.example}”."


def _fault(fault: decks.EntryFault) -> str:
    if fault.most_copies is not None:
        return f"- {quoted(fault.text)}: a deck has from 1 to {fault.most_copies} copies of a card"
    hint = f"do you mean {fault.suggestion}?" if fault.suggestion else "there is no such card"
    return f"- {quoted(fault.text)}: {hint}"


def _quoted(texts: tuple[str, ...]) -> str:
    return listed([quoted(text) for text in texts])


def _game_not_said(refusal: decks.GameNotSaid) -> str:
    lines = " or ".join(f"“Game: {title}”" for title in refusal.titles)
    return f"Which game is this deck for? Choose the game, or put a line {lines} at the top of the text."


SENTENCES: Final[Sentences] = {
    decks.DeckGone: "You have no such deck; it may have been deleted. `/deck list` shows yours.",
    decks.NoReadyMadeDeck: "{title} has no deck {deck!q}.",
    decks.NoDecksToBuild: "You can't build decks for {game!q}. The games with decks are: {titles}.",
    decks.GameHasNoDecks: "{title} is played without decks.",
    decks.GameNotSaid: _game_not_said,
    decks.GameNotKnown: "There is no game {game!q}. The games with decks are: {titles}.",
    decks.NamelessDeck: "A deck's name needs a letter or a digit.",
    decks.NameTooLong: "A deck's name can have up to {limit} characters, and {name!q} has {length}.",
    decks.DeckOfOtherGame: "{name!q} isn't a deck of {title}.",
    decks.DeckNotPlayable: lambda r: (
        f"{quoted(r.name)} can't be played yet. {' '.join(r.faults)} `/deck edit` opens it."
    ),
    decks.UnknownCards: lambda r: f"{r.title} has no card {_quoted(r.cards)}.",
    decks.NotCompletable: (
        "No cards that I could add make {name!q} ready to play. Take out the cards that break a rule, then try again."
    ),
    decks.TooManyCards: "A deck can have up to {limit} cards. Nothing was changed.",
    decks.CardsNotInDeck: lambda r: f"{quoted(r.name)} has no {_quoted(r.cards)} to take out. Nothing was changed.",
    decks.TextTooLong: "That text is too long for a deck: it can have up to {limit:,} characters.",
    decks.TextOfOtherGame: (
        "The text says this deck is for {named}, but you chose {chosen}. Leave the game out, or take the line with "
        "the game out of the text. Nothing was imported."
    ),
    decks.UnreadableDeck: _unreadable,
    decks.NoCardsInText: (
        "There is no card in this text. Write cards like “{example}”, one per line or separated by commas."
    ),
    decks.ReadyMadeDeckHasName: "A ready-made deck is called {name!q}. Choose another name.",
    decks.OwnDeckHasName: "You already have a deck {name!q}. Choose another name.",
    decks.DeckLimitReached: "You have {limit} decks, the most you can have. `/deck delete` makes room.",
}
