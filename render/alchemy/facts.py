"""What the pictures and the texts of Alchemy both say, taken from the view once."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from render import telling
from render.artist import Names
from rules.alchemy.actions import LET_HIT, USE_OPUS, Play
from rules.alchemy.attacks import Guard, Preparation
from rules.alchemy.cards import AlchemyCard, EffectCard, ElementCard
from rules.alchemy.elements import BASICS, Element
from rules.alchemy.events import LinkPlayed
from rules.alchemy.limits import DAMAGE_A_POINT, IDLE_TURNS, LAST_TURN, QUIET_TURNS, STORE
from rules.alchemy.scoring import Scoring, points_of
from rules.alchemy.view import AlchemyView, SideView
from rules.core.game import Game

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
"""Turns before the last one from which on it is announced."""


def counted(count: int, noun: str, several: str = "") -> str:
    """“1 point”, “2 points”."""
    return f"{count} {noun if count == 1 else several or noun + 's'}"


def news(game: Game, view: AlchemyView, names: Names) -> list[str]:
    """What just happened for everybody to see, a sentence each; the links of a battle are drawn instead."""
    return telling.news(game, view, names, but=(LinkPlayed,))


def prepared(preparation: Preparation) -> list[str]:
    """What is prepared for an attack, each in a few words."""
    said = (
        (preparation.magnitude, f"+{preparation.magnitude} magnitude"),
        (preparation.undoubled, "no defence is doubled"),
        (preparation.complex_only, "only a complex element defends"),
        (preparation.spared, "a complex element is recharged"),
        (preparation.prize, f"+{counted(preparation.prize, 'point')} if it wins"),
        (preparation.spoils, f"+{preparation.spoils} AP if it deals {preparation.spoils_from} or more"),
    )
    return [words for there, words in said if there]


def guarded(guard: Guard) -> list[str]:
    """What the target has done about an attack, each in a few words."""
    said = (
        (guard.magnitude, f"defence +{guard.magnitude}"),
        (guard.unhalved, "not halved"),
        (guard.ward, f"{guard.ward} damage or less scores nothing"),
        (guard.drawn, "drew a card for 1 AP"),
        (guard.opened, "opened the store for 1 AP"),
    )
    return [words for there, words in said if there]


def conditions(view: AlchemyView, told: str, names: Names) -> list[str]:
    """What bears on the decision and is not told yet: what is prepared, what guards the target, what a card says."""
    found = []
    battle = view.battle
    if battle is not None and battle.target is not None:
        if words := prepared(battle.preparation):
            found.append(f"Prepared for this attack: {', '.join(words)}.")
        if words := guarded(battle.guard):
            found.append(f"{names[battle.target]} against it: {', '.join(words)}.")
    elif words := prepared(view.preparation):
        found.append(f"Prepared for the next attack: {', '.join(words)}.")
    active = view.sides[view.active]
    if view.brisk and active.idle >= IDLE_TURNS - 1 and battle is None and view.outcome is None:
        idle, other = names[active.seat], names[1 - active.seat]
        found.append(f"{idle} has not attacked for {active.idle} turns: another one gives {other} a point.")
    if view.quiet >= QUIET_TURNS // 2 and view.outcome is None:
        found.append(f"No attack for {view.quiet} turns: after {QUIET_TURNS} the match ends.")
    if view.turn > LAST_TURN - _NEAR and view.outcome is None:
        found.append(f"The match ends after turn {LAST_TURN}.")
    if view.working is not None and view.working.text not in told:
        found.append(f"{view.working.name} ({view.working.cost} AP): {view.working.text}")
    return found


def notes(view: AlchemyView) -> list[str]:
    """What bears on the decision and is not in the figures of the battle, each in as few words as stand on the table; a
    word that ends in “:” names whose.
    """
    battle, found = view.battle, []
    answering = battle is not None and battle.target is not None
    preparation = battle.preparation if battle is not None and answering else view.preparation
    said = [
        (f"+{preparation.magnitude}", preparation.magnitude and not answering),
        ("no doubling", preparation.undoubled and not answering),
        ("complex only", preparation.complex_only),
        ("recharged", preparation.spared),
        (f"+{counted(preparation.prize, 'point')}", preparation.prize),
        (f"+{preparation.spoils} AP if {preparation.spoils_from}+", preparation.spoils),
    ]
    attack = [words for words, there in said if there]
    if attack:
        found += ["Attack:" if answering else "Next attack:", *attack]
    if battle is not None and answering:
        guard = battle.guard
        said = [
            (f"{guard.ward} or less: no point", guard.ward),
            ("drew", guard.drawn),
            ("store opened", guard.opened),
        ]
        if defence := [words for words, there in said if there]:
            found += ["Defence:", *defence]
    idle = view.sides[view.active].idle
    if view.outcome is None:
        if view.brisk and idle >= IDLE_TURNS - 1 and battle is None:
            found.append("Attack, or give a point")
        if view.quiet >= QUIET_TURNS // 2:
            found.append(f"Ends in {counted(QUIET_TURNS - view.quiet, 'quiet turn')}")
        if view.turn > LAST_TURN - _NEAR:
            found.append(f"Ends after turn {LAST_TURN}")
    return found


def own_conditions(view: AlchemyView, told: str, names: Names) -> list[str]:
    """The same for a hand: nothing while its owner has nothing to decide."""
    return [] if telling.at_rest(view) else conditions(view, told, names)


def points_for(view: AlchemyView, damage: int) -> int:
    """What the attack that is to be answered scores if it deals so much damage, in halves."""
    assert view.battle is not None
    dealt = view.sides[view.battle.chain[-1].seat].damage
    return sum(points_of(view.scoring, damage, dealt, view.battle.preparation, view.battle.guard))


def magnitudes(cards: Iterable[AlchemyCard]) -> dict[Element, str]:
    """The magnitudes of each basic element among the cards, lowest first: “1 1 3”; elements not there are not."""
    found: dict[Element, list[int]] = {element: [] for element in BASICS}
    for card in cards:
        if isinstance(card, ElementCard):
            found[card.element].append(card.magnitude)
    return {element: " ".join(map(str, sorted(held))) for element, held in found.items() if held}


def stacks(cards: Iterable[AlchemyCard]) -> dict[AlchemyCard, int]:
    """Different cards in the order of the card list, and how often each is there."""
    return Counter(sorted(cards, key=lambda card: card.order))


def effects(cards: Iterable[AlchemyCard]) -> dict[EffectCard, int]:
    """The same of the processes alone."""
    return {card: count for card, count in stacks(cards).items() if isinstance(card, EffectCard)}


def opus(side: SideView) -> str:
    """The Magnum Opus as everybody knows it."""
    return f"{side.opus.name}, used" if side.opus else "face down, unused"


def goal(view: AlchemyView) -> str:
    """What wins."""
    return f"First to {view.goal}: {_GOALS[view.scoring]}"


def is_attacked(view: AlchemyView) -> bool:
    """Whether the view's seat is attacked and answers now."""
    return LET_HIT in view.options


