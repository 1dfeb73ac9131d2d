"""Circuitry in words: all that the pictures say, what matters most first."""

from collections.abc import Iterator, Sequence
from typing import Any

from render import telling
from render.circuitry import facts, words
from rules.circuitry.sentences import node_words, several
from rules.circuitry.view import CircuitryView, SideView
from rules.core.game import Game


def table(game: Game[Any, Any], view: CircuitryView, names: Sequence[str]) -> str:
    """The table in lines of plain text: the decision, the news, the players, the piles, then every card and node."""
    return "\n".join(_table(game, facts.public(view), names))


def hand(game: Game[Any, Any], view: CircuitryView, names: Sequence[str]) -> str:
    """The hand of the view's seat in lines of plain text."""
    return "\n".join(_hand(game, view, names))


def _table(game: Game[Any, Any], view: CircuitryView, names: Sequence[str]) -> Iterator[str]:
    yield f"{facts.round_words(view)} · {facts.goal(view)}"
    yield telling.headline(game, view, names)
    if news := facts.news(game, view, names):
        yield f"Just now: {' '.join(news)}"
    if changes := facts.changes(view):
        yield changes
    yield ""
    for side in view.sides:
        yield from _side(view, side, names[side.seat])
    yield ""
    yield _piles(view)
    yield f"Cards as they lie, column,row and way up ({words.KEY}):"
    yield from words.rows(view.board)


def _side(view: CircuitryView, side: SideView, name: str) -> Iterator[str]:
    said = (f"{side.colour.words} pawn", facts.team_word(view, side.seat), telling.standing(view, side.seat))
    where = f"on {node_words(side.node)}, {words.next_to(view.board, side.node)}"
    yield f"{side.seat + 1} {name} ({', '.join(filter(None, said))}): {where}"
    yield f"  {' · '.join(filter(None, _held(view, side)))}"


def _held(view: CircuitryView, side: SideView) -> Iterator[str]:
    yield f"delivered {view.delivered(side.seat)} of {view.variant.charges}"
    carried = [f"{count} {colour.words}" for colour, count in facts.charges(side).items()]
    yield f"carries {', '.join(carried)}" if carried else "no charge"
    shown = facts.listed(facts.known(view, side))
    yield f"hand {side.gold} gold, {side.green} green{f' ({shown})' if shown else ''}"
    held = side.charge_card.charge if side.charge_card else None
    yield several(side.circuits, "circuit card") + (f" with the {held.words} charge point" if held else "")
    yield facts.inhibited(view, side).lower()


def _piles(view: CircuitryView) -> str:
    gold = f"Gold deck {view.gold}, played {len(view.gold_discard)}"
    piles = ", ".join(f"{card.name} {count}" for card, count in view.piles)
    if view.active_green:
        return f"{gold} · active green deck {view.active_green} · closed piles: {piles}"
    return f"{gold} · green piles: {piles}, played {len(view.green_discard)}"


def _hand(game: Game[Any, Any], view: CircuitryView, names: Sequence[str]) -> Iterator[str]:
    assert view.seat is not None
    own = view.own
    yield f"{names[view.seat]}: {several(own.minis, 'mini card')}, {several(own.circuits, 'circuit card')}"
    yield telling.headline(game, view, names)
    if learned := telling.learned(game, view, names):
        yield learned
    if may := facts.allowance(view):
        yield may
    where = f"on {node_words(own.node)}, {words.next_to(view.board, own.node)}"
    yield f"Your pawn ({own.colour.words}): {where}"
    yield f"Mini cards: {facts.listed(view.minis) or 'none'}"
    yield from facts.helps(view)
    yield f"Circuit cards: {', '.join(str(card.number) for card in view.circuits) or 'none'}"
    for card in view.circuits:
        for side, face in zip("ab", card.faces, strict=True):
            yield f"  {card.number} {side}: {words.face_words(face, card.charge)}"
