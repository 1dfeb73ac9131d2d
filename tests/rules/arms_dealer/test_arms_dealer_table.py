"""Chapters 1 and 2 of the rulebook: the table, the ships, and what is conserved."""

from collections import Counter

import pytest

from rules.arms_dealer.cards import Fleet, ItemCard, ShipCard, ShipClass
from rules.arms_dealer.observation import determinize, observe
from rules.core.cards import CardId
from rules.core.game import TableError
from tests.examples import seeds
from tests.rules.arms_dealer.tables import (
    ANNA,
    BEN,
    EVEN,
    GAME,
    Side,
    act,
    begun,
    classes,
    coins,
    fighting,
    names,
    total,
)
from tests.rules.arms_dealer.walks import positions


@pytest.mark.clause("arms_dealer", "1.1")
def test_two_bettors_have_a_deck_five_spaces_and_empty_piles() -> None:
    g = begun()
    assert len(g.sides) == 2
    for side in g.sides:
        assert len(side.formation) == 5
        assert len(side.deck) == 10
        assert [side.bay, side.scrapyard, side.hand] == [[], [], []]
    with pytest.raises(TableError, match="for 2 players, not 3"):
        GAME.begin(seats=3, options={}, decks=(*EVEN, EVEN[0]), seed=1)


@pytest.mark.clause("arms_dealer", "1.2")
def test_each_player_chooses_a_fleet_and_both_kinds_have_the_same_numbers() -> None:
    human, alien = (side.fleet for side in begun().sides)
    assert {ship.fleet for ship in human} == {Fleet.HUMAN}
    assert {ship.fleet for ship in alien} == {Fleet.ALIEN}
    assert [(s.ship_class, s.power) for s in human] == [(s.ship_class, s.power) for s in alien]
    assert not {ship.name for ship in human} & {ship.name for ship in alien}
    for one, other in (("fang", "escort"), ("lance", "lance")):
        g = GAME.begin(seats=2, options={}, decks=[GAME.decks[one].cards, GAME.decks[other].cards], seed=1)
        for side, chosen in zip(g.sides, (one, other), strict=True):
            assert [ship.id for ship in side.fleet] == list(GAME.decks[chosen].cards)
            assert Counter(ship.id for ship in (*side.deck, *side.drawn)) == Counter(GAME.decks[chosen].cards)


@pytest.mark.clause("arms_dealer", "1.10")
@pytest.mark.parametrize(
    ("ships", "fault"),
    [
        ((4, 2, 2, 4, 3), ""),
        ((4, 4, 4, 0, 3), ""),
        ((4, 4, 2, 3, 3), "A deck has exactly 15 ships, not 16: take out 1 (rule 1.10)."),
        ((5, 2, 2, 3, 3), "A deck has at most 4 copies of Sparrow Drone, not 5: take out 1 (rule 1.10)."),
        ((4, 3, 1, 3, 4), "A fleet has at most 3 Motherships, not 4: take out 1 (rule 1.10)."),
        ((3, 3, 2, 4, 3), "The ships of a fleet have at most 4,500 power together, not 4,600: take weaker ones "),
    ],
)
def test_a_players_own_fleet_has_to_keep_the_rule(ships: tuple[int, ...], fault: str) -> None:
    listed = [CardId(f"human-{name}") for name, count in zip(ShipClass, ships, strict=True) for _ in range(count)]
    assert [named[: len(fault)] for named in GAME.deck_faults(listed)] == ([fault] if fault else [])


@pytest.mark.clause("arms_dealer", "1.10")
def test_a_fleet_is_human_or_alien() -> None:
    (fault,) = GAME.deck_faults([*EVEN[0][:8], *EVEN[1][8:]])
    assert all(isinstance(GAME.cards[id_], ShipCard) for id_ in GAME.deck_cards)
    assert fault == "A fleet is either Human or Alien: take out the ships of one of the two (rule 1.10)."


@pytest.mark.clause("arms_dealer", "1.8")
@pytest.mark.clause("arms_dealer", "1.10")
def test_as_written_there_are_two_fleets_of_25_and_nobody_builds_their_own() -> None:
    fang, escort = GAME.decks["fang"].cards, GAME.decks["escort"].cards
    g = GAME.begin(seats=2, options={"fleet": "25"}, decks=[fang, escort], seed=1)
    for side, look in zip(g.sides, (Fleet.ALIEN, Fleet.HUMAN), strict=True):
        assert {ship.fleet for ship in side.fleet} == {look}
        assert [classes(side.fleet).split().count(name) for name in ShipClass] == [5, 5, 5, 5, 5]