def usable(view: AlchemyView) -> frozenset[AlchemyCard]:
    """The processes of this seat's hand, and its Magnum Opus, that it can use now."""
    assert view.own is not None
    ids = {action.card for action in view.options if isinstance(action, Play)}
    opus = (view.own.opus,) if USE_OPUS in view.options else ()
    return frozenset((*(card for card in view.own.hand if card.id in ids), *opus))


def aside(game: Game, view: AlchemyView, names: Names) -> str:
    """What is said above a hand beside the question."""
    framed = "Framed cards can be used now." if usable(view) else ""
    return telling.aside(game, view, names, framed)


def seen(view: AlchemyView) -> str:
    """What of the hand the opponent knows."""
    assert view.seat is not None
    shown = view.sides[view.seat].shown
    return f"Your opponent has seen {listed(shown)} of your hand." if shown else ""


def listed(cards: Iterable[AlchemyCard]) -> str:
    """Cards in the order of the card list: “Fire 3 x2, Water 1”."""
    return ", ".join(telling.each(stacks(cards)))


def opus_used(view: AlchemyView) -> str:
    """That the seat's own Magnum Opus is used up; "" if it is not."""
    assert view.seat is not None
    opus = view.sides[view.seat].opus
    return f"Your Magnum Opus, {opus.name}, is used." if opus else ""


def not_picked(view: AlchemyView) -> str:
    """The Magnum Opus cards that the opponent did not pick."""
    assert view.own is not None
    return f"Not picked: {', '.join(card.name for card in view.own.aside)}."


def deck_left(view: AlchemyView) -> str:
    """How much of what is still in the deck: nobody knows in which order."""
    assert view.own is not None
    deck = view.own.deck
    if not deck:
        return "Your deck is empty."
    return f"Still in your deck of {len(deck)}: {', '.join(condensed(deck))}."


def note(card: AlchemyCard, *besides: str) -> str:
    """What stands above a process's text: that it is a reaction, and what else there is to say."""
    reaction = "reaction" if isinstance(card, EffectCard) and card.reaction else ""
    return " · ".join(filter(None, (reaction, *besides)))


def stored(view: AlchemyView) -> list[tuple[AlchemyCard, bool]]:
    """The own store, place by place, and whether the opponent has seen the card."""
    assert view.seat is not None
    assert view.own is not None
    return [(card, face is not None) for card, face in zip(view.own.store, view.sides[view.seat].store, strict=True)]


def store_count(view: AlchemyView) -> str:
    """How many cards are in the seat's store, and how many it holds."""
    assert view.own is not None
    count = len(view.own.store)
    return f"Store {count} of {STORE}" if count <= STORE else f"Store {count}, only {STORE} when it closes"


def visibility(*, seen: bool) -> str:
    """How a card of one's own store lies."""
    return "face up" if seen else "face down"


def condensed(pile: Iterable[AlchemyCard]) -> list[str]:
    """A pile in few words: the magnitudes of each element, and how many processes."""
    pile = tuple(pile)
    found = [f"{element.label} {words}" for element, words in magnitudes(pile).items()]
    processes = sum(isinstance(card, EffectCard) for card in pile)
    return [*found, counted(processes, "process", "processes")] if processes else found
