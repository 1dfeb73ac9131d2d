"""`/rules`: finding a clause of a rulebook by its words."""

import re
from collections.abc import Sequence
from typing import Final

from discord import app_commands
from discord.ext import commands

from bot.client import HiddenHand
from bot.content import load_games, load_rulebook
from bot.matches import Refusal
from cogs.errors import MESSAGE_LIMIT, AnyInteraction, answering, tell
from cogs.games import CHOICES, complete_game, named_game
from cogs.text import escaped, shortened
from rules.core.game import Clause

NEIGHBOUR: Final = 180
"""Characters of the clauses before and after."""

_WORD: Final = re.compile(r"[\w']+(?:\.\d+)*")


class Rulebook(commands.Cog):
    """The command."""

    @app_commands.command(name="rules", description="Find a rule by its words or number, for you alone")
    @app_commands.describe(game="which game", query="words of the rule, or its number")
    @app_commands.autocomplete(game=complete_game)
    async def rules(self, interaction: AnyInteraction, game: str, query: str) -> None:
        """`/rules`."""
        async with answering(interaction):
            played = named_game(interaction, game)
            await tell(interaction, found_text(played.title, load_rulebook(played.key), query))

    @rules.autocomplete("query")
    async def _clauses(self, interaction: AnyInteraction, typed: str) -> list[app_commands.Choice[str]]:
        game = str(interaction.namespace.game)
        if game not in load_games():
            return []
        clauses = load_rulebook(game)
        found = search(clauses, typed) if typed.strip() else list(clauses)
        return [
            app_commands.Choice(name=shortened(f"{clause.number} {clause.text}", 100), value=clause.number)
            for clause in found[:CHOICES]
        ]


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
    return shortened("\n".join(lines), MESSAGE_LIMIT)


def _around(clauses: Sequence[Clause], best: Clause) -> list[Clause]:
    """The clause between those before and after it in its chapter."""
    chapter = best.number.partition(".")[0]
    own = [clause for clause in clauses if clause.number.partition(".")[0] == chapter]
    place = own.index(best)
    return own[max(0, place - 1) : place + 2]


async def setup(client: HiddenHand) -> None:
    await client.add_cog(Rulebook())
