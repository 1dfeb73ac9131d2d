"""Matches against computers in direct messages, and where only the user has installed the bot."""

from typing import Any

import pytest
import simcord.interactions as payloads
from discord import app_commands

from bot.model.match import DIRECT_MESSAGES, Status
from cogs.command_sync import outdated
from cogs.presses.opening import ELSEWHERE
from cogs.widgets import purposes
from tests.cogs.town import Town, buttons, offers, press, private


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every interaction say that only its user has installed the bot."""
    made = payloads.base_payload

    def by_user(*arguments: Any, user_id: int, **named: Any) -> Any:
        record, payload = made(*arguments, user_id=user_id, **named)
        payload["authorizing_integration_owners"] = {"1": str(user_id)}
        return record, payload

    monkeypatch.setattr(payloads, "base_payload", by_user)


async def begun(town: Town, game: str = "tiny") -> Any:
    """Let Ada begin a match in direct messages; return the answer."""
    answer = private(await town.ada.user.slash("match new", game=game, computer="novice"))
    await town.delivered()
    return answer


def posted(town: Town) -> list[Any]:
    """Return the boards in Ada's direct messages, without answers that only she sees."""
    return [each for each in town.direct(town.ada) if offers(each, purposes.HAND) and not each.flags.ephemeral]


async def test_a_match_against_a_computer_is_played_in_direct_messages(town: Town) -> None:
    answer = await begun(town)
    assert "Match #1 has started" in answer.content
    assert ELSEWHERE not in answer.content
    board, *others = posted(town)
    assert others == []
    assert "<#" not in board.content
    match = (await town.app.positions.get((await town.app.matches.of_user(town.ada.id))[0].id)).match
    assert (match.guild, match.status, match.is_rated) == (DIRECT_MESSAGES, Status.LIVE, False)
    hand = private(await press(town.ada.user, board, purposes.HAND))
    assert "our direct messages" in hand.content
    assert [message.id for message in posted(town)] == [board.id]
    assert offers(posted(town)[0], purposes.HAND)


async def test_it_goes_on_to_its_end_and_a_rematch_after_a_restart(town: Town) -> None:
    await begun(town)
    await town.restart()
    await town.ada.user.slash("tiny fold")
    await town.delivered()
    resigned = private(await town.ada.user.slash("match resign"))
    await press(town.ada.user, resigned, purposes.RESIGN)
    await town.delivered()
    [match] = await town.house[0].read(lambda db: db.rows("SELECT status FROM matches"))
    assert match in ((Status.OVER,), (Status.ABANDONED,))


async def test_a_second_match_in_direct_messages_waits_for_the_first(town: Town) -> None:
    await begun(town)
    assert "You're already playing a match in our direct messages" in (await begun(town)).content


async def test_people_cannot_be_invited_to_direct_messages(town: Town) -> None:
    refused = private(await town.ada.user.slash("match new", game="tiny", ask=town.bo.user))
    assert "Here I can't find or invite players" in refused.content


async def test_a_friend_and_computers_are_offered_there(town: Town) -> None:
    asked = private(await town.ada.user.slash("match new", game="tiny"))
    assert list(buttons(asked)) == ["A friend", "Computer: novice", "Computer: regular", "Computer: expert"]
    await town.ada.user.click(asked, label="Computer: regular")
    await town.delivered()
    assert len(posted(town)) == 1


async def test_nobody_else_sees_a_match_in_direct_messages(town: Town) -> None:
    await begun(town)
    for look in (town.bo.user.slash("match status", match=1), town.bo.slash(town.tavern, "match status", match=1)):
        assert "There's no match #1" in private(await look).content


async def test_direct_messages_are_no_absent_server(town: Town) -> None:
    await begun(town)
    await town.restart()
    assert await town.house[0].read(lambda db: db.rows("SELECT * FROM pauses WHERE reason = 'absent'")) == []


@pytest.mark.usefixtures("alone")
async def test_where_only_the_user_has_installed_it_the_table_is_in_direct_messages(town: Town) -> None:
    answer = private(await town.ada.slash(town.tavern, "match new", game="tiny", computer="novice"))
    await town.delivered()
    assert ELSEWHERE in answer.content
    assert "15 minutes" in answer.content
    assert not town.public()
    assert len(posted(town)) == 1
    hand = private(await town.ada.slash(town.tavern, "hand"))
    assert "Match #1" in hand.content
    played = private(await town.ada.slash(town.tavern, "tiny fold"))
    assert "Fold" in played.content


@pytest.mark.usefixtures("alone")
async def test_learning_rules_puzzles_and_own_matches_work_there(town: Town) -> None:
    for command, typed in (
        ("learn", {"game": "allocator"}),
        ("rules", {"game": "allocator", "query": "1.1"}),
        ("puzzle daily", {}),
        ("matches", {}),
        ("profile", {}),
    ):
        answer = private(await town.ada.slash(town.tavern, command, **typed))
        assert answer.content or answer.attachments


@pytest.mark.usefixtures("alone")
async def test_nothing_of_a_server_is_shown_or_kept_there(town: Town) -> None:
    for command, said in (("leaderboard", "Every server has"), ("match find", "in a server channel")):
        assert said in private(await town.ada.slash(town.tavern, command)).content
    await town.app.names.settled()
    assert await town.house[0].read(lambda db: db.rows("SELECT guild_id FROM names")) == [(DIRECT_MESSAGES,)]


async def test_a_changed_context_is_synced_all_the_same(town: Town) -> None:
    tree = town.client.tree
    assert await outdated(tree, tree) == []
    command = tree.get_command("leaderboard")
    assert isinstance(command, app_commands.Command)
    command.allowed_contexts = app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False)
    assert await outdated(tree, tree) == ["leaderboard"]
    await tree.sync()
    assert await outdated(tree, tree) == []
    command.allowed_installs = app_commands.AppInstallationType(guild=True, user=False)
    assert await outdated(tree, tree) == ["leaderboard"]


def test_server_commands_are_not_offered_to_user_installs(town: Town) -> None:
    for name in ("setup", "admin", "tournament", "design"):
        command = town.client.tree.get_command(name)
        assert command is not None
        sent = command.to_dict(town.client.tree)
        assert (sent["contexts"], sent["integration_types"]) == ([0], [0])
    played = town.client.tree.get_command("match")
    assert played is not None
    sent = played.to_dict(town.client.tree)
    assert (sent["contexts"], sent["integration_types"]) == ([0, 1, 2], [0, 1])
