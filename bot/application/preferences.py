"""What people like, kept for them."""

from bot.application.positions import available
from bot.model.match import UserId
from bot.model.preferences import PATIENCES, Preferences
from bot.model.refusals import NotUnderstood
from bot.store import preferences as sql
from bot.store.database import Database


class PreferenceBook:
    """Every method may raise `Unavailable`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, user: UserId) -> Preferences:
        """What a user likes."""
        with available():
            return await self._database.read(lambda db: sql.load(db, user))

    async def choose_patience(self, user: UserId, seconds: int | None) -> Preferences:
        """How long a user is waited for before they are called, from the next time that they are asked.

        Raises:
            NotUnderstood: it is none of `PATIENCES`.
        """
        if seconds not in PATIENCES:
            raise NotUnderstood("That cannot be chosen. `/settings` shows what can.")
        chosen = Preferences(patience=seconds)
        with available():
            await self._database.write(lambda db: sql.save(db, user, chosen))
        return chosen
