"""The message about the figures of a game."""

from bot.lab.page import MissingExtraError, page
from bot.lab.report import Report
from cogs.messages.message import LIMIT, Message
from cogs.text import shortened
from rules.core.game import Game


def figures_message(report: Report, game: Game) -> Message:
    """Return the message of a report: its sentences, and the whole of it as a page; without charts, as text."""
    lines = [f"**{report.title}**"]
    for first, *more in report.findings:
        lines.append(f"- {first}" + (f" ({len(more)} more like this in the file)" if more else ""))
    try:
        file = (f"{game.key}-figures.html", page(report).encode())
    except MissingExtraError:
        file = (f"{game.key}-figures.txt", "\n".join(report.lines()).encode())
    return Message(shortened("\n".join(lines), LIMIT), file=file)
