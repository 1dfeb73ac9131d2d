"""Pre-moves through the match service, in a heist."""

import asyncio
from contextlib import closing
from pathlib import Path

import pytest

from bot.application.application import Application
from bot.content.library import Library
from bot.content.seeds import load_game
from bot.model.match import Match, Status
from bot.model.new_match import NewMatch
from bot.model.position import Position
from bot.model.pre_moves import SeatPreMove, carried_on
from bot.model.reasons.match import NotAPreMove, PreMoveTooLate
from bot.model.refusals import NotAtThisTable
from bot.store.database import Database
from rules.core.play import View
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import ANN, BEN, CHANNEL, CLEO, GUILD, STRANGER, asked, first_choice, fresh, play_on
from tests.bot.thieves import HEIST, WAIT, begun, made, play
from tests.heist_game import KeepAll
from tests.raw_database import connect_raw

KEEP = "keep-all"


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def app(database: Database, time: Time) -> Application:
    return made(database, time)


async def say(app: Application, match: Match, user: int = ANN) -> Position:
    return await app.pre_moves.say(match.id, user, KEEP, interaction=fresh())


def plies(path: Path) -> list[tuple[str | None, str]]:
    with closing(connect_raw(path)) as db:
        return db.execute("SELECT action, source FROM plies ORDER BY ply").fetchall()


async def test_a_pre_move_is_played_some_seconds_after_its_window_opens(
    app: Application, time: Time, path: Path
) -> None:
    match = await begun(app)
    await say(app, match)
    opened = await play(app, match, ANN, "take 2")
    assert opened.seen.state.phase.tag == "Tipping"
    time.go_on(WAIT - 1)
    assert (await app.pre_moves.carry_out(match.id)).match.ply == opened.match.ply
    time.go_on(2)
    given = await app.pre_moves.carry_out(match.id)
    assert given.match.ply == opened.match.ply + 1
    assert given.seen.state.phase.tag == "Taking"
    assert plies(path)[-1] == ("tip 0", "pre-move")


async def test_a_pre_move_stands_until_it_no_longer_holds(app: Application) -> None:
    match = await begun(app)
    await say(app, match)
    for _ in range(3):
        position = await play(app, match, (await asked(app, match))[1], "take 1")
        assert [pre_move.answer for pre_move in position.pre_moves] == [KeepAll()]
    over = await play_on(app, match)
    assert over.status is Status.OVER
    assert (await app.positions.get(match.id)).pre_moves == ()


async def test_a_pre_move_made_while_its_window_is_open_is_played_at_once(app: Application, path: Path) -> None:
    match = await begun(app)
    opened = await play(app, match, ANN, "take 2")
    given = await say(app, match)
    assert given.match.ply == opened.match.ply + 1
    assert [pre_move.answer for pre_move in given.pre_moves] == [KeepAll()]
    assert plies(path)[-1] == ("tip 0", "interaction")


async def test_the_latest_pre_move_for_raises_replaces_earlier_ones(database: Database, time: Time) -> None:
    game = load_game("arms_dealer")
    app = Application(database, Library.of({game.key: game}), clock=time, seeds=lambda: 1, wait=lambda: WAIT)
    lobby = await app.lobbies.create(
        NewMatch(guild=GUILD, channel=CHANNEL, host=ANN, game=game.key), interaction=fresh()
    )
    await app.lobbies.join(lobby.match.id, BEN, interaction=fresh())
    match = (await app.lobbies.start(lobby.match.id, ANN, interaction=fresh())).match
    await app.matches.act(match.id, ANN, await first_choice(app, match, ANN), decision=None, interaction=fresh())
    for answer in ("fold-any 1", "ready-battle 1", "match-small 1"):
        await app.pre_moves.say(match.id, ANN, answer, interaction=fresh())
    pre_moves = (await app.positions.get(match.id)).pre_moves
    assert {str(pre_move.answer) for pre_move in pre_moves} == {"ready-battle 1", "match-small 1"}


async def test_two_pre_moves_for_one_window_fall_due_together_so_that_their_number_stays_hidden(
    app: Application,
) -> None:
    class KeepAgain(KeepAll):
        """Keep all coins by a different pre-move."""

    match = await begun(app)
    before = (await app.positions.get(match.id)).seen
    after = (await play(app, match, ANN, "take 2")).seen
    waits = iter((6.0, 3.0, 4.0))
    first = carried_on(
        (SeatPreMove(0, KeepAll()), SeatPreMove(1, KeepAll())), before, after, 100.0, lambda: next(waits)
    )
    assert [pre_move.due for pre_move in first] == [106.0, None], "nobody else is asked"
    second = carried_on((*first, SeatPreMove(0, KeepAgain())), after, after, 104.0, lambda: next(waits))
    assert [pre_move.due for pre_move in second] == [106.0, None, 106.0]
    both = carried_on(
        (SeatPreMove(0, KeepAll()), SeatPreMove(0, KeepAgain())), before, after, 200.0, lambda: next(waits)
    )
    assert [pre_move.due for pre_move in both] == [203.0, 203.0]


async def test_each_pre_move_that_fails_or_no_longer_holds_is_dropped_alone(app: Application) -> None:
    class Over(KeepAll):
        """A pre-move that no longer holds."""

        def holds(self, _view: View) -> bool:
            return False

    class Broken(KeepAll):
        """A pre-move that fails."""

        def holds(self, _view: View) -> bool:
            raise RuntimeError

    seen = (await app.positions.get((await begun(app)).id)).seen
    pre_moves = [
        SeatPreMove(seat, answer) for seat, answer in ((0, Over()), (1, KeepAll()), (0, Broken()), (2, KeepAll()))
    ]
    assert carried_on(pre_moves, seen, seen, 100.0, lambda: WAIT) == (pre_moves[1], pre_moves[3])


