"""Build all services of the application on one open database, and hold them in one frozen value."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Self

from bot.application.announcements import Announcements
from bot.application.leader import Leader
from bot.application.lessons import Lessons
from bot.application.lobby.dealing import Dealing, GivenDeals
from bot.application.lobby.decks import Decks
from bot.application.lobby.invitations import Invitations
from bot.application.lobby.lobbies import Lobbies, draw_seed, draw_tag
from bot.application.lobby.lobby_changes import Closings
from bot.application.lobby.matchmaking import Matchmaking
from bot.application.lobby.seated import SeatedMatches
from bot.application.lobby.series import SeriesGames
from bot.application.match.announcer import Announcer
from bot.application.match.chances import ChanceBook
from bot.application.match.finished import FinishedMatches
from bot.application.match.leases import Leases, Work
from bot.application.match.matches import Matches
from bot.application.match.outbox import Outbox
from bot.application.match.positions import Positions
from bot.application.match.pulse import Pulse
from bot.application.match.ratings import Ratings
from bot.application.neighbours import Neighbours
from bot.application.people.blocks import Blocks
from bot.application.people.membership import Membership
from bot.application.people.names import Names
from bot.application.people.pending_welcomes import PendingWelcomes
from bot.application.people.preferences import PreferenceBook
from bot.application.people.profiles import Profiles
from bot.application.people.seasons import Seasons
from bot.application.people.user_data import UserData
from bot.application.table.administration import Administration
from bot.application.table.consent import Consents
from bot.application.table.hand_footers import HandFooters
from bot.application.table.participations import Participations
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
from bot.application.time.deadlines import Deadlines
from bot.application.time.own_matches import OwnMatches
from bot.application.time.present import WhilePresent
from bot.application.time.reminders import Reminders
from bot.application.time.retention import Retention
from bot.application.time.shard_outages import ShardOutages
from bot.application.time.shared_uptime import SharedUptime
from bot.application.time.timers import Duty, Timers
from bot.application.time.untold import UntoldSeats
from bot.application.time.uptime import Uptime
from bot.clock import Clock, SteadyClock, system_clock
from bot.computing.cluster import Place, connect
from bot.content.library import Library, load_library
from bot.model.operator import Operator
from bot.model.shards import ShardRange
from bot.store.address import DatabaseAddress
from bot.store.database import Database
from bot.store.deletion_list import DeletionList


@dataclass(frozen=True, slots=True, kw_only=True)
class Application:
    """Every service of the bot that needs no Discord."""

    database: Database
    library: Library
    clock: Clock
    operator: Operator
    announcer: Announcer
    announcements: Announcements
    positions: Positions
    matches: Matches
    finished: FinishedMatches
    chances: ChanceBook
    leader: Leader
    leases: Leases
    outbox: Outbox
    pulse: Pulse
    ratings: Ratings

    names: Names
    membership: Membership
    preferences: PreferenceBook
    profiles: Profiles
    seasons: Seasons
    blocks: Blocks
    user_data: UserData
    pending_welcomes: PendingWelcomes

    decks: Decks
    lobbies: Lobbies
    invitations: Invitations
    matchmaking: Matchmaking
    seated: SeatedMatches

    pre_moves: PreMoves
    consents: Consents
    substitutes: Substitutes
    votes: Votes
    administration: Administration
    participations: Participations
    hand_footers: HandFooters
    watching: Watching

    thinking: Thinking
    computers: Computers
    hints: Hints
    analyses: Analyses

    closings: Closings
    deadlines: Deadlines
    reminders: Reminders
    absences: Absences
    shard_outages: ShardOutages
    untold: UntoldSeats
    timers: Timers

    lessons: Lessons
    neighbours: Neighbours

    @classmethod
    def on(  # noqa: PLR0913 # what tests stand in for
        cls,
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
    ) -> Self:
        """Build every service on an open database, which the caller closes.

        seeds: returns the seeds of deals, integers in [0, 2**63), which are used as they are; None: draw a random
        secret for each match and mix it with an id from Discord (`Dealing`). tags: returns the random tags of new
        matches. kept: the maximum number of matches in memory. wait: returns the seconds to wait before a pre-move is
        played. thinking: computes the choices of computer players; None: use one new process. absent_days: the days
        after which the matches of an absent server or channel end. deletions: the list of users who deleted their data,
        kept beside the backups; None: keep no list. operator: what is known about the person who runs the bot; None:
        nothing.
        """
        operator = operator or Operator()
        announcer, preferences, names = Announcer(), PreferenceBook(database), Names(database)
        membership, announcements = Membership(database), Announcements(database, clock)
        leases = Leases(database, clock)
        outbox = Outbox(database, clock=clock, leases=leases)
        positions = Positions(database, library, clock, announcer, kept=kept, wait=wait, habits=preferences.habits)
        matches = Matches(positions, clock)
        decks = Decks(database, library.games)
        dealing, draw = (Dealing(), draw_seed) if seeds is None else (GivenDeals(seeds), seeds)
        lobbies = Lobbies(
            positions, matches, decks, library=library, clock=clock, dealing=dealing, seeds=draw, tags=tags
        )
        invitations = Invitations(lobbies, matches, positions, clock)
        seated = SeatedMatches(lobbies, positions, clock)
        series = SeriesGames(positions, lobbies, seated, decks, clock)
        thinking = thinking or Thinking(1)
        participations, watching = Participations(positions), Watching(positions, announcer, clock)
        computers = Computers(positions, thinking, clock, announcer, leases)
        pre_moves, consents = PreMoves(positions, clock), Consents(positions, clock, draw)
        votes, closings, reminders = Votes(positions, clock), Closings(positions, clock), Reminders(positions, clock)
        deadlines = Deadlines(positions, votes, clock)
        absences = Absences(positions, preferences, announcer, clock, days=absent_days)
        shard_outages = ShardOutages(positions, clock, leases=leases if database.is_shared else None)
        uptime = SharedUptime(leases, shard_outages) if database.is_shared else Uptime(positions, clock)
        positions.before_change = uptime.catch_up
        played: tuple[Duty, ...] = (pre_moves, consents, deadlines, reminders, computers, series)
        waiting = (WhilePresent(each, positions, clock) for each in played)
        retention = Retention(positions, announcer, clock, months=operator.log_months)
        duties: list[Duty] = [*waiting, closings, absences, retention]
        return cls(
            database=database,
            library=library,
            clock=clock,
            operator=operator,
            announcer=announcer,
            announcements=announcements,
            positions=positions,
            matches=matches,
            finished=FinishedMatches(positions),
            chances=ChanceBook(positions),
            leader=Leader(database),
            leases=leases,
            outbox=outbox,
            pulse=Pulse(database, clock),
            ratings=Ratings(database, clock),
            membership=membership,
            names=names,
            preferences=preferences,
            profiles=Profiles(database, preferences),
            seasons=Seasons(database, preferences, announcements, clock),
            blocks=Blocks(database),
            user_data=UserData(
                database,
                positions=positions,
                matches=matches,
                names=names,
                membership=membership,
                preferences=preferences,
                deletions=deletions,
            ),
            pending_welcomes=PendingWelcomes(database),
            decks=decks,
            lobbies=lobbies,
            invitations=invitations,
            matchmaking=Matchmaking(lobbies, invitations, matches, decks, positions),
            seated=seated,
            pre_moves=pre_moves,
            consents=consents,
            substitutes=Substitutes(positions, clock),
            votes=votes,
            administration=Administration(positions, clock),
            participations=participations,
            hand_footers=HandFooters(positions, participations, preferences, clock),
            watching=watching,
            thinking=thinking,
            computers=computers,
            hints=Hints(positions, thinking),
            analyses=Analyses(positions, thinking),
            closings=closings,
            deadlines=deadlines,
            reminders=reminders,
            absences=absences,
            shard_outages=shard_outages,
            untold=UntoldSeats(positions, announcer, clock),
            timers=Timers(
                duties,
                uptime,
                clock,
                announcer,
                holding=partial(leases.held, Work.DUTIES),
                ours=OwnMatches(positions, leases).of,
            ),
            lessons=Lessons(database, library, clock),
            neighbours=Neighbours(
                database,
                positions,
                announcer,
                names=names,
                preferences=preferences,
                outbox=outbox,
                leases=leases,
                shard_outages=shard_outages,
            ),
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
    processes. absent_days, deletions, operator: as for `Application.on`. before_migration: as for `Database.open`.
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
        application = Application.on(
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
        ]
        try:
            yield application
            await application.names.settled()
        finally:
            for task in beside:
                task.cancel()
            await asyncio.wait(beside)
            await application.computers.close()
    finally:
        await database.close()
