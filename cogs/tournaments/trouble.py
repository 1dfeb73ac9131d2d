"""Why tournaments are held up: what Discord refuses in their channels."""

from typing import Final

import discord

from bot.tournaments.values import Tournament
from cogs.delivery.error_texts import Reason
from cogs.delivery.permissions import THREADS
from cogs.delivery.unshown import reason_in

_GONE: Final = Reason("That channel was deleted, or I was removed from the server", "Once I can reach it again")


class Troubles:
    """Finds the reasons for which tournaments are held up, and knows the latest ones."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._met: dict[int, Reason] = {}
        """The reasons of the latest refusals, by channel."""

    async def met(self, tournament: Tournament, error: Exception) -> Reason:
        """Return the reason of a refusal, and remember it."""
        reason = self._met[tournament.channel] = await self._reason(tournament, error)
        return reason

    async def of(self, tournament: Tournament) -> Reason:
        """Return why a tournament is held up. After a restart, or if another process met the refusal, it is found out
        as far as Discord shows it.
        """
        return self._met.get(tournament.channel) or await self._reason(tournament, None)

    async def _reason(self, tournament: Tournament, error: Exception | None) -> Reason:
        reason = await reason_in(self._client, tournament.guild, tournament.channel, error, THREADS)
        return reason or _GONE


def on_hold(tournament: Tournament, reason: Reason) -> str:
    """Return why a tournament is held up, and what to do."""
    return (
        f"Tournament #{tournament.id} is on hold: I can't write in <#{tournament.channel}>. {reason.why}. "
        f"{reason.until}, it continues automatically; `/tournament end` ends it."
    )
