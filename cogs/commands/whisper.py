"""What team-mates tell each other: in private, stored until it has reached them."""

from typing import Final

from bot.application.lobby import mates
from bot.model.position import Position
from bot.model.refusals import NotAtThisTable, Refusal
from cogs.delivery.answer import Answer
from cogs.host import Host
from cogs.messages.lobby import heading
from cogs.text import escaped
from rules.core.words import together

TEXT_LIMIT: Final = 300
"""Characters of a whisper."""


async def whisper(host: Host, answer: Answer, position: Position, text: str) -> None:
    """Tell the team-mates of whoever asks, and nobody else: by direct message, or below their next look at their hand.

    Raises:
        Refusal: they do not play in this match, or play alone.
    """
    match, game = position.match, position.game
    seat = match.seat_of(answer.user)
    if seat is None:
        raise NotAtThisTable(f"You do not play in match #{match.id}, so there is nobody there to whisper to.")
    team = mates(match, game, seat)
    if not team:
        raise Refusal(f"Everybody plays alone in match #{match.id}: a whisper is for those who have a team.")
    names = [escaped(name) for name in await host.names.of(match)]
    said = "\n".join(f"> {escaped(line, TEXT_LIMIT)}" for line in text.splitlines() if line.strip())
    texts = []
    for mate in team:
        others = together(["you", *(names[other] for other in team if other != mate)])
        texts.append(f"{heading(game, match)} · <#{match.channel}>\n**{names[seat]}** whispers to {others}:\n{said}")
    await host.outbox.owe_note(match.id, team, texts)
    host.deliverer.wake(match.id)
    await host.deliverer.settled(match.id)
    late = [names[mate] for mate in team if await host.outbox.notes(match.id, mate)]
    answered = f"You whispered to {together([names[mate] for mate in team])}."
    if late:
        answered += f" {together(late)} will read it below the next **My hand**: no direct message gets there."
    await answer.say(answered)
