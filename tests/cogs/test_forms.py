"""The id of a form holds its context: one that was opened before a restart works after it, and nothing is lost."""

import pytest

from bot.decks.text import TEXT_LIMIT
from tests.cogs.town import Town, menus, private


async def test_cards_that_were_being_typed_during_a_restart_are_taken(town: Town) -> None:
    shown = private(await town.ada.slash(town.tavern, "deck copy", deck="tiny/level"))
    form = await town.ada.click(shown, label="Type cards")
    await town.restart()
    result = await town.ada.submit_modal(form, {"add": "Card 1 x2", "out": "card 4"})
    assert result.acknowledged
    (deck,) = await town.app.decks.of_user(town.ada.id)
    assert deck.cards == ("card-1", "card-1", "card-3", "card-5", "card-6", "card-6")
    assert "6 of 5 cards" in shown.content, "the panel is updated"
    assert menus(shown)


@pytest.mark.parametrize("game", [None, "allocator"])
async def test_a_deck_that_was_being_pasted_during_a_restart_is_taken(town: Town, game: str | None) -> None:
    await town.ada.slash(town.tavern, "deck copy", deck="allocator/iron-tide", name="Original")
    (deck,) = await town.app.decks.of_user(town.ada.id)
    text = private(await town.ada.slash(town.tavern, "deck export", deck=deck.id)).content
    form = await town.bo.slash(town.tavern, "deck import", **({"game": game} if game else {}))
    await town.restart()
    answer = private(await town.bo.submit_modal(form, {"deck": text[text.index("```") :], "name": "Copied"}))
    assert "Imported:" in answer.content
    (copy,) = await town.app.decks.of_user(town.bo.id)
    assert (copy.name, copy.game, copy.cards) == ("Copied", "allocator", deck.cards)


async def test_a_form_refused_after_a_restart_gives_the_whole_text_back(town: Town) -> None:
    form = await town.ada.slash(town.tavern, "deck import", game="allocator")
    await town.restart()
    typed = "\n".join(f"{number} of no such card" for number in range(10, 99)).ljust(TEXT_LIMIT, "x")[:TEXT_LIMIT]
    answer = private(await town.ada.submit_modal(form, {"deck": typed}))
    (file,) = answer.attachments
    assert file.filename == "your-text.txt"
    assert (await file.read()).decode() == typed
    assert "Your text is attached." in answer.content
    assert not await town.app.decks.of_user(town.ada.id)


async def test_a_form_for_a_deleted_deck_gives_its_text_back(town: Town) -> None:
    shown = private(await town.ada.slash(town.tavern, "deck copy", deck="tiny/level"))
    form = await town.ada.click(shown, label="Type cards")
    asked = private(await town.ada.slash(town.attic, "deck delete", deck="all"))
    await town.ada.click(asked, label="Delete")
    await town.restart()
    answer = private(await town.ada.submit_modal(form, {"add": "Card 1 x2", "out": "card 4"}))
    assert "You have no such deck" in answer.content
    (file,) = answer.attachments
    assert (await file.read()).decode().splitlines() == ["Card 1 x2", "card 4"]


async def test_a_form_twice_delivered_is_taken_once(town: Town) -> None:
    form = await town.ada.slash(town.tavern, "deck import", game="tiny")
    text = "5 Card 1"
    await town.ada.submit_modal(form, {"deck": text, "name": "Once"})
    assert len(await town.app.decks.of_user(town.ada.id)) == 1
