"""The exit codes of `hidden-hand`; a supervisor sees from them whether a restart can help (README lists them).

They are taken from sysexits.h (BSD) where it has a code for the case.
"""

from typing import Final

FAILED: Final = 1
"""Any other failure: trying again may help."""
USAGE: Final = 2
"""The command line is wrong."""
DATABASE: Final = 74
"""The database cannot be used: read the message before you start again."""
REFUSED: Final = 77
"""Discord will never take the token, an intent or the commands: a restart does not help."""
SETTINGS: Final = 78
"""A setting is missing, misspelt or bad: a restart does not help."""
INTERRUPTED: Final = 130
"""SIGINT ended a command (a shell's 128 + 2)."""
BROKEN_PIPE: Final = 141
"""The reader of the output has closed it (a shell's 128 + 13, SIGPIPE)."""
