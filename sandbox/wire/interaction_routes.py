"""Routes for answers to interactions ("Receiving and Responding")."""

from collections.abc import Callable
from typing import Final

from sandbox.wire.command_rules import COMPLETIONS, MODALS, STRING, Completion
from sandbox.wire.drafts import fill, new_message
from sandbox.wire.errors import ApiError, FormError, Json, Problem
from sandbox.wire.forms import MessageUse
from sandbox.wire.model import CallbackType, Interaction, InteractionType, Message, MessageFlag
from sandbox.wire.objects import is_forced_private, message_object, owners
from sandbox.wire.routes import NOTHING, Answer, Call, route
from sandbox.wire.thread_rules import demand_answerable
from sandbox.wire.world import TOKEN_LIFE

_ORIGINAL: Final = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
_FOLLOWUP: Final = "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"
_MOST_FOLLOWUPS: Final = 5
"""The limit for an interaction where only the user has installed the bot ("Receiving and Responding", Followup
Messages).
"""


@route("POST", "/interactions/{interaction_id}/{interaction_token}/callback", "with_response")
def create_interaction_response(call: Call) -> Answer:
    """Create Interaction Response: allowed once, within three seconds."""
    interaction = call.world.interactions.get(call.number("interaction_id"))
    if interaction is None or interaction.token != call.ids["interaction_token"]:
        raise ApiError(10062)
    age = call.world.clock.now() - interaction.created
    if interaction.acknowledged and age <= TOKEN_LIFE:
        raise ApiError(40060)
    if age > call.options.first_answer:
        raise ApiError(10062)
    kind = call.body.get("type")
    if (
        kind not in _CALLBACKS
        or interaction.kind not in _FITTING[CallbackType(kind)]
        or _misses_source(interaction, kind)
    ):
        raise FormError([Problem(("type",), "Does not fit this interaction.", "callback type"), *call.published])
    unknown = call.body.keys() - {"type", "data"}
    if unknown:
        raise FormError([Problem((name,), "There is no such field here.", "unknown field") for name in unknown])
    callback = CallbackType(kind)
    data: Json = call.body.get("data") or {}
    changes_source = callback in {CallbackType.DEFERRED_UPDATE_MESSAGE, CallbackType.UPDATE_MESSAGE}
    in_private = _is_private(interaction.source) if changes_source else _is_for_one(data)
    demand_answerable(call.world, interaction.channel, in_private=in_private or callback in _UNSEEN)
    _CALLBACKS[callback](call, interaction, data)
    interaction.answered_by = callback
    call.world.touch(interaction)
    return (200, _response(interaction)) if call.request.query.get("with_response") in {"1", "true"} else NOTHING


def _is_private(message: Message | None) -> bool:
    return message is not None and message.ephemeral


def _is_for_one(data: Json) -> bool:
    return bool((data.get("flags") or 0) & MessageFlag.EPHEMERAL)


def _misses_source(interaction: Interaction, kind: int) -> bool:
    updates = {CallbackType.DEFERRED_UPDATE_MESSAGE, CallbackType.UPDATE_MESSAGE}
    return kind in updates and interaction.source is None


def _answer(call: Call, interaction: Interaction, data: Json) -> None:
    form = call.message_form(MessageUse.ANSWER, data)
    interaction.original = new_message(call.world, interaction.channel, form, call.address, interaction)


def _defer(call: Call, interaction: Interaction, data: Json) -> None:
    unknown = data.keys() - {"flags"}
    call.need(lambda: [Problem(("data", name), "Has no effect in a deferred answer.", "defer") for name in unknown])
    world = call.world
    message = Message(world.ids.make(), interaction.channel, world.bot, world.clock.now(), interaction=interaction)
    message.flags = MessageFlag.LOADING | (data.get("flags") or 0) & MessageFlag.EPHEMERAL
    if is_forced_private(interaction):
        message.flags |= MessageFlag.EPHEMERAL
    if message.ephemeral:
        message.seen_by = interaction.user
    interaction.original = world.post(message)


