"""A seat's hand with what its owner may do: as a direct message, and as an answer that only its owner sees."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from bot.application.table.hand_footers import BARE, NOTE_LIMIT, Margin
from bot.model.clocks import SEEN
from bot.model.match import Look, Match
from bot.model.position import Position
from cogs.messages.lobby import heading
from cogs.messages.log_text import folded_lines, newest, result_line, story_lines
from cogs.messages.message import LIMIT, Message
from cogs.messages.picture_cache import HANDS
from cogs.messages.time import own_deadline
from cogs.text import escaped, shortened
from cogs.widgets.choice_level import doubted, level
from cogs.widgets.choices import Words, onward, sentence, warning
from cogs.widgets.ids import match_of
from cogs.widgets.items import Item, button
from cogs.widgets.pre_moves import said_ahead, standing_items
from cogs.widgets.purposes import NEXT, SINCE
from cogs.widgets.side_buttons import beside
from render.picture import Picture, hand_text
from render.telling import AT_REST
from rules.core.game import Game
from rules.core.play import View

STORY_ROOM: Final = 900
"""Characters of story in a private message: the choices are what it is for."""

TOLD: Final = 3
"""Lines of what happened since its owner's latest own ply, if there was one; a button shows more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What somebody wants to see of their hand."""

    chosen: Words = ()
    """The words after which a choice is to be made."""
    page: int = 0
    """Of the choices."""
    note: str = ""
    """What they are told above it."""
    doubted: Words = ()
    """An action that they are asked about once more, and nothing else."""


WHOLE: Final = Wanted()
"""The hand, before anything is chosen."""


def hand_message(
    position: Position, look: Look, names: Sequence[str], wanted: Wanted = WHOLE, margin: Margin = BARE
) -> Message:
    """The hand of the seat that looks, or what can follow the words that it has chosen. May be called in any thread."""
    match, view, game = look.match, look.view, position.game
    assert view.seat is not None
    chosen = wanted.chosen or onward(view.options, ())
    above = [f"{heading(game, match)} · <#{match.channel}>", *filter(None, [wanted.note])]
    below = [_question(position, view, names), *own_deadline(position, view.seat)]
    items: Sequence[Item] = ()
    if wanted.doubted:
        below = [f"**{warning(game, view, wanted.doubted)}**"]
        items = doubted(look, wanted.doubted)
    elif view.options:
        offered = level(game, look, chosen, wanted.page)
        below += [f"{sentence(game, view, chosen)} …"] if chosen else []
        below += offered.lines
        items = offered.items
    story = look.story or [view.events]
    more = len(story_lines(game, story, names)) > TOLD and position.seen.acted[view.seat] >= 0 and view.outcome is None
    if not wanted.doubted:
        below += said_ahead(look)
        items = [*items, *standing_items(look, undo=look.may_undo and not wanted.chosen)]
        items = beside(items, _tools(look, margin, more=more and not wanted.chosen))
    if margin.note:
        below.append(f"-# Your note: {escaped(margin.note, NOTE_LIMIT)}")
    room = LIMIT - len("\n".join([*above, *below])) - len("\n• …\n")
    told = newest(folded_lines(game, story, names, TOLD), min(room, STORY_ROOM))
    name, picture = _picture(game, view, chosen, names)
    content = shortened("\n".join([*above, *told, *below]), LIMIT)
    return Message(content, items, picture, f"{name}-{match.tag}.png")


def _tools(look: Look, margin: Margin, *, more: bool) -> Iterator[Item]:
    """What can be done besides playing. more: there is more to be told since their latest own ply."""
    if more:
        yield button("Since my last move", SINCE(look.match.key))
    if margin.waiting:
        yield button("Next match", NEXT(look.match.key))


def handed_over(position: Position) -> Message:
    """What stays of the hand of somebody who does not sit there any more."""
    where = f"{heading(position.game, position.match)} · <#{position.match.channel}>"
    return Message(f"{where}\nSomebody else plays on for you. Thank you; you are welcome to watch.")


TAKES_BACK: Final = " undo"
"""In the fingerprint of a hand with a button that takes back."""

_UNTIL: Final = " until "
"""Before the moment, in whole seconds since 1970-01-01 UTC, at the end of the fingerprint of a hand that says it."""


def fingerprint(game: Game, look: Look, names: Sequence[str], until: float | None = None) -> str:
    """What a hand must be drawn again for: what its owner holds, and what they may do, and until when."""
    view = look.view
    choice = (look.decision, view.options, game.prompt(view, names)) if view.options else None
    ahead = (look.standing, look.offers) if look.standing or look.offers else ()
    shown = repr((look.match.status, hand_text(game, view, names), choice, *ahead))
    mark = blake2b(shown.encode(), digest_size=16).hexdigest() + (TAKES_BACK if look.may_undo else "")
    return mark if until is None else f"{mark}{_UNTIL}{until:.0f}"


def is_shown(mark: str, hanging: str) -> bool:
    """Whether a hand with this fingerprint need not be drawn again where another hangs: the same, or one that can also
    take back, for pressing that later offers to ask the others; or one that has so little more time than it says
    that nobody sees it.
    """
    (now, _, until), (then, _, said) = mark.partition(_UNTIL), hanging.partition(_UNTIL)
    if then not in (now, now + TAKES_BACK) or bool(until) != bool(said):
        return False
    return not until or 0 <= int(until) - int(said) < min(SEEN.values())


def is_hand(custom_ids: Sequence[str], pictures: Sequence[str], match: Match) -> bool:
    """Whether a direct message of ours is a hand of this match; one that was sent without our knowing is found so. A
    hand without buttons is known by the name of its picture.
    """
    return match.key in map(match_of, custom_ids) or any(name.endswith(f"-{match.tag}.png") for name in pictures)


def _question(position: Position, view: View, names: Sequence[str]) -> str:
    if view.outcome is not None:
        return result_line(position, view.outcome, names)
    if view.options:
        return f"**{position.game.prompt(view, [escaped(name) for name in names])}**"
    return f"**{AT_REST}**"  # who is asked stands at the table: the hand need not be drawn again for that


def _picture(game: Game, view: View, chosen: Words, names: Sequence[str]) -> tuple[str, Picture]:
    """What can be chosen now, if a picture shows that; else the hand."""
    choice = HANDS.choice(game, view, chosen, names) if chosen else None
    return ("choice", choice) if choice is not None else ("hand", HANDS.hand(game, view, names))
