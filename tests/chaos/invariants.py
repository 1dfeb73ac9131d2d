"""What must be so whenever the bot has come to rest: what people see is what was committed."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from difflib import ndiff
from typing import Any, Final

from bot.model.clocks import SEEN
from bot.model.reasons.match import BoardMovedOn, NotYourTurn, SomeoneWasFaster
from cogs.delivery.answer import ONE_MOMENT
from cogs.messages.refusals import refusal_text
from cogs.presses.hand import COULD_NOT_WRITE, STALE
from cogs.widgets.purposes import NEXT, SINCE, UNDO
from sandbox.wire.model import CallbackType, Channel, Interaction, Message
from sandbox.wire.people import User
from sandbox.wire.server import Wire
from tests.chaos.people import Party, is_call
from tests.chaos.pings import Pings
from tests.chaos.stored import Stored

_LIVE: Final = {"lobby": "leave", "live": "hand", "over": "rematch"}
"""What a button of the one live message begins with, by the status of the match."""

_BACK: Final = "Back"

_LOOK: Final = "GET /channels/{channel_id}/messages/{message_id}"

_YOUNG: Final = 1800
"""Seconds within which a message can always be edited."""

Hand = tuple[Any, ...] | None
"""What one says and shows, its lines first; None: it does not hang."""

_NOT_DONE: Final = (
    STALE,
    *map(refusal_text, (BoardMovedOn(), SomeoneWasFaster(), NotYourTurn())),
)
"""What somebody is told whose press came too late."""

_NAMELESS: Final = "A former member"

_SIGN: Final = re.compile(r"<:hh_\w+:[0-9]+> ")

_MOMENT: Final = re.compile(r"<t:([0-9]+):R>")


class Watch:
    """Looks at everything that people see of a match."""

    def __init__(self, wire: Wire, stored: Stored, spectator: User) -> None:
        self.pings = Pings(wire, stored)
        self._wire = wire
        self._spectator = spectator
        self._violations = 0
        self._hands: dict[tuple[int, int], int] = {}
        """How many messages with their hand somebody has, by match and user."""
        self._looks = 0

    async def faults(self, party: Party, *, killed: bool, restarted: bool = False) -> list[str]:
        """All that is not as it must be; the bot is at rest, and is asked by commands for what it should show.

        killed: an interaction may have been left without its last word. restarted: the bot was killed, and nothing else
        went wrong.
        """
        begin, self._looks = len(self._wire.requests), 0
        if not killed:
            await self._said(party.channel)
        found = list(self._in_channel(party))
        found += await self._on_board(party)
        found += await self._in_hands(party)
        found += self._hands_again(party, restarted=restarted)
        found += await self.pings.twice(party.number)
        found += self._uncalled(party)
        found += _accounts(party)
        found += self._left_over(party, killed=killed)
        found += map(str, self._wire.violations[self._violations :])
        self._violations = len(self._wire.violations)
        await self._wire.until(lambda: self._looked_after(begin) >= self._looks, what="a look at the board's place")
        return found

    def _looked_after(self, begin: int) -> int:
        """Whoever asks makes the bot see whether the board still hangs, after the answer."""
        requests = self._wire.requests.since(begin)
        return sum(each.name == _LOOK and each.status is not None for each in requests)

    def _in_channel(self, party: Party) -> Iterator[str]:
        """Exactly one message that can be used, unless the match came to nothing."""
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
        """It shows what anybody who asks is shown."""
        board = party.board
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
        """Each is what its owner is shown who asks for it; whoever was at choosing something goes back."""
        seats = [user for user in party.users if user.id in party.stored.seats(party.number)]
        if party.status == "over":
            for user in (
                seats if party.stored.behind(party.number) else []
            ):  # what did not reach them comes when they do anything
                await user.slash("/hand", at=party.channel)
            await party.stored.until(lambda: not party.stored.behind(party.number), "what they are still owed")
            return [fault for user in seats for fault in _last_hand(party, user)]
        if party.status != "live":
            return []
        found: list[str] = []
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
            if (seat := numbers.index(user.id)) in closed:  # now that they are here, it is brought
                await party.stored.until(
                    lambda seat=seat: all(row.seat != seat for row in party.stored.behind(party.number)),  # type: ignore[misc] # mypy does not see the type of a default
                    "the hand of whoever is here again",
                )
                after = party.hand(user)
                seen = _hand(after) if after is not None else None
            shown = _hand(asked.messages[0]) if asked.messages else None
            if shown not in (seen, _without_undo(seen)) and not differ_by_little_time(seen, shown):
                found.append(f"the hand of {user.account.username} is {seen}, and is shown as {shown}")
            if user in party.asked and not party.can_play(asked.messages[0]):
                found.append(f"{user.account.username} is asked and can do nothing")
        return found

    def _hands_again(self, party: Party, *, restarted: bool) -> Iterator[str]:
        """Nobody has one more message with their hand than before, but for the first, because of a restart. One
        that is old is not edited any more, and stays above its successor.
        """
        for user in party.users:
            sent = [m for m in user.dms if m.content.startswith(party.heading) and m.attachments and not m.deleted]
            sent = [m for m in sent if sent[-1].timestamp - m.timestamp < _YOUNG]
            before, self._hands[party.number, user.id] = self._hands.get((party.number, user.id), 0), len(sent)
            if restarted and len(sent) > max(1, before):
                yield f"{user.account.username} has {len(sent)} messages with their hand: {list(map(_brief, sent))}"

    def _uncalled(self, party: Party) -> Iterator[str]:
        """Whoever is asked and wants to be called at once was called since they acted last."""
        seats = party.stored.seats(party.number)
        plies = party.stored.plies(party.number) if party.status == "live" else []
        for user in party.asked if party.status == "live" else []:
            acted = max((ply.number for ply in plies if seats[ply.seat] == user.id), default=0)
            if party.stored.patience(user.id) == 0 and not self.pings.since(user, party.number, acted):
                yield f"{user.account.username} was never called since ply {acted}"

    async def _said(self, place: Interaction | Channel) -> None:
        """Wait for answers that take a moment: of one press, or of all in a channel."""
        with suppress(TimeoutError):  # one that never comes is found
            await self._wire.until(
                lambda: all(each.content != ONE_MOMENT for each in _all_of(place)), what="what follows"
            )

    def _left_over(self, party: Party, *, killed: bool) -> Iterator[str]:
        """Nothing says that somebody is still at it."""
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


def _all_of(place: Interaction | Channel) -> Iterable[Message]:
    return place.messages if isinstance(place, Interaction) else place.store.values()


def _accounts(party: Party) -> Iterator[str]:
    """Every ply is of one press of whoever sat there, unless it was made by itself or agreed on, and every press that
    was answered made its ply.
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
        late = act.id in party.repeated and _may_be_late(act)
        if act.answered_by in answered and act.id not in made and not late:
            yield f"a press was answered and made no ply: {act.data.get('custom_id')}"


