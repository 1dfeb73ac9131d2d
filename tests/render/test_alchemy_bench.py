"""The middle of Alchemy's table besides battles, and its close-ups."""

from dataclasses import replace

import pytest

from render import fonts
from render.alchemy import RENDERER
from render.alchemy.bench import recharged
from render.canvas import Align, Box, Canvas
from render.fonts import Type
from render.palette import Ink
from render.picture import WHOLE, closeup_text, closeups, table_picture
from tests.examples import thorough
from tests.render.alchemy_tables import KINDS, PLAYERS, draw, views
from tests.render.contrast import contrast
from tests.rules.alchemy.tables import GAME, act, cards, side, table


def test_a_played_process_is_shown_with_its_text(drawn_lines: dict[str, bool]) -> None:
    g = act(table(side("trituration fire-3", points=3), side("water-2 ablution")), "play trituration")
    RENDERER.table(GAME, GAME.view(g, None), PLAYERS)
    shown = " ".join(drawn_lines)
    assert "Trituration" in drawn_lines
    assert "Your opponent shows you their hand. Your next attack this turn has 1 more magnitude." in shown


def test_seen_and_recharged_cards_are_on_the_table() -> None:
    g = act(table(side("trituration fire-3", points=3), side("water-2 ablution")), "play trituration")
    view = GAME.view(g, None)
    assert [card.name for card in view.sides[1].shown] == ["Water 2", "Ablution"]
    other = replace(view, sides=(view.sides[0], replace(view.sides[1], shown=tuple(cards("water-2 digestion")))))
    assert table_picture(GAME, view, PLAYERS).png != table_picture(GAME, other, PLAYERS).png
    refreshed = GAME.view(act(g, "refresh"), None)
    assert [card.name for card in recharged(GAME, refreshed, 0)] == ["Fire 3"]
    assert recharged(GAME, refreshed, 1) == ()


def test_a_closeup_has_all_public_facts_about_a_player() -> None:
    g = table(
        side("fire-1", store="ablution! water-1", recharge="digestion air-2", exhausted="fixation"), side("fire-3")
    )
    view = GAME.view(g, 1)
    text = closeup_text(GAME, view, "player-1", PLAYERS)
    assert all(
        name in text for name in ("Ablution (1 AP, reaction): If this", "recharge: Digestion.", "exhausted: Fixation.")
    )
    assert "Water" not in text
    assert [word for word, _ in closeups(GAME, view)] == [WHOLE, "player-1", "player-2", "elements"]
    assert "battle" in [word for word, _ in closeups(GAME, GAME.view(act(g, "attack fire-1"), 1))]


@pytest.mark.parametrize(("player", "scoring"), [KINDS[2], *thorough(*KINDS[:2], *KINDS[3:])])
def test_words_have_a_uniform_and_contrasting_background(
    cold_texts: None, monkeypatch: pytest.MonkeyPatch, player: str, scoring: str
) -> None:
    """WCAG 2.2 asks for a contrast of 4.5; edges of letters are smoothed into one ground."""
    weakest, uneven, write = 21.0, set(), Canvas.text

    def spy(canvas: Canvas, text: str, kind: Type, box: Box, ink: Ink, *, align: Align = Align.LEFT) -> int:
        nonlocal weakest
        width = fonts.width(fonts.fitted(text, kind, box.width), kind)
        left, high = box.left + round((box.width - width) * align.value), fonts.capital_height(kind) // 2
        rows = range(max(box.middle - high, 0), min(box.middle + high, canvas.box.height), 4)
        below = {canvas.at(x, y) for x in range(left, min(left + width, canvas.box.width), 6) for y in rows}
        weakest = min([weakest, *(contrast(ink, ground) for ground in below)])
        if len(below) > 1 and text.strip():
            uneven.add(text)
        return write(canvas, text, kind, box, ink, align=align)

    monkeypatch.setattr(Canvas, "text", spy)
    for view in views(2, 17, player, scoring):
        draw(view)
    assert weakest >= 4.5
    assert uneven == set()
