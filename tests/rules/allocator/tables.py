"""Short helpers for tests, with a small card list of their own, whose numbers never change."""

from collections.abc import Sequence
from typing import Final

from rules.allocator.actions import ACTIONS
from rules.allocator.cards import AllocatorCard, System
from rules.allocator.game import Allocator
from rules.allocator.observation import observe
from rules.allocator.phases import Develop, Duel, Manage
from rules.allocator.state import AllocatorState, Side
from rules.core import notation
from rules.core.cards import CardId
from rules.core.events import Seat
from rules.core.play import IllegalActionError, Phase, apply, options

ANNA, BEN = 0, 1
NAMES: Final = ("Anna", "Ben")


def _entry(name: str, faction: str, stats: tuple[int, int, int], boost: int, function_match: int) -> dict[str, object]:
    attack, defense, development = stats
    return {
        "name": name,
        "faction": faction,
        "attack": attack,
        "defense": defense,
        "development": development,
        "boost": boost,
        "function_match": function_match,
        "text": "For tests.",
    }


CARDS: Final = {
    "ram": _entry("Ram", "titan-ai", (3, 1, 0), 3, 1),
    "drone": _entry("Drone", "titan-ai", (1, 1, 1), 1, 0),
    "titan": _entry("Titan", "titan-ai", (5, 2, 0), 5, 2),
    "wall": _entry("Wall", "bastion", (0, 3, 0), 2, 1),
    "farm": _entry("Farm", "verdant", (0, 0, 3), 4, 1),
    "spark": _entry("Spark", "corsair", (1, 1, 1), 2, 0),
    "idle": _entry("Idle", "prism", (0, 0, 0), 1, 0),
}
GAME: Final = Allocator({"cards": CARDS, "decks": {}})


def cards(names: str) -> list[AllocatorCard]:
    return [GAME.cards[CardId(name)] for name in names.split()]


def side(
    *,
    attack: str = "",
    defense: str = "",
    development: str = "",
    hand: str = "",
    deck: str = "idle idle idle idle",
    discard: str = "",
    life: str = "idle idle idle idle idle",
    points: int = 0,
) -> Side:
    """Return a player with these cards; decks and Life piles are listed from the top."""
    made = Side.new(cards(deck)[::-1])
    for system, names in zip(System, (attack, defense, development), strict=True):
        for card in cards(names):
            made.put(card, system)
    made.receive(cards(hand))
    made.discard_pile = cards(discard)
    made.life = cards(life)[::-1]
    made.development_points = points
    return made


def table(
    anna: Side | None = None,
    ben: Side | None = None,
    *,
    turn: int = 3,
    maximum: int = 6,
    first_attack: bool = True,
    phase: Phase | None = None,
) -> AllocatorState:
    """Return a state in Anna's Manage step (she has the odd turns), or in another phase."""
    return AllocatorState(
        phase=phase or Manage((1 - turn % 2,)),
        turn=turn,
        random=1,
        events=[],
        sides=(anna or side(), ben or side()),
        maximum_power=maximum,
        first_attack=first_attack,
        sieges=True,
    )


def developing(anna: Side, ben: Side | None = None, *, turn: int = 3) -> AllocatorState:
    """Return a state in which Anna may boost Development."""
    return table(anna, ben, turn=turn, phase=Develop((1 - turn % 2,)))


def act(g: AllocatorState, *texts: str) -> AllocatorState:
    """Return the state after the seat that has to decide has taken this action."""
    for text in texts:
        g = apply(g, asked(g), notation.parse(ACTIONS, text))
    return g


def asked(g: AllocatorState) -> Seat:
    (seat,) = g.phase.waiting
    return seat


def choices(g: AllocatorState) -> list[str]:
    return [str(action) for action in options(g, asked(g))]


def refusal(g: AllocatorState, text: str) -> str:
    """Return the reason why the seat that has to decide may not take this action."""
    try:
        act(g, text)
    except IllegalActionError as error:
        return str(error)
    raise AssertionError(f"{text} was allowed")


def narrated(g: AllocatorState, seat: Seat | None = None, game: Allocator = GAME) -> list[str]:
    """Return the events of the last action in a seat's (or a spectator's) words."""
    return [game.narrate(event, NAMES) for event in observe(g, seat).events]


def names(cards: Sequence[AllocatorCard]) -> str:
    return " ".join(card.id for card in cards)


def in_duel(g: AllocatorState) -> bool:
    return isinstance(g.phase, Duel)
