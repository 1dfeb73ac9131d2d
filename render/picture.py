"""A view as a picture with its alternative text, or as text alone: for every game, from any thread.

Nothing here or below knows more of the match than the view; names are whatever the players are called.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, takewhile
from typing import Final

from render.artist import CloseUp, Names, PuzzlePicture, artist
from render.canvas import Canvas
from render.changes import marked, spotlit
from render.cover import poster
from render.encode import png, recoloured
from render.fonts import ELLIPSIS, legible, prepare
from render.highlights import frame
from render.lines import written
from render.menu import shelf, told
from render.names import LIMIT
from render.palette import Theme
from render.telling import in_hand
from rules.core.game import Game
from rules.core.play import View

ALT_LIMIT: Final = 1024
"""Characters of an attachment's description (Discord's documentation, “Attachment Object”)."""
_CUT: Final = "… (cut short)"
_MARKS_IN_A_ROW: Final = 2


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as it is sent."""

    png: bytes
    alt: str
    """The same in words, from the same View; at most 1,024 characters (Discord's limit for a description)."""

    def in_theme(self, theme: Theme) -> "Picture":
        """The same in the colours of a theme; pictures are drawn in the dark one."""
        return self if theme is Theme.DARK else replace(self, png=recoloured(self.png, theme))


def table_picture(game: Game, view: View, names: Names, marks: Sequence[str] = ()) -> Picture:
    """What the view's seat (or a spectator) sees of the table, without its hand; with what is named in `marks` framed.

    Raises:
        UnknownPlaceError: nothing on the picture is called so.
    """
    canvas = artist(game.key).table(game, view, _for_pictures(names))
    lines = artist(game.key).table_lines(game, view, _for_texts(names))
    return _marked(canvas, lines, names, marks)


def catch_up_picture(game: Game, before: View, view: View, names: Names) -> Picture:
    """The table as `table_picture` shows it, with what has changed brighter than the rest.

    before: what the same seat saw then.
    """
    by, shown, said = artist(game.key), _for_pictures(names), _for_texts(names)
    canvas = spotlit(by.table(game, before, shown), by.table(game, view, shown))
    lines = marked(by.table_lines(game, before, said), by.table_lines(game, view, said))
    return Picture(png(canvas), alternative(lines))


def lobby_picture(game: Game, names: Names, seats: int) -> Picture:
    """What a lobby shows: the game, and who sits at a table of so many seats so far."""
    canvas = poster(game, _for_pictures(names), seats)
    sitting = ", ".join(_for_texts(names))
    free = seats - len(names)
    lines = [f"{game.title}: {game.summary}", f"At the table: {sitting}. Free seats: {free}." if names else ""]
    return Picture(png(canvas), alternative(lines))


def shelf_picture(games: Sequence[Game]) -> Picture:
    """All games, each with what it is and for how many."""
    return Picture(png(shelf(games)), alternative(told(games)))


def hand_picture(game: Game, view: View, names: Names, marks: Sequence[str] = ()) -> Picture:
    """What only the view's seat may see. The view is a seat's; marks as for `table_picture`."""
    canvas = artist(game.key).hand(game, in_hand(view), _for_pictures(names))
    lines = artist(game.key).hand_lines(game, in_hand(view), _for_texts(names))
    return _marked(canvas, lines, names, marks)


def _marked(canvas: Canvas, lines: Iterable[str], names: Names, marks: Sequence[str]) -> Picture:
    said = frame(canvas, marks, _for_texts(names)) if marks else ""
    return Picture(png(canvas), alternative(chain([said], lines) if said else lines))


def choice_picture(game: Game, view: View, words: Sequence[str], names: Names) -> Picture | None:
    """What the view's seat can choose after these words, which begin one of its options; only it may see that.

    None where a picture adds nothing to the words.
    """
    by = artist(game.key).choice
    found = by.previews(view, words) if by else None
    if by is None or found is None:
        return None
    canvas = by.draw(game, view, found, _for_pictures(names))
    return Picture(png(canvas), alternative(by.lines(game, view, found, _for_texts(names))))


def puzzle_picture(game: Game, view: View, goal: str, note: str = "") -> Picture:
    """Draw a puzzle as the view of the person who solves it shows it; goal, note: what is to be done, as a sentence,
    and what has just happened.
    """
    by = artist(game.key).puzzle or _WRITTEN_PUZZLE
    return Picture(png(by.draw(game, view, goal, note)), alternative(by.lines(game, view, goal, note)))


def _puzzle_lines(game: Game, view: View, goal: str, note: str) -> list[str]:
    """Return the goal and the note, then all that the table and the hand say."""
    by, names = artist(game.key), ("You",) * max(game.seats)
    head = [goal, *([note] if note else [])]
    return [*head, *by.table_lines(game, view, names), *by.hand_lines(game, in_hand(view), names)]


