"""Private messages between team-mates, stored until they arrive."""

from collections.abc import Mapping, Sequence
from typing import Final

from discord import ui

from bot.application.lobby.lobby import mates
from bot.model.match import Match, MatchId, MatchKey, Status, UserId
from bot.model.notes import Note, Written
from bot.model.position import Position
from bot.model.reasons.match import MatchNotLive
from bot.model.reasons.table import NoWordsAcross
from cogs.commands.feature import Feature
from cogs.delivery.answer import Answer
from cogs.host import Host
from cogs.messages.lobby import heading
from cogs.messages.place import place_text
from cogs.presses.router import answers
from cogs.text import escaped
from cogs.widgets import purposes
from cogs.widgets.forms import form, text_field
from cogs.widgets.refusals import SpokenRefusal
from rules.core.events import Seat
from rules.core.words import together

TEXT_LIMIT: Final = 300
"""The maximum number of characters of a whisper."""


class Whispers(Feature):
    """Sends the whisper written in a form."""

    @answers(purposes.WHISPER)
    async def written(self, answer: Answer, *, match_id: MatchId, texts: Mapping[str, str]) -> None:
        """Send the whisper in the match from which the form was opened."""
        position = await self.host.app.positions.get(match_id)
        if position.match.status is not Status.LIVE:
            raise MatchNotLive(match=position.match)
        await whisper(self.host, answer, position, texts.get("text", ""))


def whisper_form(key: MatchKey) -> ui.Modal:
    """Return the form for a whisper."""
    text = text_field("text", "Only your team can read this", most=TEXT_LIMIT, is_long=True)
    return form("Whisper to your team", purposes.WHISPER(key), text)


async def whisper(host: Host, answer: Answer, position: Position, text: str) -> None:
    """Send a text to the user's team-mates alone: by direct message, or below their hand when they next open it.

    Raises:
        Refusal: the user is not in this match, has no team, or its players sit in several places.
    """
    match, game = position.match, position.game
    seat = match.seat_of(answer.user)
    if seat is None:
        raise SpokenRefusal(f"You're not in match #{match.id}, so you have no team there to whisper to.")
    team = mates(match, game, seat)
    if not team:
        raise SpokenRefusal(f"There are no teams in match #{match.id}, so you have no one to whisper to.")
    if len(match.places) > 1:
        raise NoWordsAcross(match_id=match.id)
    names = [escaped(name) for name in await host.app.names.of(match)]
    quote = "\n".join(f"> {escaped(line, TEXT_LIMIT)}" for line in text.splitlines() if line.strip())
    notes: list[tuple[Seat | None, Note]] = []
    for mate in team:
        others = together(["you", *(_mention(match, names, other) for other in team if other != mate)])
        head = f"{heading(game, match)} · {place_text(match.at(match.place_of(mate)))}"
        notes.append((mate, _whispered(answer.user, f"{head}\n<@{answer.user}> whispers to {others}:\n{quote}")))
    await host.app.outbox.add_notes(match.id, notes)
    host.deliverer.wake(match.id)
    await host.deliverer.settled(match.id)
    late = [names[mate] for mate in team if await host.app.outbox.notes(match.id, mate)]
    answered = f"You whispered to {together([names[mate] for mate in team])}."
    if late:
        answered += f" I couldn't DM {together(late)}, who will see it the next time they open **My hand**."
    await answer.say(answered)


def _whispered(author: UserId, text: str) -> Written:
    return Written(author_id=author, text=text)


def _mention(match: Match, names: Sequence[str], seat: Seat) -> str:
    """Return a mention of a user, or the name of a player who is not a user.

    When a user's data is deleted, the bot looks for their mention to find waiting whispers that name them.
    """
    user = match.person(seat)
    return names[seat] if user is None else f"<@{user}>"
