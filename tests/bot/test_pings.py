"""When a seat is pinged: at most once a turn, not right after it has acted, and later if its player usually thinks
longer.
"""

from dataclasses import replace

import pytest

from bot.application.application import Application
from bot.application.match.outbox import Outbox, PingRow
from bot.content.library import Library
from bot.model.match import Match
from bot.model.new_match import NewMatch
from bot.model.pace import HOUR, Pace
from bot.model.pings import DEFAULT_PING_DELAY
from bot.people.settings import PING_DELAY
from bot.store.database import Database
from bot.store.pings import AWAY, LONGEST_DELAY
from rules.core.events import Seat
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import ANN, BEN, CHANNEL, GUILD, asked, fresh
from tests.bot.thieves import SEED
from tests.heist_game import Heist


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def app(database: Database, time: Time) -> Application:
    return Application(database, Library.of({"heist": Heist()}), clock=time, seeds=lambda: SEED)


async def begun(app: Application, *, pace: str = "none") -> Match:
    """Start a match of Heist, in which a turn has two decisions."""
    lobby = await app.lobbies.create(
        NewMatch(guild=GUILD, channel=CHANNEL, host=ANN, game="heist", pace=Pace.read(pace)),
        interaction=fresh(),
    )
    await app.lobbies.join(lobby.match.id, BEN, interaction=fresh())
    return (await app.lobbies.start(lobby.match.id, ANN, interaction=fresh())).match


async def play(app: Application, match: Match, *actions: str) -> None:
    for action in actions:
        _, user = await asked(app, match)
        await app.matches.act(match.id, user, action, decision=None, interaction=fresh())


async def due(app: Application, match: Match, time: Time) -> dict[Seat, float]:
    """Return the seats to be pinged, each with the seconds until then."""
    return {row.seat: row.due_at - time().timestamp() for row in await app.outbox.unsent_pings(match.id)}


async def post(outbox: Outbox, match: Match) -> None:
    """Post the pings of a match that are due."""
    pings = [row for row in await outbox.take(match.id) if isinstance(row, PingRow)]
    await outbox.record([replace(row, is_posted=True, channel_id=1, message_id=row.seat + 1) for row in pings])


async def test_a_seat_that_was_pinged_is_not_pinged_again_in_that_turn(app: Application, time: Time) -> None:
    match = await begun(app)
    time.go_on(DEFAULT_PING_DELAY)
    await post(app.outbox, match)
    await play(app, match, "take 2")
    assert await due(app, match, time) == {}
    await play(app, match, "tip 0")
    assert await due(app, match, time) == {1: DEFAULT_PING_DELAY}
    await play(app, match, "take 1")
    assert set(await due(app, match, time)) == {0}, "in the next turn"


async def test_a_seat_that_has_just_acted_is_not_pinged_soon(app: Application, time: Time) -> None:
    match = await begun(app)
    await play(app, match, "take 2")
    assert await due(app, match, time) == {0: LONGEST_DELAY}


async def test_in_correspondence_matches_each_decision_that_another_player_opens_is_pinged(
    app: Application, time: Time
) -> None:
    match = await begun(app, pace="24h")
    await post(app.outbox, match)
    await play(app, match, "take 2")
    assert await due(app, match, time) == {0: LONGEST_DELAY}
    await play(app, match, "tip 0")
    assert await due(app, match, time) == {1: 0}


@pytest.mark.parametrize(("chosen", "delay"), [(None, None), (0, 0), (HOUR, HOUR)])
async def test_in_correspondence_matches_a_player_who_has_acted_lately_is_pinged_after_their_delay(
    app: Application, time: Time, chosen: int | None, delay: int | None
) -> None:
    match = await begun(app, pace="24h")
    await play(app, match, "take 1")
    await play(app, match, "take 1")
    time.go_on(AWAY - 1)
    await play(app, match, "take 1")
    assert await due(app, match, time) == {1: DEFAULT_PING_DELAY}
    await app.preferences.choose(match.players[0].user, PING_DELAY, chosen)
    await play(app, match, "take 1")
    assert await due(app, match, time) == ({} if delay is None else {0: delay})


async def test_in_correspondence_matches_a_player_who_was_away_is_pinged_at_once(app: Application, time: Time) -> None:
    match = await begun(app, pace="24h")
    await play(app, match, "take 1")
    await play(app, match, "take 1")
    time.go_on(AWAY)
    await play(app, match, "take 1")
    assert await due(app, match, time) == {1: 0}


async def test_pings_wait_for_twice_as_long_as_their_player_usually_thinks(app: Application, time: Time) -> None:
    match = await begun(app)
    delays = []
    for _ in range(2):
        for _ in range(2):
            time.go_on(60)
            await play(app, match, "take 1")
        delays.append(await due(app, match, time))
    assert delays == [{0: DEFAULT_PING_DELAY}, {0: 120}], "the first decision of a match teaches nothing"
    assert (await app.user_data.export(ANN))["answer_times"] == [{"seconds": 60}]


async def test_a_chosen_delay_that_is_longer_is_kept(app: Application, time: Time) -> None:
    match = await begun(app)
    await app.preferences.choose(match.players[1].user, PING_DELAY, HOUR)
    await play(app, match, "take 1")
    assert await due(app, match, time) == {1: HOUR}


@pytest.mark.parametrize(
    ("chosen", "mean", "delay"),
    [
        (None, 60.0, None),
        (0, 60.0, 0),
        (DEFAULT_PING_DELAY, None, DEFAULT_PING_DELAY),
        (DEFAULT_PING_DELAY, 10.0, DEFAULT_PING_DELAY),
        (DEFAULT_PING_DELAY, 60.0, 120),
        (DEFAULT_PING_DELAY, 500.0, LONGEST_DELAY),
        (HOUR, 60.0, HOUR),
    ],
)
async def test_a_learned_delay_stays_within_its_bounds(  # noqa: PLR0917 # fixtures and a case
    app: Application, database: Database, time: Time, chosen: int | None, mean: float | None, delay: int | None
) -> None:
    match = await begun(app)
    user = match.players[1].user
    await app.preferences.choose(user, PING_DELAY, chosen)
    if mean is not None:
        await database.write(lambda db: db.run("INSERT INTO answer_times (user_id, seconds) VALUES (?, ?)", user, mean))
    await play(app, match, "take 1")
    assert await due(app, match, time) == ({} if delay is None else {1: delay})


async def test_an_answer_changes_the_mean_a_little_and_that_of_a_player_who_was_away_does_not(
    app: Application, time: Time
) -> None:
    match = await begun(app)
    means = []
    for seconds in (30, 80, 3600):
        for _ in range(2):
            time.go_on(seconds)
            await play(app, match, "take 1")
        means.append((await app.user_data.export(match.players[1].user))["answer_times"])
    assert means == [[{"seconds": 30}], [{"seconds": 40}], [{"seconds": 40}]]
