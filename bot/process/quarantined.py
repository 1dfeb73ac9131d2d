"""`hidden-hand quarantined`: replays every live or paused match and lists those that this version plays differently."""

from pathlib import Path
from typing import Final

from bot.backup.replays import Replayed, replayed, unfinished
from bot.content.library import Library
from bot.model.match import Status
from bot.process.output import Output, match_data
from bot.store.address import DatabaseAddress
from bot.store.errors import StoreError
from bot.store.migrations import check, known_migrations

_REVIVED: Final = "it replays correctly again: it resumes at the next start, once its channel has no other match"


def quarantined(address: DatabaseAddress, library: Library) -> Output:
    """List the matches that are quarantined, or would be at the next check, each with the ply that differs and a cause
    that reveals no secret. This only reads the database: the bot can keep running.

    Raises:
        StoreError: the database is missing or cannot be read.
    """
    if isinstance(address, Path):
        if not address.exists():
            raise StoreError(f"There is no database {address}. Set DATABASE to the file that the bot uses.")
        check(address, known_migrations())
    tried = replayed(address, library, unfinished)
    matches = [each for each in tried if each.difference or each.match.status is Status.QUARANTINED]
    return Output(
        [_line(each) for each in matches] or ["This version plays every match as it was begun."],
        {"matches": [{**match_data(each.match), "difference": each.difference} for each in matches]},
    )


def _line(replayed: Replayed) -> str:
    match = replayed.match
    return f"#{match.id} {match.game} server {match.guild} channel {match.channel}: {replayed.difference or _REVIVED}"
