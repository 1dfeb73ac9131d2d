"""The modules of the whole program, for tests in which many processes run it."""

from typing import Final

WHOLE_PROGRAM: Final = ("cogs.run", "bot.__main__")
"""Import these once (`BotProcess`, `imported`): each start of its own takes two seconds of processor time."""
