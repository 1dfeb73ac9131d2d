"""Sentences of refusals for which the bot is at fault."""

from typing import Final

from bot.model.reasons.database import (
    DiscordUnreachable,
    GameMissing,
    MatchDamaged,
    MaybeSaved,
    NotRead,
    NotSaved,
    RulesFailed,
)
from cogs.messages.sentences import Sentences, text_for

SENTENCES: Final[Sentences] = dict(
    [
        text_for(NotSaved, "I couldn't save that just now, and nothing was changed. Try again in a minute."),
        text_for(
            MaybeSaved,
            "I lost my database while saving that, so I can't tell if it counts. Look at the match again in a minute.",
        ),
        text_for(NotRead, "I couldn't look that up just now. Try again in a minute."),
        text_for(
            MatchDamaged,
            lambda r: (
                f"The stored data of match #{r.match_id} is damaged, so I can't show it. Tell the people who run this "
                "bot: a backup may have it."
            ),
        ),
        text_for(GameMissing, lambda r: f"This version of the bot doesn't have the game of match #{r.match_id}."),
        text_for(
            RulesFailed,
            lambda r: (
                f"Something went wrong in the rules of match #{r.match_id}. Nothing was changed: try another move, or "
                "resign. The people who run this bot can find the cause in its log."
            ),
        ),
        text_for(DiscordUnreachable, "Discord isn't answering just now. Try again in a minute."),
    ]
)
