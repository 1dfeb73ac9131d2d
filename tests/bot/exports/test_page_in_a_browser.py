"""The page of a match in a real browser: keys, links, colours, what is announced, and the checks of its deal."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest
import pytest_asyncio
from PIL import Image
from playwright.async_api import Browser, Page, expect

from bot.content.library import load_library
from bot.exports.page import page, text_of
from bot.exports.viewer import Viewer
from bot.model.commitment import write_seed
from bot.replay.moments import Replay
from bot.replay.notation import read
from bot.replay.verification import verify
from tests.bot.exports.page_parts import a_replay, changed, file_of, part, sealed
from tests.bot.replay.matches import MESSAGE, SECRET
from tests.chromium import chromium, new_page
from tests.examples import thorough

NAMES = ("Ada <b>& Co</b>", "Bo")
LONGEST = 3000
"""The milliseconds for which a moment is shown at most while a match plays by itself."""
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture(scope="module")
def replay() -> Replay:
    return a_replay(names=NAMES)


@pytest.fixture(scope="module")
def html(replay: Replay) -> str:
    return page(replay, Viewer(NAMES)).html


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    """Start one browser for all tests: `opened` gives each page a context of its own."""
    async with chromium() as browser:
        yield browser


class Opened:
    """A page opened from the disk, with its network requests and its error messages."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.now = page.get_by_role("status").first
        self.asked: list[str] = []
        self.complaints: list[str] = []
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))


async def opened(
    browser: Browser, folder: Path, html: str, fragment: str = "#ply-0", *, scheme: Literal["dark", "light"] = "dark"
) -> Opened:
    """Open the page at a moment; "": with its cover."""
    file = folder / "match.html"
    file.write_bytes(html.encode())
    shown = Opened(await new_page(browser, color_scheme=scheme))
    await shown.page.goto(f"{file.as_uri()}{fragment}")
    await expect(shown.page.locator("#now")).not_to_be_empty()
    return shown


def heading(replay: Replay, ply: int) -> str:
    return f"Move {ply} of {replay.last}" if ply else "The deal"


async def test_a_match_is_stepped_through_by_the_keyboard(
    browser: Browser, replay: Replay, html: str, tmp_path: Path
) -> None:
    shown = await opened(browser, tmp_path, html)
    for key, ply in (
        ("ArrowRight", 1),
        ("ArrowRight", 2),
        ("ArrowLeft", 1),
        ("End", replay.last),
        ("ArrowRight", replay.last),
        ("Home", 0),
        ("ArrowLeft", 0),
    ):
        await shown.page.keyboard.press(key)
        await expect(shown.now).to_contain_text(heading(replay, ply))
    for name, ply in (("Next", 1), ("Turning point", next(p.ply for p in replay.turning_points if p.ply > 1))):
        await shown.page.get_by_role("button", name=name).press("Enter")
        await expect(shown.now).to_contain_text(heading(replay, ply))
    assert shown.complaints == []
    assert shown.asked == [shown.page.url.split("#")[0]]


async def test_the_cover_shows_the_last_table_and_the_result_until_the_match_is_watched(
    browser: Browser, replay: Replay, html: str, tmp_path: Path
) -> None:
    shown = await opened(browser, tmp_path, html, "")
    cover = shown.page.get_by_role("region", name="Cover")
    await expect(cover).to_contain_text(text_of(part(html, "cover")).split("Watch")[0].strip())
    drawn = await cover.locator("canvas").evaluate("canvas => canvas.toDataURL()")
    await expect(shown.page.get_by_role("slider")).to_have_count(0)
    await shown.page.get_by_role("button", name="Step through it").click()
    await expect(cover).to_have_count(0)
    await expect(shown.now).to_contain_text("The deal")
    await shown.page.keyboard.press("End")
    assert await shown.page.locator("#table canvas").evaluate("canvas => canvas.toDataURL()") == drawn
    assert shown.complaints == []


