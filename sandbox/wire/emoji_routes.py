"""Emojis of the application ("Emoji", Application-Owned Emojis)."""

import base64
import binascii
import re
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

from sandbox.wire.errors import ApiError, Json
from sandbox.wire.model import Account, Emoji
from sandbox.wire.objects import user_object
from sandbox.wire.routes import NOTHING, Answer, Call, route
from sandbox.wire.rules import Findings, Table, words

MOST_EMOJIS: Final = 2000
_MOST_BYTES: Final = 256 * 1024
_ALL: Final = "/applications/{application_id}/emojis"
_ONE: Final = "/applications/{application_id}/emojis/{emoji_id}"
_IMAGE: Final = re.compile(r"data:image/(png|jpeg|gif|webp|avif);base64,(.*)", re.DOTALL)
_SIGNATURES: Final = {
    "png": re.compile(rb"\x89PNG\r\n\x1a\n"),
    "jpeg": re.compile(rb"\xff\xd8\xff"),
    "gif": re.compile(rb"GIF8[79]a"),
    "webp": re.compile(rb"RIFF....WEBP", re.DOTALL),
    "avif": re.compile(rb"....ftypavi[fs]", re.DOTALL),
}


@dataclass(frozen=True)
class EmojiForm:
    """The form of an emoji to be created or renamed."""

    body: Json
    fields: AbstractSet[str]
    """The allowed fields."""
    taken: AbstractSet[str]
    """The names of the other emojis."""


EMOJIS: Final[Table[EmojiForm]] = Table()


@EMOJIS.rule("unknown emoji field", "Emoji, Create and Modify Application Emoji: JSON Params")
def _fields(form: EmojiForm) -> Findings:
    for name in form.body.keys() - form.fields:
        yield (name,), "There is no such field here."


@EMOJIS.rule("emoji name", "Emoji, Emoji Structure: 2 to 32 letters, digits and underscores")
def _name(form: EmojiForm) -> Findings:
    if "name" in form.body and not re.fullmatch(r"[A-Za-z0-9_]{2,32}", form.body["name"] or ""):
        yield ("name",), "Must be 2 to 32 letters, digits and underscores."


@EMOJIS.rule("emoji name taken", "Emoji, Application-Owned Emojis: each has a name of its own")
def _taken(form: EmojiForm) -> Findings:
    if form.body.get("name") in form.taken:
        yield ("name",), "This name is already taken."


@EMOJIS.rule("emoji image", "Reference, Image Data: a data URI; Emoji: PNG, JPEG, GIF, WebP or AVIF up to 256 KiB")
def _image(form: EmojiForm) -> Findings:
    if "image" not in form.fields:
        return
    data_uri = _IMAGE.fullmatch(form.body.get("image") or "")
    if data_uri is None:
        yield ("image",), "Must be image data."
        return
    try:
        data = base64.b64decode(data_uri[2], validate=True)
    except binascii.Error:
        yield ("image",), "Must be base64."
        return
    if len(data) > _MOST_BYTES:
        yield ("image",), "File cannot be larger than 256.0 kb."
    if not _SIGNATURES[data_uri[1]].match(data):
        yield ("image",), "Must be an image of the type that it names."


def emoji_object(emoji: Emoji, user: Account) -> Json:
    """Return an emoji as JSON, with the user who created it."""
    return {
        "id": str(emoji.id),
        "name": emoji.name,
        "roles": [],
        "user": user_object(user),
        "require_colons": True,
        "managed": False,
        "animated": False,
        "available": True,
    }


@route("GET", _ALL)
def list_application_emojis(call: Call) -> Answer:
    """List Application Emojis."""
    _demand_own_application(call)
    return 200, {"items": [emoji_object(emoji, call.world.bot) for emoji in call.world.emojis.values()]}


@route("GET", _ONE)
def get_application_emoji(call: Call) -> Answer:
    """Get Application Emoji."""
    return 200, emoji_object(_find(call), call.world.bot)


@route("POST", _ALL)
def create_application_emoji(call: Call) -> Answer:
    """Create Application Emoji."""
    _demand_own_application(call)
    emojis = call.world.emojis
    form = EmojiForm(call.body, words("name image"), {emoji.name for emoji in emojis.values()})
    call.need(lambda: EMOJIS.problems(form))
    if len(emojis) >= MOST_EMOJIS:
        raise ApiError(30008)
    emoji = Emoji(call.world.ids.make(), call.body["name"])
    emojis[emoji.id] = emoji
    return 201, emoji_object(emoji, call.world.bot)


@route("PATCH", _ONE)
def modify_application_emoji(call: Call) -> Answer:
    """Modify Application Emoji: only the name."""
    emoji = _find(call)
    taken = {each.name for each in call.world.emojis.values() if each is not emoji}
    call.need(lambda: EMOJIS.problems(EmojiForm(call.body, words("name"), taken)))
    emoji.name = call.body.get("name", emoji.name)
    return 200, emoji_object(emoji, call.world.bot)


@route("DELETE", _ONE)
def delete_application_emoji(call: Call) -> Answer:
    """Delete Application Emoji."""
    del call.world.emojis[_find(call).id]
    return NOTHING


def _demand_own_application(call: Call) -> None:
    if call.number("application_id") != call.world.bot.id:
        raise ApiError(50001)


def _find(call: Call) -> Emoji:
    _demand_own_application(call)
    emoji = call.world.emojis.get(call.number("emoji_id"))
    if emoji is None:
        raise ApiError(10014)
    return emoji
