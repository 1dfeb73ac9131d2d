"""Refusals that the face itself raises."""

from dataclasses import field

from bot.model.refusals import Refusal


class SpokenRefusal(Refusal):
    """A request that the face refuses. text: its sentence, safe to show on Discord."""

    text: str = field(kw_only=False)

    def __str__(self) -> str:
        return self.text
