"""Invariants that hold whenever the bot is idle: people see the committed state."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from difflib import ndiff
from typing import Any, Final

from bot.model.clocks import SEEN
from bot.model.pace import Kind
from bot.model.reasons.database import MaybeSaved, NotRead, NotSaved
from bot.model.reasons.match import BoardMovedOn, NotYourTurn, SomeoneWasFaster
from cogs.delivery.answer import ONE_MOMENT
from cogs.messages.hand import OVER
from cogs.messages.refusals import refusal_text
from cogs.presses.hand import COULD_NOT_WRITE, STALE
from cogs.widgets.purposes import NEXT, SINCE, UNDO
from sandbox.wire.model import CallbackType, Channel, Interaction, Message
from sandbox.wire.people import User
from sandbox.wire.server import Wire
from tests.chaos.people import Party, is_call
from tests.chaos.pictures import look
from tests.chaos.pings import Pings
from tests.chaos.replayed import replayed
from tests.chaos.stored import Stored

_LIVE: Final = {"lobby": "leave", "live": "hand", "over": "replay"}
"""Start of a button's id on the one live message, by the status of the match."""

_BACK: Final = "Back"

_LOOK: Final = "GET /channels/{channel_id}/messages/{message_id}"

_YOUNG: Final = 1800
"""Seconds during which a message can always be edited."""

_DEALT: Final = "dealt by this message"
"""A part of the message by which the cards of a match are dealt."""

Hand = tuple[Any, ...] | None
"""The text and the picture of a hand, its lines first; None if there is no hand."""

_NOT_DONE: Final = (
    STALE,
    OVER,
    *map(refusal_text, (BoardMovedOn(), SomeoneWasFaster(), NotYourTurn(), NotSaved(), MaybeSaved(), NotRead())),
)
"""Answers to presses that came too late, or while the database could not be reached."""

_NAMELESS: Final = "A former member"

_SIGN: Final = re.compile(r"<:hh_\w+:[0-9]+> ")

_MOMENT: Final = re.compile(r"<t:([0-9]+):R>")


