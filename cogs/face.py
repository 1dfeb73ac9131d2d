"""Discord's face, put together: every command, every press, and the delivery, each built once and handed on."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.application.application import Application
from bot.application.lobby.merging import Mergings
from bot.puzzles.making import Workshop
from cogs.commands.actions import commands_of
from cogs.commands.admin import AdminCommands
from cogs.commands.block import block_commands
from cogs.commands.data import DataCommands
from cogs.commands.deck import DeckCommands
from cogs.commands.hand import hand_command
from cogs.commands.help import help_command
from cogs.commands.leaderboard import Leaderboards
from cogs.commands.learn import learn_command
from cogs.commands.match import match_commands
from cogs.commands.match_ending import MatchEnding
from cogs.commands.match_lobby import MatchGathering
from cogs.commands.match_opening import MatchOpening
from cogs.commands.match_watching import MatchWatching
from cogs.commands.matches import MatchesList
from cogs.commands.play import Play
from cogs.commands.private_note import PrivateNotes
from cogs.commands.rules import Rules
from cogs.commands.settings import Settings
from cogs.commands.setup import Setup
from cogs.commands.whisper import Whispers
from cogs.delivery.answer import PATIENCE, Answer, AnyInteraction
from cogs.delivery.backoff import Backoff
from cogs.delivery.deliverer import Deliverer
from cogs.delivery.emojis import EmojiBook
from cogs.delivery.members import sees
from cogs.delivery.working import Working
from cogs.host import Host
from cogs.presses.analysis import LookingBack
from cogs.presses.closeup import CloseUps
from cogs.presses.consent import Consents
from cogs.presses.deck_builder import DeckBuilder
from cogs.presses.deck_picking import DeckPicking
from cogs.presses.deck_sharing import DeckSharing
from cogs.presses.ending import Endings
from cogs.presses.hand import Hands
from cogs.presses.lesson import LessonPresses
from cogs.presses.lobby import Lobbies
from cogs.presses.log import Logs
from cogs.presses.matchmaking import Seekings
from cogs.presses.opening import Openings
from cogs.presses.router import Handler, Router
from cogs.presses.seats import Seats
from cogs.puzzles.feature import PuzzleFeature
from cogs.widgets import purposes
from cogs.widgets.ids import Purpose


class Face:
    """All of the bot that people on Discord meet."""

    def __init__(  # noqa: PLR0913 # what tests and the program choose
        self,
        client: discord.Client,
        tree: app_commands.CommandTree,
        application: Application,
        *,
        patience: float = PATIENCE,
        backoff: Backoff | None = None,
        workshop: Workshop | None = None,
    ) -> None:
        """patience: seconds after which an interaction is acknowledged. The tree is given all commands.

        workshop: as for `PuzzleFeature`.
        """
        self.working = Working()
        self.emojis = EmojiBook(client, application.library.games, backoff=backoff)
        answering = partial(
            Answer,
            patience=patience,
            working=self.working,
            likings=application.preferences.of,
            doubt=self.emojis.doubt,
        )
        self.mergings = Mergings(
            lobbies=application.lobbies,
            matchmaking=application.matchmaking,
            decks=application.decks,
            positions=application.positions,
            preferences=application.preferences,
            clock=application.clock,
            sees=partial(sees, client),
        )
        self.deliverer = Deliverer(client, application, self.emojis, backoff=backoff)
        host = Host(client, application, self.deliverer, self.emojis)
        self.puzzles = PuzzleFeature(client, host, answering, workshop=workshop, backoff=backoff)
        hands, lobbies, closeups = Hands(host), Lobbies(host), CloseUps(host)
        openings, leaderboards, matches = Openings(host, lobbies), Leaderboards(host), MatchesList(host)
        endings, logs, consents = Endings(host), Logs(host), Consents(host, hands)
        seats, seekings = Seats(host, hands), Seekings(host, openings)
        builder = DeckBuilder(host)
        sharing = DeckSharing(host, builder)
        picking, whispers, notes = DeckPicking(host, builder), Whispers(host), PrivateNotes(host)
        data, settings, rules = DataCommands(host, answering), Settings(host), Rules(host)
        setup, admin = Setup(host, self.puzzles.puzzles.posts.chosen), AdminCommands(host, answering)
        lessons, looking_back = LessonPresses(host, openings), LookingBack(host)
        self.router = Router(
            host,
            answering,
            {
                **_of_matches(hands, lobbies, closeups, endings, consents),
                **_of_decks(builder, sharing, picking),
                **_of_seats(seats),
                **self.puzzles.routes,
                **lessons.routes,
                purposes.LOG: logs.turn,
                purposes.ANALYSIS: looking_back.show,
                purposes.SINCE: logs.since,
                purposes.NOTE: notes.written,
                purposes.MATCHES: matches.turn,
                purposes.RULE: rules.clause,
                purposes.CHAPTER: rules.chapter,
                purposes.RULES_OF: rules.of,
                purposes.LEADERS: leaderboards.turn,
                purposes.LEADERS_OF: leaderboards.of,
                purposes.OPEN: openings.chosen,
                purposes.SEEK: seekings.sought,
                purposes.SEEK_PACE: seekings.choose_pace,
                purposes.REMATCH: openings.rematch,
                purposes.WHISPER: whispers.written,
                purposes.CALLED_AFTER: settings.choose_patience,
                purposes.THEME: settings.choose_theme,
                purposes.WAKING: settings.ask_waking,
                purposes.WAKING_SET: settings.choose_waking,
                purposes.REMIND_AFTER: settings.choose_reminders,
                purposes.WORDS_FIRST: settings.choose_words,
                purposes.HANDS_SENT: settings.choose_hands,
                purposes.SETUP: setup.turn,
                purposes.SERVER_THEME: setup.choose_theme,
                purposes.PACES: setup.choose_paces,
                purposes.SERVER_CHANNELS: setup.choose_channels,
                purposes.SERVER_STARTERS: setup.choose_starters,
                purposes.SERVER_THREADS: setup.choose_threads,
                purposes.SERVER_MOST: setup.choose_most,
                purposes.SERVER_CALLS: setup.choose_calls,
                purposes.SERVER_PUZZLES: setup.choose_puzzles,
                purposes.SERVER_MATCHES: admin.matches.turn,
                purposes.DATA_DELETE: data.deleted,
                purposes.DATA_KEEP: data.kept,
            },
        )
        play = Play(host, answering, hands)
        found: list[app_commands.Command[Any, ..., None] | app_commands.Group] = [
            match_commands(
                MatchOpening(host, answering, openings=openings, seekings=seekings),
                MatchGathering(host, answering, lobbies=lobbies),
                MatchWatching(host, answering, closeups=closeups, logs=logs, looking_back=looking_back),
                MatchEnding(host, answering, consents=consents, endings=endings, seats=seats),
            ),
            hand_command(host, answering, hands),
            matches.command(answering),
            DeckCommands(host, answering, builder, sharing, picking),
            leaderboards.command(answering),
            rules.command(answering),
            help_command(host.games, answering),
            settings.command(answering),
            setup.command(answering),
            admin,
            self.puzzles.commands,
            learn_command(host, answering, lessons),
            data,
            *block_commands(host, answering),
            *(commands_of(type(game))(play) for game in host.games.values()),
        ]
        for command in found:
            tree.add_command(command)

        async def on_error(interaction: AnyInteraction, error: app_commands.AppCommandError) -> None:
            async with answering(interaction) as answer:
                await answer.explain(error)

        tree.error(on_error)


def _of_matches(
    hands: Hands, lobbies: Lobbies, closeups: CloseUps, endings: Endings, consents: Consents
) -> Mapping[Purpose, Handler]:
    return {
        purposes.JOIN: lobbies.join,
        purposes.DECLINE: lobbies.decline,
        purposes.ASK: lobbies.ask,
        purposes.LEAVE: lobbies.leave,
        purposes.START: lobbies.start,
        purposes.DECKS: lobbies.decks,
        purposes.DECK: lobbies.deck,
        purposes.OPTIONS: lobbies.options,
        purposes.OPTION: lobbies.option,
        purposes.PACE: lobbies.choose_pace,
        purposes.TEAMS: lobbies.teams,
        purposes.TEAM: lobbies.team,
        purposes.COMPUTERS: lobbies.computers,
        purposes.COMPUTER: lobbies.computer,
        purposes.HAND: hands.my_hand,
        purposes.PICK: hands.pick,
        purposes.NEXT: hands.following,
        purposes.ACT: hands.act,
        purposes.SURE: hands.sure,
        purposes.SHOW: hands.choices,
        purposes.CHOOSE: hands.choose,
        purposes.STAND: hands.stand,
        purposes.TAKE_BACK: hands.take_back,
        purposes.MUTE: hands.mute,
        purposes.CLOSEUP: closeups.ask,
        purposes.PART: closeups.part,
        purposes.PARTS: closeups.turn,
        purposes.UNDO: consents.undo,
        purposes.PROPOSE: consents.propose,
        purposes.AGREE: consents.agree,
        purposes.REFUSE: consents.refuse,
        purposes.VOTE: consents.vote,
        purposes.VOTE_END: consents.ask_end,
        purposes.RESIGN: endings.resign,
        purposes.CONCEDE: endings.concede,
        purposes.KEEP: endings.keep,
        purposes.ABANDON: endings.abandon,
    }


def _of_seats(seats: Seats) -> Mapping[Purpose, Handler]:
    return {
        purposes.OFFER: seats.offer,
        purposes.OFFER_OF: seats.offer_of,
        purposes.COMPUTER_FOR: seats.computer_for,
        purposes.TAKE: seats.show,
        purposes.TAKEN: seats.take,
    }


def _of_decks(builder: DeckBuilder, sharing: DeckSharing, picking: DeckPicking) -> Mapping[Purpose, Handler]:
    return {
        purposes.DECK_TURN: builder.turn,
        purposes.DECK_ADD: builder.add,
        purposes.DECK_OUT: builder.take_out,
        purposes.DECK_TYPE: builder.ask,
        purposes.DECK_TYPED: builder.typed,
        purposes.DECK_DEFAULT: builder.play_by_default,
        purposes.DECK_DELETE: sharing.delete,
        purposes.DECK_KEEP: sharing.keep,
        purposes.DECK_IMPORT: sharing.imported,
        purposes.DECK_PICK: picking.ask,
        purposes.DECK_PICKED: picking.picked,
        purposes.DECK_RENAME: picking.renamed,
        purposes.DECK_BEGIN: picking.begin,
        purposes.DECK_NEW: picking.begun,
        purposes.DEFAULT_OF: picking.ask_default,
        purposes.DEFAULT_DECK: picking.default,
    }
