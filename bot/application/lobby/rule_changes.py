"""What is different in a game since somebody played it last: told to them when they play it again."""

from bot.model.match import Match
from bot.store import outbox
from bot.store.database import Rows
from bot.store.matches import known_rules
from rules.core.game import Game


async def owe_news(db: Rows, match: Match, game: Game, now: float) -> None:
    """A match that begins owes a note to everybody who has played its game by earlier rules only."""
    for seat, player in enumerate(match.players):
        if player.computer:
            continue
        known = await known_rules(db, game.key, player.user, match.id)
        if known is not None and (lines := news(game, known)):
            await outbox.add_note(db, match.id, seat, lines, now)


def news(game: Game, known: int) -> str:
    """What is different in the rules since a version; "" if nothing is."""
    since = [text for version, text in sorted(game.changes.items()) if version > known]
    return "\n".join([f"The rules of **{game.title}** have changed since you played it last:", *since]) if since else ""
