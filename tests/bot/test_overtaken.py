"""Matches that another process changes: each process is an application with its own memory on one shared database."""

import asyncio
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from bot.application.application import Application
from bot.application.match import positions
from bot.model.match import Match, Status
from bot.model.new_match import NewMatch
from bot.model.pace import Pace
from bot.model.proposal import Kind, Verdict
from bot.model.reasons.database import NotSaved
from bot.model.reasons.match import NotYourTurn
from bot.store import matches as sql
from bot.store.database import Database
from bot.store.errors import OvertakenError
from tests.bot import test_deadlines
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import ANN, BEN, CHANNEL, CLEO, GUILD, asked, begin, first_choice, fresh, open_lobby
from tests.bot.thieves import begun, made, play
from tests.raw_database import connect_raw


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def processes(database: Database, time: Time) -> Sequence[Application]:
    """Three processes, of which none hears what the others do."""
    return [made(database, time) for _ in range(3)]


async def seen_by_all(processes: Sequence[Application], match: Match) -> None:
    """Load the match into the memory of each process."""
    for process in processes:
        await process.positions.get(match.id)


async def test_users_who_join_by_several_processes_at_once_all_get_a_seat(processes: Sequence[Application]) -> None:
    one, *others = processes
    lobby = await one.lobbies.create(
        NewMatch(guild=GUILD, channel=CHANNEL, host=ANN, game="heist"), interaction=fresh()
    )
    await seen_by_all(processes, lobby.match)
    joined = zip(others, (BEN, CLEO), strict=True)
    await asyncio.gather(*(process.lobbies.join(lobby.match.id, user, interaction=fresh()) for process, user in joined))
    stored = await one.database.read(lambda db: sql.find(db, lobby.match.id))
    assert stored is not None
    assert {player.user for player in stored.players} == {ANN, BEN, CLEO}


async def test_a_press_that_reaches_a_process_with_an_old_table_is_judged_by_the_present_one(
    processes: Sequence[Application],
) -> None:
    one, other, _ = processes
    match = await begun(one)
    await seen_by_all(processes, match)
    await play(one, match, ANN, "take 1")
    user = (await asked(one, match))[1]
    position = await play(other, match, user, "take 1")
    assert position.match.ply == match.ply + 2
    assert position.match == await one.database.read(lambda db: sql.find(db, match.id))


async def test_a_button_of_the_first_decision_is_not_judged_by_a_lobby_in_memory(
    processes: Sequence[Application],
) -> None:
    one, other, _ = processes
    lobby = await open_lobby(one, game="heist", deck=None)
    await one.lobbies.join(lobby.id, BEN, interaction=fresh())
    await seen_by_all(processes, lobby)
    await one.lobbies.start(lobby.id, ANN, interaction=fresh())
    await one.lobbies.start_committed(lobby.id, fresh())
    assert (await other.positions.get(lobby.id)).match.status is Status.LOBBY
    assert (await other.positions.get(lobby.id, ply=0)).match.status is Status.LIVE


async def test_one_is_refused_only_by_what_is_stored(processes: Sequence[Application]) -> None:
    one, other, _ = processes
    match = await begun(one)
    await seen_by_all(processes, match)
    await play(one, match, ANN, "take 1")
    with pytest.raises(NotYourTurn):
        await play(other, match, ANN, "take 1")
    present = other.positions.known(match.id)
    assert present is not None
    assert present.match.ply == match.ply + 1


async def test_an_interaction_delivered_to_two_processes_acts_once_and_both_answer_with_the_result(
    processes: Sequence[Application],
) -> None:
    match = await begun(processes[0])
    await seen_by_all(processes, match)
    interaction = fresh()
    answers = await asyncio.gather(
        *(process.matches.act(match.id, ANN, "take 1", decision=None, interaction=interaction) for process in processes)
    )
    assert {answer.match.ply for answer in answers} == {match.ply + 1}


async def test_pre_moves_set_in_one_process_survive_those_set_in_another(processes: Sequence[Application]) -> None:
    one, other, third = processes
    match = await begun(one)
    await seen_by_all(processes, match)
    before = await one.positions.get(match.id)
    await asyncio.gather(
        one.pre_moves.say(match.id, ANN, "keep-all", interaction=fresh()),
        other.pre_moves.say(match.id, BEN, "keep-all", interaction=fresh()),
        third.pre_moves.say(match.id, CLEO, "keep-all", interaction=fresh()),
    )
    again = await made(one.database, Time()).positions.get(match.id)
    assert {pre_move.seat for pre_move in again.pre_moves} == {0, 1, 2}
    assert again.match.version == before.match.version, "nobody else may notice"
    assert again.revision == before.revision + 3


async def test_no_vote_cast_in_another_process_is_lost(database: Database, time: Time) -> None:
    processes = [test_deadlines.made(database, time) for _ in range(2)]
    pace = Pace.read("24h vote")
    match = await test_deadlines.begun(processes[0], str(pace), guests=(BEN, CLEO))
    time.go_on(pace.seconds)
    opened = await processes[0].deadlines.carry_out(match.id)
    await seen_by_all(processes, match)
    [late] = [proposal for proposal in opened.proposals if proposal.kind is Kind.LATE]
    voters = zip(processes, late.asks(opened.seen), strict=False)
    await asyncio.gather(
        *(
            process.votes.choose(match.id, match.players[seat].user, late.made, Verdict.MORE, interaction=fresh())
            for process, seat in voters
        )
    )
    again = await test_deadlines.made(database, time).positions.get(match.id)
    assert all(proposal.verdict for proposal in again.proposals), "both votes count, so that it is decided"


async def test_a_match_that_never_stands_still_is_given_up_on_without_a_change(
    app: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = await begin(app)
    _, user = await asked(app, match)
    choice = await first_choice(app, match, user)

    async def overtaken(*_: object) -> None:
        raise OvertakenError

    monkeypatch.setattr(sql, "raise_revision", overtaken)
    monkeypatch.setattr(positions, "_TRIES", 3)
    with pytest.raises(NotSaved):
        await app.matches.act(match.id, user, choice, decision=None, interaction=fresh())
    monkeypatch.undo()
    assert (await app.positions.get(match.id)).match.ply == match.ply


async def test_every_change_of_a_match_counts(app: Application, path: Path) -> None:
    lobby = await open_lobby(app)
    with closing(connect_raw(path)) as connection:
        [(opened,)] = connection.execute("SELECT revision FROM matches").fetchall()
    await app.lobbies.join(lobby.id, BEN, deck="level", interaction=fresh())
    started = (await app.lobbies.start(lobby.id, ANN, interaction=fresh())).match
    assert started.status is Status.LIVE
    with closing(connect_raw(path)) as connection:
        [(counted,)] = connection.execute("SELECT revision FROM matches").fetchall()
    assert counted == opened + 2
