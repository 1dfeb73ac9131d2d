"""Forms by which players tell the designers how a match was, or that a moment felt wrong."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord
from discord import ui

from bot.content.seeds import load_lookup
from bot.model.match import MatchId, MatchKey
from bot.workshop.opinions import ANSWERS, LENGTHS, REMARK_LIMIT, HowItWas, Opinions
from cogs.delivery.answer import Answer
from cogs.host import Host
from cogs.presses.router import answers
from cogs.widgets import purposes
from cogs.widgets.forms import form, text_field
from rules.catalog import GAMES
from rules.core.game import catalog_key

THANKS: Final = "Thank you! Designers see it as a sum with others, and your words without your name."
THANKS_SIGNED: Final = "Thank you! Designers see it as a sum with others, and your words with your name."
NOTED: Final = "Noted. Designers can look at this moment once the match is over, if its replay is open."
_CLAUSE_LIMIT: Final = 60
_SIGNED: Final = "with my name"


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
            again=_one_of(ANSWERS, texts.get("again", "")),
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
        ui.Label(text="Would you play it again?", component=_choice("again", ANSWERS)),
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
