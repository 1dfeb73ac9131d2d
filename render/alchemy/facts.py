"""Derive the facts that Alchemy's pictures and texts share from a view."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from render import wording
from render.renderer import Names
from rules.alchemy.actions import LET_HIT, USE_OPUS, Play
from rules.alchemy.attacks import Guard, Preparation
from rules.alchemy.cards import AlchemyCard, EffectCard, ElementCard
from rules.alchemy.elements import BASICS, Element
from rules.alchemy.events import LinkPlayed
from rules.alchemy.limits import DAMAGE_A_POINT, IDLE_TURNS, LAST_TURN, PATIENT_TURNS, QUIET_TURNS, STORE
from rules.alchemy.scoring import Scoring, points_of, weight_of
from rules.alchemy.view import AlchemyView, SideView
from rules.core.game import Game
from rules.core.words import counted

CIRCLE: Final = (
    "Each is strong against the next: a defence counts double against what it is strong against, and half against "
    "what is strong against it."
)

_GOALS: Final = {
    Scoring.TALLY: f"1 a battle, 1 for {DAMAGE_A_POINT} damage",
    Scoring.OFF: "a battle scores 1",
    Scoring.ON: "battles score their damage",
}
_NEAR: Final = 20
"""The number of turns at the end of a match in which players are told when it ends."""


def times(count: int) -> str:
    """Return how often, from twice on: “twice”, “3 times”."""
    return "twice" if count == 2 else f"{count} times"


def recent_events(game: Game, view: AlchemyView, names: Names) -> list[str]:
    """Return a sentence for each recent public event, except the links of a battle, which are drawn."""
    return wording.recent_events(game, view, names, skip=(LinkPlayed,))


def prepared(preparation: Preparation) -> list[str]:
    """Describe each part of the preparation for an attack in a few words."""
    parts = (
        (preparation.magnitude, f"+{preparation.magnitude} magnitude"),
        (preparation.undoubled, "no defence is doubled"),
        (preparation.complex_only, "only a complex element defends"),
        (preparation.spared, "a complex element is recharged"),
        (preparation.prize, f"+{counted(preparation.prize, 'point')} if it wins"),
        (preparation.spoils, f"+{preparation.spoils} AP if it deals {preparation.spoils_from} or more"),
    )
    return [words for present, words in parts if present]


def guarded(guard: Guard) -> list[str]:
    """Describe each protection of the target against an attack in a few words."""
    parts = (
        (guard.magnitude, f"defence +{guard.magnitude}"),
        (guard.unhalved, "not halved"),
        (guard.ward, f"{guard.ward} damage or less scores nothing"),
        (guard.drawn, "drew a card for 1 AP"),
        (guard.opened, "opened the store for 1 AP"),
    )
    return [words for present, words in parts if present]


def conditions(view: AlchemyView, mentioned: str, names: Names) -> list[str]:
    """Return the conditions of the decision that `mentioned` does not contain: the preparation, the target's
    protection, limits, and the text of the card in use.
    """
    sentences = []
    battle = view.battle
    if battle is not None and battle.target is not None:
        if words := prepared(battle.preparation):
            sentences.append(f"Prepared for this attack: {', '.join(words)}.")
        if words := guarded(battle.guard):
            sentences.append(f"{names[battle.target]} reacts: {', '.join(words)}.")
    elif words := prepared(view.preparation):
        sentences.append(f"Prepared for the next attack: {', '.join(words)}.")
    active = view.sides[view.active]
    if view.brisk and active.idle >= IDLE_TURNS - 1 and battle is None and view.outcome is None:
        idle, other = names[active.seat], names[1 - active.seat]
        omitted = "dealt no damage" if view.turn > PATIENT_TURNS else "not attacked"
        sentences.append(f"{idle} has {omitted} for {active.idle} turns: another one gives {other} a point.")
    if (weight := weight_of(view.scoring, view.turn)) > 1 and view.outcome is None:
        sentences.append(f"Damage counts {times(weight)} in this turn.")
    if view.quiet >= QUIET_TURNS // 2 and view.outcome is None:
        sentences.append(f"No attack for {view.quiet} turns: after {QUIET_TURNS} the match ends.")
    if view.turn > LAST_TURN - _NEAR and view.outcome is None:
        sentences.append(f"The match ends after turn {LAST_TURN}.")
    if view.working is not None and view.working.text not in mentioned:
        sentences.append(f"{view.working.name} ({view.working.cost} AP): {view.working.text}")
    return sentences


def notes(view: AlchemyView) -> list[str]:
    """Return short notes for the table on the conditions that the battle's figures do not show.

    A note that ends in “:” is a heading for the notes after it.
    """
    battle, labelled = view.battle, []
    answering = battle is not None and battle.target is not None
    preparation = battle.preparation if battle is not None and answering else view.preparation
    parts = [
        (f"+{preparation.magnitude}", preparation.magnitude and not answering),
        ("no doubling", preparation.undoubled and not answering),
        ("complex only", preparation.complex_only),
        ("recharged", preparation.spared),
        (f"+{counted(preparation.prize, 'point')}", preparation.prize),
        (f"+{preparation.spoils} AP if {preparation.spoils_from}+", preparation.spoils),
    ]
    attack = [words for words, present in parts if present]
    if attack:
        labelled += ["Attack:" if answering else "Next attack:", *attack]
    if battle is not None and answering:
        guard = battle.guard
        parts = [
            (f"{guard.ward} or less: no point", guard.ward),
            ("drew", guard.drawn),
            ("store opened", guard.opened),
        ]
        if defence := [words for words, present in parts if present]:
            labelled += ["Defence:", *defence]
    idle = view.sides[view.active].idle
    if view.outcome is None:
        if (weight := weight_of(view.scoring, view.turn)) > 1:
            labelled.append(f"Damage counts {times(weight)}")
        if view.brisk and idle >= IDLE_TURNS - 1 and battle is None:
            labelled.append(f"{'Hit' if view.turn > PATIENT_TURNS else 'Attack'}, or give a point")
        if view.quiet >= QUIET_TURNS // 2:
            labelled.append(f"Ends in {counted(QUIET_TURNS - view.quiet, 'quiet turn')}")
        if view.turn > LAST_TURN - _NEAR:
            labelled.append(f"Ends after turn {LAST_TURN}")
    return labelled


def own_conditions(view: AlchemyView, mentioned: str, names: Names) -> list[str]:
    """Return the conditions for a hand; [] while its owner has nothing to decide."""
    return [] if wording.at_rest(view) else conditions(view, mentioned, names)


def points_for(view: AlchemyView, damage: int) -> int:
    """Return the points that the present attack would score by this damage, which is in halves of a point."""
    assert view.battle is not None
    dealt = view.sides[view.battle.chain[-1].seat].damage
    return sum(points_of(view.scoring, damage, view.turn, dealt, view.battle.preparation, view.battle.guard))


def magnitudes(cards: Iterable[AlchemyCard]) -> dict[Element, str]:
    """Return the magnitudes of each basic element among the cards, lowest first: “1 1 3”. An element without a card is
    left out.
    """
    by_element: dict[Element, list[int]] = {element: [] for element in BASICS}
    for card in cards:
        if isinstance(card, ElementCard):
            by_element[card.element].append(card.magnitude)
    return {element: " ".join(map(str, sorted(held))) for element, held in by_element.items() if held}


def stacks(cards: Iterable[AlchemyCard]) -> dict[AlchemyCard, int]:
    """Return the number of copies of each card, in the order of the card list."""
    return Counter(sorted(cards, key=lambda card: card.order))


def effects(cards: Iterable[AlchemyCard]) -> dict[EffectCard, int]:
    """Return the number of copies of each process, in the order of the card list."""
    return {card: count for card, count in stacks(cards).items() if isinstance(card, EffectCard)}


def opus(side: SideView) -> str:
    """Describe a Magnum Opus as everyone sees it: by its name if it has been used, else as “face down, unused”."""
    return f"{side.opus.name}, used" if side.opus else "face down, unused"


def goal(view: AlchemyView) -> str:
    """Return the victory condition."""
    return f"First to {view.goal}: {_GOALS[view.scoring]}"


def is_attacked(view: AlchemyView) -> bool:
    """Return whether the view's seat is attacked and has to answer now."""
    return LET_HIT in view.options


