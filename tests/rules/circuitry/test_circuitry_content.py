"""The content of Circuitry: invalid cards are refused and named."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any, Final

import pytest

from rules.circuitry.cards import CircuitCard, Colour, Point
from rules.circuitry.content import CHARGE_CARDS, CIRCUITS, read

FACE: Final = {
    "nodes": ["red 2,4", "green 6,10 passing portal", "purple 2,10 passing"],
    "pathways": ["p0 red", "p2 red", "p5 2,13 5,10 green", "p7 red", "purple red"],
}
CHARGED: Final = FACE | {"charge": "6,7", "pathways": [*FACE["pathways"], "green charge"]}
MASTERED: Final = FACE | {"master": "6,7", "pathways": [*FACE["pathways"], "green master"]}
MINI: Final = {"name": "Free", "back": "green", "kind": "action", "copies": 4, "text": "Ends an Inhibit."}

Spoil = Callable[[dict[str, Any]], object]


def content() -> dict[str, Any]:
    """Return minimal content: the same face everywhere, except for the parts that a card must have."""
    circuits: dict[str, Any] = {str(number): {"a": FACE, "b": FACE} for number in range(1, CIRCUITS + 1)}
    circuits["1"]["b"] = MASTERED
    for number, colour in zip(CHARGE_CARDS, Colour, strict=True):
        circuits[str(number)] = {"charge": str(colour), "a": CHARGED, "b": CHARGED}
    sides = {number: {key: deepcopy(value) for key, value in card.items()} for number, card in circuits.items()}
    return {"circuits": sides, "minis": {"free": dict(MINI)}}


def spoilt(number: int, spoil: Spoil) -> dict[str, Any]:
    bad = content()
    spoil(bad["circuits"][str(number)])
    return bad


def nodes(*texts: str) -> Spoil:
    """Set the nodes of side b."""
    return lambda card: card["b"].update(nodes=list(texts))


def also_node(text: str) -> Spoil:
    return lambda card: card["b"]["nodes"].append(text)


def also_pathway(text: str) -> Spoil:
    return lambda card: card["b"]["pathways"].append(text)


def test_circuit_cards_and_mini_cards_are_read() -> None:
    result = read(content())
    assert list(result.circuits) == list(range(1, CIRCUITS + 1))
    assert set(result.cards) == {*map(str, result.circuits), "free"}
    assert [result.circuits[number].charge for number in CHARGE_CARDS] == list(Colour)
    assert result.circuits[1].charge is result.circuits[CIRCUITS].charge is None
    (free,) = result.minis
    assert (free.name, free.green, free.movement, free.copies, free.order) == ("Free", True, False, 4, 0)


def test_a_face_has_the_ends_of_its_pathways() -> None:
    card = read(content()).circuits[2]
    assert isinstance(card, CircuitCard)
    face = card.faces[0]
    assert face.ways == {
        Colour.RED: (0, 2, 7, Colour.PURPLE),
        Colour.GREEN: (5,),
        Colour.PURPLE: (Colour.RED,),
    }
    red, green = Colour.RED, Colour.GREEN
    assert face.ports == (red, None, red, None, None, green, None, red)
    assert face.by_charge == {green}
    assert face.portals == (green,)
    assert face.charge == Point(6, 7)
    assert face.pathways[2].points == (Point(2, 14), Point(2, 13), Point(5, 10), Point(6, 10))


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (also_node("red 6,4"), "two nodes have the same colour"),
        (also_node("pink 6,4"), "pink"),
        (also_node("orange 6"), "6 is not a valid point on a card face"),
        (also_node("orange 9,4"), "9,4 is not a valid point on a card face"),
        (also_node("orange 4,15"), "4,15 is not a valid point on a card face"),
        (nodes("red 2,4", "green 6,10 portal", "purple 2,10"), "node green 6,10 portal: "),
        (nodes("red 2,4", "green 6,10 hidden", "purple 2,10"), "node green 6,10 hidden: "),
        (also_pathway("p0 red"), "a port has one pathway at most"),
        (also_pathway("p0 p1"), "a port has one pathway at most"),
        (also_pathway("p1 purple"), "pathway p1 purple: 6,0 to 2,10"),
        (also_pathway("p1 5,3 green"), "6,0 to 5,3 is not a straight line"),
        (also_pathway("p3 7,10 7,8 green"), "7,8 to 6,10 is not a straight line"),
        (also_pathway("p3 6,10 green"), "6,10 to 6,10 is not a straight line"),
        (also_pathway("p8 red"), "p8"),
        (also_pathway("p1 orange"), "there is no orange"),
        (also_pathway("red charge"), "there is no charge"),
        (also_pathway("red master"), "there is no master"),
        (lambda card: card["b"].pop("nodes"), "it needs nodes and pathways"),
        (lambda card: card["b"].pop("pathways"), "it needs nodes and pathways"),
        (lambda card: card["b"].update(portals=[]), "it needs nodes and pathways"),
        (
            lambda card: card["b"].update(charge="4,2"),
            "a charge point or a master node is missing, or is on a side that must not have one",
        ),
        (
            lambda card: card["b"].update(master="4,2"),
            "a charge point or a master node is missing, or is on a side that must not have one",
        ),
    ],
)
def test_an_invalid_face_is_named(spoil: Spoil, fault: str) -> None:
    with pytest.raises(ValueError, match=r"circuits\.toml, 12: side b: ") as refusal:
        read(spoilt(12, spoil))
    assert fault in str(refusal.value)


@pytest.mark.parametrize("number", [1, *CHARGE_CARDS])
def test_a_charge_point_or_a_master_node_may_not_be_missing(number: int) -> None:
    with pytest.raises(
        ValueError, match=rf"circuits\.toml, {number}: side b: a charge point or a master node is missing"
    ):
        read(spoilt(number, lambda card: card.update(b=FACE)))


def test_the_master_node_is_on_the_back() -> None:
    with pytest.raises(ValueError, match=r"circuits\.toml, 1: side a: .*must not have one"):
        read(spoilt(1, lambda card: card.update(a=card["b"], b=card["a"])))


@pytest.mark.parametrize(
    ("number", "spoil"),
    [
        (12, lambda card: card.pop("b")),
        (12, lambda card: card.update(c=FACE)),
        (12, lambda card: card.update(charge="red")),
        (4, lambda card: card.pop("charge")),
    ],
)
def test_a_circuit_card_has_two_sides_and_its_charge_point_a_colour(number: int, spoil: Spoil) -> None:
    with pytest.raises(ValueError, match=rf"circuits\.toml, {number}: "):
        read(spoilt(number, spoil))


def test_every_colour_has_its_charge_point() -> None:
    with pytest.raises(ValueError, match=r"circuits\.toml: #2 to #7 have a charge point of each colour"):
        read(spoilt(4, lambda card: card.update(charge="red")))


def test_circuit_cards_are_numbered_without_a_gap() -> None:
    bad = content()
    bad["circuits"]["31"] = bad["circuits"].pop("30")
    with pytest.raises(ValueError, match=r"circuits\.toml: the cards are numbered from 1 to 30, in order"):
        read(bad)


@pytest.mark.parametrize("name", ["circuits", "minis"])
def test_a_missing_file_is_named(name: str) -> None:
    bad = content()
    del bad[name]
    with pytest.raises(ValueError, match=f"{name}.toml is missing"):
        read(bad)


@pytest.mark.parametrize(
    "changes",
    [
        {"back": "blue"},
        {"kind": "trick"},
        {"copies": 0},
        {"copies": True},
        {"copies": "4"},
        {"colour": "red"},
    ],
)
def test_an_invalid_mini_card_is_named(changes: dict[str, Any]) -> None:
    bad = content()
    bad["minis"]["free"].update(changes)
    with pytest.raises(ValueError, match=r"minis\.toml, free: "):
        read(bad)


@pytest.mark.parametrize(("card", "kind"), [("silver", "movement"), ("jump", "action"), ("red", "action")])
def test_a_mini_card_that_the_rules_do_not_know_is_named(card: str, kind: str) -> None:
    bad = content()
    bad["minis"][card] = MINI | {"kind": kind}
    with pytest.raises(ValueError, match=rf"minis\.toml, {card}: there is no such {kind} card; there are "):
        read(bad)


@pytest.mark.parametrize("field", MINI)
def test_a_mini_card_needs_all_its_fields(field: str) -> None:
    bad = content()
    del bad["minis"]["free"][field]
    with pytest.raises(ValueError, match=rf"minis\.toml, free: {field} is missing"):
        read(bad)
