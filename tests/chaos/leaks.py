"""Leaks planted on purpose, one for each way in which a state reaches people: the trial `twins` must find all of them.

The leak is the hand of another seat, or a consequence of it, from the latest position that anyone looked at.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import discord

import bot.model.table
import cogs.messages.board
import cogs.messages.hand
import cogs.messages.lobby
import cogs.messages.log_text
import cogs.widgets.choice_level
import render.picture
from bot.model.match import Match
from bot.model.position import Position
from bot.model.shown import TableShown
from bot.model.table import Table
from cogs.messages.message import Message
from cogs.widgets.choices import Choice as Offer
from cogs.widgets.cursor import Cursor
from cogs.widgets.items import button
from render.canvas import Canvas
from render.palette import GROUND
from rules.core.digest import digest
from rules.core.game import Label
from tests.chaos import sights
from tests.chaos.planting import LEAKS, Patch, Secret, dotted, drawn, labelled, leak, spoken, wrapped
from tests.tiny_game import Bidding, Fold, Sealed, Tiny, TinyState

__all__ = ["LEAKS"]


@leak
def in_the_prompt(patch: Patch, secret: Secret) -> None:
    wrapped(patch, Tiny, "prompt", lambda said, *_: f"{said} They hold {secret}.")


@leak
def in_the_name_of_the_place_where_others_sit(patch: Patch, _: Secret) -> None:
    wrapped(patch, Match, "at", lambda _, match, __: match)


@leak
def in_the_pace_of_a_computer(patch: Patch, secret: Secret) -> None:
    wrapped(patch, Bidding, "could_react", lambda *_: secret.number % 2 > 0)


@leak
def in_a_label(patch: Patch, secret: Secret) -> None:
    labelled(patch, text=lambda: f"Against {secret}")


@leak
def in_the_label_of_an_open_action(patch: Patch, secret: Secret) -> None:
    wrapped(patch, Tiny, "label", lambda label, _, __, said: Label(text=str(secret)) if said == (Fold.verb,) else label)


@leak
def in_what_a_choice_would_do(patch: Patch, secret: Secret) -> None:
    labelled(patch, detail=lambda: f"Against {secret}.")


@leak
def in_a_warning(patch: Patch, secret: Secret) -> None:
    labelled(patch, warning=lambda: f"They hold {secret}.")


@leak
def in_whether_one_is_warned(patch: Patch, secret: Secret) -> None:
    labelled(patch, warning=lambda: "Are you sure?" if secret.number % 2 else "")


@leak
def in_an_event(patch: Patch, secret: Secret) -> None:
    wrapped(patch, cogs.messages.log_text, "folded", lambda lines, *_: [f"{line} {secret}" for line in lines])


@leak
def in_whether_an_event_is_told(patch: Patch, secret: Secret) -> None:
    wrapped(patch, Tiny, "narrate", lambda said, *_: said if secret.number % 2 else "")


@leak
def in_events_of_others(patch: Patch, secret: Secret) -> None:
    patch.setattr(bot.model.table, "visible", lambda events, _: tuple(events))


@leak
def in_the_order_of_events(patch: Patch, secret: Secret) -> None:
    wrapped(patch, cogs.messages.board, "latest_lines", lambda lines, *_: lines[:: 1 if secret.number % 2 else -1])


@leak
def in_the_result(patch: Patch, secret: Secret) -> None:
    wrapped(patch, Tiny, "result", lambda said, *_: f"{said} They held {secret}.")


@leak
def in_the_heading(patch: Patch, secret: Secret) -> None:
    wrapped(patch, cogs.messages.board, "heading", lambda said, *_: f"{said} · {digest(secret.state)[:8]}")


@leak
def in_a_sign_that_is_not_seen(patch: Patch, secret: Secret) -> None:
    wrapped(patch, cogs.messages.board, "heading", lambda said, *_: said + "\u200b" * secret.number)


@leak
def in_what_stays_of_a_board(patch: Patch, secret: Secret) -> None:
    wrapped(
        patch, sights, "retired_message", lambda message, *_: replace(message, content=f"{message.content}\n{secret}")
    )


@leak
def in_the_text_of_a_hand(patch: Patch, secret: Secret) -> None:
    wrapped(patch, cogs.messages.hand, "_question", lambda said, *_: f"{said} {secret}")


@leak
def in_the_table_in_words(patch: Patch, secret: Secret) -> None:
    drawn(patch, table_lines=spoken(secret))


@leak
def in_the_hand_in_words(patch: Patch, secret: Secret) -> None:
    drawn(patch, hand_lines=spoken(secret))


@leak
def in_the_alternative_text_alone(patch: Patch, secret: Secret) -> None:
    wrapped(patch, render.picture, "alternative", lambda said, *_: f"{said}\n{secret}")


@leak
def in_the_words_of_a_choice(patch: Patch, secret: Secret) -> None:
    drawn(patch, choice__lines=spoken(secret))


@leak
def in_the_words_of_a_part(patch: Patch, secret: Secret) -> None:
    drawn(patch, closeup__lines=spoken(secret))


@leak
def in_the_name_of_a_part(patch: Patch, secret: Secret) -> None:
    drawn(patch, closeup__parts=lambda *_: [("a", f"The hands: {secret}")])


@leak
def in_the_number_of_parts(patch: Patch, secret: Secret) -> None:
    drawn(patch, closeup__parts=lambda *_: [(f"part-{n}", f"Part {n}") for n in range(1 + secret.number)])


@leak
def in_a_pixel_of_the_table(patch: Patch, secret: Secret) -> None:
    drawn(patch, table=dotted(secret))


@leak
def in_a_pixel_of_a_hand(patch: Patch, secret: Secret) -> None:
    drawn(patch, hand=dotted(secret))


@leak
def in_a_pixel_of_a_choice(patch: Patch, secret: Secret) -> None:
    drawn(patch, choice__draw=dotted(secret))


@leak
def in_a_pixel_of_a_part(patch: Patch, secret: Secret) -> None:
    drawn(patch, closeup__draw=dotted(secret))


@leak
def in_the_size_of_a_picture(patch: Patch, secret: Secret) -> None:
    drawn(patch, table=lambda *_: Canvas(32 + secret.number, 32, GROUND))


@leak
def in_what_a_file_holds_besides_its_pixels(patch: Patch, secret: Secret) -> None:
    wrapped(patch, render.picture, "png", lambda data, *_: data + str(secret).encode())


@leak
def in_whether_a_choice_is_drawn(patch: Patch, secret: Secret) -> None:
    drawn(patch, choice__previews=lambda *_: (1,) if secret.number % 2 else None)


@leak
def in_the_file_name_of_a_board(patch: Patch, secret: Secret) -> None:
    named(patch, "board_message", secret)


@leak
def in_the_file_name_of_a_hand(patch: Patch, secret: Secret) -> None:
    named(patch, "hand_message", secret)


def named(patch: Patch, message: str, secret: Secret) -> None:
    wrapped(patch, sights, message, lambda found, *_: replace(found, picture_name=f"{secret.number}.png"))


@leak
def in_the_id_of_a_button_on_the_board(patch: Patch, secret: Secret) -> None:
    board_items(patch, lambda items: [*items, button("Look", f"hand/7-k3x9a2/{secret.number}")])


def board_items(patch: Patch, change: Callable[[list[Any]], list[Any]]) -> None:
    def changed(message: Message, *_: object) -> Message:
        return replace(message, items=change([*message.items]))

    wrapped(patch, sights, "board_message", changed)


@leak
def in_the_number_of_buttons_on_the_board(patch: Patch, secret: Secret) -> None:
    board_items(patch, lambda items: items[: 1 + secret.number % 2])


@leak
def in_the_order_of_buttons_on_the_board(patch: Patch, secret: Secret) -> None:
    board_items(patch, lambda items: items[:: 1 if secret.number % 2 else -1])


@leak
def in_the_row_of_a_button(patch: Patch, secret: Secret) -> None:
    board_items(patch, lambda items: [button("Look", "hand/7-k3x9a2/0", row=secret.number % 5)])


@leak
def in_the_decision_of_a_board(patch: Patch, secret: Secret) -> None:
    wrapped(patch, Table, "decision", lambda decision, table, _: decision + len(table.state.sides[0].bid))


@leak
def in_when_a_fresh_board_is_sent(patch: Patch, secret: Secret) -> None:
    patch.setattr(Position, "shown", property(lambda position: TableShown(len(position.seen.state.sides[0].bid))))


@leak
def in_when_a_hand_is_sent_anew(patch: Patch, secret: Secret) -> None:
    wrapped(patch, sights, "hand_shown", lambda shown, *_: replace(shown, digest=f"{shown.digest}{secret.number}"))


@leak
def in_who_is_pinged(patch: Patch, secret: Secret) -> None:
    wrapped(
        patch, sights, "board_message", lambda message, *_: replace(message, pinged=message.pinged[secret.number % 2 :])
    )


@leak
def in_the_order_of_options(patch: Patch, secret: Secret) -> None:
    def ordered(found: Any, _: Bidding, g: TinyState, seat: int) -> Any:
        return found[:: 1 if sum(card.order for side in g.sides for card in side.hand) % 2 else -1]

    wrapped(patch, Bidding, "options", ordered)


@leak
def in_which_options_there_are(patch: Patch, secret: Secret) -> None:
    def fewer(found: Any, _: Bidding, g: TinyState, seat: int) -> Any:
        others = {card.id for other, side in enumerate(g.sides) if other != seat for card in side.hand}
        return tuple(action for action in found if isinstance(action, Fold) or action.card not in others)

    wrapped(patch, Bidding, "options", fewer)


@leak
def in_the_order_of_a_menu(patch: Patch, secret: Secret) -> None:
    as_a_menu(patch)
    wrapped(patch, Cursor, "choices", lambda found, *_: found[:: 1 if secret.number % 2 else -1])


@leak
def in_the_label_of_a_menu(patch: Patch, secret: Secret) -> None:
    as_a_menu(patch)

    def labelled(shown: discord.ui.Select[Any], *_: object) -> discord.ui.Select[Any]:
        shown.placeholder = f"{shown.placeholder} {secret}"
        return shown

    wrapped(patch, cogs.widgets.choice_level, "menu", labelled)


@leak
def in_buttons_beside_a_menu(patch: Patch, secret: Secret) -> None:
    as_a_menu(patch)
    wrapped(patch, Cursor, "choices", lambda found, *_: [replace(c, quick=secret.number % 2 > 0) for c in found])


def as_a_menu(patch: Patch) -> None:
    patch.setattr(cogs.widgets.choice_level, "ROW", 0)


@leak
def in_the_value_of_an_offer(patch: Patch, secret: Secret) -> None:
    wrapped(patch, sights, "_offers", lambda found, *_: [*found, Offer(f"{secret.number}", "A card", "")])


@leak
def in_the_name_of_an_offer(patch: Patch, secret: Secret) -> None:
    wrapped(patch, sights, "_offers", lambda found, *_: [replace(offer, detail=str(secret)) for offer in found])


@leak
def in_the_order_of_offers(patch: Patch, secret: Secret) -> None:
    wrapped(patch, sights, "_offers", lambda found, *_: found[:: 1 if secret.number % 2 else -1])


@leak
def in_the_number_of_offers(patch: Patch, secret: Secret) -> None:
    wrapped(patch, sights, "_offers", lambda found, *_: found[: secret.number % 2])


@leak
def in_a_refusal(patch: Patch, secret: Secret) -> None:
    patch.setattr(Bidding, "refusal", lambda _, g, *__: f"They hold {[side.hand for side in g.sides]}.")


@leak
def in_what_is_allowed(patch: Patch, secret: Secret) -> None:
    patch.setattr(Bidding, "allows", lambda _, g, *__: any(card.order % 3 == 0 for card in g.sides[0].hand))
    patch.setattr(Bidding, "play", lambda phase, *_: phase)


@leak
def in_what_is_said_to_what_was_typed(patch: Patch, secret: Secret) -> None:
    wrapped(patch, sights, "_why", lambda said, *_: f"{said} {secret}")


@leak
def in_whether_a_bid_is_a_fold(patch: Patch, secret: Secret) -> None:
    def narrate(event: Sealed, *_: object) -> str:
        assert secret.state is not None
        return "A bid." if secret.state.sides[event.seat].bid else "A fold."

    patch.setattr(Sealed, "narrate", narrate)


@leak
def in_a_view(patch: Patch, secret: Secret) -> None:
    def with_hands(view: Any, _: Tiny, g: TinyState, __: Any) -> Any:
        return replace(view, hands=tuple(len(side.hand) for side in g.sides))

    wrapped(patch, Tiny, "view", with_hands)
