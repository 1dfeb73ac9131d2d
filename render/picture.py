"""Turn a view into a picture with alternative text, or into text alone, for every game and from any thread.

This package sees a match only through a view. Callers pass the players' current names.
"""

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import chain, takewhile
from typing import Final

from render.canvas import UNIT, WIDTH, Box, Canvas, Layout
from render.changes import new_lines_first, spotlight_changes
from render.cover import cover
from render.encode import png, recoloured
from render.fonts import ELLIPSIS, LABEL, TITLE, legible, prepare
from render.highlights import frame
from render.lengths import beginning, length
from render.lines import text_only
from render.main_menu import main_menu, main_menu_lines
from render.menu import menu, menu_lines
from render.names import LIMIT
from render.palette import GROUND, PANEL, TEXT, Ink, Theme
from render.portraits import spoken
from render.poster import Result, Stage, poster, poster_lines
from render.renderer import CloseUp, Names, PuzzlePicture, renderer
from render.wording import hand_view
from rules.core.cards import Card
from rules.core.game import Game
from rules.core.play import View

ALT_LIMIT: Final = 1024
"""Maximum number of characters in an attachment's description (Discord's documentation, “Attachment Object”)."""
WHOLE: Final = "table"
"""The word of the close-up that is the whole table, drawn for a phone."""
_TALL: Final = WHOLE, "The whole table, tall for a phone"
_CUT: Final = "… (cut short)"
_COMBINING_IN_A_ROW: Final = 2
_EDGE: Final = 5
"""The thickness of the line around a picture, in pixels; less than any margin."""
_CARD: Final = 256
"""Width and height of the card in `card_picture`, in pixels."""


Lines = Callable[[], Iterable[str]]
"""A function that returns lines of text, most important first."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture, as a PNG file with its alternative text."""

    png: bytes
    alt: str
    """The content in words, within Discord's limit for a description (`ALT_LIMIT`)."""
    lines: Lines | None = field(default=None, compare=False, repr=False)
    """Returns the content in words whole, for a player who cannot see the picture; None: `alt` is whole. It is called
    only for such players, since it may take as long as a picture.
    """

    @property
    def words(self) -> str:
        """The content in words, whole."""
        return self.alt if self.lines is None else "\n".join(self.lines())

    def in_theme(self, theme: Theme) -> "Picture":
        """Return the picture in the colours of a theme. All pictures are drawn in those of the dark theme."""
        return self if theme is Theme.DARK else replace(self, png=recoloured(self.png, theme))


def table_picture(
    game: Game, view: View, names: Names, highlights: Sequence[str] = (), *, layout: Layout = Layout.DESKTOP
) -> Picture:
    """Draw the table for the view's seat (or a spectator), without its hand.

    highlights: names of things to frame (`render.highlights`).

    Raises:
        UnknownPlaceError: Nothing on the picture has such a name.
    """
    of_game, text_names = renderer(game.key), _for_texts(names)
    draw = (layout is Layout.PHONE and of_game.phone and of_game.phone.table) or of_game.table
    canvas = draw(game, view, _for_pictures(names))
    lines = partial(of_game.table_lines, game, view, text_names)
    whole = partial(of_game.table_aloud or of_game.table_lines, game, view, text_names)
    return _highlighted(canvas, lines, whole, names, highlights)


def catch_up_picture(game: Game, before: View, view: View, names: Names) -> Picture:
    """Draw the table as `table_picture` does, with everything dimmed that has not changed.

    before: an earlier view of the same seat.
    """
    renderer_of_game, drawn_names, text_names = renderer(game.key), _for_pictures(names), _for_texts(names)
    canvas = spotlight_changes(
        renderer_of_game.table(game, before, drawn_names), renderer_of_game.table(game, view, drawn_names)
    )
    lines = new_lines_first(
        renderer_of_game.table_lines(game, before, text_names), renderer_of_game.table_lines(game, view, text_names)
    )
    return told(canvas, lambda: lines)


def table_canvas(game: Game, view: View, names: Names) -> Canvas:
    """Draw the table for the view's seat (or a spectator), as a part of a larger picture or a page."""
    return renderer(game.key).table(game, view, _for_pictures(names))


def _hand_and_table(game: Game, view: View, text_names: Names) -> Iterator[str]:
    """Yield what a player who cannot see the pictures needs: the hand, and the table while they decide."""
    of_game = renderer(game.key)
    yield from (of_game.hand_aloud or of_game.hand_lines)(game, view, text_names)
    if view.options:
        yield from ("", "The table")
        yield from (of_game.table_aloud or of_game.table_lines)(game, view, text_names)


