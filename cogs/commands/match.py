"""`/match`, built from its parts."""

from collections.abc import Sequence
from typing import Any, Final

from discord import app_commands

from cogs.commands.match_ending import MatchEnding
from cogs.commands.match_lobby import MatchLobby
from cogs.commands.match_opening import MatchOpening
from cogs.commands.match_part import MatchPart
from cogs.commands.match_watching import MatchWatching
from cogs.host import Host
from cogs.presses.presses import Presses

MatchCommand = app_commands.Command[Any, ..., None] | app_commands.Group

PARTS: Final[Sequence[type[MatchPart]]] = (MatchOpening, MatchLobby, MatchWatching, MatchEnding)


class MatchCommands(app_commands.Group):
    """One group with the commands of all parts, and of subjects. Each command stays bound to its part."""

    def __init__(self, host: Host, presses: Presses, of_subjects: Sequence[MatchCommand]) -> None:
        super().__init__(name="match", description="Open, join, start, watch and leave matches")
        own = [command for part in PARTS for command in part(host, presses).get_app_commands()]
        for command in (*own, *of_subjects):
            self.add_command(command)
