"""Describe a position of Circuitry in words: the nodes that a pawn can reach, its way, and threats."""

from collections.abc import Collection, Iterator, Sequence

from render.circuitry import facts
from render.renderer import Names
from rules.circuitry.board import HUB, NodeId, names
from rules.circuitry.view import CircuitryView, SideView
from rules.circuitry.words import node_words
from rules.core.words import counted


def way_line(view: CircuitryView, side: SideView) -> str:
    """Describe a pawn's shortest way: home if it carries enough charge to win, else to its charge point."""
    home = names(HUB)[side.colour]
    if is_charged(view, side):
        way = _way(view, side, [home])
        return _route_text(way, "home", "it is at home: a black card delivers the charge", "home is cut off")
    ends = view.board.charge_nodes(side.colour)
    if not ends:
        return "its charge point is not on the board yet"
    way = _way(view, side, ends)
    return _route_text(
        way, "to its charge point", "it is at its charge point, and can take a charge", "its charge point is cut off"
    )


def way_and_price(view: CircuitryView, side: SideView) -> str:
    """Describe a pawn's shortest way, and the movement cards that its player still needs for it."""
    way = way_line(view, side)
    steps, _, _ = way.partition(" step")
    if not steps.isdigit():
        return way
    held = sum(mini.movement for mini in view.minis)
    short = int(steps) - held
    missing = f"{counted(short, 'gold card')} short" if short > 0 else "a gold card each"
    return f"{way.partition(':')[0]}, {missing}"


def briefly(way: str) -> str:
    """Return the sentence on a way without what can be seen on the board: what cuts it off, or that charge is there."""
    return way.partition(" by ")[0].removesuffix(", and can take a charge")


def reach_lines(view: CircuitryView, side: SideView) -> Iterator[str]:
    """Yield a sentence about the nodes that a pawn can reach in one step, and one about those it can reach in two."""
    blocked = _pawns(view, side)
    one = [node for node in facts.neighbours(view, side.node) if node not in blocked]
    seen = {side.node, *one}
    two = [node for each in one for node in facts.neighbours(view, each) if node not in seen and node not in blocked]
    for steps, nodes in (("one step", one), ("two steps", list(dict.fromkeys(two)))):
        if nodes:
            yield f"In {steps} you reach {', '.join(map(node_words, nodes))}."


def threats(view: CircuitryView, named: Names) -> Iterator[str]:
    """Yield a sentence for each threat that everyone can see: a player next to a rival's charge, or another player
    about to win.
    """
    for side in view.sides:
        if side.left:
            continue
        for carrier in view.sides:
            is_rival = carrier is not side and carrier.carried and not carrier.left
            if is_rival and carrier.node in facts.neighbours(view, side.node):
                yield f"{named[side.seat]} is next to {named[carrier.seat]}: an Exchange would take a charge."
        is_near = side.seat != view.seat and is_charged(view, side)
        way = _way(view, side, [names(HUB)[side.colour]]) if is_near else None
        if way is not None and len(way) < side.gold:
            steps, held = counted(len(way), "step"), counted(side.gold, "gold card")
            yield f"{named[side.seat]} could deliver next: {steps} from home, with {held}."


def way_of(view: CircuitryView, side: SideView) -> Sequence[NodeId] | None:
    """Return the nodes of a pawn's shortest way: home if it carries enough charge to win, else to its charge point;
    None if it is cut off, or has no end yet.
    """
    home = [names(HUB)[side.colour]] if is_charged(view, side) else view.board.charge_nodes(side.colour)
    return _way(view, side, home) if home else None


def is_charged(view: CircuitryView, side: SideView) -> bool:
    """Return whether a pawn carries enough charge to win once it is home."""
    return bool(side.carried) and view.delivered(side.seat) + len(side.carried) >= view.variant.charges


def _pawns(view: CircuitryView, side: SideView) -> Collection[NodeId]:
    return {other.node for other in view.sides if other is not side and not other.left}


def _way(view: CircuitryView, side: SideView, ends: Collection[NodeId]) -> Sequence[NodeId] | None:
    """Return the nodes of the shortest way to one of the `ends` that passes no other pawn; None if there is none."""
    blocked, ways = _pawns(view, side), {side.node: list[NodeId]()}
    for node in (queue := [side.node]):
        if node in ends:
            return ways[node]
        for after in facts.neighbours(view, node):
            if after not in ways and after not in blocked:
                ways[after] = [*ways[node], after]
                queue.append(after)
    return None


def _route_text(way: Sequence[NodeId] | None, where: str, there: str, cut_off: str) -> str:
    if way is None:
        return f"{cut_off} by other pawns or the board"
    if not way:
        return there
    return f"{counted(len(way), 'step')} {where}: {', '.join(map(node_words, way))}"
