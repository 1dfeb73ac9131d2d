"""What team-mates tell each other: in private, and kept nowhere but in memory until it is read."""

import asyncio
from collections import defaultdict, deque
from typing import Final, cast

import discord
import structlog
from discord.ext import commands

from bot.client import HiddenHand
from bot.lobby import mates
from bot.matches import Match, MatchId, NotAtThisTable, Refusal
from cogs.desk import Desk
from cogs.errors import AnyInteraction, tell
from cogs.text import escaped
from rules.core.events import Seat
from rules.core.game import together

TEXT_LIMIT: Final = 300
"""Characters of a whisper."""

KEPT: Final = 3
"""Whispers that wait for somebody whom no direct message reaches: the latest ones, which fit into one message."""

log = structlog.stdlib.get_logger(__name__)


class Whispers(commands.Cog):
    """Carries whispers. A restart forgets those that have not been read."""

    def __init__(self, at: Desk) -> None:
        self.desk = at
        self._unread: defaultdict[tuple[MatchId, Seat], deque[str]] = defaultdict(lambda: deque(maxlen=KEPT))

    async def whisper(self, interaction: AnyInteraction, match: Match, text: str) -> None:
        """Tell the team-mates of whoever asks, and nobody else; direct messages first.

        Raises:
            Refusal: they do not play in this match, or play alone.
        """
        seat = match.seat_of(interaction.user.id)
        if seat is None:
            raise NotAtThisTable(f"You do not play in match #{match.id}, so there is nobody there to whisper to.")
        game = self.desk.game(match)
        team = mates(match, game, seat)
        if not team:
            raise Refusal(f"Everybody plays alone in match #{match.id}: a whisper is for those who have a team.")
        await interaction.response.defer(ephemeral=True, thinking=True)
        names = [escaped(name) for name in await self.desk.names.of(match)]
        heading = f"-# Match #{match.id} · {game.title} · <#{match.channel}>"
        reached: list[bool] = await asyncio.gather(
            *(
                self._deliver(
                    match,
                    mate,
                    f"{heading}\n**{names[seat]}** whispers to "
                    f"{together(['you', *(names[other] for other in team if other != mate)])}:\n"
                    f"> {escaped(text, TEXT_LIMIT)}",
                )
                for mate in team
            )
        )
        said = f"You whispered to {together([names[mate] for mate in team])}."
        late = [names[mate] for mate, direct in zip(team, reached, strict=True) if not direct]
        if late:
            said += f" {together(late)} will read it below the next **My hand**: no direct message gets there."
        await tell(interaction, said)

    async def hand_over(self, interaction: AnyInteraction, match: MatchId, seat: Seat) -> None:
        """Show whoever looks at their hand what was whispered to them and has not reached them."""
        unread = self._unread.pop((match, seat), ())
        if unread:
            await tell(interaction, "\n".join(unread))

    async def _deliver(self, match: Match, mate: Seat, said: str) -> bool:
        """Whether it came by direct message; else it waits."""
        try:
            channel = await self.desk.client.create_dm(discord.Object(match.chairs[mate].user))
            await channel.send(said)
        except discord.HTTPException as error:
            log.info("a whisper was not delivered", match=match.id, seat=mate, code=error.code)
            self._unread[match.id, mate].append(said)
            return False
        return True


async def setup(client: HiddenHand) -> None:
    await client.add_cog(Whispers(cast(Desk, client.get_cog(Desk.__name__))))
