"""Replays of finished matches: their moments, their files, and new matches that continue from a moment."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from bot.application.lobby.lobby_settings import is_complete
from bot.computer.levels import SCRIPT, Level
from bot.exports.animation import GLIMPSED, Animation, animation, glimpse
from bot.exports.kept import Kept
from bot.exports.page import Page, page
from bot.exports.viewer import Viewer
from bot.model.lobby_settings import LobbySettings
from bot.model.match import Fork, MatchId, Status
from bot.model.new_match import NewMatch
from bot.replay.moments import Moment
from bot.replay.notation import write
from bot.replay.recent import moments_since
from bot.replay.replays import Replays
from cogs.delivery.answer import Answer
from cogs.delivery.members import sees
from cogs.host import Host, server_of
from cogs.messages.lobby import heading
from cogs.messages.message import Message
from cogs.presses.missing_picture import say_if_undrawn
from cogs.presses.permission_to_open import check_allowed, check_permissions
from cogs.presses.router import answers
from cogs.replays import purposes
from cogs.replays.messages import STILL, fork_message, moving_message, page_message, replay_message
from cogs.widgets.ids import chosen_id
from cogs.widgets.purposes import RECENT, REPLAY
from cogs.widgets.refusals import SpokenRefusal
from render.picture import table_picture
from rules.core.events import Seat


class ReplayPresses:
    """Shows replays in private messages. Each step replaces the message of the step before."""

    def __init__(self, host: Host) -> None:
        self._host = host
        app = host.app
        self._moving, self._pages = Kept[Animation](), Kept[Page]()
        self._replays = Replays(app.positions, app.library, app.names, partial(sees, host.client))

    @answers(REPLAY)
    async def show(
        self,
        answer: Answer,
        *,
        match_id: MatchId,
        moment: int,
        seat: Seat | None = None,
        step: str = "open",
    ) -> None:
        """Show a moment from a seat, or with all hands.

        step: the button of a replay, whose message is replaced; "open": the replay gets a message of its own.

        Raises:
            Refusal: the user may not replay the match.
        """
        watched = await self._replays.watch(match_id, answer.user, seat)
        show = answer.say if step == "open" else answer.show
        await show(await asyncio.to_thread(replay_message, watched, moment))

    @answers(purposes.REPLAY_GIF)
    async def send_moving_picture(
        self, answer: Answer, *, match_id: MatchId, moment: int, seat: Seat | None = None
    ) -> None:
        """Send the match from this moment on as a moving picture. A user who wants no motion gets the moment alone.

        Raises:
            Refusal: the user may not replay the match.
        """
        watched = await self._replays.watch(match_id, answer.user, seat)
        preferences = await self._host.app.preferences.of(answer.user)
        if not preferences.motion:
            still = await asyncio.to_thread(replay_message, watched, moment)
            await answer.say(replace(still, content=f"{STILL}\n{still.content}", items=()))
            return
        viewer = Viewer(watched.names, watched.seat, preferences.theme)
        limit = answer.interaction.filesize_limit
        moving = await self._moving.get(
            (match_id, moment, limit, viewer), lambda: animation(watched.replay, viewer, start=moment, limit=limit)
        )
        await answer.say(moving_message(watched, moment, moving))

    @answers(RECENT)
    async def show_recent(self, answer: Answer, *, match_id: MatchId) -> None:
        """Show in a moving picture what happened since the user's latest ply, or how a match ended.

        Raises:
            Refusal: the match is in play and the user is not in it, or it is over and they may not replay it.
        """
        app = self._host.app
        position = await app.positions.get(match_id)
        seat = position.match.seat_of(answer.user)
        if position.match.status is Status.OVER:
            watched = await self._replays.watch(match_id, answer.user, seat)
            moments: Sequence[Moment] = watched.replay.moments[-GLIMPSED:]
        else:
            moments = await moments_since(app.positions, position, answer.user)
        names, preferences = await app.names.of(position.match), await app.preferences.of(answer.user)
        viewer = Viewer(names, seat, preferences.theme)
        head = heading(position.game, position.match)
        if not preferences.motion:
            picture = await asyncio.to_thread(table_picture, position.game, moments[-1].view(viewer.seat), names)
            await answer.say(Message(f"{head}\n{STILL}", picture=picture))
            return
        key = (match_id, "latest", moments[0].ply, moments[-1].ply, viewer)
        moving = await self._moving.get(key, lambda: glimpse(moments, viewer))
        title = f"match-{match_id}-latest.gif"
        await answer.say(Message(head, file=(title, moving.gif), file_text=moving.alt))

    @answers(purposes.REPLAY_PAGE)
    async def send_page(self, answer: Answer, *, match_id: MatchId, seat: Seat | None = None) -> None:
        """Send the match as a page in one file.

        Raises:
            Refusal: the user may not replay the match.
        """
        watched = await self._replays.watch(match_id, answer.user, seat)
        limit, viewer = answer.interaction.filesize_limit, Viewer(watched.names, watched.seat)
        made = await self._pages.get((match_id, limit, viewer), lambda: page(watched.replay, viewer, limit))
        await answer.say(page_message(watched, made))

    @answers(purposes.MATCH_FILE)
    async def send_file(self, answer: Answer, *, match_id: MatchId) -> None:
        """Send the match file.

        Raises:
            Refusal: the match is not open to the user.
        """
        record = await self._replays.record(match_id, answer.user)
        text = (
            f"Match #{match_id} with its seed, all hands and its log. "
            f"`hidden-hand verify FILE` checks the deal, which was made by [this message]({record.proof.message.link})."
            if record.proof
            else f"Match #{match_id} with its seed, all hands and its log. Nobody can check its deal: it went on from "
            "another match, or I couldn't post the message that deals the cards."
        )
        file = await asyncio.to_thread(write, record)
        await answer.say(Message(text, file=(f"match-{match_id}.txt", file.encode())))

    @answers(purposes.FORK)
    async def ask(self, answer: Answer, *, match_id: MatchId, moment: int) -> None:
        """Ask which opponents the user wants to play on against."""
        watched = await self._replays.watch(match_id, answer.user)
        await self._host.app.starts.check_fork(match_id, moment)
        scripts = watched.position.game.scripts if await self._host.is_designer(answer.interaction) else {}
        await answer.say(fork_message(watched, moment, scripts))

    @answers(purposes.FORK_COMPUTER)
    async def play_computers(self, answer: Answer, *, match_id: MatchId, moment: int, level: Level) -> None:
        """Play on from a moment against computers."""
        await self._play_on(answer, Fork(match_id, moment), LobbySettings(), level)

    @answers(purposes.FORK_SCRIPT)
    async def play_script(self, answer: Answer, *, match_id: MatchId, moment: int, values: Sequence[str]) -> None:
        """Play on from a moment against computers that follow a script of the lab."""
        game = (await self._replays.watch(match_id, answer.user)).position.game
        if values[0] not in game.scripts:
            raise SpokenRefusal(f"{game.title} has no such script any more.")
        await self._play_on(answer, Fork(match_id, moment), LobbySettings(), SCRIPT + values[0])

    @answers(purposes.FORK_FRIEND)
    async def play_friend(self, answer: Answer, *, match_id: MatchId, moment: int, values: Sequence[str]) -> None:
        """Play on from a moment against a friend, once the friend has joined. Computers fill any further seats."""
        friend = chosen_id(values[0])
        if friend == answer.user:
            raise SpokenRefusal("You can't invite yourself. Choose a friend, or play against computers.")
        guild = server_of(answer.interaction)
        if guild is not None:
            await self._host.check_can_play(guild, [friend])
        await self._play_on(answer, Fork(match_id, moment), LobbySettings(asked=(friend,)), Level.REGULAR)

    async def _play_on(self, answer: Answer, fork: Fork, settings: LobbySettings, level: str) -> None:
        """Open, in this channel, a new match that continues from a moment.

        Raises:
            Refusal: no match can continue from that moment, or none can be opened here.
        """
        interaction, app = answer.interaction, self._host.app
        guild = server_of(interaction)
        if guild is None or interaction.channel_id is None:
            raise SpokenRefusal("Play on in a server channel: open the replay there with `/match replay`.")
        watched = await self._replays.watch(fork.match_id, answer.user)
        seats = await app.starts.check_fork(fork.match_id, fork.ply)
        server = await app.preferences.of_server(guild)
        check_allowed(interaction, server)
        check_permissions(interaction)
        options, today = watched.match.options, await app.lobbies.game(watched.match.game)
        position = await app.lobbies.create(
            NewMatch(
                guild=guild,
                channel=interaction.channel_id,
                host=answer.user,
                game=watched.match.game,
                options={} if today.option_faults(options) else options,
                pace=server.pace,
                settings=LobbySettings(asked=settings.asked, wanted=seats),
                levels=[level] * (seats - 1 - len(settings.asked)),
                fork=fork,
            ),
            interaction=interaction.id,
        )
        if position.match.status is Status.LIVE:
            then = "has started"
        elif is_complete(position.match):
            then = "starts as soon as I have posted the message that deals its hidden cards"
        else:
            then = "is open: it starts once your friend has joined"
        await answer.say(f"Match #{position.match.id} {then}.")
        await say_if_undrawn(self._host, answer, position.match.id)
