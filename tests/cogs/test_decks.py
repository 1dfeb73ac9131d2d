"""Users' own decks on Discord: built, shown, shared, chosen and played."""

import re

import pytest
import simcord

from bot.content.seeds import load_games
from bot.decks.deck import OwnDeck
from bot.decks.decks import MOST_DECKS
from bot.decks.text import read
from bot.model.match import Status
from cogs.decks.messages import Place, items
from cogs.decks.refusals import NO_DECKS
from cogs.widgets import purposes
from cogs.widgets.items import panel
from rules.core.cards import CardId, copies
from rules.core.game import Game
from tests.cogs.test_limits import check_components
from tests.cogs.town import Town, buttons, menus, press, private
from tests.examples import thorough
from tests.tiny_game import Tiny, TinyView

DECKED = [key for key, game in load_games().items() if game.decks]


async def decks_of(town: Town, person: simcord.MemberActor) -> list[OwnDeck]:
    return await town.app.decks.of_user(person.id)


async def copied(town: Town, person: simcord.MemberActor, deck: str = "tiny/steep", **more: str) -> OwnDeck:
    """Create a legal deck of a user."""
    await person.slash(town.tavern, "deck copy", deck=deck, **more)
    return (await decks_of(town, person))[-1]


def in_words(game: Game, cards: tuple[CardId, ...]) -> str:
    return ", ".join(f"{count} {game.cards[card].name}" for card, count in copies(cards).items())


@pytest.mark.parametrize("decked", ["tnb", *thorough(*(key for key in DECKED if key != "tnb"))])
async def test_a_legal_deck_is_built_from_nothing_by_commands(town: Town, decked: str) -> None:
    game = town.games[decked]
    wanted = next(iter(game.decks.values())).cards
    answer = private(await town.ada.slash(town.tavern, "deck new", game=game.title, name="Night Shift"))
    assert f"**Night Shift** · {game.title} · 0 " in answer.content
    assert all(fault in answer.content for fault in game.deck_faults(()))
    assert answer.attachments
    (deck,) = await decks_of(town, town.ada)
    for card, count in copies(wanted).items():
        await town.ada.slash(town.tavern, "deck add", deck="night shift", cards=f"{count} {game.cards[card].name}")
    (deck,) = await decks_of(town, town.ada)
    assert copies(deck.cards) == copies(wanted)
    answer = private(await town.ada.slash(town.tavern, "deck edit", deck=deck.id))
    assert "Ready to play." in answer.content
    assert "Make it my default" in buttons(answer)


