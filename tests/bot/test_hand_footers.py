"""Private notes and the footer of a hand, and notes to absent players at the end of a match."""

import pytest

from bot.application.application import Application
from bot.application.match.end_notes import PRESENT
from bot.application.match.outbox import NoteRow, Outbox
from bot.application.table.hand_footers import NOTE_LIMIT, HandFooter
from bot.application.table.tips import NEWCOMER
from bot.content.library import Library
from bot.model.admin_action import AdminActionKind
from bot.model.match import Match, Status, UserId
from bot.model.notes import MatchAbandoned, MatchEnded, Note
from bot.model.refusals import NotAllowed, NotAtThisTable, NotLive
from bot.people.settings import PHONE_PICTURES, PING_DELAY, PINGS
from bot.store.database import Database
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import ANN, BEN, CHANNEL, CLEO, GUILD, SEED, TINY, begin, fresh, open_lobby, play_on


@pytest.fixture
def clock() -> Time:
    return Time()


@pytest.fixture
def app(database: Database, clock: Time) -> Application:
    return Application(database, Library.of({TINY.key: TINY}), clock=clock, seeds=lambda: SEED)


async def footer(app: Application, match: Match, user: UserId, tip: str = "") -> HandFooter:
    """Return the footer of a user's present hand."""
    return await app.hand_footers.of((await app.positions.get(match.id)).view_for(user), user, tip)


async def test_a_note_to_oneself_stays_until_it_is_replaced_or_removed(app: Application) -> None:
    match = await begin(app)
    await app.hand_footers.write(match.id, ANN, "  keep the six ")
    assert (await footer(app, match, ANN)).note == "keep the six"
    assert (await footer(app, match, BEN)).note == ""
    assert "six" not in repr(await footer(app, match, ANN))
    await app.hand_footers.write(match.id, ANN, " ")
    assert (await footer(app, match, ANN)).note == ""


TIP = "Keep 6 coins."


async def test_a_tip_comes_once_in_a_match_and_stays_while_its_decision_is_shown(app: Application) -> None:
    match = await begin(app)
    assert (await footer(app, match, ANN, TIP)).tip == TIP
    assert (await footer(app, match, ANN, TIP)).tip == TIP, "the same hand, drawn again"
    assert (await footer(app, match, BEN, TIP)).tip == TIP, "another user has not seen it"
    await play_on(app, match, plies=1)
    assert (await footer(app, match, ANN, TIP)).tip == "", "another decision"
    assert (await footer(app, match, ANN, "Keep 5 coins.")).tip == "", "the same tip with another number"
    assert (await footer(app, match, ANN, "Fold now.")).tip == "Fold now."


async def test_tips_come_again_in_the_next_match_until_one_is_finished(app: Application) -> None:
    for number in range(2):
        match = await begin(app, channel=CHANNEL + number)
        assert (await footer(app, match, ANN, TIP)).tip == TIP
        await app.matches.resign(match.id, ANN, interaction=fresh())
    match = await begin(app, channel=CHANNEL + 2)
    assert (await footer(app, match, ANN, TIP)).tip == TIP
    await play_on(app, match)
    match = await begin(app, channel=CHANNEL + 3)
    assert (await footer(app, match, ANN, TIP)).tip == ""
    assert (await footer(app, match, ANN, TIP)).is_new, "choices are still explained"


async def test_a_newcomer_is_told_of_pictures_for_a_phone_in_one_hand_without_another_tip(app: Application) -> None:
    first = await begin(app)
    second = await begin(app, channel=CHANNEL + 1)
    assert not (await footer(app, first, ANN, TIP)).phone_tip
    assert (await footer(app, first, ANN)).phone_tip
    assert (await footer(app, first, ANN)).phone_tip, "the same hand, drawn again"
    assert not (await footer(app, second, ANN)).phone_tip
    assert (await footer(app, second, BEN)).phone_tip, "another user has not seen it"


async def test_a_user_who_has_changed_a_setting_knows_of_pictures_for_a_phone(app: Application) -> None:
    match = await begin(app)
    await app.preferences.choose(ANN, PHONE_PICTURES, value=True)
    await app.preferences.choose(BEN, PING_DELAY, None)
    assert not (await footer(app, match, ANN)).phone_tip
    assert not (await footer(app, match, BEN)).phone_tip


