"""The labels of T&B's choices in players' words (`Game.label`)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rules.core.game import Label, general_labels
from rules.core.words import counted, together
from rules.tnb.actions import Attack, Block, Draw, Move, Play
from rules.tnb.cards import TnbCard
from rules.tnb.grid import Tile
from rules.tnb.view import SideView, TnbView

_VERBS: Final = general_labels(
    {
        "draw": Label(text="Draw a card", detail="1 TP: a random card"),
        "play": Label(
            text="Play a card", short="Play", quick=True, detail="1 TP: from your hand to an empty tile of your board"
        ),
        "withdraw": Label(
            text="Withdraw a card",
            short="Withdraw",
            detail="1 TP: remove one of your cards for good; replacing it costs 1 more TP",
        ),
        "attack": Label(
            text="Attack", quick=True, detail="Lay a card's shape over the enemy's board; it resolves next round"
        ),
        "block": Label(
            text="Block", quick=True, detail="Lay a card's shape over your own board until the next round has begun"
        ),
        "move": Label(text="Move", detail="Move a card to another tile of your board at once"),
        "done": Label(text="Done", detail="End your turn"),
    }
)
_DETAIL: Final = 100


def label(view: TnbView, words: tuple[str, ...]) -> Label:
    """Return the label of the choice that the last of these words stands for (`Game.label`)."""
    if words == ("done",) and view.seat in view.waiting:
        return replace(_VERBS["done"], warning=_left_undone(view))
    if len(words) == 1:
        return _VERBS[words[0]]
    assert view.seat is not None
    side, enemy = view.sides[view.seat], view.sides[1 - view.seat]
    verb, card = words[0], _card(view, words[1])
    if len(words) == 2:
        return _card_label(side, verb, card)
    if verb in {"play", "move"}:
        return _tile_label(side, card, Tile(words[2]))
    return attack_label(enemy, card, int(words[2])) if verb == "attack" else block_label(side, card, int(words[2]))


def stats(card: TnbCard) -> str:
    """Return the numbers printed on a card, in words."""
    return f"Health {card.health}, Speed {card.speed}, Damage {card.damage}, Defence {card.defence}"


def attack_label(enemy: SideView, card: TnbCard, rotation: int) -> Label:
    """Return the label of an attack in this rotation. It shows the results if the attack is added to those already
    declared.
    """
    tiles = card.coverages[rotation].tiles
    effects = []
    for tile in tiles:
        net = max(enemy.attacked[tile.index] + card.damage - enemy.blocked[tile.index], 0)
        effects.append(f"{tile} {_effect(enemy, tile, net)}")
    return _rotation_label(rotation, tiles, effects)


def block_label(side: SideView, card: TnbCard, rotation: int) -> Label:
    """Return the label of a block in this rotation. It shows the results if the block is added to those already
    declared.
    """
    tiles = card.coverages[rotation].tiles
    effects = []
    for tile in tiles:
        attacked = side.attacked[tile.index]
        if attacked:
            net = max(attacked - side.blocked[tile.index] - card.defence, 0)
            effects.append(f"{tile} {_effect(side, tile, net)}")
    return _rotation_label(rotation, tiles, effects or ["no attack there yet"])


def _card(view: TnbView, card_id: str) -> TnbCard:
    assert view.seat is not None
    return next(card for card in view.sides[view.seat].deck_list if card.id == card_id)


def _card_label(side: SideView, verb: str, card: TnbCard) -> Label:
    occupant = next((occupant for occupant in side.board if occupant.card is card), None)
    if verb == "play" or occupant is None:
        return Label(text=card.name, detail=stats(card))
    if verb == "withdraw":
        return Label(
            text=f"{card.name} on {occupant.tile}",
            detail=f"Removed for good; Health {occupant.health}",
            warning=_last_point(side) or _last(side, card),
        )
    detail = {
        "attack": f"Damage {card.damage} on each tile",
        "block": f"Defence {card.defence} on each tile",
        "move": f"Up to {counted(card.speed, 'step')}",
    }[verb]
    cost = "" if occupant.free else ", for 1 TP"
    return Label(text=f"{card.name} on {occupant.tile}", detail=f"{detail}{cost}; Health {occupant.health}")


def _last_point(side: SideView) -> str:
    """5.5 Return a warning if no TP would be left for playing another card; else ""."""
    if side.tactical_points > 1:
        return ""
    return "This uses your last TP, so you can't replace the card until a later round (rule 5.5)."


def _last(side: SideView, card: TnbCard) -> str:
    """8.6 Return a warning if the player would have no card with Damage left after withdrawing this one; else ""."""
    remaining = replace(side, removed=(*side.removed, card))
    if side.harmless or not remaining.harmless:
        return ""
    return f"{card.name} is your last card with Damage: without it you can't take any more Life Points (rule 8.6)."


def _left_undone(view: TnbView) -> str:
    """4.3 Return a warning if cards could still act or TP could be spent in this turn; else ""."""
    assert view.seat is not None
    side = view.sides[view.seat]
    able = {option.card for option in view.options if isinstance(option, Attack | Block | Move)}
    idle = [occupant.card.name for occupant in side.board if occupant.free and occupant.card.id in able]
    if idle:
        return f"{together(idle)} could still act for free in this round (rule 4.3)."
    if any(isinstance(option, Draw | Play) for option in view.options):
        points = side.tactical_points
        return f"You can still draw or play a card with {points} TP; you keep any that you don't spend (rule 4.2)."
    return ""


def _tile_label(side: SideView, card: TnbCard, tile: Tile) -> Label:
    attacked, net = side.attacked[tile.index], side.net(tile)
    if not attacked:
        detail = "Not attacked"
    elif not net:
        detail = f"Attacked for {attacked}, all of it blocked"
    else:
        occupant = next((occupant for occupant in side.board if occupant.card is card), None)
        left = (occupant.health if occupant else card.health) - net
        detail = f"It would take {net} there: {f'Health {left} left' if left > 0 else 'removed'}"
    return Label(text=str(tile), detail=detail)


def _rotation_label(rotation: int, tiles: Sequence[Tile], effects: Sequence[str]) -> Label:
    detail = "; ".join(effects)
    if len(detail) > _DETAIL:
        detail = detail[: _DETAIL - 1] + "…"
    return Label(text=f"{rotation}°: {' '.join(map(str, tiles))}", detail=detail)


def _effect(side: SideView, tile: Tile, net: int) -> str:
    occupant = side.at(tile)
    if not net:
        return "blocked"
    if occupant is None:
        return "1 LP"
    return f"{occupant.card.name} -{net}" if net < occupant.health else f"{occupant.card.name} removed"