def usable(view: AlchemyView) -> frozenset[AlchemyCard]:
    """Return the processes in this seat's hand that it can use now, and its Magnum Opus if it can use that."""
    assert view.own is not None
    ids = {action.card for action in view.options if isinstance(action, Play)}
    opus = (view.own.opus,) if USE_OPUS in view.options else ()
    return frozenset((*(card for card in view.own.hand if card.id in ids), *opus))


def hand_remark(view: AlchemyView) -> str:
    """Return the remark above a hand; "" if there is none."""
    return "Framed: usable." if usable(view) else ""


def seen(view: AlchemyView) -> str:
    """Return a sentence about the cards of this seat's hand that the opponent has seen; "" if there are none."""
    assert view.seat is not None
    shown = view.sides[view.seat].shown
    return f"Your opponent has seen {listed(shown)} of your hand." if shown else ""


def listed(cards: Iterable[AlchemyCard]) -> str:
    """List cards in the order of the card list: “Fire 3 x2, Water 1”."""
    return ", ".join(wording.with_copies(stacks(cards)))


def opus_used(view: AlchemyView) -> str:
    """Return a sentence that the seat's Magnum Opus is used; "" if it is not."""
    assert view.seat is not None
    opus = view.sides[view.seat].opus
    return f"Your Magnum Opus, {opus.name}, is used." if opus else ""


