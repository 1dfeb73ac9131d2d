"""Draw a match as a page in one file, with pictures, log and checks. It works in any browser, without a network.

A Content-Security-Policy allows nothing but the page's own script and style, by their hashes. Names and sentences are
escaped, or set as text by the script. A page for one seat holds what that seat saw, and nothing of the deal.
"""

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from html import escape, unescape
from importlib.resources import files
from typing import Any, Final
from zlib import compress

from bot.exports.animation import LIMIT, evenly
from bot.exports.viewer import Viewer
from bot.replay.moments import Moment, Replay, TurningPoint, ply_predicate, sentences_of
from bot.replay.notation import write
from bot.replay.record import named
from bot.store.plies import PlyKind
from render.picture import hand_canvas, hand_text, table_canvas, table_text
from render.tiles import HIGH, WIDE, Tiles, palettes

MOST_PICTURED: Final = 400
"""The maximum number of moments that have their own pictures."""
_FEWEST: Final = 2
_EFFORT: Final = 6
_SLOT: Final = re.compile(r"\{\{(\w+)\}\}")
_TAG: Final = re.compile(r"<[^>]*>")


@dataclass(frozen=True, slots=True)
class Page:
    """A page that shows a match."""

    html: str
    fingerprint: str
    """The SHA-256 of the page's log, match file and pictures, in hexadecimal digits; "" for a page for one seat."""


