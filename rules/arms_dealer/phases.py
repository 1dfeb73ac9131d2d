"""A battle of Arms Dealer, in the order of the rulebook (seeds/arms_dealer/rulebook.md)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.arms_dealer import collection, refusals, resolution, shop
from rules.arms_dealer.actions import (
    FORFEIT,
    HARVESTS,
    KEEP,
    LEAVE,
    LOOKS,
    MATCH,
    PASS,
    PUT_BACK,
    RAISES,
    READY,
    Equip,
    Forfeit,
    Harvest,
    Keep,
    Lay,
    Leave,
    Look,
    Match,
    Pass,
    PutBack,
    Raise,
    Ready,
    Reorder,
    equips,
    lays_of,
    reorders_of,
)
from rules.arms_dealer.cards import UNIT
from rules.arms_dealer.events import (
    BattleBegan,
    BetsPlaced,
    Equipped,
    FormationLaid,
    HarvestReduced,
    Matched,
    Raised,
    ShipsDrawn,
    forfeits,
    item_put_back,
    passed,
    readied,
    reordered,
    ship_turned_up,
    shop_left,
)
from rules.arms_dealer.items import usable, use
from rules.arms_dealer.limits import KEEPING, LOOKING, PICKS, SPACES
from rules.arms_dealer.state import ArmsDealerState
from rules.core.cards import BY_ORDER
from rules.core.events import Seat, only
from rules.core.notation import Action
from rules.core.play import Over, Phase


def begin_battle(g: ArmsDealerState) -> Phase:
    """3.1 Draw five ships for each player, or as many as they have (3.3)."""
    g.events.append(BattleBegan(battle=g.turn))
    g.locked = ()
    g.skirmish = 0
    g.fought = ()
    for seat, side in enumerate(g.sides):
        side.wins = 0
        count = min(SPACES, len(side.deck) + len(side.bay))
        side.drawn = sorted((g.next_ship(seat) for _ in range(count)), key=BY_ORDER)
        g.events.append(ShipsDrawn(seats=only(seat), seat=seat, cards=tuple([ship.id for ship in side.drawn])))
    return Formation((0, 1))


@dataclass(frozen=True, slots=True)
class Formation(Phase, tag="Formation"):
    """3.1 Both players lay their ships face down at the same time.

    3.4, 3.5 A player who has laid is not asked again. The first to lay buys first.
    """

    clause: ClassVar[str] = "3.1"

    def options(self, g: ArmsDealerState, seat: Seat) -> Sequence[Lay]:
        return lays_of(tuple([ship.ship_class for ship in g.sides[seat].drawn]))

    def play(self, g: ArmsDealerState, seat: Seat, action: Lay) -> Phase:
        side = g.sides[seat]
        ships = {ship.ship_class: ship for ship in side.drawn}
        for space, ship_class in enumerate(action.ships):
            side.formation[space] = ships[ship_class]
        side.drawn = []
        g.events.append(FormationLaid(seat=seat, first=not g.locked))
        g.locked = (*g.locked, seat)
        if len(g.locked) == 1:
            return Formation((1 - seat,))
        if g.turn == 1:
            g.leader = g.locked[0]
        return visit_shop(g, g.locked[0])

    def refusal(self, g: ArmsDealerState, seat: Seat, action: Action) -> str:
        return refusals.of_laying(g.sides[seat], action)


def visit_shop(g: ArmsDealerState, seat: Seat) -> Phase:
    """4.6 Ask a player which item to look at. Skip the visit if the player cannot pay for a look, or no item is
    left.
    """
    if g.sides[seat].coins >= LOOKING and any(g.shop):
        return Shopping((seat,))
    return leave_shop(g, seat)


def leave_shop(g: ArmsDealerState, seat: Seat) -> Phase:
    """4.1 Send the other player to the Arms Dealer, or place the bets if both have visited the Arms Dealer."""
    g.events.append(shop_left(seat))
    return visit_shop(g, g.locked[1]) if seat == g.locked[0] else place_bets(g)


@dataclass(frozen=True, slots=True)
class Shopping(Phase, tag="Shopping"):
    """4.2 The player may look at items for 1,000 each, even with coins that the bet needs (4.7)."""

    clause: ClassVar[str] = "4.2"

    def options(self, g: ArmsDealerState, seat: Seat) -> Sequence[Look | Leave]:
        choices: list[Look | Leave] = [look for look, item in zip(LOOKS, g.shop, strict=True) if item]
        choices.append(LEAVE)
        return choices

    def play(self, g: ArmsDealerState, seat: Seat, action: Look | Leave) -> Phase:
        match action:
            case Look(place):  # 4.2
                shop.look_at(g, seat, place)
                return Deciding((seat,), place) if g.sides[seat].coins >= KEEPING else put_back(g, seat, place)
            case Leave():
                return leave_shop(g, seat)

    def refusal(self, g: ArmsDealerState, seat: Seat, action: Action) -> str:
        return refusals.of_shopping(action)


def put_back(g: ArmsDealerState, seat: Seat, place: int) -> Phase:
    """4.3 Leave the item in its place. A player who cannot pay to keep it has no other choice (4.6)."""
    g.events.append(item_put_back(seat, place))
    return visit_shop(g, seat)


@dataclass(frozen=True, slots=True)
class Deciding(Phase, tag="Deciding"):
    """4.3 The player decides whether to pay 2,000 more for the item that they looked at."""

    clause: ClassVar[str] = "4.3"
    place: int

    def options(self, g: ArmsDealerState, seat: Seat) -> Sequence[Keep | PutBack]:
        return (KEEP, PUT_BACK)

    def play(self, g: ArmsDealerState, seat: Seat, action: Keep | PutBack) -> Phase:
        match action:
            case Keep():  # 4.3
                shop.keep(g, seat, self.place)
                return visit_shop(g, seat)
            case PutBack():
                return put_back(g, seat, self.place)

    def refusal(self, g: ArmsDealerState, seat: Seat, action: Action) -> str:
        return f"You are looking at item {self.place}: keep it or put it back first (rule 4.3)."


def place_bets(g: ArmsDealerState) -> Phase:
    """5.1, 5.4 Place the initial bets without asking; end the match if a player cannot pay (10.4)."""
    end = resolution.without_coins(g)
    if end is not None:
        return Over((), end)
    bets = (g.initial_bet(0), g.initial_bet(1))
    for seat, coins in enumerate(bets):
        g.bet(seat, coins)
    g.events.append(BetsPlaced(seat=g.leader, bets=bets))
    return chance_to_open(g, g.leader)


def chance_to_open(g: ArmsDealerState, seat: Seat) -> Phase:
    """5.5 Let a player raise before the first skirmish, if both players can pay more (8.6)."""
    return Opening((seat,)) if raises_of(g) else begin_skirmish(g)


@dataclass(frozen=True, slots=True)
class Opening(Phase, tag="Opening"):
    """5.5 While all ships are hidden, the player who bets first may raise. If that player does not, the other may
    (5.7).
    """

    clause: ClassVar[str] = "5.5"

    def options(self, g: ArmsDealerState, seat: Seat) -> Sequence[Ready | Raise]:
        return (READY, *raises_of(g))

    def play(self, g: ArmsDealerState, seat: Seat, action: Ready | Raise) -> Phase:
        match action:
            case Raise(coins):  # 5.5
                return raise_bet(g, seat, coins)
            case Ready():
                g.events.append(readied(seat))
                return chance_to_open(g, 1 - seat) if seat == g.leader else begin_skirmish(g)

    def refusal(self, g: ArmsDealerState, seat: Seat, action: Action) -> str:
        return refusals.of_opening(g, seat, action)


def raises_of(g: ArmsDealerState) -> Sequence[Raise]:
    """8.6 Return the raises that both players can pay."""
    one, two = g.sides
    return RAISES[: min(one.coins, two.coins) // UNIT]


def raise_bet(g: ArmsDealerState, seat: Seat, coins: int) -> Phase:
    """8.4 Raise the bet, and ask the other player to match it or forfeit."""
    g.bet(seat, coins)
    g.events.append(Raised(seat=seat, coins=coins, pot=g.pot))
    return Answering((1 - seat,), coins)


def begin_skirmish(g: ArmsDealerState) -> Phase:
    """Turn up the ships on the next space (6.1), or the top ship of the fleet deck if a space is empty (6.7)."""
    g.skirmish += 1
    for seat, side in enumerate(g.sides):
        laid = resolution.lift(g, seat)
        ship = laid or g.next_ship(seat)
        side.fighting = [ship]
        space = g.skirmish if laid else None
        g.events.append(ship_turned_up(seat, ship.id, g.skirmish, ship.power, space))
    return chance_to_equip(g, g.leader, passed=False)


def chance_to_equip(g: ArmsDealerState, seat: Seat, *, passed: bool) -> Phase:
    """6.2 Ask a player to equip. A player with an empty hand passes without being asked."""
    if g.sides[seat].hand:
        return Equipping((seat,), passed)
    return pass_on(g, seat, passed=passed)


def pass_on(g: ArmsDealerState, seat: Seat, *, passed: bool) -> Phase:
    """6.2 Ask the other player, or decide the skirmish if that player passed just before."""
    if not passed:
        return chance_to_equip(g, 1 - seat, passed=True)
    return after_skirmish(g, resolution.settle(g))


@dataclass(frozen=True, slots=True)
class Equipping(Phase, tag="Equipping"):
    """6.2 Players take turns to equip one item at a time, until both pass in a row."""

    clause: ClassVar[str] = "6.2"
    passed: bool
    """Whether the other player passed just before."""

    def options(self, g: ArmsDealerState, seat: Seat) -> Sequence[Equip | Pass]:
        side = g.sides[seat]
        choices: list[Equip | Pass] = [equips(item.id) for item in dict.fromkeys(side.hand) if usable(g, side, item)]
        choices.append(PASS)
        return choices

    def play(self, g: ArmsDealerState, seat: Seat, action: Equip | Pass) -> Phase:
        side = g.sides[seat]
        match action:
            case Equip(card):  # 6.2
                item = side.give(card)
                side.equipped.append(item)
                ship = use(g, seat, item)
                against = g.sides[1 - seat].power
                ship_id = ship.id if ship else None
                g.events.append(Equipped(seat=seat, card=card, power=side.power, against=against, ship=ship_id))
                return chance_to_equip(g, 1 - seat, passed=False)
            case Pass():  # 6.2
                g.events.append(passed(seat))
                return pass_on(g, seat, passed=self.passed)

    def refusal(self, g: ArmsDealerState, seat: Seat, action: Action) -> str:
        return refusals.of_equipping(g.sides[seat], action)


def after_skirmish(g: ArmsDealerState, winner: Seat | None) -> Phase:
    """8.1 Let the winner go first from now on; then end the match (10.2), end the battle (9.1), or go on."""
    if winner is not None:
        g.leader = winner
    won = collection.victor(g, winner)
    end = resolution.without_ships(g, won)
    if end is not None:
        return Over((), end)
    return plan(g) if won is None else collect(g, won)


def plan(g: ArmsDealerState) -> Phase:
    """8.1 Ask the leader first, in sudden death too (9.7). A leader without a choice is ready at once (8.8)."""
    phase = Strategy((g.leader,))
    if len(phase.options(g, g.leader)) > 1:
        return phase
    g.events.append(readied(g.leader))
    return follow(g)


@dataclass(frozen=True, slots=True)
class Strategy(Phase, tag="Strategy"):
    """The leader readies up, reorders or raises (8.1). A raise is limited to what both can pay (8.6)."""

    clause: ClassVar[str] = "8.1"

    def options(self, g: ArmsDealerState, seat: Seat) -> Sequence[Ready | Reorder | Raise]:
        return (READY, *raises_of(g), *reorders_of(g.sides[seat].face_down))

    def play(self, g: ArmsDealerState, seat: Seat, action: Ready | Reorder | Raise) -> Phase:
        match action:
            case Raise(coins):  # 8.4
                return raise_bet(g, seat, coins)
            case _:
                prepare(g, seat, action)
                return follow(g)

    def refusal(self, g: ArmsDealerState, seat: Seat, action: Action) -> str:
        return refusals.of_strategy(g, seat, action)


def prepare(g: ArmsDealerState, seat: Seat, action: Ready | Reorder) -> None:
    """8.2 Change nothing, or swap two face-down ships (8.3); everyone sees which spaces (8.9)."""
    match action:
        case Ready():  # 8.2
            g.events.append(readied(seat))
        case Reorder(first, second):  # 8.3, 8.9
            ships = g.sides[seat].formation
            ships[first - 1], ships[second - 1] = ships[second - 1], ships[first - 1]
            g.events.append(reordered(seat, first, second))


def follow(g: ArmsDealerState) -> Phase:
    """8.5 Ask the other player. A player without a choice is ready without being asked (8.8)."""
    seat = 1 - g.leader
    phase = Following((seat,))
    if len(phase.options(g, seat)) > 1:
        return phase
    g.events.append(readied(seat))
    return begin_skirmish(g)


@dataclass(frozen=True, slots=True)
class Following(Phase, tag="Following"):
    """8.5 After ready or reorder, the other player readies up or reorders."""

    clause: ClassVar[str] = "8.5"

    def options(self, g: ArmsDealerState, seat: Seat) -> Sequence[Ready | Reorder]:
        return (READY, *reorders_of(g.sides[seat].face_down))

    def play(self, g: ArmsDealerState, seat: Seat, action: Ready | Reorder) -> Phase:
        prepare(g, seat, action)
        return begin_skirmish(g)

    def refusal(self, g: ArmsDealerState, seat: Seat, action: Action) -> str:
        return refusals.of_following(g.sides[seat], action)


@dataclass(frozen=True, slots=True)
class Answering(Phase, tag="Answering"):
    """8.4 A player matches a raise or forfeits the next skirmish, and may do nothing else before it (8.10)."""

    clause: ClassVar[str] = "8.4"
    coins: int
    """The amount of the raise, in coins."""

    def options(self, g: ArmsDealerState, seat: Seat) -> Sequence[Match | Forfeit]:
        return (MATCH, FORFEIT)

    def play(self, g: ArmsDealerState, seat: Seat, action: Match | Forfeit) -> Phase:
        match action:
            case Match():
                g.bet(seat, self.coins)
                g.events.append(Matched(seat=seat, coins=self.coins, pot=g.pot))
                return begin_skirmish(g)
            case Forfeit():  # 8.7
                return after_skirmish(g, resolution.forfeit(g, seat))

    def refusal(self, g: ArmsDealerState, seat: Seat, action: Action) -> str:
        return f"The bet was raised by {self.coins:,}: match it or forfeit the next skirmish (rule 8.4)."


def collect(g: ArmsDealerState, won: Seat) -> Phase:
    """9.1 Pay the pot to the winner of the battle, and let the loser harvest the asteroids that are due (9.3)."""
    collection.clear(g, won)
    loser = 1 - won
    picks = collection.picks(g, loser)
    if picks < PICKS:
        g.events.append(HarvestReduced(seat=loser, forfeits=forfeits(g.fought, loser), picks=picks))
    return Harvesting((loser,), picks) if picks else end_battle(g)


@dataclass(frozen=True, slots=True)
class Harvesting(Phase, tag="Harvesting"):
    """9.3 The loser of the battle picks asteroids without seeing them."""

    clause: ClassVar[str] = "9.3"
    left: int
    """The number of asteroids still to be picked."""

    def options(self, g: ArmsDealerState, seat: Seat) -> Sequence[Harvest]:
        return [harvest for harvest, asteroid in zip(HARVESTS, g.asteroids, strict=True) if asteroid]

    def play(self, g: ArmsDealerState, seat: Seat, action: Harvest) -> Phase:
        collection.harvest(g, seat, action.place)
        return Harvesting(self.waiting, self.left - 1) if self.left > 1 else end_battle(g)

    def refusal(self, g: ArmsDealerState, seat: Seat, action: Action) -> str:
        return refusals.of_harvesting(action)


def end_battle(g: ArmsDealerState) -> Phase:
    """9.5 Deal new rows, then begin the next battle; after the last one end the match (10.6)."""
    collection.renew_rows(g)
    end = resolution.after_last_battle(g)
    if end is not None:
        return Over((), end)
    g.turn += 1
    return begin_battle(g)
