"""Hands in private answers. Only the interaction that was answered can change them, and only for 15 minutes."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

import structlog

from bot.application.people.preferences import PreferenceBook
from bot.log import origin
from bot.model.match import MatchId, UserId
from bot.model.position import Position
from cogs.delivery.answer import Answer, AnyInteraction
from cogs.messages.hand import closed_hand, layout_for

_KEPT: Final = 2_048
"""The maximum number of hands that are remembered, over all matches."""

log = structlog.stdlib.get_logger(__name__)


class OpenHands:
    """Remembers the latest private hand of each player, to close it when the match is over."""

    def __init__(self, preferences: PreferenceBook) -> None:
        self._preferences = preferences
        self._open: OrderedDict[tuple[MatchId, UserId], AnyInteraction] = OrderedDict()

    def keep(self, match_id: MatchId, answer: Answer) -> None:
        """Remember the answer as a user's open hand, if its interaction can change that message later."""
        if answer.is_private_original:
            self._open[match_id, answer.user] = answer.interaction
            self._open.move_to_end((match_id, answer.user))
            while len(self._open) > _KEPT:
                self._open.popitem(last=False)

    def forget(self, match_id: MatchId, user: UserId) -> None:
        """Forget a hand that shows the end of the match already."""
        self._open.pop((match_id, user), None)

    async def close(self, position: Position, names: Sequence[str]) -> None:
        """Remove the buttons from all open hands of a match, and say that the match is over. If Discord refuses to
        change a hand, it stays as it is: a press on its buttons then says that the match is over.
        """
        number = position.match.id
        for match_id, user in [key for key in self._open if key[0] == number]:
            interaction = self._open.pop((match_id, user))
            if not interaction.is_expired():
                liked = await self._preferences.of(user)
                message = await asyncio.to_thread(closed_hand, position, user, names, layout_for(liked))
                message = message.as_liked(liked)
                try:
                    await interaction.edit_original_response(**message.edited())
                except Exception as error:  # noqa: BLE001 # a press on its buttons still says that the match is over
                    log.info("an open hand was not closed", match=number, cause=origin(error))
