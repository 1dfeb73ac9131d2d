"""What is asked and what happened in Alchemy, in sentences (`Game.prompt`, `Game.tell`)."""

from collections.abc import Mapping, Sequence
from typing import Final

from rules.alchemy.cards import AlchemyCard, EffectCard
from rules.alchemy.elements import in_words
from rules.alchemy.events import (
    CardPut,
    CardTaken,
    Countered,
    Drawn,
    ElementPlayed,
    Gained,
    HeldBack,
    Hit,
    Kept,
    LimitReached,
    LinkPlayed,
    Looked,
    OpusUsed,
    Parried,
    ProcessPlayed,
    Recharged,
    Recovered,
    Refilled,
    Refreshed,
    Revealed,
    Scored,
    StoreClosed,
    StoreOpened,
    TurnBegan,
)
from rules.alchemy.labels import points_of
from rules.alchemy.view import AlchemyView, BattleView
from rules.core.cards import CardId, copies
from rules.core.events import Drew, Event

Cards = Mapping[CardId, AlchemyCard]

_NAMED: Final = 10
"""How many different cards a sentence names."""
_REASONS: Final = {
    "elements": "Nobody has an element left to attack with.",
    "quiet": "Nobody has attacked for 20 turns.",
    "turns": "The last turn is over.",
}


def prompt(view: AlchemyView, names: Sequence[str]) -> str:
    """What is to be decided now."""
    if not view.waiting:
        return "The match is over."
    (asked,) = view.waiting
    mine = view.seat == asked
    name, points = names[asked], view.sides[asked].points
    match view.phase:
        case "Defending" if view.battle is not None:
            return _defending(view.battle, name, points, mine=mine)
        case "AttackingBack":
            return "You have parried: attack back for free, or hold back." if mine else f"{name} may attack back."
        case "Storing":
            return "Put cards into your store or take them out, then close it." if mine else f"{name}'s store is open."
        case "Choosing" if view.working is not None:
            card = view.working
            return f"{card.name}: choose. {card.text}" if mine else f"{name} chooses what {card.name} works on."
        case _:
            return f"Your turn, with {points} AP." if mine else f"It is {name}'s turn, with {points} AP."


def _defending(battle: BattleView, name: str, points: int, *, mine: bool) -> str:
    attack = battle.chain[-1]
    what = f"{attack.essence.name}, which counts {in_words(attack.counted)}"
    if attack.counted == attack.essence.magnitude:
        what = attack.essence.name
    only = " Only a complex element defends against it." if battle.preparation.complex_only else ""
    undoubled = " No defence is doubled." if battle.preparation.undoubled else ""
    if mine:
        return (
            f"You are attacked with {what}: defend, or let it hit. You have {points} AP for reactions.{only}{undoubled}"
        )
    return f"{name} is attacked with {what}, and answers.{only}{undoubled}"


def tell(cards: Cards, event: Event, names: Sequence[str]) -> str:
    """What happened, as a sentence; "" if another event tells it already."""
    match event:
        case TurnBegan(seat=seat, turn=turn, points=points):
            return f"Turn {turn}: {names[seat]}, with {points} AP."
        case Refilled(seat=seat, cards=count):
            return f"{names[seat]}'s recharge pile ({_cards(count)}) is shuffled and put under the deck."
        case Drawn(seat=seat, cards=count):
            return f"{names[seat]} draws {_cards(count)}."
        case Refreshed(seat=seat, cards=gone, drawn=count):
            return f"{names[seat]} recharges {_listed(cards, gone) or 'an empty hand'} and draws {_cards(count)}."
        case Drew(cards=drawn):
            return f"You draw {_listed(cards, drawn)}."
        case StoreOpened() | CardPut() | CardTaken() | StoreClosed():
            return _tell_of_store(cards, event, names)
        case ElementPlayed():
            return ""
        case ProcessPlayed(seat=seat, card=card):
            return f"{names[seat]} plays {_worded(cards[card])}"
        case OpusUsed(seat=seat, card=card):
            return f"{names[seat]} uses their Magnum Opus, {_worded(cards[card])}"
        case LinkPlayed() | Countered() | Parried() | HeldBack() | Hit():
            return _tell_of_battle(event, names)
        case _:
            return _tell_of_effect(cards, event, names)


