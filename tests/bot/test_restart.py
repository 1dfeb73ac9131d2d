"""Every acknowledged change survives a restart, however the process ended, and matches continue."""

import asyncio
import sys
from asyncio.subprocess import PIPE
from pathlib import Path
from typing import Any

import pytest
import structlog

from bot.application.application import Application
from bot.content.library import Library
from bot.model.match import Status
from bot.model.reasons.match import MatchNotLive
from bot.model.refusals import NotLive
from bot.store.database import Database
from tests.bot.table_helpers import (
    ANN,
    BEN,
    CHANNEL,
    TINY,
    asked,
    begin,
    first_choice,
    fresh,
    open_lobby,
    play_on,
    with_other_decks,
)
from tests.tiny_game import Tiny, TinyState


async def test_every_acknowledged_ply_survives_a_kill(path: Path) -> None:
    acknowledged: dict[int, int] = {}
    for lines in (1, 40):
        player = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.bot.killed_player", path, stdout=PIPE
        )
        assert player.stdout is not None
        for _ in range(lines):
            note(acknowledged, await player.stdout.readline())
        player.kill()
        for line in (await player.stdout.read()).splitlines(keepends=True):
            note(acknowledged, line)
        await player.wait()
        database = await Database.open(path)
        app = Application(database, Library.of({TINY.key: TINY}))
        stored = await database.read(lambda db: db.rows("SELECT match_id, max(ply) FROM plies GROUP BY match_id"))
        assert {number: ply for number, ply in dict(stored).items() if ply < acknowledged.get(number, 0)} == {}
        assert set(acknowledged) <= set(dict(stored))
        matches = [(await app.positions.get(number)).match for number in dict(stored)]
        assert {match.status for match in matches} <= {Status.LIVE, Status.OVER}
        for match in [match for match in matches if match.status is Status.LIVE][:2]:
            assert (await play_on(app, match)).status is Status.OVER
        await database.close()


def note(acknowledged: dict[int, int], line: bytes) -> None:
    """Record an acknowledged ply, ignoring a line cut short by the kill."""
    if line.endswith(b"\n"):
        number, ply = line.split()
        acknowledged[int(number)] = int(ply)


async def test_views_stories_and_decisions_are_the_same_after_a_restart(path: Path) -> None:
    database = await Database.open(path)
    before = Application(database, Library.of({TINY.key: TINY}))
    match = await play_on(before, await begin(before), 3)
    looks = [(await before.positions.get(match.id)).view_for(user) for user in (ANN, BEN, None)]
    lobby = await open_lobby(before, channel=CHANNEL + 1)
    await database.close()

    database = await Database.open(path)
    after = Application(database, Library.of({TINY.key: TINY}))
    assert (await after.positions.get(match.id)).match == match
    assert [(await after.positions.get(match.id)).view_for(user) for user in (ANN, BEN, None)] == looks
    assert await after.matches.of_user(ANN) == [lobby, match]
    _, user = await asked(after, match)
    seat_view = (await after.positions.get(match.id)).view_for(user)
    choice = await first_choice(after, match, user)
    played = (await after.matches.act(match.id, user, choice, decision=seat_view.decision, interaction=fresh())).match
    assert played.ply == match.ply + 1
    await database.close()


class Changed(Tiny):
    """The tiny game after an update that deals differently."""

    def deal(self, **table: Any) -> TinyState:
        g = Tiny.deal(self, **table)
        g.sides[0].points += 1
        return g


class Broken(Tiny):
    """The tiny game after an update that broke it."""

    def deal(self, **table: Any) -> TinyState:
        raise KeyError("card-8")


@pytest.mark.parametrize("game", [Changed(), Broken()])
async def test_a_match_that_no_longer_replays_is_quarantined_without_affecting_others(
    database: Database, app: Application, game: Tiny
) -> None:
    match = await play_on(app, await begin(app), 2)
    lobby = await open_lobby(app, channel=CHANNEL + 1)
    updated = Application(database, Library.of({game.key: game}))
    with structlog.testing.capture_logs() as lines:
        set_aside = await updated.positions.get(match.id)
    assert set_aside.match.status is Status.QUARANTINED
    assert set_aside.match.version == match.version + 1
    assert [(line["match"], line["ply"]) for line in lines] == [(match.id, 0)]
    assert "card-" not in str(lines)
    with structlog.testing.capture_logs():
        with pytest.raises(MatchNotLive):
            (await updated.positions.get(match.id)).view_for(ANN)
        with pytest.raises(MatchNotLive):
            await updated.matches.resign(match.id, ANN, interaction=fresh())
        assert [sat.id for sat in await updated.matches.of_user(ANN)] == [lobby.id, match.id]
        assert (await open_lobby(updated)).status is Status.LOBBY
        assert [other.id for other in await updated.matches.quarantined()] == [match.id]


async def test_a_ply_that_is_now_refused_or_has_another_digest_quarantines_its_match(
    database: Database, app: Application
) -> None:
    refused = await play_on(app, await begin(app), 3)
    altered = await play_on(app, await begin(app, channel=CHANNEL + 1), 3)
    sound = await play_on(app, await begin(app, channel=CHANNEL + 2), 3)
    for sql, match in (
        ("UPDATE plies SET action = 'bid card-99' WHERE match_id = ? AND ply = 2", refused),
        ("UPDATE plies SET digest = 'f' WHERE match_id = ? AND ply = 2", altered),
    ):
        await database.write(lambda db, sql=sql, match=match: db.rows(sql, match.id))  # type: ignore[misc]
    restarted = Application(database, Library.of({TINY.key: TINY}))
    with structlog.testing.capture_logs() as lines:
        statuses = [(await restarted.positions.get(match.id)).match.status for match in (refused, altered, sound)]
    assert statuses == [Status.QUARANTINED, Status.QUARANTINED, Status.LIVE]
    assert [line["ply"] for line in lines] == [2, 2]


async def test_a_quarantined_match_is_live_again_once_it_replays_unless_its_channel_has_another(
    database: Database, app: Application
) -> None:
    first = await play_on(app, await begin(app), 2)
    second = await play_on(app, await begin(app, channel=CHANNEL + 1), 2)
    updated = Application(database, Library.of({"tiny": Changed()}))
    with structlog.testing.capture_logs():
        for match in (first, second):
            await updated.positions.get(match.id)
        await open_lobby(updated, channel=second.channel)
    mended = Application(database, Library.of({"tiny": with_other_decks()}))
    assert [match.id for match in await mended.matches.quarantined()] == [second.id]
    revived = (await mended.positions.get(first.id)).match
    assert revived.status is Status.LIVE
    assert (await play_on(mended, revived)).status is Status.OVER


async def test_a_finished_match_is_never_quarantined(database: Database, app: Application) -> None:
    over = await play_on(app, await begin(app))
    updated = Application(database, Library.of({"tiny": Changed()}))
    with structlog.testing.capture_logs():
        position = await updated.positions.get(over.id)
    assert position.match == over
    with pytest.raises(NotLive):
        position.view_for(ANN)