def not_picked(view: AlchemyView) -> str:
    """Return a sentence about the Magnum Opus cards that the opponent did not pick."""
    assert view.own is not None
    return f"Not picked: {', '.join(card.name for card in view.own.aside)}."


def deck_left(view: AlchemyView) -> str:
    """Return a sentence about the cards left in the seat's deck; their order stays unknown."""
    assert view.own is not None
    deck = view.own.deck
    if not deck:
        return "Your deck is empty."
    return f"Still in your deck of {len(deck)}: {', '.join(condensed(deck))}."


def note(card: AlchemyCard, *besides: str) -> str:
    """Join remarks on a card. “reaction” comes first if the card is a reaction."""
    reaction = "reaction" if isinstance(card, EffectCard) and card.reaction else ""
    return " · ".join(filter(None, (reaction, *besides)))


def stored(view: AlchemyView) -> list[tuple[AlchemyCard, bool]]:
    """Return the cards of the seat's store, place by place, each with whether the opponent has seen it."""
    assert view.seat is not None
    assert view.own is not None
    return [
        (card, public is not None) for card, public in zip(view.own.store, view.sides[view.seat].store, strict=True)
    ]


def store_count(view: AlchemyView) -> str:
    """Return in words the number of cards in the seat's store, and the store's limit."""
    assert view.own is not None
    count = len(view.own.store)
    return f"Store {count} of {STORE}" if count <= STORE else f"Store {count}, only {STORE} when it closes"


def visibility(*, seen: bool) -> str:
    """Return how a card lies in a store: “face up” once the opponent has seen it, else “face down”."""
    return "face up" if seen else "face down"


def condensed(pile: Iterable[AlchemyCard]) -> list[str]:
    """Summarise a pile: each element with its magnitudes, and the number of processes."""
    pile = tuple(pile)
    elements = [f"{element.label} {words}" for element, words in magnitudes(pile).items()]
    processes = sum(isinstance(card, EffectCard) for card in pile)
    return [*elements, counted(processes, "process", "processes")] if processes else elements
