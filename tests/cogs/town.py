"""A small server in simcord with the real bot in it, and people who press and type."""

import re
import sqlite3
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from importlib import import_module
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any, ClassVar, NamedTuple

import discord
import simcord
from simcord import _dpy_internals, interactions
from simcord._dpy_internals import _REAL_MONOTONIC
from simcord._runtime import _BOT_SCOPE, _selected_env
from simcord._settlement import _next_virtual_timer
from simcord.actors import _dispatch_actor_interaction
from simcord.backend import serializers
from simcord.backend.models import EPHEMERAL_FLAG, Overwrite
from simcord.backend.models.interaction import ResponseKind
from simcord.components import walk_components
from simcord.enums import ComponentType, InteractionType, OverwriteType
from simcord.results import to_discord_message

import cogs
from bot.application.application import Application
from bot.application.match.outbox import Kind, PingRow, Row, Wanted
from bot.application.thinking.thinking import Thinking
from bot.content.library import Library
from bot.model.match import Match, MatchId, Status, TableView
from bot.store.database import Database
from cogs.client import HiddenHand
from cogs.delivery.backoff import Backoff
from cogs.widgets import purposes
from cogs.widgets.ids import MATCH, Purpose
from rules.core.game import Game
from rules.core.notation import words
from tests.bot.at_once import AtOnce, at_leisure
from tests.patience import PATIENT
from tests.raw_database import connect_raw

SEED = 20_260_101
BACKOFF = Backoff(wait=60.0, passing=[60.0])
"""A pause so long that nothing is retried before `Env.advance_time`; `Town.wait` does that."""

NAMES = ("Ada", "Bo", "Cleo", "Dan", "Eve", "Finn", "Stranger")

SURE = "Do it anyway"
"""The label of the button that confirms an action."""

Games = Mapping[str, Game]

PURPOSES = [
    purpose
    for file in sorted(Path(cogs.__file__).parent.glob("*/purposes.py"))
    for purpose in vars(import_module(f"cogs.{file.parent.name}.purposes")).values()
    if isinstance(purpose, Purpose)
]
"""The purposes of all buttons, menus and forms: those of `cogs.widgets`, and of each subject."""
_OF_MATCHES = {purpose.name for purpose in PURPOSES if MATCH in purpose.fields.values()}
"""The pattern of a match's name in its ids."""


IDLE = 0.02
"""Seconds before a simulated Discord checks again whether the bot is idle."""

SOON = 5.0
"""Seconds: the bot's timers within this time count as part of the present action."""


def _monotonic() -> float:
    """Return the time of the simulated Discord that the calling bot belongs to, or else the real time. It replaces
    simcord's own function, which looks up a module at each of the thousands of calls of an event loop.
    """
    env = _selected_env(driver=False)
    return _REAL_MONOTONIC() if env is None else float(env._virtual_time)


_dpy_internals._clock_monotonic = _monotonic


async def _nothing() -> None:
    """Do nothing."""


class Server(simcord.Env):
    """A simulated Discord that waits no longer than the bot needs, and never for the real clock.

    If only a callback is left to run, which takes no time, simcord waits for a twentieth of a second; and for a timer
    due before its patience ends it waits in real time. A bot with the same commands as an earlier one need not send or
    compare them, which takes half of a start.
    """

    _told: ClassVar[dict[Any, dict[str, Any]]] = {}

    async def start(self) -> None:
        bot: HiddenHand = self.bot  # type: ignore[assignment] # ours
        if {command.name for command in bot.tree.get_commands()} == {name for name, _ in Server._told}:
            self.backend.commands[None] = dict(Server._told)
            bot.setup_hook = _nothing  # type: ignore[method-assign]
        await super().start()
        Server._told = self.backend.commands[None]

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,  # noqa: ASYNC109 # simcord's own
        idle: float = IDLE,
        dispatch: str | None = None,
        _deadline: float | None = None,
    ) -> None:
        """Return once the bot has nothing to do within the next seconds, which pass at once on the simulated clock.

        A shorter timeout than ours is not taken: simcord gives a start five seconds, which a busy machine may need.
        """
        patience = self.settle_timeout if timeout is None else max(timeout, self.settle_timeout)
        settle = partial(super()._settle_internal, timeout=patience, idle=min(idle, IDLE), dispatch=dispatch)
        await settle(_deadline=_deadline)
        if self._advancing:
            return
        assert self._loop is not None
        until = self._virtual_time + SOON
        while (due := _next_virtual_timer(self._settlement_state())) is not None and due <= until:
            await self._advance_to(due, self._loop.time() + self.settle_timeout)
            await settle(_deadline=_deadline)

    def _schedule_timer(self, *_: object) -> None:
        """Never wait for the real clock."""


