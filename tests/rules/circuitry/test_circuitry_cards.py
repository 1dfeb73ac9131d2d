"""Chapters 1 and 2 of Circuitry: components, and how circuit cards lie."""

from collections import Counter

import pytest

from rules.circuitry.board import Board, Placed, Way
from rules.circuitry.cards import PORTS, Colour
from rules.circuitry.grid import Cell
from rules.core.game import TableError
from tests.rules.circuitry.geometry import opposite
from tests.rules.circuitry.tables import (
    ANNA,
    GAME,
    SIMPLE,
    act,
    board,
    charges,
    choices,
    phase_of,
    refusal,
    side,
    table,
)

CHARGED = range(2, 8)


@pytest.mark.clause("circuitry", "1.1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_two_to_six_players_have_a_pawn_each(seats: int) -> None:
    g = GAME.begin(seats=seats, options={}, decks=(), seed=3)
    assert len({each.colour for each in g.sides}) == seats
    assert len({each.node for each in g.sides}) == seats


@pytest.mark.clause("circuitry", "1.1")
@pytest.mark.parametrize("seats", [1, 7])
def test_one_or_seven_players_are_refused(seats: int) -> None:
    with pytest.raises(TableError, match=f"Circuitry is for 2 to 6 players, not {seats}"):
        GAME.begin(seats=seats, options={}, decks=(), seed=3)


@pytest.mark.clause("circuitry", "1.2")
def test_a_pawn_fetches_a_charge_and_carries_it_to_the_master_node() -> None:
    anna = side("red", "7-red", hand="light-blue*3 green red black")
    g = table(anna, side("green"), on=board("7@1,0", hub="b0"))
    g = act(g, "move 7-green light-blue", "charge red red 1")
    assert charges(g, ANNA) == ["red"]
    g = act(g, "move 1-dark-blue light-blue+light-blue", "move 1-red green")
    assert g.outcome is None
    g = act(g, "deliver black 1")
    assert g.outcome is not None
    assert g.outcome.winners == (ANNA,)


@pytest.mark.clause("circuitry", "1.3")
def test_there_are_six_colours_and_black_movement_cards() -> None:
    words = ["light-blue", "dark-blue", "green", "orange", "purple", "red"]
    assert [str(colour) for colour in Colour] == words
    assert [card.id for card in GAME.content.minis if card.movement] == [*words, "black"]


@pytest.mark.clause("circuitry", "1.4")
def test_thirty_circuit_cards_have_two_sides_and_six_have_a_charge_point() -> None:
    circuits = GAME.content.circuits
    assert sorted(circuits) == list(range(1, 31))
    assert all(len(card.faces) == 2 for card in circuits.values())
    assert {number for number, card in circuits.items() if card.charge} == set(CHARGED)
    assert {circuits[number].charge for number in CHARGED} == set(Colour)
    with_master = [number for number, card in circuits.items() if any(face.master for face in card.faces)]
    assert with_master == [1]


@pytest.mark.clause("circuitry", "1.5")
def test_62_mini_cards_are_gold_and_24_are_green() -> None:
    gold = {card.id: card.copies for card in GAME.content.minis if not card.green}
    green = {card.id: card.copies for card in GAME.content.minis if card.green}
    colours = dict.fromkeys(map(str, Colour), 7)
    assert gold == {**colours, "black": 8, "inhibit": 5, "free": 4, "exchange": 3}
    assert green == dict.fromkeys(("rotate", "swap", "flip", "slide", "force", "portal"), 4)
    assert (sum(gold.values()), sum(green.values())) == (62, 24)


@pytest.mark.clause("circuitry", "2.1")
def test_cards_lie_in_a_grid_and_are_turned_by_180_degrees_only() -> None:
    g = table(side("red", cards="8"), side("green"))
    assert {text.split()[2] for text in choices(g, "place")} == {"0,-1", "1,0", "0,1", "-1,0"}
    assert {text.split()[3] for text in choices(g, "place")} == {"a0", "a180", "b0", "b180"}
    assert {opposite(point) for point in PORTS} == set(PORTS)


@pytest.mark.clause("circuitry", "2.2")
@pytest.mark.parametrize("way", ["a0", "a180"])
def test_the_ports_of_neighbours_meet_in_every_orientation(way: str) -> None:
    hub = ("1-light-blue", "1-orange", "1-dark-blue", "1-red", "1-green", "1-purple")
    for cell, nodes in (("0,-1", (0, 3)), ("1,0", (1, 2, 4, 5)), ("0,1", (0, 3)), ("-1,0", (1, 2, 4, 5))):
        b = board(f"10@{cell}:{way}")
        assert set(b.neighbours("10-orange")) == {hub[node] for node in nodes}, "around the board as well"


@pytest.mark.clause("circuitry", "2.2")
def test_a_port_may_be_blank() -> None:
    above = board("8@0,-1")
    assert above.neighbours("8-red") == ("1-light-blue",), "its lower way; the upper one meets a blank port of card 1"
    turned = board("8@0,-1:a180")
    assert turned.neighbours("8-red") == ("1-red",), "around the board; the lower one meets a blank port"


@pytest.mark.clause("circuitry", "2.3")
def test_a_pathway_joins_nodes_and_ports_and_continues_on_the_next_card() -> None:
    b = board("9@1,0 13@2,0")
    assert set(b.neighbours("13-red")) == {"13-dark-blue", "1-orange"}, "through a card without a node"
    assert set(b.neighbours("13-dark-blue")) == {"13-red", "1-purple"}


@pytest.mark.clause("circuitry", "2.4")
def test_a_node_is_named_by_card_number_and_colour() -> None:
    for card in GAME.content.circuits.values():
        for face in card.faces:
            assert len({node.colour for node in face.nodes}) == len(face.nodes)
    b = board("12@1,0:b0")
    assert b.nodes[-2:] == ("12-red", "12-green")
    node = b.node("12-red")
    assert node is not None
    assert (node.colour, b.node("12-purple"), b.node("13-red")) == (Colour.RED, None, None)


@pytest.mark.clause("circuitry", "2.5")
def test_a_pawn_on_a_passing_point_does_not_block_the_way() -> None:
    on = "11@1,0 8@2,0:b0"
    anna = side("red", "8-green", hand="red*2")
    beside = table(anna, side("green", "11-purple"), side("purple", "1-purple"), on=on)
    assert "move 1-orange red+red" in choices(beside)
    in_the_way = table(anna, side("green", "11-green"), side("purple", "1-purple"), on=on)
    assert choices(in_the_way, "move") == []


@pytest.mark.clause("circuitry", "2.5")
def test_a_passing_point_is_a_node_like_any_other() -> None:
    g = table(side("red", "11-green", hand="red"), side("green"), on="11@1,0")
    assert act(g, "move 11-purple red").sides[ANNA].node == "11-purple"


@pytest.mark.clause("circuitry", "2.6")
def test_only_passing_points_have_portals() -> None:
    portals = 0
    for card in GAME.content.circuits.values():
        for node in (node for face in card.faces for node in face.nodes if node.portal):
            assert node.passing
            portals += 1
    assert portals > 0
    assert board("11@1,0").portals == ("11-purple",)
    assert board("11@1,0:b180").portals == ("11-red",)


@pytest.mark.clause("circuitry", "2.7")
@pytest.mark.parametrize("number", CHARGED)
def test_both_sides_of_a_charge_point_card_have_it_behind_two_nodes(number: int) -> None:
    for face in GAME.content.circuits[number].faces:
        assert face.charge is not None
        (second,) = face.by_charge
        first, *others = face.ways[second]
        assert others == []
        assert isinstance(first, Colour)
        assert len(face.ways[first]) > 1


@pytest.mark.clause("circuitry", "2.8")
def test_card_1_has_all_colours_on_both_sides_and_they_alone_lead_to_the_master_node() -> None:
    front, back = GAME.content.circuits[1].faces
    assert front.master is None
    assert back.master is not None
    for face in (front, back):
        assert {node.colour for node in face.nodes} == set(Colour)
    to_master = [ends for ends in (pathway.ends for pathway in back.pathways) if "master" in ends]
    assert {end for ends in to_master for end in ends} == {"master", *Colour}
    assert len(to_master) == 6


@pytest.mark.clause("circuitry", "2.9")
@pytest.mark.parametrize("way", list(Way))
def test_a_ring_of_pathways_leads_through_all_nodes_of_card_1(way: Way) -> None:
    face = Board((Placed(GAME.content.circuits[1], Cell(0, 0), way),)).hub.face
    ring = Counter(end for ways in face.ways.values() for end in ways if isinstance(end, Colour))
    assert ring == dict.fromkeys(Colour, 2)
    reached, edge = set[Colour](), {Colour.RED}
    while edge:
        reached |= edge
        edge = {to for here in edge for to in face.ways[here] if isinstance(to, Colour)} - reached
    assert reached == set(Colour)


@pytest.mark.clause("circuitry", "4.7")
def test_a_circuit_card_is_laid_on_a_free_place_beside_the_board() -> None:
    g = table(side("red", cards="8 9"), side("green"), on="10@1,0 14@1,1")
    free = {"0,-1", "1,-1", "-1,0", "2,0", "0,1", "2,1", "1,2"}
    assert {text.split()[2] for text in choices(g, "place 8")} == free, "not on a card, and not corner to corner"
    for way in ("a0", "a180", "b0", "b180"):
        after = act(g, f"place 9 2,1 {way}")
        assert after.board.by_number[9] == Placed(SIMPLE.content.circuits[9], Cell(2, 1), Way(way))
        assert [card.number for card in after.sides[ANNA].circuits] == [8]
    assert refusal(g, "place 9 2,-1 a0")
    assert refusal(g, "place 12 2,0 a0"), "it is not held"


@pytest.mark.clause("circuitry", "4.8")
def test_the_board_stays_one_connected_whole() -> None:
    anna = side("red", hand="slide", cards="8")
    g = table(anna, side("green"), on="10@1,0 14@2,0 15@3,0")
    assert {text.split()[1] for text in choices(g, "slide")} == {"15"}, "10 and 14 are bridges"
    assert choices(g, "slide 15") == ["slide 15 2,-1", "slide 15 2,1"]
    assert phase_of(act(g, "slide 15 2,1")) == "Turn"
    assert not any(text.startswith("place 8 5,0") for text in choices(g))


@pytest.mark.clause("circuitry", "4.8")
def test_a_hole_in_the_board_can_be_filled() -> None:
    ring = "10@1,0 14@2,0 15@2,1 16@2,2 17@1,2 18@0,2 19@0,1"
    g = table(side("red", cards="8"), side("green"), on=ring)
    assert "place 8 1,1 a0" in choices(g)
    assert len(act(g, "place 8 1,1 a0").board.cells) == 9
