"""Chapters 1 and 2 of T&B: boards, shapes and the paths across a board."""

from itertools import pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.tnb.grid import EVERYWHERE, ROTATIONS, TILES, TILES_IN, Tile, coverages, reachable, shape_of, turned
from tests.rules.tnb.tables import ANNA, BEN, DECK, GAME, act, choices, health, next_round, refusal, side, table

SHAPES = st.integers(1, EVERYWHERE)


def drawn(shape: int) -> str:
    """Return a shape as three rows of text, as content writes it."""
    return "\n".join("".join("#" if shape >> 3 * row + column & 1 else "." for column in range(3)) for row in range(3))


def names(tiles: int) -> str:
    return " ".join(map(str, TILES_IN[tiles]))


@pytest.mark.clause("tnb", "1.1")
def test_two_players_begin_with_six_life_points_each() -> None:
    g = GAME.begin(seats=2, options={}, decks=(DECK, DECK), seed=1)
    assert GAME.seats == (2,)
    assert [each.life_points for each in g.sides] == [6, 6]


@pytest.mark.clause("tnb", "1.2")
def test_a_card_acts_with_its_printed_numbers() -> None:
    g = table(side("lance@b2"), side("ox@a1"))
    assert max(len(reachable(0, Tile.A1, card.speed)) for card in GAME.cards.values()) == 7
    g = next_round(act(g, "attack lance 270"))
    assert health(g, BEN) == {"ox": 9}
    assert g.sides[BEN].life_points == 4


@pytest.mark.clause("tnb", "1.3")
def test_lost_health_stays_lost() -> None:
    g = table(side("archer@b2"), side("ox@a1"))
    g = next_round(act(g, "attack archer 0"))
    assert health(g, BEN) == {"ox": 7}
    g = next_round(next_round(g))
    assert health(g, BEN) == {"ox": 7}


@pytest.mark.clause("tnb", "2.1")
def test_a_board_has_nine_tiles_for_at_most_four_cards_one_on_each() -> None:
    assert len(TILES) == 9
    three = table(side("archer@a1 lance@b1 ox@c1", hand="wall", points=3))
    assert len(choices(three, "play")) == 6
    assert "Lance is on b1 of your board" in refusal(three, "play wall b1")
    four = act(three, "play wall b2")
    assert choices(four, "play") == []


@pytest.mark.clause("tnb", "2.2")
def test_tiles_are_named_by_column_and_row_from_the_upper_left() -> None:
    assert " ".join(map(str, TILES)) == "a1 b1 c1 a2 b2 c2 a3 b3 c3"
    assert [(tile.column, tile.row) for tile in (Tile.A1, Tile.B2, Tile.C3, Tile.A3)] == [
        (0, 0),
        (1, 1),
        (2, 2),
        (0, 2),
    ]
    assert names(shape_of("# . .\n. . .\n. # .")) == "a1 b3"


@pytest.mark.clause("tnb", "2.3")
def test_a_shape_is_laid_over_the_board_in_four_turns() -> None:
    g = table(side("lance@b2"))
    assert choices(g, "attack") == ["attack lance 0", "attack lance 90", "attack lance 180", "attack lance 270"]
    covered = [act(g, text).sides[ANNA].attacks[0].tiles for text in choices(g, "attack")]
    assert [" ".join(map(str, tiles)) for tiles in covered] == ["b1 b2", "b2 c2", "b2 b3", "a2 b2"]
    assert "turned by 0, 90, 180 or 270 degrees (rule 2.3)" in refusal(g, "attack lance 45")


@pytest.mark.clause("tnb", "2.4")
def test_turns_that_cover_the_same_tiles_are_one_choice() -> None:
    g = table(side("cross@a1 hub@b2"))
    assert choices(g, "attack") == ["attack cross 0", "attack cross 90", "attack hub 0"]
    reason = refusal(g, "attack cross 270")
    assert reason == ("Turned by 270 degrees Cross covers the same tiles as by 90: write attack cross 90 (rule 2.4).")


def test_a_shape_is_turned_clockwise() -> None:
    corner = shape_of("# . .\n. . .\n. . .")
    assert [names(turned(corner, rotation)) for rotation in ROTATIONS] == ["a1", "c1", "c3", "a3"]
    assert names(turned(shape_of("# # .\n. . .\n. . ."), 90)) == "c1 c2"


@given(SHAPES)
def test_turning_a_shape_turns_its_rows_of_text(shape: int) -> None:
    rows = drawn(shape).split("\n")
    for rotation in ROTATIONS:
        assert turned(shape, rotation) == shape_of("\n".join(rows))
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]


@given(SHAPES)
def test_a_shape_can_cover_each_set_of_tiles_once(shape: int) -> None:
    covered = coverages(shape)
    assert set(covered.values()) == {turned(shape, rotation) for rotation in ROTATIONS}
    assert len(set(covered.values())) == len(covered)
    assert list(covered) == sorted(covered)
    assert covered[0] == shape


@given(st.integers(0, EVERYWHERE), st.sampled_from(TILES), st.integers(0, 4))
def test_a_card_reaches_exactly_the_tiles_along_paths_of_empty_tiles(occupied: int, start: Tile, speed: int) -> None:
    free = [tile for tile in TILES if not tile.bit & occupied and tile is not start]
    ends = {
        path[-1]
        for steps in range(1, speed + 1)
        for path in permutations(free, steps)
        if all(_beside(a, b) for a, b in pairwise((start, *path)))
    }
    assert set(reachable(occupied | start.bit, start, speed)) == ends


def _beside(one: Tile, two: Tile) -> bool:
    return {abs(one.column - two.column), abs(one.row - two.row)} == {0, 1}


@pytest.mark.parametrize(
    "rows", ["", "###", "# #\n# #\n# #", ". . .\n. . .\n. . .", "# x .\n. . .\n. . .", "....\n#..\n..."]
)
def test_an_invalid_shape_is_refused(rows: str) -> None:
    with pytest.raises(ValueError, match="three rows"):
        shape_of(rows)