def _tell_of_store(cards: Cards, event: StoreOpened | CardPut | CardTaken | StoreClosed, names: Sequence[str]) -> str:
    match event:
        case CardPut(seat=seat, card=card):
            return f"{names[seat]} puts {cards[card].name if card else 'a card'} into the store."
        case CardTaken(seat=seat, card=card):
            return f"{names[seat]} takes {cards[card].name if card else 'a card'} out of the store."
        case StoreClosed(seat=seat, cards=count):
            return f"{names[seat]}'s store is closed, with {_cards(count)}."
        case StoreOpened(seat=seat):
            return f"{names[seat]} opens the store."


def _tell_of_battle(event: LinkPlayed | Countered | Parried | HeldBack | Hit, names: Sequence[str]) -> str:
    match event:
        case LinkPlayed(against=None):
            return _attack(event, names)
        case LinkPlayed():
            return _defence(event, names)
        case Countered():
            return "The attack is countered: the battle ends, and nobody scores."
        case Parried(seat=seat):
            return f"{names[seat]} parries, and may attack back for free."
        case HeldBack(seat=seat):
            return f"{names[seat]} holds back: the battle ends, and nobody scores."
        case Hit(seat=seat, points=points):
            how = "Blocked, but" if event.blocked else "Unblocked:"
            damage = f"{how} {names[1 - seat]} takes {in_words(event.damage)} damage"
            if not points:
                return f"{damage}. It is warded off: nobody scores."
            return f"{damage}. {names[seat]} scores {points_of(points)} and has {event.score}."


def _attack(event: LinkPlayed, names: Sequence[str]) -> str:
    link = event.link
    counts = f", which counts {in_words(link.counted)}" if link.counted != link.essence.magnitude else ""
    back = " back" if event.free else ""
    return f"{names[link.seat]} attacks{back} with {link.essence.title}{counts}."


def _defence(event: LinkPlayed, names: Sequence[str]) -> str:
    link, against = event.link, event.against
    assert against is not None
    element = against.essence.element.label
    change = {1: f"doubled against {element}, ", -1: f"halved against {element}, ", 0: ""}[link.change]
    versus = f"it counts {in_words(link.counted)} against {in_words(against.counted)}"
    return f"{names[link.seat]} defends with {link.essence.title}: {change}{versus}."


def _tell_of_effect(cards: Cards, event: Event, names: Sequence[str]) -> str:
    match event:
        case Gained(seat=seat, points=points):
            return f"{names[seat]} gains AP and has {points}."
        case Scored(seat=seat, points=points, score=score):
            return f"{names[seat]} scores {points_of(points)} and has {score}."
        case Looked(cards=seen):
            return f"You look at {_listed(cards, seen)}."
        case Kept(seat=seat):
            return f"{names[seat]} keeps a card."
        case Recharged(seat=seat, cards=gone, source=source):
            verb = "goes" if len(gone) == 1 else "go"
            return f"{_listed(cards, gone)} {verb} from {names[seat]}'s {source} to the recharge pile."
        case Recovered(seat=seat, card=card, source=source):
            return f"{names[seat]} takes {cards[card].name} from the {source} into hand."
        case Revealed(seat=seat, cards=shown):
            return f"{names[seat]} shows {_listed(cards, shown)}."
        case LimitReached(reason=reason, score=score, damage=damage):
            dealt = f"damage dealt {in_words(damage[0])} and {in_words(damage[1])}"
            return f"{_REASONS[reason]} Points: {names[0]} {score[0]}, {names[1]} {score[1]}; {dealt}."
        case _:
            raise ValueError(f"not an event of Alchemy: {event}")


def _worded(card: AlchemyCard) -> str:
    assert isinstance(card, EffectCard)
    return f"{card.name} ({card.cost} AP): {card.text}"


def _cards(count: int) -> str:
    return f"{count} card{'' if count == 1 else 's'}"


def _listed(cards: Cards, ids: Sequence[CardId]) -> str:
    if not ids:
        return ""
    counts = [cards[id_].name + (f" ({count})" if count > 1 else "") for id_, count in copies(ids).items()]
    *first, last = counts if len(counts) <= _NAMED else (*counts[:_NAMED], f"{len(counts) - _NAMED} more")
    return f"{', '.join(first)} and {last}" if first else last
