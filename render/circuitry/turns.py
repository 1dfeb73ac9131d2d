"""How the lattice of a face is turned in a picture, by quarters."""

from rules.circuitry.cards import HEIGHT, WIDTH, Point


def quarters(*, turned: bool, upright: bool) -> int:
    """By how many quarters to the right a card is turned in a picture; turned: on the board; upright: how the board is
    shown (`grid.upright`). Most are turned a quarter to the left: cards are as a table is then, wider than high.
    """
    return (2 if turned else 0) if upright else (1 if turned else 3)


def turned(point: Point, quarters: int) -> tuple[int, int]:
    """Where a point of an upright face comes to, in steps from the upper left corner of the card as it is turned."""
    x, y = point
    return ((x, y), (HEIGHT - y, x), (WIDTH - x, HEIGHT - y), (y, WIDTH - x))[quarters]
