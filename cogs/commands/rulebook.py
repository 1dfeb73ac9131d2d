"""`/rules`: finding a clause of a rulebook by its words."""

import asyncio
import re
from collections.abc import Sequence
from typing import Any, Final

from discord import app_commands

from bot.content.seeds import load_rulebook
from bot.model.refusals import Refusal
from cogs.commands.games import CHOICES, Choices, Games, game_choices, in_time, named_game
from cogs.delivery.answer import Answering, AnyInteraction
from cogs.messages.message import LIMIT, Message
from cogs.text import escaped, shortened
from render.picture import rule_picture
from rules.core.game import Clause

NEIGHBOUR: Final = 180
"""Characters of the clauses before and after."""

_WORD: Final = re.compile(r"[\w']+(?:\.\d+)*")


def rules_command(games: Games, answering: Answering) -> app_commands.Command[Any, ..., None]:
    """The command."""

    @app_commands.command(name="rules", description="Find a rule by its words or number, for you alone")
    @app_commands.describe(game="which game", query="words of the rule, or its number")
    async def rules(interaction: AnyInteraction, game: str, query: str) -> None:
        async with answering(interaction) as answer:
            played = named_game(games, game)
            clauses = load_rulebook(played.key)
            text, best = found_text(played.title, clauses, query), search(clauses, query)[0]
            picture = await asyncio.to_thread(rule_picture, played.key, best.number)
            await answer.say(Message(text, picture=picture, picture_name="rule.png"))

    @rules.autocomplete("game")
    async def titles(_: AnyInteraction, typed: str) -> Choices:
        return await in_time(asyncio.sleep(0, game_choices(games)), typed)

    @rules.autocomplete("query")
    async def clauses(interaction: AnyInteraction, typed: str) -> Choices:
        game = str(interaction.namespace.game)
        if game not in games:
            return []
        known = load_rulebook(game)
        found = search(known, typed) if typed.strip() else list(known)
        return [
            app_commands.Choice(name=shortened(f"{clause.number} {clause.text}", 100), value=clause.number)
            for clause in found[:CHOICES]
        ]

    return rules


def search(clauses: Sequence[Clause], query: str) -> list[Clause]:
    """The clauses that hold every word of the query, as the beginning of a word; a number finds its own first.

    Best first: the number itself, then its chapter, then whole words before beginnings, then the shorter clause.
    """
    wanted = query.strip().casefold().removeprefix("rule ").rstrip(".")
    terms = _WORD.findall(wanted)
    ranked: list[tuple[tuple[int, int, int], Clause]] = []
    for place, clause in enumerate(clauses):
        words = _WORD.findall(clause.text.casefold())
        if clause.number == wanted:
            ranked.append(((0, 0, place), clause))
        elif wanted and clause.number.startswith(f"{wanted}."):
            ranked.append(((1, 0, place), clause))
        elif terms and all(any(word.startswith(term) for word in words) for term in terms):
            partial = sum(term not in words for term in terms)
            ranked.append(((2 + partial, len(clause.text), place), clause))
    return [clause for _, clause in sorted(ranked, key=lambda item: item[0])]


def found_text(title: str, clauses: Sequence[Clause], query: str) -> str:
    """The best clause with its neighbours, and where else the words are.

    Raises:
        Refusal: no clause has them.
    """
    found = search(clauses, query)
    if not found:
        raise Refusal(
            f"No rule of {title} has all of the words “{escaped(query, 60)}”. Try fewer or shorter ones: "
            "the beginning of a word is enough."
        )
    best, *others = found
    lines = [f"**{title}**"]
    for clause in _around(clauses, best):
        if clause is best:
            mark = "a ruling of ours" if clause.ruling else "as the source says it"
            lines.append(f"**{clause.number}** {clause.text}\n-# {mark}")
        else:
            lines.append(f"> {clause.number} {shortened(clause.text, NEIGHBOUR)}")
    if others:
        lines.append("-# See also " + ", ".join(clause.number for clause in others[:10]))
    return shortened("\n".join(lines), LIMIT)


def _around(clauses: Sequence[Clause], best: Clause) -> list[Clause]:
    """The clause between those before and after it in its chapter."""
    chapter = best.number.partition(".")[0]
    own = [clause for clause in clauses if clause.number.partition(".")[0] == chapter]
    place = own.index(best)
    return own[max(0, place - 1) : place + 2]
