"""The texts of notes."""

from typing import assert_never

from bot.model.admin_action import AdminActionKind
from bot.model.match import Match, Player, Status, computer_name
from bot.model.notes import (
    AboutMatch,
    AboutTable,
    AbsenceClaimed,
    AbsenceNoticed,
    BackupRestored,
    BreakEnded,
    ComputerTookOver,
    DealCommitted,
    GuestUnreachable,
    HolidayCancelled,
    HolidayTaken,
    LobbiesMerged,
    LobbyExpired,
    MatchAbandoned,
    MatchEnded,
    MatchUnreachable,
    MoreTimeGiven,
    Note,
    OwnAbsenceNoticed,
    OwnTimeoutVoteOpened,
    ProposalExpired,
    ProposalMade,
    ProposalRefused,
    RulesChanged,
    Said,
    SeatMoved,
    SeatOffered,
    SeatTaken,
    StillLooking,
    TimeoutVoteOpened,
    WatchedEnded,
    WatchedTurned,
    Written,
)
from bot.model.pace import lasting
from bot.model.phrases import PHRASES, Phrase
from bot.model.position import Position
from bot.model.proposal import Kind
from cogs.messages.fairness import deal_text
from cogs.messages.lobby import heading
from cogs.messages.log import act_text
from cogs.messages.match_status import status_text
from cogs.messages.place import place_text
from cogs.messages.proposed import proposed_text
from cogs.messages.stakes import at_stake
from rules.core.game import Game
from rules.core.words import together


def note_text(note: Note, position: Position) -> str:
    """Return the text of a note about a match at this position."""
    match, game = position.match, position.game
    match note:
        case Written():
            return note.text
        case Said():
            words = PHRASES[Phrase(note.phrase)]
            return f"Match #{match.id}: <@{note.user_id}> says: “{words}” Answer, or mute them, with `/match say`."
        case RulesChanged():
            return _rule_changes(game, note.known_version)
        case DealCommitted():
            return deal_text(game, match)
        case WatchedTurned():
            return f"{heading(game, match)}\n{_turned(note, match)}"
        case WatchedEnded():
            return f"{heading(game, match)}\n{_ending(position)}"
    if isinstance(note, AboutMatch):
        return f"{heading(game, match)}\n{_about_match(note, position)}"
    return f"Match #{match.id}: {_about_table(note, match)}"


def _about_match(note: AboutMatch, position: Position) -> str:
    match = position.match
    match note:
        case LobbyExpired():
            return status_text(match)
        case GuestUnreachable():
            return (
                f"I can't write to <@{note.user_id}>, so they've left the lobby again. They can join from a server "
                "where I am, or once they allow direct messages from me."
            )
        case LobbiesMerged():
            then = "It has started." if note.has_begun else "It starts as soon as everyone is there."
            return (
                f"You were looking for players in match #{note.from_match_id}. The players in match #{match.id}, "
                f"{place_text(match)}, want to play the same, so you've been moved there. {then}"
            )
        case MatchEnded():
            return _ending(position)
        case MatchAbandoned():
            return f"{status_text(match)}\n{act_text(AdminActionKind(note.action), note.user_id, None, note.at)}"
        case MatchUnreachable():
            return (
                f"It was ended without a result, and nobody's rating changes: for {note.days} days I couldn't reach "
                "its channel, which was deleted, or I was removed from the server."
            )
        case StillLooking():
            return "They can't play right now. You're still looking for an opponent: I write here when somebody comes."
        case SeatMoved():
            return "I can't reach the channel any more in which you played it, so its board is here from now on."
        case BackupRestored():
            return (
                f"I was restored from a backup of <t:{note.made_at}:f>. Everything played after that is lost. If the "
                "match had already ended, its hands and its deal may have been seen. If it would be unfair to play on, "
                "ask the others with `/match abandon` to end it without a result."
            )
        case _:
            assert_never(note)


