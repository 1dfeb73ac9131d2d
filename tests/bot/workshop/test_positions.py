"""Positions from texts: set up, replayed, exported, verified, and played on from."""

import pytest

from bot.application.application import Application
from bot.computer.levels import SCRIPT, Choice, Level, choose, is_quick
from bot.content.library import load_library
from bot.content.seeds import load_game, load_games
from bot.model.lobby_settings import LobbySettings
from bot.model.match import Fork, Status, computer_name
from bot.model.new_match import NewMatch
from bot.model.table import Table
from bot.puzzles.puzzles import Puzzles
from bot.replay.notation import read, write
from bot.replay.record import read_record
from bot.replay.verification import verify
from bot.store.database import Database
from bot.workshop.position_text import LONGEST, PositionError, read_position
from bot.workshop.set_ups import SetUps
from tests.bot.table_helpers import BEN, CHANNEL, CLEO, GUILD, SEED, fresh

TEXT = """
# Ada leads.
game tnb
seed 7
deck vanguard
deck stronghold
moves
play bulwark a1
1: play duelist b1
"""


@pytest.fixture
def app(database: Database) -> Application:
    return Application(database, load_library(), seeds=lambda: SEED)


def set_ups(app: Application) -> SetUps:
    puzzles = Puzzles(app.database, app.library.games, app.clock)
    return SetUps(app.positions, app.packs, puzzles, app.clock, app.lobbies.draw_tag)


def test_a_text_gives_the_position_to_which_its_moves_lead() -> None:
    game = load_game("tnb")
    decks = [game.decks["vanguard"].cards, game.decks["stronghold"].cards]
    table = Table.deal(game, seats=2, options=game.all_options({}), decks=decks, seed=7)
    for seat, move in enumerate(("play bulwark a1", "play duelist b1")):
        table = table.play(seat, game.parse(move))
    found = read_position(TEXT, load_games())
    assert found.table.digest == table.digest
    assert [ply.digest for ply in found.plies][-1] == table.digest
    assert found.deck_ids == ["vanguard", "stronghold"]


def test_decks_options_and_seats_may_be_left_out() -> None:
    games = load_games()
    assert len(read_position("game alchemy", games).deal.decks) == 2
    assert len(read_position("game circuitry\nseats 3", games).table.opened) == 3


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "line 1: a position begins with “game” and one of allocator"),
        ("game chess", "line 1: a position begins with “game” and one of allocator"),
        ("game tnb\nseed x", "line 2: “seed” needs a whole number"),
        ("game tnb\n\ndeck vanguard marksman", "line 3: A deck has exactly 8 cards, not 2"),
        ("game circuitry\ndeck a", "line 2: players bring no decks"),
        ("game circuitry\nseats 9", "line 2: “seats” needs a whole number up to 6"),
        ("game tnb\ndeck vanguard", "line 1: "),
        ("game tnb\noption withdraw maybe", "line 2: the options of T&B are "),
        ("game tnb\nhand marksman", "line 2: a line begins with game, puzzle, seed"),
        ("game tnb\nmoves\nfly away", "line 3: fly away: “fly” isn't an action here"),
        ("game tnb\nseed 7\nmoves\n1: draw", "line 4: 1: draw: It's not your decision now"),
        ("game tnb\nmoves\n7: draw", "line 3: there is no seat 7; seats are counted from 0"),
        ("game tnb\nmoves\n" + "draw\n" * LONGEST, "at most 4,000 characters"),
    ],
)
def test_a_text_that_is_no_position_is_refused_with_its_line(text: str, told: str) -> None:
    with pytest.raises(PositionError) as refused:
        read_position(text, load_games())
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


async def test_a_position_is_a_match_that_can_be_exported_and_verified(app: Application) -> None:
    match, set_up = await set_ups(app).add(TEXT, guild=GUILD, channel=CHANNEL, user=CLEO)
    assert (match.status, match.ply, match.is_open, match.is_rated) == (Status.ABANDONED, 2, True, False)
    record = await app.database.read(lambda db: read_record(db, match.id))
    assert record is not None
    again = read(write(record))
    assert [check.fault for check in verify(again, app.library) if check.subject != "message"] == [""] * 4
    assert again.plies[-1].digest == set_up.table.digest
    [(folded,)] = await app.database.read(lambda db: db.rows("SELECT is_folded FROM matches WHERE id = ?", match.id))
    assert folded == 1, "nobody played it, so no figure counts it"


async def test_people_and_computers_play_on_from_a_position(app: Application) -> None:
    match, set_up = await set_ups(app).add(TEXT, guild=GUILD, channel=CHANNEL, user=CLEO)
    lobby = await app.lobbies.create(
        NewMatch(
            guild=GUILD,
            channel=CHANNEL,
            host=CLEO,
            game="tnb",
            settings=LobbySettings(asked=(BEN,), wanted=await app.starts.check_fork(match.id, match.ply)),
            fork=Fork(match.id, match.ply),
        ),
        interaction=fresh(),
    )
    begun = await app.lobbies.join(lobby.match.id, BEN, interaction=fresh())
    assert begun.match.status is Status.LIVE
    assert begun.seen.digest == set_up.table.digest
    assert not begun.match.is_rated
    assert begun.match.players[set_up.table.state.phase.waiting[0]].user == CLEO
    loaded = await Application(app.database, app.library).positions.get(begun.match.id)
    assert loaded.seen.digest == set_up.table.digest


def test_a_scripted_seat_plays_as_its_script_does() -> None:
    game = load_game("tnb")
    table = read_position(TEXT, load_games()).table
    view = table.view(table.state.phase.waiting[0])
    for name, script in game.scripts.items():
        assert choose(game, view, SEED, SCRIPT + name) == Choice(action=script.decide(game, view, SEED))
        assert is_quick(view, SCRIPT + name)


def test_a_script_that_the_game_has_no_more_plays_like_the_quick_player() -> None:
    game = load_game("tnb")
    table = read_position(TEXT, load_games()).table
    view = table.view(table.state.phase.waiting[0])
    assert choose(game, view, SEED, SCRIPT + "gone") == choose(game, view, SEED, Level.REGULAR)


def test_a_computer_is_named_after_its_level_or_its_script() -> None:
    assert computer_name("tnb", Level.EXPERT) == "Expert Isolde"
    assert computer_name("tnb", SCRIPT + "no-attack") == "No attack bot"
