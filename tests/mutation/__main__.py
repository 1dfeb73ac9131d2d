"""`python -m tests.mutation AREA`: plants small faults in the program, which the tests should catch."""

import argparse
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from tests.mutation.areas import AREAS


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
    if find_spec("cosmic_ray") is None:
        parser.error("it needs Cosmic Ray: pip install --require-hashes -r locks/dev.lock")
    from tests.mutation.results import run  # noqa: PLC0415 # it imports Cosmic Ray

    return run(
        [AREAS[name] for name in options.areas],
        count=options.count,
        seed=options.seed,
        seconds=options.seconds,
        least=options.least,
        file=options.json,
    )


if __name__ == "__main__":
    sys.exit(main())
