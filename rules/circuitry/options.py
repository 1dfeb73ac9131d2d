"""The variants of the rules that a match is played by (chapter 11)."""

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
        values=("off", "on"),
        summary="On: at most 6 mini cards are played in a turn, and at most 8 held, charges included",
        clause="11.11",
    ),
)


@dataclass(frozen=True, slots=True)
class Variant(Fact, fact="Variant"):
    """What was chosen."""

    charges: int
    """11.1 How many must be delivered."""
    teams: int
    """11.5 How many teams there are; 0: everybody plays alone."""
    passed: bool
    """11.9 Charge-point cards passed to the right, and circuit cards that must be laid."""
    restricted: bool
    """11.11, 11.12"""

    @classmethod
    def of(cls, options: Mapping[str, str]) -> "Variant":
        """From the values of all options."""
        return cls(
            charges=int(options["charges"]),
            teams={"off": 0, "two": 2, "three": 3}[options["teams"]],
            passed=options["passed_charge_points"] == "on",
            restricted=options["restricted"] == "on",
        )

    def faults(self, seats: int) -> list[str]:
        """11.5 Why so many cannot play like this."""
        if not self.teams or (seats in (4, 6) and seats % self.teams == 0 and seats > self.teams):
            return []
        wanted = "4 or 6" if self.teams == 2 else "6"
        return [f"{('Two', 'Three')[self.teams - 2]} teams need {wanted} players, not {seats} (rule 11.5)."]

    def team(self, seat: Seat, seats: int) -> tuple[Seat, ...]:
        """11.5 Who wins together with a seat, itself included: team-mates sit evenly spaced."""
        return _team(seat, seats, self.teams) if self.teams else (seat,)


@cache
def _team(seat: Seat, seats: int, teams: int) -> tuple[Seat, ...]:
    return tuple(range(seat % teams, seats, teams))
