"""Chapters 6 and 9 of T&B: card actions, and those that overdrive adds."""

import pytest

from rules.tnb.events import AttackDeclared, BlockDeclared, CardMoved
from rules.tnb.grid import Tile
from tests.rules.tnb.tables import ANNA, BEN, GAME, act, asked, choices, next_round, places, refusal, side, table


@pytest.mark.clause("tnb", "6.1")
def test_each_card_takes_one_free_action_in_a_round() -> None:
    g = act(table(side("archer@b2 ox@a1 lance@c3", points=0)), "attack archer 0", "block ox 0")
    assert {text.split()[1] for text in choices(g) if text != "done"} == {"lance"}
    assert refusal(g, "move archer b1") == "Archer has already taken its action in this round (rule 6.1)."
    assert refusal(g, "attack hub 0") == "That card isn't on your board (rule 6.1)."
    assert g.sides[ANNA].tactical_points == 0


@pytest.mark.clause("tnb", "6.2")
def test_a_move_goes_along_empty_tiles_up_to_the_speed_at_once() -> None:
    g = table(side("lance@a1 ox@b1 wall@b3"))
    assert choices(g, "move lance") == ["move lance a2", "move lance b2", "move lance a3"]
    after = act(g, "move lance b2")
    assert places(after, ANNA) == {"lance": "b2", "ox": "b1", "wall": "b3"}
    assert CardMoved(seat=ANNA, card=g.sides[ANNA].board[0].card.id, start=Tile.A1, end=Tile.B2) in after.events
    assert "Ox is on b1 of your board" in refusal(g, "move lance b1")
    assert refusal(g, "move lance c3") == (
        "Lance can't get from a1 to c3 with Speed 2: it can reach a2, b2, a3 (rule 6.2)."
    )
    assert refusal(g, "move wall c3") == "Wall has no Speed and can't move (rule 6.2)."


@pytest.mark.clause("tnb", "6.2")
def test_a_card_without_an_empty_neighbour_cannot_move() -> None:
    g = table(side("runner@a1 ox@b1 wall@a2"))
    assert choices(g, "move runner") == []
    assert "it can reach no tile now (rule 6.2)" in refusal(g, "move runner c3")


@pytest.mark.clause("tnb", "6.3")
def test_a_move_ends_on_another_tile() -> None:
    g = table(side("runner@b2"))
    assert "move runner b2" not in choices(g)
    assert refusal(g, "move runner b2") == "Runner is on b2 already: a move ends on another tile (rule 6.3)."


@pytest.mark.clause("tnb", "6.4")
def test_a_block_covers_tiles_of_the_players_own_board_for_the_defence() -> None:
    g = act(table(side("wall@b2 ox@c3")), "block wall 180")
    assert GAME.view(g, None).sides[ANNA].blocked == (0, 0, 0, 0, 0, 0, 3, 3, 3)
    assert GAME.view(g, None).sides[BEN].blocked == (0,) * 9
    (event,) = g.events
    assert isinstance(event, BlockDeclared)
    assert " ".join(map(str, event.coverage.tiles)) == "a3 b3 c3"
    assert refusal(table(side("runner@b2")), "block runner 0") == "Runner has no Defence and can't block (rule 6.4)."


@pytest.mark.clause("tnb", "6.5")
def test_an_attack_covers_tiles_of_the_enemys_board_for_the_damage() -> None:
    g = act(table(side("cross@b2 ox@c3")), "attack cross 90")
    assert GAME.view(g, None).sides[BEN].attacked == (0, 0, 3, 0, 0, 0, 3, 0, 0)
    assert GAME.view(g, None).sides[ANNA].attacked == (0,) * 9
    (event,) = g.events
    assert isinstance(event, AttackDeclared)
    assert (event.seat, event.coverage.damage) == (ANNA, 3)
    assert refusal(table(side("wall@b2")), "attack wall 0") == "Wall has no Damage and can't attack (rule 6.5)."