class Watch:
    """Checks everything that people see of a match."""

    def __init__(self, wire: Wire, stored: Stored, spectator: User) -> None:
        self.pings = Pings(wire, stored)
        self._wire = wire
        self._spectator = spectator
        self._violations = 0
        self._hands: dict[tuple[int, int], int] = {}
        """The number of messages with a hand, by match and user."""
        self._looks = 0

    async def faults(self, party: Party, *, killed: bool, restarted: bool = False) -> list[str]:
        """Return all faults of a match while the bot is at rest; ask by commands for the state it should show.

        killed: whether an interaction may have no final answer. restarted: whether the bot was killed and nothing else
        went wrong.
        """
        begin, self._looks = len(self._wire.requests), 0
        if not killed:
            await self._said(party.channel)
        faults = [*self._in_channel(party), *dealt(party)]
        faults += await self._on_board(party)
        faults += await self._in_hands(party)
        faults += self._hands_again(party, restarted=restarted)
        faults += await self.pings.twice(party.number)
        faults += await self._uncalled(party)
        faults += _accounts(party)
        faults += self._left_over(party, killed=killed)
        faults += map(str, self._wire.violations[self._violations :])
        self._violations = len(self._wire.violations)
        await self._wire.until(lambda: self._looked_after(begin) >= self._looks, what="a look at the board's place")
        return faults

    def _looked_after(self, begin: int) -> int:
        """Return the bot's checks that the board still exists, which follow each answer."""
        requests = self._wire.requests.since(begin)
        return sum(each.name == _LOOK and each.status is not None for each in requests)

    def _in_channel(self, party: Party) -> Iterator[str]:
        """Yield a fault unless the channel has exactly one usable message (none if the lobby closed)."""
        hanging = [message for message in party.channel.messages if message.buttons and not message.deleted]
        usable = [message for message in hanging if not is_call(message)]
        if len(usable) != (party.status in _LIVE):
            yield f"{len(usable)} messages in the channel can be used: {[_brief(each) for each in usable]}"
        wanted = f"{_LIVE.get(party.status, '?')}/{party.number}"
        for message in usable[-1:]:
            identities = [button.get("custom_id", "") for button in message.buttons]
            if not any(each.startswith(f"{wanted}-") for each in identities):
                yield f"the board of a match that is {party.status} has the buttons {identities}"

    async def _on_board(self, party: Party) -> list[str]:
        """Return a fault unless the board shows the same as an answer to `/match status`."""
        board = party.final if party.status == "over" else party.board
        if board is None or party.status not in {"live", "over"}:
            return []
        number = party.number
        asked = await self._spectator.slash("/match status", at=party.channel, match=number, show="picture")
        await self._said(asked)
        self._looks += 1
        theirs, ours = _picture(asked.message), _picture(board)
        if theirs == ours:
            return []
        now = asked.message
        return [f"the board's picture is not that of now: {_brief(board)}, now {_brief(now)}{_unlike(board, now)}"]

    async def _in_hands(self, party: Party) -> list[str]:
        """Return a fault for each hand that differs from an answer to `/hand`; go back first where a choice is open. In
        direct messages with the board, there is no hand.
        """
        sent = set(party.stored.seats(party.number)) - party.stored.in_direct_messages(party.number)
        seats = [user for user in party.users if user.id in sent]
        if party.status == "over":
            for user in (
                seats if party.stored.behind(party.number) else []
            ):  # undelivered messages follow any action of theirs
                await user.slash("/hand", at=party.channel)
            await party.stored.until(lambda: not party.stored.behind(party.number), "what they are still owed")
            return [fault for user in seats for fault in _last_hand(party, user)]
        if party.status != "live":
            return []
        faults: list[str] = []
        closed = {row.seat for row in party.stored.behind(party.number) if row.kind in {"hand", "note"}}
        numbers = party.stored.seats(party.number)
        for user in seats:
            before = party.hand(user)
            while before is not None and _BACK in before.labels:
                await user.press(before, _BACK)
            seen = _hand(before) if before is not None else None
            asked = await user.slash("/hand", at=party.channel)
            await self._said(asked)
            self._looks += 1
            if (seat := numbers.index(user.id)) in closed:  # now that they are back, it is sent
                await party.stored.until(
                    lambda seat=seat: all(row.seat != seat for row in party.stored.behind(party.number)),  # type: ignore[misc] # mypy does not see the type of a default
                    "the hand of whoever is here again",
                )
                after = party.hand(user)
                seen = _hand(after) if after is not None else None
            shown = _hand(asked.messages[0]) if asked.messages else None
            if shown not in (seen, _without_undo(seen)) and not differ_by_little_time(seen, shown):
                faults.append(f"the hand of {user.account.username} is {seen}, and is shown as {shown}")
            if user in party.asked and not party.can_play(asked.messages[0]):
                faults.append(f"{user.account.username} is asked and can do nothing")
        return faults

    def _hands_again(self, party: Party, *, restarted: bool) -> Iterator[str]:
        """Yield a fault for each player with a further message of their hand because of a restart, the first excepted.

        An old message can no longer be edited, and stays above its successor.
        """
        for user in party.users:
            sent = [m for m in user.dms if m.content.startswith(party.heading) and m.attachments and not m.deleted]
            sent = [m for m in sent if sent[-1].timestamp - m.timestamp < _YOUNG]
            before, self._hands[party.number, user.id] = self._hands.get((party.number, user.id), 0), len(sent)
            if restarted and len(sent) > max(1, before):
                yield f"{user.account.username} has {len(sent)} messages with their hand: {list(map(_brief, sent))}"

    async def _uncalled(self, party: Party) -> list[str]:
        """Return a fault for each player who has to act, wants pings at once, had none, and has not just acted."""
        if party.status != "live":
            return []
        faults = []
        seats = party.stored.seats(party.number)
        for user in (user for user in party.asked if party.stored.ping_delay(user.id) == 0):
            acted = max(
                (ply.number for ply in party.stored.plies(party.number) if seats[ply.seat] == user.id), default=0
            )
            if self.pings.since(user, party.number, acted):
                continue
            tables = await replayed(party.stored, party.number)
            turn = tables[-1].state.turn
            began = next(ply for ply, table in enumerate(tables) if table.state.turn == turn)
            is_slow = party.stored.pace(party.number).kind is Kind.CORRESPONDENCE
            is_here = tables[-1].opened[seats.index(user.id)] == acted and (
                is_slow or tables[max(0, acted - 1)].state.turn == turn
            )
            if not is_here and not self.pings.since(user, party.number, began):
                faults.append(f"{user.account.username} was never called since ply {acted}")
        return faults

    async def _said(self, place: Interaction | Channel) -> None:
        """Wait for slow answers to one press, or to all presses in a channel."""
        with suppress(TimeoutError):  # a later check reports answers that never come
            await self._wire.until(
                lambda: all(each.content != ONE_MOMENT for each in _all_of(place)), what="what follows"
            )

    def _left_over(self, party: Party, *, killed: bool) -> Iterator[str]:
        """Yield a fault for each message that claims unfinished work."""
        places = [party.channel, *(self._wire.world.direct_messages(user.account) for user in party.users)]
        for message in (message for place in places for message in place.store.values()):
            if message.deleted:
                continue
            if message.loading:
                yield f"a message says for ever that the bot is thinking: {_brief(message)}"
            if _NAMELESS in message.content:
                yield f"a player has no name: {_brief(message)}"
            if message.content == ONE_MOMENT and not killed:
                yield f"an answer never followed: {_brief(message)}"
                message.content = ""


