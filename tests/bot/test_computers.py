"""Computer players, through the match service."""

import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import closing
from pathlib import Path
from time import monotonic

import pytest
from structlog.testing import capture_logs

from bot.application.application import Application
from bot.application.thinking.computers import AGAIN, PAUSE
from bot.application.thinking.thinking import Thinking
from bot.computer import levels
from bot.computer.levels import Choice, Level
from bot.computing.calls import GameReference
from bot.content.library import Library
from bot.content.seeds import load_game
from bot.model.lobby_settings import LobbySettings
from bot.model.match import Match, MatchId, Status
from bot.model.new_match import NewMatch
from bot.model.pace import Pace
from bot.model.position import Position
from bot.model.proposal import Kind
from bot.model.reasons.match import NoLongerDue, SomeoneWasFaster
from bot.model.reasons.thinking import NoHintsWhenRated
from bot.model.refusals import NotALobby, NotAtThisTable, NotTheHost, TableFull
from bot.people.names import Names
from bot.ratings.ratings import Ratings
from bot.store.database import Database
from rules.core.events import Seat
from rules.core.game import Game
from rules.core.notation import Action
from rules.core.play import View
from tests.bot.at_once import AtOnce, Broken, at_leisure
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import ANN, BEN, CHANNEL, GUILD, SEED, TINY, begin, first_choice, fresh, open_lobby
from tests.heist_game import Heist
from tests.patience import PATIENT
from tests.raw_database import connect_raw

HEIST = Heist()


@pytest.fixture
def time() -> Time:
    return Time()


def made(database: Database, time: Time, thinking: Thinking | None = None) -> Application:
    library = Library.of({TINY.key: TINY, HEIST.key: HEIST})
    return Application(
        database, library, clock=time, seeds=lambda: SEED, thinking=thinking or Thinking(1, AtOnce, at_leisure)
    )


@pytest.fixture
async def app(database: Database, time: Time) -> Application:
    return made(database, time)


async def alone(app: Application, game: str = "tiny", *more: Level, level: Level = Level.REGULAR) -> Match:
    """Start a live match of Ann and computers."""
    given = level, *more
    position = await app.lobbies.create(
        NewMatch(
            guild=GUILD,
            channel=CHANNEL,
            host=ANN,
            game=game,
            settings=LobbySettings(wanted=1 + len(given)),
            levels=given,
        ),
        interaction=fresh(),
    )
    assert position.match.status is Status.LIVE
    return position.match


async def let_them(app: Application, time: Time, match_id: MatchId) -> Position:
    """Let computers act until only people are asked."""
    while (await carry_out(app, match_id)) is not None:
        time.go_on(PAUSE)
    return await app.positions.get(match_id)


async def carry_out(app: Application, match_id: MatchId) -> float | None:
    """Carry out what is due, and return when computers act next."""
    await app.computers.carry_out(match_id)
    await app.computers.settled()
    return app.computers.next_of(await app.positions.get(match_id))


async def play_to_the_end(app: Application, time: Time, match: Match) -> Position:
    position = await let_them(app, time, match.id)
    while position.match.status is Status.LIVE:
        choice = await first_choice(app, match, ANN)
        await app.matches.act(match.id, ANN, choice, decision=None, interaction=fresh())
        position = await let_them(app, time, match.id)
    return position


def plies(path: Path) -> list[tuple[int, str, str]]:
    with closing(connect_raw(path)) as db:
        return db.execute("SELECT seat, action, source FROM plies ORDER BY ply").fetchall()


async def test_the_host_can_add_and_remove_computers(app: Application) -> None:
    lobby = await open_lobby(app)
    await app.lobbies.add_computer(lobby.id, ANN, Level.EXPERT, interaction=fresh())
    added = await app.lobbies.add_computer(lobby.id, ANN, Level.NOVICE, interaction=fresh())
    assert [player.computer for player in added.match.players] == ["", "expert", "novice"]
    with pytest.raises(TableFull):
        await app.lobbies.add_computer(lobby.id, ANN, Level.NOVICE, interaction=fresh())
    with pytest.raises(TableFull):
        await app.lobbies.join(lobby.id, BEN, interaction=fresh())
    out = await app.lobbies.remove_computer(lobby.id, ANN, interaction=fresh())
    assert [player.computer for player in out.match.players] == ["", "expert"]
    await app.lobbies.remove_computer(lobby.id, ANN, interaction=fresh())
    with pytest.raises(NotAtThisTable):
        await app.lobbies.remove_computer(lobby.id, ANN, interaction=fresh())


