"""Pictures of small games are made from a description: a row for each player, and a hand."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from bot.content.seeds import load_game
from render import small
from render.canvas import HEIGHT, PHONE_HEIGHT, PHONE_WIDTH, WIDTH, Canvas
from render.palette import SKY
from render.renderer import Names, Renderer
from render.shapes import Shape
from render.small import Face, Row, small_renderer
from rules.core.cards import Card, CardId
from rules.core.game import Game
from tests.render.tables import NAMES, cut_off, views

GAME = load_game("tiny")
CARDS = [*GAME.cards]


@pytest.fixture
def boxes(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return the boxes of the cards that are drawn."""
    drawn = list[Any]()
    original = small._Pictures._draw_card

    def noted(self: Any, canvas: Canvas, card: Card | None, box: Any) -> None:
        drawn.append(box)
        original(self, canvas, card, box)

    monkeypatch.setattr(small._Pictures, "_draw_card", noted)
    return drawn


def described(row: Row, hand: Sequence[CardId] = (), remark: str = "") -> Renderer:
    return small_renderer(
        title=lambda view: f"Round {view.turn}",
        row=lambda _, __: row,
        hand=lambda _: hand,
        remark=lambda _: remark,
        face=lambda card: Face((SKY, Shape.DISC), str(card.order)),
    )


def table(renderer: Renderer, names: Names, game: Game = GAME) -> tuple[Canvas, list[str]]:
    view = next(views(game, 1, 1))
    return renderer.table(game, view, names), list(renderer.table_lines(game, view, names))


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("count", [0, 1, 12])
def test_rows_of_any_number_of_players_and_cards_fit_the_table(
    players: int, count: int, drawn_lines: dict[str, bool], boxes: list[Any]
) -> None:
    row = Row({"Points": 12, "In hand": 5, "Foretold": "?"}, cards=(CARDS * 2)[:count], face_down=2)
    view = replace(next(views(GAME, 1, 1)), waiting=(0,))
    canvas = described(row).table(GAME, view, NAMES[:players])
    assert (canvas.box.width, canvas.box.height) == (WIDTH, HEIGHT)
    assert not cut_off(drawn_lines)
    assert len(boxes) == players * (count + 2)
    assert min(box.left for box in boxes) >= canvas.places["Foretold of 0"].right
    assert max(box.right for box in boxes) <= WIDTH
    assert all(box.top >= 0 and box.bottom <= HEIGHT for box in boxes)
    assert all(one.right < other.left for one, other in pairwise(boxes[: count + 2]))


def test_a_row_says_what_its_picture_shows() -> None:
    row = Row({"Points": 12}, cards=CARDS[:2], face_down=1)
    _, lines = table(described(row), ("Ada", "Bo"))
    assert lines == [
        "Round 1",
        "1 Ada (decides): Points 12, Card 1, Card 2, 1 face down",
        "2 Bo (decides): Points 12, Card 1, Card 2, 1 face down",
    ]


@pytest.mark.parametrize("count", [1, 8, 20])
@pytest.mark.parametrize(("layout", "width", "height"), [("hand", WIDTH, 10_000), ("phone", PHONE_WIDTH, PHONE_HEIGHT)])
def test_cards_in_hand_are_laid_in_rows_as_wide_as_the_screen(
    count: int, layout: str, width: int, height: int, boxes: list[Any]
) -> None:
    renderer = described(Row({}), hand=(CARDS * 3)[:count], remark="You have foretold.")
    view = next(view for view in views(GAME, 1, 1) if view.seat == 0)
    assert renderer.phone is not None
    draw = renderer.hand if layout == "hand" else renderer.phone.hand
    canvas = draw(GAME, view, NAMES[:2])
    assert canvas.box.width == width
    assert canvas.box.height <= height
    assert len(boxes) == len(set(boxes)) == count
    assert all(box.left >= 0 and box.right <= width and box.bottom <= canvas.box.height for box in boxes)
    assert next(iter(renderer.hand_lines(GAME, view, NAMES[:2]))) == "You have foretold."


def test_an_empty_hand_is_said_to_be_empty(drawn_lines: dict[str, bool]) -> None:
    renderer = described(Row({}))
    view = next(view for view in views(GAME, 1, 1) if view.seat == 0)
    renderer.hand(GAME, view, NAMES[:2])
    assert renderer.hand_lines(GAME, view, NAMES[:2]) == ["No cards in hand."]
    assert drawn_lines["No cards in hand."]


def test_cards_have_room_for_the_longest_name(drawn_lines: dict[str, bool]) -> None:
    game = load_game("tnb")
    renderer = described(Row({}), hand=[*game.cards][:9])
    view = next(view for view in views(game, 1, 1) if view.seat == 0)
    renderer.hand(game, view, NAMES[:2])
    assert not cut_off(drawn_lines)
