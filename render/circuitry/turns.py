"""How the lattice of a face is turned in a picture, by quarters."""

from rules.circuitry.cards import HEIGHT, WIDTH, Point


def quarters(*, turned: bool) -> int:
    """By how many quarters to the right a card of the board is turned in a picture: every board is shown turned a
    quarter to the left, since then cards are as a table is, wider than high, and boards of all shapes are larger.
    """
    return 1 if turned else 3


def turned(point: Point, quarters: int) -> tuple[int, int]:
    """Where a point of an upright face comes to, in steps from the upper left corner of the card as it is turned."""
    x, y = point
    return ((x, y), (HEIGHT - y, x), (WIDTH - x, HEIGHT - y), (y, WIDTH - x))[quarters]
