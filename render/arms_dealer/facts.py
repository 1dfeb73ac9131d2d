"""Derive the facts that Arms Dealer's pictures and texts share from a view."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from render import wording
from render.arms_dealer.skirmishes import cards_of
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
"""The parts of a battle in which players decide something, in order."""
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
    """A loser's harvest from an asteroid; after the battle, also the items and asteroids that were left."""

    seat: Seat
    place: int
    card: AsteroidCard
    coins: int
    unsold: tuple[ItemCard, ...]
    left: tuple[AsteroidCard, ...]


def public_view(view: ArmsDealerView) -> ArmsDealerView:
    """Return a spectator's view of the same table."""
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
    """Return the index of the present part of the battle in `STEPS`; None if the match is over."""
    before_fights = view.phase == "Answering" and view.skirmish == 0
    return None if view.outcome else _STEP_OF["Opening" if before_fights else view.phase]


def status(view: ArmsDealerView, seat: Seat) -> str:
    """Return the status beside a player's name: “decides”, “ready”, “winner”, or "" for none."""
    ready = view.phase == "Formation" and view.outcome is None and seat not in view.waiting
    return "ready" if ready else wording.status(view, seat)


def goes_first(view: ArmsDealerView, seat: Seat) -> bool:
    """Return whether this seat goes first. In the first battle no seat does until a formation is locked in."""
    return seat == view.leader and view.outcome is None and (view.turn > 1 or view.phase != "Formation")


def hand_remark(view: ArmsDealerView) -> str:
    """Return the remark above a hand: the coins left after paying the Arms Dealer; "" without a price, or if warned."""
    price = _price(view)
    if not price or warning(view):
        return ""
    left = spending(view, price)
    return f"{'A look' if price == LOOKING else 'Keeping it'} {left[0].lower()}{left[1:]}"


def _price(view: ArmsDealerView) -> int:
    """Return the price that this seat may pay the Arms Dealer now; 0 if there is none."""
    if view.seat not in view.waiting:
        return 0
    return {"Shopping": LOOKING, "Deciding": KEEPING}.get(view.phase, 0)


def warning(view: ArmsDealerView) -> str:
    """Return a warning about this seat's decision; "" if there is no danger in it."""
    price = _price(view)
    if view.seat is not None and price:
        side = view.sides[view.seat]
        asked = {LOOKING: "Look?", KEEPING: "Keep it?"}[price]
        return f"{asked} {spending(view, price)}" if side.coins - price < side.initial_bet else ""
    return forfeit_cost(view)


def haul(game: Game, view: ArmsDealerView) -> Haul | None:
    """Return the harvest that has just taken place; None if there was none."""
    picked = next((event for event in view.events if isinstance(event, Harvested)), None)
    if picked is None:
        return None
    (card,) = cards_of(game, (picked.card,), AsteroidCard)
    renewed = next((event for event in view.events if isinstance(event, RowsRenewed)), None)
    unsold = cards_of(game, renewed.items, ItemCard) if renewed else ()
    asteroids = cards_of(game, renewed.asteroids, AsteroidCard) if renewed else ()
    return Haul(picked.seat, picked.place, card, picked.coins, unsold, asteroids)


def won(view: ArmsDealerView) -> BattleWon | None:
    """Return the event that has just ended the battle; None if the battle goes on."""
    return next((event for event in view.events if isinstance(event, BattleWon)), None)


def stakes(view: ArmsDealerView) -> tuple[int, int]:
    """Return each player's stake in the pot. Before the bets are placed, return the bets to come if they are known,
    else zeros.
    """
    first, second = view.sides
    to_come = view.outcome is None and STEPS[_STEP_OF[view.phase]] in {"Fleet", "Dealer"}
    if not to_come:
        return first.stake, second.stake
    return (first.initial_bet, second.initial_bet) if goes_first(view, view.leader) else (0, 0)


def swapped(view: ArmsDealerView, seat: Seat) -> frozenset[int]:
    """Return the spaces whose ships this seat has just swapped."""
    return frozenset(
        space
        for event in view.events
        if isinstance(event, Reordered) and event.seat == seat
        for space in (event.first, event.second)
    )


def destroyed(side: SideView) -> dict[ShipCard, int]:
    """Return the number of ships of each kind in the scrapyard, weakest first."""
    count = Counter(side.scrapyard)
    return {ship: count[ship] for ship in dict.fromkeys(side.fleet)}


def times(count: int) -> str:
    """Return “ x3” for a count of 3; "" for 1."""
    return f" x{count}" if count > 1 else ""


def counted(cards: Iterable[Card]) -> list[str]:
    """Return the names of different cards, each with its number of copies."""
    return wording.with_copies(Counter(cards))


def stacks(items: Iterable[C]) -> list[tuple[C, int]]:
    """Return the number of copies of each card."""
    return list(Counter(items).items())


