"""Events in matches besides play: people talk, ask for undos, agree, hand seats over and run out of time; computers
play; lobbies close.
"""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from typing import Final

from bot.model.lobby_settings import STANDS
from bot.model.pace import HOUR
from cogs.delivery.boards import MESSAGES_IN_SIGHT
from rules.core.events import Seat
from sandbox.wire.model import Message
from sandbox.wire.people import User
from tests.chaos.ahead import Ahead
from tests.chaos.people import TRIES, Party, StuckError
from tests.chaos.replayed import replayed

Step = Callable[[], Awaitable[None]]

MOMENT: Final = 3.0
"""Seconds within which due events have happened."""


class Life:
    """The steps of the people of one party; each is repeated until it is done, whatever fails meanwhile."""

    def __init__(self, party: Party, guest: User, ahead: Ahead) -> None:
        """guest: the person who takes a seat over. ahead: moves the time of Discord and of the bot."""
        self._party = party
        self._guest = guest
        self._ahead = ahead

    def agreeing(self) -> Iterator[Step]:
        """Two players talk, undo by consent, refuse, hand a seat over and agree on a draw."""
        party = self._party
        ada, bo = party.users
        party.opening = {"ask": bo, "options": "goal=3"}
        yield party.open
        yield partial(party.be_called_at_once, ada)
        yield partial(party.join, bo)
        yield party.start
        yield partial(self.play, self._plies())
        yield self.talk
        yield partial(self.play, self._plies())
        yield partial(self.play, self._plies())
        yield partial(self.take_back, self._plies())
        yield partial(self.answer, "Yes, undo")
        yield partial(self.play, self._plies())
        yield partial(self.propose, "/match undo", steps=2)
        yield partial(self.answer, "Yes, undo")
        yield partial(self.play, self._plies())
        yield partial(self.propose, "/match draw")
        yield partial(self.answer, "No draw")
        yield partial(self.propose, "/match draw")
        yield partial(self.play, self._plies())  # it falls
        yield partial(self.hand_over, bo)
        yield partial(self.take_over, bo)
        yield partial(self.play, self._plies())
        yield partial(self.play, self._plies())
        yield partial(self.propose, "/match draw")
        yield partial(self.answer, "Yes, a draw")

    def late(self) -> Iterator[Step]:
        """Two players of a slow game run out of time, and their board grows old."""
        party = self._party
        party.opening = {"pace": "1h", "options": "goal=3"}
        yield party.open
        yield partial(party.join, party.users[1])
        yield party.start
        yield partial(self.play, self._plies())
        yield partial(self.wait_for_the_end_of_somebodys_time, self._plies())
        yield partial(self.play, self._plies())
        yield party.look
        yield partial(self.wait_for_the_end_of_somebodys_time, self._plies())
        yield partial(self.play, self._plies())
        yield party.resign

    def voted_on(self) -> Iterator[Step]:
        """Some of three players are late, and the others vote about them."""
        party = self._party
        ada, bo = party.users
        party.opening = {"pace": "1h", "timeout": "the others vote", "options": "goal=3"}
        party.users = [ada, bo, self._guest]
        yield partial(party.be_called_at_once, ada)
        yield party.open
        yield partial(party.join, bo)
        yield partial(party.join, self._guest)
        yield party.start
        yield partial(self.play, self._plies())
        yield self.wait_for_a_vote
        yield partial(self.vote, "more for")
        yield self.wait_for_a_vote
        yield partial(self.play, self._plies())  # a late player can still act
        yield partial(self.vote, "Skip")
        yield partial(self.play, self._plies())
        yield self.wait_for_a_vote
        yield party.look
        yield partial(self.wait_for_the_end_of_somebodys_time, self._plies())  # nobody answers
        yield partial(self.play, self._plies())
        yield self.wait_for_a_vote
        yield partial(self.vote, "End")
        yield partial(self.play, self._plies())
        yield party.resign

    def sought(self) -> Iterator[Step]:
        """Two people who look for players at the same pace get a match together."""
        party = self._party
        ada, bo = party.users
        yield partial(party.be_called_at_once, ada)
        yield partial(party.look_for_others, ada, "36h")
        yield party.look
        yield partial(party.look_for_others, bo, "by correspondence")
        yield partial(self.play, self._plies())
        yield partial(self.play, self._plies())
        yield party.resign

    def forgotten(self) -> Iterator[Step]:
        """A lobby that nobody starts closes by itself."""
        party = self._party
        yield party.open
        yield partial(party.join, party.users[1])
        yield self.wait_for_the_end_of_the_lobby

    def with_a_computer(self) -> Iterator[Step]:
        """One player plays a computer to the end."""
        party = self._party
        party.users = party.users[:1]
        party.opening = {"computer": "novice", "seats": 2, "options": "goal=3"}
        yield partial(party.be_called_at_once, party.users[0])
        yield party.open
        yield self.computers_play
        while party.status == "live":
            yield self.play_with_computers

    # Steps: repeated if the bot was killed meanwhile, without doing anything twice.

    async def play(self, before: int) -> None:
        """Let a player play one ply; a second one might end the match too early. before: the number of plies so far."""
        if self._plies() == before:
            await self._party.play()

    async def talk(self) -> None:
        """Let others write below the board until it has scrolled out of sight."""
        channel, world = self._party.channel, self._party.wire.world
        for _ in range(MESSAGES_IN_SIGHT + 1):
            world.post(Message(world.ids.make(), channel, self._guest.account, world.clock.now(), "What do you play?"))

    async def propose(self, line: str, **options: int) -> None:
        """Let a player propose something by a command."""
        party = self._party
        for attempt in range(TRIES):
            if party.stored.is_proposed(party.number):
                return
            await party.ask(self._who_acted(attempt), line, **options)
        raise StuckError(f"nobody could propose by {line}")

    async def take_back(self, before: int) -> None:
        """Let the latest player undo, or ask the others if the undo is not safe. before: the number of plies so far."""
        party = self._party
        for attempt in range(TRIES):
            if party.stored.is_proposed(party.number) or self._plies() > before:
                return
            user = self._who_acted(attempt)
            asked = await party.ask(user, "/match undo")
            if asked.messages and "Ask the other players" in asked.message.labels:
                await party.press(user, asked.message, "Ask the other players")
        raise StuckError("nothing could be taken back")

    async def answer(self, label: str) -> None:
        """Let all other players answer the proposal on the board."""
        party = self._party
        for _ in range(TRIES * len(party.users)):
            if not party.stored.is_proposed(party.number):
                return
            await party.press_board(party.random.choice(party.seated), label)
        raise StuckError(f"nobody could answer by {label}")

    async def hand_over(self, user: User) -> None:
        """Let a player offer their seat to anyone."""
        party = self._party
        for _ in range(TRIES):
            if party.stored.is_proposed(party.number):
                return
            asked = await party.ask(user, "/match hand-over")
            if asked.messages and "Offer my seat" in asked.message.labels:
                await party.press(user, asked.message, "Offer my seat")
        raise StuckError("no seat could be offered")

    async def take_over(self, user: User) -> None:
        """Let the guest take the offered seat."""
        party = self._party
        if self._guest not in party.users:
            party.users = [*party.users, self._guest]
        for _ in range(TRIES):
            if user.id not in party.stored.seats(party.number):
                return
            asked = await party.press_board(self._guest, f"Take {user.account.global_name}'s seat")
            if asked is not None and asked.messages and "Take the seat" in asked.message.labels:
                await party.press(self._guest, asked.message, "Take the seat")
        raise StuckError("the seat could not be taken")

    async def wait_for_the_end_of_somebodys_time(self, before: int) -> None:
        """Let time pass until a player times out. Time while the bot is down does not count for anyone.

        before: the number of plies so far.
        """
        await self._pass(HOUR + 1, lambda: self._plies() > before)
        await self._settle()

    async def wait_for_a_vote(self) -> None:
        """Let time pass until the others must vote about every late player."""
        party = self._party
        await self._pass(HOUR + 1, lambda: bool(party.stored.voted_on(party.number)))
        await party.stored.until(lambda: not party.stored.is_late(party.number), "all votes")

    async def vote(self, label: str) -> None:
        """Let all others vote like this about every late player, until no vote is open."""
        party = self._party
        for _ in range(TRIES * len(party.users)):
            late = party.stored.voted_on(party.number)
            if not late:
                await self._settle()
                return
            await self.say(late[0], label)
        raise StuckError(f"nobody could vote by {label}")

    async def say(self, late: Seat, label: str) -> None:
        """Let one of the others vote about a late seat, unless another player has been quicker."""
        party = self._party
        name = party.seated[late].account.global_name
        labels = [each for each in (party.board.labels if party.board else ()) if f"{label} {name}" in each]
        user = party.random.choice([user for user in party.seated if user is not party.seated[late]])
        asked = await party.press_board(user, labels[0] if labels else label)
        offered = asked.message.labels if asked is not None and asked.messages else ()
        for sure in [each for each in offered if f"{label} {name}" in each]:
            assert asked is not None
            await party.press(user, asked.message, sure)

    async def wait_for_the_end_of_the_lobby(self) -> None:
        """Let time pass until the lobby closes."""
        await self._pass(STANDS + 1, lambda: self._party.status == "closed")

    async def computers_play(self) -> None:
        """Wait until only people are to act, or the match is over."""
        party = self._party
        await party.stored.until(lambda: party.status in {"live", "over"}, "a beginning")
        await self._settle()

    async def play_with_computers(self) -> None:
        """Let a player play, and computers before and after them."""
        await self._settle()  # after a kill a computer may still have to act
        await self._party.play()
        await self.computers_play()

    async def _settle(self) -> None:
        """Wait while a computer has to act, or a player is out of time."""
        party = self._party
        while party.status == "live":
            table = (await replayed(party.stored, party.number))[-1]
            seats = party.stored.seats(party.number)
            late = party.stored.is_late(party.number)
            if not late and all(seats[seat] is not None for seat in table.state.phase.waiting):
                return
            ply = table.ply
            await party.stored.until(lambda ply=ply: self._plies() > ply, "what happens by itself")  # type: ignore[misc] # mypy does not see the type of a default

    def _plies(self) -> int:
        return len(self._party.stored.plies(self._party.number))

    async def _pass(self, seconds: float, done: Callable[[], bool]) -> None:
        for _ in range(TRIES):
            if done():
                return
            self._ahead.go_on(seconds)
            try:
                await self._party.stored.until(done, "what is due", within=MOMENT)
            except TimeoutError:
                continue
        raise StuckError("what was due was not done")

    def _who_acted(self, attempt: int) -> User:
        """Return the player of the latest ply; on further attempts, the other players."""
        party = self._party
        plies = party.stored.plies(party.number)
        place = plies[-1].seat if plies else 0
        return party.seated[(place + attempt // 2) % len(party.seated)]


Live = Callable[[Life], Iterator[Step]]

LIVES: Final[Sequence[Live]] = (
    Life.agreeing,
    Life.late,
    Life.voted_on,
    Life.sought,
    Life.forgotten,
    Life.with_a_computer,
)