async def test_only_the_host_adds_computers_and_only_to_a_lobby(app: Application) -> None:
    lobby = await open_lobby(app)
    with pytest.raises(NotTheHost):
        await app.lobbies.add_computer(lobby.id, BEN, Level.NOVICE, interaction=fresh())
    await app.lobbies.add_computer(lobby.id, ANN, Level.NOVICE, interaction=fresh())
    with pytest.raises(NotTheHost):
        await app.lobbies.remove_computer(lobby.id, BEN, interaction=fresh())
    await app.lobbies.start(lobby.id, ANN, interaction=fresh())
    with pytest.raises(NotALobby):
        await app.lobbies.add_computer(lobby.id, ANN, Level.NOVICE, interaction=fresh())


async def test_a_lobby_whose_host_leaves_the_server_does_not_pass_to_a_computer(app: Application) -> None:
    lobby = await open_lobby(app)
    await app.lobbies.add_computer(lobby.id, ANN, Level.NOVICE, interaction=fresh())
    assert (await app.lobbies.pass_on(lobby.id, ANN)).match.status is Status.CLOSED


async def test_a_match_whose_table_is_filled_by_computers_starts_at_once(
    app: Application, database: Database, path: Path
) -> None:
    match = await alone(app)
    assert sorted(player.computer for player in match.players) == ["", "regular"]
    names = await Names(database).of(match)
    assert names[match.computers[0]] == "Regular bot"
    with closing(connect_raw(path)) as db:
        assert db.execute("SELECT seat FROM outbox WHERE kind = 'hand'").fetchall() == [(match.seat_of(ANN),)]


@pytest.mark.parametrize("game", ["tiny", "heist"])
async def test_computers_play_to_the_end_and_nobody_is_rated(
    app: Application, time: Time, database: Database, path: Path, game: str
) -> None:
    match = await alone(app, game, Level.NOVICE)
    over = await play_to_the_end(app, time, match)
    assert over.match.status is Status.OVER
    sources = {(seat in match.computers, source) for seat, _, source in plies(path)}
    assert sources == {(True, "computer"), (False, "interaction")}
    page = await Ratings(database).leaderboard(GUILD, game, first=0, count=3, user=None)
    assert page.players == 0


async def test_a_computer_acts_a_short_pause_after_it_is_asked(app: Application, time: Time) -> None:
    match = await alone(app)
    due = await carry_out(app, match.id)
    assert due == time().timestamp() + PAUSE
    time.go_on(PAUSE / 2)
    await carry_out(app, match.id)
    assert (await app.positions.get(match.id)).match.ply == 0
    time.go_on(PAUSE / 2)
    await carry_out(app, match.id)
    assert (await app.positions.get(match.id)).match.ply == 1


class Slow(Thinking):
    """Computers that think for some seconds of simulated time."""

    def __init__(self, time: Time, seconds: float) -> None:
        super().__init__(1, AtOnce)
        self._time, self._seconds = time, seconds

    async def choice(self, game: Game, view: View, seed: int, level: str, **_: object) -> Choice:
        self._time.go_on(self._seconds)
        return levels.choose(game, view, seed, Level.REGULAR)


@pytest.mark.parametrize(
    ("thought", "pauses"), [(0.0, 1), (0.01, 1), (PAUSE - 0.01, 1), (PAUSE + 0.01, 2), (2 * PAUSE - 0.01, 2)]
)
async def test_the_time_of_an_experts_action_tells_no_more_of_its_thinking_than_the_whole_pauses_it_took(
    database: Database, time: Time, thought: float, pauses: int
) -> None:
    app = made(database, time, Slow(time, thought))
    match = await alone(app, level=Level.EXPERT)
    asked = time().timestamp()
    while (due := await carry_out(app, match.id)) is not None:
        time.go_on(due - time().timestamp())
    assert (await app.positions.get(match.id)).match.ply == 1
    assert time().timestamp() - asked == pytest.approx(pauses * PAUSE)