def hand_canvas(game: Game, view: View, names: Names) -> Canvas:
    """Draw the hand of the view's seat, as a part of a page."""
    return renderer(game.key).hand(game, hand_view(view), _for_pictures(names))


def lobby_picture(game: Game, names: Names, seats: int, levels: Sequence[str] = ()) -> Picture:
    """Draw a lobby: the game, and the players so far at a table with this many seats. levels: of the players, "" for
    people.
    """
    canvas = cover(game, _for_pictures(names), seats, levels)
    joined = ", ".join(map(spoken, _for_texts(names), levels)) if levels else ", ".join(_for_texts(names))
    free = seats - len(names)
    lines = [f"{game.title}: {game.summary}", f"At the table: {joined}. Free seats: {free}." if names else ""]
    return told(canvas, lambda: lines)


def menu_picture(games: Sequence[Game]) -> Picture:
    """Draw all games, each with its numbers of players and, if there is room, its summary."""
    return told(menu(games), partial(menu_lines, games))


def main_menu_picture(games: Sequence[Game]) -> Picture:
    """Draw a small table of each game, for people who have not played yet."""
    return told(main_menu(games), partial(main_menu_lines, games))


def hand_picture(  # noqa: PLR0913 # a view, and how it is drawn
    game: Game,
    view: View,
    names: Names,
    highlights: Sequence[str] = (),
    *,
    layout: Layout = Layout.DESKTOP,
    edge: Ink | None = None,
) -> Picture:
    """Draw what only the view's seat may see; the view must be a seat's.

    highlights: names of things to frame (`render.highlights`). edge: the ink of a line around the picture.

    Raises:
        UnknownPlaceError: Nothing on the picture has such a name.
    """
    phone = renderer(game.key).phone if layout is Layout.PHONE else None
    draw = phone.hand if phone else renderer(game.key).hand
    canvas = _edged(draw(game, hand_view(view), _for_pictures(names)), edge)
    of_game, own_view, text_names = renderer(game.key), hand_view(view), _for_texts(names)
    lines = partial(of_game.hand_lines, game, own_view, text_names)
    return _highlighted(canvas, lines, partial(_hand_and_table, game, own_view, text_names), names, highlights)


def open_picture(game: Game, table: View, hands: Sequence[View], names: Names) -> Picture:
    """Draw a table with some seats' hands below it.

    hands: the view of each of these seats.
    """
    of_game, drawn_names, text_names = renderer(game.key), _for_pictures(names), _for_texts(names)
    parts = [of_game.table(game, table, drawn_names)]
    parts += [of_game.hand(game, hand_view(view), drawn_names) for view in hands]
    strip = TITLE.pitch + UNIT
    heights = [part.box.height for part in parts]
    canvas = Canvas(max(part.box.width for part in parts), sum(heights) + strip * len(hands), PANEL)
    lines = list(of_game.table_lines(game, table, text_names))
    canvas.lay(parts[0], 0, 0)
    top = heights[0]
    for view, part in zip(hands, parts[1:], strict=True):
        seat = view.seat or 0
        box = Box(2 * UNIT, top, canvas.box.width - 4 * UNIT, strip)
        canvas.text(f"Hand of {drawn_names[seat]}", TITLE, box, TEXT)
        canvas.lay(part, 0, top + strip)
        top += strip + part.box.height
        lines += [f"Hand of {text_names[seat]}:", *of_game.hand_lines(game, hand_view(view), text_names)]
    return told(canvas, lambda: lines)


def _edged(canvas: Canvas, edge: Ink | None) -> Canvas:
    """Draw a line around a picture, in its margin."""
    if edge is not None:
        canvas.frame(canvas.box, _EDGE, edge)
    return canvas


def told(canvas: Canvas, lines: Lines, whole: Lines | None = None) -> Picture:
    """Return a picture with its content in words. whole: the lines for a player who cannot see it, if they differ."""
    return Picture(png(canvas), alternative(lines()), whole or lines)


def _highlighted(canvas: Canvas, lines: Lines, whole: Lines, names: Names, highlights: Sequence[str]) -> Picture:
    framed = frame(canvas, highlights, _for_texts(names)) if highlights else ""
    first = [framed] if framed else []
    return told(canvas, lambda: chain(first, lines()), lambda: chain(first, whole()))


