"""The variants of the rules that a match is played by (chapter 11).

`restricted: off` restores the source's basic rule (no limit to the cards played in a turn or held), `card_1: waits` its
only way to turn card 1 over (once all pawns have left it). The source offers all other variants itself, but for
`inhibit_window`, with which opponents who do not watch every action get their chance to inhibit "at any time".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from rules.core.events import Seat
from rules.core.facts import Fact
from rules.core.game import RuleOption

OPTIONS = (
    RuleOption(
        name="charges",
        values=("1", "2", "3", "4", "5"),
        summary="How many charges must be delivered to win; from 2 on, other players' charge points serve too",
        clause="11.1",
    ),
    RuleOption(
        name="teams",
        values=("off", "two", "three"),
        summary="Two teams of 2 or 3, or three of 2, seated in turn: mates give each other cards and win together",
        clause="11.5",
    ),
    RuleOption(
        name="passed_charge_points",
        values=("off", "on"),
        summary="On: charge-point cards are passed to the right, and each turn a circuit card must be laid",
        clause="11.9",
    ),
    RuleOption(
        name="restricted",
        values=("on", "off"),
        summary="On: at most 6 mini cards played in a turn, 8 held, charges included; off: as in the source",
        clause="11.11",
    ),
    RuleOption(
        name="card_1",
        values=("hastens", "waits"),
        summary="Hastens: turned over for a charge, or in round 6; waits: as its last pawn leaves (as in the source)",
        clause="11.15",
    ),
    RuleOption(
        name="charge_points",
        values=("dealt", "chosen"),
        summary="Chosen: before the first turn, each player in turn may take another colour than they were dealt",
        clause="11.13",
    ),
    RuleOption(
        name="inhibit_window",
        values=("off", "on"),
        summary="On: when a pawn comes to carry charge, and before its turns, the others are asked for an Inhibit",
        clause="11.14",
    ),
)


@dataclass(frozen=True, slots=True)
class Variant(Fact, fact="Variant"):
    """The options of a match as its rules read them."""

    charges: int
    """11.1 How many must be delivered."""
    teams: int
    """11.5 How many teams there are; 0: everybody plays alone."""
    passed: bool
    """11.9 Charge-point cards passed to the right, and circuit cards that must be laid."""
    restricted: bool
    """11.11, 11.12"""
    hastens: bool
    """6.5 Card 1 is turned over in time."""
    chosen: bool
    """11.13 Charge-point cards are chosen."""
    asks: bool
    """11.14 Others are asked whether they inhibit."""

    @classmethod
    def of(cls, options: Mapping[str, str]) -> "Variant":
        """From the values of all options."""
        return _shared(
            cls(
                charges=int(options["charges"]),
                teams={"off": 0, "two": 2, "three": 3}[options["teams"]],
                passed=options["passed_charge_points"] == "on",
                restricted=options["restricted"] == "on",
                hastens=options["card_1"] == "hastens",
                chosen=options["charge_points"] == "chosen",
                asks=options["inhibit_window"] == "on",
            )
        )

    def faults(self, seats: int) -> list[str]:
        """11.5 Why so many cannot play like this."""
        if not self.teams or (seats in (4, 6) and seats % self.teams == 0):
            return []
        wanted = "4 or 6" if self.teams == 2 else "6"
        return [f"{('Two', 'Three')[self.teams - 2]} teams need {wanted} players, not {seats} (rule 11.5)."]

    def team(self, seat: Seat, seats: int) -> tuple[Seat, ...]:
        """11.5 Who wins together with a seat, itself included: team-mates sit evenly spaced."""
        return _team(seat, seats, self.teams) if self.teams else (seat,)


@cache
def _shared(variant: Variant) -> Variant:
    """The same, one object for all matches."""
    return variant


@cache
def teams(variant: Variant, seats: int) -> tuple[tuple[Seat, ...], ...]:
    """11.5 Who win together, in the order of play."""
    return tuple(dict.fromkeys(variant.team(seat, seats) for seat in range(seats)))


@cache
def _team(seat: Seat, seats: int, teams: int) -> tuple[Seat, ...]:
    return tuple(range(seat % teams, seats, teams))
