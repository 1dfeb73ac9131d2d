"""Chapter 7 of the rulebook: every item."""

import pytest

from tests.rules.arms_dealer.tables import (
    ANNA,
    Side,
    act,
    begun,
    choices,
    classes,
    fighting,
    names,
    narrated,
    phase_of,
    refusal,
)

BEN_WAITS = Side(fighting="destroyer", hand="power-100", formation=". drone drone")


@pytest.mark.clause("arms_dealer", "7.1")
@pytest.mark.parametrize("power", [100, 200, 300])
def test_power_adds_its_number_for_this_skirmish(power: int) -> None:
    g = act(
        fighting(Side(fighting="drone", hand=f"power-{power}", formation=". drone"), BEN_WAITS), f"equip power-{power}"
    )
    assert g.sides[ANNA].power == 100 + power
    g = act(g, "pass")
    assert g.sides[ANNA].equipped == []


@pytest.mark.clause("arms_dealer", "7.6")
def test_a_repaired_ship_may_lie_anywhere_in_the_deck() -> None:
    anna = Side(fighting="drone", hand="repair-fighter", scrapyard="fighter", deck="drone scout")
    places = set()
    for random in range(30):
        g = fighting(anna, BEN_WAITS)
        g.random = random
        places.add(classes(act(g, "equip repair-fighter").sides[ANNA].deck).split().index("fighter"))
    assert places == {0, 1, 2}


@pytest.mark.clause("arms_dealer", "7.2")
def test_repair_returns_a_ship_of_its_class_to_the_deck() -> None:
    anna = Side(fighting="drone", hand="repair-fighter", scrapyard="fighter drone fighter", deck="drone scout")
    g = act(fighting(anna, BEN_WAITS), "equip repair-fighter")
    assert classes(g.sides[ANNA].scrapyard) == "drone fighter"
    assert sorted(classes(g.sides[ANNA].deck).split()) == ["drone", "fighter", "scout"]
    assert narrated(g) == ["Anna equips Repair Fighter: Sabre Fighter is repaired. Power 100 against 400."]


@pytest.mark.clause("arms_dealer", "7.3")
@pytest.mark.clause("arms_dealer", "7.9")
@pytest.mark.parametrize(
    ("ben", "scrapyard", "bay"), [("fighter", "", "drone fighter"), ("mothership", "drone fighter", "")]
)
def test_reinforcements_add_the_next_ship_and_share_its_fate(ben: str, scrapyard: str, bay: str) -> None:
    anna = Side(fighting="drone", hand="reinforcements", deck="fighter mothership", formation=". drone")
    g = act(fighting(anna, Side(fighting=ben, hand="power-100", formation=". drone")), "equip reinforcements")
    assert g.sides[ANNA].power == 400
    assert narrated(g)[-1].startswith("Anna equips Reinforcements: Sabre Fighter joins in. Power 400 against ")
    g = act(g, "pass")
    assert classes(g.sides[ANNA].scrapyard) == scrapyard
    assert classes(g.sides[ANNA].bay) == bay


@pytest.mark.clause("arms_dealer", "7.9")
def test_reinforcements_are_spared_by_a_win_and_destroyed_by_a_tie() -> None:
    for against, bay, scrapyard in (("fighter", "drone fighter", ""), ("destroyer", "", "drone fighter")):
        anna = Side(fighting="drone", hand="reinforcements", deck="fighter mothership", formation=". drone")
        ben = Side(fighting=against, hand="power-100", formation=". drone")
        g = act(fighting(anna, ben), "equip reinforcements", "pass")
        assert (classes(g.sides[ANNA].bay), classes(g.sides[ANNA].scrapyard)) == (bay, scrapyard)


