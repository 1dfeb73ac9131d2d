"""Discord's rules for messages: texts, embeds, files, mentions and flags."""

from collections.abc import Iterator
from typing import Final

from sandbox.wire.components import Path, media
from sandbox.wire.errors import Json
from sandbox.wire.file_names import named_by
from sandbox.wire.forms import MessageForm, MessageUse
from sandbox.wire.rules import Findings, Table, length, outside, repeated, too_long

MESSAGES: Final[Table[MessageForm]] = Table()


@MESSAGES.rule("unknown field", "Message, Create Message: JSON/Form Params")
def _unknown(form: MessageForm) -> Findings:
    for name in form.body.keys() - form.use.fields:
        yield (name,), "There is no such field here."


@MESSAGES.rule("content length", "Message, Create Message: content")
def _content(form: MessageForm) -> Findings:
    return too_long(form.body.get("content"), 2000, ("content",))


@MESSAGES.rule("nonce length", "Message, Create Message: nonce")
def _nonce(form: MessageForm) -> Findings:
    return too_long(form.body.get("nonce"), 25, ("nonce",))


@MESSAGES.rule("number of embeds", "Message, Create Message: embeds")
def _embeds(form: MessageForm) -> Findings:
    return outside(form.embeds, 0, 10, ("embeds",))


@MESSAGES.rule("embed title", "Message, Embed Limits")
def _title(form: MessageForm) -> Findings:
    for index, embed in enumerate(form.embeds):
        yield from too_long(embed.get("title"), 256, ("embeds", index, "title"))


@MESSAGES.rule("embed description", "Message, Embed Limits")
def _description(form: MessageForm) -> Findings:
    for index, embed in enumerate(form.embeds):
        yield from too_long(embed.get("description"), 4096, ("embeds", index, "description"))


@MESSAGES.rule("embed footer", "Message, Embed Limits")
def _footer(form: MessageForm) -> Findings:
    for index, embed in enumerate(form.embeds):
        yield from too_long((embed.get("footer") or {}).get("text"), 2048, ("embeds", index, "footer", "text"))


@MESSAGES.rule("embed author", "Message, Embed Limits")
def _author(form: MessageForm) -> Findings:
    for index, embed in enumerate(form.embeds):
        yield from too_long((embed.get("author") or {}).get("name"), 256, ("embeds", index, "author", "name"))


@MESSAGES.rule("number of embed fields", "Message, Embed Limits")
def _fields(form: MessageForm) -> Findings:
    for index, embed in enumerate(form.embeds):
        yield from outside(embed.get("fields"), 0, 25, ("embeds", index, "fields"))


@MESSAGES.rule("embed field name", "Message, Embed Limits")
def _field_name(form: MessageForm) -> Findings:
    for at, item in _embed_fields(form):
        yield from outside(item.get("name"), 1, 256, (*at, "name"))


@MESSAGES.rule("embed field value", "Message, Embed Limits")
def _field_value(form: MessageForm) -> Findings:
    for at, item in _embed_fields(form):
        yield from outside(item.get("value"), 1, 1024, (*at, "value"))


def _embed_fields(form: MessageForm) -> Iterator[tuple[Path, Json]]:
    for index, embed in enumerate(form.embeds):
        for place, item in enumerate(embed.get("fields") or ()):
            yield ("embeds", index, "fields", place), item


@MESSAGES.rule("sum of embeds", "Message, Embed Limits")
def _sum(form: MessageForm) -> Findings:
    if sum(map(_letters, form.embeds)) > 6000:
        yield ("embeds",), "Embed size exceeds maximum size of 6000."


def _letters(embed: Json) -> int:
    texts = [embed.get("title"), embed.get("description")]
    texts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    for item in embed.get("fields") or ():
        texts += [item.get("name"), item.get("value")]
    return sum(length(text) for text in texts if text)


@MESSAGES.rule("number of attachments", "Message, Create Message: attachments")
def _attachments(form: MessageForm) -> Findings:
    return outside(form.attachments, 0, 10, ("attachments",))


@MESSAGES.rule("attachment description", "Message, Attachment Object: description")
def _alt_text(form: MessageForm) -> Findings:
    for index, entry in enumerate(form.attachments):
        yield from too_long(entry.get("description"), 1024, ("attachments", index, "description"))


@MESSAGES.rule("attachment without a file", "API Reference, Uploading Files")
def _without_file(form: MessageForm) -> Findings:
    old = {attachment.id for attachment in form.before.attachments} if form.before is not None else set()
    for index, entry in enumerate(form.attachments):
        if int(entry["id"]) not in form.uploads and int(entry["id"]) not in old:
            yield ("attachments", index, "id"), "Attachment data cannot be found"


@MESSAGES.rule("attachment named twice", "API Reference, Uploading Files")
def _named_twice(form: MessageForm) -> Findings:
    return repeated((("attachments", index, "id"), int(entry["id"])) for index, entry in enumerate(form.attachments))


@MESSAGES.rule("file without an attachment", "API Reference, Uploading Files")
def _without_attachment(form: MessageForm) -> Findings:
    named = {int(entry["id"]) for entry in form.attachments}
    for number in form.uploads:
        if "attachments" in form.body and number not in named:
            yield ("files", number), "The file is not named in attachments."


@MESSAGES.rule("attachment link", "API Reference, Editing Message Attachments")
def _link(form: MessageForm) -> Findings:
    links = [((*at, "url"), item.get("url")) for at, item in media(form.components)]
    links += [
        (("embeds", index, key, "url"), (embed.get(key) or {}).get("url"))
        for index, embed in enumerate(form.embeds)
        for key in ("image", "thumbnail")
    ]
    for at, url in links:
        name = named_by(url) if isinstance(url, str) else None
        if name is not None and name not in form.filenames:
            yield at, f"The referenced attachment {name} was not found."


@MESSAGES.rule("allowed mentions twice", "Message, Allowed Mentions Object")
def _mentions(form: MessageForm) -> Findings:
    allowed = form.body.get("allowed_mentions") or {}
    for key in ("users", "roles"):
        if allowed.get(key) and key in (allowed.get("parse") or ()):
            yield ("allowed_mentions",), f'parse:["{key}"] and {key}: [ids...] are mutually exclusive.'


@MESSAGES.rule("number of allowed mentions", "Message, Allowed Mentions Object")
def _many_mentions(form: MessageForm) -> Findings:
    allowed = form.body.get("allowed_mentions") or {}
    for key in ("users", "roles"):
        yield from outside(allowed.get(key), 0, 100, ("allowed_mentions", key))


@MESSAGES.rule("flags", "Message, Create Message and Edit Message: flags; Receiving and Responding: flags")
def _flags(form: MessageForm) -> Findings:
    settable = 1 << 2 | 1 << 15
    if form.use is not MessageUse.EDIT:
        settable |= 1 << 12
    if form.use is MessageUse.ANSWER:
        settable |= 1 << 6
    present = form.before.flags if form.before is not None else 0
    if (form.body.get("flags") or 0) & ~(settable | present):
        yield ("flags",), "These flags cannot be set here."