@pytest.mark.clause("arms_dealer", "1.3")
def test_a_fleet_has_15_ships_of_five_classes() -> None:
    fleet = begun().sides[ANNA].fleet
    assert Counter((ship.ship_class.value, ship.power) for ship in fleet) == {
        ("drone", 100): 3,
        ("scout", 200): 3,
        ("fighter", 300): 3,
        ("destroyer", 400): 3,
        ("mothership", 500): 3,
    }


@pytest.mark.clause("arms_dealer", "1.4")
def test_six_items_and_five_asteroids_are_laid_out() -> None:
    g = begun()
    assert (len(g.shop), len(g.item_deck)) == (6, 39)
    assert (len(g.asteroids), len(g.asteroid_deck)) == (5, 15)
    assert None not in g.shop + g.asteroids
    assert len({names(begun(seed).shop) for seed in range(10)}) == 10


@pytest.mark.clause("arms_dealer", "1.5")
def test_the_items_and_asteroids_are_those_of_the_list() -> None:
    assert Counter(item.id for item in GAME.content.items) == {
        "power-100": 12,
        "power-200": 6,
        "power-300": 3,
        "repair-drone": 3,
        "repair-scout": 3,
        "repair-fighter": 2,
        "repair-destroyer": 2,
        "repair-mothership": 1,
        "reinforcements": 5,
        "redraw": 5,
        "rapid-repair": 3,
    }
    assert Counter(asteroid.coins for asteroid in GAME.content.asteroids) == {1_000: 8, 5_000: 8, 10_000: 4}


@pytest.mark.clause("arms_dealer", "1.6")
def test_each_starts_with_18000_coins() -> None:
    g = begun()
    assert coins(g) == [18_000, 18_000]
    assert g.bank == 164_000


@pytest.mark.clause("arms_dealer", "1.7")
@pytest.mark.parametrize("greedy", [False, True])
@pytest.mark.parametrize("seed", seeds(1))
def test_there_are_200000_coins_in_thousands_after_every_action(seed: int, greedy: bool) -> None:
    for g in positions(seed, greedy=greedy):
        assert total(g) == 200_000
        for amount in (g.bank, *coins(g), *(side.stake for side in g.sides)):
            assert amount >= 0
            assert amount % 1_000 == 0


@pytest.mark.parametrize("fleet", ["25", "15"])
@pytest.mark.parametrize("seed", seeds(1))
def test_ships_items_and_asteroids_are_conserved(seed: int, fleet: str) -> None:
    for g in positions(seed, fleet=fleet, greedy=True):
        held: list[ItemCard | None] = [*g.shop, *g.item_deck, *g.item_discard]
        for side in g.sides:
            lying = [*side.deck, *side.drawn, *side.formation, *side.fighting, *side.bay, *side.scrapyard]
            assert Counter(ship for ship in lying if ship) == Counter(side.fleet)
            assert side.hand == sorted(side.hand, key=lambda item: item.order)
            held += (*side.hand, *side.equipped)
        assert Counter(item for item in held if item) == Counter(GAME.content.items)
        rocks = [*g.asteroids, *g.asteroid_deck, *g.asteroid_discard]
        assert Counter(rock for rock in rocks if rock) == Counter(GAME.content.asteroids)


@pytest.mark.clause("arms_dealer", "1.8")
def test_a_fleet_has_15_or_25_ships() -> None:
    assert [len(begun(fleet=count).sides[BEN].fleet) for count in ("15", "25")] == [15, 25]
    with pytest.raises(TableError, match="fleet is 15 or 25"):
        begun(fleet="5")


@pytest.mark.clause("arms_dealer", "1.9")
def test_a_view_shows_the_players_own_cards_and_only_counts_of_other_hidden_cards() -> None:
    anna = Side(formation=". drone scout", fighting="fighter", bay="mothership", hand="redraw", scrapyard="drone")
    ben = Side(formation=". fighter", fighting="scout", hand="power-100 power-200", looked=(2,), coins=9_000)
    g = fighting(anna, ben)
    spectator, owner = observe(g, None), observe(g, ANNA)
    assert classes(space.ship for space in owner.sides[ANNA].formation) == ". drone scout . ."
    assert (names(owner.hand), classes(owner.bay)) == ("redraw", "mothership")
    assert (spectator.hand, spectator.bay, spectator.drawn, spectator.options) == ((), (), (), ())
    for view in (spectator, owner):
        assert [space.laid for space in view.sides[BEN].formation] == [False, True, False, False, False]
        assert classes(space.ship for space in view.sides[BEN].formation) == ". . . . ."
        assert [side.hand for side in view.sides] == [1, 2]
        assert [side.bay for side in view.sides] == [1, 0]
        assert [side.coins for side in view.sides] == [15_000, 9_000]
        assert [side.power for side in view.sides] == [300, 200]
        assert classes(view.sides[ANNA].scrapyard) == "drone"
        assert view.shop[1].looked == (BEN,)
        assert view.shop[1].item is None
    assert names([observe(g, BEN).shop[1].item]) == "power-100"