def usable(view: ArmsDealerView) -> frozenset[ItemCard]:
    """Return the items in this seat's hand that it can use now."""
    ids = {action.item for action in view.options if isinstance(action, Equip)}
    return frozenset(item for item in view.hand if item.id in ids)


def known(view: ArmsDealerView) -> list[tuple[ShopView, ItemCard]]:
    """Return the places of the shop row whose items this seat knows, each with its item."""
    return [(place, place.item) for place in view.shop if place.there and place.item is not None]


def in_deck(view: ArmsDealerView) -> tuple[ShipCard, ...]:
    """Return the ships in this seat's fleet deck, weakest first: those of its ships that are nowhere else."""
    assert view.seat is not None
    side = view.sides[view.seat]
    remaining = list(side.unseen)
    for ship in (*view.drawn, *view.bay, *(space.ship for space in side.formation if space.ship)):
        remaining.remove(ship)
    return tuple(remaining)


def power_after(view: ArmsDealerView, item: ItemCard) -> tuple[int, int]:
    """Return the least and the most power that this seat can have in the skirmish after using an item."""
    assert view.seat is not None
    side = view.sides[view.seat]
    coming = in_deck(view) or view.bay
    match item.kind:
        case ItemKind.POWER:
            return side.power + item.power, side.power + item.power
        case ItemKind.REINFORCEMENTS:
            powers = [side.power + ship.power for ship in coming]
        case ItemKind.REDRAW:
            discarded = side.fighting[0]
            powers = [side.power - discarded.power + ship.power for ship in (*coming, discarded)]
        case _:
            powers = [side.power]
    return min(powers), max(powers)


def forfeit_cost(view: ArmsDealerView) -> str:
    """Return a sentence on what a forfeit would cost the view's seat; "" if the seat has no raise to answer.

    The sentence names a hidden ship, so only that seat may read it.
    """
    if view.phase != "Answering" or view.seat not in view.waiting or view.seat is None:
        return ""
    side, opponent = view.sides[view.seat], view.sides[1 - view.seat]
    ship = next((space.ship for space in side.formation if space.space == view.skirmish + 1), None)
    lost = (
        f"your {ship.name} ({ship.power}) on space {view.skirmish + 1}" if ship else "the top ship of your fleet deck"
    )
    matching = f"Matching costs {view.raised:,} of your {side.coins:,} coins."
    if side.ships == 1:
        return f"Forfeiting loses the match: {lost} is your last ship. {matching}"
    costs_asteroid = view.risks_asteroid(view.seat)
    if _decides(side, opponent):
        cost = f"{lost}, an asteroid" if costs_asteroid else lost
        return f"Forfeiting costs you {cost} and the battle with its pot of {view.pot:,}. {matching}"
    cost = f"{lost}, and an asteroid if the battle is lost" if costs_asteroid else lost
    return f"Forfeiting costs you {cost}. {matching}"


def _decides(side: SideView, opponent: SideView) -> bool:
    """Return whether the opponent would win the battle by winning one more skirmish."""
    return opponent.wins + 1 >= NEEDED and opponent.wins + 1 > side.wins


def unseen_asteroids(game: Game, view: ArmsDealerView) -> dict[AsteroidCard, int]:
    """Return for each asteroid how many copies are still in the row or the deck."""
    discarded = Counter(view.asteroid_discard)
    asteroids = [card for card in game.cards.values() if isinstance(card, AsteroidCard)]
    return {card: card.copies - discarded[card] for card in asteroids}


def own_piles(game: Game, view: ArmsDealerView) -> list[str]:
    """Return sentences about the owner's piles of ships, and about the unseen asteroids if the owner is picking one."""
    sentences = [f"Your fleet deck: {by_class(in_deck(view))}.", f"Your repair bay: {by_class(view.bay)}."]
    return [*sentences, *filter(None, [own_odds(game, view)])]


def own_odds(game: Game, view: ArmsDealerView) -> str:
    """Return the sentence of `odds` while the owner is picking an asteroid; "" otherwise."""
    return odds(game, view) if view.picks and view.seat in view.waiting else ""


def odds(game: Game, view: ArmsDealerView) -> str:
    """Return a sentence about the asteroids that nobody has seen yet: those in the row and in the deck."""
    listed = [f"{count} of {card.coins:,}" for card, count in unseen_asteroids(game, view).items() if count]
    return f"Asteroids still unseen, in the row or the deck: {', '.join(listed)} coins."


def by_class(ships: Iterable[ShipCard]) -> str:
    """Return how many ships of each class there are: “Scout 2, Fighter 1”."""
    count = Counter(ship.ship_class for ship in ships)
    listed = [f"{ship_class.label} {count[ship_class]}" for ship_class in ShipClass if count[ship_class]]
    return ", ".join(listed) or "none"
