"""Forms: the contents of a request, from JSON or multipart."""

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from sandbox.wire.errors import Json
from sandbox.wire.file_names import cleaned_name
from sandbox.wire.model import Message, MessageFlag
from sandbox.wire.rules import words

FILE_FIELD: Final = re.compile(r"files\[(\d+)\]")
"""The name of a part with a file ("API Reference", Uploading Files)."""


@dataclass(frozen=True)
class Upload:
    """A file in a request."""

    filename: str
    content_type: str
    data: bytes = field(repr=False)


Uploads = Mapping[int, Upload]
"""The files of a request, by the numbers that `attachments` refers to."""


class MessageUse(Enum):
    """The purpose of a message form, with the fields allowed for it."""

    CREATE = (
        "content nonce tts embeds allowed_mentions message_reference components sticker_ids attachments flags "
        "enforce_nonce"
    )
    EDIT = "content embeds flags allowed_mentions components attachments tts"
    """discord.py sends `tts` with every edit, without effect; Discord's documentation of edits does not mention it."""
    ANSWER = "tts content embeds allowed_mentions flags components attachments"
    """The first answer to an interaction, or a followup."""

    @property
    def fields(self) -> frozenset[str]:
        """The names of the allowed fields."""
        return words(self.value)


@dataclass(frozen=True)
class MessageForm:
    """The form of a message to be created or edited."""

    use: MessageUse
    body: Json
    uploads: Uploads = field(default_factory=dict)
    before: Message | None = None
    attachment_limit: int = 10 * 1024 * 1024
    emojis: AbstractSet[int] = frozenset()
    """The ids of the emojis that buttons and menus may use."""

    @property
    def v2(self) -> bool:
        """Whether the message will use components v2."""
        if "flags" in self.body or self.before is None:
            return bool((self.body.get("flags") or 0) & MessageFlag.IS_COMPONENTS_V2)
        return bool(self.before.flags & MessageFlag.IS_COMPONENTS_V2)

    @property
    def components(self) -> list[Json]:
        """The components in the form."""
        return self.body.get("components") or []

    @property
    def embeds(self) -> list[Json]:
        """The embeds in the form."""
        return self.body.get("embeds") or []

    @property
    def attachments(self) -> list[Json]:
        """The attachments in the form."""
        return self.body.get("attachments") or []

    @property
    def filenames(self) -> set[str]:
        """The names of the files that the message will have."""
        kept = {int(entry["id"]) for entry in self.attachments}
        before = self.before.attachments if self.before is not None else []
        remaining = {old.filename for old in before if "attachments" not in self.body or old.id in kept}
        return remaining | {cleaned_name(upload.filename) for upload in self.uploads.values()}
