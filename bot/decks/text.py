"""A deck as text that can be pasted anywhere, and back.

    Deck: Night Shift
    Game: Allocator
    3 Titan Servo
    2 Ram Walker

Decks are read in many forms: cards by name or id, with counts before or behind them (`3 Titan Servo`, `3x titan-servo`,
`Titan Servo x3`), one in each line, between commas or all in one line. Bullets, code marks, comments (`#`, `//`) and
headings (`Magnum Opus:`, `Ships (15):`) are ignored.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from bot.decks.refusals import (
    EntryFault,
    GameHasNoDecks,
    GameNotKnown,
    GameNotSaid,
    NoCardsInText,
    TextOfOtherGame,
    TextTooLong,
    UnreadableDeck,
)
from bot.model.pasted import one_line, pasted
from rules.core.cards import CardId, copies
from rules.core.game import Game

TEXT_LIMIT: Final = 4000
"""The maximum length of a deck's text, in characters (Discord: Message Components, "Text Input")."""
_MOST_COPIES: Final = 99

_DECK: Final = tuple(
    re.compile(rf"\bdeck:[ \t]*(?P<name>{name})[ \t]*{end}", re.IGNORECASE)
    for name, end in ((".*?", r"(?=\n\s*game:)"), (".*", r"(?=\bgame:)"), (".*?", r"(?=\n|$)"))
)
"""The patterns of a deck's name, in the order in which they are tried: up to the game in the next line, up to the game
in the same line, up to the end of the line.
"""
_GAME: Final = re.compile(r"\bgame:[ \t]*", re.IGNORECASE)
_BLOCK: Final = re.compile(r"```(?:[a-z]*\n)?(?P<text>.*?)```", re.DOTALL)
"""The pattern of a code block, as `/deck export` writes it."""
_BEGINNING: Final = re.compile(r"\A.*?^(?=deck:)", re.IGNORECASE | re.DOTALL | re.MULTILINE)
"""The pattern of any text before the line that names the deck."""
_BELOW_ONE: Final = re.compile(r"\s*[-\N{MINUS SIGN}][0-9]")
"""The pattern of a negative number; “- 3 …” with a space is an entry of a list instead."""
_COMMENT: Final = re.compile(r"^[ \t]*(?:#|//).*$", re.MULTILINE)
_PARTS: Final = re.compile(r"[\n,;]+")
_WORD: Final = re.compile(r"[^\W_]+")
_COUNT: Final = re.compile(r"x(?P<behind>[0-9]{1,9})|(?P<before>[0-9]{1,9})x?")
_TIMES: Final = "x"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckText:
    """A deck as read from a text."""

    game: str
    name: str
    """The name of the deck; "" if the text has none that is readable."""
    cards: tuple[CardId, ...]


class _EntryError(Exception):
    """The error for an entry of the text that cannot be read."""

    def __init__(self, fault: EntryFault) -> None:
        super().__init__(fault.text)
        self.fault = fault


def text_of(game: Game, name: str, cards: Sequence[CardId]) -> str:
    """Write a deck as text that is safe inside a code block."""
    shown = name.replace("`", "'")
    lines = [
        f"{count} {game.cards[card].name if card in game.cards else card}" for card, count in copies(cards).items()
    ]
    return "\n".join((f"Deck: {shown}", f"Game: {game.title}", *lines))


def read(games: Mapping[str, Game], text: str, game: str | None = None) -> DeckText:
    """Parse the text of a deck. game: the key of the game to use if the text names none.

    Raises:
        NoSuchGame: neither the text nor `game` names a game that is played with decks.
        BadDeck: the text names another game than `game`, is too long or empty, or has unreadable entries, all of which
            the refusal names.
    """
    if len(text) > TEXT_LIMIT:
        raise TextTooLong(limit=TEXT_LIMIT)
    text = pasted(text)
    block = _BLOCK.search(text)
    text = _BEGINNING.sub("", block["text"] if block else text)
    text = _COMMENT.sub("", text.replace("`", " "))
    name, text = _cut_name(text)
    name = name if any(map(str.isalnum, one_line(name))) else ""
    named_game, text = _cut_game(games, text)
    if named_game and game and named_game != game:
        raise TextOfOtherGame(named=games[named_game].title, chosen=games[game].title)
    key = named_game or game
    if key is None:
        raise GameNotSaid(titles=_titles(games))
    if not games[key].decks:
        raise GameHasNoDecks(title=games[key].title)
    return DeckText(
        game=key, name=name, cards=tuple(card for card, n in read_cards(games[key], text) for _ in range(n))
    )


