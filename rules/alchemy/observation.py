"""Views of states, and states that a view could come from."""

from collections.abc import Mapping
from typing import Final

from rules.alchemy.attacks import NO_GUARD, NOTHING_PREPARED, Preparation
from rules.alchemy.battle import AttackingBack, Defending
from rules.alchemy.cards import AlchemyCard, OpusCard
from rules.alchemy.content import DECK, OPUS
from rules.alchemy.phases import Turn
from rules.alchemy.processes import Choosing
from rules.alchemy.scoring import Scoring
from rules.alchemy.state import AlchemyState, Side, Stored
from rules.alchemy.storing import Storing
from rules.alchemy.view import AlchemyView, BattleView, OwnView, SideView
from rules.core.cards import BY_ORDER, CardId, without
from rules.core.constructors import fast_constructor
from rules.core.events import Seat
from rules.core.play import Phase, common_fields

_view: Final = fast_constructor(AlchemyView)
_side_view: Final = fast_constructor(SideView)
_own_view: Final = fast_constructor(OwnView)
_battle_view: Final = fast_constructor(BattleView)


def observe(g: AlchemyState, seat: Seat | None) -> AlchemyView:
    """Return the view of a seat (None: a spectator), with only what that seat may know (1.7)."""
    phase = g.phase
    return _view(
        **common_fields(g, seat),
        active=g.active,
        sides=(_side(0, g.sides[0]), _side(1, g.sides[1])),
        own=None if seat is None else _own(g.sides[seat]),
        battle=_battle(phase),
        preparation=_preparation(phase),
        working=phase.card if isinstance(phase, Choosing) else None,
        goal=g.goal,
        scoring=g.scoring,
        brisk=g.brisk,
        literal=g.literal,
        banked=g.banked,
        used=g.used,
        quiet=g.quiet,
        open_phase=phase,
    )


def _side(seat: Seat, side: Side) -> SideView:
    return _side_view(
        seat=seat,
        points=side.points,
        score=side.score,
        damage=side.damage,
        idle=side.idle,
        refreshed=side.refreshed,
        deck=len(side.deck),
        hand=len(side.hand),
        shown=side.seen if side.shown else (),
        looking=len(side.looking),
        store=tuple([stored.card if stored.seen else None for stored in side.store]),
        field=tuple(side.field),
        recharge=tuple(side.recharge),
        exhausted=tuple(side.exhausted),
        opus=side.opus if side.opus_used else None,
    )


def _own(side: Side) -> OwnView:
    return _own_view(
        hand=tuple(side.hand),
        store=tuple([stored.card for stored in side.store]),
        looking=tuple(side.looking),
        deck=tuple(sorted(side.deck, key=BY_ORDER)),
        opus=side.opus,
        aside=tuple(side.aside),
    )


def _battle(phase: Phase) -> BattleView | None:
    match phase:
        case Choosing(then=Defending() as then) | Storing(then=Defending() as then):
            return _battle(then)
        case Defending():
            target = phase.waiting[0]
            return _battle_view(chain=phase.chain, target=target, preparation=phase.preparation, guard=phase.guard)
        case AttackingBack(chain=chain):
            return _battle_view(chain=chain, target=None, preparation=NOTHING_PREPARED, guard=NO_GUARD)
        case _:
            return None


def _preparation(phase: Phase) -> Preparation:
    match phase:
        case Turn(preparation=preparation):
            return preparation
        case Choosing(then=then) | Storing(then=then):
            return _preparation(then)
        case _:
            return NOTHING_PREPARED


def determinize(cards: Mapping[CardId, AlchemyCard], view: AlchemyView, random: int) -> AlchemyState:
    """Return a state that this view could come from; hidden cards are drawn from all legal decks (1.7)."""
    first, second = (_imagined(cards, view, side) for side in view.sides)
    g = AlchemyState(
        phase=view.open_phase,
        turn=view.turn,
        random=random,
        events=list(view.events),
        sides=(first, second),
        quiet=view.quiet,
        damage_scoring=view.scoring is Scoring.ON,
        tally=view.scoring is Scoring.TALLY,
        brisk=view.brisk,
        literal=view.literal,
        banked=view.banked,
        used=view.used,
    )
    for side, seen in zip(g.sides, view.sides, strict=True):
        if seen.seat == view.seat:
            g.shuffle(side.deck)
        else:
            _fill(g, side, seen, cards)
    return g


def _imagined(cards: Mapping[CardId, AlchemyCard], view: AlchemyView, seen: SideView) -> Side:
    """Return a player's side with everything that the viewer knows of it.

    Only the order of the deck is unknown for the viewer's own side. For the other side, only the public part is known.
    """
    if seen.seat == view.seat and view.own is not None:
        own = view.own
        side = Side.new(list(own.deck), own.opus, list(own.aside))
        side.hand, side.looking = list(own.hand), list(own.looking)
        side.store = [Stored(card, face is not None) for card, face in zip(own.store, seen.store, strict=True)]
    else:
        opus = [card for card in cards.values() if isinstance(card, OpusCard)]
        side = Side.new([], seen.opus or opus[0], [card for card in opus if card is not seen.opus])
    side.shown, side.field = [card.id for card in seen.shown], list(seen.field)
    side.recharge, side.exhausted = list(seen.recharge), list(seen.exhausted)
    side.opus_used = seen.opus is not None
    side.points, side.score, side.damage = seen.points, seen.score, seen.damage
    side.idle, side.refreshed = seen.idle, seen.refreshed
    return side


def _fill(g: AlchemyState, side: Side, seen: SideView, cards: Mapping[CardId, AlchemyCard]) -> None:
    """Give a player random hidden cards.

    They are drawn from all copies that a legal deck may contain, except those that the view shows.
    """
    visible = [*seen.shown, *side.field, *side.recharge, *side.exhausted, *(card for card in seen.store if card)]
    pool = without((card for card in cards.values() for _ in range(DECK.copies.get(type(card), 0))), visible)
    g.shuffle(pool)
    side.receive([*seen.shown, *(pool.pop() for _ in range(seen.hand - len(seen.shown)))])
    side.store = [Stored(card or pool.pop(), card is not None) for card in seen.store]
    side.looking = [pool.pop() for _ in range(seen.looking)]
    side.deck = [pool.pop() for _ in range(seen.deck)]
    g.shuffle(side.aside)
    if seen.opus is None:
        side.opus = side.aside.pop()
    side.aside = side.aside[: OPUS.size - 1]