def _defer_update(call: Call, interaction: Interaction, data: Json) -> None:
    call.need(lambda: [Problem(("data", name), "Has no effect here.", "defer") for name in data])
    interaction.original = interaction.source


def _update(call: Call, interaction: Interaction, data: Json) -> None:
    source = interaction.source
    assert source is not None
    if source.deleted:
        raise ApiError(10008)
    form = call.message_form(MessageUse.EDIT, data, source)
    fill(call.world, source, form, call.address)
    interaction.original = source
    call.world.edited(source)


def _complete(call: Call, interaction: Interaction, data: Json) -> None:
    focused = _focused(interaction.data.get("options") or [])
    choices = data.get("choices") or []
    completion = Completion(choices, focused.get("type", STRING))
    call.need(lambda: COMPLETIONS.problems(completion))
    interaction.choices = choices


def _focused(options: list[Json]) -> Json:
    for option in options:
        focused = option if option.get("focused") else _focused(option.get("options") or [])
        if focused:
            return focused
    return {}


def _open_modal(call: Call, interaction: Interaction, data: Json) -> None:
    call.need(lambda: MODALS.problems(data))
    interaction.modal = data


_CALLBACKS: Final[dict[CallbackType, Callable[[Call, Interaction, Json], None]]] = {
    CallbackType.CHANNEL_MESSAGE_WITH_SOURCE: _answer,
    CallbackType.DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE: _defer,
    CallbackType.DEFERRED_UPDATE_MESSAGE: _defer_update,
    CallbackType.UPDATE_MESSAGE: _update,
    CallbackType.APPLICATION_COMMAND_AUTOCOMPLETE_RESULT: _complete,
    CallbackType.MODAL: _open_modal,
}

_UNSEEN: Final = frozenset({CallbackType.APPLICATION_COMMAND_AUTOCOMPLETE_RESULT, CallbackType.MODAL})

_COMMAND: Final = InteractionType.APPLICATION_COMMAND
_COMPONENT: Final = InteractionType.MESSAGE_COMPONENT
_SUBMIT: Final = InteractionType.MODAL_SUBMIT
_FITTING: Final[dict[CallbackType, set[InteractionType]]] = {
    CallbackType.PONG: {InteractionType.PING},
    CallbackType.CHANNEL_MESSAGE_WITH_SOURCE: {_COMMAND, _COMPONENT, _SUBMIT},
    CallbackType.DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE: {_COMMAND, _COMPONENT, _SUBMIT},
    CallbackType.DEFERRED_UPDATE_MESSAGE: {_COMPONENT, _SUBMIT},
    CallbackType.UPDATE_MESSAGE: {_COMPONENT, _SUBMIT},
    CallbackType.APPLICATION_COMMAND_AUTOCOMPLETE_RESULT: {InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE},
    CallbackType.MODAL: {_COMMAND, _COMPONENT},
}


def _response(interaction: Interaction) -> Json:
    """Return an Interaction Callback Response Object."""
    json: Json = {
        "id": str(interaction.id),
        "type": int(interaction.kind),
        "channel_id": str(interaction.channel.id),
    }
    if interaction.channel.guild is not None:
        json["guild_id"] = str(interaction.channel.guild.id)
    response: Json = {"interaction": json}
    message, kind = interaction.original, interaction.answered_by
    if message is not None and kind is not None:
        json["response_message_id"] = str(message.id)
        json["response_message_loading"] = message.loading
        json["response_message_ephemeral"] = message.ephemeral
        if kind in {CallbackType.CHANNEL_MESSAGE_WITH_SOURCE, CallbackType.UPDATE_MESSAGE}:
            response["resource"] = {"type": int(kind), "message": message_object(message)}
    return response


