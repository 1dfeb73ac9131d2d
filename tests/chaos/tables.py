"""A small match on its own bot, for trials of one thing."""

from pathlib import Path
from random import Random

from cogs.delivery.answer import ACKNOWLEDGED_AFTER
from sandbox.wire.process import BotProcess
from sandbox.wire.server import Wire
from tests.chaos.people import Party
from tests.chaos.planted import ENVIRONMENT
from tests.chaos.program import ACKNOWLEDGE, GAME, SEED
from tests.chaos.stored import Stored
from tests.patience import PATIENT
from tests.raw_database import address_of, written
from tests.tiny_game import Tiny


def game_bot(
    wire: Wire, folder: Path, game: str, seed: int, *, fault: str | None = None, patience: float = ACKNOWLEDGED_AFTER
) -> BotProcess:
    """Return a bot with one game and short pauses.

    fault: the name of a fault to plant in it. patience: as for `HiddenHand`.
    """
    program = "tests.chaos.program"
    environment = {GAME: game, SEED: str(seed), ACKNOWLEDGE: str(patience), **database_in(folder)}
    if fault is not None:
        environment[ENVIRONMENT] = fault
    return BotProcess(wire, folder, command=(), environment=environment, module=program, imported=[program])


def database_in(folder: Path) -> dict[str, str]:
    """Return the setting that names the database of a bot in a folder."""
    return {"DATABASE": written(address_of(folder / "wire.sqlite3"))}


def small_bot(wire: Wire, folder: Path) -> BotProcess:
    """Return a bot with the smallest game, whose first answer to an interaction is the whole one, however busy the
    machine is.
    """
    return game_bot(wire, folder, Tiny.key, 1, patience=PATIENT)


def seated(wire: Wire, bot: BotProcess) -> Party:
    """Return a party of two people for the smallest game."""
    people = [wire.user("Ada"), wire.user("Bo")]
    return Party(wire, Stored(bot.database), wire.channel, Tiny.key, people, Random(1))  # noqa: S311 # no secret


async def begin(table: Party) -> None:
    """Open and start a match."""
    await table.open()
    await table.join(table.users[1])
    await table.start()
    await table.rest()
