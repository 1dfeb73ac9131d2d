"""`hidden-hand lab skill`: how much stronger an expert gets by searching more."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from statistics import median
from typing import Final

from bot.lab.contest import Match
from bot.lab.experiment import Experiment, Field, Lab
from bot.lab.players import searching
from bot.lab.report import Column, Dots, Report, Table
from bot.lab.score import Score

QUICK: Final = "greedy"


@dataclass(slots=True)
class Step:
    """An expert in one seat, against experts with half as many rollouts, or quick players in the first step."""

    rollouts: int
    below: int
    """The number of rollouts of the others; 0 for quick players."""
    places: int
    matches: list[Match] = field(default_factory=list)

    @property
    def score(self) -> Score:
        """The score of the expert with more rollouts."""
        return Score.by_deals([match.won for match in self.matches], self.places)

    @property
    def seconds(self) -> float:
        """The median of the expert's processor time for a decision; there must be at least one match."""
        return median([second for match in self.matches for second in match.seconds])

    @property
    def others(self) -> str:
        """The players in the other seats."""
        return searching(self.below) if self.below else QUICK

    def is_known(self, points: float) -> bool:
        """Return whether the score is known to within this many points."""
        return self.score.within(points)


class Skill(Experiment):
    """Plays experts against those with half as many rollouts."""

    def __init__(self, lab: Lab, field: Field, rollouts: Sequence[int]) -> None:
        """rollouts: the number of rollouts of each expert; each number is twice the one before."""
        super().__init__(lab)
        self.field = field
        pairs = zip(rollouts, (0, *rollouts[:-1]), strict=True)
        self.steps = [Step(more, fewer, field.seats) for more, fewer in pairs]

    def run(self) -> None:
        self.announce(len(self.steps))
        for step in self.steps:
            contest = self.field.contest([searching(step.rollouts), *[step.others] * (self.field.seats - 1)])
            for (match,) in self.until([contest], partial(step.is_known, self.lab.within)):
                step.matches.append(match)
            self.lab.progress.tell(f"{searching(step.rollouts)} against {step.others}: {step.score.words}")

    def report(self) -> Report:
        played = [step for step in self.steps if step.matches]
        fair = 100 / self.field.seats
        table = Table(
            key="skill",
            title="strength by rollouts",
            columns=[
                Column("rollouts", "rollouts", "most for one decision"),
                Column("against", "against", "half as many, or the quick player, in all other seats"),
                Column("won", "wins %", "share of first places, with its 95 % interval"),
                Column("matches", "matches"),
                Column("seconds", "ms", "median processor time of a decision, in milliseconds"),
            ],
            rows=[
                (step.rollouts, step.below or QUICK, step.score, len(step.matches), round(1000 * step.seconds))
                for step in played
            ],
            chart=Dots(
                title="Matches won against half as many rollouts, in per cent",
                lines=[(f"{step.rollouts}", [step.score]) for step in played],
                fair=fair,
            ),
        )
        return Report(
            title=f"{self.field.game.title} with {self.field.seats} players: does searching more win more?",
            sentences=[*self._sentences(played, fair)],
            tables=[table],
            settings=self.field.settings(self.lab.seed),
        )

    @staticmethod
    def _sentences(played: Sequence[Step], fair: float) -> Iterator[str]:
        if not played:
            yield "No match has ended yet."
            return
        helps = [step for step in played if step.below and step.score.side(fair) > 0]
        if helps:
            last = helps[-1]
            yield f"Twice the rollouts still win more at {last.rollouts}: {last.score.words} against {last.below}."
        elif played[-1].below:
            last = played[-1]
            yield (
                f"Twice the rollouts certainly win more at no step; at {last.rollouts} it is {last.score.words}, where"
                f" {fair:.0f} % would be fair."
            )
        first = played[0]
        yield f"The least expert, with {first.rollouts}, wins {first.score.words} against quick players."
