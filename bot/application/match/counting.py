"""Count what people did in a match, once it ends: read its log, fold it, and store the deeds and the figures."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import Any

import structlog

from bot.application.match.folding import Ended, Timed, deeds_of
from bot.application.match.replay import DivergedError
from bot.log import origin
from bot.model.figures import Deed
from bot.model.life import FINISHED
from bot.model.match import Match, Status
from bot.model.position import Position
from bot.model.refusals import Unavailable
from bot.store import comparisons, figures, opinions
from bot.store import matches as sql
from bot.store.database import Rows
from bot.store.plies import causes_of, moments_of_plies
from rules.core.game import Game

_log = structlog.stdlib.get_logger(__name__)


async def deeds_at_end(
    read: Callable[[Callable[[Rows], Awaitable[Any]]], Awaitable[Any]], after: Position, last: Timed
) -> Sequence[Deed] | None:
    """Return what people did in a match that its last ply has ended; None if the match goes on.

    None, too, if it cannot be found out now: no figure is worth a result that is not stored. `Deeds.fold_missed`
    tries again.

    read: reads from the database, which does not hold the last ply yet.
    """
    if after.match.status not in FINISHED:
        return None
    try:
        ended = await read(lambda db: ended_match(db, after.game, after.match, last))
        return await asyncio.to_thread(deeds_of, ended)
    except Unavailable:
        return None
    except Exception as error:  # noqa: BLE001 # the rules may raise anything
        _log.error("what people did in a match could not be counted", match=after.match.id, cause=origin(error))
        return None


async def save_deeds(db: Rows, match: Match, deeds: Sequence[Deed], at: float) -> None:
    """Store what people did in a match that has ended, and publish figures if a step of them is due."""
    found = await figures.variant_of(db, match.id)
    if found is not None:
        guild, variant = found
        await figures.fold(db, guild, variant, match.id, deeds)
        people = {deed.user for deed in deeds}
        if match.status is Status.OVER and await figures.is_wanted(db, guild, people):
            await opinions.ask(db, match.id, people, int(at))
        await comparisons.count_match(db, match, deeds, at)
        await figures.publish(db, guild, match.game, datetime.fromtimestamp(at, UTC))


async def ended_match(db: Rows, game: Game, match: Match, last: Timed | None = None) -> Ended:
    """Return a match that has ended, with its log. last: its last ply, if that is not stored yet.

    Raises:
        DivergedError: its log was deleted.
    """
    stored = await sql.load(db, match.id)
    if stored is None or stored.deal is None:
        raise DivergedError(0, "its log was deleted")
    began, *_ = await moments_of_plies(db, match.id)
    causes = await causes_of(db, match.id)
    log = [Timed(ply, *cause) for ply, cause in zip(stored.plies, causes, strict=True)]
    return Ended(game, match, stored.deal, began, log if last is None else [*log, last])
