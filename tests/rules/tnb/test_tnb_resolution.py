"""Chapters 7 and 8 of T&B: the resolution and the end of a match."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.play import LAST_RESORT, Outcome
from rules.tnb.events import Resolved, TileResult
from rules.tnb.grid import TILES, Tile
from rules.tnb.resolution import resolve
from rules.tnb.state import Side, TnbState
from tests.rules.tnb.tables import ANNA, BEN, GAME, act, health, laid, next_round, occupant, places, side, table


def resolved(anna: Side, ben: Side, turn: int = 5) -> TnbState:
    """Return the state in the next round, after the attacks and blocks declared so far."""
    return next_round(table(anna, ben, turn=turn))


@pytest.mark.clause("tnb", "7.1")
def test_attacks_add_up_and_blocks_are_taken_away() -> None:
    g = resolved(side("ox@a1", attacks="archer:0 cross:0 lance:0"), side("ox@a1", blocks="wall:0 archer:90"))
    assert health(g, BEN) == {"ox": 9 - (2 + 3 - 3)}
    assert g.sides[BEN].life_points == 6 - 2, "b2 and c3 are not blocked; b1 takes 2 - 3"


@pytest.mark.clause("tnb", "7.1")
@pytest.mark.parametrize("blocks", ["archer:0 lance:0 archer:0", "ox:0 archer:0", "wall:0 wall:0"])
def test_an_equal_or_stronger_block_prevents_all_damage(blocks: str) -> None:
    g = resolved(side("ox@a1", attacks="archer:0"), side("ox@a1", blocks=blocks))
    assert (health(g, BEN), g.sides[BEN].life_points) == ({"ox": 9}, 6)
    empty = resolved(side("ox@a1", attacks="archer:0"), side("ox@c3", blocks=blocks))
    assert empty.sides[BEN].life_points == 6


@pytest.mark.clause("tnb", "7.2")
def test_a_card_loses_the_net_damage_and_is_removed_without_health() -> None:
    attacks = "archer:0 archer:90 archer:180"
    g = resolved(side("ox@a1", attacks=attacks), side("ox@a1 lance@c1/2 hub@c3/1 wall@b2"))
    assert health(g, BEN) == {"ox": 7, "wall": 6}
    assert [card.id for card in g.sides[BEN].removed] == ["lance", "hub"]
    assert g.sides[BEN].life_points == 6
    assert g.sides[BEN].occupied == Tile.A1.bit | Tile.B2.bit


@pytest.mark.clause("tnb", "7.7")
def test_a_card_with_exactly_no_health_left_is_removed() -> None:
    g = resolved(side("ox@a1", attacks="archer:0"), side("ox@a1/2 wall@b2"))
    assert health(g, BEN) == {"wall": 6}


@pytest.mark.clause("tnb", "7.1")
def test_five_less_three_is_two() -> None:
    g = resolved(side("ox@a1", attacks="archer:0 cross:0"), side("ox@a1", blocks="wall:0"))
    assert health(g, BEN) == {"ox": 9 - 2}


@pytest.mark.clause("tnb", "7.3")
def test_an_empty_tile_costs_one_life_point_however_high_the_damage() -> None:
    g = resolved(side("ox@a1", attacks="hub:0 hub:0 archer:0"), side("ox@c3"))
    assert g.sides[BEN].life_points == 6 - 2


@pytest.mark.clause("tnb", "7.4")
def test_cards_are_hit_where_they_lie_after_all_moves() -> None:
    g = act(table(side("archer@b2", points=0), side("ox@a1 runner@c2", points=0)), "attack archer 0")
    g = act(g, "move ox b1", "done")
    assert g.sides[BEN].life_points == 5, "Ox has left a1"
    assert health(g, BEN) == {"ox": 9, "runner": 2}
    stepped_in = act(table(side("archer@b2", points=0), side("ox@b1", points=0)), "attack archer 0", "move ox a1")
    assert stepped_in.turn == 6
    assert (health(stepped_in, BEN), stepped_in.sides[BEN].life_points) == ({"ox": 7}, 6)


@pytest.mark.clause("tnb", "7.5")
def test_a_declaration_resolves_even_if_its_card_is_removed() -> None:
    anna = side("archer@a1/1", attacks="archer:0", blocks="lance:0")
    g = resolved(anna, side("archer@a1/1", attacks="archer:0 archer:90"))
    assert places(g, ANNA) == {}
    assert places(g, BEN) == {}
    moved = table(side("archer@b2", points=1), side("ox@c3"), overdrive="on")
    moved = next_round(act(moved, "attack archer 0", "move archer c2"))
    assert moved.sides[BEN].life_points == 5


@pytest.mark.clause("tnb", "7.6")
def test_attacks_and_blocks_last_for_one_resolution() -> None:
    g = resolved(side("ox@a1", attacks="archer:0"), side("ox@b2", blocks="wall:180"))
    assert all(not each.attacks and not each.blocks for each in g.sides)
    assert next_round(g).sides[BEN].life_points == 5


def test_events_show_the_result_on_each_tile() -> None:
    g = resolved(side("ox@a1", attacks="archer:0 cross:0"), side("lance@a1/2", blocks="ox:0 wall:180"))
    (news,) = (event for event in g.events if isinstance(event, Resolved))
    lance = g.sides[BEN].removed[0].id
    assert news.seat == BEN
    assert news.tiles == (
        TileResult(tile=Tile.A1, attack=5, block=1, card=lance, removed=True),
        TileResult(tile=Tile.C3, attack=3, block=3, card=None, removed=False),
    )
    assert [(tile.net, tile.life_lost) for tile in news.tiles] == [(4, 0), (0, 0)]
    assert GAME.view(g, None).resolved == ((), news.tiles)
    assert GAME.view(next_round(g), None).resolved == ((), ())


@pytest.mark.clause("tnb", "8.1")
@pytest.mark.parametrize(("life", "outcome"), [(2, Outcome("life_points", (1, 2))), (3, None)])
def test_a_player_without_life_points_has_lost(life: int, outcome: Outcome | None) -> None:
    g = resolved(side("ox@a1", attacks="cross:0"), side("ox@b2", life=life))
    assert g.outcome == outcome
    assert bool(g.phase.waiting) == (outcome is None)


@pytest.mark.clause("tnb", "8.2")
def test_a_player_without_any_card_has_lost() -> None:
    attack = side("ox@a1", attacks="archer:0")
    assert resolved(attack, side("runner@a1", deck="")).outcome == Outcome("cards", (1, 2))
    assert resolved(attack, side("runner@a1", deck="hub")).outcome is None
    assert resolved(attack, side("runner@a1", deck="", hand="hub")).outcome is None
    assert resolved(attack, side("runner@a1 hub@c3", deck="")).outcome is None


@pytest.mark.clause("tnb", "8.3")
def test_defeat_is_checked_after_the_whole_resolution() -> None:
    g = resolved(side("ox@a1", life=1, attacks="storm:0"), side("ox@b2", life=1, attacks="archer:90 cross:0"))
    assert [each.life_points for each in g.sides] == [-1, -7]
    assert [each.tactical_points for each in g.sides] == [1, 1], "no points any more"
    assert g.outcome == Outcome("simultaneous", (1, 2))
    assert [GAME.score(GAME.view(g, None), seat) for seat in (ANNA, BEN)] == ["-1 Life Points", "-7 Life Points"]


def test_a_score_of_one_is_one_life_point() -> None:
    g = table(side("ox@a1", life=1), side("ox@a1"))
    assert [GAME.score(GAME.view(g, None), seat) for seat in (ANNA, BEN)] == ["1 Life Point", "6 Life Points"]


@pytest.mark.clause("tnb", "8.4")
def test_more_life_points_win_if_both_have_lost() -> None:
    dead = resolved(side("ox@a1", life=1, attacks="lance:0"), side("ox@a1", life=1, attacks="lance:0"))
    assert dead.outcome == Outcome("simultaneous", (1, 1))
    assert dead.outcome.winners == ()
    bare = resolved(
        side("runner@a1", deck="", life=4, attacks="archer:0"),
        side("runner@a1", deck="", life=5, attacks="archer:0"),
    )
    assert bare.outcome == Outcome("simultaneous", (2, 1))


@pytest.mark.clause("tnb", "8.5")
@pytest.mark.parametrize(
    ("anna", "ben", "ranks"),
    [
        (side("ox@a1", life=3), side("wall@a1", life=2), (1, 2)),
        (side("wall@a1"), side("ox@a1"), (2, 1)),
        (side("wall@a1 lance@b1"), side("ox@a1"), (1, 1)),
    ],
)
def test_after_round_60_life_points_then_health_decide(anna: Side, ben: Side, ranks: tuple[int, ...]) -> None:
    earlier = table(anna, ben, turn=59).clone()
    assert next_round(earlier).outcome is None
    g = resolved(anna, ben, turn=60)
    assert g.outcome == Outcome(LAST_RESORT, ranks)


@pytest.mark.clause("tnb", "8.5")
def test_a_defeat_in_the_last_resolution_counts() -> None:
    g = resolved(side("ox@a1", attacks="cross:0"), side("ox@b2", life=2), turn=60)
    assert g.outcome == Outcome("life_points", (1, 2))


NAMES_ON_BOARD = ("archer", "lance", "cross", "wall", "hub", "ox")


@st.composite
def boards(draw: st.DrawFn) -> Side:
    names = draw(st.lists(st.sampled_from(NAMES_ON_BOARD), max_size=4, unique=True))
    tiles = draw(st.permutations([str(tile) for tile in TILES]))
    made = side("", deck="storm")
    made.board = [
        occupant(f"{name}@{tile}/{draw(st.integers(1, 6))}") for name, tile in zip(names, tiles, strict=False)
    ]
    made.refresh()
    declared = st.lists(
        st.sampled_from(
            [f"{name}:{turn}" for name in NAMES_ON_BOARD for turn in GAME.cards[laid(f"{name}:0").card].coverages]
        ),
        max_size=6,
    )
    made.attacks = [laid(text) for text in draw(declared)]
    made.blocks = [laid(text) for text in draw(declared)]
    return made


@given(boards(), boards())
def test_a_resolution_follows_the_rules_on_every_tile(anna: Side, ben: Side) -> None:
    g = table(anna, ben).clone()
    resolve(g)
    for before, enemy, after in ((anna, ben, g.sides[ANNA]), (ben, anna, g.sides[BEN])):
        life, left = before.life_points, {}
        for tile in TILES:
            net = sum(each.damage for each in enemy.attacks if tile in each.tiles)
            net -= sum(each.defence for each in before.blocks if tile in each.tiles)
            lying = [each for each in before.board if each.tile is tile]
            if not lying:
                life -= net > 0
            elif lying[0].health - max(net, 0) > 0:
                left[lying[0].card.id] = lying[0].health - max(net, 0)
        assert after.life_points == life
        assert {each.card.id: each.health for each in after.board} == left
        assert {card.id for card in after.removed} == {each.card.id for each in before.board} - set(left)
        assert after.occupied == sum(each.tile.bit for each in after.board)
        assert (after.attacks, after.blocks) == ([], [])
