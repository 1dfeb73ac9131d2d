"""The answer to `/about`: the bot's purpose and version, the link that adds it, and its operator."""

from typing import Final

from bot.model.operator import Operator

_WHAT: Final = (
    "**Hidden Hand**, version {version}: tabletop games with hidden hands. `/play` starts one, `/help` shows the way."
)
NO_CONTACT: Final = "The person who runs this bot hasn't said how to reach them. Ask an admin of a server that has it."


def about_text(operator: Operator, version: str, *, server_invite: str, user_invite: str) -> str:
    """Return the answer to `/about`. The links add the bot to a server and to a user's account."""
    return "\n".join(
        [
            _WHAT.format(version=version),
            f"**Add me** [to a server](<{server_invite}>) or [to your account](<{user_invite}>).",
            f"**Who runs me:** {operator.contact or NO_CONTACT}",
            *(f"{name}: <{url}>" for name, url in operator.pages),
            "-# What I keep about you: `/privacy`.",
        ]
    )
