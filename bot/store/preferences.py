"""SQL about what people like, and servers. Who has no row likes things as they come."""

from bot.model.active_hours import ALWAYS, Waking
from bot.model.match import UserId
from bot.model.pace import Kind
from bot.model.preferences import Preferences, ServerPreferences, Threads
from bot.model.refusals import BadHours
from bot.store.database import Rows
from render.palette import Theme


async def load(db: Rows, user: UserId) -> Preferences:
    """What a user likes."""
    sql = "SELECT patience, theme, waking, reminders, words, hands FROM preferences WHERE user = ?"
    for patience, theme, waking, reminders, words, hands in await db.rows(sql, user):
        return Preferences(
            patience=patience,
            theme=Theme(theme),
            waking=_waking(waking),
            reminders=reminders,
            words=bool(words),
            hands=bool(hands),
        )
    return Preferences()


def _waking(stored: str) -> Waking:
    """Where the time zone is not known any more, always."""
    try:
        return Waking.read(stored)
    except BadHours:
        return ALWAYS


async def save(db: Rows, user: UserId, preferences: Preferences) -> None:
    """What a user likes from now on."""
    sql = (
        "INSERT INTO preferences (user, patience, theme, waking, reminders, words, hands) VALUES (?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (user) DO UPDATE SET patience = excluded.patience, theme = excluded.theme, "
        "waking = excluded.waking, reminders = excluded.reminders, words = excluded.words, hands = excluded.hands"
    )
    liked = preferences
    waking, reading = (str(liked.waking), liked.reminders), (int(liked.words), int(liked.hands))
    await db.rows(sql, user, liked.patience, liked.theme, *waking, *reading)


async def load_server(db: Rows, guild: int) -> ServerPreferences:
    """What is chosen for a server."""
    sql = "SELECT theme, paces, channels, starters, most, threads, calls, puzzles FROM servers WHERE guild = ?"
    for theme, paces, channels, starters, most, threads, calls, puzzles in await db.rows(sql, guild):
        return ServerPreferences(
            theme=Theme(theme),
            paces=frozenset(map(Kind, paces.split())),
            channels=tuple(int(channel) for channel in channels.split()),
            starters=starters,
            most=most,
            threads=Threads(threads),
            calls=bool(calls),
            puzzles=puzzles,
        )
    return ServerPreferences()


async def save_server(db: Rows, guild: int, preferences: ServerPreferences) -> None:
    """What is chosen for a server from now on."""
    sql = (
        "INSERT INTO servers (guild, theme, paces, channels, starters, most, threads, calls, puzzles) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (guild) DO UPDATE SET theme = excluded.theme, paces = excluded.paces, "
        "channels = excluded.channels, starters = excluded.starters, most = excluded.most, "
        "threads = excluded.threads, calls = excluded.calls, puzzles = excluded.puzzles"
    )
    p = preferences
    paces, channels = (" ".join(kind for kind in Kind if kind in p.paces), " ".join(map(str, p.channels)))
    await db.rows(sql, guild, p.theme, paces, channels, p.starters, p.most, p.threads, int(p.calls), p.puzzles)
