"""What is asked and what happened in Arms Dealer, in sentences (`Game.prompt`, `Game.tell`)."""

from collections.abc import Mapping, Sequence

from rules.arms_dealer import events as e
from rules.arms_dealer.cards import ItemCard, ItemKind
from rules.arms_dealer.labels import cost_of_forfeiting, standing
from rules.arms_dealer.refusals import fleet_list, number
from rules.arms_dealer.view import ArmsDealerView
from rules.core.cards import Card, CardId
from rules.core.events import Event

Cards = Mapping[CardId, Card]


def prompt(view: ArmsDealerView, names: Sequence[str]) -> str:
    """What is to be decided now."""
    if not view.waiting:
        return "The match is over."
    if view.seat in view.waiting:
        return f"Battle {view.turn}: {_to_the_asked(view, names)}"
    asked = " and ".join(names[seat] for seat in view.waiting)
    return f"Battle {view.turn}: {asked} {_of_the_asked(view, names)}"


def _to_the_asked(view: ArmsDealerView, names: Sequence[str]) -> str:
    assert view.seat is not None
    own = view.sides[view.seat]
    match view.phase:
        case "Formation":
            ships = fleet_list(ship.ship_class for ship in view.drawn)
            return f"lay your ships face down ({ships}). The first to be ready buys first."
        case "Shopping":
            return f"you are at the Arms Dealer with {own.coins:,} coins; your bet of {own.initial_bet:,} follows."
        case "Deciding":
            assert view.item is not None
            item = view.shop[view.item - 1].item
            assert item is not None
            return f"item {view.item} is {item.name}. Keep it for 2,000 more, or put it back?"
        case "Equipping":
            return f"skirmish {view.skirmish} stands {standing(view, names)}. Equip an item, or pass."
        case "Strategy":
            return f"skirmish {view.skirmish + 1} is next, the pot is {view.pot:,}. Ready up, reorder or raise."
        case "Following":
            return f"skirmish {view.skirmish + 1} is next, the pot is {view.pot:,}. Ready up or reorder."
        case "Answering":
            return f"match {view.raised:,}, or forfeit skirmish {view.skirmish + 1}. {cost_of_forfeiting(view)}."
        case _:
            return f"you lost the battle: harvest {number(view.picks, 'asteroid')}."


def _of_the_asked(view: ArmsDealerView, names: Sequence[str]) -> str:
    match view.phase:
        case "Formation":
            return "lay their formation." if len(view.waiting) > 1 else "lays a formation."
        case "Shopping":
            return "is at the Arms Dealer."
        case "Deciding":
            return f"is looking at item {view.item}."
        case "Equipping":
            return f"may equip; skirmish {view.skirmish} stands {standing(view, names)}."
        case "Strategy":
            return f"prepares for skirmish {view.skirmish + 1}, and may raise; the pot is {view.pot:,}."
        case "Following":
            return f"prepares for skirmish {view.skirmish + 1}; the pot is {view.pot:,}."
        case "Answering":
            return f"has to match {view.raised:,} or forfeit skirmish {view.skirmish + 1}."
        case _:
            return f"lost the battle and harvests {number(view.picks, 'asteroid')}."


def tell(cards: Cards, event: Event, names: Sequence[str]) -> str:
    """What happened, as a sentence, or "" if another event tells it."""
    match event:
        case e.BattleBegan(battle=battle):
            return f"Battle {battle} begins: both draw their ships."
        case e.ShipsDrawn(cards=drawn):
            return f"You draw {_list(cards, drawn)}."
        case e.BayReshuffled(seat=seat, ships=ships):
            return f"{names[seat]}'s repair bay of {number(ships, 'ship')} is shuffled into the fleet deck."
        case e.FormationLaid(seat=seat, first=first):
            return f"{names[seat]} is ready{' first, and buys first' if first else ''}."
        case e.BattleWon(seat=seat, coins=coins, wins=wins):
            return f"{names[seat]} wins the battle {max(wins)} to {min(wins)}, and the pot of {coins:,}."
        case e.Harvested(seat=seat, place=place, card=card, coins=coins):
            return f"{names[seat]} harvests asteroid {place}: {cards[card].name}, {coins:,} coins."
        case e.RowsRenewed(items=items):
            left = f"Nobody bought {_list(cards, items)}. " if items else ""
            return f"{left}New items and asteroids are laid out."
        case _:
            return _tell_of_shop(cards, event, names) or _tell_of_battle(cards, event, names)


