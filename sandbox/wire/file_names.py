"""The names of files, and the links to them in a message ("API Reference", Uploading Files)."""

import re
import unicodedata


def cleaned_name(name: str) -> str:
    """Return the name that Discord gives a file: of ASCII letters, digits, underscores, dashes and dots.

    Blanks become underscores, and everything else is cut (discord-api-docs #4847, #2102, #7754).
    """
    ascii_only = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    joined = "_".join(re.sub(r"[/\\]", " ", ascii_only).split())
    return re.sub(r"[^\w.\-]", "", joined, flags=re.ASCII).strip("._") or "unknown"


def named_by(url: str) -> str | None:
    """Return the name of the file that a link such as `attachment://board.png` stands for; None for another link."""
    name = url.removeprefix("attachment://")
    return None if name == url else cleaned_name(name)
