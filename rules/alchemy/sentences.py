"""The prompt: one sentence that says which decision is due (`Game.prompt`)."""

from collections.abc import Sequence

from rules.alchemy.actions import Attack, Defend, LetHit
from rules.alchemy.elements import in_words
from rules.alchemy.view import AlchemyView, BattleView
from rules.core.words import counted


def aim(view: AlchemyView) -> str:
    """Return the aim of the match (`Game.aim`)."""
    return f"First to {view.goal} points"


def prompt(view: AlchemyView, names: Sequence[str]) -> str:
    """Return one sentence that says which decision is due."""
    if not view.waiting:
        return "The match is over."
    (asked,) = view.waiting
    mine = view.seat == asked
    name, points = names[asked], view.sides[asked].points
    match view.phase:
        case "Defending" if view.battle is not None:
            return _defending(view, view.battle, points) if mine else _responding(view.battle, name)
        case "AttackingBack":
            return "You have parried: attack back for free, or hold back." if mine else f"{name} may attack back."
        case "Storing":
            return "Put cards into your store or take them out, then close it." if mine else f"{name}'s store is open."
        case "Choosing" if view.working is not None:
            card = view.working
            return f"{card.name}: choose. {card.text}" if mine else f"{name} chooses what {card.name} works on."
        case _:
            return _turn(view, points) if mine else f"It's {name}'s turn, with {points} AP."


def _turn(view: AlchemyView, points: int) -> str:
    if not points:
        return "Your turn, with no action points (AP) left."
    turn = f"Your turn: {counted(points, 'action point')} (AP)"
    if view.options and not any(isinstance(option, Attack) for option in view.options):
        return f"{turn}, and no element to attack with."
    return f"{turn} to attack, draw or play cards with."


def _defending(view: AlchemyView, battle: BattleView, points: int) -> str:
    """Return the sentence for a player who is attacked. It asks for a defence only where one is possible, or where the
    options are not told.
    """
    can = {type(option) for option in view.options}
    attack = _attack(battle)
    if can == {LetHit}:
        return f"Nothing in your hand answers {attack}: let it hit."
    left = f"You have {counted(points, 'action point') if points else 'no action points'} (AP)."
    if Defend in can or not can:
        return f"Defend against {attack}, or let it hit. {left}{_limits(battle)}"
    return f"No element of yours defends against {attack}. {left}{_limits(battle)}"


def _responding(battle: BattleView, name: str) -> str:
    return f"{name} must respond to {_attack(battle)}.{_limits(battle)}"


def _attack(battle: BattleView) -> str:
    attack = battle.chain[-1]
    if attack.counted == attack.essence.magnitude:
        return attack.essence.name
    return f"{attack.essence.name} (counts {in_words(attack.counted)})"


def _limits(battle: BattleView) -> str:
    """Return sentences that say how the attack was prepared against defences; "" if it was not."""
    only = " Only a complex element defends against it." if battle.preparation.complex_only else ""
    undoubled = " No defence is doubled." if battle.preparation.undoubled else ""
    return f"{only}{undoubled}"
