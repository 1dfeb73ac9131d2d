"""The figures of a server for its designers, beside matches that the bot simulates for them."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from cachetools import LRUCache

from bot.application.match.positions import Positions
from bot.application.thinking.priorities import Priority
from bot.application.thinking.thinking import Thinking, ThinkingError
from bot.content.library import NotPlayableError
from bot.content.seeds import Content, ContentError, lookup_of
from bot.lab.contest import Contest
from bot.lab.exploit import QUICK
from bot.model.figures import Count, Figure, Subject, Variant
from bot.packs.packs import Packs
from bot.store import contents
from bot.store import figures as sql
from bot.store.database import Rows
from bot.workshop.foretold import foretell
from bot.workshop.people import PeopleReport, matches_in, together
from rules.core.game import Clause, Game, catalog_key

SIMULATED: Final = 96
"""The number of simulated matches."""
_AT_ONCE: Final = 8
"""The number of matches that are simulated in one call, which takes a second or two."""
_KEPT: Final = 32
_SEED: Final = 1


@dataclass(frozen=True, slots=True)
class Stored:
    """Figures of a game on a server."""

    variants: Mapping[Variant, Mapping[str, Mapping[Subject, Count]]]
    content: Content | None
    """The content of the most played variant."""


class ServerFigures:
    """Reports figures. Every method may raise `Unavailable`."""

    def __init__(self, positions: Positions, packs: Packs, thinking: Thinking) -> None:
        self._positions = positions
        self._packs = packs
        self._thinking = thinking
        self._foretold = LRUCache[Variant, Mapping[Subject, Count]](_KEPT)

    async def of(self, guild: int, game: str) -> PeopleReport:
        """Return what `stored` returns, beside the figures of simulated matches; without these if they cannot be
        simulated.
        """
        report = await self.stored(guild, game)
        if not report.weeks:
            return report
        return replace(report, foretold=await self._foretell(report.game, report.variant))

    async def stored(self, guild: int, game: str) -> PeopleReport:
        """Return the figures of a game on a server: of the variant that was played most, with all others listed."""
        stored = await self._positions.read(lambda db: _stored(db, guild, game))
        variant, played = await self._most_played(game, stored)
        return PeopleReport(
            game=played,
            variant=variant,
            variants=stored.variants,
            clauses=await self._clauses(game),
            foretold={},
            player=QUICK,
            seed=_SEED,
        )

    async def _most_played(self, key: str, stored: Stored) -> tuple[Variant, Game]:
        today = await self._packs.game(key)
        if stored.variants and stored.content is not None:
            variant = most_played(stored.variants)
            try:
                return variant, await self._packs.begun_with(key, variant.rules, stored.content)
            except NotPlayableError:
                pass
        content, _ = await self._packs.printed(key)
        return Variant.of(key, today.version, content.hash, today.all_options({}), today.seats[0]), today

    async def _clauses(self, game: str) -> tuple[Clause, ...]:
        _, rulebook = await self._packs.printed(game)
        try:
            return lookup_of(rulebook).clauses if rulebook.text else ()
        except ContentError:
            return ()

    async def _foretell(self, game: Game, variant: Variant) -> Mapping[Subject, Count]:
        if variant not in self._foretold:
            contest = Contest(game=catalog_key(game.key), players=(QUICK,) * variant.players, options=variant.chosen)
            counts: dict[Subject, Count] = {}
            try:
                for some in await asyncio.gather(
                    *(
                        self._thinking.aside(
                            foretell, game, contest, range(start, start + _AT_ONCE), _SEED, priority=Priority.LEISURE
                        )
                        for start in range(0, SIMULATED, _AT_ONCE)
                    )
                ):
                    for subject, count in some.items():
                        counts[subject] = counts.get(subject, Count()) + count
            except ThinkingError:
                return {}
            self._foretold[variant] = counts
        return self._foretold[variant]


def most_played(variants: Mapping[Variant, Mapping[str, Mapping[Subject, Count]]]) -> Variant:
    """Return the variant with the most matches between people; of those without any, the one with most figures."""

    def order(variant: Variant) -> tuple[int, int]:
        counts = together(variants[variant])
        return matches_in(counts), sum(
            count.times for subject, count in counts.items() if subject.figure is Figure.LEVEL
        )

    return max(variants, key=order)


async def _stored(db: Rows, guild: int, game: str) -> Stored:
    variants = await sql.published(db, game, guild)
    if not variants:
        return Stored({}, None)
    content_hash = most_played(variants).content
    known = await db.rows("SELECT 1 FROM contents WHERE hash = ?", content_hash)
    return Stored(variants, await contents.load(db, content_hash) if known else None)
