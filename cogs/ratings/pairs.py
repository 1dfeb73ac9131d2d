"""The messages of `/admin ratings`: pairs whose results look agreed, and taking their results out."""

from collections.abc import Mapping, Sequence
from typing import Final

import discord

from bot.model.match import UserId
from bot.ratings.pairs import Pair
from cogs.messages.message import Message
from cogs.ratings import purposes
from cogs.text import escaped
from cogs.widgets.items import button, menu, option

MOST: Final = 10
"""The maximum number of pairs that are shown."""
NONE: Final = (
    "No two players look as if they had agreed on their results, in this season or in the latest 90 days. I look at "
    "those with five or more rated matches, nearly all won by one of them."
)
_HINT: Final = (
    "-# Signs, not proofs: a strong player and a new friend can look like this. Talk to them first. Taking results out "
    "gives back the points that they moved, and each match's log says that you did it."
)


def pairs_message(pairs: Sequence[Pair], names: Mapping[UserId, str], titles: Mapping[str, str]) -> Message:
    """Return the list of pairs, with a menu to take the results of one out. titles: of the games, by key."""
    if not pairs:
        return Message(NONE)
    shown = pairs[:MOST]
    lines = ["**Pairs to look at**", *(_line(pair, titles) for pair in shown)]
    if len(pairs) > MOST:
        lines.append(f"… and {len(pairs) - MOST} more.")
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
