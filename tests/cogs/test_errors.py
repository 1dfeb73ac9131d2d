"""An unforeseen error is logged with a report number and answered kindly; a foreseen one is answered with its
reason.
"""

from types import SimpleNamespace
from typing import Any

import discord
import pytest
import structlog
from discord import app_commands

from bot.model.reasons.match import BoardMovedOn
from bot.store.errors import StoreError
from cogs.delivery.error_texts import kind_words
from cogs.messages.picture_cache import Drawn
from cogs.widgets import purposes
from rules.core.game import TableError
from rules.core.notation import NotationError
from rules.core.play import IllegalActionError
from tests.cogs.town import Town, press, private


class Response:
    status = 403
    reason = "Forbidden"


def refused_by_discord(kind: type[discord.HTTPException], code: int) -> discord.HTTPException:
    answer: Any = Response()
    return kind(answer, {"code": code, "message": "secret words"})


def caused(cause: BaseException | None) -> app_commands.TransformerError:
    """Return the errors that discord.py raises for unreadable options."""
    transformer: Any = SimpleNamespace(_error_display_name="deck")
    error = app_commands.TransformerError("x", discord.AppCommandOptionType.string, transformer)
    error.__cause__ = cause
    return error


COMMAND: Any = SimpleNamespace(name="play")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (app_commands.CommandInvokeError(COMMAND, IllegalActionError("Not now (rule 4.3).")), "Not now (rule 4.3)."),
        (app_commands.CommandInvokeError(COMMAND, caused(StoreError("disk"))), "look that up just now"),
        (caused(BoardMovedOn()), "The match has moved on since that button was made."),
        (BoardMovedOn(), "The match has moved on since that button was made."),
        (IllegalActionError("Not now (rule 4.3)."), "Not now (rule 4.3)."),
        (TableError("Every player needs a deck."), "Every player needs a deck."),
        (NotationError("write it like this: end"), "write it like this: end"),
        (StoreError("disk"), "look that up just now"),
        (refused_by_discord(discord.Forbidden, 50013), "`/hand` and my direct messages still work"),
        (refused_by_discord(discord.NotFound, 10008), "Nothing is lost"),
        (refused_by_discord(discord.HTTPException, 0), "Nothing is lost"),
        (app_commands.CommandNotFound("old", []), "has just changed"),
    ],
)
def test_every_foreseen_error_tells_the_user_how_to_go_on(error: Exception, said: str) -> None:
    assert said in kind_words(error)
    assert "secret words" not in kind_words(error)


@pytest.mark.parametrize(
    "error", [KeyError("the hand of Bo"), caused(None), caused(KeyboardInterrupt("the hand of Bo"))]
)
def test_an_unforeseen_error_is_logged_without_its_text_under_the_number_that_is_told(error: Exception) -> None:
    with structlog.testing.capture_logs() as lines:
        text = kind_words(error)
    assert [line["event"] for line in lines] == ["unexpected error"]
    assert lines[0]["report"] in text
    assert "Bo" not in str(lines) + text


async def test_a_fault_in_a_command_or_button_ends_in_a_kind_private_answer(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    await town.open("allocator", town.ada, town.bo)

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    with structlog.testing.capture_logs() as lines, monkeypatch.context() as patched:
        patched.setattr(Drawn, "hand", broken)
        for result in (await town.ada.slash(town.tavern, "hand"), await press(town.ada, town.board(), purposes.HAND)):
            assert "Something went wrong on my side" in private(result).content
    assert len(lines) == 2
    assert private(await town.ada.slash(town.tavern, "hand")).attachments