def page(replay: Replay, viewer: Viewer, limit: int = LIMIT) -> Page:
    """Return a match as a page. If the viewer has no seat, the page shows all hands and holds the match file, which
    names the seed.

    limit: the maximum size, in bytes. To keep it, pictures of some moments are left out.
    """
    viewer, most = replace(viewer, names=tuple(map(_one_line, viewer.names))), MOST_PICTURED
    while True:
        made = _page(replay, viewer, most)
        size = len(made.html.encode())
        if size <= limit or most <= _FEWEST:
            return made
        most = max(min(most, len(replay.moments)) * limit // (size + size // 8), _FEWEST)


def _page(replay: Replay, viewer: Viewer, most: int) -> Page:
    """Return a page in which at most `most` moments, besides turning points, have their own pictures."""
    names = viewer.names
    slots = {"log": "".join(_log(replay, viewer)), **_pictures(replay, viewer, most)}
    fingerprint = check = ""
    if viewer.seat is None:
        file = write(named(replay.record, names))
        content = "\n".join([file, text_of(slots["log"]), slots["tiles"], slots["tile_numbers"], slots["contents"]])
        fingerprint = sha256(content.encode()).hexdigest()
        check = _filled("check.html", {"fingerprint": fingerprint, "file": escape(file, quote=False)})
    script, style = _asset("page.js"), _asset("page.css")
    title = f"{replay.game.title}: {', '.join(names)}"
    turn_buttons = _asset("turns.html") if _turns(replay, viewer) else ""
    html = _filled(
        "page.html",
        slots
        | {
            "title": escape(title),
            "result": escape(_result(replay, viewer)),
            "summary": escape(f"{_result(replay, viewer)} {_seen(viewer)}"),
            "script": script,
            "script_hash": _csp_hash(script),
            "style": style,
            "style_hash": _csp_hash(style),
            "turn_buttons": turn_buttons,
            "check": check,
        },
    )
    return Page(html, fingerprint)


def text_of(html: str) -> str:
    """Return the text of markup as a browser reads it (`textContent`)."""
    return unescape(_TAG.sub("", html))


def _result(replay: Replay, viewer: Viewer) -> str:
    outcome = replay.record.outcome
    if outcome is None:
        return "It ended without a result."
    return f"{replay.game.result(outcome, viewer.names)} {replay.game.closing(outcome)}".rstrip()


def _seen(viewer: Viewer) -> str:
    return "With all hands." if viewer.seat is None else f"As {viewer.names[viewer.seat]} saw it."


def _turns(replay: Replay, viewer: Viewer) -> Sequence[TurningPoint]:
    """Return the turning points of a match; () for a viewer with a seat, since they reveal hidden cards."""
    return replay.turning_points if viewer.seat is None else ()


def _log(replay: Replay, viewer: Viewer) -> Iterator[str]:
    """Yield the entries of the log as HTML, one for each moment."""
    points = {point.ply: point for point in _turns(replay, viewer)}
    for moment in replay.moments:
        who = viewer.names[moment.played.seat] if moment.played else ""
        label = f"{moment.ply} · {who}" if who else replay.beginning.capitalize()
        lines = [f"<p>{escape(line, quote=False)}</p>" for line in _sentences(moment, viewer)]
        if moment.is_undone:
            lines.append('<p class="aside">Taken back later.</p>')
        if moment.ply in points:
            turn = " ".join(points[moment.ply].told(viewer.names))
            lines.append(f'<p class="turn">{escape(turn, quote=False)}</p>')
        undone = ' class="undone"' if moment.is_undone else ""
        link = f'<a href="#ply-{moment.ply}">{escape(label, quote=False)}</a>'
        yield f'<li id="log-{moment.ply}" data-who="{escape(who)}"{undone}>{link}{"".join(lines)}</li>'


def _sentences(moment: Moment, viewer: Viewer) -> list[str]:
    sentences = sentences_of(moment, viewer.names, viewer.seat, all_hands=viewer.seat is None)
    if moment.played is not None and moment.played.kind is not PlyKind.ACTION:
        sentences.insert(0, f"{viewer.names[moment.played.seat]} {ply_predicate(moment.played)}.")
    return sentences


def _pictures(replay: Replay, viewer: Viewer, most: int) -> Mapping[str, str]:
    """Return the pictures with their texts, compressed and in base64, by the slots of the page."""
    tiles, texts, names = Tiles(), dict[str, int](), viewer.names
    own = set(evenly(len(replay.moments), most)) | {point.ply for point in _turns(replay, viewer)}

    def text(words: str) -> int:
        return texts.setdefault(words, len(texts))

    def parts(moment: Moment) -> list[tuple[int, int, int]]:
        game, view = moment.game, moment.view(viewer.seat)
        hands = moment.hands if viewer.seat is None else [view]
        table = (text("Table"), tiles.add(table_canvas(game, view, names)), text(table_text(game, view, names)))
        return [
            table,
            *(
                (
                    text(f"Hand of {names[hand.seat or 0]}"),
                    tiles.add(hand_canvas(game, hand, names)),
                    text(hand_text(game, hand, names)),
                )
                for hand in hands
            ),
        ]

    moments = [parts(moment) if moment.ply in own else None for moment in replay.moments]
    contents: dict[str, Any] = {
        "last": replay.last,
        "beginning": replay.beginning,
        "wide": WIDE,
        "high": HIGH,
        "sizes": tiles.sizes,
        "palettes": palettes(),
        "turns": [point.ply for point in _turns(replay, viewer)],
        "texts": list(texts),
        "moments": moments,
    }
    packed = compress(json.dumps(contents, separators=(",", ":")).encode(), _EFFORT)
    return {
        "tiles": b64encode(tiles.packed_tiles()).decode(),
        "tile_numbers": b64encode(tiles.packed_pictures()).decode(),
        "contents": b64encode(packed).decode(),
    }


def _one_line(name: str) -> str:
    return " ".join("".join(each if each.isprintable() else " " for each in name).split()) or "-"


def _csp_hash(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()


def _filled(asset: str, slots: Mapping[str, str]) -> str:
    """Return a template with its slots filled. Slots in the filled-in text are left alone."""
    return _SLOT.sub(lambda slot: slots[slot[1]], _asset(asset))


def _asset(name: str) -> str:
    return files("bot.exports").joinpath("assets", name).read_text(encoding="utf-8")
