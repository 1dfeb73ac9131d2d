"""The application's emojis: upload each game's emojis that Discord does not have yet."""

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
from rules.core.game import Game, catalog_key

_OURS: Final = re.compile(rf"{PREFIX}\w+_[0-9a-f]{{4}}")
"""The pattern of the names of emojis that any version of this bot has uploaded."""

LOOK: Final = 3.0
"""Seconds between two checks for emojis, while another process, the leader, uploads them."""

log = structlog.stdlib.get_logger(__name__)


class _NotUploadedError(Exception):
    """The leader, another process, has not uploaded all emojis yet."""


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
        """leader: knows which process uploads and deletes emojis; None: this one does. look: as `LOOK`."""
        self._leader, self._look = leader, look
        self._client = client
        self._games = games
        self._backoff = backoff or Backoff()
        self._known: dict[str, Emojis] = {}
        self._doubted = asyncio.Event()
        self.complete: Final = asyncio.Event()
        """Set while Discord has all our emojis and no outdated ones."""

    def of(self, game: str) -> Emojis:
        """Return the emojis of the game with this key that can be used now. Those of a pack are those of its game."""
        return self._known.get(catalog_key(game), NONE)

    def note_error(self, error: BaseException) -> bool:
        """Return whether Discord refused a message because of an emoji. If so, use no emojis until they are checked."""
        doubted = isinstance(error, discord.HTTPException) and error.status == 400 and "emoji" in str(error).lower()
        if doubted:
            self._known.clear()
            self.complete.clear()
            self._doubted.set()
        return doubted

    async def keep(self) -> None:
        """Upload missing emojis and delete outdated ones, or wait until the leader has done so. Never return: start
        again whenever Discord refuses an emoji.
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
                pause = self._backoff.pause_after(failed, TROUBLES[meaning(failed)], failures + 1)
                log.warning("some emojis are missing; trying again", cause=origin(failed), seconds=round(pause))
                await asyncio.sleep(pause)
            self.complete.set()
            await self._doubted.wait()

    async def _brought(self, wanted: Mapping[str, Sequence[EmojiFile]]) -> Exception | None:
        """Upload missing emojis and delete outdated ones. Return the error if not everything succeeded, else None."""
        try:
            there = {found.name: found for found in await self._client.fetch_application_emojis()}
        except Exception as error:  # noqa: BLE001 # whatever the error is, the bot can work without emojis
            return error
        failed: Exception | None = None
        for key, emojis in wanted.items():
            self._use(key, emojis, there)
            for each in emojis if self._is_ours else ():
                if each.name in there or (failed is not None and meaning(failed) in (Meaning.WAIT, Meaning.PASSING)):
                    continue
                try:
                    there[each.name] = await self._client.create_application_emoji(name=each.name, image=each.png)
                    log.info("emoji brought", name=each.name)
                except Exception as error:  # noqa: BLE001 # go on: the others may succeed
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
        """Delete the emojis of earlier versions. Return the error if one could not be deleted, else None."""
        try:
            for name, found in there.items():
                if name not in wanted and _OURS.fullmatch(name):
                    await found.delete()
        except Exception as error:  # noqa: BLE001 # an outdated emoji does no harm
            return error
        return None


def _drawn(game: Game) -> list[EmojiFile]:
    return [emoji_file(game.key, emoji) for emoji in renderer(game.key).emojis(game).emojis]
