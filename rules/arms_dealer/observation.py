"""Views of states, and states that a view could come from."""

from typing import Final

from rules.arms_dealer.content import Content
from rules.arms_dealer.phases import (
    Answering,
    Deciding,
    Equipping,
    Following,
    Formation,
    Harvesting,
    Opening,
    Shopping,
    Strategy,
)
from rules.arms_dealer.state import ArmsDealerState, Side
from rules.arms_dealer.view import ArmsDealerView, ShopView, SideView, SpaceView
from rules.core.cards import BY_ORDER, without
from rules.core.constructors import fast_constructor
from rules.core.events import Seat
from rules.core.play import Over, Phase, common_fields

_view: Final = fast_constructor(ArmsDealerView)
_side_view: Final = fast_constructor(SideView)
_space_view: Final = fast_constructor(SpaceView)
_shop_view: Final = fast_constructor(ShopView)


def observe(g: ArmsDealerState, seat: Seat | None) -> ArmsDealerView:
    """Return the view of a seat (None: a spectator), with only what that seat may know (1.9)."""
    phase = g.phase
    viewer = None if seat is None else g.sides[seat]
    return _view(
        **common_fields(g, seat),
        sides=(_side(g, 0, seat), _side(g, 1, seat)),
        drawn=tuple(viewer.drawn) if viewer else (),
        bay=tuple(sorted(viewer.bay, key=BY_ORDER)) if viewer else (),
        hand=tuple(viewer.hand) if viewer else (),
        locked=g.locked,
        leader=g.leader,
        skirmish=g.skirmish,
        fought=g.fought,
        passed=1 - phase.waiting[0] if isinstance(phase, Equipping) and phase.passed else None,
        shop=_shop(g, viewer),
        item=phase.place if isinstance(phase, Deciding) else None,
        raised=phase.coins if isinstance(phase, Answering) else 0,
        picks=phase.left if isinstance(phase, Harvesting) else 0,
        item_deck=len(g.item_deck),
        item_discard=tuple(g.item_discard),
        asteroids=tuple(asteroid is not None for asteroid in g.asteroids),
        asteroid_deck=len(g.asteroid_deck),
        asteroid_discard=tuple(g.asteroid_discard),
        bank=g.bank,
        winner_bets=g.winner_bets,
        idle_redraw=g.idle_redraw,
        forfeits_cost=g.forfeits_cost,
    )


def _side(g: ArmsDealerState, seat: Seat, viewer: Seat | None) -> SideView:
    side = g.sides[seat]
    return _side_view(
        seat=seat,
        fleet=side.fleet,
        coins=side.coins,
        stake=side.stake,
        initial_bet=g.initial_bet(seat),
        wins=side.wins,
        ready=seat in g.locked,
        deck=len(side.deck),
        drawn=len(side.drawn),
        formation=tuple(
            _space_view(space=space, laid=ship is not None, ship=ship if seat == viewer else None)
            for space, ship in enumerate(side.formation, start=1)
        ),
        fighting=tuple(side.fighting),
        equipped=tuple(side.equipped),
        power=side.power,
        bay=len(side.bay),
        returned=side.known_in_bay,
        scrapyard=tuple(side.scrapyard),
        hand=len(side.hand),
    )


def _shop(g: ArmsDealerState, viewer: Side | None) -> tuple[ShopView, ...]:
    return tuple(
        _shop_view(
            place=place,
            there=item is not None,
            looked=tuple(seat for seat, side in enumerate(g.sides) if place in side.looked),
            item=item if viewer and place in viewer.looked else None,
        )
        for place, item in enumerate(g.shop, start=1)
    )


def determinize(content: Content, view: ArmsDealerView, random: int) -> ArmsDealerState:
    """Return a state that fits this view. Everything that the view hides is dealt at random."""
    g = ArmsDealerState(
        phase=_phase(view),
        turn=view.turn,
        random=random,
        events=list(view.events),
        sides=(_known_side(view, 0), _known_side(view, 1)),
        locked=view.locked,
        leader=view.leader,
        skirmish=view.skirmish,
        fought=view.fought,
        shop=[place.item for place in view.shop],
        item_deck=[],
        item_discard=list(view.item_discard),
        asteroids=[None] * len(view.asteroids),
        asteroid_deck=without(content.asteroids, view.asteroid_discard),
        asteroid_discard=list(view.asteroid_discard),
        bank=view.bank,
        winner_bets=view.winner_bets,
        idle_redraw=view.idle_redraw,
        forfeits_cost=view.forfeits_cost,
    )
    for seat in (0, 1):
        _imagine_ships(g, seat, view)
    g.shuffle(g.asteroid_deck)
    g.asteroids = [g.asteroid_deck.pop() if is_there else None for is_there in view.asteroids]
    _imagine_items(g, content, view)
    return g


def _known_side(view: ArmsDealerView, seat: Seat) -> Side:
    seen, is_viewer = view.sides[seat], seat == view.seat
    return Side(
        fleet=seen.fleet,
        deck=[],
        drawn=list(view.drawn) if is_viewer else [],
        formation=[space.ship for space in seen.formation],
        fighting=list(seen.fighting),
        bay=list(view.bay if is_viewer else seen.returned),
        scrapyard=list(seen.scrapyard),
        hand=list(view.hand) if is_viewer else [],
        equipped=list(seen.equipped),
        looked={place.place for place in view.shop if seat in place.looked},
        coins=seen.coins,
        stake=seen.stake,
        wins=seen.wins,
        returned=tuple([ship.id for ship in seen.returned]),
    )


def _imagine_ships(g: ArmsDealerState, seat: Seat, view: ArmsDealerView) -> None:
    side, seen = g.sides[seat], view.sides[seat]
    laid = [ship for ship in side.formation if ship]
    unseen = without(seen.unseen, (*side.drawn, *laid, *side.bay))
    g.shuffle(unseen)
    if seat != view.seat:
        side.formation = [unseen.pop() if space.laid else None for space in seen.formation]
        side.drawn = sorted((unseen.pop() for _ in range(seen.drawn)), key=BY_ORDER)
        side.bay += [unseen.pop() for _ in range(seen.bay - len(side.bay))]
    side.deck = unseen


def _imagine_items(g: ArmsDealerState, content: Content, view: ArmsDealerView) -> None:
    visible = [item for item in (*g.shop, *g.item_discard) if item]
    for side in g.sides:
        visible += (*side.hand, *side.equipped)
    unseen = without(content.items, visible)
    g.shuffle(unseen)
    for place in view.shop:
        if place.there and place.item is None:
            g.shop[place.place - 1] = unseen.pop()
    for seat, side in enumerate(g.sides):
        if seat != view.seat:
            side.hand = sorted((unseen.pop() for _ in range(view.sides[seat].hand)), key=BY_ORDER)
    g.item_deck = unseen


def _phase(view: ArmsDealerView) -> Phase:
    if view.outcome is not None:
        return Over((), view.outcome)
    match view.phase:
        case "Deciding" if view.item is not None:
            return Deciding(view.waiting, view.item)
        case "Equipping":
            return Equipping(view.waiting, view.passed is not None)
        case "Answering":
            return Answering(view.waiting, view.raised)
        case "Harvesting":
            return Harvesting(view.waiting, view.picks)
        case name:
            phases = {phase.tag: phase for phase in (Formation, Shopping, Opening, Strategy, Following)}
            return phases[name](view.waiting)