def dealt(party: Party) -> Iterator[str]:
    """Yield a fault unless exactly one message deals the cards of a match that has begun, before its first board."""
    ours = [m for m in party.channel.messages if m.content.startswith(party.heading) and not m.deleted]
    dealing = [message for message in ours if _DEALT in message.content]
    least, most = party.status in {"live", "over"}, party.status != "lobby"
    if not least <= len(dealing) <= most:
        yield f"{len(dealing)} messages deal the cards of a match that is {party.status}"
    boards = [message for message in ours if message.attachments]
    if dealing and any(board.id < dealing[0].id for board in boards):
        yield "a board was sent before the message that deals the cards"


def _all_of(place: Interaction | Channel) -> Iterable[Message]:
    return place.messages if isinstance(place, Interaction) else place.store.values()


def _accounts(party: Party) -> Iterator[str]:
    """Yield the faults of plies and presses: each ply comes from one press of its player, unless it was automatic or
    agreed on, and each accepted press made its ply.
    """
    plies = party.stored.plies(party.number)
    sat = party.stored.sat(party.number)
    if [ply.number for ply in plies] != list(range(1, len(plies) + 1)):
        yield f"the plies are numbered {[ply.number for ply in plies]}"
    interactions = party.wire.world.interactions
    for ply in plies:
        if ply.interaction is None or ply.kind in {"undo", "draw"}:
            continue
        asked = interactions.get(ply.interaction)
        if asked is None or (asked.user.id, ply.seat) not in sat:
            who = asked.user.username if asked is not None else "nobody"
            yield f"ply {ply.number} of seat {ply.seat} was made by {who}"
    made = {ply.interaction for ply in plies}
    answered = {CallbackType.UPDATE_MESSAGE, CallbackType.CHANNEL_MESSAGE_WITH_SOURCE}
    for act in party.acts:
        if act.answered_by not in answered or act.id in made:
            continue
        answers = _answers(party.wire, act)
        if act.id not in party.repeated or not _may_be_late(act, answers):
            yield f"a press was answered and made no ply: {act.data.get('custom_id')} ({act.answered_by!r}, {answers})"