def _tell_of_shop(cards: Cards, event: Event, names: Sequence[str]) -> str:
    match event:
        case e.ItemLookedAt(seat=seat, place=place):
            return f"{names[seat]} pays 1,000 and looks at item {place}."
        case e.ItemSeen(place=place, card=card):
            return f"Item {place} is {cards[card].name}."
        case e.ItemPutBack(seat=seat, place=place):
            return f"{names[seat]} puts item {place} back."
        case e.ItemKept(seat=seat, place=place):
            return f"{names[seat]} pays 2,000 more and keeps item {place}."
        case e.ItemDrawn(cards=drawn):
            return f"{_list(cards, drawn)} is in your hand now."
        case e.ShopLeft(seat=seat):
            return f"{names[seat]} leaves the Arms Dealer."
        case _:
            return ""


def _tell_of_battle(cards: Cards, event: Event, names: Sequence[str]) -> str:
    match event:
        case e.BetsPlaced(seat=seat, bets=bets):
            other = 1 - seat
            return f"{names[seat]} bets {bets[seat]:,}, {names[other]} {bets[other]:,}."
        case e.ShipTurnedUp(seat=seat, card=card, skirmish=skirmish, power=power, space=space):
            source = f"from space {space}" if space else "off the top of the fleet deck"
            return f"Skirmish {skirmish}: {names[seat]}'s {cards[card].name} ({power}) {source}."
        case e.Equipped():
            return _equipped(cards, event, names)
        case e.Passed(seat=seat):
            return f"{names[seat]} passes."
        case e.SkirmishDecided():
            return _decided(cards, event, names)
        case e.Readied(seat=seat):
            return f"{names[seat]} readies up."
        case e.Reordered(seat=seat, first=first, second=second):
            return f"{names[seat]} swaps the ships on spaces {first} and {second}."
        case e.Raised(seat=seat, coins=coins, pot=pot):
            return f"{names[seat]} raises by {coins:,}: the pot is {pot:,}."
        case e.Matched(seat=seat, coins=coins, pot=pot):
            return f"{names[seat]} matches {coins:,}: the pot is {pot:,}."
        case e.Forfeited(seat=seat, skirmish=skirmish, card=card, wins=wins):
            return (
                f"{names[seat]} forfeits skirmish {skirmish} and loses {cards[card].name}; "
                f"{names[0]} {wins[0]}, {names[1]} {wins[1]}."
            )
        case _:
            return _tell_of_end(event, names)


def _tell_of_end(event: Event, names: Sequence[str]) -> str:
    match event:
        case e.FleetsDestroyed(left=left, coins=coins):
            if any(left):
                return f"{names[left.index(False)]} has no ship left. {names[left.index(True)]} wins."
            return f"No ship is left. Coins: {names[0]} {coins[0]:,}, {names[1]} {coins[1]:,}."
        case e.BetsUnpaid(unable=(seat,)):
            return f"{names[seat]} cannot pay the initial bet. {names[1 - seat]} wins."
        case e.BetsUnpaid(ships=ships, coins=coins):
            return f"Nobody can pay the initial bet. {_ships_and_coins(ships, coins, names)}"
        case e.LimitReached(ships=ships, coins=coins):
            return f"The last battle is over. {_ships_and_coins(ships, coins, names)}"
        case _:
            raise ValueError(f"not an event of Arms Dealer: {event}")


def _equipped(cards: Cards, event: e.Equipped, names: Sequence[str]) -> str:
    item = cards[event.card]
    assert isinstance(item, ItemCard)
    ship = "" if event.ship is None else cards[event.ship].name
    effect = {
        ItemKind.REPAIR: f": {ship} is repaired",
        ItemKind.REINFORCEMENTS: f": {ship} joins in",
        ItemKind.REDRAW: f": {ship} fights instead",
    }.get(item.kind, "")
    return f"{names[event.seat]} equips {item.name}{effect}. Power {event.power} against {event.against}."


def _decided(cards: Cards, event: e.SkirmishDecided, names: Sequence[str]) -> str:
    one, two = event.powers
    wins = f"{names[0]} {event.wins[0]}, {names[1]} {event.wins[1]}"
    lost = _list(cards, event.destroyed)
    verb = "is" if len(event.destroyed) == 1 else "are"
    if event.winner is None:
        return f"Skirmish {event.skirmish} is a tie, {one} each: {lost} {verb} destroyed, and both win it. {wins}."
    return (
        f"{names[event.winner]} wins skirmish {event.skirmish}, {max(one, two)} against {min(one, two)}: "
        f"{lost} {verb} destroyed. {wins}."
    )


def _ships_and_coins(ships: tuple[int, int], coins: tuple[int, int], names: Sequence[str]) -> str:
    each = (f"{names[seat]} {number(ships[seat], 'ship')} and {coins[seat]:,} coins" for seat in (0, 1))
    return f"{', '.join(each)}."


def _list(cards: Cards, ids: Sequence[CardId]) -> str:
    *first, last = (cards[card].name for card in ids)
    return f"{', '.join(first)} and {last}" if first else last
