"""The resolution of declared attacks and blocks (chapter 7), and the end of the match (chapter 8)."""

from rules.core.play import LAST_RESORT, Outcome
from rules.tnb.cards import Coverage, attack_sums, block_sums
from rules.tnb.events import Resolved, TileResult
from rules.tnb.grid import TILES
from rules.tnb.limits import ROUND_LIMIT
from rules.tnb.state import Side, TnbState


def resolve(g: TnbState) -> None:
    """4.1 Resolve both boards at once, so that the declarations of a removed card still count (7.5). Then delete all
    declarations (7.6).
    """
    one, two = g.sides
    g.resolved = (_suffer(one, two.attacks), _suffer(two, one.attacks))
    for seat, side in enumerate(g.sides):
        side.attacks.clear()
        side.blocks.clear()
        if g.resolved[seat]:
            g.events.append(Resolved(seat=seat, tiles=g.resolved[seat]))


def _suffer(side: Side, attacks: list[Coverage]) -> tuple[TileResult, ...]:
    """7.1 to 7.3 Apply these attacks to a board. Its cards are hit where they lie now (7.4)."""
    if not attacks:
        return ()
    blocks = block_sums(side.blocks)
    occupants = {occupant.tile.index: occupant for occupant in side.board}
    results = []
    for index, attack in enumerate(attack_sums(attacks)):
        if not attack:
            continue
        net = attack - blocks[index]  # 7.1
        occupant = occupants.get(index)
        removed = False
        if occupant is None:
            if net > 0:
                side.life_points -= 1  # 7.3
        elif net > 0:
            occupant.health -= net  # 7.2
            removed = occupant.health <= 0  # 7.7 A card with exactly 0 Health is removed too.
        results.append(TileResult(TILES[index], attack, blocks[index], occupant.card.id if occupant else None, removed))
    for card in [occupant.card.id for occupant in side.board if occupant.health <= 0]:
        side.remove(card)
    return tuple(results)


def verdict(g: TnbState) -> Outcome | None:
    """8.3 Return the outcome if the resolution at the beginning of round g.turn has ended the match, else None. Both
    players may have lost (8.4), or the last resort may apply (8.5).
    """
    one, two = g.sides
    if one.has_lost and two.has_lost:  # 8.4
        return Outcome.by("simultaneous", (one.life_points, two.life_points))
    if one.has_lost or two.has_lost:
        loser = one if one.has_lost else two
        return Outcome.by("life_points" if loser.life_points <= 0 else "cards", (loser is two, loser is one))
    if g.turn > ROUND_LIMIT:  # 8.5
        return Outcome.by(LAST_RESORT, [(side.life_points, side.health) for side in g.sides])
    return None
