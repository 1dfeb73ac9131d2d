"""A variant: a game as it is, or with other rules, other content, other players or another deck."""

from collections.abc import Mapping
from dataclasses import dataclass

from bot.content.seeds import Content
from bot.lab.experiment import Field


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One side of a comparison."""

    letter: str
    """The letter of the variant, A or B."""
    words: tuple[str, ...]
    """The differences, each in a few words: “boost +1”; () for the game as it is."""
    field: Field
    player: str
    """The name of the variant's player."""
    deck: str = ""
    """The ready-made deck of all seats; "" for random ones."""

    @property
    def label(self) -> str:
        """The variant's name in a sentence."""
        return ", ".join(self.words) or "the game as it is"

    @property
    def rules(self) -> tuple[Content | None, Mapping[str, str], int]:
        """The content, options and number of seats, which players at one table must share."""
        return self.field.content, self.field.game.all_options(self.field.options), self.field.seats

    def meets(self, other: "Variant") -> bool:
        """Return whether two variants differ only in players or decks, so that both can sit at one table."""
        return self.rules == other.rules and (self.player, self.deck) != (other.player, other.deck)
