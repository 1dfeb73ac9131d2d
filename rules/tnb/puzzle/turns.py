"""Every turn that a player can take from a position, by its effects alone.

The rules (`rules.tnb.phases`) play the same actions with all that belongs to a match. Tests compare the two.
"""

from collections.abc import Callable, Hashable, Iterator
from functools import cache
from typing import Final, NamedTuple

from rules.core.notation import Action
from rules.tnb.actions import Attack, Block, Move, Withdraw
from rules.tnb.cards import Coverage, TnbCard
from rules.tnb.grid import TILES, Tile, TileSet
from rules.tnb.limits import BOARD_LIMIT
from rules.tnb.state import Side

Sums = int
"""For each tile the sum of the Damage, or of the Defence, laid on it: a byte for each tile, the first one lowest."""
_BITS: Final = 8


class Able(NamedTuple):
    """A card on the board that can still act in this turn."""

    card: TnbCard
    tile: Tile
    free: bool
    """Whether its action is free. If not, the card was played in this turn and acts for 1 TP (5.4)."""


class Turn(NamedTuple):
    """Some actions of a turn, and their effects."""

    actions: tuple[Action, ...]
    points: int
    """The TP that are left."""
    able: tuple[Able, ...]
    hand: frozenset[TnbCard]
    bought: int
    """The number of cards that can still be played before each further one has to be drawn for 1 TP (5.2)."""
    occupied: TileSet
    attacks: Sums
    blocks: Sums
    acted: bool
    """4.3 Whether a card action was taken, so that no tactical action is possible any more."""


def beginning(side: Side, held: int, *, acted: bool = False) -> Turn:
    """Return a turn without any actions yet.

    held: the number of cards that the player has in hand. If `side.hand` has more, the others are those that a draw may
    bring.
    """
    able = [Able(at.card, at.tile, at.free) for at in side.board if at.free or not at.taken]
    sums = (sum(map(_damage, side.attacks)), sum(map(_defence, side.blocks)))
    return Turn((), side.tactical_points, tuple(able), frozenset(side.hand), held, side.occupied, *sums, acted)


def turns(begun: Turn, key: Callable[[Turn], Hashable], without: tuple[type[Action], ...] = ()) -> Iterator[Turn]:
    """Yield all turns that go on like this, those with the fewest actions first; the first one does nothing more.

    Of turns with the same key, only the first is yielded. without: classes of card actions to leave out.
    """
    seen, edge = {key(begun)}, [begun]
    while edge:
        yield from edge
        following = []
        for turn in edge:
            for longer in _longer(turn, without):
                reached = key(longer)
                if reached not in seen:
                    seen.add(reached)
                    following.append(longer)
        edge = following


def _longer(turn: Turn, without: tuple[type[Action], ...]) -> Iterator[Turn]:
    """Yield the turns with one action more."""
    points, occupied = turn.points, turn.occupied
    if points and not turn.acted:
        yield from _played(turn) if occupied.bit_count() < BOARD_LIMIT else _withdrawn(turn)
    for place, able in enumerate(turn.able):
        if not able.free and not points:
            continue
        others = (*turn.able[:place], *turn.able[place + 1 :])
        for action in able.card.actions(occupied, able.tile):
            if isinstance(action, without):
                continue
            attacks, blocks, now = turn.attacks, turn.blocks, occupied
            match action:
                case Attack():
                    attacks += _damage(able.card.coverages[action.rotation])
                case Block():
                    blocks += _defence(able.card.coverages[action.rotation])
                case Move():
                    now ^= able.tile.bit | action.tile.bit
            left = points if able.free else points - 1
            yield Turn((*turn.actions, action), left, others, turn.hand, turn.bought, now, attacks, blocks, acted=True)


def _played(turn: Turn) -> Iterator[Turn]:
    """5.3 Yield the turns in which a card is played next."""
    left = turn.points - 1 - (turn.bought == 0)
    if left < 0:
        return
    for card in sorted(turn.hand, key=lambda card: card.order):
        for action in card.plays(turn.occupied):
            yield turn._replace(
                actions=(*turn.actions, action),
                points=left,
                able=(*turn.able, Able(card, action.tile, free=False)),
                hand=turn.hand - {card},
                bought=max(turn.bought - 1, 0),
                occupied=turn.occupied | action.tile.bit,
            )


def _withdrawn(turn: Turn) -> Iterator[Turn]:
    """5.5 Yield the turns in which a card is withdrawn from a full board next."""
    if not turn.hand:
        return
    for able in turn.able:
        yield turn._replace(
            actions=(*turn.actions, Withdraw(able.card.id)),
            points=turn.points - 1,
            able=tuple(other for other in turn.able if other is not able),
            occupied=turn.occupied ^ able.tile.bit,
        )


@cache
def _damage(coverage: Coverage) -> Sums:
    return sum(coverage.damage << _BITS * tile.index for tile in coverage.tiles)


@cache
def _defence(coverage: Coverage) -> Sums:
    return sum(coverage.defence << _BITS * tile.index for tile in coverage.tiles)


def lost(attacks: Sums, blocks: Sums, occupied: TileSet) -> int:
    """7.1, 7.3 Return the LP that these attacks cost the owner of a board."""
    count = 0
    for tile in TILES:
        if not occupied & tile.bit and attacks >> _BITS * tile.index & 255 > blocks >> _BITS * tile.index & 255:
            count += 1
    return count
