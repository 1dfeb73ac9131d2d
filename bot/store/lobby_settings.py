"""SQL about how players gather: who is asked, and when a lobby closes by itself."""

from bot.model.lobby_settings import Gathering
from bot.model.match import MatchId, UserId
from bot.model.match_request import Wish
from bot.store.database import Rows


async def find(db: Rows, number: MatchId) -> Gathering:
    """How players gather for a match, or did."""
    found = await db.rows(
        "SELECT wanted, rematch, closes, lapsed, wish, merged FROM gatherings WHERE match = ?", number
    )
    if not found:
        return Gathering()  # a match from before this was stored
    [(wanted, rematch, closes, lapsed, wish, merged)] = found
    invited = await db.rows("SELECT user, place, answer FROM invitations WHERE match = ? ORDER BY place, user", number)
    wishes = await db.rows("SELECT user, wish FROM wishes WHERE match = ? ORDER BY user", number) if wish else []
    return Gathering(
        asked=tuple(user for user, _, answer in invited if answer is not None),
        declined=tuple(user for user, _, answer in invited if answer == "declined"),
        wanted=wanted,
        order=tuple(user for user, place, _ in invited if place is not None),
        rematch=rematch,
        closes=closes,
        lapsed=bool(lapsed),
        wish=Wish.read(wish) if wish else None,
        wishes=tuple((user, Wish.read(own)) for user, own in wishes),
        merged=merged,
    )


async def save(db: Rows, number: MatchId, gathering: Gathering) -> None:
    """How players gather from now on."""
    sql = (
        "INSERT INTO gatherings (match, wanted, rematch, closes, lapsed, wish, merged) VALUES (?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (match) DO UPDATE SET wanted = excluded.wanted, closes = excluded.closes, "
        "lapsed = excluded.lapsed, wish = excluded.wish, merged = excluded.merged"
    )
    until = (gathering.closes, gathering.lapsed)
    sought = (str(gathering.wish or ""), gathering.merged)
    await db.rows(sql, number, gathering.wanted, gathering.rematch, *until, *sought)
    await db.rows("DELETE FROM wishes WHERE match = ?", number)
    for user, wish in gathering.wishes:
        await db.rows("INSERT INTO wishes (match, user, wish) VALUES (?, ?, ?)", number, user, str(wish))
    await db.rows("DELETE FROM invitations WHERE match = ?", number)
    for user in dict.fromkeys((*gathering.order, *gathering.asked)):
        place = gathering.order.index(user) if user in gathering.order else None
        answer = "declined" if user in gathering.declined else "asked" if user in gathering.asked else None
        sql = "INSERT INTO invitations (match, user, place, answer) VALUES (?, ?, ?, ?)"
        await db.rows(sql, number, user, place, answer)


async def fulfil(db: Rows, number: MatchId) -> None:
    """A match has begun: what its players would have played besides is forgotten."""
    await db.rows("UPDATE gatherings SET wish = '' WHERE match = ?", number)
    await db.rows("DELETE FROM wishes WHERE match = ?", number)


async def seeking(db: Rows, guild: int | None = None) -> list[MatchId]:
    """The lobbies for anybody of a server, or of all, oldest first."""
    sql = (
        "SELECT matches.id FROM matches JOIN gatherings ON gatherings.match = matches.id "
        "WHERE matches.status = 'lobby' AND gatherings.wish <> '' AND (? IS NULL OR matches.guild = ?) "
        "ORDER BY matches.id"
    )
    return [MatchId(number) for (number,) in await db.rows(sql, guild, guild)]


async def due(db: Rows) -> list[tuple[float, MatchId]]:
    """When each lobby closes by itself, the earliest first, in seconds since 1970-01-01 UTC."""
    sql = (
        "SELECT gatherings.closes, matches.id FROM matches JOIN gatherings ON gatherings.match = matches.id "
        "WHERE matches.status = 'lobby' ORDER BY gatherings.closes"
    )
    return [(closes, MatchId(number)) for closes, number in await db.rows(sql)]


async def rematch_of(db: Rows, number: MatchId) -> MatchId | None:
    """The lobby in which those who played a match gather to play once more."""
    sql = (
        "SELECT matches.id FROM gatherings JOIN matches ON matches.id = gatherings.match "
        "WHERE gatherings.rematch = ? AND matches.status = 'lobby'"
    )
    found = await db.rows(sql, number)
    return MatchId(found[0][0]) if found else None


async def of_asked(db: Rows, user: UserId) -> list[MatchId]:
    """The lobbies to which a user is asked and has not answered; they may sit there."""
    sql = (
        "SELECT matches.id FROM invitations JOIN matches ON matches.id = invitations.match "
        "WHERE invitations.user = ? AND invitations.answer = 'asked' AND matches.status = 'lobby' ORDER BY matches.id"
    )
    return [MatchId(number) for (number,) in await db.rows(sql, user)]


async def lobbies_of(db: Rows, guild: int) -> list[MatchId]:
    """The lobbies of a server, oldest first."""
    sql = "SELECT id FROM matches WHERE guild = ? AND status = 'lobby' ORDER BY id"
    return [MatchId(number) for (number,) in await db.rows(sql, guild)]
