"""The application as one value: everything that a face needs, made by constructors on one open database."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from bot.application.lessons import Lessons
from bot.application.lobby.lobbies import draw_seed
from bot.application.match.matches import Matches
from bot.application.match.outbox import Outbox
from bot.application.match.ratings import Ratings
from bot.application.people.blocks import Blocks
from bot.application.people.names import Names
from bot.application.people.preferences import PreferenceBook
from bot.application.people.user_data import People
from bot.application.puzzle_making import Workshop
from bot.application.puzzles import Puzzles
from bot.application.thinking.thinking import Thinking
from bot.clock import Clock, system_clock
from bot.content.library import Library, load_library
from bot.store.database import Database
from rules.circuitry.game import Circuitry


@dataclass(frozen=True, slots=True, kw_only=True)
class Application:
    """Matches, and who is owed what. It knows no Discord."""

    database: Database
    library: Library
    matches: Matches
    outbox: Outbox
    names: Names
    ratings: Ratings
    people: People
    preferences: PreferenceBook
    blocks: Blocks
    puzzles: Puzzles
    lessons: Lessons

    @classmethod
    def on(  # noqa: PLR0913 # what it is made on
        cls,
        database: Database,
        library: Library,
        *,
        clock: Clock = system_clock,
        seeds: Callable[[], int] = draw_seed,
        thinking: Thinking | None = None,
        workshop: Workshop | None = None,
    ) -> Self:
        """On an open database, whoever opened it closes it. thinking: as for `Matches`; workshop: as for `Puzzles`."""
        preferences, names = PreferenceBook(database), Names(database)
        matches = Matches(database, library, clock=clock, seeds=seeds, preferences=preferences, thinking=thinking)
        puzzles = Puzzles(database, lambda: library.games.get(Circuitry.key), clock, workshop)
        return cls(
            database=database,
            library=library,
            matches=matches,
            outbox=Outbox(database, clock=clock),
            names=names,
            ratings=Ratings(database),
            people=People(database, matches, names, preferences, puzzles.posts.tell),
            preferences=preferences,
            blocks=Blocks(database),
            puzzles=puzzles,
            lessons=Lessons(database, library, clock),
        )


@asynccontextmanager
async def application_on(
    path: Path, *, thinkers: int = 1, workshop: Workshop | None = None
) -> AsyncIterator[Application]:
    """The application on this database, with the games of the catalog; the database is closed in the end. thinkers: how
    many processes think for computer players. workshop: makes puzzles; None: there are those of the booklet.

    Raises:
        StoreError: the database cannot be used.
        ContentError: the content of a game cannot be used.
    """
    library = load_library()
    database = await Database.open(path)
    try:
        application = Application.on(database, library, thinking=Thinking(thinkers), workshop=workshop)
        try:
            yield application
            await application.names.settled()
        finally:
            await application.puzzles.stock.close()
            await application.matches.computers.close()
    finally:
        await database.close()
