"""A player's hand with their choices, as a direct message or as a private answer."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from typing import Final

import discord

from bot.application.table.hand_footers import BARE, NOTE_LIMIT, HandFooter
from bot.model.clocks import SEEN
from bot.model.match import Match, Status, TableView, UserId
from bot.model.position import Position
from bot.model.shown import HandShown
from bot.people.settings import Preferences
from cogs.messages.doubts import doubt, doubted
from cogs.messages.lobby import heading
from cogs.messages.log_text import event_lines, folded_lines, newest, result_line
from cogs.messages.match_status import status_text
from cogs.messages.message import LIMIT, Message
from cogs.messages.picture_cache import HANDS
from cogs.messages.place import place_text
from cogs.messages.rule_sets import differences_button, rules_line
from cogs.messages.terms import terms_button
from cogs.messages.time import own_deadline
from cogs.text import escaped, shortened
from cogs.widgets.choice_level import LONG, level
from cogs.widgets.cursor import Cursor, Words
from cogs.widgets.ids import match_of
from cogs.widgets.items import Item, button
from cogs.widgets.pre_moves import reply_items, reply_lines
from cogs.widgets.purposes import ACT, HAND, NEXT, SHOW, SINCE, WRONG
from cogs.widgets.side_buttons import below_all, beside
from render.canvas import Layout
from render.lengths import length
from render.palette import AMBER, BLUE, GREEN, VERMILION, VIOLET, YELLOW, Ink
from render.picture import Picture, hand_text
from render.wording import AT_REST
from rules.core.events import Event
from rules.core.game import Game
from rules.core.notation import words
from rules.core.play import View

EVENTS_ROOM: Final = 900
"""The maximum length of the latest events: most of the space is for the choices."""

OVER: Final = "The match is over."

PHONE_TIP: Final = "-# Too small on a phone? See `/settings`."
"""The line that points newcomers to pictures for a phone. It fits one line of a phone."""

MARKS: Final = (
    ("🟦", BLUE),
    ("🟧", AMBER),
    ("🟩", GREEN),
    ("🟪", VIOLET),
    ("🟨", YELLOW),
    ("🟥", VERMILION),
)
"""The marks by which a player tells hands apart: a sign in the first line, and the ink of the line around the
picture. Matches whose numbers follow each other have different ones.
"""

CHOICE: Final = "choice"
"""The beginning of the file name of a picture that shows a choice."""

MOST_LINES: Final = 9
"""The maximum number of lines of a hand with general explanations: those that find no room are left out, so that a
phone shows the first button on the same screen.
"""

SHOWN_EVENTS: Final = 2
"""The number of lines about the events since the player's own latest ply, if there was one. A button shows more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The part of their hand that a player wants to see."""

    chosen: Words = ()
    """The words chosen so far."""
    page: int = 0
    """The page of the choices."""
    note: str = ""
    """A line above the hand."""
    doubted: Words = ()
    """An action that needs confirmation; nothing else is offered."""


WHOLE: Final = Wanted()
"""The hand before anything is chosen."""


def layout_for(liked: Preferences) -> Layout:
    """Return the layout of the pictures of a user's hands and choices."""
    return Layout.PHONE if liked.phone_pictures else Layout.DESKTOP


def hand_message(  # noqa: PLR0913 # a match, its viewer, and what they want
    position: Position,
    table_view: TableView,
    names: Sequence[str],
    wanted: Wanted = WHOLE,
    margin: HandFooter = BARE,
    *,
    layout: Layout = Layout.DESKTOP,
) -> Message:
    """Draw the hand of the viewing seat, or the choices after the words chosen so far. Safe in any thread.

    The text says what the picture does not: the question and the latest events or, while the player chooses, the
    words so far, unless the picture shows them.
    """
    match = table_view.match
    first = Cursor(position.game, table_view.view).onward()
    hand = _Hand(
        position=position,
        table_view=table_view,
        names=names,
        margin=margin,
        place=(place := first.at(wanted.chosen or first.words)),
        has_begun=place != first,
    )
    name, picture = _picture(match, place, names, layout)
    items: Sequence[Item]
    if wanted.doubted:
        below = [f"**{doubt(position, place.at(wanted.doubted), names)}**"]
        items = doubted(position, place.at(wanted.doubted), table_view, names)
        picture = replace(picture, lines=tuple)  # the hand has told what it shows, and only the question counts
    else:
        below, items = hand.choices(wanted.page, shows_choice=name == CHOICE)
    again = SHOW(match.key, table_view.decision, wanted.page, " ".join(place.words if hand.has_begun else ()))
    file = f"{name}-{match.tag}.png"
    return Message(hand.content(wanted.note, below), items, picture, file, again="" if wanted.doubted else again)


