"""Users' own decks, on a real file: stored for their owner, limited, checked as a whole, frozen when a match starts."""

from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.application.application import Application
from bot.content.library import Library
from bot.content.seeds import load_game, load_games
from bot.decks.completion import completed
from bot.decks.deck import is_own, most_copies
from bot.decks.decks import MOST_DECKS, NAME_LIMIT, Decks
from bot.decks.refusals import (
    CardsNotInDeck,
    DeckGone,
    DeckNotPlayable,
    EntryFault,
    GameHasNoDecks,
    GameNotKnown,
    GameNotSaid,
    NamelessDeck,
    NameTaken,
    NameTooLong,
    NoCardsInText,
    NoDecksToBuild,
    NoSuchDeck,
    NotCompletable,
    TextOfOtherGame,
    TextTooLong,
    TooManyCards,
    TooManyDecks,
    UnknownCards,
    UnreadableDeck,
)
from bot.decks.text import TEXT_LIMIT, example, read, read_cards, text_of
from bot.model.match import Status
from bot.model.new_match import NewMatch
from bot.model.reasons.lobby import DecksNotPlayable, DeckTrouble
from bot.model.refusals import Refusal
from bot.store.database import Database
from cogs.decks.refusals import SENTENCES
from cogs.messages.sentences import written
from rules.core.cards import CardId, copies
from tests.bot.refused import refused
from tests.bot.table_helpers import ANN, BEN, CHANNEL, GUILD, TINY, fresh, open_lobby
from tests.raw_database import connect_raw
from tests.tiny_game import TinyView

LEGAL = tuple(map(CardId, ("card-1", "card-2", "card-3", "card-4", "card-5")))
GAMES = load_games()
DECKED = [key for key, game in GAMES.items() if game.decks]


@pytest.fixture
def decks(app: Application) -> Decks:
    return app.decks


async def test_a_deck_is_stored_in_the_order_of_the_card_list_and_survives_a_restart(
    decks: Decks, database: Database
) -> None:
    made = await decks.create(ANN, "tiny", "  Night   Shift ", LEGAL[::-1], interaction=fresh())
    assert (made.name, made.cards) == ("Night Shift", LEGAL)
    assert await Decks(database, {"tiny": TINY}).get(ANN, made.id) == made
    assert is_own(made.id)
    assert not any(is_own(deck) for game in GAMES.values() for deck in game.decks)


async def test_a_deck_is_visible_only_to_its_owner(decks: Decks, app: Application) -> None:
    made = await decks.create(ANN, "tiny", "Mine", LEGAL, interaction=fresh())
    lobby = await open_lobby(app)
    for request in (
        decks.get(BEN, made.id),
        decks.change(BEN, made.id, {LEGAL[0]: 1}, interaction=fresh()),
        decks.rename(BEN, made.id, "Yours", interaction=fresh()),
        decks.delete(BEN, made.id),
        decks.set_default(BEN, "tiny", made.id),
        app.lobbies.join(lobby.id, BEN, deck=made.id, interaction=fresh()),
    ):
        with pytest.raises(DeckGone):
            await request
    assert await decks.of_user(BEN) == []
    assert await decks.of_user(ANN) == [made]


async def test_several_cards_can_be_added_or_removed_at_once(decks: Decks) -> None:
    made = await decks.create(ANN, "tiny", "Mine", LEGAL, interaction=fresh())
    changed = await decks.change(ANN, made.id, {CardId("card-6"): 2, LEGAL[0]: -1, LEGAL[1]: -9}, interaction=fresh())
    assert changed.cards == ("card-3", "card-4", "card-5", "card-6", "card-6")
    with refused(CardsNotInDeck(name="Mine", cards=("Card 1", "Card 2"))):
        await decks.change(ANN, made.id, {LEGAL[0]: -1, LEGAL[1]: -1, LEGAL[2]: -1}, interaction=fresh())
    assert (await decks.get(ANN, made.id)) == changed


