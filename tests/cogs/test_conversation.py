"""Matches in a conversation of people without the bot, in simcord: all games, by presses alone."""

from functools import partial
from typing import Any

import discord
import pytest
import simcord
from simcord import interactions
from simcord.backend import serializers
from simcord.enums import ChannelType, ComponentType, InteractionType
from simcord.results import to_discord_message

from bot.model.match import Status
from cogs.presses.opening import HOW_FOR_TWO, HOW_IN_GROUP, NO_THREADS, ONE_IN_CONVERSATION
from cogs.widgets import purposes
from rules.core.game import Game
from tests.cogs.pressing import by_presses
from tests.cogs.test_whole_match import SHORT
from tests.cogs.town import SEED, Town, buttons, custom_ids_of, offers
from tests.examples import games_first
from tests.patience import PATIENT

PLIES = 400
PAIR, GROUP_DM = 2, 3
"""The people of direct messages, and the type of the channel of more (Discord: Channel Types)."""
FOLLOW_UPS = 5
"""The most follow-ups to an interaction where only a user has installed the bot (Discord: Receiving and Responding)."""


class Friend:
    """Somebody in a conversation without the bot, who presses, and types commands if they have installed it."""

    def __init__(self, talk: "Conversation", person: simcord.MemberActor) -> None:
        self._talk, self.person = talk, person

    @property
    def id(self) -> int:
        return self.person.id

    async def slash(self, name: str, **options: Any) -> simcord.InteractionResult:
        """Use a command of a group, as the one who has installed the bot."""
        group, _, part = name.partition(" ")
        sent: list[dict[str, Any]] = [
            {"name": key, "type": 3, "value": value}
            if isinstance(value, str)
            else {"name": key, "type": 4, "value": value}
            for key, value in options.items()
        ]
        if part:
            sent = [{"name": part, "type": 1, "options": sent}]
        command = self._talk.town.env.backend.commands[None][group, 1]
        data = {"id": str(command["id"]), "name": group, "type": 1, "options": sent}
        return await self._talk.interact(InteractionType.APPLICATION_COMMAND, self.id, data)

    async def click(self, message: Any, *, label: str = "", custom_id: str = "") -> simcord.InteractionResult:
        data = {"custom_id": custom_id or buttons(message)[label], "component_type": int(ComponentType.BUTTON)}
        return await self._talk.interact(InteractionType.MESSAGE_COMPONENT, self.id, data, message)

    async def select(self, message: Any, values: list[str], *, custom_id: str) -> simcord.InteractionResult:
        data = {"custom_id": custom_id, "component_type": int(ComponentType.STRING_SELECT), "values": values}
        return await self._talk.interact(InteractionType.MESSAGE_COMPONENT, self.id, data, message)


class Conversation:
    """A conversation of people of a town. The bot is refused whatever it does there but answer interactions."""

    def __init__(self, town: Town, *people: simcord.MemberActor) -> None:
        self.town = town

        channel = town.env.backend.create_channel(None, None, type=ChannelType.DM)
        channel.recipient_ids = [person.id for person in people]
        self.id, self._kind = channel.id, int(ChannelType.DM) if len(people) == PAIR else GROUP_DM
        self.friends = [Friend(self, person) for person in people]
        self._results: list[simcord.InteractionResult] = []
        for method, which in (("POST", ""), ("PATCH", "/*"), ("DELETE", "/*"), ("GET", ""), ("GET", "/*")):
            place = f"/channels/{channel.id}/messages{which}"
            town.env.inject_error(method, place, status=403, code=50001, times=None)

    async def interact(self, kind: int, user: int, data: dict[str, Any], on: Any = None) -> simcord.InteractionResult:
        """Send the bot an interaction, as Discord does where the first of these people has installed it."""
        backend = self.town.env.backend
        record, payload = interactions.base_payload(
            backend, type=kind, channel_id=self.id, guild_id=None, user_id=user, data=data
        )
        payload |= {"context": 2, "authorizing_integration_owners": {"1": str(self.friends[0].id)}}
        payload["channel"]["type"] = self._kind
        if on is not None:
            stored = backend.get_message(self.id, on.id)
            record.source_message_id = stored.id
            payload["message"] = dict(serializers.message_payload(backend, stored))
        backend.emit("INTERACTION_CREATE", payload)
        await self.town.env.settle(timeout=PATIENT)
        result = simcord.InteractionResult(self.town.env, record)
        self._results.append(result)
        assert len(result.followups) <= FOLLOW_UPS
        return result

    def message(self, number: int) -> discord.Message:
        """Return a message there as it is now."""
        return to_discord_message(self.town.env, self.town.env.backend.get_message(self.id, number))

    @property
    def boards(self) -> list[discord.Message]:
        """The messages there that all see and that have buttons, oldest first."""
        found = sorted(self.town.env.backend.messages[self.id])
        shown = [self.message(number) for number in found]
        return [message for message in shown if not message.flags.ephemeral and custom_ids_of(message)]

    async def pressed(self, friend: Friend, label: str) -> discord.Message:
        """Let somebody press a button of the board; return the private message that follows."""
        result = await friend.click(self.boards[-1], label=label)
        said = result.followups[-1]
        assert said.ephemeral
        return self.message(said.id)


