"""Routes for people, servers, channels, commands and the address of the gateway."""

from collections.abc import Set as AbstractSet

from sandbox.wire.channel_types import ALLOWED
from sandbox.wire.command_rules import COMMANDS
from sandbox.wire.errors import ApiError, FormError, Json, Problem
from sandbox.wire.guild_objects import application_object, guild_object
from sandbox.wire.model import Channel, ChannelType, Command, Guild
from sandbox.wire.objects import (
    channel_object,
    command_object,
    member_object,
    own_user_object,
    user_object,
)
from sandbox.wire.permissions import Permission
from sandbox.wire.routes import Answer, Call, route, whole_number
from sandbox.wire.rules import length
from sandbox.wire.session_starts import DAY
from sandbox.wire.thread_rules import check_room, is_closed_to

_GLOBAL = "/applications/{application_id}/commands"
_THREAD = frozenset({"name", "auto_archive_duration", "rate_limit_per_user"})
_IN_GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"


@route("GET", "/users/@me")
def get_current_user(call: Call) -> Answer:
    """Get Current User."""
    return 200, own_user_object(call.world.bot)


@route("GET", "/users/{user_id}")
def get_user(call: Call) -> Answer:
    """Get User."""
    account = call.world.accounts.get(call.number("user_id"))
    if account is None:
        raise ApiError(10013)
    return 200, user_object(account)


@route("POST", "/users/@me/channels")
def create_dm(call: Call) -> Answer:
    """Create DM: return the same channel every time, even for a user who refuses direct messages."""
    unknown = call.body.keys() - {"recipient_id"}
    call.need(lambda: [Problem((name,), "There is no such field here.", "unknown field") for name in unknown])
    account = call.world.accounts.get(int(call.body["recipient_id"]))
    if account is None or account.bot:
        raise ApiError(50033)
    return 200, channel_object(call.world.direct_messages(account))


@route("GET", "/oauth2/applications/@me")
def get_current_bot_application_information(call: Call) -> Answer:
    """Get Current Bot Application Information."""
    return 200, _application(call)


@route("GET", "/applications/@me")
def get_current_application(call: Call) -> Answer:
    """Get Current Application."""
    return 200, _application(call)


@route("GET", "/guilds/{guild_id}", "with_counts")
def get_guild(call: Call) -> Answer:
    """Get Guild."""
    return 200, guild_object(call.world.guild(call.number("guild_id")))


@route("GET", "/guilds/{guild_id}/channels")
def get_guild_channels(call: Call) -> Answer:
    """Get Guild Channels, without threads."""
    guild = call.world.guild(call.number("guild_id"))
    return 200, [channel_object(channel) for channel in guild.channels.values() if not channel.is_thread]


@route("GET", "/guilds/{guild_id}/members/{user_id}")
def get_guild_member(call: Call) -> Answer:
    """Get Guild Member."""
    guild = call.world.guild(call.number("guild_id"))
    member = guild.members.get(call.number("user_id"))
    if member is None:
        raise ApiError(10007 if call.number("user_id") in call.world.accounts else 10013)
    return 200, member_object(member)


@route("GET", "/guilds/{guild_id}/members/search", "query limit")
def search_guild_members(call: Call) -> Answer:
    """Search Guild Members: by the beginning of the name."""
    guild = call.world.guild(call.number("guild_id"))
    start = call.request.query.get("query", "").lower()
    limit = whole_number(call.request.query.get("limit"), 1, 1000)
    people = guild.members.values()
    matching = [each for each in people if (each.nick or each.account.username).lower().startswith(start)]
    return 200, [member_object(member) for member in matching[:limit]]


@route("GET", "/channels/{channel_id}")
def get_channel(call: Call) -> Answer:
    """Get Channel."""
    return 200, channel_object(call.world.channel(call.number("channel_id")))


