"""What one person plays alone, laid out by the widgets of a match: puzzles and lessons."""

from collections.abc import Iterable
from typing import Final

import discord

from bot.model.match import Look, Match, MatchId, Status, UserId
from cogs.widgets.items import Item
from rules.core.game import Game
from rules.core.play import View

_NO_TAG: Final = "000000"
"""`under` takes it out of all ids."""


def alone_look(  # noqa: PLR0913 # what is laid out, and what its ids hold
    game: Game, view: View, *, number: int, user: UserId, version: int, guild: int = 0
) -> Look:
    """What one person sees, as choices are laid out: its version is the decision."""
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


def under(prefix: str, items: Iterable[Item]) -> None:
    """Put this before the ids of choices, which name a match so far: let them name what is played alone."""
    for item in items:
        if isinstance(item, discord.ui.Button | discord.ui.Select):
            item.custom_id = f"{prefix}{str(item.custom_id).replace(f'-{_NO_TAG}', '', 1)}"
