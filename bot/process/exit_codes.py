"""The exit codes of `hidden-hand`, by which a supervisor tells what a restart can mend (README lists them).

Where sysexits.h of BSD has a number for a meaning, it is that number.
"""

from typing import Final

FAILED: Final = 1
"""Anything else: trying again may help."""
USAGE: Final = 2
"""The command line is wrong."""
DATABASE: Final = 74
"""The database cannot be used: look at what it says before you start again."""
REFUSED: Final = 77
"""Discord refuses the token, an intent or the commands: a restart does not help."""
SETTINGS: Final = 78
"""A setting is missing, misspelt or bad: a restart does not help."""
INTERRUPTED: Final = 130
"""SIGINT ended a command, as a shell says it."""
BROKEN_PIPE: Final = 141
"""The reader of the output went away (SIGPIPE), as a shell says it."""
