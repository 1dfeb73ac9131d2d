"""Lay out puzzles and lessons with the widgets of a match."""

from collections.abc import Iterable
from typing import Final

import discord

from bot.model.match import Match, MatchId, Status, TableView, UserId
from cogs.widgets.items import Item
from rules.core.game import Game
from rules.core.play import View

_NO_TAG: Final = "000000"
"""The text in place of a match's tag in ids, until `add_prefix` removes it."""


def solo_view(  # noqa: PLR0913 # the view, and the content of its ids
    game: Game, view: View, *, number: int, user: UserId, version: int, guild: int = 0
) -> TableView:
    """Return a single player's view in the form that the widgets take. Their buttons carry `version` as the decision,
    so that outdated buttons are recognised.
    """
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
    return TableView(match=match, view=view, decision=version, ply_events=())


def add_prefix(prefix: str, items: Iterable[Item]) -> None:
    """Prefix the ids of choices, so that they stand for a puzzle or a lesson and not for a match."""
    for item in items:
        if isinstance(item, discord.ui.Button | discord.ui.Select):
            item.custom_id = f"{prefix}{str(item.custom_id).replace(f'-{_NO_TAG}', '', 1)}"
