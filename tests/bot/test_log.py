"""Logs: one line each, including those of discord.py, without secrets."""

import io
import json
import logging
from collections.abc import Iterator

import pytest
import structlog
from pydantic import SecretStr

from bot.log import LogFormat, origin, set_up_logging

SECRET = "correct-horse-battery"  # noqa: S105 # nobody's
GUESTS: dict[str, int] = {}
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.abcdefghijklmnopqrstuvwxyz0123456789AB"  # noqa: S105 # nobody's


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers, root.level = handlers, level
    structlog.reset_defaults()


def set_up(form: LogFormat) -> io.StringIO:
    out = io.StringIO()
    set_up_logging("INFO", form, [SecretStr(SECRET)], out)
    return out


def test_json_has_one_object_per_line_for_our_and_discords_lines() -> None:
    out = set_up("json")
    structlog.stdlib.get_logger("bot.application.match.positions").info("quarantined", match=3)
    logging.getLogger("discord.gateway").warning("Shard %s is late", 1)
    own, discords = map(json.loads, out.getvalue().splitlines())
    assert (own["event"], own["match"], own["level"], own["logger"]) == (
        "quarantined",
        3,
        "info",
        "bot.application.match.positions",
    )
    assert (discords["event"], discords["level"], discords["logger"]) == (
        "Shard 1 is late",
        "warning",
        "discord.gateway",
    )
    assert own["timestamp"].endswith("Z")


def test_text_is_readable() -> None:
    out = set_up("text")
    structlog.stdlib.get_logger("bot.application.match.positions").info("quarantined", match=3)
    assert "quarantined" in out.getvalue()
    assert "match=3" in out.getvalue()


def test_lines_below_the_level_are_not_written() -> None:
    out = set_up("text")
    structlog.stdlib.get_logger("bot").debug("hush")
    logging.getLogger("discord").debug("hush")
    assert out.getvalue() == ""


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_secret_in_a_line_is_redacted(form: LogFormat) -> None:
    out = set_up(form)
    log = structlog.stdlib.get_logger("bot")
    log.warning("logging in", token_is=SECRET, header=f"Bot {TOKEN}", seed=4711, hand=["card-8"])
    logging.getLogger("discord.http").warning("headers: %s", {"Authorization": f"Bot {TOKEN}"})
    try:
        int(SECRET)
    except ValueError:
        log.exception("failed")
    text = out.getvalue()
    assert "ValueError" in text
    assert not [secret for secret in (SECRET, TOKEN, "4711", "card-8") if secret in text]


@pytest.mark.parametrize("form", ["text", "json"])
def test_tracebacks_do_not_show_values_of_variables(form: LogFormat) -> None:
    out = set_up(form)
    hand = "card" + "-8"
    try:
        len(hand) / 0
    except ZeroDivisionError:
        structlog.stdlib.get_logger("bot").exception("failed")
    assert "ZeroDivisionError" in out.getvalue()
    assert "card-8" not in out.getvalue()


def test_the_origin_of_an_error_names_its_kind_and_place_without_its_text() -> None:
    with pytest.raises(KeyError) as caught:
        GUESTS["card-8"]
    error_origin = origin(caught.value)
    assert error_origin.startswith("KeyError at test_log.py:")
    assert "card-8" not in error_origin
