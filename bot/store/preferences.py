"""SQL about what people like. Who has no row likes things as they come."""

from bot.model.match import UserId
from bot.model.preferences import Preferences
from bot.store.database import Rows


async def load(db: Rows, user: UserId) -> Preferences:
    """What a user likes."""
    found = await db.rows("SELECT patience FROM preferences WHERE user = ?", user)
    return Preferences(patience=found[0][0]) if found else Preferences()


async def save(db: Rows, user: UserId, preferences: Preferences) -> None:
    """What a user likes from now on."""
    sql = (
        "INSERT INTO preferences (user, patience) VALUES (?, ?) "
        "ON CONFLICT (user) DO UPDATE SET patience = excluded.patience"
    )
    await db.rows(sql, user, preferences.patience)