@dataclass(frozen=True, kw_only=True)
class _Hand:
    """A hand with the words chosen so far, of which a message tells."""

    position: Position
    table_view: TableView
    names: Sequence[str]
    margin: HandFooter
    place: Cursor
    has_begun: bool
    """Whether the player has begun to choose."""

    def content(self, note: str, below: Sequence[str]) -> str:
        """Return the text: the heading, a note above the hand, the latest events as far as there is room, and the lines
        below them.
        """
        heading, *rules = self._above
        above = [heading, *filter(None, [note]), *rules]
        if self.margin.note:
            below = [*below, f"-# Your note: {escaped(self.margin.note, NOTE_LIMIT)}"]
        room = LIMIT - length("\n".join([*above, *below])) - len("\n• …\n")
        return shortened("\n".join([*above, *newest(self._news, min(room, EVENTS_ROOM)), *below]), LIMIT)

    def choices(self, page: int, *, shows_choice: bool) -> tuple[list[str], Sequence[Item]]:
        """Return the lines and the buttons of what the player can choose and see. shows_choice: whether the picture is
        one of the choice.
        """
        table_view, view, margin = self.table_view, self.table_view.view, self.margin
        lines, items = self._question(shows_choice=shows_choice), list[Item]()
        may_suggest = bool(margin.tip and view.options and not self.has_begun)
        more, side = _suggestion(self.position.game, table_view) if may_suggest else ([], [])
        if view.options:
            advised = self.position.game.advised(view) if margin.tip else None
            room = MOST_LINES - len([*self._above, *self._news, *lines, *more]) - margin.phone_tip
            offered = level(self.place, table_view, page, newcomer=margin.is_new, room=room, advised=advised)
            asked = self.position.game.prompt(view, self.names)
            lines += [line for line in offered.lines if not _is_asked(line, asked)]
            items += offered.items
        if margin.phone_tip and not self.has_begun:
            lines.append(PHONE_TIP)
        lines += reply_lines(table_view)
        items += reply_items(table_view, undo=table_view.may_undo and not self.has_begun)
        if may_suggest and _has_advised(items, self.position.game, view):
            more, side = [], []
        if not self.has_begun:
            side += self._side_buttons()
        return [*lines, *more], below_all(
            beside(items, side), [button("Next match", NEXT(table_view.match.key))] * margin.waiting
        )

    def _question(self, *, shows_choice: bool) -> list[str]:
        """Return the words chosen so far, unless the picture shows them, or the question; and the player's deadline."""
        view, tip = self.table_view.view, self.margin.tip
        assert view.seat is not None
        deadline = own_deadline(self.position, view.seat, self.names)
        if self.has_begun and view.options:
            return [*([] if shows_choice else [f"**{self.place.sentence()} …**"]), *deadline]
        tips = [f"💡 {tip}"] if tip and view.options else []
        return [_question(self.position, view, self.names), *deadline, *tips]

    def _side_buttons(self) -> list[Item]:
        """Return the buttons that tell more about the hand, before anything is chosen."""
        table_view, view = self.table_view, self.table_view.view
        key = table_view.match.key
        shown: list[Item] = [button("Since my last move", SINCE(key))] if self._is_longer else []
        shown += _explained(table_view, self.position.game, is_first=self._is_first, is_new=self.margin.is_new)
        can_remark = self.margin.may_remark and view.seat in view.waiting
        return [*shown, *([button("This felt wrong", WRONG(key, table_view.decision))] if can_remark else [])]

    @property
    def _above(self) -> list[str]:
        """The heading and, when the player is asked for the first time, the rules that are played."""
        game, match = self.position.game, self.table_view.match
        return [hand_heading(game, match), *(rules_line(game, match) if self._is_first else [])]

    @cached_property
    def _news(self) -> list[str]:
        """The latest events, in at most `SHOWN_EVENTS` lines."""
        view = self.table_view.view
        asked = view.waiting if view.options else ()
        return folded_lines(self.position.game, self._events, self.names, SHOWN_EVENTS, asked)

    @property
    def _events(self) -> Sequence[Sequence[Event]]:
        return [] if self.has_begun else self.table_view.ply_events or [self.table_view.view.events]

    @property
    def _is_longer(self) -> bool:
        """Whether more has happened since the player's latest ply than the text tells."""
        if not self._has_acted or self.table_view.view.outcome is not None:
            return False
        return len(event_lines(self.position.game, self._events, self.names)) > SHOWN_EVENTS

    @property
    def _is_first(self) -> bool:
        """Whether the player is asked for the first time in this match."""
        return not self._has_acted and bool(self.table_view.view.options)

    @property
    def _has_acted(self) -> bool:
        seat = self.table_view.view.seat
        assert seat is not None
        return self.position.seen.acted[seat] >= 0


def hand_heading(game: Game, match: Match) -> str:
    """Return the first line of a hand, with the sign of its match and its place."""
    return f"{heading(game, match)} · {place_text(match)} {_mark(match)[0]}"


def _explained(table_view: TableView, game: Game, *, is_first: bool, is_new: bool) -> list[Item]:
    """Return the buttons that explain the words on a newcomer's hand, and the rules of the match."""
    terms = terms_button(game, table_view) if is_new and table_view.view.options else []
    return [*terms, *(differences_button(game, table_view.match) if is_first else [])]


