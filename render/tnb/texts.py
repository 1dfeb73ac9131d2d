"""Write in words everything that T&B's pictures show, most important first."""

from collections.abc import Iterator, Sequence

from render import wording
from render.renderer import Names
from render.tnb import facts
from render.tnb.previews import Previews, explanation, title
from rules.core.events import Seat
from rules.core.game import Game
from rules.tnb.cards import TnbCard
from rules.tnb.events import Resolved, TileResult
from rules.tnb.grid import TILES_IN, Tile
from rules.tnb.view import CardOnBoard, SideView, TnbView


def table(game: Game, view: TnbView, names: Names) -> Iterator[str]:
    """Return the table in lines of plain text: the decision, recent events, both players' numbers and boards, and the
    last battle.
    """
    overdrive = " · Overdrive" if view.overdrive else ""
    yield f"Round {view.turn}{overdrive} · {names[view.first]} first · {_part(view, names)}"
    yield wording.headline(game, view, names)
    if news := wording.recent_events(game, view, names, skip=(Resolved,)):
        yield f"Just now: {' '.join(news)}"
    for seat, side in enumerate(view.sides):
        yield ""
        yield f"{wording.player_label(view, seat, names[seat])}: LP {side.life_points}"
        yield f"  TP {side.tactical_points} · hand {side.hand} · deck {side.deck} · removed {len(side.removed)}"
        yield from _coming(side)
    yield ""
    yield "Boards: Health left of full, Speed/Damage/Defence, grid shape"
    for seat, side in enumerate(view.sides):
        yield f"{names[seat]}{':' if side.board else ': no cards'}"
        yield from (f"  {_on_board(view, seat, occupant)}" for occupant in side.board)
    if any(view.resolved):
        yield ""
        yield from battle(view, names)
    if any(side.attacks or side.blocks for side in view.sides):
        yield ""
        yield "Declared"
        yield from declared(view, names)


def battle(view: TnbView, names: Names) -> Iterator[str]:
    """Return the battle with which the round began, tile by tile."""
    for seat, results in enumerate(view.resolved):
        if results:
            yield f"Came down on {names[seat]}'s board, round {view.turn}"
            card_names = facts.named(view.sides[seat].deck_list)
            yield from (f"  {_result(result, card_names[result.card] if result.card else '')}" for result in results)


def _part(view: TnbView, names: Names) -> str:
    part = facts.part(view)
    if part is None:
        return "Game over"
    return f"{names[view.waiting[0]]}'s {('tactical actions', 'card actions')[part]}"


def _coming(side: SideView) -> Iterator[str]:
    """Return the results on a board if nothing more is declared."""
    if losses := facts.losses(facts.forecast(side)):
        yield f"  Coming: {', '.join(losses)}"
    yield from _forecast(side)


def _forecast(side: SideView) -> Iterator[str]:
    """Return the expected results, tile by tile.

    Tiles that are blocked but not attacked share a line if their blocks are equally strong.
    """
    idle: dict[int, list[Tile]] = {}
    for result in facts.forecast(side):
        occupant = side.at(result.tile)
        if result.attack:
            yield f"  {_result(result, occupant.card.name if occupant else '')}"
        elif result.block:
            idle.setdefault(result.block, []).append(result.tile)
    yield from (f"  Blocked for {block}, not attacked: {_listed(tiles)}" for block, tiles in idle.items())


def _result(result: TileResult, card: str) -> str:
    """Describe an attacked tile: its attacks, its blocks and its loss."""
    sums = f"{result.attack}-{result.block}={result.net}" if result.block else str(result.attack)
    return f"{result.tile}: {sums}, {f'{card} {facts.harm(result)}'.strip()}"


