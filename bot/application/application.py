"""Build and hold all services of the application on one open database."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from bot.announcements import Announcements
from bot.application.leader import Leader
from bot.application.lobby.card_choice import CardChoice
from bot.application.lobby.dealing import Dealing, GivenDeals
from bot.application.lobby.invitations import Invitations
from bot.application.lobby.lobbies import Lobbies, draw_tag
from bot.application.lobby.lobby_changes import Closings
from bot.application.lobby.matchmaking import Matchmaking
from bot.application.lobby.seated import SeatedMatches
from bot.application.lobby.series import SeriesGames
from bot.application.lobby.starts import Starts, draw_seed
from bot.application.match.announcer import Announcer
from bot.application.match.chances import ChanceBook
from bot.application.match.deeds import Deeds
from bot.application.match.finished import FinishedMatches
from bot.application.match.leases import Leases, Work
from bot.application.match.matches import Matches
from bot.application.match.outbox import Outbox
from bot.application.match.positions import Positions
from bot.application.match.pulse import Pulse
from bot.application.neighbours import Neighbours
from bot.application.table.administration import Administration
from bot.application.table.claims import Claims
from bot.application.table.consent import Consents
from bot.application.table.hand_footers import HandFooters
from bot.application.table.history import History
from bot.application.table.participations import Participations
from bot.application.table.phrases import Phrases
from bot.application.table.pre_moves import PreMoves, pause
from bot.application.table.substitutes import Substitutes
from bot.application.table.votes import Votes
from bot.application.table.watching import Watching
from bot.application.thinking.analyses import Analyses
from bot.application.thinking.cluster_link import ClusterLink
from bot.application.thinking.computers import Computers
from bot.application.thinking.hints import Hints
from bot.application.thinking.thinking import Thinking
from bot.application.time.absences import Absences
from bot.application.time.breaks import Breaks
from bot.application.time.deadlines import Deadlines
from bot.application.time.own_matches import OwnMatches
from bot.application.time.present import WhilePresent
from bot.application.time.reminders import Reminders
from bot.application.time.retention import Retention
from bot.application.time.shard_outages import ShardOutages
from bot.application.time.shared_uptime import SharedUptime
from bot.application.time.stranded import Stranded
from bot.application.time.timers import Duty, Timers
from bot.application.time.untold import UntoldSeats
from bot.application.time.uptime import Uptime
from bot.application.user_data import UserData
from bot.clock import Clock, SteadyClock, system_clock
from bot.computing.cluster import Place, connect
from bot.content.library import Library, load_library
from bot.decks.decks import Decks
from bot.lessons.lessons import Lessons
from bot.model.operator import Operator
from bot.model.shards import ShardRange
from bot.packs.packs import Packs
from bot.people.blocks import Blocks
from bot.people.membership import Membership
from bot.people.names import Names
from bot.people.pending_welcomes import PendingWelcomes
from bot.people.preferences import PreferenceBook
from bot.people.reports import Reports
from bot.profiles.profiles import Profiles
from bot.ratings.ratings import Ratings
from bot.ratings.review import RatingReview
from bot.ratings.seasons import Seasons
from bot.store.address import DatabaseAddress
from bot.store.database import Database
from bot.store.deletion_list import DeletionList


class Application:
    """Every service of the bot that needs no Discord, each built once, after those that it uses."""

    def __init__(  # noqa: PLR0913, PLR0915 # what tests stand in for; a statement for each service
        self,
        database: Database,
        library: Library,
        *,
        clock: Clock = system_clock,
        seeds: Callable[[], int] | None = None,
        tags: Callable[[], str] = draw_tag,
        kept: int = 256,
        wait: Callable[[], float] = pause,
        thinking: Thinking | None = None,
        absent_days: int = 30,
        deletions: DeletionList | None = None,
        operator: Operator | None = None,
    ) -> None:
        """Build every service on an open database, which the caller closes.

        seeds: returns the seeds of deals, integers in [0, 2**63), which are used as they are; None: draw a random
        secret for each match and mix it with an id from Discord (`Dealing`). tags: returns the random tags of new
        matches. kept: the maximum number of matches in memory. wait: returns the seconds to wait before a pre-move is
        played. thinking: computes the choices of computer players; None: use one new process. absent_days: the days
        after which the matches of an absent server or channel end. deletions: the list of users who deleted their data,
        kept beside the backups; None: keep no list. operator: what is known about the person who runs the bot; None:
        nothing.
        """
        self.database, self.library, self.clock = database, library, clock
        self.operator = operator or Operator()

        self.announcer = Announcer()
        self.announcements = Announcements(database, clock)
        self.leader = Leader(database)
        self.leases = Leases(database, clock)
        self.outbox = Outbox(database, clock=clock, leases=self.leases)
        self.pulse = Pulse(database, clock)
        self.ratings = Ratings(database, clock)
        self.rating_review = RatingReview(database, clock)

        self.names = Names(database)
        self.membership = Membership(database)
        self.preferences = PreferenceBook(database)
        self.profiles = Profiles(database)
        self.seasons = Seasons(database, self.preferences, self.announcements, clock)
        self.blocks = Blocks(database)
        self.reports = Reports(database, clock)
        self.pending_welcomes = PendingWelcomes(database)

        self.positions = Positions(
            database, library, clock, self.announcer, kept=kept, wait=wait, habits=self.preferences.habits
        )
        self.packs = Packs(database, library, clock)
        self.deeds = Deeds(self.positions, self.packs, clock)
        self.matches = Matches(self.positions, clock, self.deeds)
        self.finished = FinishedMatches(self.positions)
        self.chances = ChanceBook(self.positions)
        self.user_data = UserData(
            database,
            positions=self.positions,
            matches=self.matches,
            names=self.names,
            membership=self.membership,
            preferences=self.preferences,
            deletions=deletions,
        )

        dealing, draw = (Dealing(), draw_seed) if seeds is None else (GivenDeals(seeds), seeds)
        self.decks = Decks(database, library.games, self.packs.game)
        self.card_choice = CardChoice(self.positions, self.packs, self.decks, clock)
        self.starts = Starts(
            self.positions,
            self.decks,
            self.packs,
            self.card_choice,
            library=library,
            clock=clock,
            dealing=dealing,
            seeds=draw,
        )
        self.lobbies = Lobbies(
            self.positions,
            self.matches,
            self.decks,
            self.packs,
            self.card_choice,
            starts=self.starts,
            clock=clock,
            tags=tags,
        )
        self.invitations = Invitations(self.lobbies, self.matches, self.positions, clock)
        self.matchmaking = Matchmaking(self.lobbies, self.invitations, self.matches, self.decks, self.positions)
        self.seated = SeatedMatches(self.lobbies, self.positions, clock)
        self.closings = Closings(self.positions, clock)
        series = SeriesGames(self.positions, self.lobbies, self.seated, self.decks, clock)

        self.pre_moves = PreMoves(self.positions, clock)
        self.consents = Consents(self.positions, clock, draw)
        self.substitutes = Substitutes(self.positions, clock)
        claims = Claims(self.positions, clock, draw)
        self.votes = Votes(self.positions, claims, clock)
        self.administration = Administration(self.positions, clock)
        self.participations = Participations(self.positions)
        self.history = History(self.positions)
        self.hand_footers = HandFooters(self.positions, self.participations, self.preferences, clock)
        self.phrases = Phrases(self.positions, self.preferences, clock)
        self.watching = Watching(self.positions, self.announcer, clock)

        self.thinking = thinking or Thinking(1)
        self.computers = Computers(self.positions, self.thinking, clock, self.announcer, self.leases)
        self.hints = Hints(self.positions, self.thinking, self.deeds)
        self.analyses = Analyses(self.positions, self.thinking)

        self.deadlines = Deadlines(self.positions, self.votes, claims, clock)
        self.reminders = Reminders(self.positions, clock)
        self.absences = Absences(self.positions, self.preferences, self.announcer, clock, days=absent_days)
        self.stranded = Stranded(self.positions, self.absences, clock)
        self.breaks = Breaks(self.positions, self.preferences, self.announcer, clock)
        self.shard_outages = ShardOutages(self.positions, clock, leases=self.leases if database.is_shared else None)
        self.untold = UntoldSeats(self.positions, self.announcer, clock)
        retention = Retention(self.positions, self.announcer, clock, months=self.operator.log_months)
        uptime = SharedUptime(self.leases, self.shard_outages) if database.is_shared else Uptime(self.positions, clock)
        self.positions.before_change = uptime.catch_up
        played: tuple[Duty, ...] = (
            self.pre_moves,
            self.breaks,
            self.consents,
            self.deadlines,
            self.reminders,
            self.computers,
            series,
        )
        waiting = (WhilePresent(duty, self.positions, clock) for duty in played)
        self.timers = Timers(
            [*waiting, self.closings, self.absences, retention],
            uptime,
            clock,
            self.announcer,
            holding=partial(self.leases.held, Work.DUTIES),
            ours=OwnMatches(self.positions, self.leases).of,
        )

        self.lessons = Lessons(database, library, clock)
        self.neighbours = Neighbours(
            database,
            self.positions,
            self.announcer,
            names=self.names,
            preferences=self.preferences,
            outbox=self.outbox,
            leases=self.leases,
            shard_outages=self.shard_outages,
        )


@asynccontextmanager
async def application_on(  # noqa: PLR0913 # what the settings say
    address: DatabaseAddress,
    *,
    thinkers: int = 1,
    cluster: Place | None = None,
    absent_days: int = 30,
    deletions: DeletionList | None = None,
    operator: Operator | None = None,
    before_migration: Callable[[Path], object] | None = None,
    shards: ShardRange | None = None,
) -> AsyncIterator[Application]:
    """Open a database, and yield an application on it with the games of the catalog. Close the database on exit.

    thinkers: the number of processes that think for computer players. cluster: a cluster to use instead of these
    processes. absent_days, deletions, operator: as for `Application`. before_migration: as for `Database.open`.
    shards: the Discord shards of this process, if it shares the database with other processes; None: no other process
    uses the database.

    Raises:
        StoreError: the database cannot be used, or another process has some of the shards.
        ContentError: the content of a game cannot be used.
    """
    library = load_library()
    database = await Database.open(address, before_migration=before_migration, shared=shards is not None)
    try:
        link = ClusterLink(partial(connect, cluster)) if cluster else None
        application = Application(
            database,
            library,
            clock=database.clock if database.is_shared else SteadyClock(database.clock),
            thinking=Thinking(thinkers, cluster=link),
            absent_days=absent_days,
            deletions=deletions,
            operator=operator,
        )
        if shards is not None:
            await application.leases.claim(shards)
        beside = [
            asyncio.create_task(application.neighbours.follow(), name="notices of other processes"),
            asyncio.create_task(application.leases.live(), name="signs of life"),
            asyncio.create_task(application.leader.stand(), name="election of the leader"),
            asyncio.create_task(application.deeds.fold_missed(), name="matches that no figure counts yet"),
            asyncio.create_task(application.reports.forget(), name="old reports and bars"),
        ]
        try:
            yield application
        finally:
            for task in beside:
                task.cancel()
            await asyncio.wait(beside)
            await application.names.close()
            await application.computers.close()
    finally:
        await database.close()