def _written_puzzle(game: Game, view: View, goal: str, note: str) -> Canvas:
    return written(lambda *_: _puzzle_lines(game, view, goal, note))(game, view, ())


_WRITTEN_PUZZLE: Final = PuzzlePicture(draw=_written_puzzle, lines=_puzzle_lines)


@cache
def rule_picture(key: str, clause: str) -> Picture | None:
    """What a clause of a game's rulebook says, drawn; None for most."""
    for drawn in artist(key).rules:
        if clause in drawn.clauses:
            return Picture(png(drawn.draw()), alternative(drawn.lines()))
    return None


def table_text(game: Game, view: View, names: Names) -> str:
    """Everything that the table's picture says, in lines of plain text; nothing in it ends a code block."""
    return "\n".join(artist(game.key).table_lines(game, view, _for_texts(names)))


def hand_text(game: Game, view: View, names: Names) -> str:
    """Everything that the hand's picture says, in lines of plain text. The view is a seat's.

    While the seat can do nothing in a match that goes on, two views in which it has the same give the same text, and
    the same text means the same pixels.
    """
    return "\n".join(artist(game.key).hand_lines(game, in_hand(view), _for_texts(names)))


def warm_up(game: Game) -> None:
    """Draw, for nobody, what the first pictures of a match of this game need: letters, signs, cards.

    It takes as long as that picture would without, and may run in any thread.
    """
    prepare()
    decks = [deck.cards for deck in game.decks.values()]
    able = game.playable({})
    for seats in {able[0], able[-1]}:
        lists = [decks[seat % len(decks)] for seat in range(seats)] if decks else []
        g = game.begin(seats=seats, options={}, decks=lists, seed=0)
        names = [_nameless(seat) for seat in range(seats)]
        table_picture(game, game.view(g, None), names)
        for seat in range(seats):
            hand_picture(game, game.view(g, seat), names)


def closeups(game: Game, view: View) -> tuple[tuple[str, str], ...]:
    """The parts of the table that can be looked at closer, as a word and a label; () where one picture shows it all."""
    by = artist(game.key).closeup
    return tuple(by.parts(game, view)) if by else ()


def closeup_picture(game: Game, view: View, word: str, names: Names) -> Picture:
    """A part of the table that the view's seat (or a spectator) sees; the word is one of `closeups`."""
    by = _closeup(game)
    canvas = by.draw(game, view, word, _for_pictures(names))
    return Picture(png(canvas), alternative(by.lines(game, view, word, _for_texts(names))))


def first_closeup(game: Game, view: View) -> str:
    """The word of the part that one wants to see closer at once; "" where the table is read without."""
    by = artist(game.key).closeup
    return by.first(game, view) if by else ""


def closeup_text(game: Game, view: View, word: str, names: Names) -> str:
    """Everything that the close-up says, in lines of plain text; nothing in it ends a code block."""
    return "\n".join(_closeup(game).lines(game, view, word, _for_texts(names)))


def _closeup(game: Game) -> CloseUp:
    by = artist(game.key).closeup
    assert by is not None
    return by


def _for_pictures(names: Names) -> tuple[str, ...]:
    return tuple(legible(name[: 4 * LIMIT])[:LIMIT] or _nameless(seat) for seat, name in enumerate(names))


def _for_texts(names: Names) -> tuple[str, ...]:
    return tuple(_plain(name) or _nameless(seat) for seat, name in enumerate(names))


def _nameless(seat: int) -> str:
    return f"Player {seat + 1}"


def _plain(name: str) -> str:
    """The name in one line, without what turns, hides or piles up characters, or ends a code block."""
    kept: list[str] = []
    for character in unicodedata.normalize("NFC", name).replace("`", "'"):
        if character.isspace():
            kept.append(" ")
        elif unicodedata.combining(character):
            if len(list(takewhile(unicodedata.combining, reversed(kept)))) < _MARKS_IN_A_ROW:
                kept.append(character)
        elif unicodedata.category(character)[0] != "C":
            kept.append(character)
    plain = " ".join("".join(kept).split())
    return plain if len(plain) <= LIMIT else plain[: LIMIT - 1].rstrip() + ELLIPSIS


def alternative(lines: Iterable[str]) -> str:
    """As many of the lines as the limit leaves room for; says so if they are not all of them. No more are asked for."""
    said, length = [], -1
    for line in lines:
        said.append(line)
        length += 1 + len(line)
        if length > ALT_LIMIT:
            kept = "\n".join(said)[: ALT_LIMIT - len(_CUT)]
            return kept[: kept.rfind("\n") + 1] + _CUT
    return "\n".join(said)
