"""`/match`, put together from its parts."""

from discord import app_commands

from cogs.commands.match_part import DESCRIPTION, MatchPart


def match_commands(*parts: MatchPart) -> app_commands.Group:
    """One group with the commands of all parts: a command stays that of its part, which carries it out."""
    group = app_commands.Group(name="match", description=DESCRIPTION)
    for part in parts:
        for command in part.commands:
            group.add_command(command)
    return group
