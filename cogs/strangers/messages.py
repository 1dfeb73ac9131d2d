"""The messages of phrases and reports."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import ui

from bot.model.match import Match, UserId
from bot.model.phrases import PHRASES
from bot.people.reports import MOST_WORDS, Reason
from cogs.messages.message import Message
from cogs.strangers import purposes
from cogs.text import escaped
from cogs.widgets.forms import form, text_field
from cogs.widgets.items import Item, button
from rules.core.events import Seat
from rules.core.words import together

REASONS: Final[Mapping[Reason, str]] = {
    Reason.CHEATING: "Cheats, or plays with two accounts",
    Reason.STALLING: "Stalls, or leaves matches on purpose",
    Reason.NAME: "Has an offensive name",
    Reason.MANNERS: "Pesters me with invitations or phrases",
    Reason.OTHER: "Something else",
}
"""The words of each reason for a report."""
THANKS: Final = (
    "Thank you. Only the operator of this bot sees your report; the player isn't told. To be kept apart from them in "
    "future, use `/block`."
)
ALONE: Final = "There is nobody in match #{match_id} whom you could report."


@dataclass(frozen=True, slots=True, kw_only=True)
class Sayable:
    """The choices of a player who says something in a match."""

    match: Match
    names: Sequence[str]
    """The names of the players by seat."""
    own: Seat
    muted: frozenset[UserId]
    blocked: frozenset[UserId]
    hears: bool
    """Whether phrases of players elsewhere reach the player at all."""


def others(match: Match, own: Seat) -> list[Seat]:
    """Return the seats of the other people in a match."""
    return [seat for seat in range(len(match.players)) if seat != own and (match.person(seat) or -1) > 0]


def say_message(shown: Sayable, note: str = "") -> Message:
    """Return the phrases, and the buttons that mute, block and report players. note: what has just been done."""
    match, seats = shown.match, others(shown.match, shown.own)
    items: list[Item] = [
        button(words, purposes.SAID(match.key, phrase), discord.ButtonStyle.primary, row=0)
        for phrase, words in PHRASES.items()
    ]
    for seat in seats:
        is_muted, name = match.players[seat].user in shown.muted, shown.names[seat]
        purpose = purposes.UNMUTE if is_muted else purposes.MUTE
        items.append(button(f"{'Hear' if is_muted else 'Mute'} {name}", purpose(match.key, seat), row=1))
        if match.players[seat].user not in shown.blocked:
            items.append(button(f"Block {name}", purposes.BLOCK(match.key, seat), row=2))
    items += report_items(match, shown.names, seats, row=3)
    if shown.hears:
        items.append(button("Show me no phrases", purposes.PHRASES_OFF(match.key), row=4))
    else:
        items.append(button("Show me phrases", purposes.PHRASES_ON(match.key), row=4))
    blocked = [escaped(shown.names[seat]) for seat in seats if match.players[seat].user in shown.blocked]
    muted = [escaped(shown.names[seat]) for seat in seats if match.players[seat].user in shown.muted]
    lines = [
        f"**Match #{match.id}**: say something to the other players. Some sit elsewhere, so there is no free text.",
        *([f"You've muted {together(muted)} in this match."] if muted else []),
        *([f"You've blocked {together(blocked)}: you won't meet again. `/unblock` undoes it."] if blocked else []),
        *([] if shown.hears else ["Nobody's phrases reach you, in any match."]),
        *([f"-# {note}"] if note else []),
    ]
    return Message("\n".join(lines), items)


def report_items(match: Match, names: Sequence[str], seats: Sequence[Seat], *, row: int) -> list[Item]:
    """Return a button for each of these players that opens the form of a report."""
    return [button(f"Report {names[seat]}", purposes.REPORT(match.key, seat), row=row) for seat in seats]


def whom_message(match: Match, names: Sequence[str], own: Seat) -> Message:
    """Return the question whom of several players a user reports."""
    return Message(f"Whom in match #{match.id}?", report_items(match, names, others(match, own), row=0))


def report_form(name: str, identity: str) -> ui.Modal:
    """Return the form of a report about the player of this name."""
    options = [discord.RadioGroupOption(label=words, value=str(reason)) for reason, words in REASONS.items()]
    reasons: ui.RadioGroup[Any] = ui.RadioGroup(custom_id="reason", options=options, required=True)
    return form(
        f"Report {name}"[:45],
        identity,
        ui.Label(text="What is wrong?", description="Only the operator sees it.", component=reasons),
        text_field("words", "In your own words", most=MOST_WORDS, is_optional=True, is_long=True),
    )