def choice_picture(  # noqa: PLR0913 # a place in a match, and how it is drawn
    game: Game,
    view: View,
    words: Sequence[str],
    names: Names,
    *,
    layout: Layout = Layout.DESKTOP,
    edge: Ink | None = None,
) -> Picture | None:
    """Draw the options that begin with these words, each with the table after it; None if a picture would add nothing.

    Only the view's seat may see the picture. edge: the ink of a line around it.
    """
    choice = renderer(game.key).choice
    previews = choice.previews(view, words) if choice else None
    if choice is None or previews is None:
        return None
    phone = renderer(game.key).phone if layout is Layout.PHONE else None
    canvas = _edged(((phone and phone.choice) or choice.draw)(game, view, previews, _for_pictures(names)), edge)
    lines = partial(choice.lines, game, view, previews, _for_texts(names))
    return told(canvas, lines, partial(choice.aloud, game, view, previews, _for_texts(names)) if choice.aloud else None)


def has_choice_picture(game: Game, view: View, words: Sequence[str]) -> bool:
    """Return whether `choice_picture` would draw a picture."""
    choice = renderer(game.key).choice
    return choice is not None and choice.previews(view, words) is not None


def puzzle_picture(game: Game, view: View, goal: str, note: str = "") -> Picture:
    """Draw a puzzle for the person who solves it, from their view.

    goal: the goal as a sentence. note: a sentence about the latest event, or "".
    """
    puzzle = renderer(game.key).puzzle or _TEXT_PUZZLE
    return told(puzzle.draw(game, view, goal, note), partial(puzzle.lines, game, view, goal, note))


def _puzzle_lines(game: Game, view: View, goal: str, note: str) -> list[str]:
    """Return the goal and the note, then the lines of the table and the hand."""
    of_game, names = renderer(game.key), ("You",) * max(game.seats)
    head = [goal, *([note] if note else [])]
    return [*head, *of_game.table_lines(game, view, names), *of_game.hand_lines(game, hand_view(view), names)]


def _text_puzzle(game: Game, view: View, goal: str, note: str) -> Canvas:
    return text_only(lambda *_: _puzzle_lines(game, view, goal, note))(game, view, ())


_TEXT_PUZZLE: Final = PuzzlePicture(draw=_text_puzzle, lines=_puzzle_lines)


def result_picture(game: Game, view: View, result: Callable[[Names], Result], names: Names) -> Picture:
    """Draw the result of a match, with the card that stands for the winner.

    view: a spectator's, after the last ply. result: a function that takes the players' names, and returns the facts for
    the poster.
    """
    of_game = renderer(game.key)
    drawn_names, text_names = _for_pictures(names), _for_texts(names)
    hero = of_game.hero
    stage = Stage(
        badges=of_game.badges(view),
        attire=of_game.style.attire,
        hero=None if hero is None else lambda canvas, box, seat: hero(canvas, box, game, view, seat),
        table=lambda: of_game.table(game, view, drawn_names),
    )
    canvas = poster(result(drawn_names), stage)
    last_table = partial(of_game.table_lines, game, view, text_names)
    first = [*poster_lines(result(text_names)), "", "The last table:"]
    return told(canvas, lambda: chain(first, last_table()))


def card_picture(game: Game, card: Card) -> Picture | None:
    """Draw a single card, large enough to be read beside text; None if the game has no picture of it."""
    art = renderer(game.key).art(card, _CARD)
    if art is None:
        return None
    canvas = Canvas(WIDTH, _CARD + 4 * UNIT, GROUND)
    canvas.stamp(*art, 2 * UNIT, 2 * UNIT)
    words = canvas.box.inset(2 * UNIT).column(_CARD + 3 * UNIT)[1]
    name, text = words.row(TITLE.pitch + UNIT)
    canvas.text(card.name, TITLE, name, TEXT)
    canvas.lines(card.printed, LABEL, text, TEXT)
    return told(canvas, lambda: [f"{card.name}, a card of {game.title}: {card.printed}"])


@cache
def rule_picture(key: str, clause: str) -> Picture | None:
    """Draw the illustration of a clause in a game's rulebook; None if there is none, as for most clauses."""
    for illustration in renderer(key).rules:
        if clause in illustration.clauses:
            return told(illustration.draw(), illustration.lines)
    return None


def table_text(game: Game, view: View, names: Names) -> str:
    """Return the content of the table's picture as text that is safe inside a code block."""
    of_game = renderer(game.key)
    return "\n".join((of_game.table_aloud or of_game.table_lines)(game, view, _for_texts(names)))


