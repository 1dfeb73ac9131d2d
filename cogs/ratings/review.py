"""`/admin ratings`: pairs whose results look agreed, and taking their results out."""

from collections.abc import Mapping, Sequence
from typing import Final

import discord

from bot.model.match import UserId
from bot.model.rating_list import RatingList
from bot.model.reasons.settings import ValueNotOffered
from bot.ratings.pairs import Pair
from cogs.commands.managing import managed
from cogs.delivery.answer import Answer
from cogs.host import Host
from cogs.messages.message import Message
from cogs.presses.router import answers
from cogs.ratings import purposes
from cogs.text import escaped
from cogs.widgets.items import button, menu, option
from cogs.widgets.refusals import SpokenRefusal
from rules.core.options import RuleSet

PAIRS_SHOWN: Final = 10
"""The maximum number of pairs that are shown."""
NONE: Final = (
    "No two players look as if they had agreed on their results, in this season or in the latest 90 days. I look at "
    "those with five or more rated matches, nearly all won by one of them."
)
_HINT: Final = (
    "-# Signs, not proofs: a strong player and a new friend can look like this. Talk to them first. Taking results out "
    "gives back the points that they moved, and each match's log says that you did it."
)


class RatingReviewPresses:
    """Shows the pairs to managers of a server, and takes results out for them."""

    def __init__(self, host: Host) -> None:
        self._host = host

    async def show(self, answer: Answer) -> None:
        """Show the pairs of the server."""
        pairs = await self._host.app.rating_review.pairs(managed(answer))
        people = {user for pair in pairs for user in (pair.winner, pair.loser)}
        names = await self._host.app.names.on(managed(answer), people)
        titles = await self._host.app.packs.titles(pair.of.game for pair in pairs)
        await answer.say(pairs_message(pairs, names, titles))

    @answers(purposes.RATING_PAIR)
    async def choose_pair(self, answer: Answer, *, values: Sequence[str]) -> None:
        """Ask whether to take the results of the chosen pair out."""
        managed(answer)
        chosen = purposes.UNRATE.read(f"{purposes.UNRATE.name}/{values[0]}")
        if chosen is None:
            raise ValueNotOffered
        titles = await self._host.app.packs.titles([chosen["name"]])
        await answer.show(sure_message(values[0], chosen["winner"], chosen["loser"], titles[chosen["name"]]))

    @answers(purposes.UNRATE)
    async def take_out(self, answer: Answer, *, name: str, rules: RuleSet, winner: int, loser: int) -> None:
        """Take the results of a pair out of the ratings."""
        of = RatingList(managed(answer), name, rules)
        if answer.user in {winner, loser}:
            raise SpokenRefusal("These are results of yours: ask another admin.")
        count = await self._host.app.rating_review.take_out(of, winner, loser, answer.user)
        results = "1 result is" if count == 1 else f"{count} results are"
        await answer.show(Message(f"{results} out of the ratings. Each match's log says so."))


def pairs_message(pairs: Sequence[Pair], names: Mapping[UserId, str], titles: Mapping[str, str]) -> Message:
    """Return the list of pairs, with a menu to take the results of one out. titles: of the games, by key."""
    if not pairs:
        return Message(NONE)
    shown = pairs[:PAIRS_SHOWN]
    lines = ["**Pairs to look at**", *(_line(pair, titles) for pair in shown)]
    if len(pairs) > PAIRS_SHOWN:
        lines.append(f"… and {len(pairs) - PAIRS_SHOWN} more.")
    options = [
        option(f"{names[pair.winner]} and {names[pair.loser]}", value_of(pair), titles.get(pair.of.game, pair.of.game))
        for pair in shown
    ]
    return Message("\n".join([*lines, _HINT]), [menu("Take out the results of …", purposes.RATING_PAIR(), options)])


def value_of(pair: Pair) -> str:
    """Return the text that names a pair in a menu."""
    return f"{pair.of.game}/{pair.of.rules}/{pair.winner}/{pair.loser}"


def sure_message(value: str, winner: UserId, loser: UserId, title: str) -> Message:
    """Ask whether to take the results of a pair out. value: as `value_of` gives it."""
    text = (
        f"Take all results of <@{winner}> and <@{loser}> in {escaped(title)} out of the ratings, as far as they are of "
        "this season or the latest 90 days? This can't be undone."
    )
    return Message(text, [button("Take them out", f"{purposes.UNRATE.name}/{value}", discord.ButtonStyle.danger)])


def _line(pair: Pair, titles: Mapping[str, str]) -> str:
    signs = "; ".join(sign.value for sign in pair.signs)
    title = escaped(titles.get(pair.of.game, pair.of.game))
    return f"• <@{pair.winner}> won {pair.won} of {pair.matches} matches of {title} against <@{pair.loser}>: {signs}."
