"""Draw the picture that greets people who have not played yet: a small table of each game, with the game's title."""

from collections.abc import Sequence
from typing import Final

from PIL.Image import Dither, Image, Resampling, frombytes

from render.cache import cached
from render.canvas import HEIGHT, UNIT, WIDTH, Align, Box, Canvas
from render.fonts import TITLE
from render.landscape import GAP, MARGIN
from render.palette import COLOURS, GROUND, INK, NUMBERS, TEXT, Theme
from render.renderer import renderer
from rules.core.game import Game
from rules.core.play import State, advance

_INVITATION: Final = "Choose a game. You move first."
_HEADING: Final = 64
_COLUMNS: Final = 3
_NAME: Final = 52
"""Height of a game's title, in pixels."""
_EDGE: Final = 4
_DECISIONS: Final = 16
"""The number of decisions that quick players make before the table is drawn, so that some cards are on it."""
_SEED: Final = 7
_COLOURS: Final = COLOURS[Theme.DARK] + (256 - NUMBERS) * COLOURS[Theme.DARK][-1:]
"""The colours of the palette, the last one repeated up to the 256 that Pillow needs. Pillow takes the first of equal
colours.
"""


def main_menu(games: Sequence[Game]) -> Canvas:
    """Draw the games in their order, in rows of three. A shorter last row is centred."""
    width = (WIDTH - 2 * MARGIN - (_COLUMNS - 1) * GAP) // _COLUMNS
    height = _NAME + (width - 2 * _EDGE) * HEIGHT // WIDTH + _EDGE
    rows = -(-len(games) // _COLUMNS)
    canvas = Canvas(WIDTH, 2 * MARGIN + _HEADING + rows * (height + GAP), GROUND)
    heading, _ = canvas.box.inset(MARGIN).row(_HEADING)
    canvas.text(_INVITATION, TITLE, heading, TEXT, align=Align.MIDDLE)
    for number, game in enumerate(games):
        row, column = divmod(number, _COLUMNS)
        in_row = min(_COLUMNS, len(games) - row * _COLUMNS)
        left = (WIDTH - in_row * width - (in_row - 1) * GAP) // 2 + column * (width + GAP)
        _game(canvas, Box(left, heading.bottom + GAP + row * (height + GAP), width, height), game)
    return canvas


def main_menu_lines(games: Sequence[Game]) -> list[str]:
    """Return the heading, then a line for each game with its title and summary."""
    return [_INVITATION, *(f"{game.title}: {game.summary}" for game in games)]


def _game(canvas: Canvas, box: Box, game: Game) -> None:
    accent = renderer(game.key).style.accent
    canvas.panel(box, accent, radius=UNIT)
    name, _ = box.row(_NAME)
    canvas.text(game.title, TITLE, name.inset(UNIT, 0), INK, align=Align.MIDDLE)
    canvas.place(_small_table(game, box.width - 2 * _EDGE), box.left + _EDGE, name.bottom)


@cached
def _small_table(game: Game, width: int) -> Image:
    """Draw a table of the game after some decisions, `width` pixels wide."""
    names = [f"Player {seat + 1}" for seat in range(game.playable({})[0])]
    table = renderer(game.key).table(game, game.view(_begun(game), None), names).pixels.copy()
    table.putpalette([part for colour in _COLOURS for part in colour])
    size = (width, width * table.height // table.width)
    small = table.convert("RGB").resize(size, Resampling.LANCZOS)
    return frombytes("L", size, small.quantize(palette=table, dither=Dither.NONE).tobytes())


def _begun(game: Game) -> State:
    """Return an unfinished match after some decisions of quick players."""
    seats = game.playable({})[0]
    decks = [deck.cards for deck in game.decks.values()]
    lists = [decks[seat % len(decks)] for seat in range(seats)] if decks else []
    state = game.begin(seats=seats, options={}, decks=lists, seed=_SEED)
    for number in range(_DECISIONS):
        before = state.clone()
        seat = state.phase.waiting[0]
        advance(state, seat, game.fast_policy(game.view(state, seat), number))
        if state.outcome is not None:
            return before
    return state
