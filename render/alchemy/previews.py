"""Previews of what can follow a verb: what each defence would do, what each attack would meet, what a card works on."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from render.alchemy import facts
from rules.alchemy.actions import Attack, Choose, Defend
from rules.alchemy.attacks import Link, attack_of, defence_of, verdict
from rules.alchemy.cards import AlchemyCard, ElementCard, Essence, EssenceId, essence_of
from rules.alchemy.elements import BASICS, STRENGTH, Element, in_words
from rules.alchemy.scoring import Scoring
from rules.alchemy.view import AlchemyView

OUTCOMES = ("parried", "countered", "blocked")
"""What a defence can do, the best first."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A defence as it would count."""

    link: Link
    verdict: str
    damage: int
    """In halves: 0 if it is parried or countered."""
    points: int
    """What it would cost."""


@dataclass(frozen=True, slots=True)
class Attacks:
    """The attacks with one element, as they would count."""

    element: Element
    links: tuple[Link, ...]
    doubled: tuple[Element, ...]
    """The basic elements that would count double against them."""
    halved: tuple[Element, ...]
    """Those that would count half."""


@dataclass(frozen=True, slots=True)
class Target:
    """What a card can work on."""

    word: str
    card: AlchemyCard | None
    """None: it lies face down."""


@dataclass(frozen=True, slots=True)
class Previews:
    """What can follow a verb: one of these is not empty."""

    answers: tuple[Answer, ...] = ()
    attacks: tuple[Attacks, ...] = ()
    targets: tuple[Target, ...] = ()


def previews_of(view: AlchemyView, said: Sequence[str]) -> Previews | None:
    """What can follow these words; None where a picture has nothing to add to them."""
    found = Previews()
    match tuple(said):
        case ("defend",):
            found = Previews(answers=answers(view))
        case ("attack",):
            found = Previews(attacks=_attacks(view))
        case ("choose",):
            found = Previews(targets=_targets(view))
    return found if found != Previews() else None


def answers(view: AlchemyView) -> tuple[Answer, ...]:
    """Every possible defence: parries, counters, then what lets least through; of equal ones what spends least."""
    battle = view.battle
    if battle is None or battle.target is None:
        return ()
    attack, found = battle.chain[-1], []
    for action in view.options:
        if isinstance(action, Defend):
            essence = _essence(view, action.element)
            link = defence_of(battle.target, essence, attack.essence.element, battle.preparation, battle.guard)
            damage = max(attack.counted - link.counted, 0)
            points = facts.points_for(view, damage) if damage else 0
            found.append(Answer(link, verdict(attack, link), damage, points))
    return tuple(sorted(found, key=_rank))


def _rank(answer: Answer) -> tuple[int, int, int, int]:
    essence = answer.link.essence
    return OUTCOMES.index(answer.verdict), answer.damage, len(essence.cards), essence.magnitude


def _attacks(view: AlchemyView) -> tuple[Attacks, ...]:
    found: dict[Element, list[Link]] = {}
    for action in view.options:
        if isinstance(action, Attack):
            assert view.seat is not None
            link = attack_of(view.seat, _essence(view, action.element), view.preparation)
            found.setdefault(link.essence.element, []).append(link)
    return tuple(_attacks_with(view, element, links) for element, links in found.items())


def _attacks_with(view: AlchemyView, element: Element, links: Sequence[Link]) -> Attacks:
    doubled, halved = relations(element)
    return Attacks(element, tuple(links), () if view.preparation.undoubled else doubled, halved)


def sums(link: Link) -> str:
    """How an attack adds up: “3”, “3+2 = 5”, “3+2+2 = 7” with what is prepared."""
    added = link.magnitude - link.essence.magnitude
    parts = [str(card.magnitude) for card in link.essence.cards] + ([in_words(added)] if added else [])
    return f"{'+'.join(parts)} = {in_words(link.counted)}" if len(parts) > 1 else parts[0]


def relations(element: Element) -> tuple[tuple[Element, ...], tuple[Element, ...]]:
    """The basic elements that count double against this one, and those that count half."""
    doubled = tuple(basic for basic in BASICS if STRENGTH[basic][element] > 0)
    return doubled, tuple(basic for basic in BASICS if STRENGTH[basic][element] < 0)


def _essence(view: AlchemyView, element: EssenceId) -> Essence:
    assert view.own is not None
    known = {card.id: card for card in view.own.hand if isinstance(card, ElementCard)}
    return essence_of(tuple(card for name in element.split("+") for id_, card in known.items() if id_ == name))


def _targets(view: AlchemyView) -> tuple[Target, ...]:
    """Places of a store in their order, or cards in the order of the card list."""
    chosen = (action.what for action in view.options if isinstance(action, Choose))
    targets = [Target(what, _target(view, what)) for what in chosen]
    return tuple(sorted(targets, key=lambda t: t.card.order if t.card and not t.word.isdigit() else int(t.word)))


def _target(view: AlchemyView, what: str) -> AlchemyCard | None:
    """A card by its id, or what lies on a place of the store that the card which is used works on."""
    assert view.seat is not None
    assert view.own is not None
    if what.isdigit():
        # a reaction fetches a card of the own store, what is used in one's turn raids the other one
        return (view.own.store if view.battle is not None else view.sides[1 - view.seat].store)[int(what) - 1]
    side = view.sides[view.seat]
    return next(card for card in (*view.own.looking, *side.recharge, *side.exhausted) if card.id == what)


def title(view: AlchemyView, found: Previews) -> str:
    """What is being chosen, in a few words."""
    if found.answers:
        return "Your defence"
    if found.attacks:
        return "Your attack"
    assert view.working is not None
    return f"{view.working.name}: choose"


def explanation(view: AlchemyView, found: Previews) -> str:
    """What the choices show, in a sentence or two."""
    if found.answers:
        return "A complex element is exhausted after the battle, unless a card says otherwise."
    if found.attacks:
        prepared = facts.prepared(view.preparation)
        besides = f" Prepared: {', '.join(prepared)}." if prepared else ""
        return (
            "x2: a defence with this element counts double against the attack; ½: it counts half. The same element "
            f"cannot defend.{besides}"
        )
    assert view.working is not None
    return f"{view.working.name} ({view.working.cost} AP): {view.working.text}"


def groups(view: AlchemyView) -> list[tuple[str, tuple[Answer, ...]]]:
    """Every possible defence by what it comes to: in a sentence, and those that come to it."""
    return [(words, tuple(found)) for words, found in groupby(answers(view), lambda answer: _heading(view, answer))]


def _heading(view: AlchemyView, answer: Answer) -> str:
    match answer.verdict:
        case "parried":
            return "Parried: no damage, and you may attack back for free."
        case "countered":
            return "Countered: no damage, the battle ends, and nobody scores."
        case _ if answer.points and view.scoring is Scoring.ON:
            return f"Blocked: you take the difference, and your opponent scores it{_besides(view)}."
        case _:
            return f"Blocked: you take the difference, and {_scoring(answer.points)}."


def _besides(view: AlchemyView) -> str:
    """How damage becomes points."""
    assert view.battle is not None
    prize = view.battle.preparation.prize
    return f", rounded down but 1 at least{f', and {prize} more' if prize else ''}"


def let_hit(view: AlchemyView) -> str:
    """What letting the attack hit comes to."""
    assert view.battle is not None
    damage = view.battle.chain[-1].counted
    return f"Let it hit: you take {in_words(damage)}, and {_scoring(facts.points_for(view, damage))}."


def _scoring(points: int) -> str:
    return f"your opponent scores {facts.counted(points, 'point')}" if points else "nobody scores"
