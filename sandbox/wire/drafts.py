"""Creates and edits messages according to forms."""

import mimetypes
import re
import struct
from collections.abc import Iterable
from dataclasses import replace
from typing import Final
from urllib.parse import quote

from sandbox.wire.components import TEXT_DISPLAY, Component, as_shown, walk
from sandbox.wire.errors import ApiError, Json
from sandbox.wire.file_names import cleaned_name, named_by
from sandbox.wire.forms import MessageForm, Upload
from sandbox.wire.model import Attachment, Channel, Interaction, Message, MessageFlag
from sandbox.wire.objects import is_forced_private, public_flags
from sandbox.wire.world import World

_PNG: Final = b"\x89PNG\r\n\x1a\n"
_IMAGES: Final = {"image", "thumbnail"}


def new_message(
    world: World, channel: Channel, form: MessageForm, address: str, interaction: Interaction | None = None
) -> Message:
    """Post a message according to a form.

    Raises:
        ApiError: the message would be empty.
    """
    message = Message(world.ids.make(), channel, world.bot, world.clock.now(), interaction=interaction)
    message.flags = public_flags(form.body.get("flags") or 0)
    if interaction is not None and is_forced_private(interaction):
        message.flags |= MessageFlag.EPHEMERAL
    if interaction is not None and message.ephemeral:
        message.seen_by = interaction.user
    message.nonce = form.body.get("nonce")
    message.reference = int((form.body.get("message_reference") or {}).get("message_id") or 0) or None
    fill(world, message, form, address)
    return world.post(message)


def fill(world: World, message: Message, form: MessageForm, address: str) -> None:
    """Change a message according to a form. Fields that the form does not name keep their values.

    Raises:
        ApiError: the message would be empty; the message is unchanged.
    """
    body = form.body
    attachments = _attachments(world, message, form, address)
    # Blanks around a text are cut off (go-discord-irc PR133, PR137).
    content = (body["content"] or "").strip() if "content" in body else message.content
    embeds = form.embeds if "embeds" in body else message.embeds
    components = form.components if "components" in body else message.components
    if not (content or embeds or components or attachments):
        raise ApiError(50006)
    for removed in {each.id for each in message.attachments} - {each.id for each in attachments}:
        world.attachments.pop(removed, None)
    files = {each.filename: _media(each) for each in attachments}
    message.content, message.attachments = content, attachments
    if "embeds" in body:
        message.embeds = [_embed(embed, files) for embed in form.embeds]
    if "components" in body:
        message.components = as_shown(form.components, files)
    if "flags" in body:
        settable = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.IS_COMPONENTS_V2
        message.flags = message.flags & ~settable | (body["flags"] or 0) & settable
    message.flags &= ~MessageFlag.LOADING
    _mention(world, message, body.get("allowed_mentions"))


def _attachments(world: World, message: Message, form: MessageForm, address: str) -> list[Attachment]:
    old = {attachment.id: attachment for attachment in message.attachments}
    # "Editing Message Attachments": files without the field are appended.
    appended = [{"id": number} for number in (*old, *form.uploads)]
    entries = form.attachments if "attachments" in form.body else appended
    attachments = []
    for entry in entries:
        number = int(entry["id"])
        if number in form.uploads:
            attachments.append(_new_attachment(world, message, form.uploads[number], entry, address))
        else:
            attachments.append(_kept(old[number], entry))
    return attachments


def _kept(attachment: Attachment, entry: Json) -> Attachment:
    return replace(attachment, description=_described(entry) if "description" in entry else attachment.description)


def _described(entry: Json) -> str | None:
    return (entry.get("description") or "").strip() or None


def _new_attachment(world: World, message: Message, upload: Upload, entry: Json, address: str) -> Attachment:
    number = world.ids.make()
    name = cleaned_name(entry.get("filename") or upload.filename)
    kind = mimetypes.guess_type(name)[0] or upload.content_type
    attachment = Attachment(
        number,
        name,
        upload.data,
        kind,
        f"{address}/attachments/{message.channel.id}/{number}/{quote(name)}",
        _described(entry),
        message.ephemeral,
        _pixels(upload.data),
    )
    world.attachments[number] = attachment
    return attachment


def _pixels(data: bytes) -> tuple[int, int] | None:
    """Return the width and height of a PNG file; None for any other file."""
    if not data.startswith(_PNG) or len(data) < 24:
        return None
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def _media(attachment: Attachment) -> Component:
    width, height = attachment.size_in_pixels or (None, None)
    return {
        "id": str(attachment.id),
        "attachment_id": str(attachment.id),
        "url": attachment.url,
        "proxy_url": attachment.url,
        "content_type": attachment.content_type,
        "width": width,
        "height": height,
    }


def _embed(embed: Json, files: dict[str, Component]) -> Json:
    shown = {key: value for key, value in embed.items() if value is not None} | {"type": "rich"}
    for key in _IMAGES & shown.keys():
        url = str(shown[key]["url"])
        file = files.get(named_by(url) or "")
        shown[key] = {"url": file["url"], "proxy_url": file["url"]} if file is not None else {"url": url}
    return shown


def _mention(world: World, message: Message, allowed: Json | None) -> None:
    """Record the users and roles that the message pings ("Message", Allowed Mentions Object)."""
    texts = [message.content]
    texts += [str(part.get("content")) for _, part in walk(message.components) if part["type"] == TEXT_DISPLAY]
    text = "\n".join(texts)
    parse = ("users", "roles", "everyone") if allowed is None else allowed.get("parse") or ()
    users = _allowed(re.findall(r"<@!?(\d+)>", text), "users", parse, allowed)
    roles = _allowed(re.findall(r"<@&(\d+)>", text), "roles", parse, allowed)
    message.mentions = [world.accounts[number] for number in users if number in world.accounts]
    message.mention_roles = roles
    message.mention_everyone = "everyone" in parse and bool(re.search(r"@(everyone|here)\b", text))


def _allowed(mentioned: Iterable[str], key: str, parse: Iterable[str], allowed: Json | None) -> list[int]:
    numbers = list(dict.fromkeys(map(int, mentioned)))
    if key in parse:
        return numbers
    listed = set(map(int, (allowed or {}).get(key) or ()))
    return [number for number in numbers if number in listed]