def hand_text(game: Game, view: View, names: Names) -> str:
    """Return the content of the hand's picture as text; the view must be a seat's.

    While the seat can do nothing in a running match, an unchanged hand gives equal text, and equal text means equal
    pixels.
    """
    return "\n".join(renderer(game.key).hand_lines(game, hand_view(view), _for_texts(names)))


def warm_up(game: Game) -> None:
    """Draw opening positions and discard them, so that letters, emojis and cards are cached before the first match.

    This takes about as long as the first pictures would, and may run in any thread.
    """
    prepare()
    decks = [deck.cards for deck in game.decks.values()]
    counts = game.playable({})
    for seats in {counts[0], counts[-1]}:
        lists = [decks[seat % len(decks)] for seat in range(seats)] if decks else []
        state = game.begin(seats=seats, options={}, decks=lists, seed=0)
        names = [_nameless(seat) for seat in range(seats)]
        table_picture(game, game.view(state, None), names)
        for seat in range(seats):
            hand_picture(game, game.view(state, seat), names)


def closeups(game: Game, view: View) -> tuple[tuple[str, str], ...]:
    """Return the parts of the table that have a close-up, each as a word and a label; () if one picture shows
    everything. The first part is the whole table for a phone, if the game draws it.
    """
    closeup = renderer(game.key).closeup
    return (*([_TALL] if _has_tall_table(game) else []), *(closeup.parts(game, view) if closeup else ()))


def _has_tall_table(game: Game) -> bool:
    phone = renderer(game.key).phone
    return phone is not None and phone.table is not None


def closeup_picture(game: Game, view: View, word: str, names: Names) -> Picture:
    """Draw a close-up of the table for the view's seat (or a spectator).

    word: the word of one of the parts in `closeups`.
    """
    if word == WHOLE:
        return table_picture(game, view, names, layout=Layout.PHONE)
    closeup = _closeup(game)
    canvas = closeup.draw(game, view, word, _for_pictures(names))
    return told(canvas, partial(closeup.lines, game, view, word, _for_texts(names)))


def first_closeup(game: Game, view: View, layout: Layout = Layout.DESKTOP) -> str:
    """Return the word of the close-up to show first; "" if the table can be read without one. On a phone it is the
    whole table, if the game draws it for phones.
    """
    if layout is Layout.PHONE and _has_tall_table(game):
        return WHOLE
    closeup = renderer(game.key).closeup
    return closeup.first(game, view) if closeup else ""


def closeup_text(game: Game, view: View, word: str, names: Names) -> str:
    """Return the content of the close-up as text that is safe inside a code block."""
    if word == WHOLE:
        return table_text(game, view, names)
    return "\n".join(_closeup(game).lines(game, view, word, _for_texts(names)))


def _closeup(game: Game) -> CloseUp:
    closeup = renderer(game.key).closeup
    assert closeup is not None
    return closeup


def _for_pictures(names: Names) -> tuple[str, ...]:
    return tuple(legible(name[: 4 * LIMIT])[:LIMIT] or _nameless(seat) for seat, name in enumerate(names))


def _for_texts(names: Names) -> tuple[str, ...]:
    return tuple(_plain(name) or _nameless(seat) for seat, name in enumerate(names))


def _nameless(seat: int) -> str:
    return f"Player {seat + 1}"


def _plain(name: str) -> str:
    """Return the name on one line, without characters that would end a code block, and without those that reverse, hide
    or pile up others.
    """
    characters: list[str] = []
    for character in unicodedata.normalize("NFC", name).replace("`", "'"):
        if character.isspace():
            characters.append(" ")
        elif unicodedata.combining(character):
            if len(list(takewhile(unicodedata.combining, reversed(characters)))) < _COMBINING_IN_A_ROW:
                characters.append(character)
        elif unicodedata.category(character)[0] != "C":
            characters.append(character)
    plain = " ".join("".join(characters).split())
    return plain if length(plain) <= LIMIT else beginning(plain, LIMIT - 1).rstrip() + ELLIPSIS


def alternative(lines: Iterable[str]) -> str:
    """Join as many lines as Discord's limit allows, with a note if some are left out.

    Lines after these are not taken from the iterator.
    """
    included, filled = [], -1
    for line in lines:
        included.append(line)
        filled += 1 + length(line)
        if filled > ALT_LIMIT:
            text = beginning("\n".join(included), ALT_LIMIT - length(_CUT))
            return text[: text.rfind("\n") + 1] + _CUT
    return "\n".join(included)
