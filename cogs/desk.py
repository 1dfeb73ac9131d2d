"""What all cogs share: the matches, the names, and the drawing of what has changed."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final, cast

import structlog
from discord.ext import commands

from bot.client import HiddenHand
from bot.log import origin
from bot.matches import Match, Matches, MatchId, Refusal, Status, Unavailable
from cogs.errors import AnyInteraction, kind_words, tell
from cogs.names import Names
from rules.core.game import Game

Publish = Callable[[MatchId], Awaitable[None]]
"""Brings messages on Discord up to date with a match; may be called again at any time."""

log = structlog.stdlib.get_logger(__name__)

NO_MATCH: Final = "There is no match in this channel. `/match new` starts one."


class Desk(commands.Cog):
    """The host's desk: every other cog goes through it."""

    def __init__(self, client: HiddenHand) -> None:
        self.client = client
        self.names = Names(client)
        self.publishers: list[Publish] = []
        """In the order in which they are called."""
        self._wanted: set[MatchId] = set()
        self._running: dict[MatchId, asyncio.Task[str | None]] = {}

    @property
    def matches(self) -> Matches:
        """The application."""
        return self.client.matches

    def game(self, match: Match) -> Game[Any, Any]:
        """The game of a match.

        Raises:
            Unavailable: this version of the bot does not have it.
        """
        if match.game not in self.client.games:
            raise Unavailable(f"This version of the bot cannot play the game of match #{match.id}.")
        return self.client.games[match.game]

    def publish(self, match: MatchId) -> asyncio.Task[str | None]:
        """Bring the board and the hands up to date, soon; the task tells what went wrong, in words to a player.

        While a match is being drawn, any number of calls make it be drawn once more: the latest state wins.
        """
        self._wanted.add(match)
        running = self._running.get(match)
        if running is None:
            running = self._running[match] = asyncio.create_task(self._publish(match), name=f"publish-{match}")
        return running

    async def _publish(self, match: MatchId) -> str | None:
        trouble = None
        try:
            while match in self._wanted:
                self._wanted.discard(match)
                trouble = None
                for publisher in self.publishers:
                    try:
                        await publisher(match)
                    except Exception as error:  # noqa: BLE001 - one message that fails keeps no other back
                        log.warning("a message could not be brought up to date", match=match, cause=origin(error))
                        trouble = trouble or kind_words(error)
        finally:
            del self._running[match]
        return trouble

    async def play(self, interaction: AnyInteraction, match: MatchId, action: str, window: int | None) -> None:
        """Play an action, and have it drawn.

        Raises:
            Refusal: the action was refused.
        """
        self.names.meet(interaction)
        await self.matches.act(match, interaction.user.id, action, window=window, interaction=interaction.id)
        self.publish(match)

    async def tell_trouble(self, interaction: AnyInteraction, match: MatchId) -> None:
        """Wait until a match is drawn; if that fails, say so privately: the match itself is safe."""
        running = self._running.get(match)
        trouble = await asyncio.shield(running) if running is not None else None
        if trouble is not None:
            await tell(interaction, f"That is done, but the table could not be drawn. {trouble}")

    async def here(self, interaction: AnyInteraction, *, game: str | None = None) -> Match:
        """The match that somebody means: the one in this channel; in direct messages the only one they play.

        Raises:
            Refusal: there is none, or there are several; says where they are.
        """
        self.names.meet(interaction)
        assert interaction.channel_id is not None
        if interaction.guild_id is not None:
            match = await self.matches.in_channel(interaction.channel_id)
            if match is not None and game in (None, match.game):
                return match
            if match is not None:
                raise Refusal(
                    f"In this channel {self.game(match).title} is played (match #{match.id}). "
                    + await self._elsewhere(interaction, game)
                )
            raise Refusal(f"{NO_MATCH} {await self._elsewhere(interaction, game)}")
        mine = await self._mine(interaction, game)
        if len(mine) == 1:
            return mine[0]
        if not mine:
            raise Refusal("You play no match now. On a server, `/match new` starts one.")
        raise Refusal(f"You play several matches: use the command in the channel of the one you mean. {places(mine)}")

    async def _mine(self, interaction: AnyInteraction, game: str | None = None) -> list[Match]:
        return [match for match in await self.matches.of_user(interaction.user.id) if game in (None, match.game)]

    async def _elsewhere(self, interaction: AnyInteraction, game: str | None) -> str:
        mine = [match for match in await self._mine(interaction, game) if match.guild == interaction.guild_id]
        return places(mine)


def places(matches: list[Match]) -> str:
    """Where somebody plays, in a sentence; "" for nowhere."""
    if not matches:
        return ""
    found = ", ".join(f"#{match.id} is in <#{match.channel}>" for match in matches[:10])
    return f"Your match {found}." if len(matches) == 1 else f"Your matches: {found}."


def live(match: Match) -> Match:
    """The match, if it is being played.

    Raises:
        Refusal: it is not; says what to do.
    """
    if match.status is Status.LOBBY:
        raise Refusal(f"Match #{match.id} has not begun: its host starts it with the Start button or `/match start`.")
    return match


def desk(interaction: AnyInteraction) -> Desk:
    """The desk of the bot that was asked."""
    return cast(Desk, interaction.client.get_cog(Desk.__name__))


def board_link(match: Match, message: int) -> str:
    """The address of a message in the match's channel."""
    return f"https://discord.com/channels/{match.guild}/{match.channel}/{message}"


async def setup(client: HiddenHand) -> None:
    await client.add_cog(Desk(client))
