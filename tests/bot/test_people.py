"""Personal data: exported in full, and deleted without damage to matches and ratings."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from math import inf
from typing import Any

import pytest

from bot.application.application import Application
from bot.application.match.outbox import Outbox
from bot.application.user_data import UserData
from bot.content.library import Library
from bot.model.lobby_settings import LobbySettings
from bot.model.match import Match, Status
from bot.model.match_request import MatchRequest
from bot.model.new_match import NewMatch
from bot.model.notes import Written
from bot.model.proposal import Kind, Proposal
from bot.people import names as people_names
from bot.people.names import NOBODY, Names
from bot.people.refusals import StillPlaying
from bot.ratings.ratings import Ratings
from bot.store import proposals
from bot.store import user_data as sql
from bot.store.database import Database, Rows
from bot.store.errors import UnreachableError
from bot.store.note_json import write_note
from bot.store.notices import Notice
from rules.core.cards import CardId
from tests.bot.refused import refused
from tests.bot.table_helpers import ANN, BEN, CHANNEL, CLEO, GUILD, TINY, begin, fresh, play_on
from tests.patience import PATIENT
from tests.schema_tables import tables

LEGAL = tuple(map(CardId, ("card-1", "card-2", "card-3", "card-4", "card-5")))


@pytest.fixture
def names(database: Database) -> Names:
    return Names(database)


@pytest.fixture
def people(database: Database, app: Application, names: Names) -> UserData:
    return app.user_data


async def test_the_latest_name_is_stored_per_server(database: Database, names: Names) -> None:
    names.meet(GUILD, ANN, "Ann")
    names.meet(GUILD, ANN, "Annie")
    names.meet(GUILD + 1, ANN, "Captain")
    await names.settled()
    again = Names(database)
    assert await again.on(GUILD, [ANN, BEN]) == {ANN: "Annie", BEN: NOBODY}
    assert await again.on(GUILD + 1, [ANN]) == {ANN: "Captain"}


class Outage:
    """An outage of the database server: writes fail until a number of them were tried."""

    def __init__(self, database: Database, *, attempts: float) -> None:
        self._write, self._attempts = database.write, attempts
        self.tried = 0
        self.over = asyncio.Event()
        """Set once a write has succeeded."""

    async def write(self, work: Callable[[Rows], Awaitable[None]]) -> None:
        self.tried += 1
        if self.tried <= self._attempts:
            raise UnreachableError
        await self._write(work)
        self.over.set()


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a name be tried again without a pause."""
    monkeypatch.setattr(people_names, "_PAUSE", 0.0)


@pytest.mark.usefixtures("at_once")
async def test_a_name_that_an_outage_kept_from_being_stored_is_stored_when_it_is_over(
    database: Database, names: Names, monkeypatch: pytest.MonkeyPatch
) -> None:
    outage = Outage(database, attempts=3)
    monkeypatch.setattr(database, "write", outage.write)
    names.meet(GUILD, ANN, "Ann")
    await asyncio.wait_for(outage.over.wait(), PATIENT)
    await names.close()
    assert outage.tried == 4
    assert await Names(database).on(GUILD, [ANN]) == {ANN: "Ann"}


@pytest.mark.usefixtures("at_once")
async def test_of_two_names_that_an_outage_kept_from_being_stored_the_later_one_is_stored(
    database: Database, names: Names, monkeypatch: pytest.MonkeyPatch
) -> None:
    outage = Outage(database, attempts=4)
    monkeypatch.setattr(database, "write", outage.write)
    names.meet(GUILD, ANN, "Ann")
    names.meet(GUILD, ANN, "Annie")
    names.forget_all()  # as after an outage, in which notices of other processes may have been lost
    assert await names.on(GUILD, [ANN]) == {ANN: "Annie"}
    await asyncio.wait_for(outage.over.wait(), PATIENT)
    await names.close()
    assert await Names(database).on(GUILD, [ANN]) == {ANN: "Annie"}


@pytest.mark.usefixtures("at_once")
async def test_nothing_waits_for_an_outage_at_the_end_and_nothing_is_tried_afterwards(
    database: Database, names: Names, monkeypatch: pytest.MonkeyPatch
) -> None:
    outage = Outage(database, attempts=inf)
    monkeypatch.setattr(database, "write", outage.write)
    names.meet(GUILD, ANN, "Ann")
    await asyncio.wait_for(names.close(), PATIENT)
    for _ in range(5):
        await asyncio.sleep(0)
    assert outage.tried == 1


