"""What the pictures and the texts of Arms Dealer both say, taken from the view once."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from render import telling
from render.arms_dealer.skirmishes import cards_of
from render.artist import Names
from rules.arms_dealer.actions import Equip
from rules.arms_dealer.cards import AsteroidCard, ItemCard, ItemKind, ShipCard, ShipClass
from rules.arms_dealer.events import BattleWon, Harvested, Reordered, RowsRenewed
from rules.arms_dealer.labels import spending
from rules.arms_dealer.limits import KEEPING, LOOKING, NEEDED
from rules.arms_dealer.view import ArmsDealerView, ShopView, SideView
from rules.core.cards import Card
from rules.core.events import Seat
from rules.core.game import Game

STEPS: Final = ("Fleet", "Dealer", "Bets", "Skirmish", "Strategy", "Collect")
"""The parts of a battle, as far as anybody decides in them."""
_STEP_OF: Final = {
    "Formation": 0,
    "Shopping": 1,
    "Deciding": 1,
    "Opening": 2,
    "Equipping": 3,
    "Strategy": 4,
    "Following": 4,
    "Answering": 4,
    "Harvesting": 5,
}
C = TypeVar("C", bound=Card)


@dataclass(frozen=True, slots=True)
class Haul:
    """What a loser just got out of an asteroid, and what nobody bought in the battle if it is over."""

    seat: Seat
    place: int
    card: AsteroidCard
    coins: int
    unsold: tuple[ItemCard, ...]
    left: tuple[AsteroidCard, ...]


def seen_by_all(view: ArmsDealerView) -> ArmsDealerView:
    """The view of a spectator of the same table."""
    sides = tuple(
        replace(side, formation=tuple(replace(space, ship=None) for space in side.formation)) for side in view.sides
    )
    return replace(
        view,
        seat=None,
        options=(),
        events=tuple(event for event in view.events if event.seats is None),
        sides=(sides[0], sides[1]),
        drawn=(),
        bay=(),
        hand=(),
        shop=tuple(replace(place, item=None) for place in view.shop),
    )


def step(view: ArmsDealerView) -> int | None:
    """The place of the present part of the battle among the steps; None if the match is over."""
    before_fights = view.phase == "Answering" and view.skirmish == 0
    return None if view.outcome else _STEP_OF["Opening" if before_fights else view.phase]


def standing(view: ArmsDealerView, seat: Seat) -> str:
    """What is said beside a player's name: that they decide, are ready, or won."""
    ready = view.phase == "Formation" and view.outcome is None and seat not in view.waiting
    return "ready" if ready else telling.standing(view, seat)


def goes_first(view: ArmsDealerView, seat: Seat) -> bool:
    """Whether this seat goes first; in the first battle nobody does before a formation is locked in."""
    return seat == view.leader and view.outcome is None and (view.turn > 1 or view.phase != "Formation")


def aside(game: Game, view: ArmsDealerView, names: Names) -> str:
    """What is said above a hand beside the question: what was learned, or what paying the Arms Dealer would leave."""
    price = _price(view)
    learned = "" if price == KEEPING else telling.learned(game, view, names)
    return f"{learned} {spending(view, price) if price and not warning(view) else ''}".strip()


def _price(view: ArmsDealerView) -> int:
    """What this seat is asked to pay at the Arms Dealer, if it is asked."""
    if view.seat not in view.waiting:
        return 0
    return {"Shopping": LOOKING, "Deciding": KEEPING}.get(view.phase, 0)


def warning(view: ArmsDealerView) -> str:
    """What this seat has to fear from its decision; "" if nothing."""
    price = _price(view)
    if view.seat is not None and price:
        side = view.sides[view.seat]
        asked = {LOOKING: "Look?", KEEPING: "Keep it?"}[price]
        return f"{asked} {spending(view, price)}" if side.coins - price < side.initial_bet else ""
    return forfeit_cost(view)


def haul(game: Game, view: ArmsDealerView) -> Haul | None:
    """What was just harvested, if anything was."""
    picked = next((event for event in view.events if isinstance(event, Harvested)), None)
    if picked is None:
        return None
    (card,) = cards_of(game, (picked.card,), AsteroidCard)
    renewed = next((event for event in view.events if isinstance(event, RowsRenewed)), None)
    unsold = cards_of(game, renewed.items, ItemCard) if renewed else ()
    left = cards_of(game, renewed.asteroids, AsteroidCard) if renewed else ()
    return Haul(picked.seat, picked.place, card, picked.coins, unsold, left)


def won(view: ArmsDealerView) -> BattleWon | None:
    """The end of a battle, if it has just been won."""
    return next((event for event in view.events if isinstance(event, BattleWon)), None)


def stakes(view: ArmsDealerView) -> tuple[int, int]:
    """What each has in the pot; before the bets are placed and as soon as they are known, what each will bet."""
    one, two = view.sides
    to_come = view.outcome is None and STEPS[_STEP_OF[view.phase]] in {"Fleet", "Dealer"}
    if not to_come:
        return one.stake, two.stake
    return (one.initial_bet, two.initial_bet) if goes_first(view, view.leader) else (0, 0)