@pytest.mark.clause("tnb", "6.6")
def test_everyone_sees_attacks_and_blocks_before_they_resolve() -> None:
    g = act(table(side("archer@b2 ox@a1"), side("wall@b2")), "attack archer 90", "done")
    ben = GAME.view(g, BEN).sides[BEN]
    assert (ben.attacked[Tile.C1.index], ben.net(Tile.C1)) == (2, 2)
    g = act(g, "block wall 0")
    for viewer in (None, ANNA, BEN):
        assert GAME.view(g, viewer).events[0] == g.events[0]
    assert g.sides[BEN].life_points == 6, "a block in time keeps it off"


@pytest.mark.clause("tnb", "6.7")
def test_a_block_covers_empty_tiles_too() -> None:
    g = table(side("archer@b2"), side("wall@b2"))
    g = act(g, "attack archer 0", "block wall 0")
    assert g.turn == 6
    assert g.sides[BEN].life_points == 6, "a1 is empty, and blocked"


@pytest.mark.clause("tnb", "6.8")
def test_everyone_sees_a_block() -> None:
    g = act(table(side("wall@b2 ox@c3")), "block wall 0")
    for viewer in (None, ANNA, BEN):
        view = GAME.view(g, viewer)
        assert view.events == tuple(g.events)
        assert view.sides[ANNA].blocks == (g.sides[ANNA].blocks[0],)


@pytest.mark.clause("tnb", "9.1")
def test_no_action_can_be_bought_with_overdrive_off() -> None:
    option = GAME.options[0]
    assert (option.name, option.values, option.clause) == ("overdrive", ("new_cards", "off", "on"), "9.1")
    g = act(table(side("archer@b2 ox@a1", points=5)), "attack archer 0")
    assert not any("archer" in text for text in choices(g))
    on = GAME.begin(seats=2, options={"overdrive": "on"}, decks=(list(GAME.cards)[:8],) * 2, seed=1)
    assert on.overdrive


@pytest.mark.clause("tnb", "9.2")
def test_in_overdrive_a_card_can_take_other_actions_for_a_point_each() -> None:
    g = act(table(side("archer@b2 ox@a1", points=2), overdrive="on"), "attack archer 0")
    assert choices(g, "attack archer") == []
    assert "choose another one for it (rule 9.2)" in refusal(g, "attack archer 90")
    g = act(g, "block archer 0")
    assert g.sides[ANNA].tactical_points == 1
    g = act(g, "move archer b1")
    assert g.sides[ANNA].tactical_points == 0
    assert choices(g, "attack ox") != [], "another card keeps its free action"
    spent = act(table(side("archer@b2 ox@a1", points=0), overdrive="on"), "attack archer 0")
    assert "only for 1 TP, and you have none left" in refusal(spent, "block archer 0")


@pytest.mark.clause("tnb", "9.3")
def test_in_overdrive_a_card_can_act_for_points_in_the_round_it_is_played() -> None:
    g = act(table(side("ox@a1", hand="archer", points=3), overdrive="on"), "play archer b2")
    g = act(g, "attack archer 0")
    assert g.sides[ANNA].tactical_points == 1
    assert choices(g, "attack archer") == []
    g = act(g, "block archer 0")
    assert g.sides[ANNA].tactical_points == 0
    poor = act(table(side("ox@a1", hand="archer", points=1), overdrive="on"), "play archer b2")
    assert choices(poor, "attack archer") == []


def test_in_overdrive_a_turn_goes_on_while_an_action_can_be_bought() -> None:
    g = act(table(side("archer@b2", points=1, deck=""), overdrive="on"), "attack archer 0")
    assert asked(g) == ANNA
    assert asked(act(g, "block archer 0")) == BEN


def test_card_actions_are_free_again_in_the_next_round() -> None:
    g = act(table(side("archer@b2", points=0), overdrive="on"), "attack archer 0")
    g = next_round(g)
    assert g.sides[ANNA].board[0].free
    assert g.sides[ANNA].board[0].taken == ()