class Wall:
    """Return the time of the simulated Discord, once there is one, in place of the real clock."""

    def __init__(self) -> None:
        self.env: simcord.Env | None = None

    def __call__(self) -> datetime:
        return datetime(2026, 1, 1, tzinfo=UTC) if self.env is None else self.env.now()


class Press(NamedTuple):
    """Press the item with this id on a message."""

    person: simcord.MemberActor
    message: discord.Message
    custom_id: str


@dataclass
class Town:
    """The server, its people and the bot. `restart` starts a new bot on the same database file."""

    env: simcord.Env
    path: Path
    games: Games
    house: list[Any]
    """The open database and the bot on it."""
    clock: Wall
    guild: simcord.GuildHandle = field(init=False)
    tavern: simcord.ChannelHandle = field(init=False)
    attic: simcord.ChannelHandle = field(init=False)
    people: list[simcord.MemberActor] = field(init=False)

    def __post_init__(self) -> None:
        self.guild = self.env.create_guild("The Hidden Hand")
        self.tavern = self.guild.create_text_channel("tavern")
        self.attic = self.guild.create_text_channel("attic")
        users = [self.env.create_user(name.lower(), global_name=name) for name in NAMES]
        self.people = [self.guild.add_member(user) for user in users]

    @property
    def ada(self) -> simcord.MemberActor:
        return self.people[0]

    @property
    def bo(self) -> simcord.MemberActor:
        return self.people[1]

    @property
    def cleo(self) -> simcord.MemberActor:
        return self.people[2]

    @property
    def dan(self) -> simcord.MemberActor:
        return self.people[3]

    @property
    def stranger(self) -> simcord.MemberActor:
        return self.people[-1]

    @property
    def client(self) -> HiddenHand:
        client: HiddenHand = self.house[1]
        return client

    @property
    def app(self) -> Application:
        return self.client.app

    def back_up(self, backup: Path) -> None:
        """Copy the database while the bot runs."""
        with closing(sqlite3.connect(self.path)) as db, closing(sqlite3.connect(backup)) as copy:
            db.backup(copy)

    async def restart(
        self,
        games: Games | None = None,
        *,
        backup: Path | None = None,
        meanwhile: Callable[[], Awaitable[object]] | None = None,
    ) -> None:
        """Start a new bot. games: its games; None: the same. backup: replaces its database first. meanwhile: called
        while no bot runs.
        """
        await self.env.settle()
        await self.client.app.names.settled()
        for delivery in self.client.interface.announced:
            await delivery.rounds.settled()  # a round that has begun still reads the database
        await self.house[0].close()
        if backup is not None:
            _replace(self.path, backup)
        if meanwhile is not None:
            await meanwhile()
        self.house[:] = await build(self.path, games or self.games, self.clock)
        await self.env.restart_bot(self.client)
        await self.env.settle()

    async def receive(self, event: Coroutine[Any, Any, None]) -> None:
        """Let the bot handle an event of the gateway, by the simulated clock."""
        scope = _BOT_SCOPE.set((self.env, self.env._generation))
        try:
            await event
        finally:
            _BOT_SCOPE.reset(scope)

    async def wait(self, seconds: float = 2 * BACKOFF.wait) -> None:
        """Let time pass: by default long enough for another try."""
        await self.env.advance_time(seconds)

    async def play(self, match_id: MatchId, person: simcord.MemberActor, said: str, interaction: int) -> Match:
        """Play an action without a press, and wait until all players are shown it."""
        position = await self.app.matches.act(match_id, person.id, said, decision=None, interaction=interaction)
        await self.delivered(match_id)
        return position.match

    async def give_up(self, match: Match) -> None:
        """Let one player after the other resign until the match is over."""
        for seat, player in enumerate(match.players):
            position = await self.app.positions.get(match.id)
            if position.match.status is Status.LIVE and seat not in position.seen.left:
                await self.app.matches.resign(match.id, player.user, interaction=match.id * 10 + seat)
        await self.delivered(match.id)

    async def delivered(self, number: int = 1) -> None:
        """Wait until every pending message of a match has been tried."""
        await self.client.interface.deliverer.settled(MatchId(number))
        await self.env.settle()

    async def rows(self, number: int = 1, kind: Kind | None = None) -> list[Row]:
        """Return the rows of the messages that show a match, or will."""
        found = await self.client.app.outbox.of_match(MatchId(number))
        return [row for row in found if kind in (None, row.kind)]

    async def behind(self, number: int = 1) -> list[Row]:
        """Return the pending messages, without pings that are not due yet."""
        rows = [row for row in await self.rows(number) if row.is_pending]
        return [row for row in rows if not isinstance(row, PingRow) or row.wanted is Wanted.DELETED or row.failures]

    async def stored_status(self, number: int = 1) -> str:
        """Return the status of a match without looking at it."""
        [(found,)] = await self.house[0].read(lambda db: db.rows("SELECT status FROM matches WHERE id = ?", number))
        return str(found)

    async def permit(self, channel: simcord.ChannelHandle, **permissions: bool) -> None:
        """Grant or deny these permissions in a channel to everyone, the bot included."""
        allow, deny = discord.PermissionOverwrite(**permissions).pair()
        role = self.guild.default_role.id
        overwrite = Overwrite(target_id=role, type=OverwriteType.ROLE, allow=allow.value, deny=deny.value)
        self.env.backend.set_overwrite(channel.id, overwrite)
        await self.env.settle()

    async def leave(self, person: simcord.MemberActor) -> None:
        """Let a user leave the server."""
        self.guild.remove_member(person)
        await self.env.settle()

    async def at_once(
        self, *presses: tuple[simcord.MemberActor, discord.Message, str]
    ) -> list[simcord.InteractionResult]:
        """Press several buttons by label before the bot has answered any of the presses."""
        return await self.all_at_once(
            [Press(person, message, buttons(message)[label]) for person, message, label in presses]
        )

    async def all_at_once(
        self, presses: Sequence[Press], *, twice: float = 0, draw: Random | None = None
    ) -> list[simcord.InteractionResult]:
        """Press several buttons by id before the bot has answered any of the presses. twice: how many of them, drawn at
        random, Discord delivers a second time.
        """
        records = []
        for person, message, custom_id in presses:
            stored = self.env.backend.get_message(message.channel.id, message.id)
            data = {"custom_id": custom_id, "component_type": int(ComponentType.BUTTON)}
            record, payload = interactions.base_payload(
                self.env.backend,
                type=InteractionType.MESSAGE_COMPONENT,
                channel_id=message.channel.id,
                guild_id=self.guild.id,
                user_id=person.id,
                data=data,
            )
            record.source_message_id = stored.id
            payload["message"] = dict(serializers.message_payload(self.env.backend, stored))
            records.append((record, payload))
        sent = [payload for _, payload in records]
        sent += [payload for payload in sent if draw is not None and draw.random() < twice]
        for payload in sent:
            self.env.backend.emit("INTERACTION_CREATE", payload)
        await self.env.settle(timeout=PATIENT)
        return [simcord.InteractionResult(self.env, record) for record, _ in records]

    def requests(self, method: str, path: str) -> list[simcord.types.HttpLogEntry]:
        """Return the requests of the bot with this method and beginning of the path."""
        return [r for r in self.env.http_requests if r.method == method and r.path.startswith(path)]

    def pings(self, channel: simcord.ChannelHandle | None = None) -> list[list[int]]:
        """Return the users whom each message in a channel was allowed to ping, in order of posting."""
        sent = self.requests("POST", f"/channels/{(channel or self.tavern).id}/messages")
        bodies = [request.json or {} for request in sent]
        return [[int(user) for user in (body.get("allowed_mentions") or {}).get("users", [])] for body in bodies]

    def party(self, game: Game) -> list[simcord.MemberActor]:
        """Return as many people as the game needs; two where one could play alone."""
        return self.people[: max(2, game.seats[0])]

    def person(self, user: int) -> simcord.MemberActor:
        return next(person for person in self.people if person.id == user)

    async def asked(self, match_id: MatchId, turn: int = 0) -> simcord.MemberActor:
        """Return a waiting player; of several at once, another one with each turn."""
        table_view = (await self.app.positions.get(match_id)).view_for(None)
        return self.person(table_view.match.players[table_view.view.waiting[turn % len(table_view.view.waiting)]].user)

    async def choice(self, match_id: MatchId, user: int, seed: int = 0) -> tuple[str, ...]:
        """Return the choice of the game's quick player as words."""
        position = await self.app.positions.get(match_id)
        return words(position.game.greedy(position.view_for(user).view, seed))

    def public(self, channel: simcord.ChannelHandle | None = None) -> list[discord.Message]:
        """Return the public messages in the channel, oldest first."""
        history = (channel or self.tavern).history()
        return [message for message in history if not message.flags.ephemeral]

    def board(self, channel: simcord.ChannelHandle | None = None) -> discord.Message:
        """Return the latest board."""
        messages = self.env.backend.messages[(channel or self.tavern).id].values()
        seen = [message for message in messages if not message.flags & EPHEMERAL_FLAG]
        return to_discord_message(self.env, max(seen, key=lambda message: message.id))

    async def more(self, person: simcord.MemberActor, label: str) -> Any:
        """Press a button behind More in the lobby; return the private answer."""
        panel = private(await press(person, self.board(), purposes.MORE))
        await person.click(panel, label=label)
        return panel

    def direct(self, person: simcord.MemberActor) -> list[discord.Message]:
        return person.user.dm_channel.history(viewer=person.user)

    async def match(self, number: int = 1) -> Match:
        return (await self.app.positions.get(MatchId(number))).match

    async def view_for(self, person: simcord.MemberActor | None = None, number: int = 1) -> TableView:
        return (await self.app.positions.get(MatchId(number))).view_for(person.id if person else None)

    async def open(self, game: str, host: simcord.MemberActor, *guests: simcord.MemberActor, **options: str) -> Match:
        """Begin a live match in the tavern by slash commands, with the same own deck for every player each time."""
        decks: list[dict[str, str]] = [{"deck": deck} for deck in self.games[game].decks] or [{}]
        await host.slash(self.tavern, "match new", against="people here", game=game, **decks[0], **options)
        for guest, deck in zip(guests, cycle(decks[1:] or decks), strict=False):
            await guest.slash(self.tavern, "match join", **deck)
        await host.slash(self.tavern, "match start")
        found = await self.app.matches.in_channel(self.tavern.id)
        assert found is not None
        return found.match

    def named(self, custom_id: str) -> str:
        """Return a button's id with the match named by its key, as buttons do, instead of by its number alone."""
        said = re.fullmatch("([a-z-]+)/([0-9]{1,15})(/.*)?", custom_id, re.DOTALL)
        if said is None or said[1] not in _OF_MATCHES:
            return custom_id
        with closing(connect_raw(self.path)) as db:
            tags = [tag for (tag,) in db.execute("SELECT tag FROM matches WHERE id = ?", (said[2],))]
        return f"{said[1]}/{said[2]}-{tags[0] if tags else 'k3x9a2'}{said[3] or ''}"

    async def forge(
        self, person: simcord.MemberActor, message: discord.Message, custom_id: str, *values: str
    ) -> simcord.InteractionResult:
        """Press an item that the message does not have, as a forged client could. A match is named by its number."""
        custom_id = self.named(custom_id)
        stored = self.env.backend.get_message(message.channel.id, message.id)
        payload: dict[str, Any] = dict(serializers.message_payload(self.env.backend, stored))
        kind = ComponentType.STRING_SELECT if values else ComponentType.BUTTON
        made_up: dict[str, Any] = {"type": int(kind), "custom_id": custom_id, "id": 99}
        if values:
            made_up["options"] = [{"label": value or "-", "value": value} for value in values]
        else:
            made_up |= {"style": 1, "label": "x"}
        payload["components"] = [{"type": 1, "id": 98, "components": [made_up]}]
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": int(kind)}
        if values:
            data["values"] = list(values)
        channel = next(c for c in (self.tavern, self.attic) if c.id == stored.channel_id)
        return await _dispatch_actor_interaction(
            person, InteractionType.MESSAGE_COMPONENT, channel, data, extra={"message": payload}
        )


