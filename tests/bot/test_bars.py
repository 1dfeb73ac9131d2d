"""Users and servers that the operator has barred begin no match with others, and keep the seats that they have."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from bot.application.application import Application
from bot.content.library import Library
from bot.model.absence import Place
from bot.model.limits import Act
from bot.model.lobby_settings import LobbySettings
from bot.model.match import Status
from bot.model.match_request import MatchRequest
from bot.model.new_match import NewMatch
from bot.model.reasons.lobby import CannotPlayNow, SeatsReserved
from bot.people import bars, limits
from bot.people.bars import Bar, BarKind
from bot.people.limits import Limit
from bot.people.refusals import DayLimitReached, ServerBarred, TooSoonAgain, UserBarred
from bot.people.reports import REPORTS_KEPT, NewReport, Reason, all_reports
from bot.queue.queue import CommonQueue
from bot.store.database import Database, Rows
from tests.bot.hand_clock import Time
from tests.bot.refused import refused
from tests.bot.table_helpers import ANN, BEN, CHANNEL, CLEO, GUILD, SEED, TINY, fresh, open_lobby

AWAY = Place(7 << 22, 9_000)


@pytest.fixture
def clock() -> Time:
    return Time()


@pytest.fixture
def app(database: Database, clock: Time) -> Application:
    return Application(database, Library.of({TINY.key: TINY}), clock=clock, seeds=lambda: SEED)


async def bar(app: Application, barred: int, kind: BarKind = BarKind.USER, ends: int | None = None) -> None:
    made = Bar(kind=kind, id=barred, reason="cheats", since=0, ends=ends)
    await app.database.write(lambda db: bars.put(db, made))


def new(channel: int = CHANNEL + 1, **fields: object) -> NewMatch:
    return replace(NewMatch(guild=GUILD, channel=channel, host=ANN, game=TINY.key), **fields)  # type: ignore[arg-type] # of the test


async def joins(app: Application) -> None:
    lobby = (await app.lobbies.create(new(fresh(), host=BEN), interaction=fresh())).match
    await app.lobbies.join(lobby.id, ANN, interaction=fresh())


async def opens(app: Application) -> None:
    await app.lobbies.create(new(), interaction=fresh())


async def invites(app: Application) -> None:
    await app.lobbies.create(new(settings=LobbySettings(asked=(BEN,), wanted=2)), interaction=fresh())


async def seeks(app: Application) -> None:
    await CommonQueue(app).seek(ANN, MatchRequest(games=(TINY.key,)), 1_000)


@pytest.mark.parametrize("way", [joins, opens, invites, seeks])
async def test_a_barred_user_begins_no_match_with_others_until_it_ends(
    app: Application, clock: Time, way: Callable[[Application], Awaitable[None]]
) -> None:
    ends = int(clock().timestamp()) + 100
    await bar(app, ANN, ends=ends)
    with refused(UserBarred(reason="cheats", ends=ends)):
        await way(app)
    clock.go_on(101)
    await way(app)


async def test_a_barred_user_plays_computers_and_keeps_the_seats_that_they_have(app: Application) -> None:
    lobby = await open_lobby(app)
    await app.lobbies.join(lobby.id, BEN, interaction=fresh())
    await bar(app, ANN)
    assert (await app.lobbies.start(lobby.id, ANN, interaction=fresh())).match.status is Status.LIVE
    alone = await app.lobbies.create(new(settings=LobbySettings(wanted=2), levels=["novice"]), interaction=fresh())
    assert alone.match.status is Status.LIVE


async def test_nobody_is_seated_with_or_invites_a_barred_user_and_nobody_learns_why(app: Application) -> None:
    lobby = await open_lobby(app)
    other = await app.lobbies.create(new(host=CLEO), interaction=fresh())
    await bar(app, ANN)
    with refused(SeatsReserved(match_id=lobby.id)):
        await app.lobbies.join(lobby.id, BEN, interaction=fresh())
    with refused(CannotPlayNow(user_ids=(ANN,))):
        await app.invitations.ask(other.match.id, CLEO, [BEN, ANN], interaction=fresh())


async def test_a_barred_server_begins_no_match_and_its_members_play_elsewhere(app: Application) -> None:
    lobby = await open_lobby(app)
    await bar(app, AWAY.guild, BarKind.SERVER)
    with refused(ServerBarred(reason="cheats", ends=None)):
        await app.lobbies.join(lobby.id, BEN, place=AWAY, interaction=fresh())
    with refused(ServerBarred(reason="cheats", ends=None)):
        await app.lobbies.create(new(guild=AWAY.guild), interaction=fresh())
    assert len((await app.lobbies.join(lobby.id, BEN, interaction=fresh())).match.players) == 2
    await bar(app, GUILD, BarKind.SERVER)
    with refused(SeatsReserved(match_id=lobby.id)):
        await app.lobbies.join(lobby.id, CLEO, place=Place(0, 9_500), interaction=fresh())


async def test_a_bar_takes_a_seeker_out_of_the_queue_and_one_of_the_same_number_of_a_server_does_not(
    app: Application,
) -> None:
    queue = CommonQueue(app)
    await queue.seek(ANN, MatchRequest(games=(TINY.key,)), 1_000)
    await bar(app, ANN, BarKind.SERVER)
    assert await queue.of(ANN) is not None
    await bar(app, ANN)
    assert await queue.of(ANN) is None
    assert (await queue.seek(BEN, MatchRequest(games=(TINY.key,)), 1_001)).found is None
    assert await app.database.write(lambda db: bars.lift(db, BarKind.USER, ANN))
    assert not await app.database.write(lambda db: bars.lift(db, BarKind.USER, ANN))
    assert (await queue.seek(ANN, MatchRequest(games=(TINY.key,)), 1_000)).found is not None


async def test_invitations_codes_and_searches_are_limited(
    app: Application, clock: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = {act: Limit(a_day=2, a_minute=1) for act in Act}
    monkeypatch.setattr(limits, "LIMITS", few)
    lobby = await open_lobby(app)
    code = await app.lobbies.invite(lobby.id, ANN)
    assert await app.lobbies.invite(lobby.id, ANN) == code, "the same code costs nothing"
    with refused(TooSoonAgain(act=Act.INVITATION)):
        await app.invitations.ask(lobby.id, ANN, [BEN], interaction=fresh())
    clock.go_on(61)
    await app.invitations.ask(lobby.id, ANN, [BEN], interaction=fresh())
    clock.go_on(61)
    with refused(DayLimitReached(act=Act.INVITATION, limit=2)):
        await invites(app)
    await seeks(app)
    with refused(TooSoonAgain(act=Act.SEARCH)):
        await seeks(app)
    clock.go_on(24 * 3600)
    await invites(app)


async def test_deleting_ones_data_leaves_the_bar_and_reports_about_them_but_not_who_reported(app: Application) -> None:
    await bar(app, ANN)
    for reporter, reported in ((ANN, BEN), (BEN, ANN)):
        made = NewReport(
            reporter=reporter, reported=reported, match_id=None, guild=GUILD, reason=Reason.OTHER, words="Zephyrine"
        )
        await app.reports.make(made, interaction=fresh())
    await app.user_data.delete(ANN)
    by_ann, about_ann = await app.database.read(all_reports)
    assert (by_ann.reporter, by_ann.reported, by_ann.words) == (None, BEN, "")
    assert (about_ann.reporter, about_ann.reported, about_ann.words) == (BEN, ANN, "Zephyrine")
    with refused(UserBarred(reason="cheats", ends=None)):
        await opens(app)


async def test_a_report_counts_once_and_is_deleted_after_a_year(app: Application, clock: Time) -> None:
    made = NewReport(reporter=ANN, reported=BEN, match_id=None, guild=0, reason=Reason.OTHER, words="")
    told: list[object] = []
    app.reports.listeners.append(told.append)
    for _ in range(2):
        await app.reports.make(made, interaction=5)
    assert len(told) == len(await app.reports.open()) == 1
    clock.go_on(REPORTS_KEPT + 1)
    await app.reports.make(made, interaction=6)
    assert [report.id for report in await app.reports.open()] == [2]


async def test_a_start_deletes_what_is_kept_no_longer(app: Application, database: Database, clock: Time) -> None:
    made = NewReport(reporter=ANN, reported=BEN, match_id=None, guild=0, reason=Reason.OTHER, words="")
    await app.reports.make(made, interaction=fresh())
    await bar(app, ANN, ends=int(clock().timestamp()) + 100)
    await app.reports.forget()
    assert await database.read(rows_of_each) == [1, 1, 1]
    clock.go_on(REPORTS_KEPT + 1)
    await app.reports.forget()
    assert await database.read(rows_of_each) == [0, 0, 0]


async def rows_of_each(db: Rows) -> list[int]:
    """Return the number of reports, counted acts and bars."""
    tables = ("reports", "recent_acts", "bars")
    return [len(await db.rows(f"SELECT 1 FROM {table}")) for table in tables]  # noqa: S608 # ours
