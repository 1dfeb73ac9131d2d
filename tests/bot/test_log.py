"""Logs: one line each, including those of discord.py, without secrets."""

import io
import json
import logging
from functools import partial

import pytest
import structlog
from pydantic import SecretStr

from bot.log import LogFormat, origin, set_up_logging

SECRET = "correct-horse-battery"  # noqa: S105 # nobody's
GUESTS: dict[str, int] = {}
TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GabcdE.abcdefghijklmnopqrstuvwxyz0123456789AB"  # noqa: S105 # nobody's
WEBHOOK_TOKEN = "aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4OkFiQ2RFZkdoSWpLbA-_9"  # noqa: S105 # nobody's


pytestmark = pytest.mark.usefixtures("logging_as_before")


def set_up(form: LogFormat, level: str = "INFO") -> io.StringIO:
    out = io.StringIO()
    set_up_logging(level, form, [SecretStr(SECRET)], out)
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


REQUESTS: list[tuple[str, tuple[object, ...], str]] = [
    (
        "%s %s with %s has returned %s",
        ("PATCH", f"https://discord.com/api/v10/webhooks/12/{WEBHOOK_TOKEN}?wait=1", '{"content": "card-8"}', 204),
        "PATCH https://discord.com/api/v10/webhooks/12/[secret] with [21 characters] has returned 204",
    ),
    ("For Shard ID %s: WebSocket Event: %s", (0, {"d": "card-8"}), "For Shard ID 0: WebSocket Event: [dict]"),
    ("executing %s", (partial(print, "card-8"),), "executing [partial]"),
    ("%s sent %s in %.2f s", (None, b"card-8", 1.5), "None sent [bytes] in 1.50 s"),
    ("limited by %r major parameters", (f"34+12+{WEBHOOK_TOKEN}",), "limited by '[67 characters]' major parameters"),
    ("Received %s", ({"content": "card-8"},), "Received [dict]"),
    ("%(task)s: %(hand)s", ({"task": "identify", "hand": ["card-8"]},), "identify: [list]"),
    (f"lost: https://discord.com/api/interactions/12/{WEBHOOK_TOKEN}/go", (), "/interactions/12/[secret]/go"),
]
"""Templates and values that libraries log, and the text that is written."""


@pytest.mark.parametrize("level", [logging.DEBUG, logging.ERROR])
@pytest.mark.parametrize(("template", "values", "written"), REQUESTS, ids=[template for template, _, _ in REQUESTS])
def test_requests_answers_and_statements_that_a_library_logs_are_redacted(
    level: int, template: str, values: tuple[object, ...], written: str
) -> None:
    out = set_up("text", "DEBUG")
    logging.getLogger("a.library").log(level, template, *values)
    assert written in out.getvalue()
    assert not [secret for secret in (WEBHOOK_TOKEN, "card-8") if secret in out.getvalue()]


def test_a_logger_with_a_handler_of_its_own_is_redacted_as_well() -> None:
    set_up("text")
    own = io.StringIO()
    logger = logging.Logger("a.library")  # noqa: LOG001 # that no other test sees
    logger.addHandler(logging.StreamHandler(own))
    logger.warning("received %s", {"content": "card-8"})
    assert own.getvalue() == "received [dict]\n"


@pytest.mark.parametrize("form", ["text", "json"])
def test_an_error_does_not_show_the_token_in_an_address(form: LogFormat) -> None:
    out = set_up(form)
    error = OSError(f"no answer from https://discord.com/api/v10/webhooks/12/{WEBHOOK_TOKEN}/messages/@original")
    logging.getLogger("asyncio").error("Task exception was never retrieved", exc_info=error)
    assert "webhooks/12/[secret]/messages/@original" in out.getvalue()


def test_the_origin_of_an_error_names_its_kind_and_place_without_its_text() -> None:
    with pytest.raises(KeyError) as caught:
        GUESTS["card-8"]
    error_origin = origin(caught.value)
    assert error_origin.startswith("KeyError at test_log.py:")
    assert "card-8" not in error_origin
