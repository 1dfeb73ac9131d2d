"""SQL about how long users take to answer."""

from bot.model.match import UserId
from bot.store.database import Rows


async def save(db: Rows, user: UserId, mean: float) -> None:
    """Store the mean time of a user's answers in seconds."""
    sql = (
        "INSERT INTO answer_times (user_id, seconds) VALUES (?, ?) "
        "ON CONFLICT (user_id) DO UPDATE SET seconds = excluded.seconds"
    )
    await db.run(sql, user, float(mean))
