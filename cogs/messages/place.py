"""Where a match is played, in words."""

from bot.model.match import Match

DIRECT: str = "our direct messages"


def place_text(match: Match) -> str:
    """Return the mention of a match's channel."""
    return DIRECT if match.is_direct else f"<#{match.channel}>"
