"""Rotate the lattice of a card's face by quarter turns, to match the card's rotation in a picture."""

from rules.circuitry.cards import HEIGHT, WIDTH, Point


def quarters(*, turned: bool, upright: bool) -> int:
    """Return the clockwise rotation of a card in a picture, in quarter turns. turned: whether the card is turned on the
    board; upright: the board's orientation (`grid.upright`). Most boards are shown turned anticlockwise, so that cards
    are wider than high, like a table.
    """
    return (2 if turned else 0) if upright else (1 if turned else 3)


def turned(point: Point, quarters: int) -> tuple[int, int]:
    """Return a point of an upright face in steps from the upper left corner of the rotated card."""
    x, y = point
    return ((x, y), (HEIGHT - y, x), (WIDTH - x, HEIGHT - y), (y, WIDTH - x))[quarters]
