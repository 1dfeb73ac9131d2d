"""Users can export and delete everything stored about them."""

import json
from typing import Any

import pytest
import simcord

from bot.model.match import Status
from cogs.widgets import purposes
from tests.cogs.town import Town, buttons, press, private
from tests.schema_tables import tables

DELETE, KEEP = "Delete everything", "Keep my data"


async def exported(town: Town, person: simcord.MemberActor) -> dict[str, list[dict[str, Any]]]:
    answer = private(await person.slash(town.tavern, "data export"))
    (file,) = answer.attachments
    assert file.filename == "my-data.json"
    found: dict[str, list[dict[str, Any]]] = json.loads(await file.read())
    return found


async def played(town: Town) -> None:
    """Finish a match, and build a deck of Ada's own."""
    await town.ada.slash(town.tavern, "deck copy", deck="allocator/iron-tide", name="Secret plan")
    await town.ada.slash(town.tavern, "deck default", game="allocator", deck="secret plan")
    await town.open("allocator", town.ada, town.bo)
    person = await town.asked((await town.match()).id)
    await person.slash(town.tavern, "allocator decline")
    await press(town.ada, private(await town.ada.slash(town.tavern, "match resign")), purposes.RESIGN)
    assert (await town.match()).status is Status.OVER


async def test_an_export_holds_everything_about_the_user_and_nothing_about_others(town: Town) -> None:
    await played(town)
    await town.bo.slash(town.tavern, "deck copy", deck="allocator/iron-tide", name="Bo's own")
    await town.restart()
    found = await exported(town, town.ada)
    assert {row["guild_id"]: row["name"] for row in found["names"]} == {0: "Ada", town.guild.id: "Ada"}
    assert [row["name"] for row in found["decks"]] == ["Secret plan"]
    assert [row["game"] for row in found["default_decks"]] == ["allocator"]
    assert [row["games"] for row in found["ratings"]] == [1]
    assert [(row["id"], row["final_rank"]) for row in found["matches"]] == [(1, 2)]
    assert all(row["match_id"] == 1 for row in found["decisions"])
    assert found["decisions"], "resigning is one"
    assert "Bo" not in json.dumps(found)
    assert str(town.bo.id) not in json.dumps(found)
    assert not [column for rows in found.values() for row in rows for column in row if "seed" in column]


async def test_a_user_who_never_played_is_told_that_nothing_is_stored(town: Town) -> None:
    found = await exported(town, town.stranger)
    assert not any(rows for table, rows in found.items() if table != "names")


async def test_an_export_of_a_match_in_play_holds_no_card_of_others(town: Town) -> None:
    await town.open("allocator", town.ada, town.bo)
    for ply in range(6):
        person = await town.asked((await town.match()).id)
        words = await town.choice((await town.match()).id, person.id, ply)
        await town.play((await town.match()).id, person, " ".join(words), ply)
    own = {player.user: seat for seat, player in enumerate((await town.match()).players)}
    for person in (town.ada, town.bo):
        found = await exported(town, person)
        rows = await town.house[0].read(
            lambda db, seat=own[person.id]: db.rows("SELECT action FROM plies WHERE match_id = 1 AND seat = ?", seat)
        )
        assert sorted(row["action"] for row in found["decisions"]) == sorted(action for (action,) in rows)


async def test_deleting_is_asked_once_more_and_takes_everything(town: Town) -> None:
    await played(town)
    asked = private(await town.ada.slash(town.tavern, "data delete"))
    assert list(buttons(asked)) == [DELETE, KEEP]
    await town.ada.click(asked, label=KEEP)
    assert "Nothing was deleted" in asked.content
    assert (await exported(town, town.ada))["decks"]
    asked = private(await town.ada.slash(town.tavern, "data delete"))
    await town.ada.click(asked, label=DELETE)
    assert "has been deleted" in asked.content
    assert not buttons(asked)
    found = await exported(town, town.ada)
    assert not any(rows for table, rows in found.items() if table != "names")
    board = private(await town.bo.slash(town.tavern, "leaderboard", game="allocator")).content
    assert "Bo" in board
    assert "Ada" not in board


async def test_a_match_that_was_played_stays_whole_for_the_others(town: Town) -> None:
    await played(town)
    asked = private(await town.ada.slash(town.tavern, "data delete"))
    await town.ada.click(asked, label=DELETE)
    await town.restart()
    match = await town.match()
    assert match.status is Status.OVER
    assert match.seat_of(town.ada.id) is None
    assert match.seat_of(town.bo.id) is not None
    assert str(town.ada.id) not in str(await every_row(town))
    assert (await town.view_for(town.bo)).view.outcome is not None
    assert "Only its players" in private(await press(town.ada, town.board(), purposes.REMATCH)).content
    await press(town.bo, town.board(), purposes.REMATCH)
    assert [player.user for player in (await town.match(2)).players] == [town.bo.id]


async def every_row(town: Town) -> list[Any]:
    """Return everything in the database except the names of a user who has just asked."""

    async def work(db: Any) -> list[Any]:
        return [row for table in tables() if table != "names" for row in await db.rows(f'SELECT * FROM "{table}"')]  # noqa: S608 # ours

    found: list[Any] = await town.house[0].read(work)
    return found


@pytest.mark.parametrize("seated", ["in a lobby", "in a match"])
async def test_a_user_in_a_match_is_told_where_and_loses_nothing(town: Town, seated: str) -> None:
    if seated == "in a lobby":
        await town.ada.slash(town.tavern, "match new", against="people here", game="allocator")
    else:
        await town.open("allocator", town.ada, town.bo)
    said = private(await town.ada.slash(town.attic, "data delete"))
    assert "You're still in match #1" in said.content
    assert not buttons(said)
    said = private(await town.forge(town.ada, town.board(), "data-delete"))
    assert "You're still in match #1" in said.content
    assert (await town.match()).seat_of(town.ada.id) is not None


async def test_the_question_survives_a_restart_and_deletes_only_the_pressing_users_data(town: Town) -> None:
    await played(town)
    asked = private(await town.ada.slash(town.tavern, "data delete"))
    await town.restart()
    await town.forge(town.stranger, town.board(), "data-delete")
    assert (await exported(town, town.ada))["decks"]
    await town.ada.click(asked, label=DELETE)
    assert not (await exported(town, town.ada))["decks"]
