"""Add notes about changed rules for players who return to a game."""

from bot.model.match import Match
from bot.model.notes import RulesChanged
from bot.store import outbox
from bot.store.database import Rows
from bot.store.matches import known_rules
from rules.core.game import Game


async def add_rule_change_notes(db: Rows, match: Match, game: Game, now: float) -> None:
    """Add a note for each player of a starting match who has played its game before, but only by earlier rules."""
    for seat, player in enumerate(match.players):
        if player.computer:
            continue
        known = await known_rules(db, game.key, player.user, match.id)
        if known is not None and any(version > known for version in game.changes):
            await outbox.add_note(db, match.id, seat, RulesChanged(known_version=known), now)
