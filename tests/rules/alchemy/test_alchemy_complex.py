"""Chapter 6 of the rulebook: complex elements."""

import pytest

from rules.alchemy.elements import BASICS, STRENGTH, Element, elements
from rules.alchemy.phases import TURN
from rules.core import rulebook
from rules.core.words import together
from tests.rules.alchemy.tables import (
    ANNA,
    BEN,
    FOLDER,
    act,
    attacked,
    choices,
    label,
    names,
    narrated,
    refusal,
    side,
    table,
)

COMPLEX = [element for element in Element if element.parts]


@pytest.mark.clause("alchemy", "6.1")
def test_two_cards_of_different_elements_can_be_played_as_one_element() -> None:
    g = table(side("fire-1 fire-3 water-2"), side("air-1 earth-1 earth-2"))
    assert choices(g, "attack") == [
        "attack fire-1",
        "attack fire-3",
        "attack water-2",
        "attack fire-1+water-2",
        "attack fire-3+water-2",
    ]
    g = act(g, "attack fire-3+water-2")
    assert g.sides[ANNA].points == 1
    assert choices(g, "defend") == [
        "defend air-1",
        "defend earth-1",
        "defend earth-2",
        "defend air-1+earth-1",
        "defend air-1+earth-2",
    ]


@pytest.mark.clause("alchemy", "6.1")
def test_a_complex_element_can_attack_back_too() -> None:
    g = act(attacked("fire-1", "water-3 air-1 earth-2"), "defend water-3")
    assert choices(g) == ["attack air-1", "attack earth-2", "attack air-1+earth-2", "hold"]


@pytest.mark.clause("alchemy", "6.7")
@pytest.mark.parametrize(
    "words", ["fire-1+fire-3", "fire-3+fire-3", "fire-1+water-1+air-1", "fire-3+calcination", "fire-3+"]
)
def test_a_pair_that_is_no_complex_element_is_refused(words: str) -> None:
    g = table(side("fire-1 fire-3 fire-3 water-1 air-1 calcination"))
    assert refusal(g, f"attack {words}").startswith(
        ("A complex element combines two different elements", "You don't have two different elements")
    )


@pytest.mark.clause("alchemy", "6.2")
@pytest.mark.parametrize(
    ("parts", "name"),
    [
        ("fire-3+water-2", "Steam 5"),
        ("fire-1+air-1", "Lightning 2"),
        ("fire-2+earth-2", "Magma 4"),
        ("water-3+air-3", "Mist 6"),
        ("water-1+earth-3", "Mud 4"),
        ("air-1+earth-2", "Dust 3"),
    ],
)
def test_a_complex_element_has_a_name_and_the_sum_of_both_magnitudes(parts: str, name: str) -> None:
    g = table(side(parts.replace("+", " ")))
    title = f"{name} ({' + '.join(part.replace('-', ' ').capitalize() for part in parts.split('+'))})"
    assert label(g, "attack", parts).text == title
    assert narrated(act(g, f"attack {parts}")) == [f"Anna attacks with {title}."]


@pytest.mark.clause("alchemy", "6.8")
def test_its_parts_are_named_in_one_order() -> None:
    g = table(side("fire-3 water-2"))
    assert refusal(g, "attack water-2+fire-3") == (
        "Name its parts in the order Fire, Water, Air, Earth: fire-3+water-2 (rule 6.8)."
    )


@pytest.mark.clause("alchemy", "6.3")
def test_steam_is_strong_against_fire_and_air_and_weak_to_earth_and_water() -> None:
    assert [STRENGTH[Element.STEAM][basic] for basic in BASICS] == [1, -1, 1, -1]


@pytest.mark.clause("alchemy", "6.3")
@pytest.mark.parametrize(
    ("element", "strengths"),
    [
        (Element.LIGHTNING, [-1, -1, 1, 1]),
        (Element.MUD, [1, 1, -1, -1]),
        (Element.DUST, [-1, 1, -1, 1]),
    ],
)
def test_relations_follow_from_the_parts(element: Element, strengths: list[int]) -> None:
    assert [STRENGTH[element][basic] for basic in BASICS] == strengths


