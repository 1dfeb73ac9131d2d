"""What is asked and what happened in Allocator, in sentences (`Game.prompt`, `Game.tell`)."""

from collections.abc import Mapping, Sequence

from rules.allocator.cards import AllocatorCard, System
from rules.allocator.events import (
    AttackBegan,
    AttackBlocked,
    AttackHit,
    AttackSkipped,
    Boosted,
    Breached,
    Declined,
    Developed,
    Discarded,
    LifeTaken,
    LimitReached,
    Moved,
    PlayedInto,
    Reshuffled,
    TurnBegan,
)
from rules.allocator.labels import verdict
from rules.allocator.refusals import cards as number_of_cards
from rules.allocator.view import AllocatorView, DuelView
from rules.core.cards import CardId
from rules.core.events import Drew, Event

Cards = Mapping[CardId, AllocatorCard]


def prompt(view: AllocatorView, names: Sequence[str]) -> str:
    """What is to be decided now."""
    if not view.waiting:
        return "The match is over."
    (asked,) = view.waiting
    mine = view.seat == asked
    if view.duel is not None:
        return _asked_in_duel(view.duel, names[asked], attacks=asked == view.duel.attacker, mine=mine)
    power, maximum = view.sides[asked].power, view.maximum_power
    match view.phase, mine:
        case "Develop", True:
            development = view.sides[asked].system(System.DEVELOPMENT).boosted
            return f"Develop: boost your Development of {development}, or go on and draw."
        case "Develop", False:
            return f"{names[asked]} may boost Development, and then draws."
        case _, True if power > maximum:
            return f"Manage: your systems use {power} of {maximum} power. Take out {power - maximum} or more to end."
        case _, True:
            return f"Manage your systems ({power} of {maximum} power used), then end to attack."
        case _:
            return f"{names[asked]} manages their systems, and then attacks."


def _asked_in_duel(duel: DuelView, name: str, *, attacks: bool, mine: bool) -> str:
    stand = verdict(duel.attack, duel.defense)
    system = System.ATTACK if attacks else System.DEFENSE
    if mine:
        return f"{stand}. Boost your {system.label}, or decline."
    return f"{stand}. {name} may boost {system.label}."


def tell(cards: Cards, event: Event, names: Sequence[str]) -> str:
    """What happened, as a sentence."""
    match event:
        case TurnBegan(seat=seat, turn=turn):
            return f"Turn {turn}: {names[seat]}."
        case Boosted(seat=seat, card=card, system=system, boosted=boosted):
            used = cards[card]
            return f"{names[seat]} boosts {system.label} with {used.name}: +{used.boost}, now {boosted}."
        case Declined(seat=seat):
            return f"{names[seat]} declines to boost."
        case Developed():
            return _developed(event, names)
        case Reshuffled(seat=seat):
            return f"{names[seat]} shuffles the discard pile into a new deck."
        case PlayedInto(seat=seat, card=card, system=system, power=power):
            return f"{names[seat]} plays {cards[card].name} into {system.label}, now {power}."
        case Discarded(seat=seat, card=card, system=system, power=power):
            return f"{names[seat]} discards {cards[card].name} out of {system.label}, now {power}."
        case Moved(seat=seat, card=card, source=source, target=target):
            return f"{names[seat]} moves {cards[card].name} from {source.label} to {target.label}."
        case LifeTaken(cards=taken):
            return f"The Life card that you took is {_list(cards, taken)}."
        case Drew(cards=drawn):
            return f"You draw {_list(cards, drawn)}."
        case _:
            return _tell_of_attack(event, names)


def _tell_of_attack(event: Event, names: Sequence[str]) -> str:
    match event:
        case AttackBegan(seat=seat, attack=attack, defense=defense):
            return f"{names[seat]} attacks: Attack {attack} against Defense {defense}."
        case AttackSkipped(seat=seat):
            return f"{names[seat]} ends the first turn, which has no attack."
        case AttackBlocked(defender=defender, attack=attack, defense=defense):
            return f"{names[defender]} blocks: Attack {attack} is less than Defense {defense}."
        case AttackHit():
            return (
                f"Hit, {event.attack} against {event.defense}: {names[event.defender]} takes a Life card, "
                f"{event.life} left. Maximum Power is now {event.maximum_power}."
            )
        case Breached(seat=seat, defender=defender, attack=attack, defense=defense):
            return f"Hit, {attack} against {defense}: {names[defender]} has no Life card to take. {names[seat]} wins."
        case LimitReached(life=life, power=power):
            return (
                f"The last turn is over. Life: {names[0]} {life[0]}, {names[1]} {life[1]}; "
                f"power: {power[0]} and {power[1]}."
            )
        case _:
            raise ValueError(f"not an event of Allocator: {event}")


def _developed(event: Developed, names: Sequence[str]) -> str:
    spent = f", spends {event.spent}" if event.spent else ""
    gains = f"gains {event.gained} DP{spent} and draws" if event.gained or event.spent else "draws"
    return f"{names[event.seat]} {gains} {number_of_cards(event.drawn)}; {event.left} DP left."


def _list(cards: Cards, ids: Sequence[CardId]) -> str:
    *first, last = (cards[card].name for card in ids)
    return f"{', '.join(first)} and {last}" if first else last