async def test_a_name_that_waits_to_be_stored_is_not_stored_after_its_user_has_deleted_their_data(
    app: Application, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as lost:
        lost.setattr(database, "write", Outage(database, attempts=inf).write)
        app.names.meet(GUILD, ANN, "Ann")
        await app.names.settled()

    async def delete(work: Callable[[Rows], Awaitable[None]]) -> None:
        monkeypatch.undo()
        await database.write(work)
        app.names._on_time()  # the moment to try again comes just after the deletion

    monkeypatch.setattr(database, "write", delete)
    await app.user_data.delete(ANN)
    await app.names.close()
    assert await Names(database).on(GUILD, [ANN]) == {ANN: NOBODY}


async def test_an_export_holds_all_data_of_a_user_and_nothing_secret_of_others(
    app: Application, people: UserData, names: Names
) -> None:
    names.meet(GUILD, ANN, "Ann")
    await names.settled()
    await app.decks.create(ANN, "tiny", "Mine", LEGAL, interaction=fresh())
    match = await play_on(app, await begin(app), 3)
    export = await people.export(ANN)
    assert export["names"] == [{"guild_id": GUILD, "name": "Ann"}]
    assert [deck["name"] for deck in export["decks"]] == ["Mine"]
    assert [sat["id"] for sat in export["matches"]] == [match.id]
    seat = match.seat_of(ANN)
    assert {sat["seat"] for sat in export["matches"]} == {seat}
    decisions = len(export["decisions"])
    assert decisions in (1, 2)
    assert decisions + len((await people.export(BEN))["decisions"]) == 3
    text = json.dumps(export)
    assert "seed" not in text
    assert str(BEN) not in text.replace(str(match.id), "")


async def test_an_export_holds_the_users_waiting_notes_and_no_others(
    app: Application, people: UserData, database: Database
) -> None:
    match = await whispered_to(app, database)
    assert (await people.export(ANN))["waiting_notes"] == [
        {"match_id": match.id, "note": write_note(Written(text="for Ann"))}
    ]
    assert (await people.export(BEN))["waiting_notes"] == [
        {"match_id": match.id, "note": write_note(Written(text="for Ben"))}
    ]


async def test_an_export_holds_whispers_of_the_user_that_still_wait_and_no_others(
    app: Application, people: UserData, database: Database
) -> None:
    match = await whispered_to(app, database)
    own = Written(author_id=ANN, text=f"<@{ANN}> whispers to you")
    forged = Written(author_id=BEN, text=f'"author_id": {ANN}, {{"kind": "Written", "author_id": {ANN}, "text": ""}}')
    await Outbox(database).add_notes(match.id, [(match.seat_of(BEN), own), (match.seat_of(ANN), forged)])
    assert (await people.export(ANN))["waiting_whispers"] == [{"match_id": match.id, "note": write_note(own)}]
    assert (await people.export(BEN))["waiting_whispers"] == [{"match_id": match.id, "note": write_note(forged)}]
    assert (await people.export(CLEO))["waiting_whispers"] == []


async def whispered_to(app: Application, database: Database) -> Match:
    """Start a match of Ann and Ben with a waiting note to each."""
    match, outbox = await begin(app), Outbox(database)
    for user, text in ((ANN, "for Ann"), (BEN, "for Ben")):
        seat = match.seat_of(user)
        assert seat is not None
        await outbox.add_notes(match.id, [(seat, Written(text=text))])
    return match


async def test_waiting_notes_are_deleted_with_the_users_data(
    app: Application, people: UserData, database: Database
) -> None:
    match = await whispered_to(app, database)
    ann, ben = match.seat_of(ANN), match.seat_of(BEN)
    assert ann is not None
    assert ben is not None
    await app.matches.resign(match.id, BEN, interaction=fresh())
    await people.delete(ANN)
    outbox = Outbox(database)
    assert await outbox.notes(match.id, ann) == []
    assert [note for _, note in await outbox.notes(match.id, ben)] == [Written(text="for Ben")]


async def test_a_proposal_to_a_user_is_deleted_with_their_data_even_if_others_have_answered_it(
    app: Application, people: UserData, database: Database
) -> None:
    match = await begin(app)
    offered = Proposal(made=match.version, kind=Kind.SEAT, seat=0, to=CLEO, due=0.0, agreed=frozenset({1}))
    await database.write(lambda db: proposals.save(db, match.id, [offered]))
    assert [row["kind"] for row in (await people.export(CLEO))["proposals"]] == ["seat"]
    await people.delete(CLEO)
    assert await database.read(lambda db: proposals.of_match(db, match.id)) == []


async def test_a_user_in_a_live_match_cannot_delete_their_data(app: Application, people: UserData) -> None:
    match = await begin(app)
    with refused(StillPlaying(match_ids=(1,))):
        await people.delete(ANN)
    await app.matches.resign(match.id, BEN, interaction=fresh())
    await people.delete(ANN)


async def test_a_deletion_removes_all_data_of_a_user_and_keeps_matches_and_ratings_whole(
    app: Application, people: UserData, names: Names, database: Database
) -> None:
    for user, name in ((ANN, "Ann"), (BEN, "Ben")):
        names.meet(GUILD, user, name)
    await names.settled()
    await app.decks.create(ANN, "tiny", "Mine", LEGAL, interaction=fresh())
    over = await play_on(app, await begin(app))
    other = await play_on(app, await begin(app, channel=CHANNEL + 1))
    assert over.status is other.status is Status.OVER
    await people.delete(ANN)
    assert all(rows == [] for rows in (await people.export(ANN)).values())
    assert await app.decks.of_user(ANN) == []
    restarted = Application(database, Library.of({TINY.key: TINY}))
    for match in (over, other):
        kept = (await restarted.positions.get(match.id)).match
        assert kept.outcome == match.outcome
        [gone] = {player.user for player in kept.players} - {BEN}
        assert gone < 0
        assert await names.of(kept) == tuple("Ben" if player.user == BEN else NOBODY for player in kept.players)
    board = await Ratings(database).leaderboard(GUILD, "tiny", first=0, count=10, user=BEN)
    assert [standing.user for standing in board.standings] == [BEN]
    assert board.players == 1
    assert board.own is not None
    assert board.own.place == 1


async def test_two_deleted_users_stay_distinct(app: Application, people: UserData, database: Database) -> None:
    over = await play_on(app, await begin(app))
    await people.delete(ANN)
    await people.delete(BEN)
    restarted = Application(database, Library.of({TINY.key: TINY}))
    users = {player.user for player in (await restarted.positions.get(over.id)).match.players}
    assert len(users) == 2
    assert max(users) < 0


async def test_a_deleted_admin_and_a_deleted_player_stay_distinct(app: Application, people: UserData) -> None:
    match = await begin(app)
    await app.administration.end(match.id, CLEO, interaction=fresh())
    await people.delete(CLEO)
    await people.delete(ANN)
    [act] = await app.administration.acts(match.id)
    players = {player.user for player in (await app.positions.get(match.id)).match.players}
    assert act.user < 0
    assert act.user not in players


async def test_a_match_request_is_exported_and_deleted_with_its_users_data(
    app: Application, people: UserData, database: Database
) -> None:
    request = MatchRequest(games=("tiny",))
    opened = await app.lobbies.create(
        NewMatch(
            guild=GUILD, channel=CHANNEL, host=ANN, game="tiny", settings=LobbySettings(wanted=2, request=request)
        ),
        interaction=fresh(),
    )
    assert (await people.export(ANN))["match_requests"] == [{"match_id": opened.match.id, "request": "house tiny: any"}]
    await app.lobbies.leave(opened.match.id, ANN, interaction=fresh())
    assert (await people.export(ANN))["match_requests"] == [], "it ends when they stop waiting"
    await people.delete(ANN)
    stored = (
        "SELECT (SELECT count(*) FROM match_requests), (SELECT count(*) FROM lobby_settings WHERE match_request <> '')"
    )
    assert await database.read(lambda db: db.rows(stored)) == [(0, 0)]


async def test_no_table_with_user_ids_is_missing_from_the_export_or_the_deletion() -> None:
    asked: list[str] = []

    class Recorded(Rows):
        async def rows(self, sql: str, *_: object) -> list[tuple[Any, ...]]:
            asked.append(sql)
            return [(0,)] if sql.startswith("SELECT coalesce(min") else []

        async def notify(self, notice: Notice) -> None: ...

    for each in (sql.export, sql.delete):
        asked.clear()
        await each(Recorded(), ANN)
        for table in [name for name, columns in tables().items() if any(each.endswith("user_id") for each in columns)]:
            assert any(re.search(rf"\b{table}\b", statement) for statement in asked), f"{each.__name__} forgets {table}"
