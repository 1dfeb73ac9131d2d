"""Content packs on Discord: uploads of designers, the list of a server's packs, and their retirement."""

from collections.abc import Sequence
from typing import Final

import discord

from bot.model.packs import Pack
from bot.workshop.checking import MOST_BYTES, Fault
from bot.workshop.comparisons import Comparisons
from bot.workshop.uploads import FaultyPackError, Uploaded, Uploads
from cogs.commands.games import given, named_game
from cogs.delivery.answer import Answer
from cogs.designers.access import server_of_designer
from cogs.designers.purposes import RETIRE_PACK
from cogs.host import Host
from cogs.messages.message import LIMIT, Message
from cogs.presses.router import answers
from cogs.text import escaped, shortened
from cogs.widgets.choices import Choice, resolve
from cogs.widgets.items import menu, option
from cogs.widgets.refusals import SpokenRefusal
from render.lengths import length
from rules.core.words import counted

INCOMPLETE: Final = (
    "Attach the zip file of your pack, and name the game that it changes and the pack itself: "
    "`/design upload file:… game:… name:…`."
)
NO_PACKS: Final = "This server has no content packs. `/design upload` stores one."
_FAULTS: Final = 10
"""The number of faults of a pack that a message names."""
_FAULT: Final = 300
"""The maximum number of characters of a fault in a message."""
_FILES: Final = 200
"""The maximum number of characters of a list of files."""


class PackPresses:
    """Stores, lists and retires the content packs of a server, for its designers."""

    def __init__(self, host: Host, uploads: Uploads, comparisons: Comparisons) -> None:
        self._host = host
        self._packs = host.app.packs
        self._uploads = uploads
        self._comparisons = comparisons

    async def upload(
        self, answer: Answer, file: discord.Attachment | None, *, game: str | None, name: str | None, edition: str
    ) -> None:
        """Store a pack and say what can be done with it, or list its faults.

        Raises:
            Refusal: the user is no designer, something is left out, or the file cannot be read or checked.
        """
        guild = await server_of_designer(self._host, answer)
        if file is None or not given(game) or name is None:
            raise SpokenRefusal(INCOMPLETE)
        changed = named_game(self._host.games, game)
        data = await _downloaded(file)
        try:
            uploaded = await self._uploads.store(
                guild,
                answer.user,
                game=changed.key,
                name=name,
                edition=edition,
                data=data,
                interaction=answer.interaction.id,
            )
        except FaultyPackError as faulty:
            await answer.say(faults_message(faulty.faults))
        else:
            await answer.say(uploaded_text(self._packs.title(uploaded.pack), uploaded))

    async def show(self, answer: Answer) -> None:
        """Show the packs of a server, retired ones included.

        Raises:
            Refusal: the user is no designer.
        """
        packs = self._packs
        known = await packs.of_server(await server_of_designer(self._host, answer))
        played = await packs.matches(known)
        lines = [pack_line(packs.title(pack), pack, played[pack.key], packs.is_present(pack)) for pack in known]
        await answer.say(packs_text(lines))

    async def open(self, guild: int) -> list[Choice]:
        """Return the packs of a server that are not retired."""
        present = [pack for pack in await self._packs.of_server(guild) if pack.retired_at is None]
        return [Choice(pack.key, self._packs.title(pack), "") for pack in present]

    async def retire(self, answer: Answer, name: str | None) -> None:
        """Retire the pack of this name, or ask which.

        Raises:
            Refusal: the user is no designer, or the server has no such pack.
        """
        offered = await self.open(await server_of_designer(self._host, answer))
        if given(name):
            await self._retire(answer, resolve(offered, name, "content pack").word)
        elif offered:
            options = [option(choice.text, choice.word) for choice in offered]
            await answer.say(Message("Which content pack?", [menu("Choose a pack …", RETIRE_PACK(), options)]))
        else:
            raise SpokenRefusal(NO_PACKS)

    @answers(RETIRE_PACK)
    async def chosen(self, answer: Answer, *, values: Sequence[str]) -> None:
        """Retire the chosen pack."""
        await self._retire(answer, values[0])

    async def _retire(self, answer: Answer, key: str) -> None:
        retired = await self._packs.retire(key, await server_of_designer(self._host, answer))
        self._comparisons.changed()  # those of the pack have ended
        text = (
            f"**{self._packs.title(retired)}** is retired: no new match begins with it. Matches and series that have "
            "begun go on with its cards."
        )
        await answer.show(Message(text))


async def _downloaded(file: discord.Attachment) -> bytes:
    """Return the content of an attached file.

    Raises:
        Refusal: it is too large, or cannot be downloaded.
    """
    if file.size > MOST_BYTES:
        raise SpokenRefusal(f"The file has {file.size:,} bytes; at most {MOST_BYTES:,} are allowed.")
    try:
        return await file.read()
    except discord.HTTPException:
        raise SpokenRefusal("I couldn't download your file from Discord. Use the command once more.") from None


def uploaded_text(title: str, uploaded: Uploaded) -> str:
    """Return what can be done with a pack that was stored."""
    unused = ""
    if uploaded.unused:
        unused = f"\n-# Not used on Discord: {escaped(', '.join(uploaded.unused), _FILES)}."
    return (
        f"**{title}** is ready, with {counted(uploaded.cards, 'card')}. Choose it in `/match new`, `/match find` and "
        "`/deck new`, or in a lobby under **More …**, **Options**. Its matches are rated apart; `/design figures` "
        f"tells how people play them.{unused}"
    )


def faults_message(faults: Sequence[Fault]) -> Message:
    """Return all faults of a pack: the first ones in the text, and all of them in a file if they are more."""
    lines = [str(fault) for fault in faults]
    shown = "\n".join(f"- {escaped(line, _FAULT)}" for line in lines[:_FAULTS])
    head = f"Nothing was stored: the pack has {counted(len(lines), 'fault')}, by file, line and column."
    if len(lines) <= _FAULTS:
        return Message(shortened(f"{head}\n{shown}", LIMIT))
    file = ("faults.txt", "\n".join(lines).encode())
    return Message(shortened(f"{head} All of them are in the file.\n{shown}", LIMIT), file=file)


def pack_line(title: str, pack: Pack, matches: int, is_present: bool) -> str:
    """Return a pack of a server in a line. is_present: whether it was made for today's rules."""
    who = "someone whose data was deleted" if pack.user is None else f"<@{pack.user}>"
    state = ""
    if pack.retired_at is not None:
        state = f", retired <t:{pack.retired_at}:d>"
    elif not is_present:
        state = ", made for an older version of the game: upload it again"
    played = counted(matches, "match", "matches")
    return f"- **{title}** (`{pack.key}`), by {who} <t:{pack.uploaded_at}:d>, {played}{state}"


def packs_text(lines: Sequence[str]) -> str:
    """Return the list of a server's packs, the latest first."""
    if not lines:
        return NO_PACKS
    shown = [*reversed(lines)]
    text = "\n".join(["**Content packs of this server**", *shown])
    while length(text) > LIMIT:
        shown.pop()
        text = "\n".join(["**Content packs of this server**", *shown, "-# Older ones are left out."])
    return text
