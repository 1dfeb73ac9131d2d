"""Runs the bot of any checkout of this project, unmodified: `python -m bench.guest CHECKOUT ARGUMENTS`.

`sandbox.wire.launch` uses it. The simulated Discord always comes from this checkout, because older ones have none or a
less strict one.
"""

import runpy
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parents[1]


def main() -> None:
    """Import every module from the checkout, and run its program."""
    _, checkout, *arguments = sys.argv
    import_from(checkout)
    run(arguments)


def import_from(checkout: str) -> None:
    """Import every module from a checkout from now on."""
    sys.path[:] = [checkout, *(place for place in sys.path if place and Path(place).resolve() != HERE)]
    for name in [name for name in sys.modules if name.split(".")[0] in ("bench", "sandbox")]:
        del sys.modules[name]


def run(arguments: Sequence[str]) -> None:
    """Run the program of the checkout."""
    sys.argv = ["bot", *arguments]
    runpy.run_module("bot", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