async def test_a_user_who_has_finished_three_matches_is_no_newcomer(app: Application) -> None:
    for number in range(NEWCOMER):
        match = await begin(app, channel=CHANNEL + number)
        assert await footer(app, match, ANN) == HandFooter(is_new=True, phone_tip=not number, may_remark=True)
        await play_on(app, match)
    match = await begin(app, channel=CHANNEL + NEWCOMER)
    assert await footer(app, match, ANN, "Tip") == HandFooter(may_remark=True)


async def test_shown_tips_are_exported_and_deleted_and_come_again_after_that(app: Application) -> None:
    match = await begin(app)
    await footer(app, match, ANN, TIP)
    await footer(app, match, ANN)
    rows = (await app.user_data.export(ANN))["shown_tips"]
    assert {(row["game"], row["match_id"]) for row in rows} == {(match.game, match.id), ("", match.id)}
    assert (await app.user_data.export(BEN))["shown_tips"] == []
    await play_on(app, match)
    await app.user_data.delete(ANN)
    assert (await app.user_data.export(ANN))["shown_tips"] == []
    match = await begin(app)
    assert (await footer(app, match, ANN, TIP)).tip == TIP
    assert (await footer(app, match, ANN)).phone_tip


async def test_only_players_of_a_live_match_can_write_notes_and_their_length_is_limited(app: Application) -> None:
    lobby = await open_lobby(app, channel=CHANNEL + 1)
    with pytest.raises(NotLive):
        await app.hand_footers.write(lobby.id, ANN, "x")
    match = await begin(app)
    with pytest.raises(NotAtThisTable):
        await app.hand_footers.write(match.id, CLEO, "x")
    with pytest.raises(NotAllowed):
        await app.hand_footers.write(match.id, ANN, "x" * (NOTE_LIMIT + 1))


async def test_notes_blocks_and_invitations_are_exported_and_deleted(app: Application, database: Database) -> None:
    people = app.user_data
    match = await begin(app)
    await app.hand_footers.write(match.id, ANN, "mine")
    assert (await people.export(ANN))["private_notes"] == [{"match_id": match.id, "note": "mine"}]
    assert (await people.export(BEN))["private_notes"] == []
    over = await play_on(app, match)
    await app.invitations.rematch(over.id, BEN, deck=None, interaction=fresh())
    assert [row["answer"] for row in (await people.export(ANN))["invitations"]] == ["asked"]
    await people.delete(ANN)
    assert all(rows == [] for rows in (await people.export(ANN)).values())


async def farewells(app: Application, database: Database, number: int) -> dict[int, Note]:
    """Return the pending notes about the end of a match, by user."""
    match = (await app.positions.get(number)).match  # type: ignore[arg-type] # a number
    rows = await Outbox(database).of_match(match.id)
    return {match.players[row.seat].user: row.note for row in rows if isinstance(row, NoteRow) and row.seat is not None}


async def test_an_absent_player_whom_the_result_pings_gets_no_note_besides(
    app: Application, database: Database, clock: Time
) -> None:
    match = await begin(app)
    clock.go_on(PRESENT)
    await app.matches.resign(match.id, BEN, interaction=fresh())
    assert await farewells(app, database, match.id) == {}
    assert sorted(await app.finished.notified(match)) == sorted([ANN, BEN])


@pytest.mark.parametrize("who", ["server", "player"])
async def test_an_absent_player_who_may_not_be_pinged_gets_a_note_of_the_end(
    app: Application, database: Database, clock: Time, who: str
) -> None:
    match = await begin(app)
    if who == "server":
        await app.preferences.choose_for_server(GUILD, PINGS, value=False)
    else:
        await app.preferences.choose(ANN, PING_DELAY, None)
    clock.go_on(PRESENT)
    await app.matches.resign(match.id, BEN, interaction=fresh())
    assert (await app.positions.get(match.id)).match.status is Status.OVER
    assert await farewells(app, database, match.id) == {ANN: MatchEnded()}


async def test_a_present_player_is_not_notified_of_the_end(app: Application, database: Database, clock: Time) -> None:
    match = await begin(app)
    clock.go_on(PRESENT - 1)
    await app.matches.resign(match.id, BEN, interaction=fresh())
    assert await farewells(app, database, match.id) == {}


async def test_absent_players_are_notified_that_an_admin_ended_the_match(
    app: Application, database: Database, clock: Time
) -> None:
    match = await begin(app)
    clock.go_on(PRESENT)
    await app.administration.abandon(match.id, CLEO, moderates=True, interaction=fresh())
    note = MatchAbandoned(user_id=CLEO, action=AdminActionKind.ENDED, at=int(clock.seconds))
    assert await farewells(app, database, match.id) == {ANN: note, BEN: note}
