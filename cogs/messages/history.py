"""A user's finished matches: what came out, against whom, when and where, with buttons to replay and to play again."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import discord

from bot.application.table.history import FinishedMatch
from bot.model.match import Match, Status
from cogs.messages.place import place_text
from cogs.text import escaped, shortened
from cogs.widgets.items import Item, button
from cogs.widgets.purposes import REMATCH, REPLAY
from rules.core.events import Seat
from rules.core.words import together

_NAMES: Final = 200
"""The maximum length of the other players' names in a line."""
_DUEL: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedFinish:
    """One of a user's finished matches, with the facts that its lines need."""

    finished: FinishedMatch
    names: Sequence[str]
    """The players' names by seat."""
    server: str
    """The name of the match's server; "" if the list is shown on that server."""

    @property
    def match(self) -> Match:
        return self.finished.position.match


def finished_lines(listed: ListedFinish) -> list[str]:
    """Return a finished match in two lines."""
    finished, match = listed.finished, listed.match
    place = f" on {escaped(listed.server)}" if listed.server else ""
    return [
        f"**#{match.id} · {finished.position.game.title}**: {_result(listed)}",
        f"-# <t:{finished.ended_at}:d>, in {place_text(match)}{place}",
    ]


def replay_buttons(listed: Sequence[ListedFinish], row: int) -> list[Item]:
    """Return a button to replay each match whose log is still there."""
    matches = [each.match for each in listed if not each.match.cleared]
    return [button(f"Replay #{match.id}", REPLAY(match.key, match.ply, "all", "open"), row=row) for match in matches]


def rematch_buttons(listed: Sequence[ListedFinish], row: int) -> list[Item]:
    """Return a button to play each match again, unless it has no result, its series goes on by itself, or its
    players sit in several places.
    """
    matches = [each.match for each in listed if each.match.status is Status.OVER and len(each.match.places) == 1]
    over = [match for match in matches if match.series is None or match.series.is_decided(match.outcome)]
    return [button(f"Rematch #{match.id}", REMATCH(match.key), discord.ButtonStyle.success, row=row) for match in over]


def _result(listed: ListedFinish) -> str:
    own, outcome = listed.finished.own, listed.match.outcome
    others = [escaped(name) for seat, name in enumerate(listed.names) if seat != own]
    names = shortened(together(others), _NAMES) if others else ""
    if outcome is None:
        return f"ended without a result, with {names}" if others else "ended without a result"
    if not others:
        return "won" if own in outcome.winners else "lost"
    if len(listed.names) == _DUEL:
        return f"{_of_two(outcome.ranks, own)} {names}"
    return f"place {outcome.ranks[own]} of {len(listed.names)}, with {names}"


def _of_two(ranks: Sequence[int], own: Seat) -> str:
    other = ranks[1 - own]
    return "drew with" if ranks[own] == other else "won against" if ranks[own] < other else "lost to"
