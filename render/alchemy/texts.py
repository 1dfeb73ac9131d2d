"""Write in words everything that Alchemy's pictures show, most important first."""

from collections.abc import Iterable, Iterator, Sequence

from render import wording
from render.alchemy import facts, outlook
from render.alchemy.badges import CIRCLE
from render.alchemy.duels import Duel, duels, total_reason, verb
from render.alchemy.previews import Attacks, Previews, explanation, groups, let_hit, sums, title
from render.renderer import Names
from rules.alchemy.attacks import Link
from rules.alchemy.cards import AlchemyCard, EffectCard
from rules.alchemy.elements import Element, in_words
from rules.alchemy.limits import MOST_POINTS
from rules.alchemy.view import AlchemyView, SideView
from rules.core.game import Game


def table(game: Game, view: AlchemyView, names: Names) -> Iterator[str]:
    """Return the table in lines of plain text: the decision, recent events, the battle, then each player's points and
    cards.
    """
    whose = "game over" if view.outcome else names[view.active]
    yield f"Turn {view.turn} · {whose} · {facts.goal(view)}"
    headline = wording.headline(game, view, names)
    yield headline
    news = facts.recent_events(game, view, names)
    yield from facts.conditions(view, " ".join((headline, *news)), names)
    if news:
        yield f"Just now: {' '.join(news)}"
    yield from battle(view, names)
    yield from _outlook(view, names)
    for each in view.sides:
        yield ""
        yield from side(view, each, names[each.seat])
    if view.battle is None:
        yield ""
        yield f"{', '.join(element.label for element in (*CIRCLE, CIRCLE[0]))}: each is strong against the next."


def _outlook(view: AlchemyView, names: Names) -> Iterator[str]:
    """Return the results of each possible defence against the present attack."""
    options = outlook.defences(view)
    if options and view.battle is not None and view.battle.target is not None:
        yield f"  If {names[view.battle.target]} defends with"
    for defence in options:
        words = (f"{magnitude} {outlook.briefly(outcome)}" for magnitude, outcome in defence.outcomes)
        factor = f" {defence.factor}" if defence.factor else ""
        yield f"  {defence.element.label}{factor}: {', '.join(words) or 'cannot defend'}"


def battle(view: AlchemyView, names: Names) -> Iterator[str]:
    """Return a line for each element played in the battle, and a line for the result of each attack."""
    described = duels(view)
    if described:
        yield "Battle"
    for duel in described:
        yield from (f"  {line}" for line in attack_lines(duel, names))


def attack_lines(duel: Duel, names: Names) -> Iterator[str]:
    """Return a line for the attack, a line for the defence if there is one, and a line for the result."""
    yield _link(duel.attack, None, verb(duel.attack, back=duel.back), names)
    if duel.defence is not None:
        yield _link(duel.defence, duel.attack, "defends", names)
    yield f"{duel.verdict.capitalize()}: {duel.result}" if duel.verdict else f"{names[duel.target]} is asked"


def _link(link: Link, against: Link | None, done: str, names: Names) -> str:
    why = total_reason(link, against)
    counts = f"counts {in_words(link.counted)}{f' ({why})' if why else ''}"
    return f"{names[link.seat]} {done}: {link.essence.title}, {counts}"


def side(view: AlchemyView, side_view: SideView, name: str) -> Iterator[str]:
    """Return all public facts about a player, with a line for each pile or place of cards."""
    score = f"score {side_view.score} of {view.goal}, AP {side_view.points} of {MOST_POINTS}"
    yield f"{wording.player_label(view, side_view.seat, name)}: {score}"
    yield f"  Deck {side_view.deck} · damage dealt {in_words(side_view.damage)} · Magnum Opus {facts.opus(side_view)}"
    seen = f", seen: {facts.listed(side_view.shown)}" if side_view.shown else ""
    looks = f"; looks at {side_view.looking} of the deck" if side_view.looking else ""
    yield f"  Hand {side_view.hand}{seen}{looks}"
    yield f"  Store {len(side_view.store)}{_places(side_view.store)}"
    yield f"  Field: {facts.listed(side_view.field) or 'empty'}"
    yield f"  Recharge {len(side_view.recharge)}{_pile(side_view.recharge)}"
    yield f"  Exhausted {len(side_view.exhausted)}{_pile(side_view.exhausted)}"


