"""The variants of the rules (chapter 11).

The author offers most of them: `charges`, `teams` and `charge_points` go with house rules and with the author's, as do
`restricted: on` and `passed_charge_points: any_turn`. `inhibit_window` gives opponents who do not watch every action
their chance to inhibit “at any time”, and goes with both as well.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from rules.circuitry.limits import HELD, PLAYED, TURNED_OVER
from rules.core.events import Seat
from rules.core.options import RuleOption
from rules.core.tags import Tagged

OPTIONS = (
    RuleOption(
        name="charges",
        values=("1", "2", "3", "4", "5"),
        summary="Charges to deliver to win; with 2 or more, you can use other players' charge points too",
        clause="11.1",
    ),
    RuleOption(
        name="teams",
        values=("off", "two", "three"),
        summary="Two: 2 teams of 2 or 3; three: 3 teams of 2. Team-mates can give each other cards, and win together",
        clause="11.5",
    ),
    RuleOption(
        name="passed_charge_points",
        values=("first", "any_turn", "off"),
        summary="First: another player lays your charge point in round 1; any_turn: or later; off (original): you do",
        clause="11.9",
        written=("off", "any_turn"),
    ),
    RuleOption(
        name="restricted",
        values=("on", "off"),
        summary=(
            f"On: play at most {PLAYED} mini cards a turn, hold at most {HELD} with charges; off (original): no limit"
        ),
        clause="11.11",
        written=("off", "on"),
    ),
    RuleOption(
        name="card_1",
        values=("hastens", "waits"),
        summary=(
            f"Hastens: it turns over by round {TURNED_OVER} or for a charge;"
            " waits (original): when its last pawn leaves"
        ),
        clause="6.5",
        written=("waits",),
    ),
    RuleOption(
        name="mini_cards",
        values=("dealt", "plain"),
        summary="Dealt: all start with gold cards; plain (original): none, and turned piles are not shuffled",
        clause="3.5",
        written=("plain",),
    ),
    RuleOption(
        name="portals",
        values=("free", "paid"),
        summary="Free: a jump takes the Portal card alone; paid (original): and a movement card for the portal",
        clause="8.8",
        written=("paid",),
    ),
    RuleOption(
        name="charge_points",
        values=("dealt", "chosen"),
        summary="Chosen: before the first turn, each player can swap the dealt colour for another",
        clause="11.13",
    ),
    RuleOption(
        name="inhibit_window",
        values=("off", "on"),
        summary="On: opponents are asked for an Inhibit when a pawn gets a charge, and in each of its turns",
        clause="11.14",
    ),
)


@dataclass(frozen=True, slots=True)
class Variant(Tagged, tag="Variant"):
    """The options of a match in the form that the rules use."""

    charges: int
    """11.1 The number of charges that a player or team must deliver."""
    teams: int
    """11.5 The number of teams; 0 if everyone plays alone."""
    passed: bool
    """11.9 Whether charge-point cards are passed to the right, and a circuit card must be laid in each turn."""
    hurried: bool
    """11.10 Whether charge-point cards must be laid before other circuit cards."""
    restricted: bool
    """11.11, 11.12 Whether the number of cards that are played in a turn, and of those that are held, is limited."""
    hastens: bool
    """6.5 Whether card 1 is turned over in a certain round at the latest."""
    chosen: bool
    """11.13 Whether players choose their charge-point cards."""
    asks: bool
    """11.14 Whether opponents are asked for an Inhibit."""
    plain: bool
    """3.5, 4.4, 4.5 Whether players start without gold cards, and discard piles are turned over without a shuffle."""
    free_portals: bool
    """8.8, 8.9 Whether portals take no movement card."""

    @classmethod
    def of(cls, options: Mapping[str, str]) -> "Variant":
        """Return the variant with these values of all options."""
        return _shared(
            cls(
                charges=int(options["charges"]),
                teams={"off": 0, "two": 2, "three": 3}[options["teams"]],
                passed=options["passed_charge_points"] != "off",
                hurried=options["passed_charge_points"] == "first",
                restricted=options["restricted"] == "on",
                hastens=options["card_1"] == "hastens",
                chosen=options["charge_points"] == "chosen",
                asks=options["inhibit_window"] == "on",
                plain=options["mini_cards"] == "plain",
                free_portals=options["portals"] == "free",
            )
        )

    def faults(self, seats: int) -> list[str]:
        """11.5 Return a sentence if this many players cannot form the teams; [] if they can."""
        if not self.teams or (seats in (4, 6) and seats % self.teams == 0):
            return []
        wanted = "4 or 6" if self.teams == 2 else "6"
        return [f"{('Two', 'Three')[self.teams - 2]} teams need {wanted} players, not {seats} (rule 11.5)."]

    def team(self, seat: Seat, seats: int) -> tuple[Seat, ...]:
        """11.5 Return the seats that win together with this one, including itself. Team-mates sit evenly spaced."""
        return _team(seat, seats, self.teams) if self.teams else (seat,)


@cache
def _shared(variant: Variant) -> Variant:
    """Return one object for all matches with equal options."""
    return variant


@cache
def teams(variant: Variant, seats: int) -> tuple[tuple[Seat, ...], ...]:
    """11.5 Return the teams, in the order of play."""
    return tuple(dict.fromkeys(variant.team(seat, seats) for seat in range(seats)))


@cache
def _team(seat: Seat, seats: int, teams: int) -> tuple[Seat, ...]:
    return tuple(range(seat % teams, seats, teams))
