"""The labels of Allocator's choices in players' words (`Game.label`)."""

from collections.abc import Mapping
from typing import Final

from rules.allocator.actions import Play
from rules.allocator.cards import AllocatorCard, System
from rules.allocator.phases import POINTS_PER_CARD
from rules.allocator.view import AllocatorView, DuelView
from rules.core.cards import CardId
from rules.core.game import Label, general_labels
from rules.core.words import counted

_VERBS: Final = general_labels(
    {
        "play": Label(text="Play a card", short="Play", detail="From your hand into any of your systems"),
        "move": Label(text="Move a card", short="Move", detail="From one of your systems to another, once a turn"),
        "discard": Label(text="Discard a card", short="Discard", detail="From one of your systems"),
        "end": Label(text="End and attack", detail="Ends your Manage step; you then attack automatically"),
        "boost": Label(text="Boost", detail="Discard a card from your hand to raise the power that is checked"),
        "decline": Label(text="Decline", detail="Don't boost now"),
    }
)


def label(cards: Mapping[CardId, AllocatorCard], view: AllocatorView, words: tuple[str, ...]) -> Label:
    """Return the label of the choice that the last of these words stands for (`Game.label`)."""
    match words:
        case ("end",):
            return _ending(cards, view)
        case ("decline",):
            return _declining(view)
        case (verb,):
            return _VERBS[verb]
        case ("boost", card):
            return _boost(view, cards[CardId(card)])
        case (_, card):
            return _card(cards[CardId(card)])
        case ("play", card, system):
            return _after(view, System(system).label, cards[CardId(card)], target=System(system))
        case ("discard", card, system):
            return _after(view, f"Out of {System(system).label}", cards[CardId(card)], source=System(system))
        case ("move", _, source):
            return Label(text=f"Out of {System(source).label}")
        case (_, card, source, target):
            where = f"Into {System(target).label}"
            return _after(view, where, cards[CardId(card)], source=System(source), target=System(target))
        case _:
            raise ValueError(f"not the words of an action: {words}")


def _card(card: AllocatorCard) -> Label:
    match_ = "needs no match" if card.function_match == 0 else f"needs {card.function_match} {card.faction.label}"
    return Label(
        text=f"{card.name} · ATK {card.attack} · DEF {card.defense} · DEV {card.development}",
        detail=f"{card.faction.label}. Boosts by {card.boost}, {match_}",
        short=card.name,
    )


def _after(
    view: AllocatorView,
    where: str,
    card: AllocatorCard,
    *,
    source: System | None = None,
    target: System | None = None,
) -> Label:
    """Return a label that shows the player's powers after a card has left `source` or entered `target`, or both."""
    side = view.sides[view.active]
    powers = side.powers_with(card, source, target)
    used = sum(powers)
    changes = [
        (system.label, f"{side.system(system).power} → {powers[tuple(System).index(system)]}")
        for system in (source, target)
        if system is not None
    ]
    detail = ", ".join(" ".join(change) for change in changes)
    change = changes[-1][1]
    over = used - view.maximum_power
    ending = f"{over} too much to end the step" if over > 0 else f"{-over} to spare"
    return Label(
        text=f"{where} · {change} · {used} of {view.maximum_power} used",
        detail=f"{detail}; {ending}",
        short=f"{where} · {change}",
    )


def _boost(view: AllocatorView, card: AllocatorCard) -> Label:
    duel = view.duel
    if duel is None:
        development = view.sides[view.active].system(System.DEVELOPMENT).boosted
        after = development + card.boost
        return Label(
            text=f"{card.name} +{card.boost} · Development {development} → {after}",
            detail=_development(view, after, boosting=True),
        )
    if view.seat == duel.attacker:
        after = duel.attack + card.boost
        return Label(
            text=f"{card.name} +{card.boost} · Attack {duel.attack} → {after}",
            detail=verdict(after, duel.defense),
            warning=_for_nothing(view, duel, card),
        )
    after = duel.defense + card.boost
    return Label(
        text=f"{card.name} +{card.boost} · Defense {duel.defense} → {after}",
        detail=verdict(duel.attack, after),
        warning=_for_nothing(view, duel, card),
    )


def _for_nothing(view: AllocatorView, duel: DuelView, card: AllocatorCard) -> str:
    """6.5 Return a warning if the player would win the duel by declining now; "" otherwise."""
    is_ahead = duel.hits == (view.seat == duel.attacker)
    if duel.declined is None or duel.declined == view.seat or not is_ahead:
        return ""
    return f"Your opponent has declined, and you are ahead: {card.name} would be spent for nothing (rule 6.5)."


def verdict(attack: int, defense: int) -> str:
    """Return a sentence that says whether the attack hits with these powers."""
    return f"Attack {attack} against Defense {defense}: {'a hit' if attack >= defense else 'blocked'} as it stands"


def _development(view: AllocatorView, gained: int, *, boosting: bool = False) -> str:
    side = view.sides[view.active]
    points = side.development_points + gained
    available = side.deck + len(side.discard_pile) + boosting
    drawn = min(1 + points // POINTS_PER_CARD, available)
    left = points - POINTS_PER_CARD * max(drawn - 1, 0)
    return f"Gain {gained} DP, draw {counted(drawn, 'card')}, keep {left} DP for later"


def _declining(view: AllocatorView) -> Label:
    if view.duel is not None:
        closing = "; ends the duel" if view.duel.declined is not None else ""
        return Label(text="Decline", detail=verdict(view.duel.attack, view.duel.defense) + closing)
    if view.phase == "Develop":
        development = view.sides[view.active].system(System.DEVELOPMENT).boosted
        return Label(text="Go on without a boost", detail=_development(view, development))
    return _VERBS["decline"]


def _ending(cards: Mapping[CardId, AllocatorCard], view: AllocatorView) -> Label:
    if view.phase != "Manage":
        return _VERBS["end"]
    warning = _unused(cards, view)
    if not view.attacks:
        return Label(text="End your turn", detail="There is no attack on the very first turn", warning=warning)
    attack = view.sides[view.active].system(System.ATTACK).power + view.siege()
    defense = view.sides[1 - view.active].system(System.DEFENSE).power
    return Label(text="End and attack", detail=f"{verdict(attack, defense)}, before boosts", warning=warning)


def _unused(cards: Mapping[CardId, AllocatorCard], view: AllocatorView) -> str:
    """4.5 Return a warning if the unused power suffices for a card in the hand; "" otherwise."""
    spare = view.maximum_power - view.sides[view.active].power
    held = dict.fromkeys(option.card for option in view.options if isinstance(option, Play))
    fit = [cards[card].name for card in held if any(0 < cards[card].power_in(system) <= spare for system in System)]
    if not fit:
        return ""
    more = f" or {counted(len(fit) - 1, 'other card')}" if len(fit) > 1 else ""
    return f"{spare} of {view.maximum_power} power is unused, and {fit[0]}{more} could still use it (rule 4.5)."
