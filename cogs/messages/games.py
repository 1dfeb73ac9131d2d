"""Questions to users who have named no game or no opponent."""

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from typing import Final

import discord

from bot.computer.levels import Level
from cogs.messages.message import Message
from cogs.widgets.choices import Choice
from cogs.widgets.items import OPTIONS, Item, button, menu, option
from cogs.widgets.purposes import AGAINST, COMPUTER_GAME
from render.picture import Picture
from render.rivals import rivals_picture
from rules.core.game import Game

Games = Mapping[str, Game]

PEOPLE: Final = "people"
"""The answer “people in this channel” to the question “against whom?”."""
ANYONE: Final = "anyone"

COMPUTER_LEVELS: Final[Mapping[str, str]] = {
    Level.NOVICE: "Makes mistakes, as people do.",
    Level.REGULAR: "Plays solidly and fast.",
    Level.EXPERT: "Thinks ahead.",
}


def game_choices(games: Games) -> list[Choice]:
    """Return games as choices of a command."""
    return [Choice(key, game.title, game.summary) for key, game in games.items()]


def asked_game(offered: Sequence[Choice], identity: str, question: str, picture: Picture | None = None) -> Message:
    """Return a menu of games for a user who has named none. Its values are the games' keys."""
    options = [option(choice.text, choice.word, choice.detail) for choice in offered]
    return Message(question, [menu("Choose a game …", identity, options[:OPTIONS])], picture, "games.png")


class Company(Enum):
    """The people with whom a match can be played, by where it is opened."""

    SERVER = auto()
    """Members of a server."""
    FRIENDS = auto()
    """Friends who join by a code: in direct messages with the bot."""
    CONVERSATION = auto()
    """People in a conversation without the bot, which one of them has installed: they join by a press."""
    NOBODY = auto()
    """Only computers: where a user alone has installed the bot."""


def opponents_message(game: Game, pace: str, company: Company = Company.SERVER) -> Message:
    """Return the message that asks for an opponent. pace: as written in ids; "": the server's default."""
    paces = (pace,) if pace else ()
    lines = [f"**{game.title}: against whom?**"]
    items: list[Item] = []
    if company is Company.FRIENDS:
        lines.append("• **A friend**: you get a code, with which they join from wherever they are.")
        items.append(button("A friend", AGAINST(game.key, PEOPLE, *paces), discord.ButtonStyle.primary, row=0))
    if company is Company.CONVERSATION:
        lines.append("• **People here**: I post a table in this conversation, with a Join button for everybody.")
        items.append(button("People here", AGAINST(game.key, PEOPLE, *paces), discord.ButtonStyle.primary, row=0))
    if company is Company.SERVER:
        lines += [
            "• **People here**: I post a message in this channel, with a Join button.",
            "• **Anyone on the server**: the next player who looks for this game joins you.",
        ]
        items += [
            button("People here", AGAINST(game.key, PEOPLE, *paces), discord.ButtonStyle.primary, row=0),
            button("Anyone on the server", AGAINST(game.key, ANYONE, *paces), row=0),
        ]
    lines.append("• **A computer**: the match starts at once.")
    items += [button(f"Computer: {level}", AGAINST(game.key, level, *paces), row=1) for level in COMPUTER_LEVELS]
    return Message("\n".join(lines), items)


def computers_message(games: Games) -> Message:
    """Draw the message that asks for a game and for the level of the computer to play against. Safe in any thread."""
    offered = [option(game.title, key, game.summary) for key, game in games.items()][:OPTIONS]
    lines = ["**Play the computer**: you move first, and your hand opens at once."]
    lines += [f"• **{level.capitalize()}**: {summary}" for level, summary in COMPUTER_LEVELS.items()]
    menus = [menu(f"{level.capitalize()}: choose a game …", COMPUTER_GAME(level), offered) for level in COMPUTER_LEVELS]
    return Message("\n".join(lines), menus, rivals_picture([*games.values()], COMPUTER_LEVELS), "computers.png")
