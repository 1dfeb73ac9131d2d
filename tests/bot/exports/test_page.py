"""A match as a page: complete, without network access, escaped, and, from a seat, with only what that seat saw."""

import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256

import pytest

from bot.exports import page as exports
from bot.exports.page import page, text_of
from bot.exports.viewer import Viewer
from bot.model.commitment import write_seed
from bot.replay.moments import Replay, sentences_of
from bot.replay.notation import read, write
from bot.replay.record import named
from render.picture import hand_text, table_text
from tests.bot.exports.page_parts import a_replay, contents_of, file_of, part, sealed

NAMES = ("Ada", "Bo")
HOSTILE = ("</script><script>alert(1)</script>", "<img src=x onerror=alert(1)> & {{seed}}\u202e")


@pytest.fixture(scope="module")
def replay() -> Replay:
    return a_replay()


@pytest.fixture(scope="module")
def html(replay: Replay) -> str:
    return page(replay, Viewer(NAMES)).html


def test_a_page_holds_the_match_file_and_every_sentence(replay: Replay, html: str) -> None:
    assert file_of(html) == write(named(replay.record, NAMES))
    assert read(file_of(html)).plies == replay.record.plies
    log = text_of(part(html, "log"))
    for moment in replay.moments:
        assert all(sentence in log for sentence in sentences_of(moment, NAMES, None, all_hands=True))
    for point in replay.turning_points:
        assert f'<li id="log-{point.ply}"' in html
    assert log.count("Turning point") == len(replay.turning_points)


def test_every_moment_has_pictures_with_their_words(replay: Replay, html: str) -> None:
    contents = contents_of(html)
    assert len(contents["moments"]) == contents["last"] + 1 == len(replay.moments)
    for moment, parts in zip(replay.moments, contents["moments"], strict=True):
        words = {contents["texts"][heading]: contents["texts"][text] for heading, _, text in parts}
        assert words == {
            "Table": table_text(replay.game, moment.view(None), NAMES),
            **{f"Hand of {NAMES[seat]}": hand_text(replay.game, moment.view(seat), NAMES) for seat in (0, 1)},
        }
        assert all(0 <= picture < len(contents["sizes"]) for _, picture, _ in parts)


def test_nothing_but_its_own_script_and_style_is_allowed(html: str) -> None:
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)
    assert policy is not None
    inline = [re.findall(f"<{name}>(.*?)</{name}>", html, re.DOTALL) for name in ("script", "style")]
    hashes = [b64encode(sha256(only.encode()).digest()).decode() for [only] in inline]
    assert policy[1] == (
        f"default-src 'none'; script-src 'sha256-{hashes[0]}'; style-src 'sha256-{hashes[1]}'; "
        "base-uri 'none'; form-action 'none'"
    )
    assert not re.search(r"""(src|href)\s*=\s*["']?(https?:)?//|@import|url\(|\son\w+=|\sstyle=""", html)


def test_names_are_text_and_nothing_else() -> None:
    replay = a_replay(names=HOSTILE)
    html = page(replay, Viewer(HOSTILE)).html
    assert html.count("<script>") == html.count("<script type") - 2 == 1
    assert "<img" not in html
    assert "\u202e" not in html
    assert "&lt;img src=x onerror=alert(1)&gt; &amp; {{seed}}" in html
    assert sealed(html) == html


@pytest.mark.parametrize("seat", [0, 1])
def test_a_page_from_a_seat_holds_what_that_seat_saw(replay: Replay, seat: int) -> None:
    made = page(replay, Viewer(NAMES, seat))
    contents, other = contents_of(made.html), 1 - seat
    assert made.fingerprint == ""
    assert f"Hand of {NAMES[other]}" not in contents["texts"]
    assert contents["turns"] == []
    for moment, parts in zip(replay.moments, contents["moments"], strict=True):
        view = moment.view(seat)
        assert [contents["texts"][text] for _, _, text in parts] == [
            table_text(replay.game, view, NAMES),
            hand_text(replay.game, view, NAMES),
        ]
    entries = re.findall(r'<li id="log-\d+".*?</li>', made.html)
    for moment, entry in zip(replay.moments, entries, strict=True):
        label = f"{moment.ply} · {NAMES[moment.played.seat]}" if moment.played else "Deal"
        assert text_of(entry) == label + "".join(sentences_of(moment, NAMES, seat))
    record = replay.record
    assert record.proof is not None
    for value in (write_seed(record.deal.seed), record.proof.secret.digits, record.deal.digest):
        assert str(value) not in made.html
    assert not any(ply.digest in made.html for ply in record.plies)


def test_the_fingerprint_is_that_of_log_file_and_pictures(replay: Replay, html: str) -> None:
    made = page(replay, Viewer(NAMES))
    assert made.html == html, "the same match gives the same page"
    assert part(html, "fingerprint") == made.fingerprint
    assert sealed(html) == html


def test_a_long_match_keeps_its_log_and_leaves_out_pictures(replay: Replay, html: str) -> None:
    limit = len(html.encode()) * 4 // 5
    made = page(replay, Viewer(NAMES), limit)
    assert len(made.html.encode()) <= limit
    moments = contents_of(made.html)["moments"]
    assert None in moments
    assert moments[0] is not None
    assert moments[-1] is not None
    assert all(moments[point.ply] is not None for point in replay.turning_points)
    assert part(made.html, "log") == part(html, "log")


def test_a_match_without_a_message_or_result_is_a_page_as_well(replay: Replay, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exports, "MOST_PICTURED", 2)
    without = Replay(replace(replay.record, proof=None, outcome=None), replay.moments)
    html = page(without, Viewer(NAMES)).html
    assert "It ended without a result." in html
    assert "\nmessage " not in file_of(html)
