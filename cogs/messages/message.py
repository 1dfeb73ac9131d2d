"""A message, wherever it is sent: text, a picture and rows of buttons.

We do not use Discord's newer layout with containers. We tried both layouts with boards, hands and lobbies. In a
container, notifications are empty, so a ping would not say what it is about. Pictures on a phone of 390 pixels are 265
pixels wide in a container, and 302 without one; on a desktop, 563 and 550. A message that was sent in the newer layout
stays in it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any, Final

import discord

from bot.model.match import UserId
from bot.model.preferences import Preferences
from cogs.text import shortened
from cogs.widgets.items import Item, attachment, panel
from render.lengths import length
from render.palette import Theme
from render.picture import Picture

LIMIT: Final = 2000
"""The maximum length of a message (Discord: Create Message, `content`; `render.lengths`)."""

_FENCE: Final = "```"


@dataclass(frozen=True, slots=True)
class Message:
    """Text, a picture or a file, and buttons. It can be sent any number of times."""

    content: str
    items: Sequence[Item] = ()
    picture: Picture | None = None
    picture_name: str = "table.png"
    pinged: Sequence[UserId] = ()
    """The users whom mentions in the text may ping. Mentions of other users ping nobody."""
    file: tuple[str, bytes] | None = None
    """A file with its name, instead of a picture."""
    file_text: str = ""
    """The file's content in words, if it is a picture."""

    def in_theme(self, theme: Theme) -> "Message":
        """Return the message with its picture in the colours of a theme."""
        return self if self.picture is None else replace(self, picture=self.picture.in_theme(theme))

    def as_liked(self, liked: Preferences) -> "Message":
        """Return the message for one user alone, with its picture in their colours. If they want text descriptions, add
        one of the picture, shortened to the room that is left.
        """
        if self.picture is None:
            return self
        themed = self.in_theme(liked.theme)
        room = LIMIT - length(self.content) - len(f"\n{_FENCE}\n\n{_FENCE}")
        if not liked.picture_texts or room <= 0:
            return themed
        words = shortened(self.picture.alt.replace(_FENCE, "'''"), room)
        return replace(themed, content=f"{self.content}\n{_FENCE}\n{words}\n{_FENCE}")

    def new(self) -> dict[str, Any]:
        """Return the arguments of a sending method of discord.py."""
        return {
            "content": self.content,
            "files": self._files(),
            "view": panel(self.items),
            "allowed_mentions": discord.AllowedMentions(
                everyone=False, roles=False, users=[discord.Object(user) for user in self.pinged]
            ),
        }

    def edited(self) -> dict[str, Any]:
        """Return the arguments of an editing method of discord.py."""
        return {
            "content": self.content,
            "attachments": self._files(),
            "view": panel(self.items) if self.items else None,
            "allowed_mentions": discord.AllowedMentions.none(),
        }

    def _files(self) -> list[discord.File]:
        if self.picture is not None:
            return [attachment(self.picture, self.picture_name)]
        if self.file is not None:
            return [discord.File(BytesIO(self.file[1]), self.file[0], description=self.file_text or None)]
        return []