def _places(store: Sequence[AlchemyCard | None]) -> str:
    faces = ", ".join(card.name if card else "face down" for card in store)
    return f": {faces}" if faces else ""


def _pile(pile: Iterable[AlchemyCard]) -> str:
    words = facts.condensed(tuple(pile))
    return f": {', '.join(words)}" if words else ""


def hand(game: Game, view: AlchemyView, names: Names) -> Iterator[str]:
    """Return the hand of the view's seat in lines of plain text."""
    assert view.seat is not None
    assert view.own is not None
    own, side = view.own, view.sides[view.seat]
    points = f"AP {side.points} of {MOST_POINTS} · score {side.score} of {view.goal}"
    yield f"{names[view.seat]}: hand of {side.hand} · {points}"
    yield wording.aim(game, view)
    yield from facts.own_conditions(view, wording.question(game, view, names), names)
    if view.battle is not None and not wording.at_rest(view):
        yield from battle(view, names)
    if facts.is_attacked(view):
        yield from _answers(view)
    if own.looking:
        yield f"You look at: {', '.join(card.name for card in own.looking)}"
    yield ""
    elements = (f"{element.label} {words}" for element, words in facts.magnitudes(own.hand).items())
    yield f"Your elements: {', '.join(elements) or 'none'}"
    if seen := facts.seen(view):
        yield seen
    usable = facts.usable(view)
    for card, count in facts.effects(own.hand).items():
        yield effect(card, f"x{count}" if count > 1 else "", "usable now" if card in usable else "")
    yield f"Your {facts.store_count(view).lower()}"
    for held, face_up in facts.stored(view):
        note = facts.visibility(seen=face_up)
        yield f"  {effect(held, note) if isinstance(held, EffectCard) else f'{held.name}, {note}'}"
    if side.opus:
        yield facts.opus_used(view)
    else:
        now = "usable now" if own.opus in usable else ""
        yield f"Magnum Opus: {effect(own.opus, 'unused: only you know it', now)}"
    yield facts.not_picked(view)
    yield facts.deck_left(view)
    yield f"{', '.join(element.label for element in (*CIRCLE, CIRCLE[0]))}: {facts.CIRCLE[0].lower()}{facts.CIRCLE[1:]}"


def effect(card: EffectCard, *besides: str) -> str:
    """Describe a process or a Magnum Opus."""
    note = facts.note(card, *besides)
    return f"{card.name} ({card.cost} AP{f', {note}' if note else ''}): {card.text}"


def _answers(view: AlchemyView) -> Iterator[str]:
    for words, group in groups(view):
        yield words
        for answer in group:
            change = ("halved to", "counts", "doubled to")[answer.link.change + 1]
            took = f", you take {in_words(answer.damage)}" if answer.damage else ""
            yield f"  {answer.link.essence.title}: {change} {in_words(answer.link.counted)}{took}"
    yield let_hit(view)


def choice(_game: Game, view: AlchemyView, preview: Previews, names: Names) -> Iterator[str]:
    """Yield a title, a battle that waits for an answer, an explanation, and a line for each option."""
    yield title(view, preview)
    if preview.answers:
        yield from battle(view, names)
        yield from _answers(view)
    yield explanation(view, preview)
    yield from (_attacks(each) for each in preview.attacks)
    for target in preview.targets:
        place = f"Place {target.word}: " if target.word.isdigit() else ""
        card = target.card
        words = "face down" if card is None else effect(card) if isinstance(card, EffectCard) else card.name
        yield f"  {place}{words}"


def _attacks(each: Attacks) -> str:
    relations = ((each.doubled, "x2"), (each.halved, "½"))
    described = ", ".join(f"{_labels(elements)} {factor}" for elements, factor in relations if elements)
    return f"  {each.element.label} ({described}): {', '.join(map(sums, each.links))}"


def _labels(elements: Sequence[Element]) -> str:
    return " and ".join(element.label for element in elements)
