"""A player plays a secret card out of turn: on Discord only they see that they have it."""

import re
from typing import Any

import pytest
import simcord

from bot.model.match import Match
from bot.model.reasons.match import NotYourTurn
from cogs.messages.hand import MARKS
from cogs.messages.refusals import refusal_text
from cogs.widgets import purposes
from tests.cogs.pressing import by_presses
from tests.cogs.town import Games, Town, buttons, custom_ids_of, menus, press, private
from tests.heist_game import BELL, STONE, Heist, HeistState

HOLDER = 2
"""Return a seat that is not the first to act."""


class Rigged(Heist):
    """Give bells to these seats."""

    bells: tuple[int, ...] = (HOLDER,)

    def deal(self, **known: Any) -> HeistState:
        g = super().deal(**known)
        g.hands = [[BELL if seat in self.bells else STONE] for seat in range(len(g.hands))]
        return g


@pytest.fixture
def games(our_renderers: None) -> Games:
    return {"heist": Rigged()}


def seated(town: Town, match: Match, seat: int) -> simcord.MemberActor:
    return town.person(match.players[seat].user)


async def begin(town: Town) -> tuple[Match, simcord.MemberActor]:
    match = await town.open("heist", town.ada, town.bo, town.cleo)
    return match, seated(town, match, HOLDER)


async def test_it_is_offered_in_the_private_hand_below_the_waiting_player(town: Town) -> None:
    match, holder = await begin(town)
    asked = seated(town, match, 0).user.global_name
    for shown in (
        private(await press(holder, town.board(), purposes.HAND)),
        private(await holder.slash(town.tavern, "hand")),
        town.direct(holder)[-1],
    ):
        assert f"{asked} is to take one or two coins; you may ring your bell." in shown.content
        assert [custom_id.rpartition("/")[2] for custom_id in buttons(shown).values()] == ["ring 1", "ring 2"]
    panel = private(await press(holder, town.board(), purposes.HAND))
    await by_presses(holder, lambda: panel, ("ring", "2"))
    assert (await town.match()).ply == 1
    assert not buttons(panel)
    assert "rings a bell!" in town.board().content


async def test_it_is_played_by_slash_command_with_autocomplete(town: Town) -> None:
    _, holder = await begin(town)
    offered = await holder.autocomplete(town.tavern, "heist ring", "coins", "")
    assert [choice["value"] for choice in offered] == ["1", "2"]
    said = private(await holder.slash(town.tavern, "heist ring", coins="9"))
    assert "you can't do that out of turn (rule 1.1)" in said.content
    said = private(await holder.slash(town.tavern, "heist ring", coins="2"))
    assert "You chose: Ring your bell: 2 coins." in said.content
    assert (await town.match()).ply == 1


async def test_other_players_are_not_offered_it_and_only_told_that_it_is_not_their_turn(town: Town) -> None:
    match, holder = await begin(town)
    other = seated(town, match, 1)
    [line] = await other.autocomplete(town.tavern, "heist ring", "coins", "")
    assert line["name"] == "It's not your turn right now (rule 1.1)."
    for said in (
        private(await other.slash(town.tavern, "heist ring", coins="1")),
        private(await town.forge(other, town.board(), "act/1/0/ring 1")),
    ):
        assert refusal_text(NotYourTurn()) in said.content
        assert not buttons(said)
    assert {"Take: 1 coin", "Take: 2 coins"} < set(buttons(town.board()))
    assert (await town.match()).ply == 0
    assert holder is not other


async def test_a_button_for_it_works_after_others_have_acted_and_after_a_restart(town: Town) -> None:
    match, holder = await begin(town)
    panel = private(await press(holder, town.board(), purposes.HAND))
    await seated(town, match, 0).click(town.board(), label="Take: 2 coins")
    assert "is to put a coin back" in town.direct(holder)[-1].content
    await town.restart()
    await by_presses(holder, lambda: panel, ("ring", "1"))
    assert (await town.match()).ply == 2


async def test_the_board_keeps_its_buttons_for_the_waiting_player(town: Town) -> None:
    match, holder = await begin(town)
    board = town.board()
    panel = private(await press(holder, board, purposes.HAND))
    await by_presses(holder, lambda: panel, ("ring", "1"))
    assert town.board().id == board.id, "nobody is pinged: it is the same player's turn"
    older = board
    await town.forge(seated(town, match, 0), older, buttons(older)["Take: 1 coin"])
    assert (await town.match()).ply == 2


async def test_the_other_players_messages_are_the_same_whether_or_not_a_player_holds_one(town: Town) -> None:
    match, _ = await begin(town)
    await press(seated(town, match, 0), town.board(), purposes.HAND)  # a newcomer's tip comes once
    await town.give_up(match)
    public_traces = []
    for bells in ((), (HOLDER,), (1, HOLDER)):
        town.games["heist"].bells = bells  # type: ignore[attr-defined]
        match, _ = await begin(town)
        start = len(town.env.http_requests)
        first = seated(town, match, 0)
        heard = [everything(await press(first, town.board(), purposes.HAND))]
        for action in ("take 2", "tip 0"):
            await town.forge(first, town.board(), f"act/{match.id}/{(await town.match(match.id)).ply}/{action}")
        onlooker = private(await town.stranger.slash(town.tavern, "match status", show="words"))
        heard += [everything(message) for message in (*town.public()[-2:], town.direct(first)[-1], onlooker)]
        public = [request.method for request in town.env.http_requests[start:] if str(town.tavern.id) in request.path]
        public_traces.append((first.id, [without_numbers(text, match) for text in heard], public))
        await town.give_up(match)
    assert public_traces[0] == public_traces[1] == public_traces[2]


def everything(shown: Any) -> str:
    """Return everything that can be read in a message or a private answer."""
    message = private(shown) if isinstance(shown, simcord.InteractionResult) else shown
    files = [f"{file.filename} {file.description}" for file in message.attachments]
    return "\n".join([message.content, *custom_ids_of(message), *map(str, menus(message)), *files])


def without_numbers(text: str, match: Match) -> str:
    """Return the text without the match's number, tag and sign, and without the ids of its messages."""
    text = re.sub("[" + "".join(sign for sign, _ in MARKS) + "]", "", text.replace(f"-{match.tag}", ""))
    return re.sub(rf"((?:act|show|hand|closer|fair|wrong)/|#){match.id}\b|/\d{{6,}}", r"\1", text)