def swapped(view: ArmsDealerView, seat: Seat) -> frozenset[int]:
    """The spaces whose ships this seat has just swapped."""
    return frozenset(
        space
        for event in view.events
        if isinstance(event, Reordered) and event.seat == seat
        for space in (event.first, event.second)
    )


def destroyed(side: SideView) -> dict[ShipCard, int]:
    """How many of each ship of the fleet lie in the scrapyard, weakest first."""
    count = Counter(side.scrapyard)
    return {ship: count[ship] for ship in dict.fromkeys(side.fleet)}


def times(count: int) -> str:
    """How many there are of something, if it is more than one."""
    return f" x{count}" if count > 1 else ""


def counted(cards: Iterable[Card]) -> list[str]:
    """The names of cards, each once, with how many there are."""
    return telling.each(Counter(cards))


def stacks(items: Iterable[C]) -> list[tuple[C, int]]:
    """Equal cards once each, with how many there are."""
    return list(Counter(items).items())


def usable(view: ArmsDealerView) -> frozenset[ItemCard]:
    """The items of this seat's hand that it may use now."""
    ids = {action.item for action in view.options if isinstance(action, Equip)}
    return frozenset(item for item in view.hand if item.id in ids)


def known(view: ArmsDealerView) -> list[tuple[ShopView, ItemCard]]:
    """The items that this seat has looked at, and that still lie in the shop row."""
    return [(place, place.item) for place in view.shop if place.there and place.item is not None]


def in_deck(view: ArmsDealerView) -> tuple[ShipCard, ...]:
    """The ships in this seat's own fleet deck, weakest first: all that are nowhere else."""
    assert view.seat is not None
    side = view.sides[view.seat]
    rest = list(side.unseen)
    for ship in (*view.drawn, *view.bay, *(space.ship for space in side.formation if space.ship)):
        rest.remove(ship)
    return tuple(rest)


def would_be(view: ArmsDealerView, item: ItemCard) -> tuple[int, int]:
    """The least and the most power that this seat would have in the skirmish after using an item."""
    assert view.seat is not None
    side = view.sides[view.seat]
    coming = in_deck(view) or view.bay
    match item.kind:
        case ItemKind.POWER:
            return side.power + item.power, side.power + item.power
        case ItemKind.REINFORCEMENTS:
            powers = [side.power + ship.power for ship in coming]
        case ItemKind.REDRAW:
            gone = side.fighting[0]
            powers = [side.power - gone.power + ship.power for ship in (*coming, gone)]
        case _:
            powers = [side.power]
    return min(powers), max(powers)


def forfeit_cost(view: ArmsDealerView) -> str:
    """What a forfeit would cost the view's seat, which alone knows the ship; "" if it is not asked for an answer."""
    if view.phase != "Answering" or view.seat not in view.waiting or view.seat is None:
        return ""
    side, against = view.sides[view.seat], view.sides[1 - view.seat]
    ship = next((space.ship for space in side.formation if space.space == view.skirmish + 1), None)
    lost = (
        f"your {ship.name} ({ship.power}) on space {view.skirmish + 1}" if ship else "the top ship of your fleet deck"
    )
    pot = f" and the battle with its pot of {view.pot:,}" if _decides(side, against) else ""
    return f"Forfeiting costs you {lost}{pot}. Matching costs {view.raised:,} of your {side.coins:,} coins."


def _decides(side: SideView, against: SideView) -> bool:
    """Whether a skirmish more would win the battle for the other player."""
    return against.wins + 1 >= NEEDED and against.wins + 1 > side.wins


def unseen_asteroids(game: Game, view: ArmsDealerView) -> dict[AsteroidCard, int]:
    """How many of each asteroid lie in the row or in the deck."""
    gone = Counter(view.asteroid_discard)
    every = [card for card in game.cards.values() if isinstance(card, AsteroidCard)]
    return {card: card.copies - gone[card] for card in every}


def own_piles(game: Game, view: ArmsDealerView) -> list[str]:
    """What only their owner knows of the ships in piles; for who picks an asteroid, also what it can be."""
    said = [f"Your fleet deck: {by_class(in_deck(view))}.", f"Your repair bay: {by_class(view.bay)}."]
    return [*said, odds(game, view)] if view.picks and view.seat in view.waiting else said


def odds(game: Game, view: ArmsDealerView) -> str:
    """Which asteroids are still unseen, in the row or in the deck."""
    each = [f"{count} of {card.coins:,}" for card, count in unseen_asteroids(game, view).items() if count]
    return f"Asteroids still unseen, in the row or the deck: {', '.join(each)} coins."


def by_class(ships: Iterable[ShipCard]) -> str:
    """Ships by class, in words."""
    count = Counter(ship.ship_class for ship in ships)
    said = [f"{ship_class.label} {count[ship_class]}" for ship_class in ShipClass if count[ship_class]]
    return ", ".join(said) or "none"
