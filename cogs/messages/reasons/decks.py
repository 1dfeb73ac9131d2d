"""Sentences of refusals about decks."""

from typing import Final

from bot.model.reasons.decks import (
    CardsNotInDeck,
    DeckGone,
    DeckLimitReached,
    DeckNotPlayable,
    DeckOfOtherGame,
    EntryFault,
    GameHasNoDecks,
    GameNotKnown,
    GameNotSaid,
    NamelessDeck,
    NameTooLong,
    NoCardsInText,
    NoDecksToBuild,
    NoReadyMadeDeck,
    OwnDeckHasName,
    ReadyMadeDeckHasName,
    TextOfOtherGame,
    TextTooLong,
    TooManyCards,
    UnknownCards,
    UnreadableDeck,
)
from cogs.messages.sentences import Sentences, text_for
from cogs.text import listed, quoted

NAMED: Final = 18
"""The maximum number of faults in a deck's text that are listed, so that their lines fit into a message."""


def _unreadable(refusal: UnreadableDeck) -> str:
    lines = [_fault(fault) for fault in refusal.faults[:NAMED]]
    if more := len(refusal.faults) - len(lines):
        lines.append(f"- … and {more} more")
    faults = "\n".join(lines)
    return f"I couldn't read all of it, and nothing was changed:\n{faults}\nWrite cards like “3 {refusal.example}”."


def _fault(fault: EntryFault) -> str:
    if fault.most_copies is not None:
        return f"- {quoted(fault.text)}: a deck has from 1 to {fault.most_copies} copies of a card"
    hint = f"do you mean {fault.suggestion}?" if fault.suggestion else "there is no such card"
    return f"- {quoted(fault.text)}: {hint}"


def _quoted(texts: tuple[str, ...]) -> str:
    return listed([quoted(text) for text in texts])


def _game_not_said(refusal: GameNotSaid) -> str:
    lines = " or ".join(f"“Game: {title}”" for title in refusal.titles)
    return f"Which game is this deck for? Choose the game, or put a line {lines} at the top of the text."


SENTENCES: Final[Sentences] = dict(
    [
        text_for(DeckGone, "You have no such deck; it may have been deleted. `/deck list` shows yours."),
        text_for(NoReadyMadeDeck, lambda r: f"{r.title} has no deck {quoted(r.deck)}."),
        text_for(
            NoDecksToBuild,
            lambda r: f"You can't build decks for {quoted(r.game)}. The games with decks are: {', '.join(r.titles)}.",
        ),
        text_for(GameHasNoDecks, lambda r: f"{r.title} is played without decks."),
        text_for(GameNotSaid, _game_not_said),
        text_for(
            GameNotKnown,
            lambda r: f"There is no game {quoted(r.game)}. The games with decks are: {', '.join(r.titles)}.",
        ),
        text_for(NamelessDeck, "A deck's name needs a letter or a digit."),
        text_for(
            NameTooLong,
            lambda r: f"A deck's name can have up to {r.limit} characters, and {quoted(r.name)} has {r.length}.",
        ),
        text_for(DeckOfOtherGame, lambda r: f"{quoted(r.name)} isn't a deck of {r.title}."),
        text_for(
            DeckNotPlayable,
            lambda r: f"{quoted(r.name)} can't be played yet. {' '.join(r.faults)} `/deck edit` opens it.",
        ),
        text_for(UnknownCards, lambda r: f"{r.title} has no card {_quoted(r.cards)}."),
        text_for(TooManyCards, lambda r: f"A deck can have up to {r.limit} cards. Nothing was changed."),
        text_for(
            CardsNotInDeck,
            lambda r: f"{quoted(r.name)} has no {_quoted(r.cards)} to take out. Nothing was changed.",
        ),
        text_for(TextTooLong, lambda r: f"That text is too long for a deck: it can have up to {r.limit:,} characters."),
        text_for(
            TextOfOtherGame,
            lambda r: (
                f"The text says this deck is for {r.named}, but you chose {r.chosen}. Leave the game out, or take the "
                "line with the game out of the text. Nothing was imported."
            ),
        ),
        text_for(UnreadableDeck, _unreadable),
        text_for(
            NoCardsInText,
            lambda r: (
                f"There is no card in this text. Write cards like “3 {r.example}”, one per line or separated by commas."
            ),
        ),
        text_for(ReadyMadeDeckHasName, lambda r: f"A ready-made deck is called {quoted(r.name)}. Choose another name."),
        text_for(OwnDeckHasName, lambda r: f"You already have a deck {quoted(r.name)}. Choose another name."),
        text_for(
            DeckLimitReached,
            lambda r: f"You have {r.limit} decks, the most you can have. `/deck delete` makes room.",
        ),
    ]
)
