"""An invented second version of the tests' small game, and an invented next migration, as an upgrade would
bring them.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.store.migrations import Migration, known_migrations
from rules.core.cards import CardId
from tests.tiny_game import Tiny, TinyState, draw


class SecondTiny(Tiny):
    """Every player begins with one card more."""

    version = 2

    def deal(
        self, *, seats: int, options: Mapping[str, str], decks: Sequence[Sequence[CardId]], seed: int
    ) -> TinyState:
        g = super().deal(seats=seats, options=options, decks=decks, seed=seed)
        for seat in range(seats):
            draw(g, seat, 1)
        return g


class ForgottenTiny(SecondTiny):
    """The same change by an author who forgot to raise the version."""

    version = 1


_NUMBER: Final = len(known_migrations()) + 1
NEXT: Final = Migration(
    _NUMBER, f"{_NUMBER:04}_made_up.sql", "ALTER TABLE matches ADD COLUMN made_up TEXT NOT NULL DEFAULT 'calm';"
)
BROKEN: Final = Migration(_NUMBER, f"{_NUMBER:04}_broken.sql", "ALTER TABLE no_such_table ADD COLUMN made_up TEXT;")
