"""Short helpers for tests, with a small card list of their own, whose numbers never change."""

from collections.abc import Sequence
from typing import Final

from rules.core.cards import CardId
from rules.core.events import Event, Seat
from rules.core.play import IllegalActionError, apply, options
from rules.tnb.cards import Coverage, TnbCard
from rules.tnb.game import Tnb
from rules.tnb.grid import Tile
from rules.tnb.phases import CARD_ACTIONS, TACTICS
from rules.tnb.state import Occupant, Side, TnbState

ANNA, BEN = 0, 1
NAMES: Final = ("Anna", "Ben")


def _entry(name: str, numbers: tuple[int, int, int, int], shape: str) -> dict[str, object]:
    health, speed, damage, defence = numbers
    return {"name": name, "health": health, "speed": speed, "damage": damage, "defence": defence, "shape": shape}


CARDS: Final = {
    "archer": _entry("Archer", (3, 1, 2, 1), "# . .\n. . .\n. . ."),
    "lance": _entry("Lance", (3, 2, 2, 2), ". # .\n. # .\n. . ."),
    "cross": _entry("Cross", (4, 0, 3, 3), "# . .\n. . .\n. . #"),
    "wall": _entry("Wall", (6, 0, 0, 3), "# # #\n. . .\n. . ."),
    "hub": _entry("Hub", (5, 3, 4, 4), ". . .\n. # .\n. . ."),
    "runner": _entry("Runner", (2, 3, 1, 0), ". # .\n. . .\n. . ."),
    "ox": _entry("Ox", (9, 1, 1, 1), "# # .\n# . .\n. . ."),
    "storm": _entry("Storm", (1, 0, 9, 0), "# # #\n# # #\n# # #"),
    "dove": _entry("Dove", (1, 1, 0, 1), ". # #\n. . .\n. . ."),
}
GAME: Final = Tnb({"cards": CARDS, "decks": {}})
DECK: Final = tuple(CardId(name) for name in CARDS)[:8]


def cards(names: str) -> list[TnbCard]:
    return [GAME.cards[CardId(name)] for name in names.split()]


def occupant(text: str) -> Occupant:
    """Return a card on a board: `archer@b2`, `archer@b2/1` with 1 Health left, `archer@b2!` played in this round."""
    name, _, place = text.partition("@")
    tile, _, health = place.rstrip("!").partition("/")
    card = GAME.cards[CardId(name)]
    free = not place.endswith("!")
    return Occupant(card, Tile(tile), int(health) if health else card.health, free=free, taken=())


def laid(text: str) -> Coverage:
    """Return a card's shape in a rotation: `archer:90`."""
    name, _, rotation = text.partition(":")
    return GAME.cards[CardId(name)].coverages[int(rotation)]


def side(
    board: str = "",
    *,
    hand: str = "",
    deck: str = "storm",
    removed: str = "",
    life: int = 6,
    points: int = 1,
    attacks: str = "",
    blocks: str = "",
) -> Side:
    """Return a player; the next card of the deck is named first."""
    lying = [occupant(text) for text in board.split()]
    names = f"{hand} {deck} {removed} {' '.join(each.card.id for each in lying)}"
    made = Side(
        deck_list=tuple(sorted(cards(names), key=lambda card: card.id)),
        deck=cards(deck)[::-1],
        hand=cards(hand),
        board=lying,
        occupied=0,
        removed=cards(removed),
        life_points=life,
        tactical_points=points,
        attacks=[laid(text) for text in attacks.split()],
        blocks=[laid(text) for text in blocks.split()],
    )
    made.refresh()
    return made


def table(
    anna: Side | None = None,
    ben: Side | None = None,
    *,
    seat: Seat = ANNA,
    turn: int = 5,
    overdrive: str = "off",
    going_first: str = "two_rounds_each",
    acting: bool = False,
) -> TnbState:
    """Return a state in a seat's turn, at its start or with its card actions begun. Anna goes first in round 5."""
    return TnbState(
        phase=(CARD_ACTIONS if acting else TACTICS)[seat],
        turn=turn,
        random=1,
        events=[],
        sides=(anna or side("ox@a1"), ben or side("ox@a1")),
        overdrive=overdrive == "on",
        resolved=((), ()),
        going_first=going_first,
        opener=ANNA,
        ready=overdrive == "new_cards",
        withdraws=True,
    )


def asked(g: TnbState) -> Seat:
    (seat,) = g.phase.waiting
    return seat


def act(g: TnbState, *texts: str) -> TnbState:
    """Return the state after the seat that has to decide has taken this action."""
    for text in texts:
        g = apply(g, asked(g), GAME.parse(text))
    return g


def next_round(g: TnbState) -> TnbState:
    """Return the state after every player who has to act before the next round has ended their turn."""
    turn = g.turn
    while g.turn == turn:
        g = act(g, "done")
    return g


def choices(g: TnbState, beginning: str = "") -> list[str]:
    """Return the options that begin like this, of the seat that has to decide."""
    return [text for text in map(str, options(g, asked(g))) if text.startswith(beginning)]


def refusal(g: TnbState, text: str) -> str:
    """Return the reason why the seat that has to decide may not take this action."""
    try:
        act(g, text)
    except IllegalActionError as error:
        return str(error)
    raise AssertionError(f"{text} was allowed")


def narrated(events: Sequence[Event]) -> list[str]:
    return [GAME.narrate(event, NAMES) for event in events]


def health(g: TnbState, seat: Seat) -> dict[str, int]:
    """Return the remaining Health of each card on a seat's board."""
    return {each.card.id: each.health for each in g.sides[seat].board}


def places(g: TnbState, seat: Seat) -> dict[str, str]:
    """Return the tile of each card on a seat's board."""
    return {each.card.id: str(each.tile) for each in g.sides[seat].board}
