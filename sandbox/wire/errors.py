"""Discord's refusals ("Opcodes and Status Codes", JSON)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

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
    30008: (400, "Maximum number of emojis reached"),
    30032: (400, "Maximum number of application commands reached"),
    30046: (400, "Maximum number of edits to messages older than 1 hour reached. Try again later"),
    40001: (401, "Unauthorized"),
    40003: (403, "You are opening direct messages too fast"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50003: (403, "Cannot execute action on a DM channel"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50014: (401, "Invalid authentication token provided"),
    50024: (400, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50033: (400, "Invalid Recipient(s)"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    50278: (403, "Cannot send messages to this user due to having no mutual guilds"),
    160004: (400, "A thread has already been created for this message"),
    160005: (403, "Thread is locked"),
}
"""Status and message by code."""


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