@route("DELETE", "/channels/{channel_id}")
def delete_channel(call: Call) -> Answer:
    """Delete/Close Channel, with MANAGE_CHANNELS or MANAGE_THREADS."""
    channel = call.world.channel(call.number("channel_id"))
    if channel.kind is ChannelType.DM:
        return 200, channel_object(channel)
    call.world.demand(channel, Permission.MANAGE_THREADS if channel.is_thread else Permission.MANAGE_CHANNELS)
    json = channel_object(channel)
    call.world.delete_channel(channel)
    return 200, json


@route("PATCH", "/channels/{channel_id}")
def modify_channel(call: Call) -> Answer:
    """Modify Channel: only the name of a thread, and whether it is archived.

    A member of a thread can reopen it, unless it is locked ("Threads", Editing & Deleting Threads). That page says two
    things about locked threads; here the stricter holds: only MANAGE_THREADS reopens them. In an archived thread,
    nothing else can be changed (discord-api-docs #6928).
    """
    channel = call.world.channel(call.number("channel_id"))
    if not channel.is_thread:
        raise ApiError(50024)
    call.need(
        lambda: [Problem((name,), "Is not served.", "thread") for name in call.body.keys() - {"name", "archived"}]
    )
    reopens = call.body == {"archived": False}
    is_member = channel.owner is call.world.bot or any(each.author is call.world.bot for each in channel.store.values())
    if is_closed_to(call.world, channel) or not (channel.owner is call.world.bot or (reopens and is_member)):
        call.world.demand(channel, Permission.MANAGE_THREADS)
    if channel.archived and not reopens:
        raise ApiError(50083)
    if channel.archived:
        assert channel.guild is not None
        check_room(channel.guild, channel.kind, call.options)
    channel.name = call.body.get("name", channel.name)
    call.world.set_thread(channel, archived=call.body.get("archived"))
    return 200, channel_object(channel)


@route("POST", "/channels/{channel_id}/threads")
def start_thread_without_message(call: Call) -> Answer:
    """Start Thread without Message: only those that everybody sees."""
    channel = call.world.channel(call.number("channel_id"))
    call.need(lambda: _thread_problems(call.body, _THREAD | {"type", "invitable"}))
    if call.body.get("type") not in {ChannelType.PUBLIC_THREAD, ChannelType.ANNOUNCEMENT_THREAD}:
        raise FormError([Problem(("type",), "Only threads that everybody sees are served.", "thread")])
    _demand_threads(call, channel, call.body["type"])
    return 201, channel_object(call.world.add_thread(channel, call.body["name"], call.world.bot))


@route("POST", "/channels/{channel_id}/messages/{message_id}/threads")
def start_thread_from_message(call: Call) -> Answer:
    """Start Thread from Message: one for each message."""
    channel = call.world.channel(call.number("channel_id"))
    message = channel.store.get(call.number("message_id"))
    if message is None or message.seen_by is not None:
        raise ApiError(10008)
    call.need(lambda: _thread_problems(call.body, _THREAD))
    _demand_threads(call, channel, ALLOWED[channel.kind].threads)
    if message.thread is not None:
        raise ApiError(160004)
    return 201, channel_object(call.world.add_thread(channel, call.body["name"], call.world.bot, start=message))


def _demand_threads(call: Call, channel: Channel, kind: int | None) -> None:
    """Raise unless the bot can make a thread of this type in a channel.

    Raises:
        ApiError: the channel has no such threads, the bot lacks a permission, or the server is full of threads.
    """
    allowed = ALLOWED[channel.kind].threads
    if allowed is None or kind != allowed:
        raise ApiError(50024)
    call.world.demand(channel, Permission.CREATE_PUBLIC_THREADS)
    assert channel.guild is not None
    check_room(channel.guild, allowed, call.options)


