"""Sentences of refusals for which the bot is at fault."""

from typing import Final

from bot.model.reasons import database
from cogs.messages.sentences import Sentences

SENTENCES: Final[Sentences] = {
    database.NotSaved: "I couldn't save that just now, and nothing was changed. Try again in a minute.",
    database.MaybeSaved: (
        "I lost my database while saving that, so I can't tell if it counts. Look at the match again in a minute."
    ),
    database.NotRead: "I couldn't look that up just now. Try again in a minute.",
    database.MatchDamaged: (
        "The stored data of match #{match_id} is damaged, so I can't show it. Tell the people who run this bot: a "
        "backup may have it."
    ),
    database.GameMissing: "This version of the bot doesn't have the game of match #{match_id}.",
    database.RulesFailed: (
        "Something went wrong in the rules of match #{match_id}. Nothing was changed: try another move, or resign. "
        "The people who run this bot can find the cause in its log."
    ),
    database.DiscordUnreachable: "Discord isn't answering just now. Try again in a minute.",
}
