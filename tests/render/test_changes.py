"""Parts of a table that have changed stay bright; everything else is dimmed but readable."""

from collections.abc import Callable

import pytest

from bot.content.seeds import load_games
from bot.model.table import Table
from render.canvas import HEIGHT, WIDTH, Box, Canvas
from render.changes import new_lines_first, spotlight_changes
from render.landscape import PARTS
from render.palette import GROUND, PANEL, TEXT, Ink
from render.picture import catch_up_picture, table_picture
from render.pieces import SEATS
from render.renderer import renderer
from rules.core.game import Game
from tests.render.contrast import contrast

MIDDLE = (WIDTH // 2, HEIGHT // 2)
Draw = Callable[[Canvas], None]


def table(*draws: Draw) -> Canvas:
    canvas = Canvas(WIDTH, HEIGHT, PANEL)
    for draw in draws:
        draw(canvas)
    return canvas


def filled(box: Box, ink: Ink) -> Draw:
    return lambda canvas: canvas.fill(box, ink)


def test_changes_stay_bright_and_everything_else_is_dimmed() -> None:
    box = Box(*MIDDLE, 40, 40)
    shown = spotlight_changes(table(), table(filled(box, TEXT)))
    assert shown.at(box.left + 20, box.top + 20) == TEXT
    assert shown.at(100, 300) != PANEL
    assert shown.at(PARTS.head.left, PARTS.head.top) == shown.at(PARTS.foot.left, PARTS.foot.top) == PANEL


def test_a_frame_around_an_asked_player_is_no_change() -> None:
    box, ink = Box(*MIDDLE, 200, 100), SEATS[0][0]
    shown = spotlight_changes(table(), table(filled(box._replace(height=4), ink)))
    assert shown.at(box.left + 20, box.top + 20) == shown.at(100, 300)
    shown = spotlight_changes(table(), table(filled(box, ink)))
    assert shown.at(box.left + 20, box.top + 20) == ink, "but what is filled with it"


def test_dimmed_words_can_be_read() -> None:
    words = Box(*MIDDLE, 40, 40)
    shown = spotlight_changes(table(filled(words, TEXT)), table(filled(words, TEXT)))
    assert contrast(shown.at(words.left + 20, words.top + 20), shown.at(100, 300)) > 3


def test_tables_of_different_sizes_are_not_compared() -> None:
    after = table()
    assert spotlight_changes(Canvas(WIDTH, HEIGHT + 8, GROUND), after) is after
    assert after.at(100, 300) == PANEL


def test_new_lines_come_first() -> None:
    assert new_lines_first(["a", "b"], ["b", "c", "a"]) == ["New: c", "b", "a"]


@pytest.mark.parametrize("game", load_games().values(), ids=lambda game: game.key)
def test_every_game_has_a_catch_up_picture(game: Game) -> None:
    seats = next(count for count in game.seats if count > 1)
    decks = [deck.cards for deck in game.decks.values()][:seats]
    before = after = Table.deal(game, seats=seats, options={}, decks=decks, seed=1)
    while after.ply < 12 and not after.state.outcome:
        seat = after.state.phase.waiting[0]
        after = after.play(seat, game.greedy(after.view(seat), after.ply))
    names = ["Ada", "Bo", "Cleo"][:seats]
    assert renderer(game.key).table(game, after.view(0), names).box.height <= HEIGHT
    caught = catch_up_picture(game, before.view(0), after.view(0), names)
    plain = table_picture(game, after.view(0), names)
    assert caught.png != plain.png, "nothing is highlighted: do both pictures have one size (as many lines)?"
    assert "New: " in caught.alt
