"""The turn of Allocator, in the order of the rulebook (seeds/allocator/rulebook.md)."""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import ClassVar, Final

from rules.allocator import refusals
from rules.allocator.actions import (
    DECLINE,
    DISCARDS,
    DISCARDS_AND_MOVES,
    END_MANAGING,
    Boost,
    Decline,
    Discard,
    EndManaging,
    Move,
    Play,
    boost_of,
    plays_of,
)
from rules.allocator.cards import AllocatorCard, Faction, System
from rules.allocator.events import (
    AttackBegan,
    AttackBlocked,
    AttackHit,
    AttackSkipped,
    Boosted,
    Breached,
    Developed,
    LifeTaken,
    LimitReached,
    Reshuffled,
    TurnBegan,
    declined,
    discarded,
    moved_between,
    played_into,
)
from rules.allocator.state import AllocatorState, Side
from rules.core.cards import CardId, ids
from rules.core.events import Seat, drew, only
from rules.core.notation import Action
from rules.core.play import LAST_RESORT, Outcome, Over, Phase

LAST_TURN: Final = 200
"""7.2 The turn after which the match ends by the last resort. Each player's turn counts as one."""
POINTS_PER_CARD: Final = 3
ID: Final = attrgetter("id")
"""The id of a card. Options list each card once, because its copies are all alike."""

Boosts = tuple[AllocatorCard, ...]


def begin_turn(g: AllocatorState) -> Phase:
    """2.1, 6.8 Begin a turn with Develop, which checks Development."""
    g.events.append(TurnBegan(seat=g.active, turn=g.turn))
    return chance_to_develop(g, ())


def chance_to_develop(g: AllocatorState, boosts: Boosts) -> Phase:
    """2.2 Let the active player boost Development if they have a card in hand; otherwise draw at once."""
    if g.sides[g.active].hand:
        return Develop((g.active,), boosts)
    return draw(g, boosts)


@dataclass(frozen=True, slots=True)
class Develop(Phase, tag="Develop"):
    """2.2 The active player may boost Development before they gain points."""

    clause: ClassVar[str] = "2.2"
    boosts: Boosts = ()

    def options(self, g: AllocatorState, seat: Seat) -> Sequence[Boost | Decline]:
        return boosts_open_to(g.sides[seat], System.DEVELOPMENT)

    def play(self, g: AllocatorState, seat: Seat, action: Boost | Decline) -> Phase:
        match action:
            case Boost(card):  # 2.2
                return chance_to_develop(g, boost(g, seat, card, System.DEVELOPMENT, self.boosts))
            case Decline():  # 3.1
                return draw(g, self.boosts)

    def refusal(self, g: AllocatorState, seat: Seat, action: Action) -> str:
        return refusals.of_boosting(g.sides[seat], System.DEVELOPMENT, action, self.clause)


