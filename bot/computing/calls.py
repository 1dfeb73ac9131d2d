"""Calls of functions in other processes. A call is a value that names its game by key, version and content hash.

A worker makes each game once and keeps it. A worker that lacks a game's content answers so, and the call is sent again
with the content. Cards are compared by identity, so they are sent as ids, and the worker puts its own cards in their
place.
"""

import asyncio
import pickle
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import dataclass
from io import BytesIO
from threading import Lock
from traceback import format_exc
from typing import Any, Final
from weakref import WeakKeyDictionary

from cachetools import LRUCache

from bot.computing.program import fingerprint
from bot.content.seeds import Content
from rules.catalog import EARLIER
from rules.core.cards import Card, CardId
from rules.core.game import Game, catalog_key

CACHED_GAMES: Final = 32
"""The maximum number of games that a worker keeps."""


@dataclass(frozen=True, slots=True)
class GameReference:
    """The rules and the content of a game, by name, so that another process can make the same game."""

    key: str
    version: int
    content: str
    """The content's hash."""
    kind: type[Game] | None
    """The class of the game; None for earlier rules, whose class cannot be imported by name."""

    @classmethod
    def of(cls, game: Game) -> "GameReference":
        """Return the reference to a game."""
        key = catalog_key(game.key)
        is_earlier = EARLIER.get((key, game.version)) is type(game)
        return cls(key, game.version, content_of(game).hash, None if is_earlier else type(game))

    def make(self, content: Content) -> Game:
        """Make the game from its content."""
        return (self.kind or EARLIER[self.key, self.version])(content.tables)


@dataclass(frozen=True, slots=True)
class ContentNeeded:
    """The answer of a worker that lacks the content of a game."""


@dataclass(frozen=True, slots=True)
class OtherProgram:
    """The answer of a worker that runs another program."""

    fingerprint: str


@dataclass(frozen=True, slots=True)
class Failed:
    """The answer if the function raised an error. The error is kept from the executor, which might log the
    arguments.
    """

    error: Exception


class Call:
    """A call `work(game, *arguments)` to be carried out in another process."""

    def __init__(self, work: Callable[..., Any], game: Game, *arguments: object) -> None:
        """Pickle the call. The function must belong to a module, since it is pickled by name."""
        self._content = content_of(game)
        self._pickled = pickle.dumps((work, GameReference.of(game), _without_cards(game, arguments)))

    def submit(self, executor: Executor, *, with_content: bool = False) -> Future[Any]:
        """Submit the call. The future gives the function's result, or `ContentNeeded`, `OtherProgram` or `Failed`.

        with_content: whether to send the content of the game too.
        """
        return executor.submit(answer, fingerprint(), self._pickled, self._content if with_content else None)

    async def answer(self, executor: Executor) -> Any:
        """Submit the call, again with the content if that is needed. Return the function's result, or `OtherProgram` or
        `Failed`.

        Raises:
            BrokenExecutor: the executor lost the call.
            Exception: any other error of the executor.
        """
        given = await _done(self.submit(executor))
        return await _done(self.submit(executor, with_content=True)) if isinstance(given, ContentNeeded) else given


async def _done(future: Future[Any]) -> Any:
    """Wait for the result of a future. Raise BrokenExecutor if its executor cancels it."""
    waiting = asyncio.wrap_future(future)
    try:
        await asyncio.wait([waiting])
    except asyncio.CancelledError:
        waiting.cancel()
        raise
    if waiting.cancelled():
        raise BrokenExecutor("the executor has cancelled the call")
    return waiting.result()


_contents: WeakKeyDictionary[Game, Content] = WeakKeyDictionary()


def content_of(game: Game) -> Content:
    """Return the content from which a game was made."""
    content = _contents.get(game)
    if content is None:
        content = _contents[game] = Content.of(catalog_key(game.key), game.source)
    return content


_games: Final = LRUCache[GameReference, Game](CACHED_GAMES)
"""The games that this process has made as a worker."""
_lock: Final = Lock()


def answer(program: str, pickled: bytes, content: Content | None) -> object:
    """Carry out a pickled call in this process and return its result, or an answer that says why there is none.

    program: the fingerprint of the caller's program. It is compared before the call is unpickled.
    """
    if program != fingerprint():
        return OtherProgram(fingerprint())
    work, reference, arguments = pickle.loads(pickled)  # noqa: S301 # executors carry pickles anyway
    game = _game(reference, content)
    if game is None:
        return ContentNeeded()
    try:
        return work(game, *_with_cards(game, arguments))
    except Exception as error:  # noqa: BLE001 # the function may raise anything
        error.add_note(format_exc())
        return Failed(error)


class _CardPickler(pickle.Pickler):
    """Pickles the cards of a game as their ids."""

    def __init__(self, file: BytesIO, game: Game) -> None:
        super().__init__(file)
        self._cards = game.cards

    def persistent_id(self, obj: object) -> CardId | None:
        """Return the id of a card of the game; None for anything else."""
        return obj.id if isinstance(obj, Card) and self._cards.get(obj.id) is obj else None


class _CardUnpickler(pickle.Unpickler):
    """Reads cards that were pickled as their ids."""

    def __init__(self, file: BytesIO, game: Game) -> None:
        super().__init__(file)
        self._cards = game.cards

    def persistent_load(self, pid: CardId) -> Card:
        """Return the card of the game with this id."""
        return self._cards[pid]


def _without_cards(game: Game, arguments: tuple[object, ...]) -> bytes:
    file = BytesIO()
    _CardPickler(file, game).dump(arguments)
    return file.getvalue()


def _with_cards(game: Game, pickled: bytes) -> tuple[object, ...]:
    arguments: tuple[object, ...] = _CardUnpickler(BytesIO(pickled), game).load()
    return arguments


def _game(reference: GameReference, content: Content | None) -> Game | None:
    """Return the game of a reference, or None if it is not kept here and `content` is None."""
    with _lock:
        game = _games.get(reference)
        if game is None:
            if content is None:
                return None
            game = _games[reference] = reference.make(content)
        return game
