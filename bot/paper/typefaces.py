"""The font of all pictures as files that a PDF can carry: Inter in its weights, with the letters that are needed."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.resources import as_file
from io import BytesIO
from pathlib import Path
from string import printable
from tempfile import TemporaryDirectory
from typing import Final

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from bot.content.seeds import Rulebook
from bot.paper.piles import Draft
from render import fonts
from render.fonts import Type

CARDS, BOOK = "cards", "book"
"""The families of type: for words on cards, which are as wide as pictures measure them, and for long texts."""
PLAIN, BOLD = "", "B"
_SIZES: Final = {CARDS: 32, BOOK: 14}
"""The optical size of each family."""
_MARKS: Final = "·•…"
_LAYOUT: Final = ("GDEF", "GPOS", "GSUB")
"""Tables that place letters. Pictures do not use them, and to make one weight of them takes a minute."""

Faces = Mapping[tuple[str, str], Path]
"""A file for each family and style."""


@contextmanager
def typefaces(draft: Draft, book: Rulebook) -> Iterator[Faces]:
    """Make the font files for a draft, for as long as the context lasts."""
    letters = {*printable, *_MARKS, *book.text, *json.dumps(draft.content.tables, ensure_ascii=False)}
    options = Options()
    options.layout_features, options.notdef_outline = [], True
    options.drop_tables += _LAYOUT
    subsetter, subset = Subsetter(options), BytesIO()
    subsetter.populate(unicodes=[ord(letter) for letter in letters if letter.isprintable()])
    with as_file(fonts.FONT) as path:
        font = TTFont(path, recalcTimestamp=False)
        subsetter.subset(font)
        font.save(subset)
    with TemporaryDirectory() as folder:
        faces = {}
        for family, size in _SIZES.items():
            for style in (PLAIN, BOLD):
                subset.seek(0)
                face = TTFont(subset, recalcTimestamp=False)
                instantiateVariableFont(face, fonts.axes(Type(size, bold=style == BOLD)), inplace=True)
                faces[family, style] = Path(folder) / f"{family}{style}.ttf"
                face.save(faces[family, style])
        yield faces