async def decide(app: Application, match_id: MatchId) -> tuple[Seat, Action] | None:
    """Return a computer's next decision before it is played, which no player sees."""
    position = await app.positions.get(match_id)
    return await app.computers._decided(position.match, position.seen, monotonic())


async def test_a_computer_decides_the_same_after_a_restart(
    app: Application, time: Time, database: Database, path: Path
) -> None:
    match = await alone(app, "heist", Level.NOVICE)
    spare = AtOnce()
    before = made(database, time, Thinking(1, lambda _: spare))
    decided = [await decide(before, match.id) for _ in range(2)]
    again = made(database, time)
    assert await decide(again, match.id) == decided[0] == decided[1]
    await let_them(again, time, match.id)
    assert decided[0] is None or plies(path)[0][:2] == (decided[0][0], str(decided[0][1]))


async def test_a_search_leaves_as_a_value_the_view_of_the_computers_seat_the_games_name_and_a_seed(
    database: Database, time: Time
) -> None:
    pool = AtOnce()
    app = made(database, time, Thinking(1, lambda _: pool, at_leisure))
    match = await alone(app, "tiny", level=Level.EXPERT)
    await let_them(app, time, match.id)
    assert pool.calls
    for reference, view, seed, level, patience in pool.calls:
        assert reference == GameReference.of(TINY)
        assert isinstance(view, View)
        assert view.seat in match.computers
        assert isinstance(seed, int)
        assert seed != SEED
        assert level == Level.EXPERT
        assert 0 < patience <= levels.DECISION_TIMEOUT


async def test_novices_and_regulars_decide_without_another_process(database: Database, time: Time) -> None:
    pool = AtOnce()
    app = made(database, time, Thinking(1, lambda _: pool))
    match = await alone(app, "heist", Level.NOVICE)
    await play_to_the_end(app, time, match)
    assert pool.calls == []


async def test_a_computer_decides_in_time_even_if_the_match_changes_while_it_thinks(
    database: Database, time: Time
) -> None:
    app = made(database, time)
    match = await alone(app)
    before = await app.positions.get(match.id)
    [seat] = match.computers
    choice = await first_choice(app, match, ANN)
    played = await app.matches.act(match.id, ANN, choice, decision=None, interaction=fresh())
    action = before.view_for(match.players[seat].user).view.options[0]
    with pytest.raises(SomeoneWasFaster):
        await app.computers._play(match.id, before.seen.ply, seat, action)
    assert (await app.positions.get(match.id)).match.ply == played.match.ply
    assert (await play_to_the_end(app, time, match)).match.status is Status.OVER


def failing(*_: object) -> Choice:
    raise ValueError("the hand is card-1")


def timing_out(*_: object) -> Choice:
    raise TimeoutError("the hand is card-1")


@pytest.mark.parametrize("level", [Level.REGULAR, Level.EXPERT])
@pytest.mark.parametrize("choose", [failing, timing_out])
async def test_a_failing_or_slow_computer_plays_like_the_quick_player_and_its_hand_is_not_logged(
    database: Database, time: Time, choose: Callable[..., Choice], level: Level
) -> None:
    app = made(database, time, Thinking(1, AtOnce, choose))
    with capture_logs() as lines:
        over = await play_to_the_end(app, time, await alone(app, level=level))
    assert over.match.status is Status.OVER
    assert lines
    assert "card-1" not in str(lines)


@pytest.mark.parametrize(("failure", "logged"), [(NoLongerDue(), 0), (ValueError("card-1"), 1)])
async def test_a_computer_retries_a_refused_or_failed_move_and_only_faults_are_logged(
    app: Application, time: Time, monkeypatch: pytest.MonkeyPatch, failure: Exception, logged: int
) -> None:
    async def failing(*_: object) -> None:
        raise failure

    match = await alone(app)
    with capture_logs() as lines, monkeypatch.context() as patch:
        patch.setattr(app.computers, "_play", failing)
        await carry_out(app, match.id)
        time.go_on(PAUSE)
        await carry_out(app, match.id)
    assert len(lines) == logged
    assert "card-1" not in str(lines)
    assert await carry_out(app, match.id) == time().timestamp() + AGAIN
    time.go_on(AGAIN)
    assert (await play_to_the_end(app, time, match)).match.status is Status.OVER


