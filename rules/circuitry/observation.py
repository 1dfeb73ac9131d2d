"""Views of the state for a seat, and states sampled from a view."""

from collections.abc import Sequence
from typing import Final

from rules.circuitry.cards import CircuitCard
from rules.circuitry.content import CHARGE_CARDS, Content
from rules.circuitry.phases import Asking, Choosing, Discarding, Taking, Turn, Turning
from rules.circuitry.state import BY_NUMBER, CircuitryState, Side
from rules.circuitry.view import CircuitryView, SideView
from rules.core.cards import BY_ORDER, without
from rules.core.constructors import fast_constructor
from rules.core.events import Seat
from rules.core.play import Over, Phase, common_fields

_view: Final = fast_constructor(CircuitryView)
_side_view: Final = fast_constructor(SideView)


def observe(content: Content, g: CircuitryState, seat: Seat | None) -> CircuitryView:
    """1.6 Return everything that a seat (None: a spectator) may know, and nothing else."""
    own_side = None if seat is None else g.sides[seat]
    phase = g.phase
    turn = phase.then if isinstance(phase, Turning) else phase
    return _view(
        **common_fields(g, seat),
        variant=g.variant,
        sides=tuple([_side(side, place, seat) for place, side in enumerate(g.sides)]),
        board=g.board,
        active=g.active,
        minis=tuple(own_side.minis) if own_side else (),
        circuits=tuple(own_side.circuits) if own_side else (),
        left=phase.left if isinstance(phase, Taking | Discarding) else 0,
        forced=turn.forced if isinstance(turn, Turn) else None,
        ends=phase.ends if isinstance(phase, Turning) else (),
        played=g.played,
        laid=g.laid,
        gifts=g.gifts,
        stirred=g.stirred,
        touched=g.touched,
        touched_before=g.touched_before,
        gold=len(g.gold),
        gold_discard=tuple(g.gold_discard),
        piles=tuple([(card, len(g.piles[card.id])) for card in content.greens]),
        green_discard=tuple(g.green_discard),
        active_green=len(g.active_green),
        unused=g.unused,
        open_gold=g.open_gold,
        open_green=g.open_green,
    )


def _side(side: Side, seat: Seat, viewer: Seat | None) -> SideView:
    green = sum([mini.green for mini in side.minis])
    return _side_view(
        seat=seat,
        colour=side.colour,
        node=side.node,
        gold=len(side.minis) - green,
        green=green,
        shown=(*side.shown, *side.known_to(None)),
        known=() if viewer is None else side.known_to(viewer),
        circuits=len(side.circuits),
        charge_card=_charge_card(side.circuits),
        carried=side.carried,
        delivered=side.delivered,
        inhibited=side.inhibited,
    )


def _charge_card(circuits: Sequence[CircuitCard]) -> CircuitCard | None:
    for held in circuits:
        if held.charge:
            return held
    return None


def determinize(content: Content, view: CircuitryView, random: int) -> CircuitryState:
    """Return a state that is consistent with the view; unknown cards are drawn at random."""
    g = CircuitryState(
        phase=_phase(view),
        turn=view.turn,
        random=random,
        events=list(view.events),
        variant=view.variant,
        sides=tuple(_known_side(view, side) for side in view.sides),
        board=view.board,
        active=view.active,
        played=view.played,
        laid=view.laid,
        gifts=view.gifts,
        stirred=view.stirred,
        touched=view.touched,
        touched_before=view.touched_before,
        gold=[],
        gold_discard=list(view.gold_discard),
        piles={card.id: [card] * count for card, count in view.piles},
        green_discard=list(view.green_discard),
        active_green=[],
        unused=view.unused,
        turned=bool(view.open_gold),
    )
    _draw_circuits(g, content, view)
    _draw_minis(g, content, view)
    return g


def _known_side(view: CircuitryView, seen: SideView) -> Side:
    is_own = seen.seat == view.seat
    return Side(
        colour=seen.colour,
        node=seen.node,
        minis=list(view.minis) if is_own else [],
        circuits=list(view.circuits) if is_own else [seen.charge_card] if seen.charge_card else [],
        shown=seen.shown,
        carried=seen.carried,
        delivered=seen.delivered,
        inhibited=seen.inhibited,
        known=tuple([(view.seat, card) for card in seen.known]),
    )


def _draw_circuits(g: CircuitryState, content: Content, view: CircuitryView) -> None:
    """Draw the other players' circuit cards from those that nobody has seen."""
    visible: set[CircuitCard] = {placed.card for placed in view.board.placed} | set(view.circuits)
    unseen = [card for number, card in content.circuits.items() if number > CHARGE_CARDS[-1] and card not in visible]
    g.shuffle(unseen)
    for side, seen in zip(g.sides, view.sides, strict=True):
        if seen.seat != view.seat:
            side.circuits += [unseen.pop() for _ in range(seen.circuits - len(side.circuits))]
            side.circuits.sort(key=BY_NUMBER)


def _draw_minis(g: CircuitryState, content: Content, view: CircuitryView) -> None:
    """Draw the other players' mini cards and both decks; cards that were seen stay where they are."""
    by_id = {card.id: card for card in content.minis}
    for side, seen in zip(g.sides, view.sides, strict=True):
        if seen.seat != view.seat:
            side.minis = [by_id[card] for card in (*seen.shown, *seen.known)]
    visible = [*g.gold_discard, *g.green_discard, *(card for pile in g.piles.values() for card in pile)]
    visible += [*view.open_gold, *view.open_green, *(card for side in g.sides for card in side.minis)]
    unseen = without((card for card in content.minis for _ in range(card.copies)), visible)
    g.gold = [card for card in unseen if not card.green]
    g.active_green = [card for card in unseen if card.green]
    g.shuffle(g.gold)
    g.shuffle(g.active_green)
    for side, seen in zip(g.sides, view.sides, strict=True):
        if seen.seat != view.seat:
            green = sum([mini.green for mini in side.minis])
            gold = len(side.minis) - green
            side.minis += [g.gold.pop() for _ in range(seen.gold - gold)]
            side.minis += [g.active_green.pop() for _ in range(seen.green - green)]
            side.minis.sort(key=BY_ORDER)
    if view.open_gold:
        g.gold = list(view.open_gold)
    if view.open_green:
        g.active_green = list(view.open_green)


def _phase(view: CircuitryView) -> Phase:
    if view.outcome is not None:
        return Over((), view.outcome)
    match view.phase:
        case "Taking":
            return Taking(view.waiting, view.left)
        case "Discarding":
            return Discarding(view.waiting, view.left)
        case "Turning":
            return Turning(view.waiting, view.ends, Turn((view.active,), view.forced))
        case "Asking":
            return Asking(view.waiting)
        case "Choosing":
            return Choosing(view.waiting)
        case _:
            return Turn(view.waiting, view.forced)
