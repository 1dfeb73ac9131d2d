"""The emojis of the application: each game's signs, brought to Discord where it does not have them."""

import asyncio
import re
from collections.abc import Mapping, Sequence
from typing import Final

import discord
import structlog

from bot.application.leader import Leader
from bot.log import origin
from cogs.delivery.backoff import TROUBLES, Backoff
from cogs.delivery.error_meanings import Meaning, meaning
from cogs.messages.emojis import NONE, Emojis
from render.emojis import PREFIX, EmojiFile, emoji_file
from render.renderer import renderer
from rules.core.game import Game

_OURS: Final = re.compile(rf"{PREFIX}\w+_[0-9a-f]{{4}}")
"""The names of those that a version of this bot has made."""

LOOK: Final = 3.0
"""Seconds between two looks for the emojis that the leader of several processes uploads."""

log = structlog.stdlib.get_logger(__name__)


class _NotUploadedError(Exception):
    """Another process, which leads, has not uploaded all emojis yet."""


class EmojiBook:
    """Knows the emojis that Discord has. Nothing is stored: the name of an emoji identifies its picture."""

    def __init__(
        self,
        client: discord.Client,
        games: Mapping[str, Game],
        *,
        backoff: Backoff | None = None,
        leader: Leader | None = None,
        look: float = LOOK,
    ) -> None:
        """leader: knows whether this process uploads and deletes emojis, or uses what another one uploads; None: it
        does. look: as `LOOK`.
        """
        self._leader, self._look = leader, look
        self._client = client
        self._games = games
        self._backoff = backoff or Backoff()
        self._known: dict[str, Emojis] = {}
        self._doubted = asyncio.Event()
        self.complete: Final = asyncio.Event()
        """Set while Discord has all of them, and none that is outdated."""

    def of(self, game: str) -> Emojis:
        """Return the emojis of the game with this key, as far as they can be used now."""
        return self._known.get(game, NONE)

    def note_error(self, error: BaseException) -> bool:
        """Whether Discord has refused a message for an emoji. None is used then until it is known which there are."""
        doubted = isinstance(error, discord.HTTPException) and error.status == 400 and "emoji" in str(error).lower()
        if doubted:
            self._known.clear()
            self.complete.clear()
            self._doubted.set()
        return doubted

    async def keep(self) -> None:
        """Upload missing emojis and delete outdated ones, or wait until the leader has done it; do so again whenever
        Discord refuses one, for ever.
        """
        wanted = {key: await asyncio.to_thread(_drawn, game) for key, game in self._games.items()}
        while any(wanted.values()):
            self._doubted.clear()
            failures = 0
            while (failed := await self._brought(wanted)) is not None:
                if isinstance(failed, _NotUploadedError):
                    await asyncio.sleep(self._look)
                    continue
                failures += 1
                pause = self._backoff.pause(TROUBLES[meaning(failed)], failures + 1)
                log.warning("emojis are missing; they are tried again", cause=origin(failed), seconds=round(pause))
                await asyncio.sleep(pause)
            self.complete.set()
            await self._doubted.wait()

    async def _brought(self, wanted: Mapping[str, Sequence[EmojiFile]]) -> Exception | None:
        """Bring what is missing; why something is missing still."""
        try:
            there = {found.name: found for found in await self._client.fetch_application_emojis()}
        except Exception as error:  # noqa: BLE001 # whatever it is: the bot does without
            return error
        failed: Exception | None = None
        for key, emojis in wanted.items():
            self._use(key, emojis, there)
            for each in emojis if self._is_ours else ():
                if each.name in there or (failed is not None and meaning(failed) is Meaning.WAIT):
                    continue
                try:
                    there[each.name] = await self._client.create_application_emoji(name=each.name, image=each.png)
                    log.info("emoji brought", name=each.name)
                except Exception as error:  # noqa: BLE001 # the others may do better
                    failed = error
            self._use(key, emojis, there)
        names = {each.name for emojis in wanted.values() for each in emojis}
        if not self._is_ours:
            return None if names <= there.keys() else _NotUploadedError()
        return failed or await self._cleared(there, names)

    @property
    def _is_ours(self) -> bool:
        """Whether this process uploads and deletes emojis."""
        return self._leader is None or self._leader.is_leading

    def _use(self, key: str, emojis: Sequence[EmojiFile], there: Mapping[str, discord.Emoji]) -> None:
        words = {
            word: discord.PartialEmoji(name=each.name, id=there[each.name].id)
            for each in emojis
            if each.name in there
            for word in each.words
        }
        self._known[key] = Emojis(words, renderer(key).emojis(self._games[key]).exceptions)

    async def _cleared(self, there: Mapping[str, discord.Emoji], wanted: set[str]) -> Exception | None:
        """Take away what earlier versions have brought; why something is left."""
        try:
            for name, found in there.items():
                if name not in wanted and _OURS.fullmatch(name):
                    await found.delete()
        except Exception as error:  # noqa: BLE001 # it does no harm
            return error
        return None


def _drawn(game: Game) -> list[EmojiFile]:
    return [emoji_file(game.key, emoji) for emoji in renderer(game.key).emojis(game).emojis]