def read_cards(game: Game, text: str) -> list[tuple[CardId, int]]:
    """Return the cards that a text lists, each with its number of copies, in the order of the text.

    Raises:
        BadDeck: the text lists no card, or has unreadable entries; the refusal names each and suggests a card.
    """
    names = _spellings(game)
    entries: list[tuple[CardId, int]] = []
    faults: list[EntryFault] = []
    for part in filter(str.strip, _PARTS.split(pasted(text))):
        if _is_heading(names, part):
            continue
        try:
            entries.extend(_entries(game, names, part))
        except _EntryError as error:
            faults.append(error.fault)
    if faults:
        raise UnreadableDeck(faults=tuple(faults), example=example(game))
    if not entries:
        raise NoCardsInText(example=example(game))
    return entries


def _is_heading(names: Mapping[tuple[str, ...], CardId], part: str) -> bool:
    """Return whether an entry ends like a heading and names no card."""
    words = _words(part)
    return part.rstrip().endswith(":") and not any(_card(names, words, at)[0] for at in range(len(words)))


def _entries(game: Game, names: Mapping[tuple[str, ...], CardId], part: str) -> Iterator[tuple[CardId, int]]:
    """Yield the cards of one entry, usually one; several if the text has lost its line breaks."""
    if _BELOW_ONE.match(part):
        raise _EntryError(EntryFault(text=part.strip(), most_copies=_MOST_COPIES))
    spelled = _words(part)
    at = 0
    while at < len(spelled):
        before = after = None
        card, end = _card(names, spelled, at)
        if card is None and (before := _count(spelled[at])) is not None:
            at += 1 + (at + 1 < len(spelled) and spelled[at + 1] == _TIMES)
            card, end = _card(names, spelled, at)
        if card is None:
            raise _EntryError(_unknown(game, names, part, spelled[at:]))
        at = end
        if before is None and at < len(spelled):
            if spelled[at] == _TIMES and at + 1 < len(spelled):
                at += 1
            if spelled[at].startswith(_TIMES) or at == len(spelled) - 1 or spelled[at - 1] == _TIMES:
                after = _count(spelled[at])
                at += after is not None
        copies_here = 1 if before is None and after is None else (before or after or 0)
        if not 1 <= copies_here <= _MOST_COPIES:
            raise _EntryError(EntryFault(text=part.strip(), most_copies=_MOST_COPIES))
        yield card, copies_here


def _card(names: Mapping[tuple[str, ...], CardId], spelled: Sequence[str], at: int) -> tuple[CardId | None, int]:
    """Return the card with the longest name that begins at a word, and the index after that name."""
    for end in range(len(spelled), at, -1):
        if (card := names.get(tuple(spelled[at:end]))) is not None:
            return card, end
    return None, at


def _count(word: str) -> int | None:
    matched = _COUNT.fullmatch(word)
    return int(matched["behind"] or matched["before"]) if matched else None


def _unknown(game: Game, names: Mapping[tuple[str, ...], CardId], part: str, words: Sequence[str]) -> EntryFault:
    cards_by_name = {" ".join(name): card for name, card in names.items()}
    wanted = " ".join(word for word in words if _count(word) is None and word != _TIMES)
    near = get_close_matches(wanted, cards_by_name, 1)
    return EntryFault(text=part.strip(), suggestion=game.cards[cards_by_name[near[0]]].name if near else "")


def _spellings(game: Game) -> dict[tuple[str, ...], CardId]:
    """Return the ids of all cards by their spellings: the words of the id, and those of the name."""
    spelled = {}
    for id_, card in game.cards.items():
        for name in (id_, card.name):
            spelled[tuple(_words(name))] = id_
    return spelled


def _words(text: str) -> list[str]:
    composed = unicodedata.normalize("NFKC", text).replace("\N{MULTIPLICATION SIGN}", _TIMES)
    return _WORD.findall(composed.casefold())


def example(game: Game) -> str:
    """Return the entry of a ready-made deck that has the most copies, so that the deck rule allows it."""
    listed = copies(next(iter(game.decks.values())).cards)
    card = max(listed, key=listed.__getitem__)
    return f"{listed[card]} {game.cards[card].name}"


def _cut_name(text: str) -> tuple[str, str]:
    label = next(filter(None, (pattern.search(text) for pattern in _DECK)), None)
    return (label["name"].strip(), text[: label.start()] + "\n" + text[label.end() :]) if label else ("", text)


def _cut_game(games: Mapping[str, Game], text: str) -> tuple[str | None, str]:
    """Return the key of the game that the text names (None if it names none) and the text without it.

    Raises:
        NoSuchGame: the game that the text names does not exist.
    """
    label = _GAME.search(text)
    if not label:
        return None, text
    after_label = text[label.end() :]
    for key, game in games.items():
        for called in (game.title, key):
            if after_label.casefold().startswith(called.casefold()):
                return key, text[: label.start()] + "\n" + after_label[len(called) :]
    raise GameNotKnown(game=after_label.partition("\n")[0], titles=_titles(games))


def _titles(games: Mapping[str, Game]) -> tuple[str, ...]:
    return tuple(game.title for game in games.values() if game.decks)
