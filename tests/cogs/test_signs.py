"""The application's emojis appear before the words that they stand for, as soon as Discord has them."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.application.match.outbox import Trouble
from cogs.delivery.backoff import Backoff
from cogs.delivery.emojis import EmojiBook
from cogs.messages.emojis import NONE, Emojis, signed
from cogs.messages.message import LIMIT, Message
from cogs.text import escaped
from cogs.widgets import purposes
from cogs.widgets.items import button, menu, option
from render.canvas import Box, Canvas
from render.emojis import Emoji, EmojiSet, emoji_file
from render.palette import SKY, YELLOW, Ink
from render.renderer import renderer
from render.shapes import Shape
from tests.cogs.town import Town, components, menus, press, private
from tests.heist_game import Heist

FIRE = discord.PartialEmoji(name="hh_fire", id=1)
BLUE = discord.PartialEmoji(name="hh_blue", id=2)
GREEN = discord.PartialEmoji(name="hh_green", id=3)
KNOWN = Emojis({"Fire": FIRE, "light blue": BLUE, "Sea Fire": BLUE, "green": GREEN}, ("green one",))


def text(content: str, *names: str, emojis: Emojis = KNOWN) -> str:
    return signed(Message(content), emojis, names).content


def test_a_sign_stands_before_its_word() -> None:
    assert text("Ada plays Fire 3.") == f"Ada plays {FIRE} Fire 3."


def test_a_word_without_capitals_may_begin_a_sentence() -> None:
    assert text("Light blue, light blue") == f"{BLUE} Light blue, {BLUE} light blue"
    assert text("fire") == "fire", "a capital stays a capital"


def test_the_longest_words_are_meant() -> None:
    assert text("Sea Fire") == f"{BLUE} Sea Fire"
    assert text("Fires Firefly aFire") == "Fires Firefly aFire", "parts of words do not match"


def test_a_phrase_that_means_something_else_has_none() -> None:
    assert text("green, or a green one") == f"{GREEN} green, or a green one"


@pytest.mark.parametrize("name", ["Fire", "Fire & Co", "*Fire*", "light blue", "<:x:1> Fire"])
def test_a_name_is_no_word_of_the_game(name: str) -> None:
    assert text(f"{escaped(name)} plays Fire", name) in (
        f"{escaped(name)} plays {FIRE} Fire",
        f"{escaped(name)} plays Fire",
    )


@pytest.mark.parametrize(
    "kept",
    ["-# Match #1 · Fire", "<@5>", "<:Fire:9>", "`Fire`", "https://example.org/Fire", "[to the board](https://a/Fire)"],
)
def test_ids_and_markup_of_messages_stay_as_they_are(kept: str) -> None:
    assert text(f"{kept}\nFire") == f"{kept}\n{FIRE} Fire"


def test_no_word_is_lost_for_a_sign() -> None:
    long = f"{'Fire ' * 299}Fire{'.' * 400}"
    found = text(long)
    assert LIMIT - len(f"{FIRE} ") < len(found) <= LIMIT
    assert found.rstrip(".").endswith(f"{FIRE} Fire"), "the last lines matter most"
    assert found.replace(f"{FIRE} ", "") == long
    assert text("Fire" * 500) == "Fire" * 500


def test_buttons_and_menus_have_the_sign_of_their_first_word() -> None:
    items = [
        button("Play Fire, light blue …", "a"),
        button("Done", "b"),
        menu("Fire …", "c", [option("Light blue", "x"), option("Else", "y")]),
    ]
    signed(Message("", items), KNOWN, ())
    assert [getattr(item, "emoji", None) for item in items] == [FIRE, None, None]
    assert [each.emoji for each in items[2].options] == [BLUE, None]  # type: ignore[attr-defined]
    assert items[2].placeholder == "Fire …"  # type: ignore[attr-defined] # no markup is read there


def test_without_emojis_a_message_is_as_it_was() -> None:
    message = Message("Fire", [button("Fire", "a")])
    assert signed(message, NONE, ()) is message


def emoji(ink: Ink, *words: str) -> Emoji:
    def draw(canvas: Canvas, box: Box) -> None:
        canvas.shape(Shape.DISC, box.left, box.top, box.height, ink)

    return Emoji(words[0], words, draw)


class Owned:
    """An emoji that Discord has."""

    def __init__(self, there: dict[str, "Owned"], name: str) -> None:
        self.there, self.name, self.id = there, name, 100 + len(there)
        there[name] = self

    async def delete(self) -> None:
        del self.there[self.name]


class Discord:
    """The application's emojis, and the errors of the next requests."""

    def __init__(self, *names: str) -> None:
        self.there: dict[str, Owned] = {}
        for name in names:
            Owned(self.there, name)
        self.errors: list[Exception | None] = []
        self.uploads: list[str] = []

    def fail(self) -> None:
        if self.errors and (error := self.errors.pop(0)):
            raise error

    async def fetch_application_emojis(self) -> list[Owned]:
        self.fail()
        return list(self.there.values())

    async def create_application_emoji(self, *, name: str, image: bytes) -> Owned:
        self.fail()
        self.uploads.append(name)
        return Owned(self.there, name)


