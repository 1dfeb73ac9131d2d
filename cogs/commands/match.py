"""`/match`, built from its parts."""

from collections.abc import Sequence
from typing import Final

from discord import app_commands

from cogs.commands.feature import AnyCommand, Feature
from cogs.commands.match_ending import MatchEnding
from cogs.commands.match_lobby import MatchLobby
from cogs.commands.match_opening import MatchOpening
from cogs.commands.match_part import MatchPart
from cogs.commands.match_watching import MatchWatching

PARTS: Final[Sequence[type[MatchPart]]] = (MatchOpening, MatchLobby, MatchWatching, MatchEnding)


class MatchCommands(Feature):
    """One group with the commands of all parts. Each command stays bound to its part."""

    def offered(self) -> Sequence[AnyCommand]:
        """Return the group."""
        group = app_commands.Group(name="match", description="Open, join, start, watch and leave matches")
        for part in PARTS:
            for command in part(self.host, self.presses).get_app_commands():
                group.add_command(command)
        return [group]
