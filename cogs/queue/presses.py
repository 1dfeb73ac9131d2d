"""Look for an opponent on all servers: the presses of the common queue."""

from collections.abc import Sequence

import discord

from bot.model.match import DIRECT_MESSAGES
from bot.model.match_request import MatchRequest, read_pace
from bot.people.settings import ANYWHERE, COMMON_QUEUE
from bot.queue.queue import CommonQueue
from cogs.commands.managing import managed
from cogs.delivery.answer import Answer
from cogs.host import Host, server_of
from cogs.messages.rule_sets import chosen_rules
from cogs.presses.opening import named_key
from cogs.presses.router import answers
from cogs.queue import messages, purposes
from cogs.widgets import purposes as common
from cogs.widgets.refusals import SpokenRefusal
from rules.core.game import Game
from rules.core.options import RuleSet


class QueuePresses:
    """Lets users look for opponents on all servers, once they and their server have agreed to that."""

    def __init__(self, host: Host, queue: CommonQueue) -> None:
        self._host = host
        self._queue = queue

    @answers(common.ANYWHERE)
    async def find(self, answer: Answer) -> None:
        """Show what a user looks for already, or what they can look for.

        Raises:
            Refusal: the server does not offer it, or only the user has installed the bot here.
        """
        await self._check_offered(answer)
        seeker = await self._queue.of(answer.user)
        if seeker is not None:
            await answer.say(messages.looking_message(self._titled(seeker.request.games), seeker))
        elif (await self._host.app.preferences.of(answer.user)).anywhere:
            await self._choices(answer, MatchRequest(games=tuple(self._host.games)))
        else:
            await answer.say(messages.agreement())

    @answers(purposes.AGREE)
    async def agree(self, answer: Answer) -> None:
        """Store that a user wants opponents from all servers, and show what they can look for."""
        await self._check_offered(answer)
        await self._host.app.preferences.choose(answer.user, ANYWHERE, value=True)
        await self._choices(answer, MatchRequest(games=tuple(self._host.games)))

    @answers(purposes.REFUSE)
    async def refuse(self, answer: Answer) -> None:
        """Store that a user wants no opponents from other servers any more, and stop looking for them."""
        await self._host.app.preferences.choose(answer.user, ANYWHERE, value=False)
        await self._queue.leave(answer.user, interaction=answer.interaction.id)
        await answer.say(messages.REFUSED)

    @answers(purposes.PACE)
    async def choose_pace(self, answer: Answer, *, rules: RuleSet, values: Sequence[str]) -> None:
        """Show the choices with another pace."""
        await self._choices(answer, MatchRequest(games=tuple(self._host.games), pace=read_pace(values[0]), rules=rules))

    @answers(purposes.RULES)
    async def choose_rules(self, answer: Answer, *, pace: str, values: Sequence[str]) -> None:
        """Show the choices with other rules."""
        rules = chosen_rules(values[0])
        await self._choices(answer, MatchRequest(games=tuple(self._host.games), pace=read_pace(pace), rules=rules))

    @answers(purposes.SEEK)
    async def seek(self, answer: Answer, *, pace: str, rules: RuleSet, values: Sequence[str]) -> None:
        """Look for an opponent for one of the chosen games.

        Raises:
            Refusal: the user or the server does not want that, or the user looks for an opponent already.
        """
        await self._check_offered(answer)
        if not (await self._host.app.preferences.of(answer.user)).anywhere:
            raise SpokenRefusal("Press **Find an opponent** first, and agree to be found by players of other servers.")
        seeker = await self._queue.of(answer.user)
        if seeker is not None:
            await answer.say(messages.looking_message(self._titled(seeker.request.games), seeker))
            return
        await self._host.meet(answer.interaction)
        keys = tuple(named_key(self._host.games, value).key for value in values)
        request = MatchRequest(games=keys, pace=read_pace(pace), rules=rules)
        channel = (await self._host.client.create_dm(discord.Object(answer.user))).id
        sought = await self._queue.seek(answer.user, request, channel, server_of(answer.interaction) or DIRECT_MESSAGES)
        if sought.found is not None:
            await answer.show(messages.asked_message(sought.found))
        else:
            await answer.show(messages.waiting_message(self._titled(keys), request, sought.usual))

    @answers(purposes.STOP)
    async def stop(self, answer: Answer) -> None:
        """Stop looking for an opponent."""
        was_there = await self._queue.of(answer.user) is not None
        await self._queue.leave(answer.user, interaction=answer.interaction.id)
        await answer.say(messages.STOPPED if was_there else messages.NOT_LOOKING)

    @answers(common.ANYWHERE_ALLOWED)
    async def allow(self, answer: Answer) -> None:
        """Offer opponents from other servers on a server, as a manager wants.

        Raises:
            Refusal: the user does not manage the server.
        """
        await self._host.app.preferences.choose_for_server(managed(answer), COMMON_QUEUE, value=True)
        await answer.say(messages.ALLOWED)

    async def _check_offered(self, answer: Answer) -> None:
        guild = server_of(answer.interaction)
        if guild is None:
            if not answer.interaction.context.dm_channel:
                raise SpokenRefusal(messages.ALONE)
        elif not (await self._host.app.preferences.of_server(guild)).common_queue:
            raise SpokenRefusal(messages.NOT_HERE)

    async def _choices(self, answer: Answer, request: MatchRequest) -> None:
        games = [game for game in self._titled(self._queue.games(request)) if request.rules in game.rule_sets]
        await answer.show(messages.choices(games, request))

    def _titled(self, keys: Sequence[str]) -> list[Game]:
        return [self._host.games[key] for key in keys if key in self._host.games]