async def test_a_repeated_interaction_acts_once(decks: Decks) -> None:
    twice = fresh()
    made = await decks.create(ANN, "tiny", "Mine", LEGAL, interaction=twice)
    assert await decks.create(ANN, "tiny", "Mine", LEGAL, interaction=twice) == made
    twice = fresh()
    first = await decks.change(ANN, made.id, {LEGAL[0]: 1}, interaction=twice)
    assert await decks.change(ANN, made.id, {LEGAL[0]: 1}, interaction=twice) == first
    assert len(first.cards) == 6


@pytest.mark.parametrize("name", ["", "   ", "\n\u200b\u202e", "\u3164\u2800", "***", "x" * (NAME_LIMIT + 1)])
async def test_an_unreadable_name_is_refused(decks: Decks, name: str) -> None:
    with pytest.raises((NamelessDeck, NameTooLong)):
        await decks.create(ANN, "tiny", name, interaction=fresh())


@pytest.mark.parametrize("name", ["a\nb", "a\u202eb", "a\x00b", "a\u2028b", "a \u200b b"])
async def test_a_name_is_stored_as_one_line_without_invisible_characters(decks: Decks, name: str) -> None:
    assert (await decks.create(ANN, "tiny", name, interaction=fresh())).name == "a b"


async def test_names_that_differ_only_in_case_are_the_same(decks: Decks) -> None:
    made = await decks.create(ANN, "tiny", "Mine", interaction=fresh())
    await decks.create(BEN, "tiny", "Mine", interaction=fresh())
    for taken in ("MINE", "steep"):
        with pytest.raises(NameTaken):
            await decks.create(ANN, "tiny", taken, interaction=fresh())
    with pytest.raises(NameTaken):
        await decks.rename(ANN, made.id, "Level", interaction=fresh())
    assert (await decks.rename(ANN, made.id, "mine", interaction=fresh())).name == "mine"
    similar = [(await decks.create(ANN, "tiny", "Steep", interaction=fresh(), similar=True)).name for _ in range(3)]
    assert similar == ["Steep 2", "Steep 3", "Steep 4"]


async def test_the_number_of_decks_is_limited(decks: Decks) -> None:
    made = await decks.create(ANN, "tiny", "Deck", interaction=fresh())
    for number in range(1, MOST_DECKS):
        await decks.create(ANN, "tiny", f"Deck {number}", interaction=fresh())
    with pytest.raises(TooManyDecks):
        await decks.create(ANN, "tiny", "One more", interaction=fresh())
    with refused(TooManyCards(limit=150)):
        await decks.change(ANN, made.id, {LEGAL[0]: 10**12}, interaction=fresh())
    await decks.delete(ANN, made.id)
    again = await decks.create(ANN, "tiny", "One more", interaction=fresh())
    assert again.id != made.id


async def test_unknown_cards_and_games_are_refused(decks: Decks) -> None:
    with refused(UnknownCards(title="Tiny", cards=("dragon", "**x**"))):
        await decks.create(ANN, "tiny", "Mine", (CardId("dragon"), CardId("**x**")), interaction=fresh())
    with refused(NoDecksToBuild(game="chess", titles=("Tiny",))):
        await decks.create(ANN, "chess", "Mine", interaction=fresh())
    assert await decks.of_user(ANN) == []


@pytest.mark.parametrize("key", DECKED)
async def test_all_faults_of_a_deck_are_named_when_it_is_to_be_played(database: Database, key: str) -> None:
    game = GAMES[key]
    decks = Decks(database, GAMES)
    card = next(iter(game.cards))
    made = await decks.create(ANN, key, "All alike", (card,) * 70, interaction=fresh())
    faults = game.deck_faults(made.cards)
    assert len(faults) > 1
    for request in (decks.set_default(ANN, key, made.id), decks.pick(ANN, key, made.id)):
        with refused(DeckNotPlayable(name="All alike", faults=tuple(faults))):
            await request


