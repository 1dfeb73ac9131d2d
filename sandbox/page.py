"""Play without a token: the bot in a small town of three people, in your browser."""

import asyncio
import os
import signal
import sys
import webbrowser
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from bot.application.application import application_on
from bot.content.library import Library
from bot.log import set_up_logging
from bot.store.errors import StoreError
from cogs.client import HiddenHand
from sandbox.content import WatchedContent

if TYPE_CHECKING:
    from sandbox.town import Town

HOW_TO_PLAY: Final = """\
1. Press a game in #tavern. You are Ada, and play against a computer.
2. Your hand opens, and only you can see it. Choose a move.
3. To play as several people, press Open a table and switch “Viewing as” to Bo."""
"""Instructions for a visitor's first minute."""

_NOT_INSTALLED: Final = (
    "The sandbox is not installed. To install it: python -m pip install --require-hashes -r locks/sandbox.lock"
)
_BYE: Final = "The sandbox is closed."


def main(
    *,
    port: int = 0,
    open_browser: bool = True,
    database: Path | None = None,
    content: tuple[str, Path] | None = None,
) -> int:
    """Serve the sandbox until Ctrl-C, or until it is ended on a page, and return the exit code.

    The pages of the town use `port` and the six ports after it, or any free ports if it is 0. Without a database, all
    matches are lost at the end. content: a game, and the folder with its changed files, which is watched.

    Raises:
        ContentError: the content of a game cannot be used.
    """
    if find_spec("simcord") is None:
        return _fail(_NOT_INSTALLED)
    from simcord import SetupError  # noqa: PLC0415 # it may not be there

    set_up_logging("WARNING", "text")
    try:
        asyncio.run(_serve(port, open_browser, database, content))
    except asyncio.CancelledError:
        print()
    except StoreError as error:
        return _fail(str(error))
    except SetupError as error:
        return _fail(f"The sandbox cannot be opened: {error}. If a port is taken, choose another one with --port.")
    print(_BYE)
    return 0


def _fail(line: str) -> int:
    print(line, file=sys.stderr)
    return 1


async def _serve(port: int, open_browser: bool, database: Path | None, content: tuple[str, Path] | None) -> None:
    from sandbox.town import Town  # noqa: PLC0415 # it needs simcord, which may not be there

    _stop_on_signals()
    with TemporaryDirectory(prefix="hidden-hand-") as folder:
        async with (
            application_on(database or Path(folder) / "sandbox.sqlite3") as application,
            HiddenHand(application) as client,
            Town(client, port=port) as town,
            _watched(application.library, content),
        ):
            await town.announce(_welcome(town))
            await town.post(client.interface.main_menu.post)
            _tell(town, kept=database)
            if open_browser and _has_display():
                await asyncio.to_thread(webbrowser.open, town.places[0].url)
            await town.ended()


@asynccontextmanager
async def _watched(library: Library, content: tuple[str, Path] | None) -> AsyncIterator[None]:
    """Read a folder with the content of a game again whenever it changes, within this context."""
    if content is None:
        yield
        return
    watched = WatchedContent(library, *content, tell=lambda line: print(line, flush=True))
    await watched.look()
    task = asyncio.create_task(watched.watch(), name="changes of content")
    try:
        yield
    finally:
        task.cancel()


def _stop_on_signals() -> None:
    """Cancel this task at Ctrl-C or a request to terminate, so that everything is closed in order."""
    task, loop = asyncio.current_task(), asyncio.get_running_loop()
    assert task is not None
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(task.cancel))


def _welcome(town: "Town") -> str:
    places = "\n".join(f"- [{place.title}]({place.url})" for place in town.places[1:])
    return f"**Welcome to the sandbox of Hidden Hand**\n{HOW_TO_PLAY}\n\n**Other pages**\n{places}"


def _tell(town: "Town", *, kept: Path | None) -> None:
    width = max(len(place.title) for place in town.places)
    print("The sandbox is open. Its pages, which only you can open:", end="\n\n")
    for place in town.places:
        print(f"  {place.title:<{width}}  {place.url}")
    print(f"\n{HOW_TO_PLAY}\n")
    print(
        f"Matches are kept in {kept}."
        if kept
        else "Matches are forgotten at the end. To keep them, use --database FILE."
    )
    print("Ctrl-C ends the sandbox.", flush=True)


def _has_display() -> bool:
    """Return whether a browser has a screen to open on. Only systems with X or Wayland can lack one."""
    return sys.platform in {"darwin", "win32"} or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
