"""The parts of a page, read and changed as someone with a text editor would."""

import json
import re
import zlib
from base64 import b64decode
from dataclasses import replace
from hashlib import sha256
from html import escape, unescape
from typing import Any

from bot.content.library import load_library
from bot.exports.page import text_of
from bot.replay.moments import Replay, replayed
from tests.bot.replay.matches import committed


def a_replay(key: str = "tnb", names: tuple[str, ...] = ("Ada", "Bo")) -> Replay:
    """Return a finished match whose deal can be checked."""
    return replayed(replace(committed(key).record, names=names), load_library())


def part(html: str, identity: str) -> str:
    """Return the markup inside the element with this id."""
    match = re.search(rf'<(\w+)[^>]* id="{identity}"[^>]*>(.*?)</\1>', html, re.DOTALL)
    assert match is not None
    return match[2]


def file_of(html: str) -> str:
    return unescape(part(html, "file").removeprefix("\n"))


def contents_of(html: str) -> Any:
    return json.loads(zlib.decompress(b64decode(part(html, "contents"))))


def changed(html: str, old: str, new: str) -> str:
    """Return the page with a line of its match file, or of its log, changed."""
    old, new = escape(old, quote=False), escape(new, quote=False)
    assert html.count(old) >= 1
    return html.replace(old, new, 1)


def sealed(html: str) -> str:
    """Return the page with the fingerprint of its present content, as a careful forger would leave it."""
    parts = [
        file_of(html),
        text_of(part(html, "log")),
        *(part(html, each) for each in ("tiles", "tile-numbers", "contents")),
    ]
    fingerprint = sha256("\n".join(parts).encode()).hexdigest()
    return html.replace(part(html, "fingerprint"), fingerprint)
