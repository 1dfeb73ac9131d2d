"""The program, run in this process."""

from tests.bot.command_line.conftest import as_json, hidden_hand

__all__ = ["as_json", "hidden_hand"]