async def test_a_match_keeps_the_cards_of_a_deck_as_they_were_at_its_start(decks: Decks, app: Application) -> None:
    """A chosen deck may be changed until the start as long as it stays legal; later changes have no effect."""
    made = await decks.create(ANN, "tiny", "Mine", LEGAL, interaction=fresh())
    lobby = await open_lobby(app, deck=made.id)
    assert (lobby.players[0].deck, lobby.players[0].deck_name) == (made.id, "Mine")
    await app.lobbies.join(lobby.id, BEN, deck="level", interaction=fresh())
    await decks.change(ANN, made.id, {LEGAL[0]: -1, CardId("card-8"): 1}, interaction=fresh())
    changed = await decks.rename(ANN, made.id, "Renamed", interaction=fresh())
    live = (await app.lobbies.start(lobby.id, ANN, interaction=fresh())).match
    await decks.delete(ANN, made.id)
    seat = live.seat_of(ANN)
    assert seat is not None
    view = ((await app.positions.get(live.id)).view_for(None)).view
    assert isinstance(view, TinyView)
    assert view.deck_lists[seat] == changed.cards
    assert live.players[seat].deck_name == "Renamed"


async def test_a_match_with_a_users_own_deck_resumes_after_a_restart(
    decks: Decks, app: Application, database: Database
) -> None:
    made = await decks.create(ANN, "tiny", "Mine", LEGAL, interaction=fresh())
    lobby = await open_lobby(app, deck=made.id)
    await app.lobbies.join(lobby.id, BEN, interaction=fresh())
    live = (await app.lobbies.start(lobby.id, ANN, interaction=fresh())).match
    before = (await app.positions.get(live.id)).view_for(ANN)
    await decks.delete_all(ANN)
    later = Application(database, Library.of({"tiny": TINY}))
    assert (await later.positions.get(live.id)).match == live
    assert ((await later.positions.get(live.id)).view_for(ANN)).view == before.view


async def test_a_refused_start_names_the_player_who_must_choose_another_deck(decks: Decks, app: Application) -> None:
    mine = await decks.create(ANN, "tiny", "Mine", LEGAL, interaction=fresh())
    theirs = await decks.create(BEN, "tiny", "Theirs", LEGAL, interaction=fresh())
    lobby = await open_lobby(app, deck=mine.id)
    await app.lobbies.join(lobby.id, BEN, deck=theirs.id, interaction=fresh())
    await decks.change(ANN, mine.id, {LEGAL[0]: -1}, interaction=fresh())
    await decks.change(BEN, theirs.id, {LEGAL[0]: -2}, interaction=fresh())
    faults = tuple(app.library.games["tiny"].deck_faults((await decks.get(ANN, mine.id)).cards))
    assert faults
    asker = DeckTrouble(user_id=ANN, is_yours=True, was_deleted=False, faults=faults)
    another = DeckTrouble(user_id=BEN, is_yours=False, was_deleted=False)  # only its owner sees its faults
    with pytest.raises(DecksNotPlayable) as caught:
        await app.lobbies.start(lobby.id, ANN, interaction=fresh())
    assert set(caught.value.troubles) == {asker, another}
    assert (await app.positions.get(lobby.id)).match.status is Status.LOBBY
    await decks.delete(BEN, theirs.id)
    await decks.change(ANN, mine.id, {LEGAL[0]: 1}, interaction=fresh())
    with refused(DecksNotPlayable(troubles=(DeckTrouble(user_id=BEN, is_yours=False, was_deleted=True),))):
        await app.lobbies.start(lobby.id, ANN, interaction=fresh())
    await app.lobbies.choose_deck(lobby.id, BEN, "level", interaction=fresh())
    assert (await app.lobbies.start(lobby.id, ANN, interaction=fresh())).match.status is Status.LIVE


