"""The quick player's choices for pawns: walking, forcing others away, and inhibiting."""

from collections.abc import Collection, Sequence
from typing import Final, TypeAlias

from rules.circuitry import actions as a
from rules.circuitry.actions import JOIN
from rules.circuitry.board import HUB, NodeId, colour_of
from rules.circuitry.cards import BLACK, Colour
from rules.circuitry.plan import CUT_OFF, goals, steps_to
from rules.circuitry.quick_evaluation import NEAR, Evaluation
from rules.circuitry.view import SideView
from rules.core.cards import CardId

_JUMP: Final = 1
"""The number of steps that a jump must save beyond its movement card."""
_FORCED: Final = 2.0
"""The number of steps that a Force must cost the leader. A Force with a Portal must cost twice as many."""
_CLOSE: Final = 4
"""The player forces an opponent's pawn off a goal only if that goal is at most this many steps away."""

Forcing: TypeAlias = a.Force | a.PortalForce


def walk(at: Evaluation, moves: Sequence[a.Move], jumps: Sequence[a.Portal]) -> a.Move | a.Portal | None:
    """Move nearer to the goal with cards that are not reserved, or jump if that saves enough steps."""
    if jump := _jump(at, jumps):
        return jump
    useful = [move for move in moves if at.affordable(move.cards) and _is_welcome(at, move.node)]
    best = min(useful, key=lambda move: (at.distance(move.node), at.value(move.cards)), default=None)
    if best is not None and at.distance(best.node) < at.here:
        return best
    if _is_on_hub(at.own.node) and not at.view.board.turned_over and at.here >= CUT_OFF:
        return next((move for move in useful if not _is_on_hub(move.node)), None)
    return None


def _jump(at: Evaluation, jumps: Sequence[a.Portal]) -> a.Portal | None:
    price = jump_price(at)
    payable = [jump for jump in jumps if not price or at.affordable(jump.card)]
    best = min(payable, key=lambda jump: at.ahead.get(jump.node, CUT_OFF), default=None)
    return best if best is not None and at.ahead.get(best.node, CUT_OFF) + price + _JUMP <= at.here else None


def jump_price(at: Evaluation) -> int:
    """8.8 Return the number of movement cards that a jump takes."""
    return 0 if at.view.variant.free_portals else 1


def gain_by_portal(at: Evaluation) -> float:
    """Return the number of steps that a jump would save if the hand had a Portal (8.8), paid with cards in hand."""
    price = jump_price(at)
    payable = [
        node
        for node in at.view.board.portals
        if node not in at.blocked
        and (not price or any(map(at.affordable, {BLACK, colour_of(node).value} & at.movement.keys())))
    ]
    return at.here - price - min([at.ahead.get(node, CUT_OFF) for node in payable], default=CUT_OFF)


def gain_by_force(at: Evaluation) -> float:
    """Return the number of steps that a Force would gain if the hand had one (8.6), paid with cards in hand."""
    board, rival = at.view.board, at.rival
    black = at.movement.get(CardId(BLACK), 0)

    def steps(colour: Colour) -> int:
        return at.movement.get(CardId(colour.value), 0) + black

    standing = [at.view.sides[seat].colour for seat in at.opponents if at.view.sides[seat].node in at.goals]
    if at.here <= _CLOSE and any(map(steps, standing)):
        return _CLOSE
    if at.steps[rival.seat] > 2 * NEAR:
        return 0
    leader_steps = steps_to(board, goals(at.view, board, rival), ())
    occupied = {side.node for side in at.view.sides}
    reached, edge = {rival.node}, [rival.node]
    for _ in range(min(4, steps(rival.colour))):
        edge = [to for node in edge for to in board.neighbours(node) if to not in occupied and to not in reached]
        reached.update(edge)
    stands = leader_steps.get(rival.node, CUT_OFF)
    return max(leader_steps.get(node, CUT_OFF) for node in reached) - stands


def _is_welcome(at: Evaluation, node: NodeId) -> bool:
    """Return whether the player wants to go to this node.

    Before card 1 is turned over, a player who carries a charge does not want to go back onto it.
    """
    return at.view.board.turned_over or not (at.own.carried and _is_on_hub(node))


def _is_on_hub(node: NodeId) -> bool:
    return node.startswith(f"{HUB}-")


def take_charge(
    at: Evaluation, exchanges: Sequence[a.Exchange], moves: Sequence[a.Move], jumps: Sequence[a.Portal]
) -> a.Exchange | a.Move | a.Portal | None:
    """Take a charge from an opponent on an adjacent node by Exchange, or move to such a node; jump if no move leads
    there.
    """
    if len(at.own.carried) >= at.needed or "exchange" not in [mini.id for mini in at.view.minis]:
        return None
    victims = [side for side in at.view.sides if side.seat in at.opponents and side.carried]
    for exchange in exchanges:
        if at.view.side_of(exchange.pawn) in victims:
            return exchange
    beside = {node for side in victims for node in at.view.board.neighbours(side.node)}
    ways = [move for move in moves if move.node in beside]
    best = min(ways, key=lambda move: move.cards.count(JOIN), default=None)
    return best or next((jump for jump in jumps if jump.node in beside), None)


def unblock(at: Evaluation, forces: Sequence[a.Force]) -> a.Force | None:
    """Force away an opponent who stands on one of this player's goals, if that goal is near. An opponent who carries a
    charge is not forced nearer to its home.
    """
    if not forces or at.here > _CLOSE:
        return None
    standing = [at.view.sides[seat] for seat in at.opponents if at.view.sides[seat].node in at.goals]
    helped = {(side.colour, node) for side in standing if side.carried for node in _nearer_home(at, side)}
    pawns = [side.colour for side in standing]
    useful = [
        force
        for force in forces
        if force.pawn in pawns and force.node not in at.goals and (force.pawn, force.node) not in helped
    ]
    return min(useful, key=lambda force: (force.cards.count(JOIN), force.cards.count(BLACK)), default=None)


def _nearer_home(at: Evaluation, side: SideView) -> Collection[NodeId]:
    """Return the nodes that are nearer to this player's next goal than the player's pawn."""
    steps = steps_to(at.view.board, goals(at.view, at.view.board, side), ())
    return [node for node, count in steps.items() if count < steps.get(side.node, CUT_OFF)]


def force_leader(at: Evaluation, forcings: Sequence[Forcing]) -> Forcing | None:
    """Force the leader away from the leader's goal, if the leader is near it and that costs the leader enough steps.
    One step is enough if the leader is about to win.
    """
    if not forcings or at.steps[at.rival.seat] > 2 * NEAR:
        return None
    leader_steps = steps_to(at.view.board, goals(at.view, at.view.board, at.rival), ())
    stands = leader_steps.get(at.rival.node, CUT_OFF)

    def worth(action: Forcing) -> float:
        harm = leader_steps.get(action.node, CUT_OFF) - stands - action.cards.split(JOIN).count(BLACK)
        return harm - (_FORCED if isinstance(action, a.PortalForce) else 0)

    def helps(action: Forcing) -> bool:
        return worth(action) >= _FORCED or (at.is_urgent and leader_steps.get(action.node, CUT_OFF) > stands)

    useful = [action for action in forcings if action.pawn is at.rival.colour and helps(action)]
    return max(useful, key=worth, default=None)


def inhibit_leader(at: Evaluation, inhibits: Sequence[a.Inhibit]) -> a.Inhibit | None:
    """Inhibit the leader once the leader carries a charge."""
    if not inhibits or not at.rival.carried or at.rival.inhibited:
        return None
    return next((inhibit for inhibit in inhibits if inhibit.pawn is at.rival.colour), None)