@pytest.fixture
def soon_over(catalog_game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.cogs.town.SEED", SHORT.get(catalog_game.key, SEED))


@pytest.mark.parametrize("catalog_game", games_first("tiny", "tnb"), indirect=True)
async def test_a_whole_match_of_two_friends(town: Town, catalog_game: Game, soon_over: None) -> None:
    talk = Conversation(town, town.ada, town.bo)
    ada, bo = talk.friends
    opened = await ada.slash("match new", game=catalog_game.key, against="people here")
    assert opened.followups[-1].ephemeral or (opened.response is not None and HOW_FOR_TWO in opened.response.content)
    await bo.click(talk.boards[-1], label="Join")
    match = await town.match()
    assert match.in_conversation
    assert not match.is_rated
    for ply in range(PLIES):
        asked = await town.asked(match.id, ply)
        friend = next(each for each in talk.friends if each.id == asked.id)
        words = await town.choice(match.id, asked.id, ply)
        hand = await talk.pressed(friend, "My hand")
        await by_presses(friend, partial(talk.message, hand.id), words, near=ply % 3 == 0)
        match = await town.match()
        assert match.ply == ply + 1
        assert len(talk.boards) == 1
        if match.outcome is not None:
            break
    assert match.status is Status.OVER
    assert offers(talk.boards[-1], purposes.REMATCH)
    assert not town.direct(town.ada)
    assert not town.direct(town.bo)
    assert not [each for each in town.env.http_requests if each.path.startswith(f"/channels/{talk.id}")]


async def test_of_a_group_those_who_have_joined_get_hands_and_others_see_the_table_alone(town: Town) -> None:
    talk = Conversation(town, town.ada, town.bo, town.cleo)
    ada, bo, cleo = talk.friends
    opened = await ada.slash("match new", game="tiny", against="people here")
    assert opened.response is not None
    assert HOW_IN_GROUP in opened.response.content
    await bo.click(talk.boards[-1], label="Join")
    await ada.click(talk.boards[-1], label="Start")
    assert "Fold" in buttons(await talk.pressed(bo, "My hand"))
    refused = await talk.pressed(cleo, "My hand")
    assert "You're not in match #1" in refused.content
    assert not custom_ids_of(refused)
    assert "You're not in match #1" in (await talk.pressed(cleo, "More …")).content
    assert not (await cleo.click(talk.boards[-1], label="Show the table")).followups


async def test_a_computer_plays_along(town: Town) -> None:
    talk = Conversation(town, town.ada, town.bo)
    [ada, _] = talk.friends
    await ada.slash("match new", game="tiny", computer="novice")
    for _ in range(PLIES):
        if (await town.match()).status is not Status.LIVE:
            break
        hand = await talk.pressed(ada, "My hand")
        if "Fold" in buttons(hand):
            await ada.click(hand, label="Fold")
    assert (await town.match()).status is Status.OVER
    assert offers(talk.boards[-1], purposes.REMATCH)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"pace": "24h", "against": "people here", "seats": 2}, "has no time limit"),
        ({"place": "a new thread"}, NO_THREADS),
        ({"against": "anyone on the server"}, "in a server channel"),
    ],
)
async def test_what_needs_a_server_is_refused_with_what_to_do(town: Town, options: dict[str, Any], said: str) -> None:
    talk = Conversation(town, town.ada, town.bo)
    refused = await talk.friends[0].slash("match new", game="tiny", **options)
    assert refused.response is not None
    assert said in refused.response.content
    assert not talk.boards


async def test_a_conversation_has_one_match_at_a_time_and_no_code_for_others(town: Town) -> None:
    talk = Conversation(town, town.ada, town.bo)
    ada, bo = talk.friends
    await ada.slash("match new", game="tiny", against="people here")
    again = await ada.slash("match new", game="tiny", against="people here")
    assert again.response is not None
    assert ONE_IN_CONVERSATION in again.response.content
    code = await ada.slash("match invite")
    assert code.response is not None
    assert "in a conversation where I can only answer" in code.response.content
    assert "Pace" not in str(custom_ids_of(await talk.pressed(ada, "More …")))
    await bo.click(talk.boards[-1], label="Join")
    assert (await town.match()).status is Status.LIVE


async def test_somebody_blocked_does_not_join(town: Town) -> None:
    talk = Conversation(town, town.ada, town.bo)
    ada, bo = talk.friends
    await town.app.blocks.block(town.ada.id, town.bo.id)
    await ada.slash("match new", game="tiny", against="people here")
    refused = await talk.pressed(bo, "Join")
    assert "#1" in refused.content
    assert len((await town.match()).players) == 1