@pytest.mark.clause("arms_dealer", "7.4")
def test_redraw_shuffles_the_ship_into_the_deck_and_its_top_fights() -> None:
    anna = Side(fighting="drone", hand="redraw", deck="scout scout scout")
    drawn = set()
    for random in range(40):
        g = fighting(anna, BEN_WAITS)
        g.random = random
        g = act(g, "equip redraw")
        drawn.add(classes(g.sides[ANNA].fighting))
        assert sorted((*classes(g.sides[ANNA].fighting).split(), *classes(g.sides[ANNA].deck).split())) == [
            "drone",
            "scout",
            "scout",
            "scout",
        ]
    assert drawn == {"drone", "scout"}


@pytest.mark.clause("arms_dealer", "7.5")
def test_rapid_repair_shuffles_the_repair_bay_into_the_deck() -> None:
    anna = Side(fighting="drone", hand="rapid-repair", deck="drone", bay="fighter mothership")
    g = act(fighting(anna, BEN_WAITS), "equip rapid-repair")
    assert sorted(classes(g.sides[ANNA].deck).split()) == ["drone", "fighter", "mothership"]
    assert g.sides[ANNA].bay == []
    assert narrated(g)[0] == "Anna's repair bay of 2 ships is shuffled into the fleet deck."


@pytest.mark.clause("arms_dealer", "7.6")
def test_items_stack_and_unused_ones_stay_in_hand() -> None:
    anna = Side(
        fighting="drone", hand="power-100 power-100 power-300 reinforcements", deck="scout", formation=". drone"
    )
    g = act(fighting(anna, BEN_WAITS), "equip power-100", "pass", "equip power-100", "pass", "equip reinforcements")
    assert g.sides[ANNA].power == 500
    g = act(g, "pass", "pass")
    assert g.skirmish == 1
    assert phase_of(g) == "Strategy"
    assert names(g.sides[ANNA].hand) == "power-300"


@pytest.mark.clause("arms_dealer", "7.6")
def test_redraw_and_reinforcements_fill_an_empty_deck_first() -> None:
    anna = Side(fighting="drone scout", equipped="power-100", hand="redraw", deck="", bay="mothership mothership")
    g = act(fighting(anna, BEN_WAITS), "equip redraw")
    assert classes(g.sides[ANNA].fighting).split()[1] == "scout"
    assert names(g.sides[ANNA].equipped) == "power-100 redraw"
    assert g.sides[ANNA].bay == []
    assert len(g.sides[ANNA].deck) == 2
    anna = Side(fighting="drone", hand="reinforcements", deck="", bay="mothership")
    g = act(fighting(anna, BEN_WAITS), "equip reinforcements")
    assert classes(g.sides[ANNA].fighting) == "drone mothership"


@pytest.mark.clause("arms_dealer", "7.8")
def test_an_idle_redraw_brings_the_same_ship_back_if_the_option_allows_it() -> None:
    anna = Side(fighting="scout", hand="redraw", deck="", bay="", formation=". drone")
    g = fighting(anna, BEN_WAITS)
    g.idle_redraw = True
    g = act(g, "equip redraw")
    assert classes(g.sides[ANNA].fighting) == "scout"
    assert (begun().idle_redraw, begun(idle_redraw="allowed").idle_redraw) == (False, True)


@pytest.mark.clause("arms_dealer", "7.7")
@pytest.mark.clause("arms_dealer", "7.8")
@pytest.mark.parametrize(
    ("item", "reason"),
    [
        ("repair-mothership", "There is no Mothership in your scrapyard to repair (rule 7.2)."),
        ("reinforcements", "Your fleet deck and your repair bay are empty: no ship can come (rule 7.7)."),
        ("redraw", "Your fleet deck and your repair bay are empty: the same ship would come back (rule 7.8)."),
        ("rapid-repair", "Your repair bay is empty (rule 7.5)."),
    ],
)
def test_an_item_without_effect_is_refused(item: str, reason: str) -> None:
    anna = Side(fighting="scout", hand=item, deck="", bay="", scrapyard="drone", formation=". drone")
    g = fighting(anna, BEN_WAITS)
    assert choices(g) == ["pass"]
    assert refusal(g, f"equip {item}") == reason
