"""Write in words everything that Allocator's pictures show, most important first."""

from collections.abc import Iterator
from itertools import groupby

from render import wording
from render.allocator import facts
from render.allocator.previews import TITLES, Previews, explanation, leaving
from render.renderer import Names
from rules.allocator.view import AllocatorView, SideView, SystemView
from rules.core.game import Game


def table(game: Game, view: AllocatorView, names: Names) -> Iterator[str]:
    """Return the table in lines of plain text: the decision, recent events, both players' numbers, then their cards."""
    yield f"Turn {view.turn}, {names[view.active]} · {_step(view)} · Maximum Power {view.maximum_power}"
    yield wording.headline(game, view, names)
    if view.outcome is None:
        yield wording.aim(game, view)
    news = wording.recent_events(game, view, names)
    if news:
        yield f"Just now: {' '.join(news)}"
    if view.outcome is None:
        attack, defense = facts.clash(view)
        against = f"{names[view.active]}'s Attack {attack} against {names[1 - view.active]}'s Defense {defense}"
        yield f"{against}: {facts.clash_stands(view)}"
        if view.siege():
            yield f"Siege: {view.siege()} of that Attack"
    for side in view.sides:
        yield ""
        yield wording.player_label(view, side.seat, names[side.seat])
        yield from _numbers(view, side)
    for side in view.sides:
        if any(system.cards for system in side.systems):
            yield ""
            yield f"{names[side.seat]}'s cards"
            yield from (f"  {system.system.label}: {_cards(system)}" for system in side.systems if system.cards)


def _step(view: AllocatorView) -> str:
    step = facts.step(view)
    return "Game over" if step is None else f"{facts.STEPS[step]} step"


def _numbers(view: AllocatorView, side: SideView) -> Iterator[str]:
    yield f"  Life {side.life} · DP {side.development_points} · power {side.power} of {view.maximum_power}"
    yield f"  Hand {side.hand} · deck {side.deck} · discards {len(side.discard_pile)}"
    yield from (f"  {_system(system)}" for system in side.systems)


def _system(system: SystemView) -> str:
    words = f"{system.system.label} {system.boosted}"
    if system.boosts:
        raised = ", ".join(f"+{card.boost} {card.name}" for card in system.boosts)
        words += f" ({system.power}, boosted by {raised})"
    factions = ", ".join(f"{faction.label} {count}" for faction, count in system.factions)
    return f"{words}: {factions}" if factions else words


def _cards(system: SystemView) -> str:
    return ", ".join(wording.with_copies(dict(facts.stacks(system.cards))))


def hand(game: Game, view: AllocatorView, names: Names) -> Iterator[str]:
    """Return the hand of the view's seat in lines of plain text, grouped by faction."""
    assert view.seat is not None
    side = view.sides[view.seat]
    label, power = facts.own_power(view)
    yield f"{names[side.seat]}: hand of {side.hand} · DP {side.development_points} · {label.lower()} {power}"
    yield wording.aim(game, view)
    yield ""
    yield "Your systems"
    yield from (f"  {_system(system)}" for system in side.systems)
    boosters, playable = facts.boosters(view), facts.playable(view)
    yield ""
    yield "Your cards: ATK/DEF/DEV, boost, Function Match" if view.hand else "No cards in hand"
    for faction, stacks in groupby(facts.stacks(view.hand or ()), key=lambda stack: stack.card.faction):
        yield faction.label
        held = dict(stacks)
        for card, name in zip(held, wording.with_copies(held), strict=True):
            stats = f"{card.attack}/{card.defense}/{card.development}, +{card.boost}, FM {card.function_match}"
            now = ", can boost now" if card in boosters else ", can be played now" if card in playable else ""
            yield f"  {name}: {stats}{now}"


def choice(_game: Game, view: AllocatorView, preview: Previews, names: Names) -> Iterator[str]:
    """Yield a title, an explanation, and lines on the options of a Manage step."""
    assert view.seat is not None
    yield TITLES[preview.verb]
    yield explanation(view, preview, names)
    for row in preview.rows:
        good = f"+{row.card.boost}, FM {row.card.function_match}"
        left = leaving(view, row)
        yield f"{row.card.name}, {f'out of {left}' if left else good}"
        for way in row.ways:
            before = view.sides[view.seat].system(way.shown).power
            result = f"  {way.shown.label} {before} → {way.power(way.shown)}, {way.used} of {view.maximum_power} used"
            yield f"{result}{f', {way.over} too much' if way.over else ''}{', would hit' if way.hits else ''}"
