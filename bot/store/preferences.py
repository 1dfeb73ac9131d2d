"""SQL about the settings of users and of servers. Without a row, the defaults hold."""

from bot.model.active_hours import ALWAYS, Waking
from bot.model.match import UserId
from bot.model.pace import Kind
from bot.model.preferences import Preferences, ServerPreferences, Threads
from bot.model.refusals import BadHours
from bot.store.database import Rows
from render.palette import Theme


async def load(db: Rows, user_id: UserId) -> Preferences:
    """Return the settings of a user."""
    sql = (
        "SELECT ping_delay, reminder_interval, active_hours, theme, picture_texts, hands_by_dm FROM preferences "
        "WHERE user_id = ?"
    )
    rows = await db.rows(sql, user_id)
    if not rows:
        return Preferences()
    ping_delay, reminder_interval, active_hours, theme, picture_texts, hands_by_dm = rows[0]
    return Preferences(
        patience=ping_delay,
        reminders=reminder_interval,
        waking=_active_hours(active_hours),
        theme=Theme(theme),
        words=bool(picture_texts),
        hands=bool(hands_by_dm),
    )


def _active_hours(stored: str) -> Waking:
    """Return the stored hours; all hours, if the system no longer knows their time zone."""
    try:
        return Waking.read(stored)
    except BadHours:
        return ALWAYS


async def save(db: Rows, user_id: UserId, preferences: Preferences) -> None:
    """Store the settings of a user, in place of earlier ones."""
    sql = (
        "INSERT INTO preferences (user_id, ping_delay, reminder_interval, active_hours, theme, picture_texts, "
        "hands_by_dm) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (user_id) DO UPDATE SET "
        "ping_delay = excluded.ping_delay, reminder_interval = excluded.reminder_interval, "
        "active_hours = excluded.active_hours, theme = excluded.theme, picture_texts = excluded.picture_texts, "
        "hands_by_dm = excluded.hands_by_dm"
    )
    times = (preferences.patience, preferences.reminders, str(preferences.waking))
    await db.rows(sql, user_id, *times, preferences.theme, int(preferences.words), int(preferences.hands))


async def load_server(db: Rows, guild_id: int) -> ServerPreferences:
    """Return the settings of a server."""
    sql = (
        "SELECT theme, paces, channel_ids, starter_role_id, match_limit, threads, pings, puzzle_channel_id "
        "FROM server_preferences WHERE guild_id = ?"
    )
    rows = await db.rows(sql, guild_id)
    if not rows:
        return ServerPreferences()
    theme, paces, channel_ids, starter_role_id, match_limit, threads, pings, puzzle_channel_id = rows[0]
    return ServerPreferences(
        theme=Theme(theme),
        paces=frozenset(map(Kind, paces.split())),
        channels=tuple(map(int, channel_ids.split())),
        starters=starter_role_id,
        most=match_limit,
        threads=Threads(threads),
        calls=bool(pings),
        puzzles=puzzle_channel_id,
    )


async def save_server(db: Rows, guild_id: int, preferences: ServerPreferences) -> None:
    """Store the settings of a server, in place of earlier ones."""
    sql = (
        "INSERT INTO server_preferences (guild_id, theme, paces, channel_ids, starter_role_id, match_limit, threads, "
        "pings, puzzle_channel_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (guild_id) DO UPDATE SET "
        "theme = excluded.theme, paces = excluded.paces, channel_ids = excluded.channel_ids, "
        "starter_role_id = excluded.starter_role_id, match_limit = excluded.match_limit, "
        "threads = excluded.threads, pings = excluded.pings, puzzle_channel_id = excluded.puzzle_channel_id"
    )
    paces = " ".join(kind for kind in Kind if kind in preferences.paces)
    openings = (" ".join(map(str, preferences.channels)), preferences.starters, preferences.most, preferences.threads)
    await db.rows(sql, guild_id, preferences.theme, paces, *openings, int(preferences.calls), preferences.puzzles)
