"""`/about` names the version, the links that add the bot, and who runs it."""

from urllib.parse import parse_qs, urlsplit

from bot.model.operator import Operator
from bot.version import program_version
from cogs.delivery.permissions import PERMISSIONS, THREADS
from cogs.messages.about import NO_CONTACT, about_text
from tests.cogs.town import Town, private


async def test_everyone_sees_the_version_and_both_links_also_in_direct_messages(town: Town) -> None:
    for said in (private(await town.ada.slash(town.tavern, "about")), private(await town.ada.user.slash("about"))):
        assert f"version {program_version()}:" in said.content
        assert NO_CONTACT in said.content
        links = [part.partition(">")[0] for part in said.content.split("](<")[1:]]
        server, user = (parse_qs(urlsplit(link).query) for link in links)
        assert server["client_id"] == user["client_id"] == [str(town.client.application_id)]
        assert server["permissions"] == [str((PERMISSIONS | THREADS).value)]
        assert user["integration_type"] == ["1"]


def test_the_contact_and_the_pages_of_the_operator_are_shown() -> None:
    operator = Operator(contact="games@example.org", privacy_url="https://example.org/p", terms_url="https://e.org/t")
    text = about_text(operator, "1.0.0", server_invite="https://a", user_invite="https://b")
    assert "**Who runs me:** games@example.org\nPrivacy: <https://example.org/p>\nTerms: <https://e.org/t>" in text