def _mark(match: Match) -> tuple[str, Ink]:
    """Return the sign and the ink of a match."""
    return MARKS[match.id % len(MARKS)]


def _has_advised(items: Sequence[Item], game: Game, view: View) -> bool:
    """Return whether a button plays a whole action that follows the tip."""
    advised = {words(action) for action in game.advised(view)}
    played = (ACT.read(getattr(item, "custom_id", "")) for item in items)
    return any(arguments["words"] in advised for arguments in played if arguments is not None)


def _suggestion(game: Game, table_view: TableView) -> tuple[list[str], list[Item]]:
    """Return a button that plays an example, for a newcomer who would otherwise have to choose word by word. If the
    example is too long for a button, also return a line that describes it.
    """
    action = words(game.example(table_view.view, table_view.decision))
    said = f"Suggested: {Cursor(game, table_view.view, action).sentence()}"
    identity = ACT(table_view.match.key, table_view.decision, " ".join(action))
    if len(said) <= LONG:
        return [], [button(said, identity, discord.ButtonStyle.success)]
    return [said], [button("Play the example", identity, discord.ButtonStyle.success)]


def closed_hand(position: Position, user: UserId, names: Sequence[str], layout: Layout = Layout.DESKTOP) -> Message:
    """Return a user's hand in a match that is no longer in play. It says so, and has no buttons."""
    match = position.match
    seat = match.seat_of(user)
    where = f"{heading(position.game, match)} · {place_text(match)}"
    if match.status is not Status.OVER or position.table is None or seat is None:
        return Message(f"{where}\n{status_text(match)}")
    table_view = position.view_for(user)
    assert table_view.view.outcome is not None
    picture = HANDS.hand(position.game, table_view.view, names, layout)
    over = f"{where}\n{OVER} {result_line(position, table_view.view.outcome, names)}"
    again = HAND(match.key, position.seen.ply)
    return Message(over, picture=picture, picture_name=f"hand-{match.tag}.png", again=again)


def handed_over(position: Position) -> Message:
    """Return the message that replaces the hand of a player who gave their seat away."""
    where = f"{heading(position.game, position.match)} · {place_text(position.match)}"
    return Message(f"{where}\nAnother player has taken over your seat. Thanks for playing! You can still watch.")


def hand_shown(game: Game, table_view: TableView, names: Sequence[str], until: float | None = None) -> HandShown:
    """Return a fingerprint of a hand, which changes with its content and its choices. A hand is only drawn again if its
    fingerprint has changed. until: the player's deadline.
    """
    view = table_view.view
    choice = (table_view.decision, view.options, game.prompt(view, names)) if view.options else None
    ahead = (table_view.pre_moves, table_view.offers) if table_view.pre_moves or table_view.offers else ()
    content = repr((table_view.match.status, hand_text(game, view, names), choice, *ahead))
    digest = blake2b(content.encode(), digest_size=16).hexdigest()
    return HandShown(digest=digest, may_undo=table_view.may_undo, deadline=None if until is None else round(until))


def is_current(shown: HandShown, now: HandShown) -> bool:
    """Return whether a hand that shows one state can stay as it is for another. The content must be the same. A
    superfluous Undo button is allowed, since it then offers to ask the other players. The deadline may differ
    imperceptibly.
    """
    if replace(shown, may_undo=now.may_undo, deadline=now.deadline) != now or (now.may_undo and not shown.may_undo):
        return False
    if shown.deadline is None or now.deadline is None:
        return shown.deadline == now.deadline
    return 0 <= now.deadline - shown.deadline < min(SEEN.values())


def is_hand(custom_ids: Sequence[str], pictures: Sequence[str], match: Match) -> bool:
    """Return whether our direct message with these buttons and pictures is a hand in this match. A hand without buttons
    is recognised by the name of its picture.
    """
    return match.key in map(match_of, custom_ids) or any(name.endswith(f"-{match.tag}.png") for name in pictures)


def _is_asked(line: str, question: str) -> bool:
    """Return whether the question already contains the explanation in this line."""
    _, _, effect = line.partition("**: ")
    return bool(effect) and effect.rstrip(".") in question


def _question(position: Position, view: View, names: Sequence[str]) -> str:
    if view.outcome is not None:
        return result_line(position, view.outcome, names)
    if view.options:
        return f"**{position.game.prompt(view, [escaped(name) for name in names])}**"
    return f"**{AT_REST}** When it's your turn, **My hand** under the board shows your choices."


def _picture(match: Match, place: Cursor, names: Sequence[str], layout: Layout) -> tuple[str, Picture]:
    """Return the name and the picture of the present choice; without a picture of it, those of the hand."""
    game, view, (_, ink) = place.game, place.view, _mark(match)
    choice = HANDS.choice(game, view, place.words, names, layout, ink) if place.words else None
    return (CHOICE, choice) if choice is not None else ("hand", HANDS.hand(game, view, names, layout, ink))
