"""Write in words everything that Arms Dealer's pictures show, most important first."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from render import wording
from render.arms_dealer import facts
from render.arms_dealer.previews import (
    TITLES,
    Laying,
    Looking,
    Picking,
    Previews,
    Row,
    Swapping,
    Using,
    explanation,
    span,
    verdict,
)
from render.arms_dealer.skirmishes import Corner, Fate, Fight, fights_of
from render.renderer import Names
from rules.arms_dealer.cards import ItemCard
from rules.arms_dealer.labels import does
from rules.arms_dealer.view import ArmsDealerView, ShopView, SideView
from rules.core.events import Seat
from rules.core.game import Game


def table(game: Game, view: ArmsDealerView, names: Names) -> Iterator[str]:
    """Return the public table in lines of plain text: the decision, the fight, both players, both rows."""
    view = facts.public_view(view)
    step = facts.step(view)
    fights = fights_of(game, view)
    yield f"Battle {view.turn} · {facts.STEPS[step] if step is not None else 'Game over'} · pot {_pot(view)}"
    yield wording.headline(game, view, names)
    if news := wording.recent_events(game, view, names):
        yield f"Just now: {' '.join(news)}"
    if won := facts.won(view):
        yield f"{names[won.seat]} wins the battle and the pot: +{won.coins:,}"
    if view.raised:
        asked = view.waiting[0]
        raised = f"{names[1 - asked]} raises by {view.raised:,}"
        yield f"{raised}: {names[asked]} matches it, or forfeits skirmish {view.skirmish + 1}"
    yield from _haul(game, view, names)
    if fights and not fights[-1].over:
        yield f"Skirmish {fight_line(fights[-1], names)}"
    yield ""
    for seat in (0, 1):
        yield from _side(view, seat, names[seat])
    yield ""
    ended = [fight for fight in fights if fight.over]
    if ended:
        yield "Skirmishes of this battle"
        yield from (f"  {fight_line(fight, names)}" for fight in ended)
    yield f"Arms Dealer, face down: {_numbers(place.place for place in view.shop if place.there)}"
    for seat in (0, 1):
        if looked := [place.place for place in view.shop if seat in place.looked]:
            yield f"  {names[seat]} has looked at {_numbers(looked)}"
    if view.item is not None:
        yield f"  {names[view.waiting[0]]} is looking at {view.item}"
    yield f"Asteroids, face down: {_numbers(_there(view.asteroids))}"
    yield from _decks(view)


def _pot(view: ArmsDealerView) -> str:
    """Return the pot with its parts, or the bets to come."""
    first, second = facts.stakes(view)
    if not first:
        return f"{view.pot:,}"
    return f"{view.pot:,} ({first:,} + {second:,}{'' if view.pot else ' to come'})"


def _haul(game: Game, view: ArmsDealerView, names: Names) -> Iterator[str]:
    haul = facts.haul(game, view)
    if haul is None:
        return
    yield f"Harvest: {names[haul.seat]}, asteroid {haul.place}: {haul.card.name}, +{haul.coins:,}"
    if haul.left:
        yield f"Not picked: {', '.join(f'{card.coins:,}' for card in haul.left)}"
    if haul.unsold:
        yield f"Nobody bought: {', '.join(facts.counted(haul.unsold))}"


def piles(view: ArmsDealerView, names: Names) -> Iterator[str]:
    """Return each player's ships, items and coins, both decks with their discards, and the bank."""
    for side, name in zip(view.sides, names, strict=True):
        yield f"{name}: {_stocks(side)}, stake {side.stake:,}"
        yield _scrapyard(side)
        if side.returned:
            yield f"  in the repair bay since they won: {facts.by_class(side.returned)}"
    yield from _decks(view)


def _decks(view: ArmsDealerView) -> Iterator[str]:
    yield f"Items: deck {view.item_deck}, discard {_pile(view.item_discard)}"
    yield f"Asteroids: deck {view.asteroid_deck}, discard {_pile(view.asteroid_discard)}"
    yield f"Bank {view.bank:,}"


def _stocks(side: SideView) -> str:
    drawn = f", drawn {side.drawn}" if side.drawn else ""
    return f"ships {side.ships}/{len(side.fleet)}, deck {side.deck}{drawn}, repair bay {side.bay}, items {side.hand}"


def _scrapyard(side: SideView) -> str:
    return f"  scrapyard: {facts.by_class(side.scrapyard)}"


def fight_line(fight: Fight, names: Names) -> str:
    """Describe a skirmish: each side's power, cards and result, or how it stands."""
    one, two = (f"{names[seat]} {_corner(corner)}" for seat, corner in enumerate(fight.corners))
    tie = "; a tie: both win, both are destroyed" if fight.corners[0].fate is Fate.TIED else ""
    return f"{fight.skirmish}: {one} against {two}{tie}"


def _own_fight_line(fight: Fight, seat: Seat) -> str:
    """Describe one side of a skirmish for its player, without the other side's cards."""
    corner = fight.corners[seat]
    return f"{fight.skirmish}: you {_corner(corner)}{'; a tie: won and destroyed' if corner.fate is Fate.TIED else ''}"