@route("POST", "/webhooks/{webhook_id}/{webhook_token}", "wait thread_id with_components")
def create_followup_message(call: Call) -> Answer:
    """Create Followup Message: the first one after a deferred answer replaces that answer."""
    interaction = _interaction_of_token(call)
    original = interaction.original
    if original is not None and original.loading and not original.deleted:
        return 200, _change(call, interaction, original, {**call.body, "flags": _without_ephemeral(call.body)})
    demand_answerable(call.world, interaction.channel, in_private=_is_for_one(call.body))
    if "0" not in owners(interaction) and len(interaction.followups) == _MOST_FOLLOWUPS:
        raise ApiError(40094)
    form = call.message_form(MessageUse.ANSWER, call.body)
    message = new_message(call.world, interaction.channel, form, call.address, interaction)
    interaction.followups.append(message)
    call.world.touch(interaction)
    return 200, message_object(message)


def _without_ephemeral(body: Json) -> int:
    return (body.get("flags") or 0) & ~MessageFlag.EPHEMERAL


@route("GET", _ORIGINAL, "thread_id")
def get_original_interaction_response(call: Call) -> Answer:
    """Get Original Interaction Response."""
    return 200, message_object(_original(_interaction_of_token(call)))


@route("PATCH", _ORIGINAL, "thread_id with_components")
def edit_original_interaction_response(call: Call) -> Answer:
    """Edit Original Interaction Response."""
    interaction = _interaction_of_token(call)
    return 200, _change(call, interaction, _original(interaction), call.body)


@route("DELETE", _ORIGINAL, "thread_id")
def delete_original_interaction_response(call: Call) -> Answer:
    """Delete Original Interaction Response."""
    interaction = _interaction_of_token(call)
    call.world.delete(_original(interaction))
    call.world.touch(interaction)
    return NOTHING


@route("GET", _FOLLOWUP, "thread_id")
def get_followup_message(call: Call) -> Answer:
    """Get Followup Message."""
    return 200, message_object(_followup(call))


@route("PATCH", _FOLLOWUP, "thread_id with_components")
def edit_followup_message(call: Call) -> Answer:
    """Edit Followup Message."""
    return 200, _change(call, _interaction_of_token(call), _followup(call), call.body)


@route("DELETE", _FOLLOWUP, "thread_id")
def delete_followup_message(call: Call) -> Answer:
    """Delete Followup Message."""
    interaction = _interaction_of_token(call)
    call.world.delete(_followup(call))
    call.world.touch(interaction)
    return NOTHING


def _change(call: Call, interaction: Interaction, message: Message, body: Json) -> Json:
    was_loading = message.loading
    demand_answerable(call.world, interaction.channel, in_private=message.ephemeral)
    use = MessageUse.ANSWER if call.request.method == "POST" else MessageUse.EDIT
    form = call.message_form(use, body, message)
    fill(call.world, message, form, call.address)
    call.world.edited(message)
    if was_loading:
        message.edited = None  # it had no text before
    call.world.touch(interaction)
    return message_object(message)


def _interaction_of_token(call: Call) -> Interaction:
    """Return the interaction whose token is in the route.

    Raises:
        ApiError: the token is unknown, its interaction has not been acknowledged, or its fifteen minutes are over.
    """
    interaction = call.world.tokens.get(call.ids["webhook_token"])
    if interaction is None or call.number("webhook_id") != call.world.bot.id:
        raise ApiError(10015)
    if call.world.clock.now() - interaction.created > TOKEN_LIFE:
        raise ApiError(50027)
    if not interaction.acknowledged:
        raise ApiError(10015)
    return interaction


def _original(interaction: Interaction) -> Message:
    if interaction.original is None or interaction.original.deleted:
        raise ApiError(10008)
    return interaction.original


def _followup(call: Call) -> Message:
    interaction = _interaction_of_token(call)
    for message in interaction.messages:
        if message.id == call.number("message_id"):
            return message
    if interaction.original is not None and interaction.original.id == call.number("message_id"):
        return _original(interaction)
    raise ApiError(10008)
