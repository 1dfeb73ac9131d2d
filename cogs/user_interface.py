"""The Discord side of the bot, built from features: commands, handlers and the delivery."""

from collections.abc import Sequence
from functools import partial
from typing import Final, Protocol

import discord
from discord import app_commands

from bot.application.application import Application
from bot.application.lobby.merging import Mergings
from bot.puzzles.making import Workshop
from cogs.admin.feature import AdminFeature
from cogs.commands.about import AboutCommand
from cogs.commands.actions import ActionCommands
from cogs.commands.card import CardCommand
from cogs.commands.challenge import ChallengeCommand
from cogs.commands.feature import AnyCommand, Feature
from cogs.commands.hand import HandCommand
from cogs.commands.main_menu import MainMenuCommands
from cogs.commands.match import MatchCommands
from cogs.commands.matches import MatchesList
from cogs.commands.private_note import PrivateNotes
from cogs.commands.rules import Rules
from cogs.commands.watch import WatchCommand
from cogs.commands.whisper import Whispers
from cogs.decks.feature import DeckFeature
from cogs.delivery.answer import ACKNOWLEDGED_AFTER, Answer, AnyInteraction
from cogs.delivery.backoff import Backoff
from cogs.delivery.deliverer import Deliverer
from cogs.delivery.emojis import EmojiBook
from cogs.delivery.members import sees
from cogs.delivery.observers import Observers
from cogs.delivery.working import Working
from cogs.designers.feature import DesignerFeature
from cogs.host import Host
from cogs.lessons.feature import LessonFeature
from cogs.people.feature import PeopleFeature
from cogs.presses.presses import Presses
from cogs.presses.router import Router
from cogs.profiles.feature import ProfileFeature
from cogs.puzzles.feature import PuzzleFeature
from cogs.queue.feature import QueueFeature
from cogs.ratings.feature import RatingFeature
from cogs.replays.feature import ReplayFeature
from cogs.shards.refused import RefusedCalls
from cogs.strangers.feature import StrangerFeature
from cogs.tournaments.feature import TournamentFeature

FEATURES: Final[Sequence[type[Feature]]] = (
    HandCommand,
    MatchesList,
    ActionCommands,
    ChallengeCommand,
    Rules,
    CardCommand,
    MainMenuCommands,
    AboutCommand,
    WatchCommand,
    Whispers,
    PrivateNotes,
)


class Subject(Protocol):
    """A subject with a package of its own: the handlers of its presses, and its commands."""

    @property
    def presses(self) -> Sequence[object]: ...
    @property
    def commands(self) -> Sequence[AnyCommand]: ...


class UserInterface:
    """All parts of the bot that users on Discord see."""

    def __init__(  # noqa: PLR0913 # chosen by tests and the program
        self,
        client: discord.Client,
        tree: app_commands.CommandTree,
        application: Application,
        *,
        patience: float = ACKNOWLEDGED_AFTER,
        backoff: Backoff | None = None,
        workshop: Workshop | None = None,
        refused: RefusedCalls | None = None,
    ) -> None:
        """Add all commands to the tree.

        patience: seconds after which an interaction is acknowledged. workshop: as for `PuzzleFeature`. refused: as for
        `Deliverer`.
        """
        self.working = Working()
        self.observers = Observers()
        self.emojis = EmojiBook(client, application.library.games, backoff=backoff, leader=application.leader)
        self.deliverer = Deliverer(
            client, application, self.emojis, backoff=backoff, observers=self.observers, refused=refused
        )
        answering = partial(
            Answer,
            patience=patience,
            working=self.working,
            preferences_of=application.preferences.of,
            note_error=self.emojis.note_error,
            observers=self.observers,
            strangers=application.names.strangers,
            heard=self.deliverer.heard,
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
        host = Host(client, application, self.deliverer, self.emojis, answering)
        presses = Presses.build(host)
        self.puzzles = PuzzleFeature(client, host, workshop=workshop, backoff=backoff)
        self.tournaments = TournamentFeature(client, host, backoff=backoff)
        self.ratings = RatingFeature(client, host, backoff=backoff)
        self.designers = DesignerFeature(client, host, presses.openings, self.puzzles.puzzles, backoff=backoff)
        of_subjects = [each.delivery for each in (self.puzzles, self.tournaments, self.ratings, self.designers)]
        self.announced: Final = (*of_subjects, self.designers.answers)
        small = (DeckFeature, LessonFeature, ProfileFeature)
        subjects: list[Subject] = [*(feature(host) for feature in small), self.designers]
        subjects += [self.puzzles, self.tournaments, self.ratings]
        replays = ReplayFeature(host, presses)
        strangers = StrangerFeature(host, presses)
        self.queue = QueueFeature(host, presses)
        subjects += [
            replays,
            strangers,
            PeopleFeature(host, presses),
            self.queue,
            AdminFeature(host, presses, self.ratings.review),
        ]
        self.main_menu = presses.main_menu
        features = [feature(host, presses) for feature in FEATURES]
        own_presses = [each for subject in subjects for each in subject.presses]
        self.router = Router(host, [*presses, *features, *own_presses])
        tree.add_command(MatchCommands(host, presses, [*replays.match_commands, *strangers.match_commands]))
        for offered in (*(feature.offered() for feature in features), *(subject.commands for subject in subjects)):
            for command in offered:
                tree.add_command(command)

        async def on_error(interaction: AnyInteraction, error: app_commands.AppCommandError) -> None:
            async with answering(interaction) as answer:
                await answer.explain(error)

        tree.error(on_error)
