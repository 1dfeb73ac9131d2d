"""`/privacy` says what is kept, for how long and who answers for it, by the settings of the operator."""

import pytest

from bot.model.operator import Operator
from bot.process.config import Settings
from cogs.messages.about import NO_CONTACT
from cogs.messages.message import LIMIT
from cogs.people.privacy import privacy_text
from tests.cogs.town import Town, private


def longest(name: str) -> int:
    [limit] = [each.max_length for each in Settings.model_fields[name].metadata if hasattr(each, "max_length")]
    return int(limit)


async def test_everyone_can_read_the_notice_privately_also_in_direct_messages(town: Town) -> None:
    said = private(await town.ada.slash(town.tavern, "privacy"))
    assert said.content == privacy_text(Operator())
    assert NO_CONTACT in said.content
    assert "/data delete" in said.content
    direct = await town.ada.user.slash("privacy")
    assert direct.response is not None
    assert direct.response.content == said.content


def test_the_contact_and_the_pages_of_the_operator_are_shown() -> None:
    operator = Operator(contact="games@example.org", privacy_url="https://example.org/p", terms_url="https://e.org/t")
    text = privacy_text(operator)
    assert text.endswith("**Contact:** games@example.org\nPrivacy: <https://example.org/p>\nTerms: <https://e.org/t>")
    assert NO_CONTACT not in text


@pytest.mark.parametrize(
    ("months", "days", "shown"),
    [
        (0, 0, "until you delete it. Backups made before you delete it still hold it."),
        (
            0,
            7,
            "until you delete it. Backups made before you delete it still hold it; automatic ones are deleted after ",
        ),
        (1, 1, "A match that has been over for 1 month loses its moves, cards and notes, and keeps its result. "),
        (6, 7, "A match that has been over for 6 months loses its moves"),
    ],
)
def test_the_notice_says_how_long_data_is_kept_by_the_settings(months: int, days: int, shown: str) -> None:
    assert shown in privacy_text(Operator(log_months=months, backup_days=days))


def test_the_longest_settings_leave_the_notice_within_a_message() -> None:
    address = "https://example.org/" + "x" * longest("privacy_url")
    operator = Operator(
        contact="x" * longest("operator_contact"),
        privacy_url=address,
        terms_url=address,
        log_months=1200,
        backup_days=365_000,
    )
    assert len(privacy_text(operator)) <= LIMIT
