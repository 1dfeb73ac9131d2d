"""Arms Dealer's pictures and texts reveal no secret."""

from render.picture import hand_picture, hand_text, table_picture, table_text
from rules.arms_dealer.state import ArmsDealerState
from rules.core.play import apply, options
from tests.render.arms_dealer_tables import PLAYERS, tables, views
from tests.render.tables import choice_canvas, choice_text
from tests.rules.arms_dealer.tables import GAME


def _shown_to(g: ArmsDealerState, seat: int | None) -> list[object]:
    view = GAME.view(g, seat)
    shown: list[object] = [table_picture(GAME, view, PLAYERS), table_text(GAME, view, PLAYERS)]
    if seat is not None:
        shown += [hand_picture(GAME, view, PLAYERS), hand_text(GAME, view, PLAYERS)]
    return shown


def test_only_the_payer_sees_an_item_that_was_looked_at() -> None:
    distinguished = 0
    for g in (g for g in tables(3, 2, "random") if type(g.phase).__name__ == "Shopping"):
        (payer,) = g.phase.waiting
        looks = [action for action in options(g, payer) if str(action).startswith("look")]
        other = g.clone()
        other.events = list(g.events)
        items = {place: item for place, item in enumerate(g.shop) if item}
        turned = dict(zip(items, [*list(items.values())[1:], next(iter(items.values()))], strict=True))
        for place, item in turned.items():
            if place + 1 not in g.sides[1 - payer].looked:
                other.shop[place] = item
        if any(other.sides[1 - payer].looked):
            continue
        for look in looks:
            one, two = apply(g, payer, look), apply(other, payer, look)
            for seat in (None, 1 - payer):
                assert _shown_to(one, seat) == _shown_to(two, seat)
            distinguished += _shown_to(one, payer) != _shown_to(two, payer)
    assert distinguished


def test_all_sealed_formations_look_the_same() -> None:
    distinguished = 0
    for g in (g for g in tables(0, 3) if type(g.phase).__name__ == "Formation"):
        for seat in g.phase.waiting:
            lays = options(g, seat)
            one, *others = (apply(g, seat, lay) for lay in lays[:: max(len(lays) // 4, 1)])
            for other in others:
                for viewer in (None, 1 - seat):
                    assert _shown_to(one, viewer) == _shown_to(other, viewer)
                distinguished += _shown_to(one, seat) != _shown_to(other, seat)
    assert distinguished


def test_a_swap_shows_the_spaces_and_not_the_ships() -> None:
    swapped = 0
    for g in (g for g in tables(4) if type(g.phase).__name__ in {"Strategy", "Following"}):
        (seat,) = g.phase.waiting
        for swap in [action for action in options(g, seat) if str(action).startswith("reorder")][:2]:
            twin = g.clone()
            twin.events = list(g.events)
            side = twin.sides[seat]
            laid = [place for place, ship in enumerate(side.formation) if ship and place != g.skirmish]
            ships = [side.formation[place] for place in laid]
            for place, ship in zip(laid, [*ships[1:], *ships[:1]], strict=True):
                side.formation[place] = ship
            one, two = (_after(world, seat, str(swap)) for world in (g, twin))
            if one.skirmish == g.skirmish:  # no ship has been turned up since
                for viewer in (None, 1 - seat):
                    assert _shown_to(one, viewer) == _shown_to(two, viewer)
                first, second = str(swap).split()[1:]
                assert f"just swapped {first} and {second}" in table_text(GAME, GAME.view(one, None), PLAYERS)
                swapped += 1
    assert swapped


def _after(g: ArmsDealerState, seat: int, text: str) -> ArmsDealerState:
    return apply(g, seat, GAME.parse(text))


def test_a_table_shows_nothing_of_the_viewers_hand() -> None:
    for view in views(5, 1, "random"):
        if view.seat is None:
            continue
        text = table_text(GAME, view, PLAYERS)
        shown = {item.name for side in view.sides for item in side.equipped}
        shown |= {item.name for item in view.item_discard}
        for item in {*view.hand, *(place.item for place in view.shop if place.item)}:
            assert item.name in shown or item.name not in text


def test_spectators_have_no_choice() -> None:
    for g in tables(2, 5):
        for seat in g.phase.waiting:
            for action in options(g, seat)[:8]:
                words = str(action).split()
                assert choice_canvas(GAME, GAME.view(g, None), words[:1], PLAYERS) is None
                assert choice_text(GAME, GAME.view(g, None), words[:1], PLAYERS) == ""
