"""The base of all parts of `/match`: finds the match."""

from bot.decks.deck import is_own
from bot.model.match import Match, Status
from bot.model.position import Position
from cogs.commands.feature import Feature
from cogs.delivery.answer import Answer, AnyInteraction
from cogs.host import seen_from
from cogs.widgets.choices import resolve
from cogs.widgets.decks import playable
from cogs.widgets.refusals import SpokenRefusal
from rules.core.game import Game


class MatchPart(Feature):
    """Some commands of `/match` (`cogs.commands.match`). Each finds its match, and leaves the rest to the presses."""

    async def here(self, interaction: AnyInteraction, number: int | None = None) -> Position:
        """Return the match with this number, or without a number the one in this channel, as seen from where the user
        sits.
        """
        await self.host.meet(interaction)
        found = await self.host.here(interaction, number=number)
        return seen_from(await self.host.app.positions.get(found.id), interaction)

    async def typed(self, interaction: AnyInteraction) -> Position:
        """Return the match that the other options name, while the user types in one option."""
        number = getattr(interaction.namespace, "match", None)
        return await self.here(interaction, number if isinstance(number, int) else None)

    async def deck_of(self, answer: Answer, game: Game, typed: str) -> str:
        """Return the id of the deck that the user named. If it is one of their own, it is not checked: the application
        does that.
        """
        if is_own(typed):
            return typed
        return resolve(await playable(self.host.app.decks, game, answer.user), typed, "deck").word


def live(match: Match) -> None:
    """Check that the match has started.

    Raises:
        Refusal: the match has not started; the text says what to do.
    """
    if match.status is Status.LOBBY:
        raise SpokenRefusal(f"Match #{match.id} hasn't started yet. Its host can press Start or use `/match start`.")
