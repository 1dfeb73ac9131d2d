"""Calls of functions in other processes. A call is a value: it holds its game by name and by its content's hash.

A worker makes a game once, and keeps it. If a worker lacks the content, it answers so, and is sent the call again with
the content. Cards are compared by identity, so they are sent as ids and replaced by the cards of the worker's game.
"""

import asyncio
import pickle
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from dataclasses import dataclass
from io import BytesIO
from threading import Lock
from traceback import format_exc
from typing import Any, Final
from weakref import WeakKeyDictionary

from bot.computing.program import fingerprint
from bot.content.seeds import Content
from rules.catalog import EARLIER
from rules.core.cards import Card, CardId
from rules.core.game import Game

KEPT: Final = 32
"""The number of games that a worker keeps."""


@dataclass(frozen=True, slots=True)
class GameReference:
    """Name a game by its rules and its content."""

    key: str
    version: int
    content: str
    """The content's hash."""
    kind: type[Game] | None
    """The class of the game; None for earlier rules, whose class cannot be imported by its name."""

    @classmethod
    def of(cls, game: Game) -> "GameReference":
        """Return the reference to a game."""
        is_earlier = EARLIER.get((game.key, game.version)) is type(game)
        return cls(game.key, game.version, content_of(game).hash, None if is_earlier else type(game))

    def make(self, content: Content) -> Game:
        """Make the game from its content."""
        return (self.kind or EARLIER[self.key, self.version])(content.tables)


@dataclass(frozen=True, slots=True)
class ContentNeeded:
    """Answer that a worker lacks the content of a game."""


@dataclass(frozen=True, slots=True)
class OtherProgram:
    """Answer that a worker runs another program."""

    fingerprint: str


@dataclass(frozen=True, slots=True)
class Failed:
    """Answer that the function raised an error. It is not raised in the executor, which might log the arguments."""

    error: Exception


class Call:
    """Hold a call `work(game, *arguments)` for other processes."""

    def __init__(self, work: Callable[..., Any], game: Game, *arguments: object) -> None:
        """Prepare the call. The function is named by its module, and the arguments are pickled."""
        self._content = content_of(game)
        self._pickled = pickle.dumps((work, GameReference.of(game), _without_cards(game, arguments)))

    def submit(self, executor: Executor, *, with_content: bool = False) -> Future[Any]:
        """Submit the call. Its result is that of the function, or `ContentNeeded`, `OtherProgram` or `Failed`."""
        return executor.submit(answer, fingerprint(), self._pickled, self._content if with_content else None)

    async def answer(self, executor: Executor) -> Any:
        """Return the result of the function, or `OtherProgram` or `Failed`.

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
        content = _contents[game] = Content.of(game.key, game.source)
    return content


_games: OrderedDict[GameReference, Game] = OrderedDict()
"""The games that this process has made as a worker, the most recently used last."""
_lock: Final = Lock()


def answer(program: str, pickled: bytes, content: Content | None) -> object:
    """Carry out a pickled call in this process, or answer why it cannot.

    program: the fingerprint of the caller's program, which is compared before the call is read.
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
    """Return the game of a reference, or None if neither the game nor its content is here."""
    with _lock:
        game = _games.get(reference)
        if game is None:
            if content is None:
                return None
            game = _games[reference] = reference.make(content)
        _games.move_to_end(reference)
        while len(_games) > KEPT:
            _games.popitem(last=False)
        return game
