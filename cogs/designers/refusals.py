"""The sentences of the refusals of opinions and of uploads."""

from typing import Final

from bot.workshop import opinions, uploads
from cogs.messages.sentences import Sentences

DESIGNERS_ONLY: Final = (
    "This is for designers alone. A manager of the server can choose a role for them in `/setup`, under **Designers**."
)
SENTENCES: Final[Sentences] = {
    opinions.NotAskedNow: "I ask each player once a day at most, and not about this match.",
    uploads.NoArchive: "{why}",
    uploads.PackNotChecked: (
        "The check of this pack took too long or too much memory, so nothing was stored. `hidden-hand check` tells you "
        "more on your own machine."
    ),
    opinions.RemarksSwitchedOff: (
        "Opinions for designers are switched off, by you (`/settings`) or on this server (`/setup`)."
    ),
}
