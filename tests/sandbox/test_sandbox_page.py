"""The sandbox in a real browser: the documented program, its printed address, and presses by mouse."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from tests.chromium import chromium, new_page
from tests.patience import PATIENT


@dataclass(frozen=True)
class Sandbox:
    addresses: dict[str, str]
    process: subprocess.Popen[str]
    errors: Path

    def stop(self) -> int:
        """Press Ctrl-C and return the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PATIENT)


@pytest.fixture
def sandbox(tmp_path: Path) -> Iterator[Sandbox]:
    errors = tmp_path / "stderr.txt"
    command = [sys.executable, "-m", "bot", "sandbox", "--no-browser"]
    with errors.open("w", encoding="utf-8") as stderr:
        process = subprocess.Popen(  # noqa: S603 # our own program
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=stderr, text=True, start_new_session=True
        )
    try:
        assert process.stdout is not None
        addresses = {}
        for line in process.stdout:
            if found := re.fullmatch(r"  (\S.*?) +(http://127\.0\.0\.1:\d+/#\S+)\n", line):
                addresses[found[1]] = found[2]
            if "Ctrl-C" in line:
                break
        assert process.poll() is None, errors.read_text(encoding="utf-8")
        yield Sandbox(addresses, process, errors)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as browser:
        yield browser


def messages(page: Page) -> Locator:
    return page.locator("#channel-message-list")


async def sit_down(browser: Browser, address: str, name: str | None = None) -> Page:
    """Open this address, as the person with this name."""
    page = await new_page(browser, viewport={"width": 1280, "height": 1100})
    await page.goto(address)
    await expect(page.locator("#channel-name")).not_to_be_empty()
    await at_rest(page)
    if name is not None:
        await page.get_by_label("Viewing as").select_option(label=name)
        await expect(page.get_by_label("Viewing as").locator("option:checked")).to_have_text(name)
    return page


async def at_rest(page: Page) -> None:
    """Wait until the page shows all its news, because a press misses a button that is redrawn meanwhile."""
    await expect(page.locator("#preview-app")).to_have_attribute("aria-busy", "false")


async def press(where: Locator, name: str) -> None:
    """Press a button that can be seen and pressed, in one step: a mouse that goes down on a button and up on the one
    that is drawn in its place presses neither.
    """
    await at_rest(where.page)
    button = where.get_by_role("button", name=name, exact=True).last
    await button.click(trial=True)
    await button.dispatch_event("click")


def board(page: Page) -> Locator:
    """Return the picture of the table."""
    return messages(page).get_by_role("img", name=re.compile("^Turn "))


def hand(page: Page) -> Locator:
    """Return the message with the person's hand."""
    return messages(page).locator("article", has=page.get_by_role("img", name=re.compile(": hand of ")))


async def drawn(page: Page) -> bytes:
    """Return the picture of the table as the browser shows it."""
    await expect(board(page)).to_have_js_property("complete", True)
    return await board(page).screenshot()


async def test_a_lone_visitor_has_a_hand_after_one_press_and_has_moved_after_two(
    sandbox: Sandbox, browser: Browser
) -> None:
    ada = await sit_down(browser, sandbox.addresses["#tavern"])
    await press(messages(ada), "Allocator")
    await expect(hand(ada)).to_contain_text("Only you can see this")
    await press(hand(ada), "Go on without a boost")
    await expect(board(ada)).to_have_accessible_name(re.compile("Manage step"))
    assert sandbox.stop() == 0
    assert sandbox.errors.read_text(encoding="utf-8") == ""


@pytest.mark.thorough
async def test_two_people_play_allocator_in_the_browser(sandbox: Sandbox, browser: Browser, tmp_path: Path) -> None:
    pages = {name: await sit_down(browser, sandbox.addresses["#tavern"], name) for name in ("Ada", "Bo")}
    ada, bo = pages.values()
    await expect(messages(ada)).to_contain_text("Welcome to the sandbox")

    await ada.locator("#channel-composer-input").press_sequentially("/match new")
    await ada.locator(".command-popup [role=option]").first.click()
    await ada.get_by_label("Send").click()
    await messages(ada).get_by_role("combobox", name="Choose a game").click()
    await messages(ada).get_by_role("option", name="Allocator").click()
    await press(messages(ada), "People here")
    await expect(messages(bo)).to_contain_text("Match #1 · Allocator")
    await press(messages(bo), "Join")
    await expect(messages(ada)).to_contain_text("Bo plays")
    await press(messages(ada), "Start")

    await expect(board(ada)).to_have_accessible_name(re.compile("Develop step"))
    await expect(board(bo)).to_have_accessible_name(re.compile("Develop step"))
    asked = await messages(ada).locator(".mention").last.inner_text()
    name = asked.removeprefix("@")
    player, other = (ada, bo) if name == "Ada" else (bo, ada)
    await press(messages(player), "My hand")
    await expect(hand(player)).to_contain_text("Only you can see this")
    before = await drawn(other)

    await press(hand(player), "Go on without a boost")
    await expect(board(other)).to_have_accessible_name(re.compile("Manage step"))
    assert await drawn(other) != before
    await expect(hand(other)).to_have_count(0)

    letters = await sit_down(browser, sandbox.addresses[f"{name}'s direct messages"])
    await press(hand(letters), "End and attack")
    await press(hand(letters), "Do it anyway")
    await expect(board(other)).not_to_have_accessible_name(re.compile("Manage step"))

    for number, page in enumerate((player, other, letters)):
        await page.screenshot(path=tmp_path / f"{number}.png")
        await expect(page.locator("#inspector-count")).to_be_hidden()
    assert sandbox.stop() == 0
    assert sandbox.errors.read_text(encoding="utf-8") == ""
