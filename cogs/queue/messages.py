"""The messages of the common queue."""

from collections.abc import Sequence
from typing import Final

import discord

from bot.model.match_request import MatchRequest, written
from bot.model.pace import DAY, HOUR, MINUTE
from bot.model.position import Position
from bot.queue.seekers import ANSWER, Seeker
from cogs.messages.message import Message
from cogs.messages.rule_sets import RULE_SETS
from cogs.queue import purposes
from cogs.widgets.items import OPTIONS, Item, button, menu, option
from cogs.widgets.paces import common_paces
from cogs.widgets.purposes import COMPUTERS_OF
from rules.core.game import Game
from rules.core.options import RuleSet
from rules.core.words import counted, together

EXPLAINED: Final = (
    "**Opponents on all servers**\n"
    "I look for somebody on any server who wants to play the same, and write to you here when they come. The match is "
    "in our direct messages and counts for the ratings over all servers.\n"
    "• Your opponent sees the name that you have outside servers, and nothing else: no server, no other match.\n"
    "• Whom you `/block` is never your opponent.\n"
    "• You can take it back here at any time."
)
NOT_HERE: Final = (
    "This server doesn't offer opponents from other servers. Use `/match find` in a direct message to me, or ask a "
    "manager of this server to allow it in `/setup`."
)
ALLOWED: Final = "From now on, **Find an opponent** also looks on other servers for members who want that."
REFUSED: Final = "Nobody on other servers finds you any more, and leaderboards over all servers don't list you."
STOPPED: Final = "You're no longer looking for an opponent."
NOT_LOOKING: Final = "You weren't looking for an opponent."
ALONE: Final = "Use `/match find` in a server channel where I am, or in a direct message to me."


def agreement() -> Message:
    """Return the question whether a user wants to be found by users of other servers."""
    return Message(EXPLAINED, [button("Look on all servers", purposes.AGREE(), discord.ButtonStyle.success)])


def choices(games: Sequence[Game], request: MatchRequest) -> Message:
    """Return the menus of games, paces and rules to look for. request: the pace and the rules that are chosen."""
    pace = written(request.pace)
    offered = [option(game.title, game.key, game.summary) for game in games[:OPTIONS]]
    paces = [option(text, word, detail, default=word == pace) for word, text, detail in common_paces()]
    sets = [
        option(f"Rules: {RULE_SETS[each]}", str(each), default=each is request.rules)
        for each in (RuleSet.HOUSE, RuleSet.WRITTEN)
    ]
    items: list[Item] = [
        menu("Find an opponent for …", purposes.SEEK(pace, request.rules), offered, row=0, most=len(offered)),
        menu("Choose a pace …", purposes.PACE(request.rules), paces, row=1),
        menu("Rules", purposes.RULES(pace), sets, row=2),
        button("Don't find me any more", purposes.REFUSE(), row=3),
    ]
    return Message("**Opponents on all servers**: choose one or more games for two that you want to play.", items)


def asked_message(position: Position) -> Message:
    """Tell a user that an opponent was found for them."""
    minutes = ANSWER // 60
    text = (
        f"Somebody wants to play {position.game.title} with you: match #{position.match.id}. I've asked them, and it "
        f"starts as soon as they join. If they don't within {minutes} minutes, I go on looking for you."
    )
    return Message(text, [_stop()])


def waiting_message(games: Sequence[Game], request: MatchRequest, usual: float | None) -> Message:
    """Tell a user that they wait, for how long that usually is, and what they can do meanwhile."""
    titles = together([game.title for game in games], "or")
    usually = "Nobody has waited for that yet." if usual is None else f"That usually takes {about(usual)}."
    text = (
        f"I'm looking on all servers for somebody who plays {titles} {request.how}. {usually} I write to you in our "
        "direct messages when they come. Meanwhile you can play a computer; that match isn't rated."
    )
    return Message(text, [button("Play the computer", COMPUTERS_OF(), discord.ButtonStyle.primary), _stop()])


def looking_message(games: Sequence[Game], seeker: Seeker) -> Message:
    """Tell a user what they look for already."""
    titles = together([game.title for game in games], "or")
    text = f"You're looking for somebody who plays {titles} {seeker.request.how}, since <t:{int(seeker.since)}:R>."
    if seeker.match_id is not None:
        text = f"Match #{seeker.match_id} was found for you: see our direct messages."
    return Message(text, [_stop()])


def about(seconds: float) -> str:
    """Return a time as people say it: “about 5 minutes”."""
    for unit, name in ((DAY, "day"), (HOUR, "hour"), (MINUTE, "minute")):
        if seconds >= 1.5 * unit or (unit == MINUTE and seconds >= unit):
            return f"about {counted(round(seconds / unit), name)}"
    return "less than a minute"


def _stop() -> Item:
    return button("Stop looking", purposes.STOP())
