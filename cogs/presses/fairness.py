"""Explain how the deal of a match can be checked."""

from bot.model.match import MatchId
from bot.model.reasons.match import MatchNotLive
from cogs.delivery.answer import Answer
from cogs.host import Host
from cogs.messages.fairness import fairness_text
from cogs.presses.router import answers
from cogs.widgets import purposes


class Fairness:
    """Answers “Was it fair?”."""

    def __init__(self, host: Host) -> None:
        self._host = host

    @answers(purposes.FAIRNESS)
    async def explain(self, answer: Answer, *, match_id: MatchId) -> None:
        """Show the message by which the cards were dealt, and how to check it.

        Raises:
            Refusal: the deal was deleted because of its age.
        """
        app = self._host.app
        match = (await app.positions.get(match_id)).match
        if match.cleared:
            raise MatchNotLive(match=match)
        await answer.say(fairness_text(match, await app.matches.deal_message(match_id)))
