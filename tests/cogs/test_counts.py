"""A ply costs the calls, statements, views, messages, pictures and bytes that `tests/cogs/counts.json` says, exactly.

Times vary from machine to machine; these counts do not. Bytes are those of the texts of the board and of
each player's latest message after every ply, without digits, since ids differ. When a change is meant to alter them,
`python -m pytest --recount tests/cogs/test_counts.py` writes them anew, and its commit says why a ply costs more.
"""

import json
import re
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any, Final

import discord
import pytest
from simcord.types import HttpLogEntry

import cogs.delivery.boards
import cogs.delivery.hands
import cogs.delivery.open_hands
import cogs.presses.hand
import render.picture
from bot.model import table
from bot.store.statements import Statements
from bot.store.worker import Worker
from rules.catalog import GAMES
from rules.core.game import Game
from tests.cogs.pressing import by_presses
from tests.cogs.test_whole_match import latest_direct
from tests.cogs.town import Town
from tests.tiny_game import Tiny

COUNTS: Final = Path(__file__).with_name("counts.json")
WARM, PLIES = 4, 12
"""The number of plies that do not count, since people then see their first tips, and of those that do."""
SLOW: Final = "72h"
"""The pace of rated matches unless somebody names another one."""


class Counting:
    """Counts the calls of functions while `is_on`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.is_on = False
        self.counts = Counter[str]()
        self._patch = monkeypatch

    def count(self, what: str, owner: Any, name: str) -> None:
        """Count the calls of a function of a module or a class."""
        function: Callable[..., Any] = getattr(owner, name)

        def counted(*given: Any, **named: Any) -> Any:
            self.counts[what] += self.is_on
            return function(*given, **named)

        self._patch.setattr(owner, name, counted)

    def one_at_a_time(self, owner: Any, name: str) -> None:
        """Let a function be called by one thread after the other. On a busy machine two threads that draw the same at
        once would else both make what the other could have taken from a cache.
        """
        function: Callable[..., Any] = getattr(owner, name)
        turn = Lock()

        def called(*given: Any) -> Any:
            with turn:
                return function(*given)

        self._patch.setattr(owner, name, called)


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> Counting:
    """Count what costs most, wherever it is called."""
    counting = Counting(monkeypatch)
    counting.one_at_a_time(table, "_seen")
    counting.count("requests of the database", Worker, "ask")
    counting.count("statements", Statements, "rows")
    counting.count("pictures", render.picture, "png")
    counting.count("boards composed", cogs.delivery.boards, "board_message")
    for module in (cogs.delivery.hands, cogs.delivery.open_hands, cogs.presses.hand):
        counting.count("hands composed", module, "hand_message")
    return counting


@pytest.mark.sqlite
@pytest.mark.parametrize("catalog_game", [key for key in GAMES if key != Tiny.key], indirect=True)
async def test_a_ply_costs_what_it_did(
    town: Town, catalog_game: Game, counting: Counting, pytestconfig: pytest.Config
) -> None:
    counting.count("views", town.games[catalog_game.key], "view")
    party = town.party(catalog_game)
    match = await town.open(catalog_game.key, *party, pace=SLOW)
    before = 0
    for ply in range(WARM + PLIES):
        if ply == WARM:
            counting.is_on, before = True, len(town.env.http_requests)
        person = await town.asked(match.id, ply)
        words = await town.choice(match.id, person.id, ply)
        await by_presses(person.user, partial(latest_direct, town, person), words)
        await town.delivered()
        if counting.is_on:
            shown = [town.board(), *(latest_direct(town, each) for each in party)]
            counting.counts["bytes of texts"] += sum(map(size_of, shown))
    calls = Counter(kind_of(request) for request in town.env.http_requests[before:])
    known, counted = json.loads(COUNTS.read_text(encoding="utf-8")), dict(counting.counts + calls)
    if pytestconfig.getoption("--recount"):
        known[catalog_game.key] = counted
        COUNTS.write_text(json.dumps(known, indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")
    assert counted == known[catalog_game.key], f"{PLIES} plies cost something else; {__doc__}"


def kind_of(request: HttpLogEntry) -> str:
    """Return the kind of a call: its method and its path without ids and tokens."""
    parts = ["…" if any(map(str.isdigit, part)) else part for part in request.path.split("/")]
    return f"{request.method} {'/'.join(parts)}"


def size_of(message: discord.Message) -> int:
    """Return the number of bytes of a message's text without digits."""
    return len(re.sub(r"\d", "", message.content).encode())