@pytest.fixture
def signs(our_renderers: None, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Give a heist two emojis; return their names."""
    found = EmojiSet([emoji(YELLOW, "coins", "coin"), emoji(SKY, "bell")], ("bell-boy",))
    module = sys.modules["render.heist"]
    monkeypatch.setattr(module, "RENDERER", replace(module.RENDERER, emojis=lambda _: found))
    renderer.cache_clear()
    return [emoji_file("heist", each).name for each in found.emojis]


def refused(status: int, said: str = "") -> discord.HTTPException:
    response: Any = type("Response", (), {"status": status, "reason": ""})
    return discord.HTTPException(response, {"code": 50035 if status == 400 else 0, "message": said})


@asynccontextmanager
async def kept(book: EmojiBook) -> AsyncIterator[None]:
    """Keep the book's emojis up to date, and yield once Discord has them."""
    task = asyncio.create_task(book.keep())
    await book.complete.wait()
    yield
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


def book_on(there: Discord) -> EmojiBook:
    client: Any = there
    return EmojiBook(client, {"heist": Heist()}, backoff=Backoff(wait=0.001, broken=0.001, forbidden=0.001, most=0.002))


async def test_missing_emojis_are_uploaded_and_outdated_ones_deleted(signs: list[str]) -> None:
    there = Discord(signs[1], "hh_heist_coins_0000", "hh_logo", "party")
    book = book_on(there)
    assert book.of("heist") is NONE
    async with kept(book):
        assert there.uploads == [signs[0]]
    assert set(there.there) == {*signs, "hh_logo", "party"}, "other emojis stay"
    found = book.of("heist")
    assert {word: each.id for word, each in found.words.items()} == {
        "coins": there.there[signs[0]].id,
        "coin": there.there[signs[0]].id,
        "bell": there.there[signs[1]].id,
    }
    assert found.others == ("bell-boy",)
    assert book.of("tiny") is NONE


@pytest.mark.parametrize("error", [refused(503), refused(400), refused(403), OSError()])
@pytest.mark.parametrize("calls", [0, 1, 2])
async def test_a_failed_emoji_is_tried_again_and_the_others_are_used(
    signs: list[str], error: Exception, calls: int
) -> None:
    there = Discord()
    there.errors = [*[None] * calls, error, error]
    book = book_on(there)
    async with kept(book):
        assert sorted(there.uploads) == sorted(signs), "each once"
    assert len(book.of("heist").words) == 3


@pytest.mark.parametrize(
    ("error", "order"),
    [
        (refused(400), (1, 0)),
        (refused(403), (1, 0)),
        (refused(503), (0, 1)),
        (refused(429), (0, 1)),
        (OSError(), (0, 1)),
    ],
)
async def test_an_emoji_that_is_refused_keeps_no_other_back_and_where_discord_is_slow_none_is_tried(
    signs: list[str], error: Exception, order: tuple[int, int]
) -> None:
    there = Discord()
    there.errors = [None, error]
    async with kept(book_on(there)):
        assert there.uploads == [signs[place] for place in order]


async def test_each_failure_in_a_row_is_waited_for_longer(signs: list[str]) -> None:
    asked: list[tuple[Trouble, int]] = []

    class Counting(Backoff):
        def pause(self, trouble: Trouble, failures: int) -> float:
            asked.append((trouble, failures))
            return 0.0

    there: Any = Discord()
    there.errors = [refused(503), refused(403), refused(400)]
    async with kept(EmojiBook(there, {"heist": Heist()}, backoff=Counting())):
        pass
    assert asked == [(Trouble.WAIT, 2), (Trouble.FORBIDDEN, 3), (Trouble.BROKEN, 4)], "no press ends it sooner"


async def test_when_discord_refuses_an_emoji_it_is_looked_anew_which_there_are(signs: list[str]) -> None:
    there = Discord()
    book = book_on(there)
    async with kept(book):
        book.note_error(refused(400, "something else"))
        assert book.of("heist").words
        await there.there[signs[0]].delete()
        book.note_error(refused(400, "In components.0.components.0.emoji.id: Invalid emoji"))
        assert book.of("heist") is NONE, "nothing is sent with it meanwhile"
        await book.complete.wait()
    assert len(book.of("heist").words) == 3
    assert there.uploads == [*signs, signs[0]]


async def test_boards_hands_and_answers_have_signs_once_the_bot_has_them(town: Town, signs: list[str]) -> None:
    await town.open("heist", town.ada, town.bo, town.cleo)
    assert "hh_heist" not in town.board().content
    book = town.client.interface.emojis
    book._games = {"heist": town.games["heist"]}
    async with kept(book):
        pass
    await town.env.settle()
    person = await town.asked((await town.match()).id)
    hand = private(await press(person, town.board(), purposes.HAND))
    assert any((each.get("emoji") or {}).get("name") in signs for each in components(hand))
    words = " ".join(await town.choice((await town.match()).id, person.id))
    town.env.inject_error("PATCH", "/channels/*", status=400, code=50035, message="emoji.id: Invalid emoji")
    await town.play((await town.match()).id, person, words, 77)
    assert book.of("heist") is NONE
    await town.client.interface.deliverer.refresh((await town.match()).id)
    await town.delivered()
    assert f"<@{person.id}> is to put a coin back, or none." in town.board().content, "it is shown"
    assert "hh_heist" not in town.board().content, "without them"
    async with kept(book):
        pass
    person = await town.asked((await town.match()).id)
    words = " ".join(await town.choice((await town.match()).id, person.id))
    await town.play((await town.match()).id, person, words, 78)
    assert f"<:{signs[0]}:" in town.board().content
    assert town.board().content.startswith("-# Match #1 ")


async def test_looked_up_rules_have_emojis_too_and_boards_in_words_have_none(town: Town) -> None:
    town.client.interface.emojis._known = {
        "heist": Emojis({"pot": FIRE, "coins": BLUE, "coin": BLUE}),
        "allocator": Emojis({"Attack": GREEN}),
    }
    match = await town.open("heist", town.ada, town.bo, town.cleo)
    person = await town.asked(match.id)
    await town.play(match.id, person, " ".join(await town.choice(match.id, person.id)), 77)
    closer = private(await town.dan.slash(town.tavern, "match status", zoom="pot"))
    assert f"**The {FIRE} pot**" in closer.content
    assert menus(closer)[0]["options"][0]["emoji"]["name"] == FIRE.name
    status = private(await town.dan.slash(town.tavern, "match status"))
    log = private(await town.dan.slash(town.tavern, "match log"))
    assert f"{BLUE} coin" in status.content
    assert f"{BLUE} coin" in log.content
    in_words = private(await town.dan.slash(town.tavern, "match status", show="words")).content
    assert str(BLUE) not in in_words.partition("```")[2]
    rule = private(await town.dan.slash(town.tavern, "rules", game="allocator", query="5.2"))
    assert f"{GREEN} Attack" in rule.content
