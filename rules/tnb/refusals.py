"""Refusals of illegal actions: sentences to the player who tried one."""

from rules.core.cards import CardId, printed_name
from rules.core.notation import Action
from rules.tnb.actions import Attack, Block, CardAction, Draw, Move, Play, Withdraw
from rules.tnb.grid import ROTATIONS, Tile, reachable, turned
from rules.tnb.limits import BOARD_LIMIT, HAND_LIMIT, may_buy
from rules.tnb.state import Occupant, Side, TnbState


def refusal_of_tactical_action(g: TnbState, side: Side, action: Draw | Play | Withdraw) -> str:
    """Return why the rules of chapter 5 refuse an action."""
    if side.tactical_points < 1:
        return "That costs 1 TP, and you have none left: each round brings one (rule 5.1)."
    if isinstance(action, Draw):
        if not side.deck:
            return "Your deck is empty (rule 5.2)."
        return f"You hold {HAND_LIMIT} cards already: play one first (rule 5.2)."
    if isinstance(action, Withdraw):
        return _not_withdrawn(side, action.card) if g.withdraws else "In this match no card is withdrawn (rule 5.5)."
    if len(side.board) >= BOARD_LIMIT:
        full = f"You have {BOARD_LIMIT} cards on your board already (rule 5.3)"
        return f"{full}: withdraw one first (rule 5.5)." if g.withdraws else f"{full}."
    if all(card.id != action.card for card in side.hand):
        return f"{printed_name(side.deck_list, action.card)} isn't in your hand (rule 5.3)."
    return f"{_at(side, action.tile)} is on {action.tile} of your board: choose an empty tile (rule 5.3)."


def _not_withdrawn(side: Side, card: CardId) -> str:
    if side.occupant(card) is None:
        return f"{printed_name(side.deck_list, card)} isn't on your board (rule 5.5)."
    if len(side.board) < BOARD_LIMIT:
        return f"Your board has room: you can only withdraw a card when {BOARD_LIMIT} cards are on it (rule 5.5)."
    return "You have no card to play: you can only withdraw a card to make room for one (rule 5.5)."


def refusal_of_card_action(g: TnbState, side: Side, action: Action) -> str:
    """Return why the rules of chapter 6 refuse an action."""
    if not isinstance(action, CardAction):
        return "There is no such action in T&B (rules 5.1 and 6.1)."
    occupant = side.occupant(action.card)
    if occupant is None:
        return f"{printed_name(side.deck_list, action.card)} isn't on your board (rule 6.1)."
    card = occupant.card
    if isinstance(action, Attack) and not card.damage:
        return f"{card.name} has no Damage and can't attack (rule 6.5)."
    if isinstance(action, Block) and not card.defence:
        return f"{card.name} has no Defence and can't block (rule 6.4)."
    if isinstance(action, Move) and not card.speed:
        return f"{card.name} has no Speed and can't move (rule 6.2)."
    if not occupant.free and (spent := _spent(g, side, occupant, action.verb)):
        return spent
    if isinstance(action, Move):
        return _out_of_reach(side, occupant, action.tile)
    return _rotation(occupant, action)


def _spent(g: TnbState, side: Side, occupant: Occupant, verb: str) -> str:
    name = occupant.card.name
    if g.overdrive and verb in occupant.taken:
        return f"{name} has already taken that action in this round: choose another one for it (rule 9.2)."
    if may_buy(g, occupant.taken) and side.tactical_points < 1:
        rules = "rules 9.2 and 9.3" if g.overdrive else "rule 5.4"
        return f"{name} can act now only for 1 TP, and you have none left ({rules})."
    if may_buy(g, occupant.taken):
        return ""
    if not occupant.taken:
        return f"{name} was played in this round: it can act from the next round on (rule 5.4)."
    return f"{name} has already taken its action in this round (rule 6.1)."


def _out_of_reach(side: Side, occupant: Occupant, tile: Tile) -> str:
    name = occupant.card.name
    if tile is occupant.tile:
        return f"{name} is on {tile} already: a move ends on another tile (rule 6.3)."
    if side.occupied & tile.bit:
        return f"{_at(side, tile)} is on {tile} of your board: a move ends on an empty tile (rule 6.2)."
    reach = reachable(side.occupied, occupant.tile, occupant.card.speed)
    where = f"it can reach {', '.join(map(str, reach))}" if reach else "it can reach no tile now"
    return f"{name} can't get from {occupant.tile} to {tile} with Speed {occupant.card.speed}: {where} (rule 6.2)."


def _rotation(occupant: Occupant, action: Attack | Block) -> str:
    card = occupant.card
    if action.rotation not in ROTATIONS:
        return "A shape is turned by 0, 90, 180 or 270 degrees (rule 2.3)."
    same = next(turn for turn in card.coverages if turned(card.shape, turn) == turned(card.shape, action.rotation))
    return (
        f"Turned by {action.rotation} degrees {card.name} covers the same tiles as by {same}: "
        f"write {type(action)(card.id, same)} (rule 2.4)."
    )


def _at(side: Side, tile: Tile) -> str:
    return next((occupant.card.name for occupant in side.board if occupant.tile is tile), "another card")
