"""The promises of the person who runs the bot, as `/privacy` shows them."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Operator:
    """The person who runs the bot, and for how long they keep what it stores."""

    contact: str = ""
    """The address at which users reach the operator; "" if it is not set."""
    privacy_url: str = ""
    """The address of the page with the operator's privacy notice; "": there is none."""
    terms_url: str = ""
    """The address of the page with the operator's terms; "": there is none."""
    log_months: int = 0
    """Months after which a match that has ended loses its log; 0: never."""
    backup_days: int = 0
    """Days for which automatic backups are kept, rounded up; 0: none are made."""

    @property
    def pages(self) -> Sequence[tuple[str, str]]:
        """Return the name and the address of each page that is set."""
        return [(name, url) for name, url in (("Privacy", self.privacy_url), ("Terms", self.terms_url)) if url]
