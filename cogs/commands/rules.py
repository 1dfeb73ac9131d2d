"""`/rules`: find a clause of a rulebook, and browse from there."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from discord import app_commands

from bot.content.lookup import Lookup
from bot.content.named_cards import named_cards
from bot.content.own_words import load_own_words
from bot.content.seeds import ContentError, load_lookup, lookup_of
from bot.model.figures import Figure
from bot.model.match import DIRECT_MESSAGES, MatchId
from bot.model.position import Position
from cogs.commands.feature import Feature
from cogs.commands.games import Choices, game_before, games_offered, given, in_time, named_game
from cogs.delivery.answer import Answer, AnyInteraction
from cogs.messages.card import card_lines
from cogs.messages.clause import SEE_ALSO, RulesOf, chapters, chapters_message, rule_message
from cogs.messages.emojis import signed
from cogs.messages.games import asked_game, game_choices
from cogs.messages.message import LIMIT, Message
from cogs.messages.rule_sets import differences_message
from cogs.presses.router import answers
from cogs.text import shortened
from cogs.widgets import purposes
from cogs.widgets.choices import Choice
from cogs.widgets.refusals import SpokenRefusal
from render.lengths import length
from render.picture import rule_picture
from rules.core.game import Clause, Game, catalog_key

QUERY_LIMIT: Final = 80
"""The maximum number of characters of a query that are kept while the user chooses a game."""


class Rules(Feature):
    """Shows clauses."""

    @app_commands.command(
        name="rules", description="Find a rule by a question, its words or its number (only you see it)"
    )
    @app_commands.describe(game="the game", query="a question, words of the rule, or its number")
    async def rules(self, interaction: AnyInteraction, game: str | None = None, query: str | None = None) -> None:
        """Answer `/rules`."""
        async with self.host.answering(interaction) as answer:
            games = await self.host.games_here(interaction)
            question = query if given(query) else ""
            own_words = await asyncio.to_thread(load_own_words, games)
            meant = None
            if given(game):
                played: Game | None = named_game(games, game)
            elif (named := own_words.named_in(question)) is not None:
                played = games[named]
            elif (played := await self.host.game_here(interaction)) is None:
                meant = own_words.game_of(question)
                played = None if meant is None else games[meant]
            if played is not None:
                found = await self._found(answer, played, question)
                await answer.say(found if meant is None else replace(found, content=_with_doubt(found.content)))
            else:
                await answer.say(
                    asked_game(game_choices(games), purposes.RULES_OF(_kept(question)), "Which game's rules?")
                )

    @rules.autocomplete("game")
    async def _titles(self, interaction: AnyInteraction, typed: str) -> Choices:
        return await in_time(games_offered(self.host, interaction), typed)

    @rules.autocomplete("query")
    async def _clauses(self, interaction: AnyInteraction, typed: str) -> Choices:
        async def offered() -> list[Choice]:
            is_named = given(interaction.namespace.game)
            here = None if is_named else await self.host.game_here(interaction)
            games = await self.host.games_here(interaction)
            book = await self._book(interaction, here or game_before(games, interaction))
            return _offered(book.lookup, typed)

        return await in_time(offered(), "")

    @answers(purposes.RULES_OF)
    async def of(self, answer: Answer, *, words: str, values: Sequence[str]) -> None:
        """Search the rulebook of the chosen game for the stored query."""
        await answer.show(
            await self._found(answer, named_game(await self.host.games_here(answer.interaction), values[0]), words)
        )

    @answers(purposes.RULE)
    async def clause(self, answer: Answer, *, name: str, clause: str, found: Sequence[str]) -> None:
        """Show another clause."""
        book = await self._book(answer.interaction, await self._game(answer, name))
        number = next((each for each in book.lookup.clauses if each.number == clause), None)
        if number is None:
            raise SpokenRefusal(f"That rule of {book.game.title} no longer exists. Search again with `/rules`.")
        await answer.show(await self._shown(book, number, found))
        await self._count(answer, name, clause)

    @answers(purposes.DIFFERENCES)
    async def differences(self, answer: Answer, *, match_id: MatchId) -> None:
        """Show the clauses in which house rules differ from the author's, by the rules of a match. The hand or lobby
        whose button was pressed stays.
        """
        await answer.say(await self._differences(match_id, 0))

    @answers(purposes.DIFFERENCES_PAGE)
    async def differences_page(self, answer: Answer, *, match_id: MatchId, page: int) -> None:
        """Show another page of these clauses."""
        await answer.redraw(await self._differences(match_id, page))

    async def _differences(self, match_id: MatchId, page: int) -> Message:
        position = await self.host.app.positions.get(match_id)
        clauses = (await self._book_of(position)).lookup.clauses
        return differences_message(position.game, clauses, position.match, page)

    @answers(purposes.CHAPTER)
    async def chapter(self, answer: Answer, *, name: str, values: Sequence[str]) -> None:
        """Show the first clause of a chapter, with buttons to its others."""
        await answer.show(await self._found(answer, await self._game(answer, name), values[0]))

    async def _game(self, answer: Answer, key: str) -> Game:
        games = await self.host.games_here(answer.interaction)
        if key in games:
            return games[key]
        here = await self.host.position_here(answer.interaction, key)  # of a pack that was retired, or of elsewhere
        if here is None:
            raise SpokenRefusal("That game is no longer available. `/rules` shows the ones that are.")
        return here.game

    async def _book(self, interaction: AnyInteraction, game: Game) -> RulesOf:
        """Return the rules of the match in which the user asks; today's if there is none."""
        here = await self.host.position_here(interaction, game.key)
        return RulesOf(game, await self._today(game.key)) if here is None else await self._book_of(here)

    async def _today(self, key: str) -> Lookup:
        """Return the rulebook by which new matches of a game begin."""
        _, rulebook = await self.host.app.packs.printed(key)
        return lookup_of(rulebook) if rulebook.text else load_lookup(key)

    async def _book_of(self, here: Position) -> RulesOf:
        """Return the rules of a match."""
        today = await self._today(here.game.key)
        rulebook = await self.host.app.positions.rulebook(here.match)
        try:
            lookup = lookup_of(rulebook) if rulebook.text else today
        except ContentError:  # a rulebook in a form that this version no longer reads
            lookup = today
        return RulesOf(here.game, lookup, here.match.options, None if lookup is today else here.match.id)

    async def _found(self, answer: Answer, game: Game, query: str) -> Message:
        """Return the best answer to a query, or the list of chapters."""
        book = await self._book(answer.interaction, game)
        results = book.lookup.find(query)
        cards = card_lines(named_cards(book.game.cards.values(), query))
        if not results:
            message = chapters_message(book, query)
            return replace(message, content=cards + message.content)
        message = await self._shown(book, results[0], [clause.number for clause in results[:SEE_ALSO]])
        await self._count(answer, game.key, results[0].number)
        return replace(message, content=shortened(cards + message.content, LIMIT))

    async def _count(self, answer: Answer, game: str, clause: str) -> None:
        """Count for the figures that a clause was read, in a match if it is the rules of one that are meant."""
        here = await self.host.position_here(answer.interaction, game)
        guild = answer.interaction.guild_id or DIRECT_MESSAGES
        await self.host.app.deeds.note(answer.user, Figure.ASKED, clause, guild, here.match if here else game)

    async def _shown(self, book: RulesOf, clause: Clause, results: Sequence[str]) -> Message:
        """Return the message of a clause."""
        picture = await asyncio.to_thread(rule_picture, catalog_key(book.game.key), clause.number)
        message = rule_message(book, clause, results, picture)
        return signed(message, self.host.emojis.of(book.game.key), ())


def _offered(rulebook: Lookup, typed: str) -> list[Choice]:
    """Return the clauses that match the typed text, best first. If nothing is typed, return the chapters."""
    if not typed.strip():
        return [Choice(number, name, "") for number, name in chapters(rulebook).items()]
    return [Choice(clause.number, clause.heading, "") for clause in rulebook.find(typed)]


def _with_doubt(text: str) -> str:
    """Add how to ask about another game than the one that the words of the question tell."""
    doubt = "\n-# You mean another game? Choose it in `game`."
    return shortened(text, LIMIT - length(doubt)) + doubt


def _kept(query: str) -> str:
    return shortened(" ".join(query.replace("/", " ").split()), QUERY_LIMIT)