def _thread_problems(body: Json, fields: AbstractSet[str]) -> list[Problem]:
    unknown = body.keys() - fields
    problems = [Problem((name,), "There is no such field here.", "unknown field") for name in unknown]
    if not 1 <= length(body.get("name") or "") <= 100:
        problems.append(Problem(("name",), "Must be between 1 and 100 in length.", "thread name"))
    return problems


@route("GET", _GLOBAL, "with_localizations")
@route("GET", _IN_GUILD, "with_localizations")
def get_application_commands(call: Call) -> Answer:
    """Get Global or Guild Application Commands."""
    guild = _guild_of_commands(call)
    commands = [command for command in call.world.commands.values() if command.guild is guild]
    return 200, [command_object(command, call.world.bot.id) for command in commands]


@route("PUT", _GLOBAL)
@route("PUT", _IN_GUILD)
def bulk_overwrite_application_commands(call: Call) -> Answer:
    """Bulk Overwrite Global or Guild Application Commands: commands that keep their name keep their id."""
    guild = _guild_of_commands(call)
    bodies = call.request.body if isinstance(call.request.body, list) else []
    call.need(lambda: COMMANDS.problems(bodies))
    world, guild_id = call.world, guild.id if guild is not None else None
    old = {name: command for (key, name), command in world.commands.items() if key == guild_id}
    _count_creations(call, sum(body["name"] not in old for body in bodies))
    for name in old:
        del world.commands[guild_id, name]
    for body in bodies:
        command_id = old[body["name"]].id if body["name"] in old else world.ids.make()
        world.commands[guild_id, body["name"]] = Command(command_id, world.ids.make(), _registered(body), guild)
    world.changed.fire()
    return get_application_commands(call)


def _count_creations(call: Call, created: int) -> None:
    """Count new commands; changed ones do not count.

    Raises:
        ApiError: there would be too many today.
    """
    world, now = call.world, call.world.clock.now()
    today = [moment for moment in world.command_creations if now - moment < DAY]
    if created and len(today) + created > call.options.commands_a_day:
        raise ApiError(30034)
    world.command_creations = [*today, *([now] * created)]


def _guild_of_commands(call: Call) -> Guild | None:
    if call.number("application_id") != call.world.bot.id:
        raise ApiError(50001)
    return call.world.guild(call.number("guild_id")) if "guild_id" in call.ids else None


def _registered(body: Json) -> Json:
    """Return a registered command as Discord does, with defaults filled in."""
    json: Json = {"type": 1, "description": "", "dm_permission": True, "contexts": None, "nsfw": False}
    json |= {key: value for key, value in body.items() if value is not None or key == "contexts"}
    json["integration_types"] = body.get("integration_types") or [0]
    permissions = body.get("default_member_permissions")
    json["default_member_permissions"] = str(permissions) if permissions is not None else None
    json["options"] = [_option(option) for option in body.get("options") or ()]
    return json


def _option(option: Json) -> Json:
    json = {key: value for key, value in option.items() if value is not None and value != []}
    if "options" in json:
        json["options"] = [_option(child) for child in json["options"]]
    return json


@route("GET", "/gateway")
def get_gateway(call: Call) -> Answer:
    """Get Gateway."""
    return 200, {"url": _socket(call)}


@route("GET", "/gateway/bot")
def get_gateway_bot(call: Call) -> Answer:
    """Get Gateway Bot."""
    starts = call.world.session_starts
    return 200, {
        "url": _socket(call),
        "shards": call.options.shards,
        "session_start_limit": {
            "total": call.options.identifies_a_day,
            "remaining": starts.remaining,
            "reset_after": int(starts.reset_after * 1000),
            "max_concurrency": call.options.max_concurrency,
        },
    }


def _application(call: Call) -> Json:
    endpoint = call.options.interactions_endpoint
    return application_object(call.world.bot, call.world.developer, len(call.world.guilds), endpoint)


def _socket(call: Call) -> str:
    return f"{call.address.replace('http', 'ws', 1)}/gateway"