async def test_the_default_deck_is_played_if_none_is_named_and_it_is_legal(decks: Decks, app: Application) -> None:
    made = await decks.create(ANN, "tiny", "Mine", LEGAL, interaction=fresh())
    await decks.set_default(ANN, "tiny", made.id)
    await decks.set_default(BEN, "tiny", "mixed")
    lobby = await open_lobby(app, deck=None)
    lobby = (await app.lobbies.join(lobby.id, BEN, interaction=fresh())).match
    assert [player.deck for player in lobby.players] == [made.id, "mixed"]
    await decks.change(ANN, made.id, {LEGAL[0]: -1}, interaction=fresh())
    second = await open_lobby(app, deck=None, channel=7)
    assert second.players[0].deck in TINY.decks
    await decks.set_default(BEN, "tiny", None)
    assert await decks.defaults(BEN) == {}
    with pytest.raises(NoSuchDeck):
        await decks.set_default(BEN, "tiny", "iron-tide")


async def test_all_stored_data_of_a_users_decks_can_be_deleted(decks: Decks, path: Path) -> None:
    for user in (ANN, BEN):
        made = await decks.create(user, "tiny", "Mine", LEGAL, interaction=fresh())
        await decks.set_default(user, "tiny", made.id)
    await decks.delete_all(ANN)
    with closing(connect_raw(path)) as connection:
        assert connection.execute("SELECT user_id FROM decks").fetchall() == [(BEN,)]
        assert connection.execute("SELECT user_id FROM default_decks").fetchall() == [(BEN,)]


@pytest.mark.parametrize("key", DECKED)
def test_every_ready_made_deck_survives_an_export_and_import(key: str) -> None:
    game = GAMES[key]
    for deck in game.decks.values():
        text = text_of(game, deck.name, deck.cards)
        for pasted in (text, f"```\n{text}\n```", text.replace("\n", " "), text.replace("\n", "\r\n").upper()):
            imported = read(GAMES, pasted)
            assert sorted(imported.cards) == sorted(deck.cards)
            assert (imported.game, imported.name.casefold()) == (key, deck.name.casefold())


@pytest.mark.parametrize(
    "text",
    [
        "3 Titan Servo\n2 Glint",
        "3x titan-servo, 2x glint",
        "- Titan Servo x3\n- Glint x2",
        "* TITAN SERVO \N{MULTIPLICATION SIGN}3; glint * 2",
        "Titan Servo (3)\n\n// comment\nGlint\n# comment\nGlint",
        "titan servo 3\nglint 2",
        "Developed (3):\n3 Titan Servo\n\nSupport:\n2 Glint:",
        "3 Titan Servo 2 Glint",
        "`3` **Titan Servo**\t,2 Glint",
        "3 “Titan Servo”\n2 \u2018Glint\u2019",
        "\N{FULLWIDTH DIGIT THREE} Titan Servo\n\N{FULLWIDTH DIGIT TWO}\N{MULTIPLICATION SIGN} Glint",
    ],
)
def test_cards_can_be_written_in_any_reasonable_form(text: str) -> None:
    cards = read(GAMES, text, "allocator").cards
    assert sorted(cards) == ["glint"] * 2 + ["titan-servo"] * 3


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        (
            "3 Titn Servo\nGlint\n2 Nonsense",
            (EntryFault(text="3 Titn Servo", suggestion="Titan Servo"), EntryFault(text="2 Nonsense")),
        ),
        ("0 Glint", (EntryFault(text="0 Glint", most_copies=99),)),
        ("1000 Glint", (EntryFault(text="1000 Glint", most_copies=99),)),
        ("Titan Servo 3 Glint 2", (EntryFault(text="Titan Servo 3 Glint 2"),)),
        ("@everyone [a](http://b)", (EntryFault(text="@everyone [a](http://b)"),)),
    ],
)
def test_every_part_of_a_text_that_cannot_be_read_is_named(text: str, faults: tuple[EntryFault, ...]) -> None:
    with pytest.raises(UnreadableDeck) as caught:
        read(GAMES, text, "allocator")
    assert caught.value.faults == faults


def test_a_text_that_is_too_long_or_names_no_card_is_refused() -> None:
    with refused(TextTooLong(limit=TEXT_LIMIT)):
        read(GAMES, "x" * (TEXT_LIMIT + 1), "allocator")
    with refused(NoCardsInText(example=example(GAMES["allocator"]))):
        read(GAMES, "", "allocator")


