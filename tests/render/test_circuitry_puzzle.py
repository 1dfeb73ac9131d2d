"""A puzzle as a picture: the hand beside a tall board, and below a wide one."""

from io import BytesIO

import pytest
from PIL import Image

from bot.content.booklet import load_booklet
from bot.content.seeds import load_games
from render.canvas import HEIGHT, WIDTH
from render.circuitry.puzzle import puzzle_picture
from rules.circuitry.board import Board
from rules.circuitry.game import Circuitry
from rules.circuitry.puzzle.puzzle import ME, Puzzle


def span(board: Board) -> tuple[int, int]:
    """Columns and rows."""
    columns, rows = ({cell[axis] for cell in board.cells} for axis in (0, 1))
    return max(columns) - min(columns) + 1, max(rows) - min(rows) + 1


WIDE, TALL = (
    pick((entry.puzzle for entry in load_booklet()), key=lambda puzzle: span(puzzle.board)[1] / span(puzzle.board)[0])
    for pick in (max, min)
)


@pytest.mark.parametrize("puzzle", [WIDE, TALL], ids=["wide", "tall"])
@pytest.mark.parametrize("note", ["", "You turned card 11 by half a turn, and went to another node."], ids=len)
def test_a_puzzle_fills_its_picture_whatever_its_board_is_like(puzzle: Puzzle, note: str) -> None:
    game = load_games()["circuitry"]
    assert isinstance(game, Circuitry)
    picture = puzzle_picture(game.view(puzzle.state(game.content), ME), puzzle.goal, note)
    drawn = Image.open(BytesIO(picture.png)).convert("RGB")
    assert drawn.size == (WIDTH, HEIGHT)
    ground = drawn.getpixel((0, 0))
    halves = [drawn.crop((0, top, WIDTH, top + HEIGHT // 2)) for top in (0, HEIGHT // 2)]
    for half in halves:
        used = sum(count for count, colour in half.getcolors(WIDTH * HEIGHT) or [] if colour != ground)
        assert used > WIDTH * HEIGHT // 2 // 4, "a quarter of either half at least is drawn on"
    assert puzzle.goal.words in picture.alt
    assert note in picture.alt
