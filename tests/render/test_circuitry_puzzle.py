"""A puzzle's picture shows the hand beside a tall board, and below a wide one."""

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.content.seeds import load_games
from bot.puzzles.booklet import load_booklet
from bot.puzzles.offers import Offers
from render.canvas import HEIGHT, WIDTH, Canvas
from render.circuitry import RENDERER
from render.circuitry.board import Scene, draw_board
from render.circuitry.plan import Plan
from render.picture import puzzle_picture
from rules.circuitry.board import Board
from rules.circuitry.game import Circuitry
from rules.circuitry.grid import Cell
from rules.circuitry.puzzle.puzzle import ME, Puzzle
from tests.render.test_phone import PHONE, SMALLEST


def span(board: Board) -> tuple[int, int]:
    """Return the numbers of columns and rows."""
    columns, rows = ({cell[axis] for cell in board.cells} for axis in (0, 1))
    return max(columns) - min(columns) + 1, max(rows) - min(rows) + 1


def stretched(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with its cards in rows of seven."""
    cells = [Cell(place % 7, place // 7) for place in range(len(puzzle.board.placed))]
    placed = tuple([replace(placed, cell=cell) for placed, cell in zip(puzzle.board.placed, cells, strict=True)])
    return replace(puzzle, board=Board(placed))


OFFER = Offers(load_games()).of("circuitry")

WIDE, TALL = (
    pick(
        (entry.puzzle for entry in load_booklet(OFFER)),
        key=lambda puzzle: span(puzzle.board)[1] / span(puzzle.board)[0],
    )
    for pick in (max, min)
)


LAID = [entry.puzzle for entry in load_booklet(OFFER) if entry.puzzle.circuit]
LONG = stretched(max(LAID, key=lambda puzzle: len(puzzle.board.placed)))


@pytest.mark.parametrize("puzzle", [WIDE, TALL, LONG], ids=["wide", "tall", "long"])
@pytest.mark.parametrize("note", ["", "You turned card 11 by half a turn, and went to another node."], ids=len)
def test_a_puzzle_with_any_board_fills_its_picture(puzzle: Puzzle, note: str) -> None:
    game = load_games()["circuitry"]
    assert isinstance(game, Circuitry)
    picture = puzzle_picture(game, game.view(puzzle.state(game.content), ME), puzzle.goal.words, note)
    drawn = Image.open(BytesIO(picture.png)).convert("RGB")
    assert drawn.size == (WIDTH, HEIGHT)
    ground = drawn.getpixel((0, 0))
    halves = [drawn.crop((0, top, WIDTH, top + HEIGHT // 2)) for top in (0, HEIGHT // 2)]
    for half in halves:
        used = sum(count for count, colour in half.getcolors(WIDTH * HEIGHT) or [] if colour != ground)
        assert used > WIDTH * HEIGHT // 2 // 4, "a quarter of either half at least is drawn on"
    assert puzzle.goal.words in picture.alt
    assert note in picture.alt


@pytest.mark.parametrize("puzzle", [WIDE, TALL, LONG], ids=["wide", "tall", "long"])
def test_no_type_of_a_puzzle_is_too_small_on_a_narrow_phone(
    puzzle: Puzzle, drawn_lines: dict[str, bool], type_sizes: set[int]
) -> None:
    game = load_games()["circuitry"]
    assert isinstance(game, Circuitry)
    puzzle_picture(game, game.view(puzzle.state(game.content), ME), puzzle.goal.words, "You turned card 11.")
    assert drawn_lines
    assert min(type_sizes) * PHONE / WIDTH >= SMALLEST


def test_a_puzzle_does_not_show_the_way_that_a_table_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    scenes: list[Scene] = []

    def spy(scene: Scene, plan: Plan) -> Canvas:
        scenes.append(scene)
        return draw_board(scene, plan)

    monkeypatch.setattr("render.circuitry.puzzle.draw_board", spy)
    monkeypatch.setattr("render.circuitry.table.draw_board", spy)
    game, ways = load_games()["circuitry"], 0
    assert isinstance(game, Circuitry)
    for entry in load_booklet(OFFER)[:8]:
        view = game.view(entry.puzzle.state(game.content), ME)
        puzzle_picture(game, view, entry.puzzle.goal.words)
        RENDERER.table(game, view, ("You", "Rival"))
        on_puzzle, on_table = scenes[-2:]
        assert on_puzzle.way is None
        ways += on_table.way is not None
    assert ways