def _may_be_late(act: Interaction) -> bool:
    """Whether an answer does not say that a press was heard: it says that it came too late, or it only brought the
    message that was pressed up to date.
    """
    if act.answered_by is CallbackType.UPDATE_MESSAGE:
        return True
    return any(sentence in message.content for message in act.messages for sentence in _NOT_DONE)


def _last_hand(party: Party, user: User) -> Iterator[str]:
    """What is left of a hand when all is over: nothing but a way to the next match, if that began before it came."""
    hand = party.hand(user)
    if hand is None:
        yield f"{user.account.username} has no hand in the end"
    elif hand.selects or any(NEXT.read(each["custom_id"]) is None for each in hand.buttons):
        yield f"the last hand of {user.account.username} still asks: {hand.labels}"


def _hand(message: Message) -> tuple[Any, ...]:
    """What a hand says and shows, but for the story and the button that tells the rest of it, which differ by what was
    told before, for what somebody was told who pressed it too late, and for signs: while they are brought to Discord,
    messages do without them, and stay as they are until they change.
    """
    dropped = {*COULD_NOT_WRITE.splitlines(), STALE, ""}
    lines = [line for line in _SIGN.sub("", message.content).splitlines() if not line.startswith(("• ", *_NOT_DONE))]
    lines = [line for line in lines if line not in dropped]
    buttons = [each for each in message.buttons if SINCE.read(each["custom_id"]) is None]
    used = [(each["custom_id"], each.get("label"), "") for each in buttons]
    used += [
        (each["custom_id"], None, str([_unsigned(option) for option in each["options"]])) for each in message.selects
    ]
    return (tuple(lines), tuple(used), *_picture(message))


def differ_by_little_time(seen: Hand, shown: Hand) -> bool:
    """Whether a hand that hangs differs from that of now only in clocks that run out later than it says, by so little
    that it is not drawn again for that.
    """
    if seen is None or shown is None or _untimed(seen) != _untimed(shown):
        return False
    return all(0 <= now - then <= max(SEEN.values()) for then, now in zip(_moments(seen), _moments(shown), strict=True))


def _without_undo(hand: Hand) -> Hand:
    """It may hang with a button that takes back though that is free no more: pressed, it offers to ask the others."""
    return None if hand is None else (hand[0], tuple(used for used in hand[1] if not UNDO.read(used[0])), *hand[2:])


def _untimed(hand: tuple[Any, ...]) -> tuple[Any, ...]:
    return ([_MOMENT.sub("<t>", line) for line in hand[0]], *hand[1:])


def _moments(hand: tuple[Any, ...]) -> list[int]:
    return [int(moment) for line in hand[0] for moment in _MOMENT.findall(line)]


def _unsigned(option: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: value for name, value in option.items() if name != "emoji"}


def _picture(message: Message) -> tuple[int, ...]:
    return tuple(hash(file.data) for file in message.attachments)


def _unlike(then: Message, now: Message) -> str:
    """In which lines the alternative texts of their pictures differ."""
    before, after = (
        [line for file in message.attachments for line in (file.description or "").splitlines()]
        for message in (then, now)
    )
    return "".join(f"\n    {line}" for line in ndiff(before, after) if not line.startswith("  "))


def _brief(message: Message) -> str:
    return f"{message.id} {message.content.splitlines()[-1][:100]!r} {message.labels}"
