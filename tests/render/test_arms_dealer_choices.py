"""Arms Dealer's choices show the table that would follow."""

import pytest

from render.arms_dealer import facts
from render.arms_dealer.previews import Laying, Looking, Picking, Swapping, Using, previews_of, verdict
from render.picture import choice_picture
from rules.arms_dealer.actions import Equip, Lay, Reorder
from rules.arms_dealer.view import ArmsDealerView
from rules.core.notation import words
from rules.core.play import apply, options
from tests.examples import thorough
from tests.render.arms_dealer_tables import KINDS, PLAYERS, prefixes, tables
from tests.render.tables import choice_text
from tests.rules.arms_dealer.tables import GAME


def _asked(seed: int, player: str = "greedy", fleet: str = "25") -> list[ArmsDealerView]:
    return [GAME.view(g, seat) for g in tables(seed, 1, player, fleet) for seat in g.phase.waiting]


@pytest.mark.parametrize(
    ("player", "fleet"),
    [KINDS[2], *thorough(*KINDS[:2], *KINDS[3:])],
)
def test_exactly_the_steps_of_these_choices_have_a_picture_and_a_text(player: str, fleet: str) -> None:
    pictured = set()
    for view in [view for seed in range(3) for view in _asked(seed, player, fleet)[::3]]:
        spelled = {words(action) for action in view.options}
        for prefix in prefixes(view):
            picture, text = choice_picture(GAME, view, prefix, PLAYERS), choice_text(GAME, view, prefix, PLAYERS)
            assert (picture is None) == (text == "")
            assert (picture is not None) == (
                prefix not in spelled and prefix[0] in {"lay", "look", "equip", "reorder", "harvest"}
            )
            if picture is not None:
                pictured.add((prefix[0], len(prefix)))
    assert {("lay", 1), ("lay", 4), ("look", 1), ("equip", 1), ("reorder", 1), ("reorder", 2)} <= pictured


@pytest.mark.parametrize(
    "said", [(), ("ready",), ("look", "9"), ("lay", "nobody"), ("equip", "nothing"), ("nonsense",)]
)
def test_words_that_begin_no_choice_have_no_picture(said: tuple[str, ...]) -> None:
    for view in _asked(2):
        assert choice_picture(GAME, view, said, PLAYERS) is None
        assert choice_text(GAME, view, said, PLAYERS) == ""


def test_a_formation_is_shown_with_laid_and_remaining_ships() -> None:
    for view in [view for view in _asked(1) if view.phase == "Formation"]:
        for lay in view.options[:: max(len(view.options) // 5, 1)]:
            assert isinstance(lay, Lay)
            for count in range(len(lay.ships)):
                preview = previews_of(view, words(lay)[: count + 1])
                assert isinstance(preview, Laying)
                laid = [ship for ship in preview.laid if ship]
                assert [ship.ship_class for ship in laid] == list(lay.ships[:count])
                assert sorted(ship.order for ship in (*laid, *preview.left)) == [ship.order for ship in view.drawn]


def test_the_shop_shows_only_items_that_this_seat_knows() -> None:
    items_seen = 0
    for view in [view for view in _asked(1) if view.phase == "Shopping"]:
        preview = previews_of(view, ("look",))
        assert isinstance(preview, Looking)
        text = choice_text(GAME, view, ("look",), PLAYERS)
        for place in preview.places:
            mine = view.seat in place.looked
            assert (place.item is not None) == mine
            line = next(line for line in text.splitlines() if line.startswith(str(place.place)))
            assert (place.item.name in line) if place.item else line.endswith(("not looked at by you", "empty"))
            items_seen += mine
    assert items_seen


@pytest.mark.parametrize(("player", "fleet"), [KINDS[2], *thorough(*KINDS[:2], *KINDS[3:])])
def test_an_item_changes_the_fight_as_predicted(player: str, fleet: str) -> None:
    kinds = set()
    for g in (g for seed in range(8) for g in tables(seed, 1, player, fleet)):
        if type(g.phase).__name__ != "Equipping":
            continue
        (seat,) = g.phase.waiting
        view = GAME.view(g, seat)
        preview = previews_of(view, ("equip",))
        used = [action for action in options(g, seat) if isinstance(action, Equip)]
        if not used:
            assert preview is None
            continue
        assert isinstance(preview, Using)
        assert [item.id for item, _, _ in preview.uses] == [action.item for action in used]
        assert preview.against == view.sides[1 - seat].power
        for (item, least, most), action in zip(preview.uses, used, strict=True):
            event = next(event for event in apply(g, seat, action).events if type(event).__name__ == "Equipped")
            power = getattr(event, "power", 0)
            assert least <= power <= most
            kinds.add(item.kind)
    assert len(kinds) > (3 if player == "random" else 1), "the quick player buys few kinds"


def test_a_swap_is_shown_with_the_resulting_formation() -> None:
    compared = 0
    for g in tables(4):
        for seat in g.phase.waiting:
            view = GAME.view(g, seat)
            swaps = [action for action in view.options if isinstance(action, Reorder)]
            for swap in swaps:
                preview = previews_of(view, words(swap)[:2])
                assert isinstance(preview, Swapping)
                after = apply(g, seat, swap).sides[seat].formation
                (row,) = [ships for spaces, ships in preview.rows if spaces == (swap.first, swap.second)]
                assert all(ship is row[space] for space, ship in enumerate(after) if ship)
                compared += 1
    assert compared


def test_asteroids_are_shown_with_their_possible_contents() -> None:
    picked = 0
    for g in tables(5):
        if type(g.phase).__name__ != "Harvesting":
            continue
        view = GAME.view(g, g.phase.waiting[0])
        assert previews_of(view, ("harvest",)) == Picking(view.asteroids)
        unseen = [*(rock for rock in g.asteroids if rock), *g.asteroid_deck]
        counted = {card: unseen.count(card) for card in facts.unseen_asteroids(GAME, view)}
        assert counted == facts.unseen_asteroids(GAME, view)
        picked += 1
    assert picked


@pytest.mark.parametrize(
    ("least", "most", "against", "expected"),
    [(300, 300, 200, "ahead"), (100, 100, 200, "behind"), (200, 200, 200, "a tie"), (100, 500, 200, "open")],
)
def test_a_verdict_holds_for_every_possible_power(least: int, most: int, against: int, expected: str) -> None:
    assert verdict(least, most, against) == expected
