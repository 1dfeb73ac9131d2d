"""The board of three by three: its tiles, the shapes laid over it, and the paths across it.

A set of tiles is an integer below 512 that has the bit of each of its tiles (`Tile.bit`).
"""

from enum import Enum
from typing import Final

TileSet = int


class Tile(Enum):
    """2.2 A tile, named by its column and row. Tiles are in reading order, like `TILES`."""

    A1 = "a1"
    B1 = "b1"
    C1 = "c1"
    A2 = "a2"
    B2 = "b2"
    C2 = "c2"
    A3 = "a3"
    B3 = "b3"
    C3 = "c3"

    def __init__(self, name: str) -> None:
        self.column = "abc".index(name[0])
        """The column, counted from the left, 0 to 2."""
        self.row = "123".index(name[1])
        """The row, counted from the top, 0 to 2."""
        self.index = 3 * self.row + self.column
        self.bit = 1 << self.index

    def __str__(self) -> str:
        return str(self.value)


TILES: Final = tuple(Tile)
EVERYWHERE: Final[TileSet] = 0b111_111_111
ROTATIONS: Final = (0, 90, 180, 270)
"""2.3 The rotations of a shape, in degrees clockwise."""

TILES_IN: Final = tuple(tuple(tile for tile in TILES if tile.bit & tiles) for tiles in range(EVERYWHERE + 1))
"""The tiles of each set in reading order."""

_BESIDE: Final = tuple(
    tuple(to for to in TILES if abs(to.column - tile.column) + abs(to.row - tile.row) == 1) for tile in TILES
)


def turned(shape: TileSet, rotation: int) -> TileSet:
    """2.3 Return the tiles that a shape covers after a turn by one of `ROTATIONS`."""
    for _ in range(rotation // 90):
        shape = sum(TILES[3 * tile.column + 2 - tile.row].bit for tile in TILES_IN[shape])
    return shape


def coverages(shape: TileSet) -> dict[int, TileSet]:
    """2.4 Return each set of tiles that a shape can cover, by the smallest rotation that leads to it."""
    covered: dict[int, TileSet] = {}
    for rotation in ROTATIONS:
        tiles = turned(shape, rotation)
        if tiles not in covered.values():
            covered[rotation] = tiles
    return covered


def reachable(occupied: TileSet, start: Tile, speed: int) -> tuple[Tile, ...]:
    """6.2 Return the tiles to which a card can move, in reading order. Its present tile is not among them (6.3)."""
    reached, edge = start.bit, [start]
    for _ in range(speed):
        edge = [to for tile in edge for to in _BESIDE[tile.index] if not to.bit & (occupied | reached)]
        for to in edge:
            reached |= to.bit
    return TILES_IN[reached & ~start.bit]


def shape_of(rows: object) -> TileSet:
    """Return the shape that three rows of text show: `#` for a tile of the shape, `.` for any other. Spaces are
    ignored.

    Raises:
        ValueError: the text is not three by three, or marks no tile.
    """
    lines = ["".join(line.split()) for line in str(rows).strip().splitlines()]
    signs = "".join(lines)
    if [len(line) for line in lines] != [3, 3, 3] or set(signs) - {"#", "."} or "#" not in signs:
        raise ValueError("a shape is three rows of three of # and ., with one # at least")
    return sum(tile.bit for tile, sign in zip(TILES, signs, strict=True) if sign == "#")
