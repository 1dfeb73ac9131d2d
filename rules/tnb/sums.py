"""7.1 The total Damage and Defence that are declared on each tile of a board."""

from collections.abc import Iterable

from rules.tnb.cards import Coverage


def attack_sums(attacks: Iterable[Coverage]) -> list[int]:
    """7.1 Return the Damage of all attacks on each tile, by its index."""
    sums = [0] * 9
    for coverage in attacks:
        for tile in coverage.tiles:
            sums[tile.index] += coverage.damage
    return sums


def block_sums(blocks: Iterable[Coverage]) -> list[int]:
    """7.1 Return the Defence of all blocks on each tile, by its index, whether a card lies there or not (6.7)."""
    sums = [0] * 9
    for coverage in blocks:
        for tile in coverage.tiles:
            sums[tile.index] += coverage.defence
    return sums
