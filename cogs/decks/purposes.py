"""The types of ids of the buttons, menus and forms of decks."""

from typing import Final

from cogs.widgets.ids import NAME, PAGE, Field, Purpose

_DECK: Final = Field("deck", "[0-9]{1,18}", lambda text: f"#{text}")
_PLACE: Final = (
    _DECK,
    PAGE,
    Field("out", "[0-9]{1,4}", int),
    Field("copies", "[1-9]", int),
    Field("count", "[0-9]{1,4}", int),
)
DECK_TURN: Final = Purpose("deck-turn", Field("role", "[a-z]{1,10}", str), *_PLACE)
DECK_ADD: Final = Purpose("deck-add", *_PLACE)
DECK_OUT: Final = Purpose("deck-out", *_PLACE)
DECK_TYPE: Final = Purpose("deck-type", *_PLACE)
DECK_TYPED: Final = Purpose("deck-typed", *_PLACE)
DECK_COMPLETE: Final = Purpose("deck-complete", *_PLACE)
DECK_DEFAULT: Final = Purpose("deck-default", *_PLACE)
DECK_DELETE: Final = Purpose("deck-delete", Field("deck", "[0-9]{1,18}|all", str))
DECK_KEEP: Final = Purpose("deck-keep")
DECK_PICK: Final = Purpose("deck-pick", Field("role", "[a-z]{1,10}", str), PAGE)
DECK_PICKED: Final = Purpose("deck-picked", Field("role", "[a-z]{1,10}", str))
DECK_RENAME: Final = Purpose("deck-rename", _DECK)
DECK_BEGIN: Final = Purpose("deck-begin")
DECK_NEW: Final = Purpose("deck-new", NAME)
DEFAULT_OF: Final = Purpose("default-of")
DEFAULT_DECK: Final = Purpose("default-deck", NAME)
DECK_IMPORT: Final = Purpose("deck-import", Field("game", r"(?:[a-z0-9_]{1,32}(?:\.[0-9]{1,15})?)?", str))
