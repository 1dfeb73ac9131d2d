"""Notes as they are stored: JSON with the name of their class and their fields."""

import json
from dataclasses import asdict
from typing import Any, Final, get_args

from bot.model.notes import Note
from bot.model.proposal import Kind, Terms

_KINDS: Final = {kind.__name__: kind for kind in get_args(Note)}


def write_note(note: Note) -> str:
    """Return the JSON in which a note is stored."""
    return json.dumps({"kind": type(note).__name__, **asdict(note)}, ensure_ascii=False)


def read_note(stored: str) -> Note:
    """Return the note that is stored in this JSON."""
    fields: dict[str, Any] = json.loads(stored)
    kind = _KINDS[fields.pop("kind")]
    if "terms" in fields:
        terms = fields["terms"]
        fields["terms"] = Terms(**terms | {"kind": Kind(terms["kind"])})
    note: Note = kind(**fields)
    return note
