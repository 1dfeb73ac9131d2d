"""Safe undos, through the match service: an undo is a ply, and replays."""

import asyncio
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from bot.application.application import Application
from bot.model.match import Match
from bot.model.position import Position
from bot.model.proposal import Kind
from bot.model.reasons.match import MatchNotLive
from bot.model.reasons.table import NothingToUndo, TooManySteps, UndoNotSafe
from bot.model.refusals import NeedsConsent, NotAllowed, NotAtThisTable, NotUnderstood, StaleDecision
from bot.store.database import Database
from rules.core.play import View
from rules.core.undo import TookBack
from tests.bot.hand_clock import Time
from tests.bot.refused import refused
from tests.bot.table_helpers import ANN, BEN, STRANGER, asked, fresh, play_on
from tests.bot.thieves import WAIT, begun, made, play, undo
from tests.raw_database import connect_raw


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def app(database: Database, time: Time) -> Application:
    return made(database, time)


def views(position: Position) -> list[View]:
    return [position.seen.view(seat) for seat in (None, 0, 1, 2)]


def log(path: Path) -> Sequence[tuple[str, str | None, int]]:
    with closing(connect_raw(path)) as db:
        return db.execute("SELECT kind, action, undone_plies FROM plies ORDER BY ply").fetchall()


async def test_a_safe_undo_restores_every_view_and_the_log_keeps_all_plies(app: Application, path: Path) -> None:
    match = await begun(app)
    before = await app.positions.get(match.id)
    taken = await play(app, match, ANN, "take 2")
    seat = match.seat_of(ANN)
    assert [taken.view_for(user).may_undo for user in (ANN, BEN, None)] == [True, False, False]
    after = await undo(app, match)
    assert views(after) == views(before)
    assert after.shown == before.shown, "she has been asked throughout"
    assert after.match.ply == taken.match.ply + 1
    assert log(path)[-2:] == [("action", "take 2", 0), ("undo", None, 1)]
    assert after.view_for(BEN).ply_events[-1] == (TookBack(seat=seat or 0, count=1),)
    assert not after.view_for(ANN).may_undo, "earlier plies are finished"
    ply_events, gone = await app.matches.log(after, BEN)
    assert gone == {taken.match.ply}
    assert len(ply_events) == after.match.ply + 1


async def test_a_match_continues_after_an_undo_and_replays_identically(
    app: Application, database: Database, time: Time
) -> None:
    match = await begun(app)
    last = await app.positions.get(match.id)
    for action in ("take 2", "undo", "take 2", "undo", "take 1"):
        last = await (undo(app, match) if action == "undo" else play(app, match, ANN, action))
    again = await made(database, time).positions.get(match.id)
    assert views(again) == views(last)
    assert (again.seen.opened, again.seen.acted, again.seen.passed, again.seen.may_undo) == (
        last.seen.opened,
        last.seen.acted,
        last.seen.passed,
        last.seen.may_undo,
    )
    assert again.seen.events == last.seen.events
    over = await play_on(app, last.match)
    assert over.outcome is not None
    assert (await made(database, time).positions.get(match.id)).match.outcome == over.outcome


async def test_a_button_of_an_undone_position_is_refused(app: Application) -> None:
    match = await begun(app)
    stale = (await play(app, match, ANN, "take 2")).view_for(ANN).decision
    back = await undo(app, match)
    with pytest.raises(StaleDecision):
        await app.matches.act(match.id, ANN, "take 1", decision=stale, interaction=fresh())
    await app.matches.act(match.id, ANN, "take 1", decision=back.view_for(ANN).decision, interaction=fresh())


@pytest.mark.parametrize("action", ["take 1", "take 2"])
async def test_undoing_a_finished_turn_needs_consent(app: Application, action: str) -> None:
    match = await begun(app)
    await play(app, match, ANN, action)
    if action == "take 2":
        await play(app, match, ANN, "tip 0")
    before = await app.positions.get(match.id)
    with pytest.raises(UndoNotSafe):
        await undo(app, match)
    assert await app.positions.get(match.id) is before


async def test_a_player_who_has_not_acted_cannot_undo(app: Application) -> None:
    match = await begun(app)
    acted = (await play(app, match, ANN, "take 2")).seen.acted
    idle = next(player.user for player, last in zip(match.players, acted, strict=True) if last < 0)
    with refused(NothingToUndo(match_id=1)):
        await undo(app, match, idle)
    with pytest.raises(NotAtThisTable):
        await undo(app, match, STRANGER)


