"""Describe a battle attack by attack: each answer, both totals with their reasons, and the result."""

from typing import NamedTuple

from rules.alchemy.attacks import Link, verdict
from rules.alchemy.elements import STRENGTH, in_words
from rules.alchemy.events import Countered, HeldBack, Hit, LinkPlayed
from rules.alchemy.view import AlchemyView
from rules.core.events import Seat


class Duel(NamedTuple):
    """An attack and its answer."""

    attack: Link
    defence: Link | None
    back: bool
    """Whether the attack answers a parry."""
    verdict: str
    """“countered”, “parried”, “blocked” or “unblocked”; "" while the target has to answer."""
    result: str
    """The result in a few words."""

    @property
    def target(self) -> Seat:
        return 1 - self.attack.seat


def duels(view: AlchemyView) -> list[Duel]:
    """Return the duels of the present battle, or the last duel of a battle that has just ended; [] if there is none."""
    if view.battle is None:
        return _ended(view)
    pairs: list[tuple[Link, Link | None]] = []
    for link in view.battle.chain:
        if link.defends:
            pairs[-1] = (pairs[-1][0], link)
        else:
            pairs.append((link, None))
    described = []
    for place, (attack, defence) in enumerate(pairs):
        pending = place == len(pairs) - 1 and view.battle.target is not None
        last = place == len(pairs) - 1
        result = "" if pending else "may attack back" if last else "no damage"
        described.append(Duel(attack, defence, place > 0, "" if pending else "parried", result))
    return described


class BattleResult(NamedTuple):
    """The result of the last attack."""

    verdict: str
    result: str
    """The result in a few words."""
    seat: Seat | None
    """The seat that the result favours; None if it favours neither."""


def battle_result(view: AlchemyView) -> BattleResult | None:
    """Return the result of the last attack, also just after the end of the battle; None if there is no result yet."""
    described = duels(view)
    if view.battle is not None:
        last = described[-1]
        return BattleResult(last.verdict, last.result, last.target) if last.verdict else None
    for event in view.events:
        match event:
            case Hit():
                verdict_ = "blocked" if event.blocked else "unblocked"
                return BattleResult(verdict_, _result(event), event.seat if event.points else None)
            case Countered():
                return BattleResult("countered", "no point", None)
            case HeldBack():
                return BattleResult("held back", "no point", None)
    return None


def _result(hit: Hit) -> str:
    return f"{in_words(hit.damage)} damage, {f'+{hit.points}' if hit.points else 'no point'}"


def _ended(view: AlchemyView) -> list[Duel]:
    """Return the last duel of a battle that has just ended, according to the view's events."""
    played = next((event for event in view.events if isinstance(event, LinkPlayed)), None)
    if played is None:
        return []
    attack, defence = (played.against, played.link) if played.against else (played.link, None)
    hit = next((event for event in view.events if isinstance(event, Hit)), None)
    result = _result(hit) if hit else "no point"
    back = played.free and not played.link.defends
    return [Duel(attack, defence, back, verdict(attack, defence), result)]


def verb(link: Link, *, back: bool) -> str:
    """Return the verb for playing this link: “attacks”, “attacks back” or “defends”."""
    if link.defends:
        return "defends"
    return "attacks back" if back else "attacks"


def total_reason(link: Link, against: Link | None) -> str:
    """Explain a link's total: “x2: strong against Fire”, “+2 prepared”; "" if there is nothing to explain."""
    added = link.magnitude - link.essence.magnitude
    more = f"+{in_words(added)}" if added else ""
    if against is None:
        return f"{more} prepared" if more else ""
    factor = {1: "x2: ", -1: "½: ", 0: ""}[link.change]
    return ", ".join(filter(None, (more, f"{factor}{why(link, against)}")))


def why(defence: Link, attack: Link) -> str:
    """Explain by the elements whether a defence counts double, half or once: “strong against Fire”."""
    element = attack.essence.element
    strength = STRENGTH[defence.essence.element][element]
    if strength == 0:
        return f"neutral to {element.label}"
    relation = f"{'strong against' if strength > 0 else 'weak to'} {element.label}"
    if defence.change:
        return relation
    return f"{relation}, but not {'doubled' if strength > 0 else 'halved'}"


def duel_line(duel: Duel) -> str:
    """Describe a duel in one line, without naming the players."""
    attack = _link_line(duel.attack, None)
    return f"{attack} against {_link_line(duel.defence, duel.attack)}" if duel.defence else attack


def _link_line(link: Link, against: Link | None) -> str:
    """Describe a link: “Water 2 → 4 (x2: strong against Fire)”."""
    counts = f" → {in_words(link.counted)}" if link.counted != link.essence.magnitude else ""
    reason = total_reason(link, against)
    return f"{link.essence.name}{counts}{f' ({reason})' if reason else ''}"
