"""Make views from states, and sample states from which a view could come."""

from typing import Final

from rules.core import rng
from rules.core.constructors import fast_constructor
from rules.core.events import Seat
from rules.core.play import Over, Phase, common_fields
from rules.tnb.cards import TnbCard, attack_sums, block_sums
from rules.tnb.phases import CARD_ACTIONS, TACTICS, CardActions
from rules.tnb.state import Occupant, Side, TnbState
from rules.tnb.view import CardOnBoard, SideView, TnbView

_view: Final = fast_constructor(TnbView)
_side_view: Final = fast_constructor(SideView)
_card_on_board: Final = fast_constructor(CardOnBoard)


def observe(g: TnbState, seat: Seat | None) -> TnbView:
    """Return the view of a seat (None: a spectator), with only what that seat may know (3.3, 3.4)."""
    return _view(
        **common_fields(g, seat),
        sides=(_seen(g, 0), _seen(g, 1)),
        hand=() if seat is None else tuple(g.sides[seat].hand),
        first=g.first,
        overdrive=g.overdrive,
        resolved=g.resolved,
        going_first=g.going_first,
        quiet=g.quiet,
        ready=g.ready,
        withdraws=g.withdraws,
    )


def _seen(g: TnbState, seat: Seat) -> SideView:
    side, enemy = g.sides[seat], g.sides[1 - seat]
    return _side_view(
        life_points=side.life_points,
        tactical_points=side.tactical_points,
        deck=len(side.deck),
        hand=len(side.hand),
        deck_list=side.deck_list,
        board=tuple(
            _card_on_board(
                card=occupant.card,
                tile=occupant.tile,
                health=occupant.health,
                free=occupant.free,
                taken=occupant.taken,
            )
            for occupant in side.board
        ),
        removed=tuple(side.removed),
        attacks=tuple(side.attacks),
        blocks=tuple(side.blocks),
        attacked=tuple(attack_sums(enemy.attacks)),
        blocked=tuple(block_sums(side.blocks)),
    )


def determinize(view: TnbView, random: int) -> TnbState:
    """Return a state from which this view could come. Hidden cards are shuffled."""
    sides = []
    for seat, side in enumerate(view.sides):
        hand = list(view.hand) if seat == view.seat else None
        random, made = _side(side, hand, random)
        sides.append(made)
    return TnbState(
        phase=_phase(view),
        turn=view.turn,
        random=random,
        events=list(view.events),
        sides=(sides[0], sides[1]),
        overdrive=view.overdrive,
        resolved=view.resolved,
        going_first=view.going_first,
        opener=view.first if view.going_first == "leader" else 0,
        quiet=view.quiet,
        ready=view.ready,
        withdraws=view.withdraws,
    )


def _phase(view: TnbView) -> Phase:
    if view.outcome:
        return Over((), view.outcome)
    phases = CARD_ACTIONS if view.phase == CardActions.tag else TACTICS
    return phases[view.waiting[0]]


def _side(side: SideView, hand: list[TnbCard] | None, random: int) -> tuple[int, Side]:
    in_hand = hand or []
    deck = [card for card in side.unseen if card not in in_hand]
    random = rng.shuffle(random, deck)
    if hand is None:
        hand, deck = deck[: side.hand], deck[side.hand :]
    made = Side(
        deck_list=side.deck_list,
        deck=deck,
        hand=hand,
        board=[
            Occupant(occupant.card, occupant.tile, occupant.health, occupant.free, occupant.taken)
            for occupant in side.board
        ],
        occupied=0,
        removed=list(side.removed),
        life_points=side.life_points,
        tactical_points=side.tactical_points,
        attacks=list(side.attacks),
        blocks=list(side.blocks),
    )
    made.refresh()
    return random, made
