"""`python -m tests.mutation AREA`: small faults are planted in the program, and the tests are to find them."""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from bot.lab.score import Score
from tests.mutation.areas import AREAS, Area
from tests.mutation.mutants import drawn, mutants
from tests.mutation.trial import Copy, Outcome, copied, outcome

_CHECKOUT: Final = Path(__file__).parents[2]
_PATIENCE: Final = 10
"""Times as long as the tests take without a mutant: then they hang."""


def _seconds(copy: Copy, area: Area) -> float:
    """How long the slowest of the area's tests take; ends the program if they fail without any mutant."""
    longest = 0.0
    for tests in area.tests:
        began = time.monotonic()
        if copy.passes(tests, None) != 0:
            sys.exit(f"{' '.join(tests)} fails, or finds no test, without any mutant: mend that first.")
        longest = max(longest, time.monotonic() - began)
    return longest


def main(arguments: Sequence[str] | None = None) -> int:
    """Try some mutants of an area; 1 if fewer were caught than was asked for."""
    parser = argparse.ArgumentParser(prog="tests.mutation", description=__doc__)
    parser.add_argument("area", choices=AREAS, metavar="AREA", help=f"of {', '.join(AREAS)}")
    parser.add_argument("--count", type=int, default=200, help="mutants, each at another place; %(default)s")
    parser.add_argument("--seed", type=int, default=1, help="draws other ones; %(default)s")
    parser.add_argument("--least", type=float, default=0, metavar="PER CENT", help="how many are to be caught")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write what was found for machines")
    told = parser.parse_args(arguments)
    area = AREAS[told.area]
    every = [mutant for path in area.files(_CHECKOUT) for mutant in mutants(_CHECKOUT, path)]
    counted: Counter[Outcome] = Counter()
    survivors: list[dict[str, object]] = []
    with copied(_CHECKOUT) as copy:
        seconds = max(60, _PATIENCE * _seconds(copy, area))
        for mutant in drawn(every, told.count, told.seed):
            with copy.holding(mutant) as lines:
                became = outcome(copy, area, seconds)
            counted[became] += 1
            if became is Outcome.SURVIVED:
                survivors.append({"mutant": str(mutant), "lines": lines})
                sys.stdout.write("\n".join([str(mutant), *(f"    {line}" for line in lines), ""]))
                sys.stdout.flush()
    born = counted[Outcome.CAUGHT] + counted[Outcome.SURVIVED]
    score = Score(born, counted[Outcome.CAUGHT]) if born else Score(1, 0)
    sys.stdout.write(
        f"{area.folder}, seed {told.seed}: {score} % of {born} caught, {counted[Outcome.STILLBORN]} stillborn,"
        f" {len(every):,} mutants in all\n"
    )
    if told.json:
        found = {each.value: counted[each] for each in Outcome}
        told.json.write_text(json.dumps({"area": area.folder, "seed": told.seed, **found, "survivors": survivors}))
    return 1 if score.share < told.least else 0


if __name__ == "__main__":
    sys.exit(main())