def draw(g: AllocatorState, boosts: Boosts) -> Phase:
    """2.3 Gain Development Points, draw a card (3.1), and pay for another card with every three points (3.2)."""
    seat = g.active
    side = g.sides[seat]
    gained = boosted(side.powers[System.DEVELOPMENT], boosts)
    points = side.development_points + gained
    drawn = draw_cards(g, seat, 1 + points // POINTS_PER_CARD)
    spent = POINTS_PER_CARD * max(len(drawn) - 1, 0)
    side.development_points = points - spent
    g.events.append(Developed(seat=seat, gained=gained, spent=spent, left=points - spent, drawn=len(drawn)))
    if drawn:
        g.events.append(drew(seat, ids(drawn)))
    return Manage((seat,))


def draw_cards(g: AllocatorState, seat: Seat, count: int) -> list[AllocatorCard]:
    """3.3, 3.4 Draw up to `count` cards. Once the deck is empty, shuffle the discard pile into a new deck.

    3.6 That pile includes the cards that boosted Development this turn.
    """
    side = g.sides[seat]
    drawn: list[AllocatorCard] = []
    for _ in range(count):
        if not side.deck:
            if not side.discard_pile:
                break
            side.deck, side.discard_pile = side.discard_pile, side.deck
            g.shuffle(side.deck)
            g.events.append(Reshuffled(seat=seat))
        drawn.append(side.deck.pop())
    side.receive(drawn)
    return drawn


@dataclass(frozen=True, slots=True)
class Manage(Phase, tag="Manage"):
    """4.2 Play, discard (4.3) and move cards (4.4). The step can end only if the total is at most the Maximum Power
    (4.5, 4.6).
    """

    clause: ClassVar[str] = "4.1"
    moved: bool = False
    """4.4 Whether the active player has moved a card in this turn."""

    def options(self, g: AllocatorState, seat: Seat) -> Sequence[Play | Discard | Move | EndManaging]:
        side = g.sides[seat]
        choices: list[Play | Discard | Move | EndManaging] = []
        for card in dict.fromkeys(map(ID, side.hand)):
            choices += plays_of(card)
        handling = DISCARDS if self.moved else DISCARDS_AND_MOVES
        for system, cards in side.systems.items():
            if cards:
                actions = handling[system]
                for card in dict.fromkeys(map(ID, cards)):
                    choices += actions[card]
        if sum(side.powers.values()) <= g.maximum_power:
            choices.append(END_MANAGING)
        return choices

    def play(self, g: AllocatorState, seat: Seat, action: Play | Discard | Move | EndManaging) -> Phase:
        side = g.sides[seat]
        match action:
            case Play(card, system):  # 4.2
                side.put(side.give(card), system)
                g.events.append(played_into(seat, card, system, side.powers[system]))
                return self
            case Discard(card, system):  # 4.3
                side.discard_pile.append(side.lift(card, system))
                g.events.append(discarded(seat, card, system, side.powers[system]))
                return self
            case Move(card, source, target):  # 4.4
                side.put(side.lift(card, source), target)
                g.events.append(moved_between(seat, card, source, target))
                return Manage(self.waiting, moved=True)
            case EndManaging():  # 5.1
                return attack(g)

    def refusal(self, g: AllocatorState, seat: Seat, action: Action) -> str:
        return refusals.of_managing(g.sides[seat], g.maximum_power, self.moved, action)


def attack(g: AllocatorState) -> Phase:
    """5.1, 5.6, 6.8 Begin the attack, even without cards in Attack. An option skips the first turn's attack (1.9).

    The defender is asked first only if Defense is less than Attack (5.3). A siege adds to Attack (5.7).
    """
    attacker, defender = g.active, 1 - g.active
    if g.turn == 1 and not g.first_attack:
        g.events.append(AttackSkipped(seat=attacker))
        return end_turn(g)
    strength = g.sides[attacker].powers[System.ATTACK] + g.siege
    resistance = g.sides[defender].powers[System.DEFENSE]
    g.events.append(AttackBegan(seat=attacker, attack=strength, defense=resistance, siege=g.siege))
    return chance_to_boost(g, Duel((defender if resistance < strength else attacker,)))


def chance_to_boost(g: AllocatorState, duel: "Duel") -> Phase:
    """6.6 Ask the next player of the duel. A player with an empty hand declines automatically; all others are asked."""
    seat = duel.waiting[0]
    if g.sides[seat].hand:
        return duel
    return duel.after_declining(g, seat)


@dataclass(frozen=True, slots=True)
class Duel(Phase, tag="Duel"):
    """6.4 Players take turns to boost, one card at a time, until both decline in a row (6.5)."""

    clause: ClassVar[str] = "6.4"
    declined: bool = False
    """Whether the other player declined just before."""
    attack_boosts: Boosts = ()
    defense_boosts: Boosts = ()

    def options(self, g: AllocatorState, seat: Seat) -> Sequence[Boost | Decline]:
        return boosts_open_to(g.sides[seat], system_in_duel(g, seat))

    def play(self, g: AllocatorState, seat: Seat, action: Boost | Decline) -> Phase:
        match action:
            case Boost(card) if seat == g.active:  # 6.4
                boosts = boost(g, seat, card, System.ATTACK, self.attack_boosts)
                return chance_to_boost(g, Duel((1 - seat,), attack_boosts=boosts, defense_boosts=self.defense_boosts))
            case Boost(card):
                boosts = boost(g, seat, card, System.DEFENSE, self.defense_boosts)
                return chance_to_boost(g, Duel((1 - seat,), attack_boosts=self.attack_boosts, defense_boosts=boosts))
            case Decline():  # 6.5
                g.events.append(declined(seat))
                return self.after_declining(g, seat)

    def after_declining(self, g: AllocatorState, seat: Seat) -> Phase:
        """Ask the other player, or resolve the attack if that player declined just before."""
        if self.declined:
            return resolve_attack(g, self)
        return chance_to_boost(g, Duel((1 - seat,), True, self.attack_boosts, self.defense_boosts))

    def refusal(self, g: AllocatorState, seat: Seat, action: Action) -> str:
        return refusals.of_boosting(g.sides[seat], system_in_duel(g, seat), action, self.clause)


def system_in_duel(g: AllocatorState, seat: Seat) -> System:
    """5.3 Return the system that a seat boosts: the attacker's is Attack, the defender's Defense."""
    return System.ATTACK if seat == g.active else System.DEFENSE


def powers_in_duel(g: AllocatorState, duel: Duel) -> tuple[int, int]:
    """Return Attack with the siege (5.7), and Defense, both with boosts."""
    return (
        boosted(g.sides[g.active].powers[System.ATTACK], duel.attack_boosts) + g.siege,
        boosted(g.sides[1 - g.active].powers[System.DEFENSE], duel.defense_boosts),
    )


def resolve_attack(g: AllocatorState, duel: Duel) -> Phase:
    """5.2 Hit if Attack is at least Defense: the defender takes a Life card (5.4), or the match ends (7.1). A block has
    no effect (5.5).
    """
    attacker, defender = g.active, 1 - g.active
    strength, resistance = powers_in_duel(g, duel)
    if strength < resistance:
        g.events.append(AttackBlocked(seat=attacker, defender=defender, attack=strength, defense=resistance))
        return end_turn(g)
    side = g.sides[defender]
    if not side.life:
        g.events.append(Breached(seat=attacker, defender=defender, attack=strength, defense=resistance))
        return Over((), Outcome.by("breach", (attacker == 0, attacker == 1)))
    g.maximum_power += 1  # 5.4
    card = side.life.pop()
    side.receive((card,))
    g.events.append(
        AttackHit(
            seat=attacker,
            defender=defender,
            attack=strength,
            defense=resistance,
            maximum_power=g.maximum_power,
            life=len(side.life),
        )
    )
    g.events.append(LifeTaken(seats=only(defender), seat=defender, cards=(card.id,)))
    return end_turn(g)


def end_turn(g: AllocatorState) -> Phase:
    """1.8 Pass the turn. After the last turn, the player with more Life wins, then the one with more power; otherwise
    it is a draw (7.2).
    """
    if g.turn < LAST_TURN:
        g.turn += 1
        return begin_turn(g)
    first, second = g.sides
    g.events.append(LimitReached(life=(len(first.life), len(second.life)), power=(first.power, second.power)))
    return Over((), Outcome.by(LAST_RESORT, [(len(side.life), side.power) for side in g.sides]))


def boosts_open_to(side: Side, system: System) -> list[Boost | Decline]:
    """6.2, 6.7, 6.9 Return the boosts that Function Match allows: the boosted system must hold enough cards of the
    card's faction.
    """
    counts: dict[Faction, int] = {}
    for card in side.systems[system]:
        counts[card.faction] = counts.get(card.faction, 0) + 1
    choices: list[Boost | Decline] = [
        boost_of(card.id) for card in dict.fromkeys(side.hand) if card.function_match <= counts.get(card.faction, 0)
    ]
    choices.append(DECLINE)
    return choices


def boost(g: AllocatorState, seat: Seat, card: CardId, system: System, before: Boosts) -> Boosts:
    """6.1, 4.7 Discard a card from hand for its boost; return all boosts of this step so far."""
    side = g.sides[seat]
    used = side.give(card)
    side.discard_pile.append(used)
    boosts = (*before, used)
    power = boosted(side.powers[system], boosts) + (g.siege if system is System.ATTACK else 0)
    g.events.append(Boosted(seat=seat, card=used.id, system=system, boosted=power))
    return boosts


def boosted(power: int, boosts: Boosts) -> int:
    """Return a power with these boosts added."""
    for card in boosts:
        power += card.boost
    return power
