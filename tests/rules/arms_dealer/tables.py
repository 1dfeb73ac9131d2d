"""Short helpers for tests: ships are named by their class, and a dot is an empty space or place."""

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from rules.arms_dealer.cards import TOTAL_COINS, AsteroidCard, ItemCard, ShipCard
from rules.arms_dealer.game import ArmsDealer
from rules.arms_dealer.observation import observe
from rules.arms_dealer.phases import Equipping, Strategy
from rules.arms_dealer.state import ArmsDealerState
from rules.arms_dealer.state import Side as SideState
from rules.core.cards import Card, CardId
from rules.core.events import Seat
from rules.core.play import IllegalActionError, Phase, apply, options

ANNA, BEN = 0, 1
NAMES: Final = ("Anna", "Ben")
SEEDS: Final = files("seeds").joinpath("arms_dealer")


def content() -> dict[str, Any]:
    return {
        name: tomllib.loads(SEEDS.joinpath(f"{name}.toml").read_text(encoding="utf-8"))
        for name in ("classes", "ships", "items", "asteroids", "decks")
    }


GAME: Final = ArmsDealer(content())
EVEN: Final = tuple(GAME.decks[fleet].cards for fleet in ("line", "swarm"))
"""By seat: three ships of each class."""


def items(names: str) -> list[ItemCard]:
    return [card for card in (GAME.cards[CardId(name)] for name in names.split()) if isinstance(card, ItemCard)]


def asteroids(names: str) -> list[AsteroidCard]:
    listed = (GAME.cards[CardId(f"asteroid-{name}")] for name in names.split())
    return [card for card in listed if isinstance(card, AsteroidCard)]


def ships(names: str, seat: Seat = ANNA) -> list[ShipCard]:
    listed = (GAME.cards[CardId(f"{('human', 'alien')[seat]}-{name}")] for name in names.split())
    return [card for card in listed if isinstance(card, ShipCard)]


@dataclass(frozen=True, kw_only=True)
class Side:
    """Return a player with these cards; fleet decks are listed from the top, formations from space 1."""

    deck: str = "drone drone drone drone drone"
    drawn: str = ""
    formation: str = ""
    fighting: str = ""
    bay: str = ""
    scrapyard: str = ""
    hand: str = ""
    equipped: str = ""
    looked: tuple[int, ...] = ()
    coins: int = 15_000
    stake: int = 0
    wins: int = 0

    def at(self, seat: Seat) -> SideState:
        formation: list[ShipCard | None] = [
            None if name == "." else ships(name, seat)[0] for name in self.formation.split()
        ]
        formation += [None] * (5 - len(formation))
        piles = (ships(names, seat) for names in (self.deck, self.drawn, self.fighting, self.bay, self.scrapyard))
        deck, drawn, fighting, bay, scrapyard = piles
        everything = [*deck, *drawn, *fighting, *bay, *scrapyard, *(ship for ship in formation if ship)]
        return SideState(
            fleet=tuple(sorted(everything, key=lambda ship: ship.order)),
            deck=deck[::-1],
            drawn=drawn,
            formation=formation,
            fighting=fighting,
            bay=bay,
            scrapyard=scrapyard,
            hand=sorted(items(self.hand), key=lambda item: item.order),
            equipped=items(self.equipped),
            looked=set(self.looked),
            coins=self.coins,
            stake=self.stake,
            wins=self.wins,
        )


def table(
    anna: Side | None = None,
    ben: Side | None = None,
    *,
    phase: Phase,
    turn: int = 2,
    locked: tuple[Seat, ...] = (ANNA, BEN),
    leader: Seat = ANNA,
    skirmish: int = 1,
    shop: str = "power-100 power-100 power-100 power-100 power-100 power-100",
    item_deck: str = "redraw redraw redraw redraw redraw redraw",
    item_discard: str = "",
    row: str = "1000 1000 1000 1000 1000",
    asteroid_deck: str = "1000 1000 1000 1000 1000",
    bank: int | None = None,
) -> ArmsDealerState:
    """Return a state in this phase. Unless it is given, the bank has all coins that the players do not have."""
    sides = ((anna or Side()).at(ANNA), (ben or Side()).at(BEN))
    shown = [None if name == "." else items(name)[0] for name in shop.split()]
    owned = sum(side.coins + side.stake for side in sides)
    return ArmsDealerState(
        phase=phase,
        turn=turn,
        random=1,
        events=[],
        sides=sides,
        locked=locked,
        leader=leader,
        skirmish=skirmish,
        fought=(),
        shop=[*shown],
        item_deck=items(item_deck)[::-1],
        item_discard=items(item_discard),
        asteroids=[*asteroids(row)],
        asteroid_deck=asteroids(asteroid_deck)[::-1],
        asteroid_discard=[],
        bank=TOTAL_COINS - owned if bank is None else bank,
        winner_bets=True,
        idle_redraw=False,
        forfeits_cost=True,
    )


def fighting(anna: Side, ben: Side, *, leader: Seat = ANNA, skirmish: int = 1, **more: Any) -> ArmsDealerState:
    """Return a state in which the leader may equip. Each power is that of the ship named in `fighting`."""
    return table(anna, ben, phase=Equipping((leader,), passed=False), leader=leader, skirmish=skirmish, **more)


def planning(anna: Side, ben: Side, *, leader: Seat = ANNA, skirmish: int = 1, **more: Any) -> ArmsDealerState:
    """Return a state in which the leader prepares for the skirmish after this one."""
    return table(anna, ben, phase=Strategy((leader,)), leader=leader, skirmish=skirmish, **more)


def begun(seed: int = 7, **rule_options: str) -> ArmsDealerState:
    return GAME.begin(seats=2, options=rule_options, decks=EVEN, seed=seed)


def asked(g: ArmsDealerState) -> Seat:
    (seat,) = g.phase.waiting
    return seat


def do(g: ArmsDealerState, seat: Seat, text: str) -> ArmsDealerState:
    return apply(g, seat, GAME.parse(text))


def act(g: ArmsDealerState, *texts: str) -> ArmsDealerState:
    """Return the state after the seat that has to decide has taken this action."""
    for text in texts:
        g = do(g, asked(g), text)
    return g


def choices(g: ArmsDealerState, beginning: str = "") -> list[str]:
    """Return the options that begin like this, of the seat that has to decide."""
    return [text for text in map(str, options(g, asked(g))) if text.startswith(beginning)]


def refusal(g: ArmsDealerState, text: str, seat: Seat | None = None) -> str:
    """Return the reason why this seat, by default the one that has to decide, may not take this action."""
    try:
        do(g, asked(g) if seat is None else seat, text)
    except IllegalActionError as error:
        return str(error)
    raise AssertionError(f"{text} was allowed")


def narrated(g: ArmsDealerState, seat: Seat | None = None) -> list[str]:
    """Return the events of the last action in a seat's (or a spectator's) words."""
    return [GAME.narrate(event, NAMES) for event in observe(g, seat).events]


def classes(ships: Iterable[ShipCard | None]) -> str:
    return " ".join("." if ship is None else str(ship.ship_class) for ship in ships)


def names(listed: Iterable[Card | None] | Sequence[Card]) -> str:
    return " ".join("." if card is None else card.id for card in listed)


def phase_of(g: ArmsDealerState) -> str:
    return type(g.phase).__name__


def coins(g: ArmsDealerState) -> list[int]:
    return [side.coins for side in g.sides]


def total(g: ArmsDealerState) -> int:
    return sum(side.coins + side.stake for side in g.sides) + g.bank
