"""`/tournament`: tournaments of many matches in a channel of the server."""

import asyncio
import re
from typing import Final, Literal

import discord
from discord import app_commands

from bot.computer.levels import Level
from bot.model.pace import DAY, HOUR, MINUTE, Kind, Pace
from bot.tournaments.refusals import NotOrganizer, TimeForRoundUnreadable
from bot.tournaments.tournaments import Tournaments
from bot.tournaments.values import FEWEST_PLAYERS, MOST_PLAYERS, Status, System, Tournament
from cogs.commands.games import Choices, given, in_time, named_game
from cogs.commands.paces import chosen_pace, paces
from cogs.delivery.answer import AnyInteraction
from cogs.host import Host
from cogs.messages.games import asked_game, game_choices
from cogs.messages.rule_sets import rule_set_named
from cogs.presses.permission_to_open import check_allowed
from cogs.tournaments import purposes
from cogs.tournaments.presses import TournamentPresses
from cogs.tournaments.terms import ROUND, ROUNDS, ChosenTerms
from cogs.widgets.choices import Choice
from cogs.widgets.refusals import SpokenRefusal
from render.picture import menu_picture

_SPANS: Final = {"m": MINUTE, "h": HOUR, "d": DAY}

_DAILY: Final = Pace.read("24h")
"""The pace of tournaments where the server has no default clock: without one, a round might never end."""


