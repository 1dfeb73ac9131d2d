"""A message, wherever it is sent: text, a picture and rows of buttons.

We do not use Discord's newer layout with containers. We tried both layouts with boards, hands and lobbies. In a
container, notifications are empty, so a ping would not say what it is about. Pictures on a phone of 390 pixels are 265
pixels wide in a container, and 302 without one; on a desktop, 563 and 550. A message that was sent in the newer layout
stays in it.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any, Final

import discord

from bot.model.match import UserId
from bot.people.settings import Preferences
from cogs.text import shortened
from cogs.widgets.items import Item, attachment, button, panel
from cogs.widgets.purposes import AGAIN, IN_WORDS
from cogs.widgets.side_buttons import below_all
from render.lengths import beginning, length
from render.palette import Theme
from render.picture import Picture

LIMIT: Final = 2000
"""The maximum length of a message (Discord: Create Message, `content`; `render.lengths`)."""

_FENCE: Final = "```"
_AROUND: Final = len(f"\n{_FENCE}\n\n{_FENCE}")
"""The length of what stands around a text description."""
_LEAST: Final = 200
"""The room below which a description begins on a page of its own."""


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
    words: str = ""
    """A description in a code block, which every reader gets, in pages if it is long."""
    again: str = ""
    """The id of a button that shows this message again. A description that is longer than the message then has more
    pages; without an id, or with one of more than `AGAIN` characters, it is cut.
    """

    def in_theme(self, theme: Theme) -> "Message":
        """Return the message with its picture in the colours of a theme."""
        return self if self.picture is None else replace(self, picture=self.picture.in_theme(theme))

    def as_liked(self, liked: Preferences, page: int = 0) -> "Message":
        """Return the message for one user alone, with its picture in their colours. If they want text descriptions, add
        one of the picture. The pages after the first have the description alone, below the first line.

        page: of the description. Pages count from 0; one past the last means the last.
        """
        themed = self.in_theme(liked.theme)
        words = self.words or (self.picture.words if self.picture is not None and liked.picture_texts else "")
        if not words:
            return themed
        first = self.content.partition("\n")[0]
        part = "-# Description, part 00 of 00"
        later = LIMIT - length(f"{first}\n{part}") - _AROUND
        pages = _pages(words.replace(_FENCE, "'''"), LIMIT - length(self.content) - _AROUND, later)
        if len(pages) > 1 and not 0 < len(self.again) <= AGAIN:
            pages = [shortened("\n".join(pages), LIMIT - length(self.content) - _AROUND)]
        page = min(page, len(pages) - 1)
        content = f"{first}\n-# Description, part {page + 1} of {len(pages)}" if page else self.content
        described = f"{content}\n{_FENCE}\n{pages[page]}\n{_FENCE}" if pages[page] else content
        return replace(themed, content=described, items=self._turned(page, len(pages)))

    def _turned(self, page: int, pages: int) -> Sequence[Item]:
        """Return the items, with buttons to the pages of the description before and after this one."""
        turning = [button("Previous part", IN_WORDS(page - 1, self.again))] if page else []
        if page < pages - 1:
            turning.append(button("More", IN_WORDS(page + 1, self.again)))
        if any(item.row is not None for item in self.items):
            return below_all(self.items, turning)
        return [*self.items, *turning]

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


async def as_liked(message: Message, liked: Preferences, page: int = 0) -> Message:
    """Return `Message.as_liked`. A description in words is made in another thread, since that may take a while."""
    if message.picture is not None and liked.picture_texts:
        return await asyncio.to_thread(message.as_liked, liked, page)
    return message.as_liked(liked, page)


def _pages(words: str, first: int, later: int) -> list[str]:
    """Divide a description into pages, between its lines where that is possible.

    first, later: the maximum lengths of the first page and of each later one. The first page is empty if it has hardly
    any room for a description that is longer.
    """
    pages, room = [""], first if length(words) <= first or first >= _LEAST else 0
    for line in words.split("\n"):
        rest = line
        while length(joined := f"{pages[-1]}\n{rest}" if pages[-1] else rest) > room:
            if room and not pages[-1]:
                pages[-1] = beginning(rest, room)
                rest = rest[len(pages[-1]) :]
            pages.append("")
            room = later
        pages[-1] = joined
    return pages