def _answers(wire: Wire, act: Interaction) -> list[str]:
    """Return the texts of all answers to a press. The messages themselves may show a later decision by now."""
    bodies = [each.body for each in wire.requests if act.token in each.path and isinstance(each.body, dict)]
    return [str((body.get("data") or body).get("content") or "") for body in bodies]


def _may_be_late(act: Interaction, answers: Sequence[str]) -> bool:
    """Return whether the answers to a press leave open whether it had an effect: one says "too late", or it only
    updates the pressed message.
    """
    if act.answered_by is CallbackType.UPDATE_MESSAGE:
        return True
    return any(sentence in answer for answer in answers for sentence in _NOT_DONE)


def _last_hand(party: Party, user: User) -> Iterator[str]:
    """Yield the faults of a hand after the match: it may only lead to the next match, if that has begun."""
    hand = party.hand(user)
    if hand is None:
        yield f"{user.account.username} has no hand in the end"
    elif hand.selects or any(NEXT.read(each["custom_id"]) is None for each in hand.buttons):
        yield f"the last hand of {user.account.username} still asks: {hand.labels}"


def _hand(message: Message) -> tuple[Any, ...]:
    """Return the comparable part of a hand.

    It leaves out the log and its "more" button, which depend on earlier messages; notes to a late press; tips, which
    are for the decision at which the hand was drawn; and emoji, which are missing until they are uploaded to Discord
    and the message changes again.
    """
    dropped, passing = {*COULD_NOT_WRITE.splitlines(), STALE, ""}, ("• ", "💡 ", *_NOT_DONE)
    lines = [line for line in _SIGN.sub("", message.content).splitlines() if not line.startswith(passing)]
    lines = [line for line in lines if line not in dropped]
    buttons = [each for each in message.buttons if SINCE.read(each["custom_id"]) is None]
    used = [(each["custom_id"], each.get("label"), "") for each in buttons]
    used += [
        (each["custom_id"], None, str([_unsigned(option) for option in each["options"]])) for each in message.selects
    ]
    return (tuple(lines), tuple(used), *_picture(message))


def differ_by_little_time(seen: Hand, shown: Hand) -> bool:
    """Return whether a posted hand differs from the present one only by deadlines a little too early to redraw it."""
    if seen is None or shown is None or _untimed(seen) != _untimed(shown):
        return False
    return all(0 <= now - then <= max(SEEN.values()) for then, now in zip(_moments(seen), _moments(shown), strict=True))


def _without_undo(hand: Hand) -> Hand:
    """Return the hand without its undo button, which may outlast a safe undo: it then offers to ask the others."""
    return None if hand is None else (hand[0], tuple(used for used in hand[1] if not UNDO.read(used[0])), *hand[2:])


def _untimed(hand: tuple[Any, ...]) -> tuple[Any, ...]:
    return ([_MOMENT.sub("<t>", line) for line in hand[0]], *hand[1:])


def _moments(hand: tuple[Any, ...]) -> list[int]:
    return [int(moment) for line in hand[0] for moment in _MOMENT.findall(line)]


def _unsigned(option: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: value for name, value in option.items() if name != "emoji"}


def _picture(message: Message) -> tuple[int, ...]:
    return tuple(look(file.data) for file in message.attachments)


def _unlike(then: Message, now: Message) -> str:
    """Return the lines in which the alternative texts of two pictures differ."""
    before, after = (
        [line for file in message.attachments for line in (file.description or "").splitlines()]
        for message in (then, now)
    )
    return "".join(f"\n    {line}" for line in ndiff(before, after) if not line.startswith("  "))


def _brief(message: Message) -> str:
    return f"{message.id} {message.content.splitlines()[-1][:100]!r} {message.labels}"
