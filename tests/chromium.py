"""The real browser for the tests of pages."""

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import pytest
from playwright.async_api import Browser, Page, async_playwright, expect

from tests.patience import PATIENT

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


_PATIENT: Final = 1000 * PATIENT
"""Milliseconds, as playwright counts."""


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """Start the machine's Chromium. Without one the test is skipped, or fails where all must run."""
    path = shutil.which("chromium")
    if path is None:
        reason = "there is no chromium here: `apt-get install chromium` on Debian"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    async with async_playwright() as playwright:
        expect.set_options(timeout=_PATIENT)
        browser = await playwright.chromium.launch(executable_path=path, args=FLAGS, timeout=_PATIENT)
        yield browser
        await browser.close()


async def new_page(browser: Browser, **options: Any) -> Page:
    """Open an empty page, which waits for anything as long as a busy machine needs."""
    page = await browser.new_page(**options)
    page.set_default_timeout(_PATIENT)
    return page