@pytest.mark.clause("arms_dealer", "2.1")
def test_the_power_of_the_ships_decides() -> None:
    g = act(fighting(Side(fighting="fighter", hand="redraw"), Side(fighting="scout")), "pass")
    assert [side.wins for side in g.sides] == [1, 0]


@pytest.mark.clause("arms_dealer", "2.2")
def test_a_destroyed_ship_lies_in_its_owners_scrapyard() -> None:
    g = act(fighting(Side(fighting="fighter", hand="redraw"), Side(fighting="scout")), "pass")
    assert [classes(side.scrapyard) for side in g.sides] == ["", "scout"]


@pytest.mark.clause("arms_dealer", "2.3")
def test_a_winning_ship_goes_to_its_owners_repair_bay() -> None:
    g = act(fighting(Side(fighting="fighter", hand="redraw"), Side(fighting="scout")), "pass")
    assert [classes(side.bay) for side in g.sides] == ["fighter", ""]
    assert observe(g, BEN).sides[ANNA].bay == 1


@pytest.mark.clause("arms_dealer", "1.9")
@pytest.mark.clause("arms_dealer", "2.3")
def test_views_show_the_winning_ships_in_a_repair_bay_until_it_is_shuffled() -> None:
    anna = Side(fighting="fighter scout", hand="redraw rapid-repair", bay="mothership", formation=". destroyer")
    ben = Side(fighting="scout", hand="redraw", formation=". mothership")
    g = act(fighting(anna, ben), "pass", "pass")
    for viewer in (None, ANNA, BEN):
        view = observe(g, viewer)
        assert view.sides[ANNA].bay == 3
        assert [classes(side.returned) for side in view.sides] == ["fighter scout", ""]
        worlds = [determinize(GAME.content, view, random) for random in range(20)]
        assert {classes(world.sides[ANNA].bay[:2]) for world in worlds if viewer != ANNA} <= {"fighter scout"}
        assert len({classes(world.sides[ANNA].bay) for world in worlds}) == (1 if viewer == ANNA else 3)
    g = act(g, "ready")
    assert classes(observe(g, BEN).sides[ANNA].returned) == "fighter scout"
    g = act(g, "equip rapid-repair")
    assert [classes(side.returned) for side in observe(g, BEN).sides] == ["", ""]


@pytest.mark.clause("arms_dealer", "2.4")
@pytest.mark.clause("arms_dealer", "6.7")
def test_the_repair_bay_becomes_the_fleet_deck_when_a_ship_is_needed_and_there_is_none() -> None:
    anna = Side(fighting="drone", deck="", bay="destroyer scout", hand="redraw", wins=1)
    g = fighting(anna, Side(fighting="drone", deck="mothership"), skirmish=5)
    g = act(g, "pass")
    assert g.skirmish == 5
    assert classes(g.sides[ANNA].deck) == ""
    g = act(g, "ready")
    assert g.skirmish == 6
    assert len(g.sides[ANNA].deck) == 1
    assert g.sides[ANNA].bay == []
    assert g.sides[ANNA].fighting[0].ship_class.value in {"destroyer", "scout"}
    assert classes(g.sides[BEN].fighting) == "mothership"


@pytest.mark.clause("arms_dealer", "2.5")
def test_a_draw_continues_from_the_new_deck() -> None:
    anna = Side(deck="mothership destroyer", bay="drone drone drone drone", formation=". . . drone", wins=2)
    g = fighting(
        Side(**{**vars(anna), "fighting": "fighter"}), Side(fighting="scout", hand="redraw", wins=0), leader=BEN
    )
    g = act(g, "pass", "harvest 1", "harvest 2")
    drawn = g.sides[ANNA].drawn
    assert classes(drawn[-2:]) == "destroyer mothership"
    assert len(drawn) == 5
    assert len(g.sides[ANNA].deck) == 3
    assert g.sides[ANNA].bay == []
