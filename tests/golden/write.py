"""`python -m tests.golden.write GAME ...` writes the matches of some games anew; without a name, of all games."""

import sys

from bot.content.seeds import load_games
from tests.golden.matches import write

if __name__ == "__main__":
    write(sys.argv[1:] or list(load_games()))
