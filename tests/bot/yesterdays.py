"""A file as an earlier program wrote it: live matches of all games, a parked one, a lobby."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from bot.clock import system_clock
from bot.content.library import Library, load_library
from bot.model.table import Table
from bot.store.migrations import known_migrations, migrate
from tests.bot.table_helpers import ANN, BEN, GUILD
from tests.one_more_game import SHIPPED

PLIES = 12
OPTIONS = {
    "arms_dealer": {"fleet": "25"},
    "alchemy": {"damage_scoring": "off"},
    "tnb": {"overdrive": "off"},
    "circuitry": {"restricted": "off"},
}
"""What the third migration writes down for matches that said nothing of it."""
SEED = 4711


def write_yesterdays(path: Path, migrations: int = 2) -> None:
    """As the first migrations made it: one or two, for those after them changed what is written here."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        migrate(db, known_migrations()[:migrations], system_clock)
        db.execute("BEGIN")
        library = load_library()
        for number, key in enumerate(SHIPPED, start=1):
            _live(db, library, number, key)
        _live(db, library, 20, "tnb", status="parked")
        db.execute(
            "INSERT INTO matches VALUES (30, 'alchemy', ?, 30, ?, 'lobby', 5, NULL, NULL, NULL, NULL, NULL)",
            (GUILD, ANN),
        )
        db.execute("INSERT INTO chairs (match, seat, user, deck) VALUES (30, 0, ?, 'fire')", (ANN,))
        db.execute("INSERT INTO boards VALUES (30, 30, 3000, -1)")
        db.execute("COMMIT")


def _live(db: sqlite3.Connection, library: Library, number: int, key: str, status: str = "live") -> None:
    game = library.game(key, 1, library.content(key))  # there was one version of the rules then
    decks = [deck.cards for deck in game.decks.values()][:2] if game.decks else []
    table = Table.deal(game, seats=2, options=OPTIONS.get(key, {}), decks=decks, seed=SEED)
    db.execute(
        "INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, 1, 2, NULL, ?, ?, NULL)",
        (number, key, GUILD, number, ANN, status, SEED, table.digest),
    )
    for seat, user in enumerate((ANN, BEN)):
        cards = json.dumps(decks[seat]) if decks else None
        sql = "INSERT INTO chairs (match, seat, user, deck, cards) VALUES (?, ?, ?, '', ?)"
        db.execute(sql, (number, seat, user, cards))
    for ply in range(1, PLIES + 1):
        seat = table.state.phase.waiting[0]
        action = game.greedy(game.view(table.state, seat), ply)
        table = table.play(seat, action)
        interaction = number * 1000 + ply
        db.execute("INSERT INTO interactions VALUES (?, ?)", (interaction, number))
        sql = "INSERT INTO plies VALUES (?, ?, ?, ?, ?, ?, 3)"
        db.execute(sql, (number, ply, seat, str(action), table.digest, interaction))
    db.execute("INSERT INTO boards VALUES (?, ?, ?, ?)", (number, number, 100 + number, PLIES))
    db.execute("INSERT INTO hands VALUES (?, 0, 70, ?, ?)", (number, 200 + number, PLIES - 1))