async def test_a_withdrawn_pre_move_is_not_played(app: Application, time: Time) -> None:
    match = await begun(app)
    await say(app, match)
    opened = await play(app, match, ANN, "take 2")
    await app.pre_moves.take_back(match.id, ANN, KEEP, interaction=fresh())
    time.go_on(WAIT + 1)
    assert (await app.pre_moves.carry_out(match.id)).match.ply == opened.match.ply
    assert (await app.pre_moves.take_back(match.id, ANN, KEEP, interaction=fresh())).pre_moves == ()


async def test_acting_differently_first_overrides_a_pre_move(app: Application, time: Time, path: Path) -> None:
    match = await begun(app)
    await say(app, match)
    await play(app, match, ANN, "take 2")
    after = await play(app, match, ANN, "tip 1")
    time.go_on(WAIT + 1)
    assert (await app.pre_moves.carry_out(match.id)).match.ply == after.match.ply
    assert plies(path)[-1] == ("tip 1", "interaction")


async def test_other_players_cannot_notice_a_pre_move(app: Application, path: Path) -> None:
    match = await begun(app)
    before = await app.positions.get(match.id)
    show_everything(path)
    after = await say(app, match)
    assert after.match == before.match
    for user in (BEN, CLEO, None):
        assert after.view_for(user) == before.view_for(user)
    with closing(connect_raw(path)) as db:
        behind = db.execute("SELECT kind, seat FROM outbox WHERE is_pending").fetchall()
    assert behind == [("hand", match.seat_of(ANN))]
    assert "keep" not in repr(after.pre_moves)


def show_everything(path: Path) -> None:
    with closing(connect_raw(path)) as db, db:
        db.execute("UPDATE outbox SET shown_version = version, is_posted = CASE kind WHEN 'ping' THEN 1 END")


async def test_only_its_own_seat_sees_its_pre_moves_and_those_it_could_make(app: Application) -> None:
    match = await begun(app)
    assert (await app.positions.get(match.id)).view_for(ANN).offers == (KeepAll(),)
    position = await say(app, match)
    assert (position.view_for(ANN).pre_moves, position.view_for(ANN).offers) == ((KeepAll(),), ())
    assert (position.view_for(BEN).pre_moves, position.view_for(BEN).offers) == ((), (KeepAll(),))
    assert (position.view_for(None).pre_moves, position.view_for(None).offers) == ((), ())


async def test_a_repeated_press_makes_one_pre_move(app: Application) -> None:
    match, interaction = await begun(app), fresh()
    opened = await play(app, match, ANN, "take 2")
    answers = [await app.pre_moves.say(match.id, ANN, KEEP, interaction=interaction) for _ in range(2)]
    assert [after.match.ply for after in answers] == [opened.match.ply + 1] * 2
    assert [len(after.pre_moves) for after in answers] == [1, 1]


async def test_an_impossible_pre_move_is_refused(app: Application) -> None:
    match = await begun(app)
    with pytest.raises(NotAtThisTable):
        await say(app, match, STRANGER)
    with pytest.raises(NotAPreMove):
        await app.pre_moves.say(match.id, ANN, "tip 0", interaction=fresh())
    await app.matches.resign(match.id, BEN, interaction=fresh())
    with pytest.raises(PreMoveTooLate):
        await say(app, match, BEN)


async def test_a_pre_move_due_while_the_bot_was_down_is_played_after_its_start(
    app: Application, database: Database, time: Time, path: Path
) -> None:
    match = await begun(app)
    await say(app, match)
    opened = await play(app, match, ANN, "take 2")
    time.go_on(3600)
    again = made(database, time)
    done = asyncio.Event()
    again.announcer.on_pending(lambda _: done.set())
    await again.timers.open()
    await done.wait()
    await again.timers.close()
    assert (await again.positions.get(match.id)).match.ply == opened.match.ply + 1
    assert plies(path)[-1] == ("tip 0", "pre-move")


async def test_a_pre_move_is_played_by_the_timers(database: Database, time: Time, path: Path) -> None:
    app = Application(database, Library.of({"heist": HEIST}), clock=time, seeds=lambda: 1, wait=lambda: 0.0)
    await app.timers.open()
    match = await begun(app)
    await say(app, match)
    done = asyncio.Event()
    await play(app, match, ANN, "take 2")
    app.announcer.on_pending(lambda _: done.set())
    await done.wait()
    await app.timers.close()
    assert plies(path)[-1] == ("tip 0", "pre-move")


async def test_a_failing_rule_drops_only_the_pre_move(app: Application, monkeypatch: pytest.MonkeyPatch) -> None:
    match = await begun(app)
    await say(app, match)

    def broken(_self: KeepAll, _view: View) -> bool:
        raise RuntimeError("no secret in the log: bell")

    monkeypatch.setattr(KeepAll, "holds", broken)
    position = await play(app, match, ANN, "take 1")
    assert position.pre_moves == ()
    assert position.match.status is Status.LIVE


async def test_an_unknown_pre_move_is_ignored_but_stays_stored(
    app: Application, database: Database, time: Time, path: Path
) -> None:
    match = await begun(app)
    await say(app, match)
    with closing(connect_raw(path)) as db, db:
        db.execute("UPDATE pre_moves SET answer = 'keep-some'")
    again = made(database, time)
    assert (await again.positions.get(match.id)).pre_moves == ()
    await play(again, match, ANN, "take 1")
    with closing(connect_raw(path)) as db:
        assert db.execute("SELECT count(*) FROM pre_moves").fetchone() == (1,)
