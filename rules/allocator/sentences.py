"""The prompt: one sentence that says which decision is due (`Game.prompt`)."""

from collections.abc import Sequence

from rules.allocator.actions import Boost
from rules.allocator.cards import System
from rules.allocator.labels import verdict
from rules.allocator.limits import LIFE
from rules.allocator.view import AllocatorView, DuelView


def aim(view: AllocatorView) -> str:  # noqa: ARG001 # it is the same in every match
    """Return the aim of the match (`Game.aim`)."""
    return f"Hit your opponent {LIFE + 1} times"


def prompt(view: AllocatorView, names: Sequence[str]) -> str:
    """Return one sentence that says which decision is due."""
    if not view.waiting:
        return "The match is over."
    (asked,) = view.waiting
    mine = view.seat == asked
    if view.duel is not None:
        attacks = asked == view.duel.attacker
        if mine and not _may_boost(view):
            system = System.ATTACK if attacks else System.DEFENSE
            stand = verdict(view.duel.attack, view.duel.defense)
            return f"{stand}. No card in your hand can boost your {system.label} now: decline."
        return _asked_in_duel(view.duel, names[asked], attacks=attacks, mine=mine)
    power, maximum = view.sides[asked].power, view.maximum_power
    match view.phase, mine:
        case "Develop", True:
            development = view.sides[asked].system(System.DEVELOPMENT).boosted
            if not _may_boost(view):
                return f"Draw your cards: no card in your hand can boost your Development ({development}) now."
            return f"Draw now, or boost first: discarding a card may let you draw more (Development {development})."
        case "Develop", False:
            return f"{names[asked]} draws cards, and may discard one first to draw more."
        case _, True if power > maximum:
            over = power - maximum
            return (
                f"Manage: your systems use {power} of {maximum} power. Take out or move cards until it is {over} less."
            )
        case _, True:
            return f"Play cards into your systems ({power} of {maximum} power used), then end to attack."
        case _:
            return f"{names[asked]} plays cards into their systems, and then attacks."


def _may_boost(view: AllocatorView) -> bool:
    """6.2 Return whether a card in this seat's hand fits the system that it could boost. On a table, which tells no
    options, it might.
    """
    return not view.options or any(isinstance(option, Boost) for option in view.options)


def _asked_in_duel(duel: DuelView, name: str, *, attacks: bool, mine: bool) -> str:
    stand = verdict(duel.attack, duel.defense)
    system = System.ATTACK if attacks else System.DEFENSE
    if mine:
        return f"{stand}. Discard a card to boost your {system.label}, or decline."
    return f"{stand}. {name} may boost {system.label}."
