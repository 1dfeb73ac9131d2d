"""`python -m tests.mutation AREA`: plants small faults in the program, which the tests should catch."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.lab.score import Score
from tests.mutation.areas import AREAS, Area
from tests.mutation.mutants import drawn, mutants
from tests.mutation.trial import Copy, FailingError, Outcome, Trials, copied

_CHECKOUT: Final = Path(__file__).parents[2]


def main(arguments: Sequence[str] | None = None) -> int:
    """Try some mutants of each area; return 1 if the tests caught fewer than demanded."""
    parser = argparse.ArgumentParser(prog="tests.mutation", description=__doc__)
    parser.add_argument("areas", nargs="+", choices=AREAS, metavar="AREA", help=f"of {', '.join(AREAS)}")
    parser.add_argument("--count", type=int, default=200, help="mutants, each at another place; %(default)s")
    parser.add_argument("--seed", type=int, default=1, help="draws other ones; %(default)s")
    parser.add_argument(
        "--seconds", type=float, default=60, help="of the tests that reach one: the quickest come first; %(default)s"
    )
    parser.add_argument("--least", type=float, default=0, metavar="PER CENT", help="how many are to be caught")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the results as JSON")
    options = parser.parse_args(arguments)
    areas = [AREAS[name] for name in options.areas]
    results = []
    with copied(_CHECKOUT) as copy, Trials(copy, areas, options.seconds) as trials:
        for area in areas:
            results.append(_tried(trials, copy, area, options.count, options.seed))
            sys.stdout.write(f"{results[-1]}\n")
    if options.json:
        options.json.write_text(json.dumps([each.for_machines for each in results]))
    return 1 if any(each.score.share < options.least for each in results) else 0


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


if __name__ == "__main__":
    try:
        sys.exit(main())
    except FailingError as error:
        sys.exit(f"{error}: mend that first.")
