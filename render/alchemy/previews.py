"""Preview the options of a verb: the results of defences, the sums of attacks, or the targets of a card."""

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
from rules.core.words import counted

OUTCOMES = ("parried", "countered", "blocked")
"""The results of a defence, best first."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A defence with its result."""

    link: Link
    verdict: str
    damage: int
    """Damage in halves of a point; 0 if the attack is parried or countered."""
    points: int
    """Points that the attacker scores."""


@dataclass(frozen=True, slots=True)
class Attacks:
    """The attacks with one element, with their totals."""

    element: Element
    links: tuple[Link, ...]
    doubled: tuple[Element, ...]
    """Basic elements that count double against the attacks."""
    halved: tuple[Element, ...]
    """Basic elements that count half against the attacks."""


@dataclass(frozen=True, slots=True)
class Target:
    """A possible target of a card."""

    word: str
    card: AlchemyCard | None
    """The card; None if it lies face down."""


@dataclass(frozen=True, slots=True)
class Previews:
    """Previews of the options of a verb. Only one of the fields is not empty."""

    answers: tuple[Answer, ...] = ()
    attacks: tuple[Attacks, ...] = ()
    targets: tuple[Target, ...] = ()


def previews_of(view: AlchemyView, chosen: Sequence[str]) -> Previews | None:
    """Return previews of the options that begin with these words; None if a picture would add nothing."""
    preview = Previews()
    match tuple(chosen):
        case ("defend",):
            preview = Previews(answers=answers(view))
        case ("attack",):
            preview = Previews(attacks=_attacks(view))
        case ("choose",):
            preview = Previews(targets=_targets(view))
    return preview if preview != Previews() else None


def answers(view: AlchemyView) -> tuple[Answer, ...]:
    """Return all possible defences.

    Parries come first, then counters, then the rest by damage; equal results are sorted by the cards that they cost.
    """
    battle = view.battle
    if battle is None or battle.target is None:
        return ()
    attack, results = battle.chain[-1], []
    for action in view.options:
        if isinstance(action, Defend):
            essence = _essence(view, action.element)
            link = defence_of(battle.target, essence, attack.essence.element, battle.preparation, battle.guard)
            damage = max(attack.counted - link.counted, 0)
            points = facts.points_for(view, damage) if damage else 0
            results.append(Answer(link, verdict(attack, link), damage, points))
    return tuple(sorted(results, key=_rank))


def _rank(answer: Answer) -> tuple[int, int, int, int]:
    essence = answer.link.essence
    return OUTCOMES.index(answer.verdict), answer.damage, len(essence.cards), essence.magnitude


def _attacks(view: AlchemyView) -> tuple[Attacks, ...]:
    by_element: dict[Element, list[Link]] = {}
    for action in view.options:
        if isinstance(action, Attack):
            assert view.seat is not None
            link = attack_of(view.seat, _essence(view, action.element), view.preparation)
            by_element.setdefault(link.essence.element, []).append(link)
    return tuple(_attacks_with(view, element, links) for element, links in by_element.items())


def _attacks_with(view: AlchemyView, element: Element, links: Sequence[Link]) -> Attacks:
    doubled, halved = relations(element)
    return Attacks(element, tuple(links), () if view.preparation.undoubled else doubled, halved)


def sums(link: Link) -> str:
    """Return the sum of an attack: “3”, “3+2 = 5”, or with preparations “3+2+2 = 7”."""
    added = link.magnitude - link.essence.magnitude
    parts = [str(card.magnitude) for card in link.essence.cards] + ([in_words(added)] if added else [])
    return f"{'+'.join(parts)} = {in_words(link.counted)}" if len(parts) > 1 else parts[0]


def relations(element: Element) -> tuple[tuple[Element, ...], tuple[Element, ...]]:
    """Return the basic elements that count double against this one, and those that count half."""
    doubled = tuple(basic for basic in BASICS if STRENGTH[basic][element] > 0)
    return doubled, tuple(basic for basic in BASICS if STRENGTH[basic][element] < 0)


def _essence(view: AlchemyView, element: EssenceId) -> Essence:
    assert view.own is not None
    in_hand = {card.id: card for card in view.own.hand if isinstance(card, ElementCard)}
    return essence_of(tuple(card for name in element.split("+") for id_, card in in_hand.items() if id_ == name))


def _targets(view: AlchemyView) -> tuple[Target, ...]:
    """Return the possible targets: the places of a store in order, or cards in the order of the card list."""
    chosen = (action.what for action in view.options if isinstance(action, Choose))
    targets = [Target(what, _target(view, what)) for what in chosen]
    return tuple(sorted(targets, key=lambda t: t.card.order if t.card and not t.word.isdigit() else int(t.word)))


def _target(view: AlchemyView, what: str) -> AlchemyCard | None:
    """Return the card with this id, or at this place of the store that the card in use affects; None if it lies face
    down.
    """
    assert view.seat is not None
    assert view.own is not None
    if what.isdigit():
        # a reaction fetches a card of the seat's own store; other cards, used in one's turn, raid the opponent's
        return (view.own.store if view.battle is not None else view.sides[1 - view.seat].store)[int(what) - 1]
    side = view.sides[view.seat]
    return next(card for card in (*view.own.looking, *side.recharge, *side.exhausted) if card.id == what)


def title(view: AlchemyView, preview: Previews) -> str:
    """Return the title of the choice."""
    if preview.answers:
        return "Your defence"
    if preview.attacks:
        return "Your attack"
    assert view.working is not None
    return f"{view.working.name}: choose"


def explanation(view: AlchemyView, preview: Previews) -> str:
    """Return the legend of the choice, in a sentence or two."""
    if preview.answers:
        return "A complex element is exhausted after the battle, unless a card says otherwise."
    if preview.attacks:
        prepared = facts.prepared(view.preparation)
        besides = f" Prepared: {', '.join(prepared)}." if prepared else ""
        return (
            "x2: a defence with this element counts double against the attack; ½: it counts half. The same element "
            f"cannot defend.{besides}"
        )
    assert view.working is not None
    return f"{view.working.name} ({view.working.cost} AP): {view.working.text}"


def groups(view: AlchemyView) -> list[tuple[str, tuple[Answer, ...]]]:
    """Group all possible defences by result. Each group is a sentence about the result, and its defences."""
    return [
        (words, tuple(defences)) for words, defences in groupby(answers(view), lambda answer: _heading(view, answer))
    ]


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
    """Return the rule for points from damage, as the end of a sentence."""
    assert view.battle is not None
    prize = view.battle.preparation.prize
    return f", rounded down but 1 at least{f', and {prize} more' if prize else ''}"


def let_hit(view: AlchemyView) -> str:
    """Return a sentence on the result of letting the attack hit."""
    assert view.battle is not None
    damage = view.battle.chain[-1].counted
    return f"Let it hit: you take {in_words(damage)}, and {_scoring(facts.points_for(view, damage))}."


def _scoring(points: int) -> str:
    return f"your opponent scores {counted(points, 'point')}" if points else "nobody scores"
