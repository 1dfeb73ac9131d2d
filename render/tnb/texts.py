"""T&B in words: all that the pictures say, what matters most first."""

from collections.abc import Iterator, Sequence

from render import telling
from render.artist import Names
from render.tnb import facts
from render.tnb.previews import Previews, explanation, title
from rules.core.events import Seat
from rules.core.game import Game
from rules.tnb.cards import TnbCard
from rules.tnb.events import Resolved, TileResult
from rules.tnb.grid import TILES_IN, Tile
from rules.tnb.view import CardOnBoard, SideView, TnbView


def table(game: Game, view: TnbView, names: Names) -> Iterator[str]:
    """The table in lines of plain text: the decision, the news, both players' numbers and boards, what came down."""
    overdrive = " · Overdrive" if view.overdrive else ""
    yield f"Round {view.turn}{overdrive} · {names[view.first]} first · {_part(view, names)}"
    yield telling.headline(game, view, names)
    if news := telling.news(game, view, names, but=(Resolved,)):
        yield f"Just now: {' '.join(news)}"
    for seat, side in enumerate(view.sides):
        yield ""
        yield f"{telling.player(view, seat, names[seat])}: LP {side.life_points}"
        yield f"  TP {side.tactical_points} · hand {side.hand} · deck {side.deck} · removed {len(side.removed)}"
        yield from _coming(side)
    yield ""
    yield "Boards: Health left of full, Speed/Damage/Defence, grid shape"
    for seat, side in enumerate(view.sides):
        yield f"{names[seat]}{':' if side.board else ': no cards'}"
        yield from (f"  {_on_board(view, seat, there)}" for there in side.board)
    if any(view.resolved):
        yield ""
        yield from battle(view, names)
    if any(side.attacks or side.blocks for side in view.sides):
        yield ""
        yield "Declared"
        yield from declared(view, names)


def battle(view: TnbView, names: Names) -> Iterator[str]:
    """What came down on each board when the round began, tile by tile."""
    for seat, results in enumerate(view.resolved):
        if results:
            yield f"Came down on {names[seat]}'s board, round {view.turn}"
            known = facts.named(view.sides[seat].deck_list)
            yield from (f"  {_result(result, known[result.card] if result.card else '')}" for result in results)


def _part(view: TnbView, names: Names) -> str:
    part = facts.part(view)
    if part is None:
        return "Game over"
    return f"{names[view.waiting[0]]}'s {('tactical actions', 'card actions')[part]}"


def _coming(side: SideView) -> Iterator[str]:
    """What would come down on a board as things stand."""
    if losses := facts.losses(facts.forecast(side)):
        yield f"  Coming: {', '.join(losses)}"
    yield from _forecast(side)


def _forecast(side: SideView) -> Iterator[str]:
    """Tile by tile; tiles that are blocked for nothing so far, in one line for each strength."""
    idle: dict[int, list[Tile]] = {}
    for result in facts.forecast(side):
        there = side.at(result.tile)
        if result.attack:
            yield f"  {_result(result, there.card.name if there else '')}"
        elif result.block:
            idle.setdefault(result.block, []).append(result.tile)
    yield from (f"  Blocked for {block}, not attacked: {_listed(tiles)}" for block, tiles in idle.items())


def _result(result: TileResult, card: str) -> str:
    """A tile that was or is attacked: the attacks, less the blocks, and what comes of it."""
    sums = f"{result.attack}-{result.block}={result.net}" if result.block else str(result.attack)
    return f"{result.tile}: {sums}, {f'{card} {facts.harm(result)}'.strip()}"


def _on_board(view: TnbView, seat: Seat, there: CardOnBoard) -> str:
    card = there.card
    numbers = f"{there.health}/{card.health}, {card.speed}/{card.damage}/{card.defence}"
    taken = f", did {' and '.join(there.taken)}" if there.taken else ""
    ready = ", may act" if facts.may_act(view, seat, there) else ""
    return f"{there.tile} {card.name} {numbers}, {_shape(card)}{taken}{ready}"


def _shape(card: TnbCard) -> str:
    return _listed(TILES_IN[card.shape])


def _listed(tiles: Sequence[Tile]) -> str:
    return " ".join(map(str, tiles))


def declared(view: TnbView, names: Names) -> Iterator[str]:
    """What was declared in this round, an attack or a block in each line."""
    for seat, side in enumerate(view.sides):
        known = facts.named(side.deck_list)
        for laid in side.attacks:
            yield f"  {known[laid.card]} hits {names[1 - seat]}'s {_listed(laid.tiles)} for {laid.damage}"
        for laid in side.blocks:
            yield f"  {known[laid.card]} blocks {names[seat]}'s {_listed(laid.tiles)} for {laid.defence}"


def cards(view: TnbView, seat: Seat, names: Names) -> Iterator[str]:
    """The cards that a seat's deck is made of, and where they are, as far as everybody knows."""
    side = view.sides[seat]
    lying = {there.card: there for there in side.board}
    yield f"{names[seat]}'s cards: {len(side.board)} on the board, {len(side.removed)} removed"
    for card in side.deck_list:
        where = f", on {lying[card].tile}" if card in lying else ", removed" if card in side.removed else ""
        yield f"  {card.name}: {_printed(card)}{where}"


def _printed(card: TnbCard) -> str:
    numbers = f"Health {card.health}, Speed {card.speed}, Damage {card.damage}, Defence {card.defence}"
    return f"{numbers}, shape {_shape(card)}"


def hand(game: Game, view: TnbView, names: Names) -> Iterator[str]:
    """The hand of the view's seat in lines of plain text."""
    assert view.seat is not None
    side = view.sides[view.seat]
    points = f"TP {side.tactical_points} · LP {side.life_points}"
    yield f"{names[view.seat]}: hand of {side.hand} · {points} · deck {side.deck}"
    yield telling.question(game, view, names)
    if learned := telling.learned(game, view, names):
        yield learned
    yield ""
    yield "Your cards" if view.hand else "No cards in hand"
    playable = facts.playable(view)
    for card in view.hand:
        yield f"  {card.name}: {_printed(card)}{', can be played now' if card in playable else ''}"
    yield ""
    yield facts.deck_left(view)


def choice(_game: Game, view: TnbView, found: Previews, names: Names) -> Iterator[str]:
    """What can be chosen, a line for each way to go on, then what is on the board."""
    card = found.card
    numbers = f"Health {found.health}/{card.health}, Speed {card.speed}, Damage {card.damage}, Defence {card.defence}"
    yield title(found)
    yield f"{card.name}: {numbers}, shape {_shape(card)}"
    yield explanation(found, names)
    for preview in found.previews:
        if found.turns:
            losses = facts.losses(facts.forecast(preview.side))
            yield f"{preview.word}° covers {_listed(preview.tiles)}: {', '.join(losses) or 'no loss'}"
            yield from _forecast(preview.side)
        else:
            yield f"{preview.word}: {_there(facts.forecast(preview.side)[preview.tiles[0].index])}"
    side = view.sides[found.seat]
    lying = ", ".join(f"{there.tile} {there.card.name} (Health {there.health})" for there in side.board)
    yield f"{names[found.seat]}'s board now: {lying or 'no cards'}"
    if not found.turns:
        yield from _forecast(side)


def _there(result: TileResult) -> str:
    """What a card would meet on a tile."""
    if not result.attack:
        return f"blocked for {result.block}, not attacked" if result.block else "not attacked"
    return facts.harm(result)
