"""Lines of a log besides the events of the game: actions of admins, and plies that were not the player's own doing."""

from collections.abc import Sequence
from typing import Final

from bot.model.admin_action import AdminAction, AdminActionKind
from bot.model.match import UserId
from bot.model.pace import DAY, Kind, Pace, Timeout
from bot.model.waiting import IDLE
from bot.store.plies import PlyKind, Remark
from cogs.text import escaped

_BY_ADMINS: Final = {
    AdminActionKind.ENDED: "ended the match without a result",
    AdminActionKind.HELD: "paused the match",
    AdminActionKind.REVIVED: "resumed the match",
    AdminActionKind.KICKED: "removed {about} from the lobby",
    AdminActionKind.UNRATED: "took the result out of the ratings",
}
_BY_PLAYERS: Final = {
    AdminActionKind.AGREED: "{user} ended the match without a result; everyone had agreed",
    AdminActionKind.GAVE_UP: "{user} ended the match without a result, because it couldn't be played",
    AdminActionKind.LEFT: "{user} left, and the match ended without a result",
    AdminActionKind.CLAIMED: "The players who waited claimed that {about} is absent",
    AdminActionKind.IDLE: "{user} hadn't moved for {days} days, which nobody claimed: the match ended without a result",
    AdminActionKind.TOOK: "{user} took over {about}'s seat",
    AdminActionKind.COMPUTER: "A computer took over {about}'s seat; the other players had agreed",
    AdminActionKind.MORE: "The other players gave {about} more time",
    AdminActionKind.PASSED: "The other players skipped {about}'s turn",
    AdminActionKind.OUT: "The other players ended the match for {about}",
}


def act_line(act: AdminAction) -> str:
    """Return the line about an admin action or a joint decision, with its time."""
    return f"• *{act_text(act.kind, act.user, act.about, act.at)}*"


def act_text(kind: AdminActionKind, user: UserId | None, about: UserId | None, at: int) -> str:
    """Return the sentence about an action of a user, with its time. user, about: None for a former member."""
    template = _BY_PLAYERS.get(kind) or f"{{user}}, an admin, {_BY_ADMINS[kind]}"
    line = template.format(user=_mention(user), about=_mention(about), days=IDLE // DAY)
    return f"{line[0].upper()}{line[1:]} <t:{at}:R>."


def remark_line(remark: Remark, pace: Pace, names: Sequence[str]) -> str:
    """Return the line about a ply that its player did not choose in the usual way."""
    who = escaped(names[remark.seat])
    match remark.kind:
        case PlyKind.DRAW:
            return f"• *Everyone agreed to the draw that {who} offered.*"
        case PlyKind.RESIGNATION:
            how = "was absent" if pace.kind is Kind.NONE else "ran out of time"
            return f"• *{who} {f'{how}, which counts as resigning' if remark.timed_out else 'resigned'}.*"
        case _:
            substitute = "A computer" if pace.timeout is Timeout.COMPUTER else "I"
            return f"• *{who} ran out of time. {substitute} moved for them.*"


def _mention(user: UserId | None) -> str:
    return f"<@{user}>" if user is not None and user >= 0 else "a former member"