async def test_a_match_plays_by_itself_until_it_is_paused_or_over(
    browser: Browser, replay: Replay, html: str, tmp_path: Path
) -> None:
    shown = await opened(browser, tmp_path, html, "")
    await shown.page.clock.install()
    await shown.page.get_by_role("button", name="Watch the match").click()
    for ply in (1, 2):
        await shown.page.clock.run_for(LONGEST)
        await expect(shown.now).to_contain_text(heading(replay, ply))
    await shown.page.keyboard.press("Space")
    await expect(shown.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    await shown.page.clock.run_for(10 * LONGEST)
    await expect(shown.now).to_contain_text(heading(replay, 2))
    await shown.page.keyboard.press("End")
    await shown.page.get_by_role("button", name="Play", exact=True).click()
    await expect(shown.now).to_contain_text("The deal")
    await shown.page.get_by_role("slider").fill(str(replay.last - 1))
    await expect(shown.now).to_contain_text(heading(replay, replay.last - 1))
    await shown.page.get_by_role("button", name="Play", exact=True).click()
    await shown.page.clock.run_for(LONGEST)
    await expect(shown.now).to_contain_text(heading(replay, replay.last))
    await expect(shown.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    assert shown.complaints == []


async def test_a_turning_point_is_shared_as_a_picture_of_the_table_with_its_sentences(
    browser: Browser, replay: Replay, html: str, tmp_path: Path
) -> None:
    turn = replay.turning_points[0].ply
    shown = await opened(browser, tmp_path, html, f"#ply-{turn}")
    async with shown.page.expect_download() as download:
        await shown.page.get_by_role("button", name="Share this moment").click()
    saved = tmp_path / "saved.png"
    await (await download.value).save_as(saved)
    size = "canvas => [canvas.width, canvas.height]"
    wide, high = await shown.page.locator("#table canvas").evaluate(size)
    with Image.open(saved) as picture:
        assert picture.width == wide
        assert picture.height > high, "sentences stand below the table"
    others = set(range(replay.last + 1)) - {point.ply for point in replay.turning_points}
    await shown.page.evaluate("ply => { location.hash = `ply-${ply}` }", min(others))
    await expect(shown.page.get_by_role("button", name="Share this moment")).to_have_count(0)


async def test_a_link_leads_to_a_moment_and_each_entry_of_the_log_is_one(
    browser: Browser, replay: Replay, html: str, tmp_path: Path
) -> None:
    shown = await opened(browser, tmp_path, html, "#ply-12")
    current = shown.page.locator("#log [aria-current=step]")
    await expect(shown.now).to_contain_text(heading(replay, 12))
    await expect(current).to_have_attribute("href", "#ply-12")
    await shown.page.locator("#log-3 a").click()
    await expect(shown.now).to_contain_text(heading(replay, 3))
    await expect(current).to_have_attribute("href", "#ply-3")
    for fragment, ply in (("#ply-999999", replay.last), ("#nonsense", 0)):
        await shown.page.evaluate("fragment => { location.hash = fragment }", fragment)
        await expect(shown.now).to_contain_text(heading(replay, ply))


async def test_pictures_have_their_words_and_moves_are_announced(browser: Browser, html: str, tmp_path: Path) -> None:
    shown = await opened(browser, tmp_path, html, "#ply-1")
    page = shown.page
    await expect(page.get_by_role("img")).to_have_count(3)
    for name in ("Table", f"Hand of {NAMES[0]}", f"Hand of {NAMES[1]}"):
        await expect(page.get_by_role("img", name=f"{name}. ")).to_have_count(1)
    await expect(shown.now).to_have_attribute("aria-live", "polite")
    await expect(page.get_by_role("heading", level=1)).to_contain_text(NAMES[0])
    await page.locator("#pictures summary").first.click()
    await page.keyboard.press("ArrowRight")
    await expect(shown.now).to_contain_text("Move 2 of")
    await expect(page.locator("#pictures details").first).to_have_attribute("open", "")
    await expect(page.locator("b")).to_have_count(0)


async def test_colours_follow_the_system_and_the_choice(browser: Browser, html: str, tmp_path: Path) -> None:
    seen: dict[str, str] = {}

    async def pixels(page: Page) -> str:
        return str(await page.locator("#table canvas").evaluate("canvas => canvas.toDataURL()"))

    schemes: tuple[Literal["dark", "light"], ...] = ("dark", "light")
    for scheme in schemes:
        shown = await opened(browser, tmp_path, html, scheme=scheme)
        await expect(shown.page.locator("html")).to_have_attribute("data-theme", scheme)
        seen[scheme] = await pixels(shown.page)
        await shown.page.get_by_label("Colours").select_option("contrast")
        await expect(shown.page.locator("html")).to_have_attribute("data-theme", "contrast")
        seen[f"contrast after {scheme}"] = await pixels(shown.page)
    assert seen["contrast after dark"] == seen["contrast after light"]
    assert len(set(seen.values())) == 3


async def checks(browser: Browser, folder: Path, html: str) -> dict[str, bool]:
    """Return whether each part of the page agrees with the others, by subject."""
    shown = await opened(browser, folder, html)
    lines = await shown.page.locator("#checks .good, #checks .bad").all_inner_texts()
    await shown.page.close()
    return {line[2:].split(":")[0]: line.startswith("✓") for line in lines}


AGREED = {"Seed of the deal": True, "This page": True}


async def test_a_page_agrees_with_itself_unless_a_sentence_was_changed(
    browser: Browser, html: str, tmp_path: Path
) -> None:
    assert await checks(browser, tmp_path, html) == AGREED
    sentence = html.replace("Round 2 begins", "Round 3 begins", 1)
    assert sentence != html
    assert await checks(browser, tmp_path, sentence) == AGREED | {"This page": False}


@pytest.mark.parametrize("name", ["secret", *thorough("seed", "id", "deal", "log")])
async def test_forgeries_are_found_as_far_as_the_page_can_check_them(
    browser: Browser, replay: Replay, html: str, tmp_path: Path, name: str
) -> None:
    file, seed = file_of(html), replay.record.deal.seed
    deck = next(line for line in file.split("\n") if line.startswith("deck 0 "))
    ply = next(line for line in file.split("\n") if line.startswith("3 "))
    forgeries = {
        "seed": (f"seed {write_seed(seed)}", f"seed {write_seed(seed ^ 1)}", {"Seed of the deal"}),
        "id": (MESSAGE.link, replace(MESSAGE, id=MESSAGE.id + 1).link, {"Seed of the deal"}),
        "secret": (f"secret {SECRET.digits}", f"secret {SECRET.digits[::-1]}", {"Seed of the deal"}),
        "deal": (deck, " ".join(["deck", "0", *reversed(deck.split()[2:])]), set[str]()),
        "log": (ply, f"{ply[:-17]}0123456789abcdef]", set[str]()),
    }
    old, new, found = forgeries[name]
    forged = changed(html, old, new)
    expected = {subject: subject not in found for subject in AGREED}
    assert await checks(browser, tmp_path, forged) == expected | {"This page": False}
    careful = sealed(forged)  # the forger wrote a new fingerprint as well
    assert await checks(browser, tmp_path, careful) == expected
    assert part(careful, "fingerprint") != part(html, "fingerprint")
    assert any(check.fault for check in verify(read(file_of(careful)), load_library()))


async def test_the_page_names_the_message_and_compares_its_hash(browser: Browser, html: str, tmp_path: Path) -> None:
    shown = await opened(browser, tmp_path, html)
    told = shown.page.locator("#checks li").first
    await expect(told).to_contain_text(
        f"posted at 2025-07-30 06:20:10 UTC, and must show this hash: {SECRET.commitment}"
    )
    await expect(told.get_by_role("link")).to_have_attribute("href", MESSAGE.link)
    field = shown.page.get_by_label("Hash that the message shows")
    await field.fill(f" {SECRET.commitment.upper()} ")
    await expect(shown.page.locator("#compared")).to_have_text("✓ It is the same.")
    await field.fill("0" * 64)
    await expect(shown.page.locator("#compared")).to_have_text("✗ It is another one.")
    await field.press("ArrowRight")
    await expect(shown.now).to_contain_text("The deal")


async def test_the_match_file_is_saved_from_the_page(browser: Browser, html: str, tmp_path: Path) -> None:
    shown = await opened(browser, tmp_path, html)
    await shown.page.get_by_text("Match file", exact=True).click()
    async with shown.page.expect_download() as download:
        await shown.page.get_by_role("button", name="Save the match file").click()
    saved = tmp_path / "saved.txt"
    await (await download.value).save_as(saved)
    assert saved.read_text(encoding="utf-8") == file_of(html)


async def test_a_page_from_a_seat_works_and_checks_nothing(browser: Browser, replay: Replay, tmp_path: Path) -> None:
    shown = await opened(browser, tmp_path, page(replay, Viewer(NAMES, 1)).html, "#ply-2")
    await expect(shown.now).to_contain_text("Move 2 of")
    await expect(shown.page.get_by_role("img")).to_have_count(2)
    await expect(shown.page.locator("#check")).to_have_count(0)
    assert shown.complaints == []


async def test_a_damaged_page_says_so_and_keeps_its_log(browser: Browser, html: str, tmp_path: Path) -> None:
    shown = await opened(browser, tmp_path, html.replace(part(html, "tiles"), "AAAA"))
    await expect(shown.now).to_contain_text("This page was damaged")
    await expect(shown.page.locator("#log li")).not_to_have_count(0)
