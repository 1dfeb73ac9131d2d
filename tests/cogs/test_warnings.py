"""A choice that would cost more than its player may see is asked once more; a few of many choices have a button."""

import discord

from bot.application.matches import Match
from cogs.widgets.level import level
from cogs.widgets.purposes import CHOOSE
from rules.core.notation import words
from tests.cogs.town import Town, buttons, private

SURE = "Do it all the same"


async def spent(town: Town) -> Match:
    """A match of Arms Dealer whose buyer has bought so much that another look would cost the match."""
    match = await town.open("arms_dealer", town.ada, town.bo)
    for interaction in range(2):
        person = await town.asked(match.id)
        match = await town.play(match.id, person, " ".join(await town.choice(match.id, person.id)), interaction)
    buyer = await town.asked(match.id)
    for place in range(1, 6):
        for interaction, said in enumerate((f"look {place}", "keep"), start=10 * place):
            match = await town.play(match.id, buyer, said, interaction)
    return match


async def test_a_press_that_would_cost_the_match_is_asked_once_more(town: Town) -> None:
    match = await spent(town)
    buyer = await town.asked(match.id)
    panel = private(await buyer.click(town.board(), label="My hand"))
    [look] = [label for label in buttons(panel) if label.startswith("Look")]
    panel = private(await buyer.click(panel, label=look)) if look.endswith("…") else panel
    [item] = [label for label in buttons(panel) if label.startswith("Item 6")]
    asked = private(await buyer.click(panel, label=item))
    assert "would lose the match" in asked.content
    assert list(buttons(asked)) == [SURE]
    assert (await town.match()).ply == match.ply
    await buyer.click(asked, label=SURE)
    assert (await town.match()).ply == match.ply + 1


async def test_a_command_that_would_cost_the_match_is_asked_once_more(town: Town) -> None:
    match = await spent(town)
    buyer = await town.asked(match.id)
    asked = private(await buyer.slash(town.tavern, "arms_dealer look", place="6"))
    assert "would lose the match" in asked.content
    assert (await town.match()).ply == match.ply
    await buyer.click(asked, label=SURE)
    assert (await town.match()).ply == match.ply + 1


async def test_a_choice_that_costs_nothing_is_not_asked_twice(town: Town) -> None:
    match = await spent(town)
    buyer = await town.asked(match.id)
    await buyer.slash(town.tavern, "arms_dealer leave")
    assert (await town.match()).ply == match.ply + 1


async def test_the_few_among_many_choices_that_are_worth_it_have_a_button(town: Town) -> None:
    match = await town.open("arms_dealer", town.ada, town.bo)
    look = await town.look(await town.asked(match.id))
    while sum(words(option)[0] == "raise" for option in look.view.options) <= 5:
        person = await town.asked(match.id)
        spends_nothing = any(words(option) == ("leave",) for option in look.view.options)
        said = "leave" if spends_nothing else " ".join(await town.choice(match.id, person.id, match.ply))
        match = await town.play(match.id, person, said, match.ply)
        look = await town.look(await town.asked(match.id))
    offered = level(town.games["arms_dealer"], look, ("raise",), 0)
    labels = [item.label for item in offered.items if isinstance(item, discord.ui.Button)]
    assert labels[:2] == ["+1,000", "+5,000"]
    assert str(labels[2]).endswith("all that both can pay")
    assert labels[3:] == ["Back"]
    assert sum(CHOOSE.read(str(getattr(item, "custom_id", ""))) is not None for item in offered.items) == 1
