"""The sentences of the refusals of comparisons, of opinions and of uploads."""

from typing import Final

from bot.workshop import comparisons, opinions, uploads
from cogs.messages.sentences import Sentences

DESIGNERS_ONLY: Final = (
    "This is for designers alone. A manager of the server can choose a role for them in `/setup`, under **Designers**."
)
SENTENCES: Final[Sentences] = {
    opinions.NotAskedNow: "I ask each player once a day at most, and not about this match.",
    comparisons.SameDraft: "Choose two different drafts: a pack cannot be compared with itself.",
    comparisons.OtherRules: "{titles[0]} and {titles[1]} are different games. Choose two drafts of one game.",
    comparisons.ComparisonRuns: (
        "Comparison {number} of {title} is still running. `/design comparisons` shows how it stands, and can end it."
    ),
    comparisons.NotForTwo: "{title} is not for two players, so no two can play both drafts. Let each match draw one.",
    comparisons.BadMost: "Choose from {fewest} to {most} matches.",
    comparisons.NoComparison: "This comparison has ended already, or is not one of this server.",
    uploads.NoArchive: "{why}",
    uploads.PackNotChecked: (
        "The check of this pack took too long or too much memory, so nothing was stored. `hidden-hand check` tells you "
        "more on your own machine."
    ),
    opinions.RemarksSwitchedOff: (
        "Opinions for designers are switched off, by you (`/settings`) or on this server (`/setup`)."
    ),
}
