"""Play one match after another on the given database without end, and print every acknowledged ply.

    python killed_player.py DATABASE

Each line names a match and a ply. The test kills this program.
"""

import asyncio
import sys
from pathlib import Path

from bot.application.application import Application
from bot.content.library import Library
from bot.model.match import Match, Status
from bot.store.database import Database
from tests.bot.table_helpers import TINY, asked, begin, first_choice, fresh
from tests.raw_database import use_engine_of_tests


async def play(app: Application, channel: int) -> None:
    while True:
        match = await begin(app, channel=channel)
        while match.status is Status.LIVE:
            match = await ply(app, match)
            sys.stdout.write(f"{match.id} {match.ply}\n")
            sys.stdout.flush()


async def ply(app: Application, match: Match) -> Match:
    _, user = await asked(app, match)
    choice = await first_choice(app, match, user)
    return (await app.matches.act(match.id, user, choice, decision=None, interaction=fresh())).match


async def main() -> None:
    use_engine_of_tests()
    database = await Database.open(Path(sys.argv[1]))
    [(used,)] = await database.read(lambda db: db.rows("SELECT coalesce(max(id), 0) FROM interactions"))
    while fresh() < used:
        pass
    app = Application(database, Library.of({TINY.key: TINY}))
    [(rooms,)] = await database.read(lambda db: db.rows("SELECT coalesce(max(channel_id), 0) FROM matches"))
    await asyncio.gather(*(play(app, rooms + number) for number in range(1, 6)))


if __name__ == "__main__":
    asyncio.run(main())
