"""Refusals whose sentence is written where they are raised."""

from dataclasses import field

from bot.model.refusals import Refusal


class SpokenRefusal(Refusal):
    """A refusal by `cogs` itself, not by the application. text: its sentence, safe to show on Discord."""

    text: str = field(kw_only=False)

    def __str__(self) -> str:
        return self.text
