"""The outbox: messages are stored with the change that needs them, taken under a lease, and kept until delivered."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import pytest

from bot.application.application import Application
from bot.application.match.leases import ALIVE
from bot.application.match.outbox import (
    BoardRow,
    HandRow,
    NoteRow,
    Outbox,
    PingRow,
    Retired,
    RetiredRow,
    Row,
    TakenError,
    Trouble,
    Wanted,
)
from bot.content.library import Library
from bot.model.match import Match, MatchId
from bot.model.notes import MatchEnded, SeatOffered, Written
from bot.model.pings import DEFAULT_PING_DELAY
from bot.model.reasons.match import UnreadableAction
from bot.model.shown import (
    AbandonmentShown,
    BoardShown,
    HandShown,
    LobbyShown,
    QuarantineShown,
    TableShown,
)
from bot.store.database import Database
from render.palette import Theme
from tests.bot.hand_clock import Time
from tests.bot.refused import refused
from tests.bot.table_helpers import ANN, BEN, CHANNEL, GUILD, TINY, begin, first_choice, fresh, open_lobby, play_on


@pytest.fixture
def clock() -> Time:
    return Time()


@pytest.fixture
def app(database: Database, clock: Time) -> Application:
    return Application(database, Library.of({TINY.key: TINY}), clock=clock, seeds=lambda: 7)


@pytest.fixture
def outbox(database: Database, clock: Time) -> Outbox:
    return Outbox(database, clock=clock)


def versions(rows: Sequence[Row]) -> list[tuple[str, int | None, int | None, int]]:
    """Return, for boards and hands, the seat, the version that is shown, and the version to show."""
    found: list[tuple[str, int | None, int | None, int]] = []
    for row in rows:
        if isinstance(row, BoardRow):
            found.append(("board", None, row.shown_version, row.version))
        elif isinstance(row, HandRow):
            found.append(("hand", row.seat, row.shown_version, row.version))
    return found


def shown(row: Row) -> Row:
    """Return a row in the state in which its delivery leaves it."""
    if isinstance(row, BoardRow | HandRow):
        return replace(row, shown_version=row.version)
    return replace(row, is_posted=True) if isinstance(row, PingRow) else row


def hands(rows: Sequence[Row]) -> list[HandRow]:
    return [row for row in rows if isinstance(row, HandRow)]


def ping(rows: Sequence[Row], seat: int) -> PingRow:
    """Return the one ping of a seat."""
    [found] = [row for row in rows if isinstance(row, PingRow) and row.seat == seat]
    return found


async def delivered(outbox: Outbox, match_id: MatchId) -> list[Row]:
    """Take all pending rows of a match, and record them as shown."""
    rows = await outbox.take(match_id)
    await outbox.record([replace(shown(row), channel_id=1, message_id=row.id) for row in rows])
    return rows


async def test_a_new_lobby_has_a_pending_board(app: Application, outbox: Outbox) -> None:
    lobby = await open_lobby(app)
    assert versions(await outbox.take(lobby.id)) == [("board", None, None, 1)]
    assert await outbox.due(10) == [lobby.id]


async def test_a_deal_makes_every_hand_pending_and_each_change_makes_everything_pending_again(
    app: Application, outbox: Outbox
) -> None:
    match = await begin(app)
    await delivered(outbox, match.id)
    assert await outbox.take(match.id) == []
    assert await outbox.due(10) == []
    match = await play_on(app, match, 1)
    before = match.version - 1
    assert versions(await outbox.take(match.id)) == [
        ("board", None, before, match.version),
        ("hand", 0, before, match.version),
        ("hand", 1, before, match.version),
    ]


async def test_every_change_of_a_match_becomes_pending(app: Application, outbox: Outbox) -> None:
    lobby = await open_lobby(app)
    known_versions = [lobby.version]
    for change in (
        app.lobbies.join(lobby.id, BEN, deck="level", interaction=fresh()),
        app.lobbies.choose_deck(lobby.id, BEN, "mixed", interaction=fresh()),
        app.lobbies.choose_option(lobby.id, ANN, "goal", "3", interaction=fresh()),
        app.lobbies.start(lobby.id, ANN, interaction=fresh()),
        app.matches.resign(lobby.id, BEN, interaction=fresh()),
    ):
        known_versions.append((await change).match.version)
        assert {version for *_, version in versions(await outbox.of_match(lobby.id))} == {known_versions[-1]}
    assert known_versions == [1, 2, 3, 4, 5, 6]


async def test_a_refused_request_makes_nothing_pending(app: Application, outbox: Outbox) -> None:
    match = await begin(app)
    before = await outbox.of_match(match.id)
    with refused(UnreadableAction(text="?")):
        await app.matches.act(match.id, ANN, "?", decision=None, interaction=fresh())
    assert await outbox.of_match(match.id) == before


async def test_recording_an_older_version_does_not_lose_a_change_made_meanwhile(
    app: Application, outbox: Outbox
) -> None:
    match = await begin(app)
    rows = await outbox.take(match.id)
    match = await play_on(app, match, 1)
    await outbox.record([shown(row) for row in rows])
    pending = versions(await outbox.take(match.id))
    assert {each[2:] for each in pending} == {(match.version - 1, match.version)}


async def test_two_processes_never_deliver_the_same_match_at_once(
    app: Application, database: Database, clock: Time
) -> None:
    match = await begin(app)
    first, second = Outbox(database, clock=clock), Outbox(database, clock=clock)
    assert await first.take(match.id) != []
    with pytest.raises(TakenError):
        await second.take(match.id)
    clock.seconds += ALIVE + 1
    rows = await second.take(match.id)
    assert {row.failures for row in rows} == {1}, "the first has died, perhaps after it had sent them"
    with pytest.raises(TakenError):
        await first.take(match.id)


async def test_a_start_frees_leases_of_a_dead_process_and_counts_its_deliveries_as_failed_once(
    app: Application, database: Database, clock: Time
) -> None:
    match = await begin(app)
    await Outbox(database, clock=clock).take(match.id)
    again = Outbox(database, clock=clock)
    await again.open()
    assert {row.failures for row in await again.take(match.id)} == {1}


async def test_a_failed_delivery_waits_and_a_new_change_tries_what_waits_for_no_user(
    app: Application, outbox: Outbox, clock: Time
) -> None:
    match = await begin(app)
    board, mine, other = await outbox.take(match.id)
    later = clock.seconds + 300
    await outbox.record(
        [
            replace(board, failures=1, trouble=Trouble.FORBIDDEN, due_at=later),
            replace(mine, failures=1, trouble=Trouble.WAIT, due_at=later),
            replace(other, failures=1, trouble=Trouble.CLOSED, due_at=later),
        ]
    )
    assert await outbox.take(match.id) == []
    assert await outbox.next_of(match.id) == clock.seconds + DEFAULT_PING_DELAY
    await play_on(app, match, 1)
    assert [kind for kind, *_ in versions(await outbox.take(match.id))] == ["board", "hand"], (
        "nothing tells when a refusal has passed, and a user who takes no messages tells by pressing"
    )
    clock.seconds = later + 1
    pending = [row for row in await outbox.take(match.id) if not isinstance(row, PingRow)]
    assert [row.trouble for row in pending] == [Trouble.FORBIDDEN, Trouble.WAIT]
    await outbox.hasten(match.id)


async def test_a_user_with_closed_direct_messages_is_tried_again_when_they_are_active(
    app: Application, outbox: Outbox, clock: Time
) -> None:
    match = await begin(app)
    rows = await outbox.take(match.id)
    closed = next(row for row in hands(rows) if match.players[row.seat].user == BEN)
    await outbox.record([shown(row) for row in rows if row is not closed])
    await outbox.record([replace(closed, failures=1, trouble=Trouble.CLOSED, due_at=clock.seconds + 30)])
    outbox.closed(BEN)
    assert await outbox.due(10) == [], "it is not retried without a sign of the user"
    assert await outbox.reopen(ANN) == []
    assert await outbox.reopen(BEN) == [], "too soon"
    clock.seconds += 31
    assert await outbox.reopen(BEN) == [match.id]
    assert [row.seat for row in hands(await outbox.take(match.id))] == [closed.seat]


async def test_a_delivery_that_failed_too_recently_is_retried_at_the_users_next_activity(
    app: Application, outbox: Outbox, clock: Time
) -> None:
    match = await begin(app)
    seat = match.seat_of(BEN)
    await outbox.add_notes(match.id, [(seat, Written(text="for Ben"))])
    rows = await outbox.take(match.id)
    await outbox.record([shown(row) for row in rows])
    [hand] = [row for row in hands(rows) if row.seat == seat]
    [note] = [row for row in rows if isinstance(row, NoteRow)]
    await outbox.record([replace(hand, trouble=Trouble.CLOSED), replace(note, trouble=Trouble.CLOSED, due_at=1e10)])
    outbox.closed(BEN)
    assert await outbox.reopen(BEN) == [match.id]
    clock.seconds = 1e10
    assert await outbox.reopen(BEN) == [match.id]
    assert note.id in [row.id for row in await outbox.take(match.id)]


async def test_closed_direct_messages_are_remembered_after_a_restart(
    app: Application, database: Database, clock: Time
) -> None:
    match = await begin(app)
    outbox = Outbox(database, clock=clock)
    rows = await outbox.take(match.id)
    await outbox.record([replace(row, failures=1, trouble=Trouble.CLOSED) for row in hands(rows) if row.seat == 0])
    again = Outbox(database, clock=clock)
    await again.open()
    assert await again.reopen(match.players[0].user) == [match.id]


async def test_a_channel_that_is_reachable_again_makes_its_messages_due(
    app: Application, outbox: Outbox, clock: Time
) -> None:
    match = await begin(app)
    [board, *_] = await outbox.take(match.id)
    await outbox.record([replace(board, failures=1, trouble=Trouble.FORBIDDEN, due_at=clock.seconds + 3600)])
    assert await outbox.reachable(GUILD, CHANNEL + 1) == []
    assert await outbox.reachable(GUILD + 1) == []
    assert await outbox.reachable(GUILD) == [match.id]
    assert board.id in [row.id for row in await outbox.take(match.id)]


async def test_notes_stay_pending_until_they_are_shown_or_sent(app: Application, outbox: Outbox) -> None:
    match = await begin(app)
    await outbox.add_notes(match.id, [(1, Written(text="first")), (1, Written(text="second")), (None, MatchEnded())])
    [(first, note), (second, _)] = await outbox.notes(match.id, 1)
    assert note == Written(text="first")
    assert await outbox.notes(match.id, 0) == []
    await outbox.delete_notes([first])
    assert [number for number, _ in await outbox.notes(match.id, 1)] == [second]
    rows = [row for row in await outbox.take(match.id) if isinstance(row, NoteRow)]
    assert [row.note for row in rows] == [Written(text="second"), MatchEnded()]
    await outbox.record([], deleted=rows)
    assert await outbox.notes(match.id, 1) == []


PLACE: Final[dict[str, Any]] = {
    "channel_id": 7,
    "message_id": 6,
    "attempt": 2,
    "failures": 1,
    "trouble": Trouble.WAIT,
    "due_at": 0.5,
}
HAND = HandShown(digest="d", may_undo=True, deadline=9, theme=Theme.LIGHT, in_words=True)
NUMBER = MatchId(1)
BOARDS: list[BoardShown] = [LobbyShown(), TableShown(3), QuarantineShown(), AbandonmentShown()]


@pytest.mark.parametrize(
    "complete",
    [
        *(BoardRow(match_id=NUMBER, version=9, shown_version=8, shown=board, **PLACE) for board in BOARDS),
        BoardRow(match_id=NUMBER, version=9, shown=LobbyShown(), invited=frozenset({ANN, BEN}), **PLACE),
        BoardRow(match_id=NUMBER, version=9, **PLACE),
        HandRow(match_id=NUMBER, seat=5, version=9, shown_version=8, shown=HAND, **PLACE),
        HandRow(match_id=NUMBER, seat=5, version=9, **PLACE),
        *(PingRow(match_id=NUMBER, seat=5, asked_ply=3, wanted=wanted, is_posted=True, **PLACE) for wanted in Wanted),
        NoteRow(match_id=NUMBER, seat=1, note=Written(text="t"), written_at=2.5, **PLACE),
        NoteRow(
            match_id=NUMBER,
            seat=None,
            note=SeatOffered(owner_id=BEN, to=ANN),
            pinged_user_id=ANN,
            written_at=2.5,
            **PLACE,
        ),
        *(RetiredRow(match_id=NUMBER, was=was, **PLACE) for was in Retired),
    ],
    ids=str,
)
async def test_every_field_of_a_row_is_stored_and_read_back(
    app: Application, database: Database, outbox: Outbox, complete: Row
) -> None:
    match = await begin(app)
    assert match.id == NUMBER
    await outbox.record([], deleted=[row for row in await outbox.of_match(match.id) if isinstance(row, BoardRow)])
    earlier_ids = {row.id for row in await outbox.of_match(match.id)}
    await outbox.record([], added=[complete])
    [stored] = [row for row in await outbox.of_match(match.id) if row.id not in earlier_ids]
    assert replace(stored, id=None) == complete
    is_taken = stored.id in [row.id for row in await outbox.take(match.id)]
    assert is_taken == complete.is_pending, "the store and the row agree on what is pending"
    await outbox.record([stored])
    assert stored in await outbox.of_match(match.id), "a recorded row is read back unchanged"


@pytest.fixture
def listened(app: Application) -> list[MatchId]:
    heard: list[MatchId] = []
    app.announcer.on_pending(heard.append)
    return heard


async def test_listeners_are_told_of_every_commit_and_nothing_else(app: Application, listened: list[MatchId]) -> None:
    match: Match = await begin(app)
    assert listened == [match.id] * 3
    with refused(UnreadableAction(text="?")):
        await app.matches.act(match.id, ANN, "?", decision=None, interaction=fresh())
    assert len(listened) == 3
    number = fresh()
    choice = await first_choice(app, match, ANN)
    for _ in range(2):
        await app.matches.act(match.id, ANN, choice, decision=None, interaction=number)
    assert len(listened) == 4, "the same click delivered twice is announced once"


async def asked_at(outbox: Outbox, match_id: MatchId) -> dict[int, float]:
    """Return when each seat is to be pinged."""
    return {row.seat: row.due_at for row in await outbox.unsent_pings(match_id)}


async def test_an_asked_player_is_to_be_pinged_after_the_ping_delay(
    app: Application, outbox: Outbox, clock: Time
) -> None:
    match = await begin(app)
    begun = clock.seconds
    assert await asked_at(outbox, match.id) == {0: begun + DEFAULT_PING_DELAY, 1: begun + DEFAULT_PING_DELAY}
    clock.seconds += 10
    await app.matches.act(match.id, match.players[0].user, "fold", decision=None, interaction=fresh())
    assert await asked_at(outbox, match.id) == {1: begun + DEFAULT_PING_DELAY}, (
        "the deadline of a seat still asked does not move"
    )
    clock.seconds += 10
    await app.matches.act(match.id, match.players[1].user, "fold", decision=None, interaction=fresh())
    assert await asked_at(outbox, match.id) == {
        0: clock.seconds + DEFAULT_PING_DELAY,
        1: clock.seconds + DEFAULT_PING_DELAY,
    }


async def test_a_sent_ping_is_deleted_once_its_seat_has_acted(app: Application, outbox: Outbox, clock: Time) -> None:
    match = await begin(app)
    clock.seconds += DEFAULT_PING_DELAY
    await outbox.record([replace(ping(await outbox.take(match.id), 0), is_posted=True, channel_id=1, message_id=2)])
    assert 0 not in await asked_at(outbox, match.id)
    await app.matches.act(match.id, match.players[0].user, "fold", decision=None, interaction=fresh())
    down = ping(await outbox.take(match.id), 0)
    assert (down.wanted, down.message_id) == (Wanted.DELETED, 2)


async def test_a_ping_sent_while_its_seat_acts_is_deleted(app: Application, outbox: Outbox, clock: Time) -> None:
    match = await begin(app)
    clock.seconds += DEFAULT_PING_DELAY
    sent = ping(await outbox.take(match.id), 0)
    await app.matches.act(match.id, match.players[0].user, "fold", decision=None, interaction=fresh())
    await outbox.record([replace(sent, is_posted=True, channel_id=1, message_id=2)])
    down = ping(await outbox.take(match.id), 0)
    assert (down.wanted, down.message_id) == (Wanted.DELETED, 2)


async def test_nobody_is_pinged_for_a_finished_match(app: Application, outbox: Outbox) -> None:
    match = await begin(app)
    await app.matches.resign(match.id, BEN, interaction=fresh())
    assert await outbox.unsent_pings(match.id) == []


async def test_a_ping_that_waited_for_a_channel_is_due_once_the_channel_is_reachable(
    app: Application, outbox: Outbox, clock: Time
) -> None:
    match = await begin(app)
    clock.seconds += DEFAULT_PING_DELAY
    waiting = ping(await outbox.take(match.id), 0)
    board = await outbox.board(match.id)
    later = clock.seconds + 3600
    await outbox.record([replace(row, trouble=Trouble.FORBIDDEN, due_at=later) for row in (board, waiting)])
    assert await outbox.reachable(GUILD) == [match.id]
    assert waiting.id in [row.id for row in await outbox.take(match.id)]


async def test_asking_for_the_status_of_a_match_does_not_shorten_any_ping_delay(
    app: Application, outbox: Outbox, clock: Time
) -> None:
    match = await begin(app)
    await outbox.hasten(match.id)
    assert set((await asked_at(outbox, match.id)).values()) == {clock.seconds + DEFAULT_PING_DELAY}