@pytest.mark.clause("alchemy", "6.3")
def test_an_element_is_weak_to_whatever_is_strong_against_it() -> None:
    for one in Element:
        assert STRENGTH[one][one] == 0
        for other in Element:
            assert STRENGTH[one][other] == -STRENGTH[other][one]


@pytest.mark.clause("alchemy", "6.4")
def test_magma_acts_as_fire_and_mist_as_water() -> None:
    assert [STRENGTH[Element.MAGMA][basic] for basic in BASICS] == [STRENGTH[Element.FIRE][basic] for basic in BASICS]
    assert [STRENGTH[Element.MIST][basic] for basic in BASICS] == [STRENGTH[Element.WATER][basic] for basic in BASICS]
    assert STRENGTH[Element.MIST][Element.MAGMA] == 1


@pytest.mark.clause("alchemy", "6.5")
def test_steam_is_defended_with_fire_or_water_but_not_with_steam() -> None:
    g = attacked("fire-3+water-2", "fire-1 water-1 air-1")
    assert choices(g, "defend") == [
        "defend fire-1",
        "defend water-1",
        "defend air-1",
        "defend fire-1+air-1",
        "defend water-1+air-1",
    ]
    assert refusal(g, "defend fire-1+water-1") == "Steam doesn't defend against Steam (rule 6.5)."
    blocked = act(g, "defend fire-1")
    assert narrated(blocked)[0] == "Ben defends with Fire 1: halved against Steam, it counts ½ against 5."
    assert narrated(blocked)[1] == "Blocked, but Ben takes 4½ damage. Anna scores 1 point and has 1."


@pytest.mark.clause("alchemy", "6.6")
def test_only_cards_of_complex_elements_are_exhausted() -> None:
    g = act(attacked("fire-3+water-2", "air-1 earth-2"), "defend air-1+earth-2")
    assert g.phase == TURN[ANNA]
    assert [names(each.exhausted) for each in g.sides] == ["fire-3 water-2", "air-1 earth-2"]
    basic = act(attacked("fire-3+water-2", "earth-1"), "defend earth-1")
    assert [names(each.exhausted) for each in basic.sides] == ["fire-3 water-2", ""]
    assert names(basic.sides[BEN].recharge) == "earth-1"


@pytest.mark.clause("alchemy", "6.6")
def test_the_label_of_a_complex_element_says_that_it_exhausts_its_cards() -> None:
    g = table(side("fire-3 water-2"))
    assert label(g, "attack", "fire-3+water-2").detail == (
        "Against it Fire and Air are halved, Water and Earth doubled; exhausts both cards"
    )
    assert label(g, "attack", "fire-3").detail == "Against it Air is halved, Water doubled"


@pytest.mark.clause("alchemy", "6.9")
@pytest.mark.parametrize("element", elements(literal=False))
def test_the_table_of_the_rulebook_matches_the_relations_of_all_elements(element: Element) -> None:
    clauses = rulebook.parse(FOLDER.joinpath("rulebook.md").read_text(encoding="utf-8"))
    (listed,) = (clause.text for clause in clauses if clause.number == "6.9")
    (line,) = (line for line in listed.splitlines() if line.startswith(f"- {element.label}:"))
    strong, weak = line.removesuffix(".").split(": strong against ")[1].split("; weak to ")
    for named, strength in (strong, 1), (weak, -1):
        assert named == together(
            [each.label for each in elements(literal=False) if STRENGTH[element][each] == strength]
        )


@pytest.mark.parametrize("element", COMPLEX)
def test_every_complex_element_is_strong_and_weak_to_something(element: Element) -> None:
    assert {STRENGTH[element][basic] for basic in BASICS} >= {1, -1}
