"""Discord's refusals ("Opcodes and Status Codes", JSON)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

_LIST: Final = Path(__file__).with_name("error_codes.txt")

Json = dict[str, Any]
"""A JSON object."""

MESSAGES: Final[Mapping[int, tuple[int, str]]] = {
    0: (404, "404: Not Found"),
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10013: (404, "Unknown User"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    10063: (404, "Unknown application command"),
    20009: (400, "Explicit content cannot be sent to the desired recipient(s)"),
    20016: (429, "This action cannot be performed due to slowmode rate limit."),
    20026: (403, "Your bot has been flagged by our anti-spam system for abusive behavior."),
    20028: (429, "The write action you are performing on the channel has hit the write rate limit."),
    30008: (400, "Maximum number of emojis reached"),
    30032: (400, "Maximum number of application commands reached"),
    30033: (400, "Max number of thread participants has been reached (1000)"),
    30034: (400, "Max number of daily application command creates has been reached (200)"),
    30046: (400, "Maximum number of edits to messages older than 1 hour reached. Try again later"),
    40001: (401, "Unauthorized"),
    40003: (403, "You are opening direct messages too fast"),
    40005: (413, "Request entity too large"),
    40058: (400, "Cannot send a message in a forum channel"),
    40060: (400, "Interaction has already been acknowledged."),
    40094: (400, "Maximum number of follow up messages has been hit for this interaction"),
    40333: (403, "internal network error"),
    50001: (403, "Missing Access"),
    50003: (403, "Cannot execute action on a DM channel"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50008: (400, "Cannot send messages in a non-text channel"),
    50013: (403, "Missing Permissions"),
    50014: (401, "Invalid authentication token provided"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50033: (400, "Invalid Recipient(s)"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    130000: (503, "API resource is currently overloaded. Try again a little later"),
    160004: (400, "A thread has already been created for this message"),
    160005: (403, "Thread is locked"),
    160006: (400, "Maximum number of active threads reached"),
    160007: (400, "Maximum number of active announcement threads reached"),
    200000: (400, "Message was blocked by automatic moderation"),
    200001: (400, "Title was blocked by automatic moderation"),
    220001: (400, "Webhooks posted to forum channels must have a thread_name or thread_id"),
    240000: (400, "Message blocked by harmful links filter"),
}
"""Status and message by code. Discord publishes no statuses: they are those that others were answered with. It does not
list 20026, a bot in quarantine (discord-api-docs #2669).
"""


@cache
def published_codes() -> Mapping[int, str]:
    """Return every code that Discord lists, with a few words of ours. The first line of the file has the date."""
    lines = _LIST.read_text(encoding="utf-8").splitlines()
    listed = (line.partition(" ") for line in lines if line and not line.startswith("#"))
    return {int(code): words for code, _, words in listed}


class ApiError(Exception):
    """A request that Discord refuses."""

    def __init__(self, code: int, message: str | None = None, *, status: int | None = None) -> None:
        usual_status, usual_message = MESSAGES.get(code, (400, "Error"))
        self.code = code
        self.status = status or usual_status
        self.message = message or usual_message
        self.errors: Json | None = None
        super().__init__(f"{self.status} {self.code} {self.message}")

    def body(self) -> Json:
        """Return the answer as JSON."""
        return {"message": self.message, "code": self.code, **({"errors": self.errors} if self.errors else {})}


class RateLimitedError(ApiError):
    """The answer 429 ("Rate Limits", Exceeding A Rate Limit)."""

    def __init__(self, retry_after: float, *, everywhere: bool = False, code: int = 0, shared: bool = False) -> None:
        """everywhere: the limit is that of all requests of the bot. shared: it is that of a channel or server, which
        others may have used up; such an answer is no invalid request.
        """
        super().__init__(code, None if code else "You are being rate limited.", status=429)
        self.retry_after = retry_after
        self.everywhere = everywhere
        self.shared = shared

    def body(self) -> Json:
        """Return the answer as JSON."""
        return {**super().body(), "retry_after": self.retry_after, "global": self.everywhere}


class BlockedError(ApiError):
    """Cloudflare's answer 429 to a banned address: a page that names no time, and no JSON (discord-api-docs #5810)."""

    page: Final = "error code: 1015"

    def __init__(self) -> None:
        super().__init__(0, self.page, status=429)


@dataclass(frozen=True)
class Problem:
    """A field of a form that breaks a rule."""

    path: tuple[str | int, ...]
    message: str
    rule: str

    def __str__(self) -> str:
        """Return the problem as a line for the report of a failed test."""
        return f"{'.'.join(map(str, self.path)) or '(whole)'}: {self.message} [{self.rule}]"


class FormError(ApiError):
    """A refused form: error 50035 with a tree of the form's problems ("API Reference", Error Messages)."""

    def __init__(self, problems: Iterable[Problem], *, code: int = 50035) -> None:
        super().__init__(code)
        self.problems = tuple(problems)
        self.errors = _tree(self.problems) if code == 50035 else None


def _tree(problems: Iterable[Problem]) -> Json:
    tree: Json = {}
    for problem in problems:
        branch = tree
        for step in problem.path:
            branch = branch.setdefault(str(step), {})
        code = problem.rule.upper().replace(" ", "_").replace("-", "_")
        branch.setdefault("_errors", []).append({"code": code, "message": problem.message})
    return tree
