"""Matches by the rules and with the content of a version, kept to see that later programs play them alike.

`python -m tests.earlier.record` writes those of today's versions that are not kept yet: to be done before the rules of
a game change.
"""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

from bot.content.seeds import load_content, load_games
from bot.lab.autoplay import Setup
from rules.core.digest import digest
from rules.core.game import Game
from rules.core.rng import below, split

FOLDER: Final = Path(__file__).parent
_MATCHES: Final = 8
_PLIES: Final = 150


def record(game: Game) -> Iterator[dict[str, Any]]:
    """Matches of many options and numbers of players, by greedy and by random players."""
    for number in range(_MATCHES):
        random = split(split(2026, number), 7)
        chosen = {}
        for option in game.options if number > 1 else ():
            random, place = below(random, len(option.values))
            chosen[option.name] = option.values[place]
        random, place = below(random, len(game.seats))
        seats = game.seats[place]
        if game.faults(seats, game.all_options(chosen)):
            chosen = {}
        players = ("greedy" if number % 2 else "random",) * seats
        setup = Setup(game=game, players=players, options=game.all_options(chosen))
        g, decks = setup.begin(number)
        dealt = digest(g)
        plies = [[seat, str(action), digest(g)] for seat, action in islice(setup.play(g, number), _PLIES)]
        yield {
            "seats": seats,
            "options": dict(setup.options),
            "seed": number,
            "decks": [list(game.decks[deck].cards) for deck in decks],
            "deal": dealt,
            "plies": plies,
        }


def main() -> None:
    """Write what is not kept yet."""
    for key, game in load_games().items():
        path = FOLDER / f"{key}-{game.version}.json"
        if not path.exists():
            matches = ",\n".join(json.dumps(match, separators=(",", ":")) for match in record(game))
            content = json.dumps(load_content(key).text)
            path.write_text(f'{{"content":{content},\n"matches":[\n{matches}\n]}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
