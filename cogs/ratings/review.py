"""`/admin ratings`: pairs whose results look agreed, and taking their results out."""

from collections.abc import Mapping, Sequence

from bot.model.rating_list import RatingList
from bot.model.reasons.settings import ValueNotOffered
from cogs.commands.managing import managed
from cogs.delivery.answer import Answer
from cogs.host import Host
from cogs.messages.message import Message
from cogs.presses.router import answers
from cogs.ratings import purposes
from cogs.ratings.pairs import pairs_message, sure_message
from cogs.widgets.refusals import SpokenRefusal
from rules.core.options import RuleSet


class RatingReviewPresses:
    """Shows the pairs to managers of a server, and takes results out for them."""

    def __init__(self, host: Host) -> None:
        self._host = host

    async def show(self, answer: Answer) -> None:
        """Show the pairs of the server."""
        pairs = await self._host.app.rating_review.pairs(managed(answer))
        people = {user for pair in pairs for user in (pair.winner, pair.loser)}
        names = await self._host.app.names.on(managed(answer), people)
        await answer.say(pairs_message(pairs, names, self._titles))

    @answers(purposes.RATING_PAIR)
    async def choose_pair(self, answer: Answer, *, values: Sequence[str]) -> None:
        """Ask whether to take the results of the chosen pair out."""
        managed(answer)
        chosen = purposes.UNRATE.read(f"{purposes.UNRATE.name}/{values[0]}")
        if chosen is None:
            raise ValueNotOffered
        title = self._titles.get(chosen["name"], chosen["name"])
        await answer.show(sure_message(values[0], chosen["winner"], chosen["loser"], title))

    @answers(purposes.UNRATE)
    async def take_out(self, answer: Answer, *, name: str, rules: RuleSet, winner: int, loser: int) -> None:
        """Take the results of a pair out of the ratings."""
        of = RatingList(managed(answer), name, rules)
        if answer.user in {winner, loser}:
            raise SpokenRefusal("These are results of yours: ask another admin.")
        count = await self._host.app.rating_review.take_out(of, winner, loser, answer.user)
        results = "1 result is" if count == 1 else f"{count} results are"
        await answer.show(Message(f"{results} out of the ratings. Each match's log says so."))

    @property
    def _titles(self) -> Mapping[str, str]:
        """Return the titles of the games by key."""
        return {key: game.title for key, game in self._host.games.items()}
