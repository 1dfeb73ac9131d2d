"""A hand by the roles of its cards: which action cards it has, and what its movement cards can pay."""

from collections import Counter
from typing import Final

from rules.circuitry.cards import BLACK
from rules.circuitry.puzzle.goal import Aim
from rules.circuitry.puzzle.layout import COLOUR, COLOURS, INDEX
from rules.circuitry.puzzle.puzzle import Puzzle
from rules.core.cards import CardId

KINDS: Final = ("rotate", "flip", "swap", "slide", "force", "portal", "exchange", "place")
"""What can be played beside movement cards; `place` is a circuit card."""
ROTATE, FLIP, SWAP, SLIDE, FORCE, PORTAL, EXCHANGE, PLACE = range(len(KINDS))
CHANGES: Final = (ROTATE, FLIP, SWAP, SLIDE, PLACE)
"""Those that change the board alone."""
PLACING: Final = (SWAP, SLIDE, PLACE)
"""Those that change where cards lie."""
OPENS: Final = {SLIDE: (SLIDE, PLACE), PLACE: (SLIDE, SWAP)}
"""Of these: those that they may make possible, which then need their order (`changes.depends`)."""
WHERE: Final = (SLIDE, PLACE)
"""Those for which it matters where cards lie, and not which bear pawns."""

Actions = tuple[int, ...]
"""How many cards of each kind."""
Demands = int
"""How many steps, charges and jumps have asked for each colour: four bits a colour. Each was paid with a card of the
colour or a black one. Own steps take any card, so they are only counted."""

_WANTED: Final = tuple(1 << 4 * colour for colour in range(COLOURS))
"""What one more card of a colour adds to the demands."""
NEVER: Final = 99
"""Movement cards that no hand has."""


class Left:
    """What is left of a hand, but for the number of its movement cards. Two of one hand are equal only if they are one
    object.
    """

    __slots__ = ("_asking", "_hand", "_spent", "actions", "budget", "changes", "demands", "needs", "useful")

    def __init__(self, hand: "Hand", actions: Actions, demands: Demands) -> None:
        self._hand = hand
        self._spent: list[Left | None] = [None] * len(KINDS)
        self._asking: list[Left | None] = [None] * COLOURS
        self.actions = actions
        self.demands = demands
        """What movement cards were asked for."""
        self.budget = hand.cards - sum(actions)
        """The movement cards that are left, and all that were played."""
        self.changes = tuple(kind for kind in CHANGES if actions[kind])
        """The kinds of cards that change the board."""
        self.useful = hand.useful(actions, carries=False), hand.useful(actions, carries=True)
        """How many action cards can still serve, before and once the charge is carried."""
        self.needs = hand.needs(self, carries=False), hand.needs(self, carries=True)
        """How many movement cards charging and delivering take at least, likewise; `NEVER`: they cannot be paid."""

    def can_take(self, carries: bool) -> bool:
        """Whether a charge can still be taken from somebody."""
        return not carries and self.useful[False] > self.useful[True]

    def spent(self, kind: int) -> "Left":
        """With one action card less of a kind."""
        found = self._spent[kind]
        if found is None:
            actions = self.actions
            fewer = (*actions[:kind], actions[kind] - 1, *actions[kind + 1 :])
            found = self._spent[kind] = self._hand.left(fewer, self.demands)
        return found

    def asking(self, colour: int) -> "Left":
        """After a step that asks for a card of a colour."""
        found = self._asking[colour]
        if found is None:
            found = self._asking[colour] = self._hand.left(self.actions, self.demands + _WANTED[colour])
        return found


class Hand:
    """What is in a hand at first."""

    def __init__(self, puzzle: Puzzle) -> None:
        counts = Counter(puzzle.minis)
        circuits = int(puzzle.circuit is not None)
        me, *others = puzzle.pawns
        self._colour = INDEX[me.colour]
        self._aim = puzzle.goal.aim
        self._is_alone = not others
        self._can_take = any(pawn.carries for pawn in others)
        self.coloured = tuple(counts[CardId(colour.word)] for colour in COLOUR)
        self.black = counts[CardId(BLACK)]
        self.movement = sum(self.coloured) + self.black
        self._known: dict[tuple[Actions, Demands], Left] = {}
        actions = tuple(circuits if kind == "place" else counts[CardId(kind)] for kind in KINDS)
        self.cards = self.movement + sum(actions)
        self.start = self.left(actions, 0)

    def left(self, actions: Actions, demands: Demands) -> Left:
        """The one object that says this."""
        found = self._known.get((actions, demands))
        if found is None:
            found = self._known[actions, demands] = Left(self, actions, demands)
        return found

    def useful(self, actions: Actions, *, carries: bool) -> int:
        """How many of these action cards can still serve."""
        found = sum(actions)
        if self._is_alone:
            found -= actions[FORCE]
        if carries or not self._can_take:
            found -= actions[EXCHANGE]
        return found

    def needs(self, left: Left, *, carries: bool) -> int:
        """The movement cards that charging and delivering will take at least; `NEVER`: what is asked for, or will be,
        cannot be paid.
        """
        delivers, demands = int(self._aim is Aim.DELIVER), left.demands
        found = delivers
        if self._aim is not Aim.REACH and not carries and not (left.actions[EXCHANGE] and self._can_take):
            found, demands = delivers + 1, demands + _WANTED[self._colour]
        return found if self._short(demands) <= self.black - delivers else NEVER

    def is_payable(self, left: Left, cost: int) -> bool:
        """Whether the movement cards suffice for what was done with so many cards."""
        return cost <= left.budget and self._short(left.demands) <= self.black

    def _short(self, demands: Demands) -> int:
        """How many black cards these demands take."""
        return sum(max(0, (demands >> 4 * colour & 15) - self.coloured[colour]) for colour in range(COLOURS))
