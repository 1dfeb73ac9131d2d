"""Turn the lattice of a card's face in quarters, as the card lies in a picture."""

from rules.circuitry.cards import HEIGHT, WIDTH, Point


def quarters(*, turned: bool, upright: bool) -> int:
    """Return the rotation of a card in a picture: clockwise, in quarter turns.

    turned: whether the card is turned on the board. upright: whether the board is shown upright (`grid.upright`); most
    are shown turned anticlockwise, so that cards are wider than high.
    """
    return (2 if turned else 0) if upright else (1 if turned else 3)


def turned(point: Point, quarters: int) -> tuple[int, int]:
    """Return where a point of an upright face is on the rotated card, in steps of the lattice from the card's upper
    left corner.
    """
    x, y = point
    return ((x, y), (HEIGHT - y, x), (WIDTH - x, HEIGHT - y), (y, WIDTH - x))[quarters]
