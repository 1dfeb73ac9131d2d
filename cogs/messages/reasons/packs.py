"""Sentences of refusals about content packs."""

from typing import Final

from bot.packs import refusals as packs
from cogs.messages.sentences import Sentences

SENTENCES: Final[Sentences] = {
    packs.PackGone: "This server has no such content pack. `/match new` shows the games that you can play here.",
    packs.PackRetired: (
        "The pack {title} was retired, so no new match begins with it. Choose other cards under More …, Options in the "
        "lobby, or open another match."
    ),
    packs.PackOutdated: (
        "The pack {title} was made for an older version of its game, so no new match begins with it. A designer of "
        "this server can upload it again."
    ),
    packs.PackLimitReached: "This server has {limit} content packs, the most it can. `/design retire` makes room.",
    packs.PackExists: "This server has {title} already. Choose another version, or retire the old one first.",
    packs.BadPackName: (
        "The {what} of a pack begins with a letter or a digit, and has at most {limit} letters, digits, blanks, dots "
        "and hyphens."
    ),
    packs.PackNamedLikeGame: "{name!q} is the name of a game. Give your pack another name.",
}
