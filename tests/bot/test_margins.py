"""What stands on a hand besides the match, for its owner alone; and who is told that a match is over."""

import pytest

from bot.application.match.end_notes import PRESENT
from bot.application.match.matches import Matches, NotAllowed, NotAtThisTable, NotLive, Status
from bot.application.match.outbox import Kind, Outbox
from bot.application.people.names import Names
from bot.application.people.preferences import PreferenceBook
from bot.application.people.user_data import People
from bot.application.table.hand_footers import BARE, NOTE_LIMIT, Margin
from bot.content.library import Library
from bot.store.database import Database
from tests.bot.hand_clock import Time
from tests.bot.table_helpers import ANN, BEN, CHANNEL, CLEO, SEED, TINY, begin, fresh, open_lobby, play_on


@pytest.fixture
def clock() -> Time:
    return Time()


@pytest.fixture
def matches(database: Database, clock: Time) -> Matches:
    return Matches(database, Library.of({TINY.key: TINY}), clock=clock, seeds=lambda: SEED)


async def test_a_note_to_oneself_stands_until_another_one_or_none(matches: Matches) -> None:
    match = await begin(matches)
    await matches.margins.write(match.id, ANN, "  keep the six ")
    assert await matches.margins.of(match.id, ANN) == Margin(note="keep the six")
    assert await matches.margins.of(match.id, BEN) == BARE
    assert "six" not in repr(await matches.margins.of(match.id, ANN))
    await matches.margins.write(match.id, ANN, " ")
    assert await matches.margins.of(match.id, ANN) == BARE


async def test_only_who_has_a_hand_notes_something_and_not_too_much(matches: Matches) -> None:
    lobby = await open_lobby(matches, channel=CHANNEL + 1)
    with pytest.raises(NotLive):
        await matches.margins.write(lobby.id, ANN, "x")
    match = await begin(matches)
    with pytest.raises(NotAtThisTable):
        await matches.margins.write(match.id, CLEO, "x")
    with pytest.raises(NotAllowed):
        await matches.margins.write(match.id, ANN, "x" * (NOTE_LIMIT + 1))


async def test_notes_blocks_and_invitations_are_exported_and_deleted(matches: Matches, database: Database) -> None:
    people = People(database, matches, Names(database), PreferenceBook(database))
    match = await begin(matches)
    await matches.margins.write(match.id, ANN, "mine")
    assert (await people.export(ANN))["private_notes"] == [{"match": match.id, "text": "mine"}]
    assert (await people.export(BEN))["private_notes"] == []
    over = await play_on(matches, match)
    await matches.invitations.rematch(over.id, BEN, deck=None, interaction=fresh())
    assert [row["answer"] for row in (await people.export(ANN))["invitations"]] == ["asked"]
    await people.delete(ANN)
    assert all(rows == [] for rows in (await people.export(ANN)).values())


async def farewells(matches: Matches, database: Database, number: int) -> dict[int, str]:
    """What is owed to whom about a match that ended."""
    match = (await matches.position(number)).match  # type: ignore[arg-type] # a number
    rows = await Outbox(database).of_match(match.id)
    return {match.players[row.seat].user: row.text or "" for row in rows if row.kind is Kind.NOTE}


async def test_who_has_not_acted_for_a_while_is_told_that_it_is_over_and_how(
    matches: Matches, database: Database, clock: Time
) -> None:
    match = await begin(matches)
    clock.go_on(PRESENT)
    await matches.resign(match.id, BEN, interaction=fresh())
    assert (await matches.position(match.id)).match.status is Status.OVER
    told = await farewells(matches, database, match.id)
    assert list(told) == [ANN]
    assert f"<@{ANN}> wins" in told[ANN]
    assert f"<@{BEN}> resigned." in told[ANN]


async def test_who_is_there_is_not_told_what_they_see(matches: Matches, database: Database, clock: Time) -> None:
    match = await begin(matches)
    clock.go_on(PRESENT - 1)
    await matches.resign(match.id, BEN, interaction=fresh())
    assert await farewells(matches, database, match.id) == {}


async def test_who_is_away_is_told_that_an_admin_ended_it(matches: Matches, database: Database, clock: Time) -> None:
    match = await begin(matches)
    clock.go_on(PRESENT)
    await matches.abandon(match.id, CLEO, moderates=True, interaction=fresh())
    told = await farewells(matches, database, match.id)
    assert set(told) == {ANN, BEN}
    assert all("was ended without a result" in text for text in told.values())
