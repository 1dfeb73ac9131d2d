"""Lay out puzzles and lessons with the widgets of a match."""

from collections.abc import Iterable
from typing import Final

import discord

from bot.model.match import Look, Match, MatchId, Status, UserId
from cogs.widgets.items import Item
from rules.core.game import Game
from rules.core.play import View

_NO_TAG: Final = "000000"
"""Stands for the match's tag in ids until `add_prefix` removes it."""


def solo_look(  # noqa: PLR0913 # the view, and the content of its ids
    game: Game, view: View, *, number: int, user: UserId, version: int, guild: int = 0
) -> Look:
    """Return the view of a single player in the form that the widgets take: its version is the decision."""
    match = Match(
        id=MatchId(number),
        tag=_NO_TAG,
        game=game.key,
        guild=guild,
        channel=0,
        host=user,
        status=Status.LIVE,
        version=version,
        options={},
        players=(),
        ply=version,
        outcome=None,
    )
    return Look(match=match, view=view, decision=version, story=())


def add_prefix(prefix: str, items: Iterable[Item]) -> None:
    """Put a prefix before the ids of choices, so that they name a puzzle or a lesson and not a match."""
    for item in items:
        if isinstance(item, discord.ui.Button | discord.ui.Select):
            item.custom_id = f"{prefix}{str(item.custom_id).replace(f'-{_NO_TAG}', '', 1)}"
