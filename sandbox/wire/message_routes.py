"""Routes for messages in channels ("Message")."""

from collections.abc import Mapping

from sandbox.wire.channel_types import ALLOWED
from sandbox.wire.clock import snowflake_time
from sandbox.wire.drafts import fill, new_message
from sandbox.wire.errors import ApiError, FormError, Json, Problem
from sandbox.wire.forms import MessageForm, MessageUse
from sandbox.wire.model import Channel, ChannelType, Message
from sandbox.wire.objects import message_object
from sandbox.wire.permissions import Permission
from sandbox.wire.routes import NOTHING, Answer, Call, route, whole_number
from sandbox.wire.thread_rules import demand_changeable, demand_deletable, open_for_post

_HOUR = 60 * 60.0


@route("POST", "/channels/{channel_id}/messages")
def create_message(call: Call) -> Answer:
    """Create Message. With `enforce_nonce` and a nonce used recently, return the earlier message and create none."""
    channel = call.world.channel(call.number("channel_id"))
    refusal = ALLOWED[channel.kind].no_messages
    if refusal is not None:
        raise ApiError(refusal)
    form = call.message_form(MessageUse.CREATE, call.body)
    _demand_permissions(call, channel, form)
    _open_for_message(call, channel)
    earlier = _message_of_nonce(call, channel)
    if earlier is not None:
        return 200, message_object(earlier)
    _check_reference(channel, form.body)
    message = new_message(call.world, channel, form, call.address)
    if message.nonce is not None:
        key = (channel.id, call.world.bot.id, str(message.nonce))
        call.world.nonces[key] = (call.world.clock.now(), message)
    return 200, message_object(message)


def _demand_permissions(call: Call, channel: Channel, form: MessageForm) -> None:
    needed = Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
    if form.uploads:
        needed |= Permission.ATTACH_FILES
    if form.embeds:
        needed |= Permission.EMBED_LINKS
    if form.body.get("message_reference"):
        needed |= Permission.READ_MESSAGE_HISTORY
    call.world.demand(channel, needed)


def _open_for_message(call: Call, channel: Channel) -> None:
    """Reopen an archived thread, or check that the user of direct messages can be reached.

    Raises:
        ApiError: the thread is locked; the user shares no server with the bot and has not installed it, or refuses
            direct messages.
    """
    if channel.kind is not ChannelType.DM:
        open_for_post(call.world, channel, call.options)
        return
    assert channel.recipient is not None
    bot = call.world.bot.id
    shared = [guild for guild in call.world.guilds.values() if {bot, channel.recipient.id} <= guild.members.keys()]
    if not shared and not channel.recipient.has_installed:
        raise ApiError(50278)
    if channel.recipient.closed_dms:
        raise ApiError(50007)


def _message_of_nonce(call: Call, channel: Channel) -> Message | None:
    nonce = call.body.get("nonce")
    if nonce is None or not call.body.get("enforce_nonce"):
        return None
    at, message = call.world.nonces.get((channel.id, call.world.bot.id, str(nonce)), (0.0, None))
    forgotten = call.world.clock.now() - at > call.options.nonce_minutes * 60
    return None if forgotten or message is None or message.deleted else message


def _check_reference(channel: Channel, body: Json) -> None:
    reference = body.get("message_reference") or {}
    number = int(reference.get("message_id") or 0)
    if number and number not in channel.store and reference.get("fail_if_not_exists", True):
        raise FormError([Problem(("message_reference", "message_id"), "Unknown message", "reply")])


@route("GET", "/channels/{channel_id}/messages", "around before after limit")
def get_messages(call: Call) -> Answer:
    """Get Channel Messages: newest first; none without READ_MESSAGE_HISTORY."""
    channel = call.world.channel(call.number("channel_id"))
    query = call.request.query
    limit = whole_number(query.get("limit"), 50, 100)
    if len({"around", "before", "after"} & query.keys()) > 1:
        raise FormError([Problem((), "before, after and around are mutually exclusive", "get channel messages")])
    try:
        call.world.demand(channel, Permission.READ_MESSAGE_HISTORY)
    except ApiError as error:
        if error.code != 50013:
            raise
        return 200, []
    matching = [message for message in channel.messages if _within(message, query)]
    chosen = matching[:limit] if "after" in query else matching[-limit:]
    if "around" in query:
        middle, half = int(query["around"]), limit // 2
        older = [message for message in matching if message.id < middle]
        newer = [message for message in matching if message.id > middle]
        chosen = [
            *older[max(0, len(older) - half) :],
            *(message for message in matching if message.id == middle),
            *newer[:half],
        ]
    return 200, [message_object(message) for message in reversed(chosen)]


def _within(message: Message, query: Mapping[str, str]) -> bool:
    return message.id < int(query.get("before") or 1 << 63) and message.id > int(query.get("after") or 0)


@route("GET", "/channels/{channel_id}/messages/{message_id}")
def get_message(call: Call) -> Answer:
    """Get Channel Message. Ephemeral messages cannot be read."""
    channel, message = _find(call)
    call.world.demand(channel, Permission.READ_MESSAGE_HISTORY)
    return 200, message_object(message)


@route("PATCH", "/channels/{channel_id}/messages/{message_id}")
def edit_message(call: Call) -> Answer:
    """Edit Message."""
    channel, message = _find(call)
    if message.author is not call.world.bot:
        raise ApiError(50005)
    demand_changeable(call.world, channel)
    if call.world.is_timed_out(channel):
        raise ApiError(50013)
    form = call.message_form(MessageUse.EDIT, call.body, message)
    if form.uploads:
        call.world.demand(channel, Permission.ATTACH_FILES)
    _count_old_edit(call, channel, message)
    fill(call.world, message, form, call.address)
    call.world.edited(message)
    return 200, message_object(message)


def _count_old_edit(call: Call, channel: Channel, message: Message) -> None:
    now = call.world.clock.now()
    if now - snowflake_time(message.id) <= _HOUR:
        return
    channel.old_edits = [moment for moment in channel.old_edits if now - moment < _HOUR]
    if len(channel.old_edits) >= call.options.old_edits_an_hour:
        raise ApiError(30046)
    channel.old_edits.append(now)


@route("DELETE", "/channels/{channel_id}/messages/{message_id}")
def delete_message(call: Call) -> Answer:
    """Delete Message: the bot's own, or any with MANAGE_MESSAGES."""
    channel, message = _find(call)
    if message.author is not call.world.bot:
        call.world.demand(channel, Permission.MANAGE_MESSAGES)
    demand_deletable(channel)
    call.world.delete(message)
    return NOTHING


@route("POST", "/channels/{channel_id}/typing")
def trigger_typing(call: Call) -> Answer:
    """Trigger Typing Indicator."""
    channel = call.world.channel(call.number("channel_id"))
    call.world.demand(channel, Permission.SEND_MESSAGES)
    return NOTHING


def _find(call: Call) -> tuple[Channel, Message]:
    channel = call.world.channel(call.number("channel_id"))
    message = channel.store.get(call.number("message_id"))
    if message is None or message.seen_by is not None:
        raise ApiError(10008)
    return channel, message
