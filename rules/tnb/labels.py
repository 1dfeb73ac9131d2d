"""The choices of T&B in a player's words (`Game.label`)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rules.core.game import Label
from rules.core.words import counted, together
from rules.tnb.actions import Attack, Block, Draw, Move, Play
from rules.tnb.cards import TnbCard
from rules.tnb.grid import Tile
from rules.tnb.view import SideView, TnbView

_VERBS: Final = {
    "draw": Label(text="Draw a card", detail="1 TP: a random card from your deck"),
    "play": Label(
        text="Play a card", short="Play", quick=True, detail="1 TP: from your hand to an empty tile of your board"
    ),
    "withdraw": Label(
        text="Withdraw a card",
        short="Withdraw",
        detail="1 TP: remove a card of yours for good, to make room for another",
    ),
    "attack": Label(
        text="Attack", quick=True, detail="Lay a card's shape over the enemy's board; it resolves next round"
    ),
    "block": Label(
        text="Block", quick=True, detail="Lay a card's shape over your own board until the next round has begun"
    ),
    "move": Label(text="Move", detail="Take a card to another tile of your board, at once"),
    "done": Label(text="Done", detail="End your turn"),
}
_DETAIL: Final = 100


def label(view: TnbView, said: tuple[str, ...]) -> Label:
    """The last of these words, which begin an action or are a verb."""
    if said == ("done",) and view.seat in view.waiting:
        return replace(_VERBS["done"], warning=_left_undone(view))
    if len(said) == 1:
        return _VERBS[said[0]]
    assert view.seat is not None
    own, enemy = view.sides[view.seat], view.sides[1 - view.seat]
    verb, card = said[0], _card(view, said[1])
    if len(said) == 2:
        return _card_label(own, verb, card)
    if verb in {"play", "move"}:
        return _tile_label(own, card, Tile(said[2]))
    return attack_label(enemy, card, int(said[2])) if verb == "attack" else block_label(own, card, int(said[2]))


def stats(card: TnbCard) -> str:
    """What is printed on a card, without its shape."""
    return f"Health {card.health}, Speed {card.speed}, Damage {card.damage}, Defence {card.defence}"


def attack_label(enemy: SideView, card: TnbCard, rotation: int) -> Label:
    """What an attack in this rotation would add to what is coming already."""
    tiles = card.coverages[rotation].tiles
    effects = []
    for tile in tiles:
        net = max(enemy.attacked[tile.index] + card.damage - enemy.blocked[tile.index], 0)
        effects.append(f"{tile} {_effect(enemy, tile, net)}")
    return _rotation_label(rotation, tiles, effects)


def block_label(own: SideView, card: TnbCard, rotation: int) -> Label:
    """What a block in this rotation would leave of what is coming already."""
    tiles = card.coverages[rotation].tiles
    effects = []
    for tile in tiles:
        attacked = own.attacked[tile.index]
        if attacked:
            net = max(attacked - own.blocked[tile.index] - card.defence, 0)
            effects.append(f"{tile} {_effect(own, tile, net)}")
    return _rotation_label(rotation, tiles, effects or ["no attack there yet"])


def _card(view: TnbView, said: str) -> TnbCard:
    assert view.seat is not None
    return next(card for card in view.sides[view.seat].deck_list if card.id == said)


def _card_label(own: SideView, verb: str, card: TnbCard) -> Label:
    there = next((there for there in own.board if there.card is card), None)
    if verb == "play" or there is None:
        return Label(text=card.name, detail=stats(card))
    if verb == "withdraw":
        return Label(
            text=f"{card.name} on {there.tile}",
            detail=f"Removed for good; Health {there.health}",
            warning=_last(own, card),
        )
    detail = {
        "attack": f"Damage {card.damage} on each tile",
        "block": f"Defence {card.defence} on each tile",
        "move": f"Up to {counted(card.speed, 'step')}",
    }[verb]
    cost = "" if there.free else ", for 1 TP"
    return Label(text=f"{card.name} on {there.tile}", detail=f"{detail}{cost}; Health {there.health}")


def _last(own: SideView, card: TnbCard) -> str:
    """8.6 The warning before the last card with Damage is given away."""
    rest = replace(own, removed=(*own.removed, card))
    if own.harmless or not rest.harmless:
        return ""
    return f"{card.name} is your last card with Damage: without it you cannot take Life Points any more (rule 8.6)."


def _left_undone(view: TnbView) -> str:
    """4.3 What is said before a turn is ended in which cards could still act or points be spent; "" if neither."""
    assert view.seat is not None
    own = view.sides[view.seat]
    able = {option.card for option in view.options if isinstance(option, Attack | Block | Move)}
    idle = [there.card.name for there in own.board if there.free and there.card.id in able]
    if idle:
        return f"{together(idle)} could still act for free in this round (rule 4.3)."
    if any(isinstance(option, Draw | Play) for option in view.options):
        return (
            f"You have {own.tactical_points} TP to draw or play a card with; what you do not spend you keep (rule 4.2)."
        )
    return ""


def _tile_label(own: SideView, card: TnbCard, tile: Tile) -> Label:
    attacked, net = own.attacked[tile.index], own.net(tile)
    if not attacked:
        detail = "Not attacked"
    elif not net:
        detail = f"Attacked for {attacked}, all of it blocked"
    else:
        there = next((there for there in own.board if there.card is card), None)
        left = (there.health if there else card.health) - net
        detail = f"It would take {net} there: {f'Health {left} left' if left > 0 else 'removed'}"
    return Label(text=str(tile), detail=detail)


def _rotation_label(rotation: int, tiles: Sequence[Tile], effects: Sequence[str]) -> Label:
    detail = "; ".join(effects)
    if len(detail) > _DETAIL:
        detail = detail[: _DETAIL - 1] + "…"
    return Label(text=f"{rotation}°: {' '.join(map(str, tiles))}", detail=detail)


def _effect(side: SideView, tile: Tile, net: int) -> str:
    there = side.at(tile)
    if not net:
        return "blocked"
    if there is None:
        return "1 LP"
    return f"{there.card.name} -{net}" if net < there.health else f"{there.card.name} removed"