async def test_two_undos_at_once_undo_one_step(app: Application) -> None:
    match = await begun(app)
    ply = (await play(app, match, ANN, "take 2")).match.ply
    done = await asyncio.gather(*(undo(app, match) for _ in range(2)), return_exceptions=True)
    assert (
        sorted(type(one).__name__ for one in done) == ["Position", "UndoNotSafe"]
        if ply > 1
        else ["NothingToUndo", "Position"]
    )
    assert (await app.positions.get(match.id)).match.ply == ply + 1


async def test_a_press_delivered_twice_undoes_one_step(app: Application) -> None:
    match = await begun(app)
    taken = await play(app, match, ANN, "take 2")
    press = fresh()
    first, second = [await app.consents.undo(match.id, ANN, interaction=press) for _ in range(2)]
    assert first.match.ply == second.match.ply == taken.match.ply + 1


async def test_a_finished_match_cannot_be_undone(app: Application) -> None:
    match = await play_on(app, await begun(app))
    with pytest.raises(MatchNotLive):
        await undo(app, match, (await asked_last(app, match)))


async def asked_last(app: Application, match: Match) -> int:
    acted = (await app.positions.get(match.id)).seen.acted
    return match.players[acted.index(max(acted))].user


async def test_an_undo_drops_pre_moves_made_after_the_undone_ply(app: Application, time: Time) -> None:
    """Ben's earlier pre-move stays; Cleo's, made after the undone ply, is dropped."""
    match = await begun(app)
    await app.pre_moves.say(match.id, BEN, "keep-all", interaction=fresh())
    taken = await play(app, match, ANN, "take 2")
    cleo = next(player.user for player in match.players if player.user not in (ANN, BEN))
    await app.pre_moves.say(match.id, cleo, "keep-all", interaction=fresh())
    assert {pre_move.seat for pre_move in (await app.positions.get(match.id)).pre_moves} == {
        match.seat_of(BEN),
        match.seat_of(cleo),
    }
    back = await undo(app, match)
    assert [pre_move.seat for pre_move in back.pre_moves] == [match.seat_of(BEN)], "Cleo had seen the undone ply"
    assert back.match.version == taken.match.version + 1


async def test_an_undo_drops_the_players_own_pre_move(app: Application, time: Time) -> None:
    match = await begun(app, BEN)
    await app.pre_moves.say(match.id, ANN, "keep-all", interaction=fresh())
    await play(app, match, ANN, "take 2")
    back = await undo(app, match)
    assert not back.pre_moves
    time.go_on(WAIT + 1)
    await play(app, match, ANN, "take 2")
    assert (await app.pre_moves.carry_out(match.id)).match.ply == back.match.ply + 1


async def test_a_reserved_word_is_not_an_action(app: Application) -> None:
    match = await begun(app)
    for text in ("undo", "undo 1", "/undo 1", "draw"):
        with pytest.raises(NotUnderstood):
            await play(app, match, (await asked(app, match))[1], text)


async def test_an_undo_cannot_be_undone_and_undone_plies_never_return(app: Application, path: Path) -> None:
    match = await begun(app)
    await play(app, match, ANN, "take 2")
    back = await undo(app, match)
    with pytest.raises((NeedsConsent, NotAllowed)):
        await undo(app, match)
    made = sum(1 if what == "action" else -undoes for what, _, undoes in log(path))
    with refused(TooManySteps(steps=0)):
        await app.consents.propose(match.id, ANN, Kind.UNDO, undoes=made + 1, interaction=fresh())
    assert (await app.positions.get(match.id)).match.ply == back.match.ply
    again = await play(app, match, ANN, "take 2")
    assert again.view_for(ANN).may_undo, "acting again keeps the undo safe"


async def test_repeated_acting_and_undoing_reveals_nothing(app: Application, database: Database) -> None:
    match = await begun(app)
    before = await app.positions.get(match.id)
    for action in ("take 2", "take 2", "take 2"):
        await play(app, match, ANN, action)
        after = await undo(app, match)
        assert views(after) == views(before)
    assert views(await made(database, Time()).positions.get(match.id)) == views(before), "after a restart too"
