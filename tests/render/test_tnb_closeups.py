"""T&B's close-ups: both decks, declarations, and the last battle."""

from dataclasses import replace

import pytest

from render.canvas import HEIGHT, WIDTH
from render.picture import WHOLE, closeup_picture, closeup_text, closeups
from render.tnb import RENDERER, facts
from render.tnb.closeup import BATTLE, CARDS, DECLARED
from rules.tnb.cards import Coverage
from rules.tnb.events import TileResult
from rules.tnb.game import Tnb
from rules.tnb.grid import TILES
from rules.tnb.view import TnbView
from tests.render.tables import cut_off
from tests.render.tnb_tables import KINDS, PLAYERS, views


def public(tnb: Tnb, seed: int) -> list[TnbView]:
    """Return the views of a spectator of a match."""
    return [view for kind in KINDS[1::2] for view in views(tnb, seed, 1, *kind) if view.seat is None]


def test_battles_and_declarations_have_closeups_as_soon_as_they_exist(tnb: Tnb) -> None:
    offered = set()
    for view in public(tnb, 15):
        words = {word for word, _ in closeups(tnb, view)}
        assert words >= {*CARDS}
        assert (BATTLE in words) == any(view.resolved)
        assert (DECLARED in words) == any(side.attacks or side.blocks for side in view.sides)
        offered |= words
    assert offered == {WHOLE, *CARDS, BATTLE, DECLARED}


def test_the_cards_of_a_deck_are_listed_with_their_public_places(tnb: Tnb) -> None:
    seen = set()
    for view in public(tnb, 15):
        for seat, word in enumerate(CARDS):
            side = view.sides[seat]
            card_lines = closeup_text(tnb, view, word, PLAYERS).splitlines()[1:]
            assert len(card_lines) == len(side.deck_list)
            for card, line in zip(side.deck_list, card_lines, strict=True):
                occupant = next((occupant for occupant in side.board if occupant.card is card), None)
                assert line.startswith(f"  {card.name}: Health {card.health}, ")
                assert line.endswith(", removed") == (card in side.removed)
                assert (occupant is not None) == (f", on {occupant.tile if occupant else ''}" in line)
                seen.add((occupant is not None, card in side.removed))
    assert seen == {(True, False), (False, True), (False, False)}


def test_a_closeups_text_is_part_of_the_tables_text(tnb: Tnb) -> None:
    for view in public(tnb, 15):
        table = "\n".join(RENDERER.table_lines(tnb, view, PLAYERS))
        for word, _ in closeups(tnb, view):
            if word not in CARDS:
                assert closeup_text(tnb, view, word, PLAYERS) in table


def test_every_viewer_sees_the_same_closeups(tnb: Tnb) -> None:
    for place, view in enumerate(views(tnb, 16, 5, "random", "on")):
        twin = tnb.view(tnb.determinize(view, place), view.seat)
        for word, _ in closeups(tnb, view):
            assert closeup_picture(tnb, view, word, PLAYERS) == closeup_picture(tnb, twin, word, PLAYERS)


@pytest.mark.parametrize("names", [PLAYERS, ("W" * 32, "M" * 32)])
def test_the_fullest_closeups_are_drawn_whole_and_no_higher_than_a_table(
    tnb: Tnb, drawn_lines: dict[str, bool], names: tuple[str, str]
) -> None:
    views_of_many = (view for seed in range(40) for view in public(tnb, seed))
    view = next(view for view in views_of_many if all(len(side.board) == 4 for side in view.sides))
    sides, results = [], []
    for side in view.sides:
        declared = [Coverage(occupant.card.id, 5, 5, 0, TILES[:4]) for occupant in side.board]
        sides.append(replace(side, attacks=(*declared,), blocks=(*declared,)))
        results.append(tuple(TileResult(tile, 16, 16, side.board[0].card.id, removed=False) for tile in TILES))
    full = replace(view, sides=(sides[0], sides[1]), resolved=(results[0], results[1]))
    assert RENDERER.closeup is not None
    for word, _ in closeups(tnb, full)[1:]:  # the first is the whole table
        box = RENDERER.closeup.draw(tnb, full, word, names).box
        assert box.width == WIDTH
        assert box.height <= HEIGHT
    assert {text.split("'")[0] for text in cut_off(drawn_lines)} <= {*names}
    assert facts.toll(results[0]) == (0, 0, 0)
