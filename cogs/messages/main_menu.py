"""The main menu: one message from which everything begins, for `/play`, `/help`, the welcome and a channel's post."""

from typing import Final

import discord

from cogs.messages.games import Company, Games
from cogs.messages.message import Message
from cogs.widgets.items import OPTIONS, ROW, Item, button, menu, option
from cogs.widgets.purposes import COMPUTER_GAME, COMPUTERS_OF, FIND, LEARN_ALL, PLAY_NOW, PUZZLE_TODAY, TABLE
from render.picture import Picture

_NOVICE: Final = "novice"
_ROWS: Final = 3
"""The number of rows of games; if there are more games, a menu lists them."""

_TEXT: Final = (
    "**Play now: press a game.** You move first, against an easy computer. Only you see your hand.\n"
    "New here? **Learn** teaches you a game in five minutes. To play with people, {people}.\n"
    "-# Matches: `/matches`, `/match new` · Questions: `/rules`, `/card` · Your decks: `/deck` · Ranking: "
    "`/leaderboard` · You: `/profile` · Watch: `/watch` · Your settings: `/settings`"
)


_PEOPLE: Final = {
    Company.SERVER: "press **Find an opponent** or **Open a table**",
    Company.FRIENDS: ("press **Find an opponent** to look on all servers, or **Open a table**: friends join by a code"),
    Company.CONVERSATION: "press **Open a table**: everybody in this conversation can join it by a press",
    Company.NOBODY: "use a server that I'm on, or a direct message to me",
}
"""Advice to play with people."""


def main_menu_message(games: Games, picture: Picture, company: Company = Company.SERVER) -> Message:
    """Return the main menu of a bot with these games. picture: of the games (`render.picture.main_menu_picture`).
    company: with whom a match can be played where it is shown.
    """
    text = _TEXT.format(people=_PEOPLE[company])
    return Message(text, [*_game_items(games), *_ways(games, company)], picture, "games.png")


def _game_items(games: Games) -> list[Item]:
    if len(games) > _ROWS * ROW:
        offered = [option(game.title, key, game.summary) for key, game in games.items()][:OPTIONS]
        return [menu("Play now …", COMPUTER_GAME(_NOVICE), offered, row=0)]
    return [
        button(game.title, PLAY_NOW(key, "computer"), discord.ButtonStyle.success, row=place // ROW)
        for place, (key, game) in enumerate(games.items())
    ]


def _ways(games: Games, company: Company) -> list[Item]:
    """Return the buttons to everything else that is there."""
    puzzle = (
        [button("Today's puzzle", PUZZLE_TODAY(), row=_ROWS)] if any(game.puzzles for game in games.values()) else []
    )
    finds_others = company in (Company.SERVER, Company.FRIENDS)
    return [
        *([button("Find an opponent", FIND(), discord.ButtonStyle.primary, row=_ROWS)] if finds_others else []),
        button("Learn", LEARN_ALL(), discord.ButtonStyle.primary, row=_ROWS),
        button("Play the computer", COMPUTERS_OF(), row=_ROWS),
        *puzzle,
        *([button("Open a table", TABLE(), row=_ROWS)] if company is not Company.NOBODY else []),
    ]