@pytest.fixture
def pools() -> Callable[[int], Executor]:
    """Make every other pool a broken one, beginning with the first."""
    kinds: list[Callable[[int], Executor]] = [AtOnce, Broken]

    def make(workers: int) -> Executor:
        kinds.reverse()
        return kinds[0](workers)

    return make


async def test_an_ended_pool_is_replaced_and_the_match_continues(
    database: Database, time: Time, pools: Callable[[int], Executor]
) -> None:
    app = made(database, time, Thinking(1, pools, at_leisure))
    with capture_logs() as lines:
        over = await play_to_the_end(app, time, await alone(app, level=Level.EXPERT))
    assert over.match.status is Status.OVER
    assert [line["event"] for line in lines] == ["a process in which computers think was ended"]


async def test_a_killed_thinking_process_costs_a_repeated_task_and_no_choice() -> None:
    thinking = Thinking(1, choose=at_leisure)
    before = await thinking.choice(*task(), Level.EXPERT, within=PATIENT)
    assert thinking._pool is not None  # to be killed
    for process in thinking._pool._processes.values():  # type: ignore[attr-defined]
        process.kill()
        process.join()
    assert await thinking.choice(*task(), Level.EXPERT, within=PATIENT) == before
    await thinking.close()


def task() -> tuple[Game, View, int]:
    """Return the arguments of a decision: the game, a view, and a seed."""
    g = TINY.begin(
        seats=2, options=TINY.all_options({}), decks=[deck.cards for deck in TINY.decks.values()][:2], seed=SEED
    )
    return TINY, TINY.view(g, 0), SEED


def test_a_thinking_process_does_not_outlive_a_killed_program() -> None:
    command = [sys.executable, "-m", "tests.bot.killed_thinker"]
    ended = subprocess.run(  # noqa: S603 # our own; it returns once nobody is left that could write
        command, capture_output=True, text=True, check=False, timeout=PATIENT
    )
    assert ended.returncode == -signal.SIGKILL
    decision, running = ended.stdout.rsplit(maxsplit=1)
    assert decision.startswith("bid card-")
    assert running == "1", "the process lived when the program was killed"


async def test_computers_act_in_all_their_matches_after_a_restart(
    app: Application, database: Database, time: Time
) -> None:
    match = await alone(app)
    again = made(database, time)
    assert await again.computers.due() == [(time().timestamp(), match.id)]
    await play_to_the_end(again, time, match)
    assert await made(database, time).computers.due() == []


async def test_a_hint_is_the_experts_choice_and_is_computed_once(database: Database, time: Time) -> None:
    pool = AtOnce()
    app = made(database, time, Thinking(1, lambda _: pool, at_leisure))
    match = await alone(app)
    position, choice = await app.hints.hint(match.id, ANN)
    assert choice.action in position.view_for(ANN).view.options
    assert choice.trials
    assert (await app.hints.hint(match.id, ANN))[1] is choice
    [(_, view, _, level, _)] = pool.calls
    assert (view.seat, level) == (match.seat_of(ANN), Level.EXPERT)
    with pytest.raises(NotAtThisTable):
        await app.hints.hint(match.id, BEN)


async def test_hints_are_refused_in_rated_matches(app: Application) -> None:
    match = await begin(app)
    with pytest.raises(NoHintsWhenRated):
        await app.hints.hint(match.id, ANN)


async def test_computers_agree_to_undos_draws_and_endings(app: Application, time: Time) -> None:
    match = await alone(app)
    choice = await first_choice(app, match, ANN)
    await app.matches.act(match.id, ANN, choice, decision=None, interaction=fresh())
    await let_them(app, time, match.id)
    undone = await app.consents.propose(match.id, ANN, Kind.UNDO, interaction=fresh())
    assert undone.proposals == ()
    assert undone.seen.acted[match.seat_of(ANN) or 0] == undone.match.ply
    drawn = await app.consents.propose(match.id, ANN, Kind.DRAW, interaction=fresh())
    assert drawn.match.status is Status.OVER
    other = await alone(app)
    ended = await app.consents.propose(other.id, ANN, Kind.ABANDON, interaction=fresh())
    assert ended.match.status is Status.ABANDONED


async def test_a_match_ends_when_its_last_person_resigns(app: Application, path: Path) -> None:
    match = await alone(app, "heist", Level.NOVICE)
    ended = await app.matches.resign(match.id, ANN, interaction=fresh())
    assert ended.match.status is Status.ABANDONED
    assert await app.matches.in_channel(CHANNEL) is None


