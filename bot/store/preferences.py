"""SQL about what people like, and servers. Who has no row likes things as they come."""

from bot.model.match import UserId
from bot.model.pace import Kind
from bot.model.preferences import Preferences, ServerPreferences
from bot.model.waking import Waking
from bot.store.database import Rows
from render.palette import Theme


async def load(db: Rows, user: UserId) -> Preferences:
    """What a user likes."""
    for patience, theme, waking in await db.rows(
        "SELECT patience, theme, waking FROM preferences WHERE user = ?", user
    ):
        return Preferences(patience=patience, theme=Theme(theme), waking=Waking.read(waking))
    return Preferences()


async def save(db: Rows, user: UserId, preferences: Preferences) -> None:
    """What a user likes from now on."""
    sql = (
        "INSERT INTO preferences (user, patience, theme, waking) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (user) DO UPDATE SET patience = excluded.patience, theme = excluded.theme, "
        "waking = excluded.waking"
    )
    await db.rows(sql, user, preferences.patience, preferences.theme, str(preferences.waking))


async def load_server(db: Rows, guild: int) -> ServerPreferences:
    """What is chosen for a server."""
    for theme, paces in await db.rows("SELECT theme, paces FROM servers WHERE guild = ?", guild):
        return ServerPreferences(theme=Theme(theme), paces=frozenset(map(Kind, paces.split())))
    return ServerPreferences()


async def save_server(db: Rows, guild: int, preferences: ServerPreferences) -> None:
    """What is chosen for a server from now on."""
    sql = (
        "INSERT INTO servers (guild, theme, paces) VALUES (?, ?, ?) "
        "ON CONFLICT (guild) DO UPDATE SET theme = excluded.theme, paces = excluded.paces"
    )
    await db.rows(sql, guild, preferences.theme, " ".join(kind for kind in Kind if kind in preferences.paces))
