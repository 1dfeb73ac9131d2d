"""The two phases of a turn (chapters 4 to 6)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rules.core.events import Seat, only
from rules.core.notation import Action
from rules.core.play import Over, Phase
from rules.tnb.actions import Attack, CardAction, Done, Draw, Move, Play, Withdraw
from rules.tnb.events import (
    AttackDeclared,
    BlockDeclared,
    CardDrawn,
    CardMoved,
    CardPlayed,
    CardWithdrawn,
    Drew,
    RoundBegan,
    TurnEnded,
)
from rules.tnb.limits import QUIET_ROUNDS, may_buy
from rules.tnb.refusals import refusal_of_card_action, refusal_of_tactical_action
from rules.tnb.resolution import resolve, verdict
from rules.tnb.state import Occupant, TnbState

_DRAW = Draw()
_DONE = Done()
_CARD_DRAWN = (CardDrawn(seat=0), CardDrawn(seat=1))
_TURN_ENDED = (TurnEnded(seat=0), TurnEnded(seat=1))


@dataclass(frozen=True, slots=True)
class CardActions(Phase, tag="CardActions"):
    """4.3 The second part of a turn, with card actions alone."""

    clause: ClassVar[str] = "6.1"

    def options(self, g: TnbState, seat: Seat) -> Sequence[Action]:
        choices = card_actions(g, seat)
        choices.append(_DONE)
        return choices

    def play(self, g: TnbState, seat: Seat, action: Action) -> Phase:
        if isinstance(action, Done):
            return end_turn(g, seat)
        act(g, seat, action)
        return CARD_ACTIONS[seat] if can_act(g, seat) else end_turn(g, seat)

    def refusal(self, g: TnbState, seat: Seat, action: Action) -> str:
        if isinstance(action, Draw | Play | Withdraw):
            return "You have begun your card actions: tactical actions come before them (rule 4.3)."
        return refusal_of_card_action(g, g.sides[seat], action)


@dataclass(frozen=True, slots=True)
class Tactics(Phase, tag="Tactics"):
    """4.3 The first part of a turn: tactical actions (5.1 to 5.3), until the first card action."""

    clause: ClassVar[str] = "5.1"

    def options(self, g: TnbState, seat: Seat) -> Sequence[Action]:
        choices = tactical_actions(g, seat)
        choices += card_actions(g, seat)
        choices.append(_DONE)
        return choices

    def play(self, g: TnbState, seat: Seat, action: Action) -> Phase:
        if not isinstance(action, Draw | Play | Withdraw):
            return CARD_ACTIONS[seat].play(g, seat, action)
        act_tactically(g, seat, action)
        side = g.sides[seat]
        return self if side.can_draw() or side.can_play() or can_act(g, seat) else end_turn(g, seat)

    def refusal(self, g: TnbState, seat: Seat, action: Action) -> str:
        if isinstance(action, Draw | Play | Withdraw):
            return refusal_of_tactical_action(g, g.sides[seat], action)
        return refusal_of_card_action(g, g.sides[seat], action)


TACTICS = (Tactics((0,)), Tactics((1,)))
CARD_ACTIONS = (CardActions((0,)), CardActions((1,)))


def tactical_actions(g: TnbState, seat: Seat) -> list[Action]:
    """Return the tactical actions that a seat could take (chapter 5)."""
    side = g.sides[seat]
    choices: list[Action] = [_DRAW] if side.can_draw() else []
    if side.can_play():
        for card in side.hand:
            choices += card.plays(side.occupied)
    if g.withdraws and side.can_withdraw():
        choices += [Withdraw(occupant.card.id) for occupant in side.board]
    return choices


def card_actions(g: TnbState, seat: Seat) -> list[Action]:
    """Return the card actions that a seat could take (chapter 6), card by card, including those that cost a TP."""
    side = g.sides[seat]
    pays = side.tactical_points > 0
    choices: list[Action] = []
    for occupant in side.board:
        if occupant.free:
            choices += occupant.card.actions(side.occupied, occupant.tile)
        elif pays and may_buy(g, occupant.taken):
            actions = occupant.card.actions(side.occupied, occupant.tile)
            choices += [action for action in actions if action.verb not in occupant.taken]
    return choices


def act_tactically(g: TnbState, seat: Seat, action: Action) -> None:
    """Take a tactical action: draw (5.2), play (5.3) or withdraw (5.5) a card, for 1 TP."""
    side = g.sides[seat]
    side.tactical_points -= 1
    match action:
        case Draw():  # 5.2
            card = side.deck.pop()
            side.hand.append(card)
            g.events.append(_CARD_DRAWN[seat])
            g.events.append(Drew(seats=only(seat), seat=seat, cards=(card.id,)))
        case Play():  # 5.3
            card = side.take_from_hand(action.card)
            side.occupied |= action.tile.bit
            side.board.append(Occupant(card, action.tile, card.health, free=False, taken=()))
            g.events.append(CardPlayed(seat=seat, card=card.id, tile=action.tile))
        case Withdraw():  # 5.5
            gone = side.remove(action.card)
            g.events.append(CardWithdrawn(seat=seat, card=action.card, tile=gone.tile))


def can_act(g: TnbState, seat: Seat) -> bool:
    """4.5 Return whether any card of the seat can act; a card with a free action always can (`TnbCard`)."""
    for occupant in g.sides[seat].board:
        if occupant.free:
            return True
    return (g.overdrive or g.ready) and bool(card_actions(g, seat))


def act(g: TnbState, seat: Seat, action: Action) -> None:
    """Take a card action: move (6.2), block (6.4) or attack (6.5). A block or an attack is only declared here and
    resolves later (6.6). Everyone sees the declaration (6.8).
    """
    assert isinstance(action, CardAction)
    side = g.sides[seat]
    occupant = side.occupant(action.card)
    assert occupant is not None
    if not occupant.free:  # 5.4, 9.2
        side.tactical_points -= 1
    occupant.free = False
    occupant.taken += (action.verb,)
    if isinstance(action, Move):  # 6.2
        g.events.append(CardMoved(seat=seat, card=action.card, start=occupant.tile, end=action.tile))
        side.occupied ^= occupant.tile.bit | action.tile.bit
        occupant.tile = action.tile
        return
    coverage = occupant.card.coverages[action.rotation]
    if isinstance(action, Attack):  # 6.5
        side.attacks.append(coverage)
        g.events.append(AttackDeclared(seat=seat, coverage=coverage))
    else:  # 6.4
        side.blocks.append(coverage)
        g.events.append(BlockDeclared(seat=seat, coverage=coverage))


def end_turn(g: TnbState, seat: Seat) -> Phase:
    """4.5 End the turn, and begin the other player's turn (4.6) or the next round."""
    g.events.append(_TURN_ENDED[seat])
    for occupant in g.sides[seat].board:
        occupant.free = False
    return TACTICS[1 - seat] if seat == g.first else begin_round(g)


def begin_round(g: TnbState) -> Phase:
    """Resolve the last round (4.1), end the match if a player has lost, give out TP (4.2) and begin the first turn
    (4.4).
    """
    g.turn += 1
    resolve(g)
    outcome = verdict(g)
    if outcome:  # 8.3
        return Over((), outcome)
    if g.going_first == "leader":  # 4.4
        g.opener = _opener(g)
    for side in g.sides:
        side.tactical_points += 1  # 4.2
        for occupant in side.board:
            occupant.free = True
            occupant.taken = ()
    g.events.append(RoundBegan(number=g.turn, first=g.first))
    return TACTICS[g.first]


def _opener(g: TnbState) -> Seat:
    """4.4 Return the seat that goes first: the one with more LP. If LP are equal, or four rounds in a row have cost no
    LP, the seats alternate, two rounds each.
    """
    lost = any(result.life_lost for results in g.resolved for result in results)
    g.quiet = 0 if lost else g.quiet + 1
    one, two = (side.life_points for side in g.sides)
    return (g.turn - 1) // 2 % 2 if one == two or g.quiet >= QUIET_ROUNDS else int(two > one)