@pytest.mark.parametrize("key", DECKED)
def test_the_example_in_a_refusal_is_an_entry_that_the_deck_rule_allows(key: str) -> None:
    game = GAMES[key]
    with pytest.raises(UnreadableDeck) as caught:
        read_cards(game, "no such card at all")
    [(card, number)] = read_cards(game, caught.value.example)
    assert 1 <= number <= most_copies(game, card)


@pytest.mark.parametrize("key", DECKED)
def test_a_deck_is_completed_by_the_ready_made_deck_that_it_resembles(key: str) -> None:
    game = GAMES[key]
    for deck in game.decks.values():
        full = completed(game, deck.cards[2:])
        assert full is not None
        assert copies(full) == copies(deck.cards)


@pytest.mark.parametrize("key", DECKED)
@given(data=st.data())
def test_a_deck_of_any_cards_is_completed_without_taking_one_out(key: str, data: st.DataObject) -> None:
    game = GAMES[key]
    begun = tuple(data.draw(st.lists(st.sampled_from(game.deck_cards), max_size=8)))
    full = completed(game, begun)
    if full is None:
        assert any("take" in fault for fault in game.deck_faults(begun))
    else:
        assert not game.deck_faults(full)
        assert full[: len(begun)] == begun


async def test_a_deck_that_no_card_makes_legal_is_refused_and_unchanged(decks: Decks) -> None:
    too_many = await decks.create(ANN, "tiny", "Too many", LEGAL * 2, interaction=fresh())
    with refused(NotCompletable(name="Too many")):
        await decks.complete(ANN, too_many.id, interaction=fresh())
    assert (await decks.get(ANN, too_many.id)).cards == too_many.cards


def test_a_deck_has_as_many_copies_of_a_card_as_its_game_allows() -> None:
    most = {key: {most_copies(GAMES[key], card) for card in GAMES[key].deck_cards} for key in ("allocator", "tnb")}
    assert most == {"allocator": {3}, "tnb": {1}}
    ships = GAMES["arms_dealer"]
    assert {most_copies(ships, card) for card in ships.deck_cards if ships.cards[card].name.endswith("Mothership")} == {
        3
    }
    assert most_copies(ships, CardId("no-such-card")) == 0


def test_the_game_of_a_text_is_recognised_or_asked_for() -> None:
    with refused(GameNotSaid(titles=("Allocator", "Arms Dealer", "Alchemy", "T&B", "Tiny"))):
        read(GAMES, "3 Glint")
    with refused(GameNotKnown(game="Chess", titles=("Allocator", "Arms Dealer", "Alchemy", "T&B", "Tiny"))):
        read(GAMES, "Game: Chess\n3 Glint")
    with refused(GameHasNoDecks(title="Circuitry")):
        read(GAMES, "Game: Circuitry\n3 Glint")
    assert read(GAMES, "game:ALLOCATOR\n3 Glint").game == "allocator"
    assert read(GAMES, "\ufeffGame:\u00a0Allocator\u20283\u2009Glint") == read(GAMES, "Game: Allocator\n3 Glint")


@pytest.mark.parametrize(
    "line", ["3 x Glint", "3 \N{MULTIPLICATION SIGN} Glint", "3x Glint", "Glint x 3", "Glint x3", "Glint 3", "3 Glint"]
)
def test_the_number_of_copies_can_be_written_in_any_usual_way(line: str) -> None:
    alone = read(GAMES, line, "allocator").cards
    assert len(alone) == 3
    assert read(GAMES, f"1 Titan Servo\n{line}, 2 Titan Servo", "allocator").cards.count(alone[0]) == 3
    assert len(set(alone)) == 1


def answer_to(text: str, game: str) -> str:
    """Return the reply to an import of this text: the cards, or the refusal."""
    try:
        return ", ".join(read(GAMES, text, game).cards)
    except Refusal as refusal:
        return written(SENTENCES[type(refusal)], refusal)