def _corner(corner: Corner) -> str:
    """Describe one side of a skirmish: its power, the parts of the power, and its result."""
    alone = len(corner.ships) == 1 and not corner.items
    ships = [ship.name if alone else f"{ship.name} {ship.power}" for ship in corner.ships]
    components = " + ".join((*ships, *facts.counted(corner.items)))
    match corner.fate:
        case Fate.SPARED:
            return "(wins unseen)"
        case Fate.FORFEITED:
            return f"({components}, forfeited and destroyed)"
        case Fate.FIGHTING | Fate.TIED:
            return f"{corner.power} ({components})"
    return f"{corner.power} ({components}; {'wins' if corner.fate is Fate.WON else 'destroyed'})"


def _side(view: ArmsDealerView, seat: Seat, name: str) -> Iterator[str]:
    side = view.sides[seat]
    words = [word for word in (facts.status(view, seat), "goes first" if facts.goes_first(view, seat) else "") if word]
    status = f" ({', '.join(words)})" if words else ""
    yield f"{seat + 1} {name}, {side.look.label}{status}: {side.coins:,} coins, wins {side.wins}"
    yield f"  {_stocks(side)}; face down on {_numbers(space.space for space in side.formation if space.laid)}"
    if swapped := facts.swapped(view, seat):
        yield f"  just swapped {' and '.join(map(str, sorted(swapped)))}"
    yield _scrapyard(side)
    yield f"  fleet: {facts.by_class(side.fleet)}"


def _numbers(places: Iterable[int]) -> str:
    return " ".join(map(str, places)) or "none"


def _there(row: Sequence[bool]) -> list[int]:
    return [place for place, present in enumerate(row, start=1) if present]


def _place(place: ShopView, names: Names) -> str:
    """Describe a place of the shop row, as far as the viewer knows it."""
    if not place.there:
        return f"{place.place}: empty"
    looked = f" (looked at by {' and '.join(names[seat] for seat in place.looked)})" if place.looked else ""
    return f"{place.place}{looked}: {_item(place.item) if place.item else 'not looked at by you'}"


def _pile(cards: Sequence[Any]) -> str:
    return f"{len(cards)}" + (f" ({', '.join(facts.counted(cards))})" if cards else "")


def hand(game: Game, view: ArmsDealerView, names: Names) -> Iterator[str]:
    """Return everything that only the view's seat may see, in lines of plain text."""
    assert view.seat is not None
    side = view.sides[view.seat]
    at_rest = wording.at_rest(view)
    yield f"{names[view.seat]}: {side.coins:,} coins{'' if at_rest else f', pot {view.pot:,}'}"
    yield wording.aim(game, view)
    if aside := facts.hand_remark(view):
        yield aside
    if warning := facts.warning(view):
        yield warning
    yield ""
    if view.drawn:
        yield f"Your ships, still to be laid: {', '.join(f'{ship.name} {ship.power}' for ship in view.drawn)}"
    elif side.face_down:
        yield f"Your formation: {_row(tuple(space.ship for space in side.formation))}"
    for fight in fights_of(game, view):
        yield f"Skirmish {_own_fight_line(fight, view.seat) if at_rest else fight_line(fight, names)}"
    if swapped := facts.swapped(view, view.seat):
        yield f"Just swapped: {' and '.join(map(str, sorted(swapped)))}"
    for place, item in facts.known(view):
        offer = ", which you can keep now" if place.place == view.item and view.seat in view.waiting else ""
        yield f"You have looked at item {place.place}: {_item(item)}{offer}"
    yield "Your items" if view.hand else "You hold no items"
    usable = facts.usable(view)
    for item, count in facts.stacks(view.hand):
        yield f"  {_item(item)}{facts.times(count)}{', can be used now' if item in usable else ''}"
    yield from facts.own_piles(game, view)


def _item(item: ItemCard) -> str:
    return f"{item.name}: {does(item)}"


def _row(ships: Row) -> str:
    shown = (f"{space} {ship.name} {ship.power}" for space, ship in enumerate(ships, start=1) if ship)
    return ", ".join(shown) or "no ship yet"


def choice(game: Game, view: ArmsDealerView, preview: Previews, names: Names) -> Iterator[str]:
    """Yield a title, an explanation, and lines on the options."""
    yield TITLES[type(preview)]
    yield explanation(game, view, preview)
    match preview:
        case Laying():
            yield f"Laid: {_row(preview.laid)}"
        case Looking():
            for place in preview.places:
                yield _place(place, names)
        case Using():
            assert view.seat is not None
            power = view.sides[view.seat].power
            for item, least, most in preview.uses:
                standing = verdict(least, most, preview.against)
                yield f"{item.name}: {power} → {span(least, most)} against {preview.against}, {standing}. {does(item)}"
        case Swapping():
            for highlighted, ships in preview.rows:
                yield f"{' and '.join(map(str, highlighted))}: {_row(ships)}"
        case Picking():
            yield f"Face down: {_numbers(_there(preview.there))}"