class TournamentCommands(app_commands.Group):
    """The slash commands. The presses carry them out."""

    def __init__(self, host: Host, tournaments: Tournaments, presses: TournamentPresses) -> None:
        super().__init__(
            name="tournament",
            description="Tournaments on this server",
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=False, private_channel=False),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        )
        self._host = host
        self._tournaments = tournaments
        self._presses = presses

    @app_commands.command(name="new", description="Open a tournament in this channel for others to join")
    @app_commands.describe(
        game="the game to play",
        system="how players are paired",
        players="the most players, 4 to 64; later ones wait as substitutes",
        pace="time limit: 24h or 3 days per turn, or 10+15: minutes + seconds per turn",
        late="what happens when a player runs out of time",
        series="play several games in each pairing, with sides swapped",
        time="time for each round: 90m, 36h or 7 days (leave empty for no limit)",
        rounds="number of rounds of a Swiss tournament (leave empty for as many as it needs)",
        computer="fill empty places with computers of this level at the start",
        rules="house rules, or the game as its author wrote it (leave empty for what the server has set)",
    )
    @app_commands.rename(late="timeout", time="round_time")
    async def new(  # noqa: PLR0913 # the terms of a tournament
        self,
        interaction: AnyInteraction,
        *,
        game: str | None = None,
        system: Literal["Swiss", "round robin", "single elimination"] = "Swiss",
        players: app_commands.Range[int, FEWEST_PLAYERS, MOST_PLAYERS] = MOST_PLAYERS,
        pace: str | None = None,
        late: Literal["pass", "resign", "a computer plays", "the others vote"] = "pass",
        series: Literal["Best of 3", "Best of 5"] | None = None,
        time: str | None = None,
        rounds: app_commands.Range[int, 1, ROUNDS] | None = None,
        computer: Literal["novice", "regular", "expert"] | None = None,
        rules: Literal["house rules", "as written"] | None = None,
    ) -> None:
        """Answer `/tournament new`."""
        async with self._host.answering(interaction) as answer:
            await self._host.meet(interaction)
            server = await self._host.app.preferences.of_server(interaction.guild_id or 0)
            check_allowed(interaction, server)
            clock = chosen_pace(server, pace or "", late, is_rated=False)
            if clock.kind is Kind.NONE and not pace:
                clock = chosen_pace(server, str(_DAILY.clock), late)
            terms = ChosenTerms(
                system=_system(system),
                pace=clock,
                best_of=1 if series is None else int(series.rpartition(" ")[2]),
                round_seconds=round_seconds(time),
                most=players,
                fill="" if computer is None else Level(computer),
                rounds=rounds if system == "Swiss" else None,
                rules=rule_set_named(rules) or server.rules,
            )
            if given(game):
                await self._presses.opened(answer, named_game(self._host.games, game).key, terms)
                return
            games = self._host.games
            question = "Which game is the tournament for?"
            picture = await asyncio.to_thread(menu_picture, list(games.values()))
            await answer.say(asked_game(game_choices(games), purposes.NEW(terms), question, picture))

    @new.autocomplete("game")
    async def _games(self, _: AnyInteraction, typed: str) -> Choices:
        return await in_time(asyncio.sleep(0, game_choices(self._host.games)), typed)

    @new.autocomplete("pace")
    async def _paces(self, interaction: AnyInteraction, typed: str) -> Choices:
        async def offered() -> list[Choice]:
            server = await self._host.app.preferences.of_server(interaction.guild_id or 0)
            return paces(server, typed)

        return await in_time(offered(), "")

    @app_commands.command(name="join", description="Sign up for the tournament in this channel")
    async def join(self, interaction: AnyInteraction) -> None:
        """Answer `/tournament join`."""
        async with self._host.answering(interaction) as answer:
            await self._presses.joined(answer, await self._here(interaction))

    @app_commands.command(name="deck", description="Choose your deck for your next matches in this tournament")
    async def deck(self, interaction: AnyInteraction) -> None:
        """Answer `/tournament deck`."""
        async with self._host.answering(interaction) as answer:
            await self._presses.decks(answer, key=(await self._here(interaction)).key, page=0)

    @app_commands.command(name="leave", description="Leave the tournament in this channel before it starts")
    async def leave(self, interaction: AnyInteraction) -> None:
        """Answer `/tournament leave`."""
        async with self._host.answering(interaction) as answer:
            await self._presses.left(answer, await self._here(interaction))

    @app_commands.command(name="start", description="Start the tournament you opened in this channel")
    async def start(self, interaction: AnyInteraction) -> None:
        """Answer `/tournament start`."""
        async with self._host.answering(interaction) as answer:
            await self._presses.started(answer, await self._here(interaction))

    @app_commands.command(name="standings", description="See the tournament in this channel (only you see it)")
    async def standings(self, interaction: AnyInteraction) -> None:
        """Answer `/tournament standings`."""
        async with self._host.answering(interaction) as answer:
            await self._presses.shown(answer, await self._here(interaction, unfinished=False))

    @app_commands.command(name="drop", description="Drop out of the tournament in this channel")
    @app_commands.describe(player="for its organizer: the player who drops out")
    async def drop(self, interaction: AnyInteraction, player: discord.User | None = None) -> None:
        """Answer `/tournament drop`."""
        async with self._host.answering(interaction) as answer:
            tournament = await self._here(interaction)
            if player is None or player.id == answer.user:
                await self._presses.asked(answer, tournament)
                return
            if answer.user != tournament.organizer and not interaction.permissions.manage_guild:
                raise NotOrganizer
            if tournament.entry_of(player.id) is None:
                raise SpokenRefusal(f"<@{player.id}> isn't in this tournament.")
            await self._tournaments.drop(tournament.id, player.id)
            await answer.say(f"<@{player.id}> has dropped out of tournament #{tournament.id}.")

    @app_commands.command(name="end", description="End the tournament in this channel before its last round")
    async def end(self, interaction: AnyInteraction) -> None:
        """Answer `/tournament end`."""
        async with self._host.answering(interaction) as answer:
            tournament = await self._here(interaction)
            manages = interaction.permissions.manage_guild
            await self._tournaments.end(tournament.id, answer.user, manages=manages)
            more = " Its matches go on." if tournament.status is Status.RUNNING else ""
            await answer.say(f"Tournament #{tournament.id} has ended.{more}")

    async def _here(self, interaction: AnyInteraction, *, unfinished: bool = True) -> Tournament:
        await self._host.meet(interaction)
        return await self._tournaments.here(interaction.channel_id or 0, unfinished=unfinished)


def round_seconds(typed: str | None) -> int | None:
    """Return the time for a round that a user typed; None: no limit.

    Raises:
        NotUnderstood: the text is not a valid time for a round.
    """
    if typed is None or not typed.strip():
        return None
    parts = re.fullmatch(r"([0-9]{1,5}) ?(m|h|d)(?:in|inutes?|ours?|ays?)?", typed.strip().casefold())
    if parts is None:
        raise TimeForRoundUnreadable
    span = int(parts[1]) * _SPANS[parts[2]]
    if not ROUND[0] <= span <= ROUND[1]:
        raise TimeForRoundUnreadable
    return span


def _system(named: str) -> System:
    return {"Swiss": System.SWISS, "round robin": System.ROUND_ROBIN}.get(named, System.ELIMINATION)
