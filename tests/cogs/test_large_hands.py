"""“No hand limit: hands of 30 happen” (the rulebook of Allocator): every card of the game in one hand, on Discord."""

import copy
from typing import Any

import pytest

from bot.content.seeds import load_game
from cogs.widgets import purposes
from rules.allocator.game import Allocator
from rules.allocator.state import AllocatorState
from tests.cogs.town import Games, Town, menus, press, private


class Rich(Allocator):
    """A game in which every hand begins with one copy of each card."""

    def deal(self, **known: Any) -> AllocatorState:
        g = super().deal(**known)
        for side in g.sides:
            side.hand.clear()
            side.receive(list(self.cards.values()))
        return g


@pytest.fixture
def games() -> Games:
    rich = copy.copy(load_game("allocator"))
    rich.__class__ = Rich
    return {"allocator": rich}


async def test_every_card_of_the_largest_hand_can_be_reached_and_played_by_menu(town: Town) -> None:
    match = await town.open("allocator", town.ada, town.bo)
    person = await town.asked(match.id)
    await person.slash(town.tavern, "allocator decline")
    panel = private(await press(person, town.board(), purposes.HAND))
    assert panel.attachments[0].description
    await person.click(panel, label="Play a card …")
    seen = [option["value"] for option in menus(panel)[0]["options"]]
    while len(seen) < len(town.games["allocator"].cards):
        await person.click(panel, label="Next")
        seen += [option["value"] for option in menus(panel)[0]["options"]]
    assert seen == list(town.games["allocator"].cards)
    await person.select(panel, [seen[-1]], custom_id=menus(panel)[0]["custom_id"])
    await person.click(panel, label="Back")
    while seen[-1] not in [option["value"] for option in menus(panel)[0]["options"]]:
        await person.click(panel, label="Next")
    await person.select(panel, [seen[-1]], custom_id=menus(panel)[0]["custom_id"])
    system = next(c["custom_id"] for row in panel.components for c in row["components"] if "/play " in c["custom_id"])
    await person.click(panel, custom_id=system)
    assert (await town.match()).ply == 2
    assert town.games["allocator"].cards[seen[-1]].name in town.board().content


async def test_autocomplete_finds_every_card_of_the_largest_hand(town: Town) -> None:
    match = await town.open("allocator", town.ada, town.bo)
    person = await town.asked(match.id)
    await person.slash(town.tavern, "allocator decline")
    offered = await person.autocomplete(town.tavern, "allocator play", "card", "")
    assert len(offered) == 25
    for card in list(town.games["allocator"].cards.values())[::5]:
        offered = await person.autocomplete(town.tavern, "allocator play", "card", card.name[:12].upper())
        assert card.id in [choice["value"] for choice in offered]
        assert all(len(choice["name"]) <= 100 for choice in offered)
