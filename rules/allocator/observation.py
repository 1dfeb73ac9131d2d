"""Make views from states, and sample states from which a view could come."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from rules.allocator.cards import AllocatorCard, Faction, System
from rules.allocator.phases import Boosts, Develop, Duel, Manage, powers_in_duel
from rules.allocator.state import AllocatorState, Side
from rules.allocator.view import AllocatorView, DuelView, SideView, SystemView
from rules.core.cards import BY_ORDER, without
from rules.core.constructors import fast_constructor
from rules.core.events import Seat
from rules.core.play import Over, Phase, common_fields

_NO_BOOSTS: Final[dict[System, Boosts]] = {}
_SYSTEMS: Final = tuple(System)
_FACTIONS: Final = tuple(Faction)

_view: Final = fast_constructor(AllocatorView)
_side_view: Final = fast_constructor(SideView)
_system_view: Final = fast_constructor(SystemView)
_duel_view: Final = fast_constructor(DuelView)


def observe(g: AllocatorState, seat: Seat | None) -> AllocatorView:
    """Return the view of a seat (None: a spectator), with only what that seat may know (1.10)."""
    phase = g.phase
    return _view(
        **common_fields(g, seat),
        active=g.active,
        maximum_power=g.maximum_power,
        sides=(_side(0, g.sides[0], _boosts(g, 0)), _side(1, g.sides[1], _boosts(g, 1))),
        hand=None if seat is None else tuple(g.sides[seat].hand),
        duel=_duel(g, phase) if isinstance(phase, Duel) else None,
        moved=isinstance(phase, Manage) and phase.moved,
        first_attack=g.first_attack,
        sieges=g.sieges,
    )


def _boosts(g: AllocatorState, seat: Seat) -> dict[System, Boosts]:
    match g.phase:
        case Develop(boosts=boosts) if seat == g.active:
            return {System.DEVELOPMENT: boosts}
        case Duel(attack_boosts=boosts) if seat == g.active:
            return {System.ATTACK: boosts}
        case Duel(defense_boosts=boosts):
            return {System.DEFENSE: boosts}
        case _:
            return _NO_BOOSTS


def _side(seat: Seat, side: Side, boosts: dict[System, Boosts]) -> SideView:
    attack, defense, development = [
        _system(system, tuple(side.systems[system]), side.powers[system], boosts.get(system, ())) for system in _SYSTEMS
    ]
    return _side_view(
        seat=seat,
        systems=(attack, defense, development),
        development_points=side.development_points,
        life=len(side.life),
        deck=len(side.deck),
        hand=len(side.hand),
        discard_pile=tuple(side.discard_pile),
        deck_list=tuple(sorted(side.cards, key=BY_ORDER)),
    )


@lru_cache(maxsize=4096)
def _system(system: System, cards: tuple[AllocatorCard, ...], power: int, boosts: Boosts) -> SystemView:
    """Return the view of a system. It is cached, because most plies change at most one of the six systems."""
    return _system_view(system=system, cards=cards, power=power, factions=_factions(cards), boosts=boosts)


def _factions(cards: Iterable[AllocatorCard]) -> tuple[tuple[Faction, int], ...]:
    if not cards:
        return ()
    factions = [card.faction for card in cards]
    return tuple([(faction, factions.count(faction)) for faction in _FACTIONS if faction in factions])


def _duel(g: AllocatorState, duel: Duel) -> DuelView:
    attack, defense = powers_in_duel(g, duel)
    return _duel_view(
        attacker=g.active,
        defender=1 - g.active,
        attack=attack,
        defense=defense,
        declined=1 - duel.waiting[0] if duel.declined else None,
    )


def determinize(view: AllocatorView, random: int) -> AllocatorState:
    """Return a state from which this view could come. Hidden cards are dealt at random."""
    g = AllocatorState(
        phase=_phase(view),
        turn=view.turn,
        random=random,
        events=list(view.events),
        sides=(Side.new([]), Side.new([])),
        maximum_power=view.maximum_power,
        first_attack=view.first_attack,
        sieges=view.sieges,
    )
    for side, seen in zip(g.sides, view.sides, strict=True):
        hand = view.hand if view.hand is not None and seen.seat == view.seat else ()
        unseen = without(seen.deck_list, (*seen.discard_pile, *hand, *(c for s in seen.systems for c in s.cards)))
        g.shuffle(unseen)
        side.receive(hand or [unseen.pop() for _ in range(seen.hand)])
        side.life = [unseen.pop() for _ in range(seen.life)]
        side.deck = unseen
        side.discard_pile = list(seen.discard_pile)
        side.development_points = seen.development_points
        for system in seen.systems:
            for card in system.cards:
                side.put(card, system.system)
    return g


def _phase(view: AllocatorView) -> Phase:
    active = view.sides[view.active]
    if view.outcome is not None:
        return Over((), view.outcome)
    match view.phase, view.duel:
        case "Develop", _:
            return Develop(view.waiting, active.system(System.DEVELOPMENT).boosts)
        case "Manage", _:
            return Manage(view.waiting, view.moved)
        case _, duel:
            return Duel(
                view.waiting,
                duel is not None and duel.declined is not None,
                active.system(System.ATTACK).boosts,
                view.sides[1 - view.active].system(System.DEFENSE).boosts,
            )