@pytest.mark.parametrize("decked", ["alchemy", *thorough(*(key for key in DECKED if key != "alchemy"))])
async def test_a_legal_deck_is_built_from_nothing_on_the_panel(town: Town, decked: str) -> None:
    """Add several cards at a time, page by page, in as many copies as the button says."""
    game = town.games[decked]
    wanted = copies(next(iter(game.decks.values())).cards)
    shown = private(await town.ada.slash(town.tavern, "deck new", game=decked, name="By hand"))
    for number in range(1, max(wanted.values()) + 1):
        for _ in range(-(-len(game.cards) // 25)):
            adding = menus(shown)[0]
            offered = [option["value"] for option in adding["options"]]
            chosen = [card for card in offered if wanted.get(CardId(card)) == number]
            if chosen:
                await town.ada.select(shown, chosen, custom_id=adding["custom_id"])
            if "Cards ▶" in buttons(shown):
                await town.ada.click(shown, label="Cards ▶")
        if max(wanted.values()) > 1:
            await town.ada.click(shown, label=f"Copies: {number}")
    (deck,) = await decks_of(town, town.ada)
    assert copies(deck.cards) == wanted
    assert "Ready to play." in shown.content
    await town.ada.click(shown, label="Make it my default")
    assert await town.app.decks.defaults(town.ada.id) == {decked: deck.id}
    assert "Make it my default" not in buttons(shown)


async def test_the_panel_takes_out_and_reads_cards_by_name(town: Town) -> None:
    shown = private(await town.ada.slash(town.tavern, "deck copy", deck="tiny/level"))
    (deck,) = await decks_of(town, town.ada)
    assert deck.name == "Level 2"
    out = menus(shown)[1]
    await town.ada.select(shown, ["card-6", "card-3"], custom_id=out["custom_id"])
    assert (await decks_of(town, town.ada))[0].cards == ("card-4", "card-5", "card-6")
    modal = await town.ada.click(shown, label="Type cards")
    await town.ada.submit_modal(modal, {"add": "Card 1 x2\ncard-2", "out": "card 4"})
    assert (await decks_of(town, town.ada))[0].cards == ("card-1", "card-1", "card-2", "card-5", "card-6")
    modal = await town.ada.click(shown, label="Type cards")
    refused = private(await town.ada.submit_modal(modal, {"add": "3 Card 99\n<@1>", "out": ""}))
    assert [file.filename for file in refused.attachments] == ["your-text.txt"]
    assert "3 Card 99" in refused.content
    assert "··1·" in refused.content
    assert len((await decks_of(town, town.ada))[0].cards) == 5


async def test_a_panel_works_after_a_restart_and_only_for_its_owner(town: Town) -> None:
    shown = private(await town.ada.slash(town.tavern, "deck copy", deck="tiny/level"))
    (deck,) = await decks_of(town, town.ada)
    await town.restart()
    await town.ada.select(shown, ["card-1"], custom_id=menus(shown)[0]["custom_id"])
    assert len((await decks_of(town, town.ada))[0].cards) == 6
    await town.bo.slash(town.tavern, "match new", against="people here", game="tiny")
    for item, values in ((f"deck-add/{deck.number}/0/0/1/6", ["card-1"]), (f"deck-delete/{deck.number}", [])):
        refused = private(await town.forge(town.bo, town.board(), item, *values))
        assert "You have no such deck" in refused.content
    assert len((await decks_of(town, town.ada))[0].cards) == 6


@pytest.mark.parametrize("decked", ["allocator", *thorough(*(key for key in DECKED if key != "allocator"))])
async def test_an_exported_deck_is_imported_by_another_user(town: Town, decked: str) -> None:
    game = town.games[decked]
    ready = next(iter(game.decks.values()))
    deck = await copied(town, town.ada, f"{decked}/{ready.id}", name="Round *trip* `x`")
    text = private(await town.ada.slash(town.tavern, "deck export", deck=deck.id)).content
    block = re.findall(r"```\n(.*)\n```", text, re.DOTALL)[0]
    assert "`" not in block
    pasted = await town.bo.slash(town.tavern, "deck import")
    answer = private(await town.bo.submit_modal(pasted, {"deck": text[text.index("```") :]}))
    assert "Imported:" in answer.content
    await town.bo.slash(town.tavern, "deck import", text=block.replace("\n", " "), name="In one line")
    first, second = await decks_of(town, town.bo)
    assert first.cards == second.cards == deck.cards
    assert (first.name, second.name, first.game) == ("Round *trip* 'x'", "In one line", decked)
    assert read(town.games, block).cards == deck.cards


async def test_an_import_names_each_line_that_is_not_understood(town: Town) -> None:
    pasted = await town.ada.slash(town.tavern, "deck import", game="allocator")
    typed = "Titan Servo\n3 Ram Wlaker\nnonsense\n@everyone"
    answer = private(await town.ada.submit_modal(pasted, {"deck": typed}))
    assert "“3 Ram Wlaker”: do you mean Ram Walker?" in answer.content
    assert "“nonsense”: there is no such card" in answer.content
    assert [file.filename for file in answer.attachments] == ["your-text.txt"]
    assert "@everyone" not in answer.content
    assert not await decks_of(town, town.ada)
    answer = private(await town.ada.slash(town.tavern, "deck import", text="3 Titan Servo"))
    assert "Which game is this deck for?" in answer.content


async def test_decks_are_listed_renamed_and_deleted(town: Town) -> None:
    assert NO_DECKS in private(await town.ada.slash(town.tavern, "deck list")).content
    deck = await copied(town, town.ada, name="First")
    await town.ada.slash(town.tavern, "deck new", game="tiny", name="Second", cards="Card 1, 2 Card 2")
    await town.ada.slash(town.tavern, "deck default", game="tiny", deck=deck.id)
    text = private(await town.ada.slash(town.tavern, "deck list")).content
    assert "**First** · Tiny · 5 of 5 cards · ready · your default" in text
    assert "**Second** · Tiny · 3 of 5 cards · not ready: 1 problem" in text
    await town.ada.slash(town.tavern, "deck rename", deck="second", name="**Bold** <@1>")
    text = private(await town.ada.slash(town.tavern, "deck list")).content
    assert "<@1>" not in text
    assert "****" not in text
    asked = private(await town.ada.slash(town.tavern, "deck delete", deck="first"))
    await town.ada.click(asked, label="Keep")
    assert len(await decks_of(town, town.ada)) == 2
    asked = private(await town.ada.slash(town.tavern, "deck delete", deck="first"))
    await town.ada.click(asked, label="Delete")
    assert [deck.name for deck in await decks_of(town, town.ada)] == ["**Bold** <@1>"]
    assert await town.app.decks.defaults(town.ada.id) == {}
    asked = private(await town.ada.slash(town.tavern, "deck delete", deck="all"))
    await town.ada.click(asked, label="Delete")
    assert await decks_of(town, town.ada) == []


async def test_any_deck_is_shown_as_a_picture_with_the_same_in_words(town: Town) -> None:
    deck = await copied(town, town.ada, name="Mine")
    for which in (deck.id, "tiny/steep", "Iron Tide"):
        answer = private(await town.ada.slash(town.tavern, "deck show", deck=which))
        (picture,) = answer.attachments
        assert " cards." in (picture.description or "")
    refused = private(await town.bo.slash(town.tavern, "deck show", deck=deck.id))
    assert "You have no such deck" in refused.content


async def test_a_press_completes_a_deck_once(town: Town) -> None:
    shown = private(await town.ada.slash(town.tavern, "deck new", game="tiny", name="Begun", cards="Card 6"))
    await town.ada.click(shown, label="Complete my deck")
    (deck,) = await decks_of(town, town.ada)
    assert CardId("card-6") in deck.cards
    assert "Ready to play." in shown.content
    assert "I added 4 cards." in shown.content
    assert "Complete my deck" not in buttons(shown)


async def test_nothing_offers_more_copies_of_a_card_than_a_deck_can_have(town: Town) -> None:
    shown = private(await town.ada.slash(town.tavern, "deck new", game="tnb", name="Alone"))
    assert not [label for label in buttons(shown) if label.startswith("Copies")]
    (deck,) = await decks_of(town, town.ada)
    offered = await town.ada.autocomplete(town.tavern, "deck add", "cards", "marksman", deck=deck.id)
    assert [choice["value"] for choice in offered] == ["Marksman"]
    refused = private(await town.ada.slash(town.tavern, "deck import", text="Game: T&B\n3 Nobody"))
    assert "Write cards like “1 " in refused.content


async def test_cards_are_completed_behind_those_typed_already(town: Town) -> None:
    deck = await copied(town, town.ada, name="Mine")
    offered = await town.ada.autocomplete(town.tavern, "deck add", "cards", "Card 1 x2, 2 card 3", deck=deck.id)
    assert [choice["value"] for choice in offered] == ["Card 1 x2, 2 Card 3"]
    offered = await town.ada.autocomplete(town.tavern, "deck remove", "cards", "", deck="mine")
    assert {choice["value"] for choice in offered} >= {"Card 1", "2 Card 8", "3 Card 8"}
    assert "Card 4" not in {choice["value"] for choice in offered}
    assert all(len(choice["value"]) <= 100 for choice in offered)
    assert len(offered) <= 25
    [line] = await town.bo.autocomplete(town.tavern, "deck add", "cards", "card", deck=deck.id)
    assert line["name"].startswith("You have no such deck")
    offered = await town.ada.autocomplete(town.tavern, "deck edit", "deck", "mi")
    assert [choice["value"] for choice in offered] == [deck.id]


async def test_a_match_keeps_a_users_own_deck_as_it_was_at_the_start(town: Town) -> None:
    deck = await copied(town, town.ada, name="Ada's **pride** @everyone")
    offered = await town.ada.autocomplete(town.tavern, "match new", "deck", "pride", game="tiny")
    assert [choice["value"] for choice in offered] == [deck.id]
    await town.ada.slash(town.tavern, "match new", game="tiny", deck=deck.id)
    assert "Ada's \\*\\*pride\\*\\* \\@\u200beveryone" in town.board().content
    await town.bo.slash(town.tavern, "match join", deck="level")
    await town.ada.slash(town.tavern, "match start")
    await town.ada.slash(town.tavern, "deck remove", deck=deck.id, cards="card-1")
    await town.restart()
    match = await town.match()
    assert match.status is Status.LIVE
    seat = match.seat_of(town.ada.id)
    assert seat is not None
    view = (await town.view_for(town.ada)).view
    assert isinstance(view, TinyView)
    assert view.deck_lists[seat] == deck.cards
    for turn in range(40):
        if (match := await town.match()).status is Status.OVER:
            break
        person = await town.asked(match.id, turn)
        verb, *rest = await town.choice(match.id, person.id)
        await person.slash(town.tavern, f"tiny {verb}", **({"card": rest[0]} if rest else {}))
    assert match.status is Status.OVER
    await press(town.ada, town.board(), purposes.REMATCH)
    rematch = await town.match(2)
    assert rematch.players[0].deck != deck.id  # one card short
    assert rematch.players[0].deck in town.games["tiny"].decks


async def test_own_decks_are_offered_in_the_lobby_and_the_default_is_taken(town: Town) -> None:
    deck = await copied(town, town.bo, name="Favourite")
    await town.bo.slash(town.tavern, "deck new", game="tiny", name="Unfinished", cards="card-1")
    await town.bo.slash(town.tavern, "deck default", game="tiny", deck=deck.id)
    await town.ada.slash(town.tavern, "match new", game="tiny", deck="steep")
    await press(town.bo, town.board(), purposes.JOIN)
    assert "2. Bo plays Favourite" in town.board().content
    shown = await town.more(town.bo, "Choose deck")
    offered = menus(shown)[0]["options"]
    assert [option["label"] for option in offered] == ["Favourite", "Steep", "Level", "Mixed"]
    await town.bo.select(shown, ["mixed"])
    await town.bo.select(shown, [deck.id])
    assert (await town.match()).players[1].deck == deck.id
    shown = await town.more(town.ada, "Choose deck")
    assert "Favourite" not in [option["label"] for option in menus(shown)[0]["options"]]
    refused = private(await town.ada.slash(town.tavern, "match deck", deck=deck.id))
    assert "You have no such deck" in refused.content
    refused = private(await town.bo.slash(town.tavern, "match deck", deck="#2"))
    assert "A deck has exactly 5 cards, not " in refused.content


async def test_a_deck_that_was_changed_or_deleted_is_chosen_again_before_the_start(town: Town) -> None:
    mine, theirs = await copied(town, town.ada, name="Mine"), await copied(town, town.bo, name="Theirs")
    await town.ada.slash(town.tavern, "match new", game="tiny", deck=mine.id)
    await town.bo.slash(town.tavern, "match join", deck=theirs.id)
    text = private(await town.ada.slash(town.tavern, "deck remove", deck=mine.id, cards="card-1"))
    assert "You chose it for match #1" in text.content
    asked = private(await town.bo.slash(town.tavern, "deck delete", deck=theirs.id))
    await town.bo.click(asked, label="Delete")
    refused = private(await press(town.ada, town.board(), purposes.START))
    assert "You need to choose another deck" in refused.content
    assert "A deck has exactly 5 cards, not " in refused.content
    assert f"<@{town.bo.id}> needs to choose another deck: theirs was deleted." in refused.content
    await town.ada.slash(town.tavern, "deck add", deck=mine.id, cards="card-1")
    await town.bo.slash(town.tavern, "match deck", deck="mixed")
    await press(town.ada, town.board(), purposes.START)
    assert (await town.match()).status is Status.LIVE


@pytest.mark.parametrize("decked", DECKED)
def test_every_panel_is_within_discords_limits(decked: str) -> None:
    game = load_games()[decked]
    for cards in ((), tuple(game.cards), next(iter(game.decks.values())).cards, ("gone",) * 3):
        listed = tuple(CardId(card) for card in cards)
        deck = OwnDeck(number=10**15, user=1, game=game.key, name="W" * 32, cards=listed)
        for page in range(9):
            shown = items(game, deck, Place(deck.id, page, page, 1 + page % 9), None)
            check_components(panel(shown).to_components())


async def test_a_list_of_the_most_decks_is_told_in_whole_lines(town: Town) -> None:
    for number in range(MOST_DECKS):
        await town.app.decks.create(town.ada.id, "tiny", f"{'*' * 29}{number}", (), interaction=900 + number)
    result = await town.ada.slash(town.tavern, "deck list")
    assert result.response is not None
    texts = list(dict.fromkeys(message.content for message in (result.response, *result.followups)))
    assert all(len(text) <= 2000 for text in texts)
    assert sum(text.count("not ready") for text in texts) == MOST_DECKS
    refused = private(await town.ada.slash(town.tavern, "deck new", game="tiny", name="One more"))
    assert "the most you can have" in refused.content


async def test_a_game_without_decks_is_refused_kindly(town: Town) -> None:
    decked = Tiny.title
    refused = private(await town.ada.slash(town.tavern, "deck new", game="circuitry", name="x"))
    assert "doesn't match any game with decks" in refused.content
    assert decked in refused.content


async def test_only_cards_that_a_deck_may_have_are_offered(town: Town) -> None:
    shown = private(await town.ada.slash(town.tavern, "deck new", game="arms_dealer", name="Mine"))
    assert len(menus(shown)[0]["options"]) == len(town.games["arms_dealer"].deck_cards) == 10
