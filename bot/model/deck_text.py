"""A deck as text that can be pasted anywhere, and back.

    Deck: Night Shift
    Game: Allocator
    3 Titan Servo
    2 Ram Walker

Reading is forgiving: cards by name or id, counts before or behind them (`3 Titan Servo`, `3x titan-servo`, `Titan Servo
x3`), in lines, between commas or all in one line, with bullets, code marks and comments (`#`, `//`).
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from bot.model.refusals import BadDeck, NoSuchGame, echo
from rules.core.cards import CardId, copies
from rules.core.game import Game

TEXT_LIMIT: Final = 4000
"""Characters of a text that is read (Discord: Message Components, "Text Input")."""
_MOST_COPIES: Final = 99
_FAULTS_NAMED: Final = 18

_DECK: Final = tuple(
    re.compile(rf"\bdeck:[ \t]*(?P<name>{name})[ \t]*{end}", re.IGNORECASE)
    for name, end in ((".*?", r"(?=\n\s*game:)"), (".*", r"(?=\bgame:)"), (".*?", r"(?=\n|$)"))
)
"""Where a name ends: with its line if the game is in the next one, or where the game is said in the same line."""
_GAME: Final = re.compile(r"\bgame:[ \t]*", re.IGNORECASE)
_BLOCK: Final = re.compile(r"```(?:[a-z]*\n)?(?P<text>.*?)```", re.DOTALL)
"""What stands in a code block, as `/deck export` writes it."""
_BEGINNING: Final = re.compile(r"\A.*?^(?=deck:)", re.IGNORECASE | re.DOTALL | re.MULTILINE)
"""Whatever stands before the line that names the deck."""
_BELOW_ONE: Final = re.compile(r"\s*[-\N{MINUS SIGN}][0-9]")
"""A number below one; “- 3 …” is an entry of a list."""
_COMMENT: Final = re.compile(r"^[ \t]*(?:#|//).*$", re.MULTILINE)
_PARTS: Final = re.compile(r"[\n,;]+")
_WORD: Final = re.compile(r"[^\W_]+")
_COUNT: Final = re.compile(r"x(?P<behind>[0-9]{1,9})|(?P<before>[0-9]{1,9})x?")
_TIMES: Final = "x"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckText:
    """What a text says."""

    game: str
    name: str
    """"" if the text has none that can be read."""
    cards: tuple[CardId, ...]


def text_of(game: Game, name: str, cards: Sequence[CardId]) -> str:
    """A deck of this name and these cards as text. Nothing in it ends a code block."""
    shown = name.replace("`", "'")
    lines = [
        f"{count} {game.cards[card].name if card in game.cards else card}" for card, count in copies(cards).items()
    ]
    return "\n".join((f"Deck: {shown}", f"Game: {game.title}", *lines))


def read(games: Mapping[str, Game], text: str, game: str | None = None) -> DeckText:
    """The deck that a text says. game: the key of the one it is for, where the text does not say so.

    Raises:
        NoSuchGame: neither says a game that is played with decks.
        BadDeck: the text says another game; or it is too long, empty, or not all of it is understood; every part
            that is not is named.
    """
    if len(text) > TEXT_LIMIT:
        raise BadDeck(f"That text is too long for a deck: at most {TEXT_LIMIT:,} characters are read.")
    block = _BLOCK.search(text)
    text = _BEGINNING.sub("", block["text"] if block else text)
    text = _COMMENT.sub("", text.replace("`", " "))
    name, text = _cut_name(text)
    name = name if any(map(str.isalnum, name)) else ""
    said, text = _cut_game(games, text)
    if said and game and said != game:
        raise BadDeck(
            f"This deck is for {games[said].title}, as its text says, and you chose {games[game].title}. Leave the "
            "game out, or take the line with the game out of the text. Nothing was imported."
        )
    key = said or game
    if key is None:
        having = " or ".join(f"“Game: {other.title}”" for other in games.values() if other.decks)
        raise NoSuchGame(f"For which game is this deck? Choose the game, or put a line {having} on top of the text.")
    if not games[key].decks:
        raise NoSuchGame(f"{games[key].title} is played without decks of one's own.")
    return DeckText(
        game=key, name=name, cards=tuple(card for card, n in read_cards(games[key], text) for _ in range(n))
    )


def read_cards(game: Game, text: str) -> list[tuple[CardId, int]]:
    """The cards of a text, each with how many copies, in the order of the text.

    Raises:
        BadDeck: there is none, or a part is not understood; every such part is named, with what it may mean.
    """
    names = _spellings(game)
    found: list[tuple[CardId, int]] = []
    faults: list[str] = []
    for part in filter(str.strip, _PARTS.split(text)):
        try:
            found.extend(_entries(game, names, part))
        except ValueError as error:
            faults.append(f"- {error}")
    if faults:
        more = [f"- … and {len(faults) - _FAULTS_NAMED} more"] if len(faults) > _FAULTS_NAMED else []
        shown = "\n".join((*faults[:_FAULTS_NAMED], *more))
        raise BadDeck(
            f"Not all of this is understood, and nothing was changed:\n{shown}\nWrite cards like “3 {_first(game)}”."
        )
    if not found:
        raise BadDeck(
            f"There is no card in this text. Write cards like “3 {_first(game)}”, in lines or between commas."
        )
    return found


def _entries(game: Game, names: Mapping[tuple[str, ...], CardId], part: str) -> Iterator[tuple[CardId, int]]:
    """The cards of one part: usually one; several where a text has lost its line breaks."""
    if _BELOW_ONE.match(part):
        raise ValueError(f"{echo(part.strip())}: a deck has from 1 to {_MOST_COPIES} copies of a card")
    spelled = _words(part)
    at = 0
    while at < len(spelled):
        before = after = None
        card, end = _card(names, spelled, at)
        if card is None and (before := _count(spelled[at])) is not None:
            at += 1 + (at + 1 < len(spelled) and spelled[at + 1] == _TIMES)
            card, end = _card(names, spelled, at)
        if card is None:
            raise ValueError(_unknown(game, names, part, spelled[at:]))
        at = end
        if before is None and at < len(spelled):
            if spelled[at] == _TIMES and at + 1 < len(spelled):
                at += 1
            if spelled[at].startswith(_TIMES) or at == len(spelled) - 1 or spelled[at - 1] == _TIMES:
                after = _count(spelled[at])
                at += after is not None
        copies_here = 1 if before is None and after is None else (before or after or 0)
        if not 1 <= copies_here <= _MOST_COPIES:
            raise ValueError(f"{echo(part.strip())}: a deck has from 1 to {_MOST_COPIES} copies of a card")
        yield card, copies_here


def _card(names: Mapping[tuple[str, ...], CardId], spelled: Sequence[str], at: int) -> tuple[CardId | None, int]:
    """The card with the longest name that begins here, and where its name ends."""
    for end in range(len(spelled), at, -1):
        if (card := names.get(tuple(spelled[at:end]))) is not None:
            return card, end
    return None, at


def _count(word: str) -> int | None:
    found = _COUNT.fullmatch(word)
    return int(found["behind"] or found["before"]) if found else None


def _unknown(game: Game, names: Mapping[tuple[str, ...], CardId], part: str, rest: Sequence[str]) -> str:
    known = {" ".join(name): card for name, card in names.items()}
    wanted = " ".join(word for word in rest if _count(word) is None and word != _TIMES)
    near = get_close_matches(wanted, known, 1)
    hint = f"do you mean {game.cards[known[near[0]]].name}?" if near else "there is no such card"
    return f"{echo(part.strip())}: {hint}"


def _spellings(game: Game) -> dict[tuple[str, ...], CardId]:
    """Every card by the words of its id and of its name."""
    spelled = {}
    for id_, card in game.cards.items():
        for name in (id_, card.name):
            spelled[tuple(_words(name))] = id_
    return spelled


def _words(text: str) -> list[str]:
    composed = unicodedata.normalize("NFKC", text).replace("\N{MULTIPLICATION SIGN}", _TIMES)
    return _WORD.findall(composed.casefold())


def _first(game: Game) -> str:
    return next(iter(game.cards.values())).name


def _cut_name(text: str) -> tuple[str, str]:
    found = next(filter(None, (pattern.search(text) for pattern in _DECK)), None)
    return (found["name"].strip(), text[: found.start()] + "\n" + text[found.end() :]) if found else ("", text)


def _cut_game(games: Mapping[str, Game], text: str) -> tuple[str | None, str]:
    """The key of the game that the text names, and the rest of the text.

    Raises:
        NoSuchGame: it names one that there is not.
    """
    found = _GAME.search(text)
    if not found:
        return None, text
    rest = text[found.end() :]
    for key, game in games.items():
        for called in (game.title, key):
            if rest.casefold().startswith(called.casefold()):
                return key, text[: found.start()] + "\n" + rest[len(called) :]
    having = ", ".join(game.title for game in games.values() if game.decks)
    raise NoSuchGame(f"There is no game {echo(rest.partition(chr(10))[0])}. The games with decks are: {having}.")
