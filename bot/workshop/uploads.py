"""Check uploaded content packs in another process, and store those without faults."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Executor
from dataclasses import dataclass
from typing import Final

import structlog

from bot.computing.processes import end, processes
from bot.content.seeds import Content, Rulebook, read_rulebook
from bot.log import origin
from bot.model.match import UserId
from bot.model.packs import Pack
from bot.model.refusals import NotAllowed
from bot.packs.packs import NewPack, Packs
from bot.workshop.archives import ArchiveError, unpack
from bot.workshop.checking import Fault, checked

CHECK_TIME: Final = 60.0
"""Seconds that the check of a pack may take."""
_MEMORY: Final = 2 * 1024**3
"""Bytes of address space that the check may use, where the system can limit them."""
_NICE: Final = 10
_log = structlog.stdlib.get_logger(__name__)


class FaultyPackError(Exception):
    """A pack has faults."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(f"{len(faults)} faults")
        self.faults: Final = tuple(faults)
        """All of them, in the order of the files and lines."""


class PackNotChecked(NotAllowed):
    """The check of a pack took too long, or more memory than it may use."""


class NoArchive(NotAllowed):
    """The file cannot be unpacked. why: a sentence."""

    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """A pack as it was found."""

    faults: tuple[Fault, ...] = ()
    broken: str = ""
    """Why the file cannot be unpacked; "" if it can."""
    content: Content | None = None
    """Its tables, and the game's for files that it lacks; None if it has faults."""
    rulebook: Rulebook | None = None
    cards: int = 0
    unused: tuple[str, ...] = ()
    """The files that are not used on Discord."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Uploaded:
    """A pack that was stored."""

    pack: Pack
    cards: int
    unused: tuple[str, ...]


def examined(key: str, data: bytes) -> Examined:
    """Check the zip file of a pack over a game.

    Raises:
        KeyError: there is no such game.
    """
    try:
        files, broken = unpack(data)
    except ArchiveError as error:
        return Examined(broken=str(error))
    check = checked(key, files)
    faults = sorted({*broken, *check.faults})
    if faults or check.content is None or check.game is None:
        return Examined(faults=tuple(faults))
    text = check.texts.get("rulebook.md")
    return Examined(
        content=check.content,
        rulebook=read_rulebook(key) if text is None else Rulebook(key, text),
        cards=len(check.game.cards),
        unused=tuple(name for name in check.texts if name not in {"rulebook.md", *check.tables}),
    )


def one_process() -> Executor:
    """Return an executor with a process of its own, which can use little memory."""
    return processes(1, _NICE, _MEMORY)


class Uploads:
    """Stores packs that users upload."""

    def __init__(self, packs: Packs, pool: Callable[[], Executor] = one_process, longest: float = CHECK_TIME) -> None:
        """pool: returns an executor for one check. longest: as `CHECK_TIME`."""
        self._packs = packs
        self._pool = pool
        self._longest = longest
        self._turn = asyncio.Semaphore(1)

    async def store(  # noqa: PLR0913 # what a user says about a pack
        self, guild: int, user: UserId, *, game: str, name: str, edition: str, data: bytes, interaction: int
    ) -> Uploaded:
        """Check a pack over a game of the catalog, and store it for a server.

        Raises:
            NotAllowed: the name is taken or cannot be shown, the server has too many packs, or the check failed.
            FaultyPackError: the pack has faults.
            Unavailable: the database failed.
        """
        name, edition = await self._packs.check_new(guild, game, name, edition)
        found = await self._examined(game, data)
        if found.broken:
            raise NoArchive(why=found.broken)
        if found.content is None or found.rulebook is None:
            raise FaultyPackError(found.faults)
        new = NewPack(
            guild=guild, user=user, name=name, edition=edition, content=found.content, rulebook=found.rulebook
        )
        pack = await self._packs.add(new, interaction=interaction)
        return Uploaded(pack=pack, cards=found.cards, unused=found.unused)

    async def _examined(self, key: str, data: bytes) -> Examined:
        async with self._turn:  # however many designers upload at once, it takes one processor
            pool = self._pool()
            try:
                async with asyncio.timeout(self._longest):
                    return await asyncio.get_running_loop().run_in_executor(pool, examined, key, data)
            except TimeoutError:
                raise PackNotChecked from None
            except (BrokenExecutor, MemoryError, RecursionError) as error:
                _log.warning("a pack could not be checked", game=key, cause=origin(error))
                raise PackNotChecked from None
            finally:
                end(pool)