def _on_board(view: TnbView, seat: Seat, occupant: CardOnBoard) -> str:
    card = occupant.card
    numbers = f"{occupant.health}/{card.health}, {card.speed}/{card.damage}/{card.defence}"
    taken = f", did {' and '.join(occupant.taken)}" if occupant.taken else ""
    ready = ", may act" if facts.may_act(view, seat, occupant) else ""
    return f"{occupant.tile} {card.name} {numbers}, {_shape(card)}{taken}{ready}"


def _shape(card: TnbCard) -> str:
    return _listed(TILES_IN[card.shape])


def _listed(tiles: Sequence[Tile]) -> str:
    return " ".join(map(str, tiles))


def declared(view: TnbView, names: Names) -> Iterator[str]:
    """Return a line for each attack and each block that has been declared in this round."""
    for seat, side in enumerate(view.sides):
        card_names = facts.named(side.deck_list)
        for attack in side.attacks:
            target = f"{names[1 - seat]}'s {_listed(attack.tiles)}"
            yield f"  {card_names[attack.card]} hits {target} for {attack.damage}"
        for block in side.blocks:
            yield f"  {card_names[block.card]} blocks {names[seat]}'s {_listed(block.tiles)} for {block.defence}"


def cards(view: TnbView, seat: Seat, names: Names) -> Iterator[str]:
    """Return the cards of a seat's deck list, each with its place as far as it is public."""
    side = view.sides[seat]
    on_board = {occupant.card: occupant for occupant in side.board}
    yield f"{names[seat]}'s cards: {len(side.board)} on the board, {len(side.removed)} removed"
    for card in side.deck_list:
        where = f", on {on_board[card].tile}" if card in on_board else ", removed" if card in side.removed else ""
        yield f"  {card.name}: {_printed(card)}{where}"


def _printed(card: TnbCard) -> str:
    numbers = f"Health {card.health}, Speed {card.speed}, Damage {card.damage}, Defence {card.defence}"
    return f"{numbers}, shape {_shape(card)}"


def hand(game: Game, view: TnbView, names: Names) -> Iterator[str]:
    """Return the hand of the view's seat in lines of plain text."""
    assert view.seat is not None
    side = view.sides[view.seat]
    points = f"TP {side.tactical_points} · LP {side.life_points}"
    yield f"{names[view.seat]}: hand of {side.hand} · {points} · deck {side.deck}"
    yield wording.aim(game, view)
    yield ""
    yield "Your cards" if view.hand else "No cards in hand"
    playable = facts.playable(view)
    for card in view.hand:
        yield f"  {card.name}: {_printed(card)}{', can be played now' if card in playable else ''}"
    yield ""
    yield facts.deck_left(view)


def choice(_game: Game, view: TnbView, shown: Previews, names: Names) -> Iterator[str]:
    """Yield a title, the card, an explanation, one or more lines for each option, and the present board."""
    card = shown.card
    numbers = f"Health {shown.health}/{card.health}, Speed {card.speed}, Damage {card.damage}, Defence {card.defence}"
    yield title(shown)
    yield f"{card.name}: {numbers}, shape {_shape(card)}"
    yield explanation(shown, names)
    for preview in shown.previews:
        if shown.turns:
            losses = facts.losses(facts.forecast(preview.side))
            yield f"{preview.word}° covers {_listed(preview.tiles)}: {', '.join(losses) or 'no loss'}"
            yield from _forecast(preview.side)
        else:
            yield f"{preview.word}: {_expected(facts.forecast(preview.side)[preview.tiles[0].index])}"
    side = view.sides[shown.seat]
    on_board = ", ".join(f"{occupant.tile} {occupant.card.name} (Health {occupant.health})" for occupant in side.board)
    yield f"{names[shown.seat]}'s board now: {on_board or 'no cards'}"
    if not shown.turns:
        yield from _forecast(side)


def _expected(result: TileResult) -> str:
    """Return the expected result on a tile in words."""
    if not result.attack:
        return f"blocked for {result.block}, not attacked" if result.block else "not attacked"
    return facts.harm(result)
