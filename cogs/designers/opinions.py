"""Opinions: forms in which players tell how a match was or that a moment felt wrong, and the list for designers."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.content.seeds import load_lookup
from bot.model.match import Match, MatchId, MatchKey
from bot.store.opinions import WHOLE_MATCH, Opinion
from bot.workshop.opinions import ANSWERS, LENGTHS, REMARK_LIMIT, HowItWas, Opinions
from cogs.delivery.answer import Answer
from cogs.host import Host
from cogs.messages.message import LIMIT, Message
from cogs.presses.router import answers
from cogs.text import escaped, shortened
from cogs.widgets import purposes
from cogs.widgets.forms import form, text_field
from cogs.widgets.items import Item, button
from cogs.widgets.purposes import REPLAY
from rules.catalog import GAMES
from rules.core.game import Game, catalog_key

THANKS: Final = "Thank you! Designers see it as a sum with others, and your words without your name."
THANKS_SIGNED: Final = "Thank you! Designers see it as a sum with others, and your words with your name."
NOTED: Final = "Noted. Designers can look at this moment once the match is over, if its replay is open."
_CLAUSE_LIMIT: Final = 60
_SIGNED: Final = "with my name"
_MOMENTS: Final = 20
"""The maximum number of buttons to moments in the list."""
_WORDS: Final = 300
"""The maximum number of characters of an opinion in the list."""


class OpinionPresses:
    """Asks for opinions in forms, and stores them."""

    def __init__(self, host: Host, opinions: Opinions) -> None:
        self._host = host
        self._opinions = opinions

    @answers(purposes.HOW)
    async def ask(self, answer: Answer, *, match_id: MatchId) -> None:
        """Ask a player how a match was."""
        await self._opinions.check_asked(match_id, answer.user)
        await answer.ask(how_form((await self._host.app.positions.get(match_id)).match.key))

    @answers(purposes.HOW_TOLD)
    async def told(self, answer: Answer, *, match_id: MatchId, texts: Mapping[str, str]) -> None:
        """Store what a player told."""
        game = (await self._host.app.positions.get(match_id)).match.game
        is_signed = texts.get("signed", "") == _SIGNED
        told = HowItWas(
            again=_one_of([*ANSWERS], texts.get("again", "")),
            length=_one_of(LENGTHS, texts.get("length", "")),
            clause=_clause(game, texts.get("unclear", "")),
            remark=texts.get("remark", "").strip(),
            is_signed=is_signed,
        )
        await self._opinions.tell(match_id, answer.user, told)
        await answer.say(THANKS_SIGNED if is_signed else THANKS)

    @answers(purposes.WRONG)
    async def ask_moment(self, answer: Answer, *, match_id: MatchId, decision: int) -> None:
        """Ask a player what felt wrong."""
        await answer.ask(wrong_form((await self._host.app.positions.get(match_id)).match.key, decision))

    @answers(purposes.WRONG_TOLD)
    async def told_moment(self, answer: Answer, *, match_id: MatchId, decision: int, texts: Mapping[str, str]) -> None:
        """Store the moment, with what a player told about it."""
        is_signed = texts.get("signed", "") == _SIGNED
        remark = texts.get("remark", "").strip()
        await self._opinions.felt_wrong(match_id, answer.user, decision, remark, is_signed=is_signed)
        await answer.say(NOTED)


def how_form(key: MatchKey) -> ui.Modal:
    """Return the form after a match."""
    unclear = "Which rule was unclear?"
    return form(
        "How was it?",
        purposes.HOW_TOLD(key),
        ui.Label(text="Would you play it again?", component=_choice("again", [*ANSWERS])),
        ui.Label(text="How long did it feel?", component=_choice("length", LENGTHS)),
        text_field("unclear", unclear, "Its number or words of it", most=_CLAUSE_LIMIT, is_optional=True),
        _remark("In your own words"),
        _signature(),
    )


def wrong_form(key: MatchKey, decision: int) -> ui.Modal:
    """Return the form for a moment that felt wrong, by the number of the decision on the hand."""
    remark = _remark("What felt wrong? (optional)")
    return form("This felt wrong", purposes.WRONG_TOLD(key, decision), remark, _signature())


def _choice(name: str, words: Sequence[str]) -> "ui.RadioGroup[Any]":
    options = [discord.RadioGroupOption(label=word.capitalize(), value=word) for word in words]
    return ui.RadioGroup(custom_id=name, options=options, required=False)


def _signature() -> "ui.Label[Any]":
    options = [
        discord.RadioGroupOption(label="without my name", value="without my name", default=True),
        discord.RadioGroupOption(label=_SIGNED, value=_SIGNED),
    ]
    words: ui.RadioGroup[Any] = ui.RadioGroup(custom_id="signed", options=options, required=True)
    return ui.Label(text="Show my words to designers", component=words)


def _remark(label: str) -> "ui.Label[Any]":
    return text_field("remark", label, most=REMARK_LIMIT, is_optional=True, is_long=True)


def _one_of(words: Sequence[str], text: str) -> str:
    return text if text in words else ""


def _clause(game: str, text: str) -> str:
    """Return the number of the clause that a player means, or "" if there is none."""
    known = catalog_key(game)
    if not text.strip() or known not in GAMES:
        return ""
    return next((clause.number for clause in load_lookup(known).find(text)), "")


def opinions_message(game: Game, told: Sequence[tuple[Opinion, Match]]) -> Message:
    """Return the latest opinions. A moment that felt wrong has a button to the replay, if that is open to everyone."""
    lines, items = list[str](), list[Item]()
    for opinion, match in told:
        is_moment = opinion.ply != WHOLE_MATCH
        if not is_moment and not opinion.remark:
            continue
        about = [f"rule {opinion.clause}"] if opinion.clause else []
        if is_moment and match.is_open and not match.cleared and len(items) < _MOMENTS:
            about.append(f"match #{match.id} after ply {opinion.ply}")
            to_moment = REPLAY(match.key, opinion.ply, "all", "open")
            items.append(button(f"#{match.id}, ply {opinion.ply}", to_moment))
        who = f"<@{opinion.user}>" if opinion.is_signed else "A player"
        words = f": {escaped(opinion.remark, _WORDS)}" if opinion.remark else ""
        place = f" ({', '.join(about)})" if about else ""
        lines.append(f"- {who}{' felt that a moment was wrong' if is_moment else ''}{place}{words}")
    if not lines:
        return Message(f"**{game.title}**: nobody has written anything yet.")
    text = f"**{game.title}: what players wrote**, the latest first\n" + "\n".join(lines)
    return Message(shortened(text, LIMIT), items)
