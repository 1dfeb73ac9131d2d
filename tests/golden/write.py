"""`python -m tests.golden.write GAME ...` writes the matches of some games anew; without a name, of all games."""

import argparse
from collections.abc import Sequence

from bot.content.seeds import load_games
from tests.golden.matches import write


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the matches of the named games."""
    games = list(load_games())
    parser = argparse.ArgumentParser(prog="tests.golden.write", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(games)}")
    chosen = parser.parse_args(arguments).games
    for key in chosen:
        if key not in games:
            parser.error(f"there is no game {key}: {', '.join(games)}")
    write(chosen or games)


if __name__ == "__main__":
    main()
