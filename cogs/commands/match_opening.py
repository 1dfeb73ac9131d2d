"""`/match new` and `/match find`: open a match, or find one to join."""

from typing import Literal, cast

import discord
from discord import app_commands

from bot.computer.levels import Level
from bot.model.pace import NO_CLOCK
from cogs.commands.games import Choices, game_before, games_offered, given, in_time, named_game
from cogs.commands.match_part import MatchPart
from cogs.commands.paces import chosen_pace, paces, wished_pace, wished_paces
from cogs.delivery.answer import AnyInteraction
from cogs.messages.games import ANYONE
from cogs.messages.rule_sets import rule_set_named
from cogs.presses.lobby import option_choices
from cogs.presses.opening import Wanted
from cogs.widgets.choices import Choice
from cogs.widgets.decks import playable
from cogs.widgets.option_words import read_options
from cogs.widgets.refusals import SpokenRefusal
from rules.core.options import RULES


class MatchOpening(MatchPart):
    """The commands that open a match."""

    @app_commands.command(name="new", description="Open a match in this channel for others to join")
    @app_commands.describe(
        game="the game to play",
        deck="your deck (leave empty for your default, or a random one; you can change it later)",
        rules="house rules, or the game as its author wrote it (leave empty for what the server has set)",
        options="rule variants",
        pace="time limit: 24h per turn, 10+15 live, or none (leave empty for 3 days, against computers none)",
        late="what happens when a player runs out of time",
        against="who can join (leave empty to be asked)",
        ask="invite this player: a seat is reserved and the match starts when they join",
        seats="number of players; the match starts automatically when full",
        computer="fill empty seats with computers of this level",
        seating="how the order of play is decided",
        series="play several games with sides swapped, until nobody can catch up",
        place="where to play (leave empty for this channel, or for what the server has set)",
    )
    @app_commands.rename(late="timeout")
    async def new(  # noqa: PLR0913 # the options of a match
        self,
        interaction: AnyInteraction,
        *,
        game: str | None = None,
        deck: str | None = None,
        rules: Literal["house rules", "as written"] | None = None,
        options: str | None = None,
        pace: str | None = None,
        late: Literal["pass", "resign", "a computer plays", "the others vote"] = "pass",
        against: Literal["people here", "anyone on the server", "a computer"] | None = None,
        ask: discord.User | None = None,
        seats: app_commands.Range[int, 1, 25] | None = None,
        computer: Literal["novice", "regular", "expert"] | None = None,
        seating: Literal["random", "in joining order"] = "random",
        series: Literal["Best of 3", "Best of 5"] | None = None,
        place: Literal["this channel", "a new thread"] | None = None,
    ) -> None:
        """Answer `/match new`."""
        async with self.host.answering(interaction) as answer:
            await self.host.meet(interaction)
            server = await self.host.app.preferences.of_server(interaction.guild_id or 0)
            computer = computer or ("novice" if against == "a computer" else None)
            is_chosen = given(pace) or late != "pass"
            clock = chosen_pace(server, pace if given(pace) else "", late, is_rated=computer is None)
            if answer.in_conversation and not is_chosen:
                clock = NO_CLOCK
            named = str(clock) if is_chosen else ""
            is_clear = against or given(deck) or given(options) or ask or seats or computer or series or place
            has_more = is_clear or rules or seating != "random"
            if not given(game):
                if has_more:
                    raise SpokenRefusal("Choose a game as well, or your other choices can't apply: `/match new game:`.")
                await self.presses.main_menu.ask_game(answer, named)
                return
            played = named_game(await self.host.games_here(interaction), game)
            if not has_more:
                await self.presses.main_menu.ask_opponents(answer, played.key, named)
                return
            if against == "anyone on the server":
                if series is not None:
                    raise SpokenRefusal("You can play a series with people here, an invited player or a computer only.")
                await self.presses.main_menu.play_against(answer, played.key, ANYONE, clock, rule_set_named(rules))
                return
            chosen = await self.deck_of(answer, played, deck) if given(deck) else None
            words = read_options(option_choices(played, every=True), options) if given(options) else []
            variants = dict(cast(tuple[str, str], tuple(word.split("=", 1))) for word in words)
            if (rule_set := rule_set_named(rules)) is not None:
                variants[RULES] = rule_set
            invited = [ask.id] if ask is not None else []
            wanted = Wanted(
                game=played.key,
                options=variants,
                deck=chosen,
                pace=clock,
                asked=invited,
                seats=seats,
                computer=None if computer is None else Level(computer),
                as_they_join=seating != "random",
                best_of=None if series is None else int(series.rpartition(" ")[2]),
                thread=None if place is None else place == "a new thread",
            )
            await self.presses.openings.open(answer, wanted)

    @app_commands.command(name="find", description="Find players on this server for the game you want to play")
    @app_commands.describe(
        game="the game (leave empty to choose from all of them)",
        pace="time limit: 24h, 10+15, live or by correspondence (leave empty for any)",
        rules="house rules, or games as their authors wrote them (leave empty for what the server has set)",
    )
    async def find(
        self,
        interaction: AnyInteraction,
        game: str | None = None,
        pace: str | None = None,
        rules: Literal["house rules", "as written"] | None = None,
    ) -> None:
        """Answer `/match find`."""
        async with self.host.answering(interaction) as answer:
            await self.host.meet(interaction)
            games = await self.host.games_here(interaction)
            wanted = named_game(games, game).key if given(game) else None
            wished = wished_pace(pace if given(pace) else "")
            await self.presses.matchmaking.find(answer, wanted, wished, rule_set_named(rules))

    @new.autocomplete("game")
    @find.autocomplete("game")
    async def _games(self, interaction: AnyInteraction, typed: str) -> Choices:
        return await in_time(games_offered(self.host, interaction), typed)

    @new.autocomplete("deck")
    async def _decks_of_game(self, interaction: AnyInteraction, typed: str) -> Choices:
        async def offered() -> list[Choice]:
            game = game_before(await self.host.games_here(interaction), interaction)
            return await playable(self.host.app.decks, game, interaction.user.id)

        return await in_time(offered(), typed)

    @new.autocomplete("options")
    async def _variants(self, interaction: AnyInteraction, typed: str) -> Choices:
        *earlier, last = typed.split(" ")
        before, names = "".join(f"{word} " for word in earlier), {word.partition("=")[0] for word in earlier}

        async def offered() -> list[Choice]:
            game = game_before(await self.host.games_here(interaction), interaction)
            found = [choice for choice in option_choices(game) if choice.word.partition("=")[0] not in names]
            return [Choice(f"{before}{choice.word}", choice.text, choice.detail) for choice in found]

        found = await in_time(offered(), "")
        return [choice for choice in found if last.casefold() in f"{choice.name} {choice.value}".casefold()]

    @new.autocomplete("pace")
    async def _paces(self, interaction: AnyInteraction, typed: str) -> Choices:
        async def offered() -> list[Choice]:
            server = await self.host.app.preferences.of_server(interaction.guild_id or 0)
            return paces(server, typed)

        return await in_time(offered(), "")

    @find.autocomplete("pace")
    async def _wished_paces(self, interaction: AnyInteraction, typed: str) -> Choices:
        async def offered() -> list[Choice]:
            server = await self.host.app.preferences.of_server(interaction.guild_id or 0)
            return wished_paces(server, typed)

        return await in_time(offered(), "")
