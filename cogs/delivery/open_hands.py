"""Hands in private answers. Only the interaction that was answered can change them, and only for 15 minutes."""

import asyncio
from collections.abc import Sequence
from typing import Final, NamedTuple

import structlog
from cachetools import LRUCache

from bot.application.application import Application
from bot.log import origin
from bot.model.match import MatchId, UserId
from bot.model.position import Position
from cogs.delivery.answer import Answer
from cogs.delivery.emojis import EmojiBook
from cogs.messages.emojis import signed
from cogs.messages.hand import WHOLE, closed_hand, hand_message, layout_for
from cogs.messages.message import Message, as_liked
from cogs.messages.place import as_seen_here

_REMEMBERED_HANDS: Final = 2_048
"""The maximum number of hands that are remembered, over all matches."""

log = structlog.stdlib.get_logger(__name__)


class _OpenHand(NamedTuple):
    """A private hand that its interaction can still change."""

    answer: Answer
    is_asked: bool
    """Whether the hand shows a decision of its owner."""


class OpenHands:
    """Remembers the latest private hand of each player, to show the owner's next decision in it and to close it when
    the match is over.
    """

    def __init__(self, application: Application, emojis: EmojiBook) -> None:
        self._preferences = application.preferences
        self._footers = application.hand_footers
        self._emojis = emojis
        self._open = LRUCache[tuple[MatchId, UserId], _OpenHand](_REMEMBERED_HANDS)

    def keep(self, position: Position, answer: Answer) -> None:
        """Remember the answer as a user's open hand, if its interaction can change that message later."""
        if answer.has_private_answer:
            key = position.match.id, answer.user
            self._open[key] = _OpenHand(answer, bool(position.view_for(answer.user).view.options))

    def forget(self, match_id: MatchId, user: UserId) -> None:
        """Forget a hand that already shows the end of the match."""
        self._open.pop((match_id, user), None)

    async def ask(self, position: Position, names: Sequence[str]) -> None:
        """Show each new decision in its owner's open hand, if that hand showed none. If Discord refuses to change a
        hand, it stays as it is: **My hand** under the board still shows the decision.
        """
        for key in [key for key in self._open if key[0] == position.match.id]:
            hand, user = self._open.get(key), key[1]  # while another hand was changed, this one may have been forgotten
            if hand is None or hand.is_asked or position.match.seat_of(user) is None:
                continue
            if position.view_for(user).view.options:
                hand = self._open[key] = hand._replace(is_asked=True)
                await self._change(hand, position, await self._asking(position, user, names), user)

    async def close(self, position: Position, names: Sequence[str]) -> None:
        """Remove the buttons from all open hands of a match, and say that the match is over. If Discord refuses to
        change a hand, it stays as it is: a press on its buttons then says that the match is over.
        """
        for key in [key for key in self._open if key[0] == position.match.id]:
            hand, user = self._open.pop(key, None), key[1]
            if hand is None:
                continue  # forgotten while another one was changed
            layout = layout_for(await self._preferences.of(user))
            there = position.for_user(user)
            await self._change(hand, position, await asyncio.to_thread(closed_hand, there, user, names, layout), user)

    async def _asking(self, position: Position, user: UserId, names: Sequence[str]) -> Message:
        position = position.for_user(user)
        table_view = position.view_for(user)
        footer = await self._footers.of(table_view, user, position.game.tip(table_view.view))
        layout = layout_for(await self._preferences.of(user))
        message = await asyncio.to_thread(hand_message, position, table_view, names, WHOLE, footer, layout=layout)
        message = as_seen_here(message, position.match, names)
        return signed(message, self._emojis.of(position.match.game), names)

    async def _change(self, hand: _OpenHand, position: Position, message: Message, user: UserId) -> None:
        if hand.answer.interaction.is_expired():
            return
        liked = await self._preferences.of(user)
        try:
            await hand.answer.change_private(await as_liked(message, liked))
        except Exception as error:  # noqa: BLE001 # the board and its buttons lead on
            log.info("an open hand was not changed", match=position.match.id, cause=origin(error))
