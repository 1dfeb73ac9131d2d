"""Everything that a person ever sees of a position, byte by byte: messages with their pictures and buttons, suggestions
while they type, refusals, and the conditions for sending them anything.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any, Final
from unittest.mock import patch

import cogs.messages.hand
from bot.application.table.hand_footers import HandFooter
from bot.application.thinking.computers import shown_at_once
from bot.model.position import Position
from bot.model.reasons.match import NoLongerDue
from bot.model.shown import TableShown
from cogs.commands.games import offer
from cogs.commands.play import Blank, _meant, _offers, _why
from cogs.messages.board import Beside, board_message, final_message, retired_message
from cogs.messages.hand import Wanted, hand_message, hand_shown
from cogs.messages.message import Message
from cogs.messages.picture_cache import Drawn
from cogs.messages.ping import ping_message
from cogs.presses.closeup import part_items, parts
from cogs.widgets.cursor import Cursor
from render.canvas import Layout
from render.picture import closeup_picture, closeup_text, hand_text, table_text
from rules.core.events import Seat
from rules.core.notation import Action, NotationError, fields_of, words
from rules.core.play import IllegalActionError, View

Shown = tuple[str, bytes]
"""The place of something shown, and its bytes."""

TYPED: Final = ("", "a", "1", "the")
FORGED: Final = 3
"""Actions to try although they are not offered."""
_PLAIN: Final = {"goal", "1", "0", "-1", "a1", "3,-1", "nobody"}


def sights(
    position: Position, viewer: Seat | None, names: Sequence[str], random: Random, *, whole: bool
) -> Iterator[Shown]:
    """Yield everything that a viewer sees, with one random path of choices and typing.

    Two equal generators give the same path for two positions. whole: with the table's full text, and its close-ups.
    """
    yield "pace of computers", str([shown_at_once(position.seen, seat) for seat in range(len(names))]).encode()
    with patch.object(cogs.messages.hand, "HANDS", Drawn()):  # no pictures drawn for the other position
        if viewer is None:
            yield from _public(position, names)
        else:
            yield from _hand(position, viewer, names, random)
            if whole:
                yield from _on_phone(position, viewer, names)
            yield from _typed(position, viewer, random)
            yield from _refused(position, viewer, random)
        if whole:
            yield "table in words", _table_text(position, viewer, names).encode()
            yield from _closer(position, viewer, names, random)


def _public(position: Position, names: Sequence[str]) -> Iterator[Shown]:
    """Yield the board, the rest of its lobby, and the pings of others with their delays."""
    match, table_view = position.match, position.view_for(None)
    changes = {seat: (1000, 1000 + 10 * seat) for seat in range(len(names))}
    asked = [match.players[seat].user for seat in table_view.view.waiting]
    yield from _message("board", board_message(position, names, Beside(changes=changes, pinged=asked)))
    yield from _message("older lobby", retired_message(position, names))
    if not isinstance(position.shown, TableShown):
        yield from _message("final table", final_message(position, names))
        return
    for seat in table_view.view.waiting:
        yield from _message("call", ping_message(match, seat, position.shown.asked_ply, 1))
    yield "call", str((position.shown.asked_ply, position.match.status, table_view.decision)).encode()


def _hand(position: Position, viewer: Seat, names: Sequence[str], random: Random) -> Iterator[Shown]:
    """Yield the hand, choices down to a whole action, and the condition for editing a direct message."""
    game, table_view = position.game, position.view_for(position.match.players[viewer].user)
    yield "what a hand is drawn again for", str(hand_shown(game, table_view, names)).encode()
    yield "hand in words", hand_text(game, table_view.view, names).encode()
    yield from _message("hand", hand_message(position, table_view, names))
    place = Cursor(game, table_view.view)
    while ahead := place.following:
        place = place.then(random.choice(ahead))
        wanted = Wanted(chosen=place.words, page=random.randrange(3))
        yield from _message(f"choice after {place.words}", hand_message(position, table_view, names, wanted))
        yield "warning", place.warning.encode()


def _on_phone(position: Position, viewer: Seat, names: Sequence[str]) -> Iterator[Shown]:
    """Yield the hand of a newcomer with a phone."""
    table_view = position.view_for(position.match.players[viewer].user)
    footer = HandFooter(is_new=True, tip=position.game.tip(table_view.view))
    message = hand_message(position, table_view, names, margin=footer, layout=Layout.PHONE)
    yield from _message("hand on a phone", message)
    assert message.picture is not None
    yield "hand described to a player who cannot see it", message.picture.words.encode()


def _typed(position: Position, viewer: Seat, random: Random) -> Iterator[Shown]:
    """Yield the suggestions while a command is typed."""
    game, view = position.game, position.view_for(position.match.players[viewer].user).view
    for kind in game.actions:
        for place, _ in enumerate(fields_of(kind), 1):
            begun = [words(action) for action in view.options if action.verb == kind.verb]
            before = random.choice(begun)[1:place] if begun else ()
            offered = offer(_offers(game, view, Blank(kind, place, dict(enumerate(before, 1))), random.choice(TYPED)))
            yield f"offers of {kind.verb}, {place}", _bytes([choice.to_dict() for choice in offered])


def _refused(position: Position, viewer: Seat, random: Random) -> Iterator[Shown]:
    """Yield the answers to actions that are not offered: refusals by the rules, and answers to typed text."""
    game, view = position.game, position.view_for(position.match.players[viewer].user).view
    vocabulary = sorted({*_PLAIN, *game.cards, *(word for option in view.options for word in words(option)[1:])})
    for _ in range(FORGED):
        kind = random.choice(game.actions)
        chosen_words = [random.choice(vocabulary) for _ in fields_of(kind)]
        typed = {field.name: word for field, word in zip(fields_of(kind), chosen_words, strict=True)}
        yield f"words for /{kind.verb} {chosen_words}", _answered(position, view, kind, typed).encode()
        text = " ".join((kind.verb, *chosen_words))
        with suppress(NotationError):
            yield f"refusal of {text}", _ruled(position, viewer, game.parse(text)).encode()


def _answered(position: Position, view: View, kind: type[Action], typed: dict[str, str]) -> str:
    game = position.game
    meant = _meant(game, view, kind, typed)
    return _why(game, view, meant, meant.misread or NoLongerDue())


def _ruled(position: Position, viewer: Seat, action: Action) -> str:
    try:
        position.seen.play(viewer, action)
    except IllegalActionError as refused:
        return str(refused)
    return "it is allowed"


def _closer(position: Position, viewer: Seat | None, names: Sequence[str], random: Random) -> Iterator[Shown]:
    """Yield the list of the table's close-ups, and one of them."""
    user = None if viewer is None else position.match.players[viewer].user
    table_view, game = position.view_for(user), position.game
    offered = parts(game, table_view)
    if offered:
        part = random.choice(offered)
        picture = closeup_picture(game, table_view.view, part.word, names)
        items = part_items(table_view, offered, 0, part.word)
        yield from _message("closer", Message(part.text, items, picture, "closer.png"))
        yield "closer in words", closeup_text(game, table_view.view, part.word, names).encode()


def _table_text(position: Position, viewer: Seat | None, names: Sequence[str]) -> str:
    user = None if viewer is None else position.match.players[viewer].user
    return table_text(position.game, position.view_for(user).view, names)


def _message(where: str, message: Message) -> Iterator[Shown]:
    """Yield the parts of a message as it is sent."""
    yield f"{where}: text", message.content.encode()
    yield f"{where}: buttons", _bytes([(item.row, item.to_component_dict()) for item in message.items])
    yield f"{where}: pings", _bytes(list(message.pinged))
    if message.picture is not None:
        yield f"{where}: file name", message.picture_name.encode()
        yield f"{where}: alternative text", message.picture.alt.encode()
        yield f"{where}: picture", message.picture.png


def _bytes(value: Any) -> bytes:
    return json.dumps(value).encode()
