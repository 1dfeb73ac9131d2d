"""Positions that begin with a puzzle: stored, exported, verified, played on from, and cleared."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from html import unescape

import pytest

from bot.application.application import Application
from bot.application.lobby.dealing import Dealing
from bot.application.match.replay import DivergedError, tables
from bot.application.time.retention import clear
from bot.content.library import Library, load_library
from bot.exports.page import page
from bot.exports.viewer import Viewer
from bot.model.commitment import DealSecret
from bot.model.lobby_settings import LobbySettings
from bot.model.match import Fork, Match, MatchId, Status
from bot.model.new_match import NewMatch
from bot.model.position import Position
from bot.puzzles.puzzles import Puzzles
from bot.puzzles.refusals import NoPuzzleNamed, NoPuzzlesOfGame, PuzzleOfToday
from bot.replay.moments import replayed
from bot.replay.notation import MatchFileError, read, write
from bot.replay.record import Record, read_record
from bot.replay.verification import verify
from bot.store import matches as sql
from bot.store.database import Database
from bot.workshop.position_text import PositionError, read_position
from bot.workshop.set_ups import SetUps
from rules.core.game import Game
from rules.core.puzzles import SOLVER
from rules.tnb.puzzle.puzzle import ENEMY
from tests.bot.table_helpers import BEN, CHANNEL, CLEO, GUILD, SEED, fresh, play_on
from tests.examples import thorough
from tests.tiny_puzzles import PuzzlingTiny

TEXT = "game tnb\npuzzle 1.2\nseed 7"
MESSAGE = 4_711


@pytest.fixture
def app(database: Database) -> Application:
    return Application(database, load_library(), seeds=lambda: SEED)


def puzzles(app: Application) -> Puzzles:
    return Puzzles(app.database, app.library.games, app.clock)


async def set_up(app: Application, text: str) -> Match:
    set_ups = SetUps(app.positions, app.packs, puzzles(app), app.clock, app.lobbies.draw_tag)
    return (await set_ups.add(text, guild=GUILD, channel=CHANNEL, user=CLEO))[0]


async def record_of(app: Application, match_id: MatchId) -> Record:
    record = await app.database.read(lambda db: read_record(db, match_id))
    assert record is not None
    return record


async def play(app: Application, source: Match, ply: int = 0) -> Position:
    """Open a match of two people that goes on from a position, and let both join."""
    lobby = await app.lobbies.create(
        NewMatch(
            guild=GUILD,
            channel=CHANNEL,
            host=CLEO,
            game=source.game,
            settings=LobbySettings(asked=(BEN,), wanted=await app.starts.check_fork(source.id, ply)),
            fork=Fork(source.id, ply),
        ),
        interaction=fresh(),
    )
    return await app.lobbies.join(lobby.match.id, BEN, interaction=fresh())


@pytest.mark.parametrize("text", [TEXT, "game circuitry\npuzzle 1.1\nmoves\nmove 11-light-blue orange"])
async def test_a_position_of_a_puzzle_can_be_exported_and_verified(app: Application, text: str) -> None:
    match = await set_up(app, text)
    assert match.status is Status.ABANDONED
    record = await record_of(app, match.id)
    again = read(write(record))
    assert again.deal == record.deal
    assert [check.fault for check in verify(again, app.library) if check.subject != "message"] == [""] * 4
    other = replace(again, deal=replace(again.deal, seed=again.deal.seed + 1))
    assert [check.subject for check in verify(other, app.library) if check.fault][-1] == "deal"


@pytest.mark.parametrize("key", ["tnb", *thorough("circuitry")])
async def test_people_play_a_puzzle_to_its_end_also_after_a_restart(app: Application, key: str) -> None:
    begun = await play(app, await set_up(app, f"game {key}\npuzzle 2.3"))
    assert begun.match.status is Status.LIVE
    assert begun.match.fork is not None
    assert begun.match.fork.is_puzzle
    assert not begun.match.is_rated
    assert begun.match.players[SOLVER].user == CLEO, "the host is the solver"
    again = Application(app.database, app.library, seeds=lambda: SEED)
    assert (await again.positions.get(begun.match.id)).seen.digest == begun.seen.digest
    ended = await play_on(again, begun.match)
    assert ended.outcome is not None
    checks = verify(read(write(await record_of(again, ended.id))), again.library)
    assert [check.fault for check in checks if check.subject != "message"] == [""] * 4


async def test_each_match_draws_anew_what_the_puzzle_hides_and_can_be_checked(app: Application) -> None:
    app.starts._dealing = Dealing()
    source = await set_up(app, TEXT)
    lobby = await play(app, source)
    assert lobby.match.status is Status.LOBBY, "nothing is dealt before the message is posted"
    await app.lobbies.start_committed(lobby.match.id, MESSAGE)
    begun = await app.positions.get(lobby.match.id)
    deal = await app.database.read(lambda db: sql.deal_of(db, begun.match.id))
    secret: DealSecret = await app.database.read(lambda db: sql.secret_of(db, begun.match.id))
    before = await record_of(app, source.id)
    assert deal.seed == secret.mixed(MESSAGE) != before.deal.seed
    assert (deal.puzzle, deal.decks) == (before.deal.puzzle, before.deal.decks)
    ended = await play_on(app, begun.match)
    checks = verify(read(write(await record_of(app, ended.id))), app.library)
    assert {check.subject for check in checks} == {"message", "hash", "seed", "cards", "deal", "log", "result"}
    assert [check.fault for check in checks] == [""] * len(checks)


async def test_a_match_from_a_move_after_the_puzzle_has_the_same_deal(app: Application) -> None:
    app.starts._dealing = Dealing()
    source = await set_up(app, f"{TEXT}\nmoves\ndraw")
    begun = await play(app, source, 1)
    assert begun.match.status is Status.LIVE
    assert begun.match.fork == Fork(source.id, 1)
    assert begun.seen.digest == (await record_of(app, source.id)).plies[0].digest


async def test_the_other_seat_sees_the_solvers_hand_no_more_than_in_any_match(app: Application) -> None:
    begun = await play(app, await set_up(app, "game tnb\npuzzle 1.10\nseed 7"))
    solver, enemy = (begun.seen.view(seat) for seat in (SOLVER, ENEMY))
    assert [card.id for card in solver.hand] == ["shieldbearer"]  # type: ignore[attr-defined]
    assert len(enemy.hand) == 2  # type: ignore[attr-defined]
    assert "shieldbearer" not in repr(enemy.hand)  # type: ignore[attr-defined]


async def test_a_small_game_s_puzzle_begins_a_match_as_well(
    database: Database, booklet: Callable[[Game, int], None]
) -> None:
    tiny = PuzzlingTiny()
    booklet(tiny, 2)
    app = Application(database, Library.of({tiny.key: tiny}), seeds=lambda: SEED)
    begun = await play(app, await set_up(app, "game tiny\npuzzle 2.1"))
    ended = await play_on(app, begun.match)
    assert ended.status is Status.OVER


async def test_a_replay_and_its_page_begin_with_the_puzzle(app: Application) -> None:
    replay = replayed(await record_of(app, (await set_up(app, TEXT)).id), app.library)
    assert (replay.beginning, replay.last) == ("puzzle", 0)
    made = page(replay, Viewer(("Ada", "Bo")))
    assert '<a href="#ply-0">Puzzle</a>' in made.html
    assert f"puzzle {replay.record.deal.puzzle}" in unescape(made.html)


async def test_an_old_match_forgets_its_puzzle_with_its_deal(app: Application) -> None:
    source = await set_up(app, TEXT)
    await app.database.write(lambda db: clear(db, source.id, 1))
    stored = await app.database.read(lambda db: db.rows("SELECT puzzle_json FROM matches WHERE id = ?", source.id))
    assert stored == [(None,)]


async def test_puzzles_are_named_by_level_and_number_by_day_and_by_the_number_in_their_titles(app: Application) -> None:
    service = puzzles(app)
    shown = await service.play(CLEO, GUILD, service.offers.of("tnb"), 1)
    assert await service.named("tnb", f"#{shown.number}") == await service.named("tnb", "1.1")
    past = next(
        day
        for day in (service.today() - timedelta(days=back) for back in range(1, 15))
        if service.offers.of_day(day).game.key == "tnb"
    )
    daily = await service.daily(CLEO, GUILD, past)
    assert json.loads(await service.named("tnb", past.isoformat())) == service.offers.of("tnb").puzzles.written(
        daily.puzzle
    )
    assert service.listed()["tnb 1.2"] == "T&B 1.2 · The last blow"


@pytest.mark.parametrize("name", ["9.1", "1.0", "1.99", "#4711", "x", "", "2026-13-01"[:4]])
async def test_a_puzzle_that_is_not_there_is_refused(app: Application, name: str) -> None:
    with pytest.raises(NoPuzzleNamed):
        await puzzles(app).named("tnb", name)


async def test_the_puzzle_of_today_and_those_of_other_games_are_refused(app: Application) -> None:
    service = puzzles(app)
    today = service.offers.of_day(service.today()).game.key
    number = (await service.daily(CLEO, GUILD, service.today())).number
    for name in (service.today().isoformat(), f"#{number}"):
        with pytest.raises(PuzzleOfToday):
            await service.named(today, name)
    with pytest.raises(NoPuzzleNamed):
        await service.named("circuitry" if today == "tnb" else "tnb", f"#{number}")
    with pytest.raises(NoPuzzlesOfGame):
        await set_up(app, "game allocator\npuzzle 1.1")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("game tnb\npuzzle {}\ndeck vanguard", "line 3: a position has one puzzle, which brings its own seats"),
        ("game tnb\npuzzle {}\npuzzle {}", "line 3: a position has one puzzle"),
        ('game tnb\npuzzle {"round": 1}', "line 2: a puzzle has a round, answers, and two sides"),
        ("game tnb\npuzzle {oops", "line 2: Expecting property name"),
        ("game tnb\npuzzle " + "[" * 3_000, "line 2: "),
        ("game allocator\npuzzle {}", "line 2: Allocator has no puzzles"),
    ],
)
def test_a_puzzle_that_is_none_is_refused_with_its_line(text: str, told: str) -> None:
    written = text.partition("puzzle ")[2].partition("\n")[0]
    with pytest.raises(PositionError) as refused:
        read_position(text, load_library().games, written)
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


async def test_a_written_out_puzzle_needs_no_name(app: Application) -> None:
    written = await puzzles(app).named("circuitry", "1.1")
    match = await set_up(app, f"game circuitry\npuzzle {written}")
    assert (await record_of(app, match.id)).deal.puzzle == written


async def test_a_hostile_match_file_gives_a_puzzle_no_other_table(app: Application) -> None:
    record = await record_of(app, (await set_up(app, TEXT)).id)
    text = write(record)
    for changed in ("puzzle [", "puzzle " + "[" * 9_000, "puzzle " + "1" * 10_001):
        with pytest.raises(MatchFileError, match="line 12: “puzzle”"):
            read(text.replace(f"puzzle {record.deal.puzzle}", changed))
    alone = replace(record, names=record.names[:1], deal=replace(record.deal, decks=record.deal.decks[:1]))
    game = record.played_by(app.library)
    with pytest.raises(DivergedError, match="not those of the puzzle"):
        list(tables(game, alone.match, alone.deal, alone.plies))