def _replace(database: Path, backup: Path) -> None:
    """Replace a database by a backup."""
    for file in database.parent.glob(f"{database.name}-*"):
        file.unlink()
    backup.replace(database)


def buttons(message: Any) -> dict[str, str]:
    """Return the labels and ids of a message's buttons."""
    return {c["label"]: c["custom_id"] for c in components(message) if c["type"] == ComponentType.BUTTON}


async def press(
    person: simcord.MemberActor | simcord.UserHandle, message: Any, purpose: Purpose
) -> simcord.InteractionResult:
    """Press the only button of a message that has this purpose, whatever its label says."""
    [custom_id] = [each for each in buttons(message).values() if purpose.read(each) is not None]
    return await person.click(message, custom_id=custom_id)


def offers(message: Any, purpose: Purpose) -> bool:
    """Return whether a message has a button of this purpose."""
    return any(purpose.read(each) is not None for each in buttons(message).values())


def menus(message: Any) -> list[dict[str, Any]]:
    return [c for c in components(message) if c["type"] == ComponentType.STRING_SELECT]


def components(message: Any) -> Iterator[dict[str, Any]]:
    rows = message.components
    found = [row.to_dict() if hasattr(row, "to_dict") else row for row in rows]
    return walk_components(found)


def private(result: simcord.InteractionResult) -> simcord.ResponseMessage:
    """Return the only private answer to an interaction."""
    said = result.followups[-1] if result.followups else result.response
    assert said is not None, "no answer"
    assert said.ephemeral, f"not private: {said.content}"
    return said


async def insisted(
    person: simcord.MemberActor | simcord.UserHandle, result: simcord.InteractionResult
) -> simcord.InteractionResult:
    """Return the result of an action after its player has confirmed it, if they are asked."""
    said = result.followups[-1] if result.followups else result.response
    return await person.click(said, label=SURE) if said is not None and SURE in buttons(said) else result


def updated(result: simcord.InteractionResult) -> bool:
    """Return the pressed message if the press was answered by changing it: that costs no further request."""
    return result._interaction.response_kind is ResponseKind.UPDATE


def custom_ids_of(message: Any) -> list[str]:
    return [c["custom_id"] for c in components(message) if "custom_id" in c]


async def build(path: Path, games: Games, clock: Wall) -> tuple[Database, HiddenHand]:
    """Open a bot on a database file as the program does, except for its seed and its clock."""
    database = await Database.open(path)
    thinking = Thinking(1, AtOnce, at_leisure)
    application = Application(database, Library.of(games), clock=clock, seeds=lambda: SEED, thinking=thinking)
    return database, HiddenHand(application, backoff=BACKOFF)