@given(st.text(max_size=300) | st.text(st.sampled_from("3x 12 ,\nfireglnt-0*:"), max_size=60), st.sampled_from(DECKED))
def test_any_text_is_read_or_refused_kindly(text: str, game: str) -> None:
    answer = answer_to(text, game)
    assert 0 < len(answer) <= 2000
    assert "@" not in answer


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("Marksman x 2 Axehand", (2, 1)),
        ("Marksman x 2 Axehand x 3", (2, 3)),
        ("Marksman x2 Axehand 3", (2, 3)),
        ("Marksman Axehand x 3", (1, 3)),
        ("2 x Marksman 3 Axehand", (2, 3)),
        ("Marksman 3 Axehand", (1, 3)),
    ],
)
def test_a_count_belongs_to_the_card_it_is_tied_to_even_without_line_breaks(text: str, counts: tuple[int, int]) -> None:
    assert read_cards(load_game("tnb"), text) == [("marksman", counts[0]), ("axehand", counts[1])]


def test_an_exported_deck_names_its_cards_and_gives_the_id_of_removed_ones() -> None:
    game = load_game("tnb")
    cards = [CardId("marksman"), CardId("marksman"), CardId("long-gone")]
    assert text_of(game, "Night `Shift`", cards) == "Deck: Night 'Shift'\nGame: T&B\n2 Marksman\n1 long-gone"


def test_the_whole_message_of_an_export_can_be_imported_with_or_without_its_code_block() -> None:
    games = load_games()
    deck = next(iter(games["tnb"].decks.values()))
    text = text_of(games["tnb"], "Night Shift", deck.cards)
    how = "To get the same deck, paste this into `/deck import`:"
    for message in (f"{how}\n```\n{text}\n```", f"{how}\n{text}", f"Ada says: {how}\n\n{text}\n"):
        imported = read(games, message)
        assert (imported.game, imported.name) == ("tnb", "Night Shift")
        assert copies(imported.cards) == copies(deck.cards)


@pytest.mark.parametrize("text", ["-1 Marksman", "\N{MINUS SIGN}1 Marksman", "Axehand, -2 Marksman"])
def test_a_count_below_one_is_refused(text: str) -> None:
    with pytest.raises(UnreadableDeck):
        read_cards(load_game("tnb"), text)
    assert read_cards(load_game("tnb"), "- 1 Marksman") == [("marksman", 1)]


@pytest.mark.parametrize("text", ["Marksman x", "Marksman \N{MULTIPLICATION SIGN}", "3 x"])
def test_a_multiplication_sign_without_a_count_is_named(text: str) -> None:
    with pytest.raises(UnreadableDeck):
        read_cards(load_game("tnb"), text)


@pytest.mark.parametrize(("named", "chosen"), [("T&B", "allocator"), ("Allocator", "tnb")])
def test_a_text_that_names_another_game_than_the_chosen_one_is_refused(named: str, chosen: str) -> None:
    titles = {game.title: game for game in load_games().values()}
    with refused(TextOfOtherGame(named=titles[named].title, chosen=load_game(chosen).title)):
        read(load_games(), f"Deck: Mine\nGame: {named}\n1 Marksman", chosen)


async def test_deleting_a_deck_makes_its_lobbys_message_due_again(
    decks: Decks, app: Application, database: Database
) -> None:
    lobby = (
        await app.lobbies.create(
            NewMatch(guild=GUILD, channel=CHANNEL, host=ANN, game="tiny", deck="level"), interaction=fresh()
        )
    ).match
    own_deck = await decks.create(ANN, "tiny", "Mine", TINY.decks["level"].cards, interaction=fresh())
    chosen = (await app.lobbies.choose_deck(lobby.id, ANN, own_deck.id, interaction=fresh())).match
    assert await decks.missing("tiny", chosen.players) == []
    await decks.delete(ANN, own_deck.id)
    await app.lobbies.decks_changed(ANN)
    assert (await app.positions.get(lobby.id)).match.version == chosen.version + 1
    assert await decks.missing("tiny", chosen.players) == [ANN]
