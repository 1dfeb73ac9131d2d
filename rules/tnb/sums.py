"""7.1 All that is declared on each tile of a board, added up."""

from collections.abc import Iterable

from rules.tnb.cards import Coverage


def attack_sums(attacks: Iterable[Coverage]) -> list[int]:
    """7.1 By the index of the tile, all Damage laid on it."""
    sums = [0] * 9
    for coverage in attacks:
        for tile in coverage.tiles:
            sums[tile.index] += coverage.damage
    return sums


def block_sums(blocks: Iterable[Coverage]) -> list[int]:
    """7.1 By the index of the tile, all Defence laid on it, 6.7 whether a card lies there or not."""
    sums = [0] * 9
    for coverage in blocks:
        for tile in coverage.tiles:
            sums[tile.index] += coverage.defence
    return sums