async def test_a_rematch_keeps_the_same_computers_in_other_seats(app: Application, time: Time) -> None:
    match = await alone(app, "heist", Level.NOVICE)
    await play_to_the_end(app, time, match)
    again = await app.invitations.rematch(match.id, ANN, deck=None, interaction=fresh())
    assert again.match.status is Status.LIVE
    assert sorted(player.computer for player in again.match.players) == ["", "novice", "regular"]
    before, now = ([player.computer for player in each.players] for each in (match, again.match))
    assert now == [*before[-1:], *before[:-1]]


async def test_computers_are_the_same_players_after_a_restart(app: Application, database: Database, time: Time) -> None:
    match = await alone(app, "heist", Level.NOVICE)
    assert (await made(database, time).positions.get(match.id)).match.players == match.players


async def test_a_computer_decides_for_a_player_out_of_time_if_the_table_chose_that(
    app: Application, time: Time, path: Path
) -> None:
    lobby = await open_lobby(app)
    await app.lobbies.choose_pace(lobby.id, ANN, Pace.read("1h computer"), interaction=fresh())
    await app.lobbies.join(lobby.id, BEN, deck="level", interaction=fresh())
    match = (await app.lobbies.start(lobby.id, ANN, interaction=fresh())).match
    time.go_on(60 * 60 + 1)
    after = await app.deadlines.carry_out(match.id)
    assert after.match.ply == 1
    [(_, action, source)] = plies(path)
    assert action.startswith("bid")
    assert source == "timer"


async def moved_once(
    database: Database, time: Time, path: Path, level: Level = Level.REGULAR
) -> tuple[Application, Match, list[tuple[int, str, str]]]:
    """Let a computer of Allocator act once, and return the plies that are shown then."""
    library = Library.of({"allocator": load_game("allocator")})
    app = Application(database, library, clock=time, seeds=lambda: SEED, thinking=Thinking(1, AtOnce, at_leisure))
    match = await alone(app, "allocator", level=level)
    [seat] = match.computers
    while (await app.positions.get(match.id)).seen.state.phase.waiting != (seat,):
        choice = await first_choice(app, match, ANN)
        await app.matches.act(match.id, ANN, choice, decision=None, interaction=fresh())
    begun = len(plies(path))
    await carry_out(app, match.id)
    time.go_on(PAUSE)
    await carry_out(app, match.id)
    return app, match, plies(path)[begun:]


async def test_consecutive_actions_of_a_computer_are_immediate_while_nobody_else_can_act(
    database: Database, time: Time, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # a busy machine uses up the seconds of thinking, and a few of the deals, which differ by ids, the number of actions
    for limit in ("AT_ONCE", "CHOICE_TIMEOUT", "IN_A_ROW"):
        monkeypatch.setattr(f"bot.application.thinking.computers.{limit}", PATIENT)
    app, match, done = await moved_once(database, time, path)
    [seat] = match.computers
    assert len(done) > 1
    assert {source for *_, source in done} == {"computer"}
    assert (await app.positions.get(match.id)).seen.opened[1 - seat] is not None


async def test_a_computer_that_has_thought_for_long_shows_its_action_before_it_goes_on(
    database: Database, time: Time, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.application.thinking.computers.AT_ONCE", 0.0)
    app, match, done = await moved_once(database, time, path)
    assert len(done) == 1
    assert await carry_out(app, match.id) == time().timestamp() + PAUSE, "the rest of its turn follows"


@pytest.mark.parametrize(("level", "limit"), [(Level.REGULAR, "IN_A_ROW"), (Level.EXPERT, "SEARCHED_IN_A_ROW")])
async def test_a_long_turn_of_a_computer_is_shown_in_parts(
    database: Database, time: Time, path: Path, monkeypatch: pytest.MonkeyPatch, *, level: Level, limit: str
) -> None:
    for name, value in {"AT_ONCE": PATIENT, "CHOICE_TIMEOUT": PATIENT, limit: 1}.items():
        monkeypatch.setattr(f"bot.application.thinking.computers.{name}", value)
    app, match, done = await moved_once(database, time, path, level)
    assert len(done) == 1
    assert await carry_out(app, match.id) == time().timestamp() + PAUSE, "the rest of its turn follows"
