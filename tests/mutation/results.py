"""The results of planting small faults in areas of the program."""

import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.lab.score import Score
from tests.mutation.areas import Area
from tests.mutation.mutants import drawn, mutants
from tests.mutation.trial import Copy, FailingError, Outcome, Trials, copied

_CHECKOUT: Final = Path(__file__).parents[2]


def run(  # as on the command line
    areas: Sequence[Area], *, count: int, seed: int, seconds: float, least: float, file: Path | None
) -> int:
    """Try some mutants of each area and print the results; return 1 if the tests caught fewer than demanded.

    count: mutants of each area. seconds: limit for the tests of one mutant. least: per cent that must be caught. file:
    where the results are also written as JSON.
    """
    results = []
    try:
        with copied(_CHECKOUT) as copy, Trials(copy, areas, seconds) as trials:
            for area in areas:
                results.append(_tried(trials, copy, area, count, seed))
                sys.stdout.write(f"{results[-1]}\n")
    except FailingError as error:
        sys.exit(f"{error}: mend that first.")
    if file:
        file.write_text(json.dumps([each.for_machines for each in results]))
    return 1 if any(each.score.share < least for each in results) else 0


@dataclass(frozen=True)
class Result:
    """The outcomes of some mutants of an area."""

    area: Area
    seed: int
    total: int
    """Number of all mutants of the area."""
    counted: Counter[Outcome]
    survivors: Sequence[Mapping[str, object]]

    @property
    def score(self) -> Score:
        """Return the score of caught mutants, without stillborn ones."""
        born = self.counted[Outcome.CAUGHT] + self.counted[Outcome.SURVIVED]
        return Score(born, self.counted[Outcome.CAUGHT]) if born else Score(1, 0)

    @property
    def for_machines(self) -> Mapping[str, object]:
        """Return the outcomes as JSON."""
        counts = {each.value: self.counted[each] for each in Outcome}
        return {"area": self.area.folder, "seed": self.seed, **counts, "survivors": self.survivors}

    def __str__(self) -> str:
        born = self.counted[Outcome.CAUGHT] + self.counted[Outcome.SURVIVED]
        stillborn = self.counted[Outcome.STILLBORN]
        return (
            f"{self.area.folder}, seed {self.seed}: {self.score} % of {born} caught, {stillborn} stillborn,"
            f" {self.total:,} mutants in all"
        )


def _tried(trials: Trials, copy: Copy, area: Area, count: int, seed: int) -> Result:
    """Try mutants of an area one after the other; print survivors at once."""
    every = [mutant for path in area.files(copy.root) for mutant in mutants(copy.root, path)]
    trials.begin(area)
    counted: Counter[Outcome] = Counter()
    survivors = []
    for mutant in drawn(every, count, seed):
        with copy.holding(mutant) as lines:
            became = trials.outcome(area, mutant)
        counted[became] += 1
        if became is Outcome.SURVIVED:
            survivors.append({"mutant": str(mutant), "lines": lines})
            sys.stdout.write("\n".join([str(mutant), *(f"    {line}" for line in lines), ""]))
            sys.stdout.flush()
    return Result(area, seed, len(every), counted, survivors)