def _about_table(note: AboutTable, match: Match) -> str:  # one for each kind
    match note:
        case ProposalMade():
            asked = f"<@{note.user_id}> would like to {proposed_text(note.terms)}. {_answer_in(match)}"
            return f"{asked} {at_stake(match, note.terms.kind)}"
        case ProposalRefused():
            return f"<@{note.user_id}> doesn't want to {proposed_text(note.terms)}. The match continues."
        case ProposalExpired():
            return f"nobody agreed in time to {proposed_text(note.terms)}. The match continues."
        case TimeoutVoteOpened():
            return f"<@{note.user_id}> is out of time. {_answer_in(match)} {at_stake(match, Kind.LATE)}"
        case OwnTimeoutVoteOpened():
            return "you're out of time, and the other players vote on what happens. You can still move."
        case AbsenceNoticed() | OwnAbsenceNoticed() | AbsenceClaimed():
            return _about_absence(note, match)
        case MoreTimeGiven():
            return "the other players gave you more time. It's your turn."
        case BreakEnded() | HolidayTaken() | HolidayCancelled():
            return _about_break(note, match)
        case SeatOffered():
            taker = "anyone on the server who hasn't played in it" if note.to is None else f"<@{note.to}>"
            return f"<@{note.owner_id}>'s seat and hand are offered to {taker}: see below the board."
        case SeatTaken():
            return f"<@{note.user_id}> plays on for <@{note.owner_id}>."
        case ComputerTookOver():
            return f"{computer_name(match.game, note.level)} plays on for <@{note.owner_id}>."
        case _:
            assert_never(note)


def _about_break(note: BreakEnded | HolidayTaken | HolidayCancelled, match: Match) -> str:
    match note:
        case BreakEnded():
            return f"<@{note.user_id}> plays on, so the break is over. The board is in {place_text(match)}."
        case HolidayTaken():
            days = f"<t:{note.begins_at}:d> to <t:{note.ends_at}:d>"
            return f"<@{note.user_id}> is on holiday from {days}. Their clock stands still then."
        case HolidayCancelled():
            return f"<@{note.user_id}> is not on holiday after all: their clock runs as usual."
        case _:
            assert_never(note)


def _about_absence(note: AbsenceNoticed | OwnAbsenceNoticed | AbsenceClaimed, match: Match) -> str:
    days = lasting(match.pace.seconds)
    match note:
        case AbsenceNoticed():
            return f"<@{note.user_id}> hasn't moved for {days}. You can claim that. {_answer_in(match)}"
        case OwnAbsenceNoticed():
            return (
                f"you haven't moved for {days}. From now on, those who wait for you can claim that you're absent. Your "
                "next move settles it."
            )
        case AbsenceClaimed():
            return (
                f"those who wait claim that you're absent. If you don't move, the claim counts <t:{note.until}:R>. The "
                f"board is in {place_text(match)}."
            )
        case _:
            assert_never(note)


def _turned(note: WatchedTurned, match: Match) -> str:
    player = _mention(match.players[note.seat], match)
    happened = f"{note.landmark[:1].upper()}{note.landmark[1:]}: " if note.landmark else ""
    change = "takes the lead" if note.leads else "gains ground"
    return (
        f"{happened}{player} {change}, and would win about {note.percent} of 100 matches like this. The board is in "
        f"{place_text(match)}."
    )


def _answer_in(match: Match) -> str:
    return f"Answer below the board in {place_text(match)}, or with `/match status`."


def _ending(position: Position) -> str:
    match = position.match
    if match.status is not Status.OVER or match.outcome is None:
        return status_text(match)
    names = [_mention(player, match) for player in match.players]
    resigned = [] if position.table is None else [names[seat] for seat in sorted(position.table.left)]
    who = f"{together(resigned)} resigned." if resigned else ""
    said = filter(None, [position.game.result(match.outcome, names), who, position.game.closing(match.outcome)])
    return f"It's over: {' '.join(said)} The board is in {place_text(match)}."


def _mention(player: Player, match: Match) -> str:
    if player.computer:
        return computer_name(match.game, player.computer)
    return f"<@{player.user}>" if player.user >= 0 else "a former member"


def _rule_changes(game: Game, known_version: int) -> str:
    changes = [text for version, text in sorted(game.changes.items()) if version > known_version]
    return "\n".join([f"The rules of **{game.title}** have changed since you last played:", *changes])
