"""Letters of scripts that the font of all pictures lacks: which font has them, in what order they stand, how they join.

HarfBuzz shapes and draws them, and the Unicode Bidirectional Algorithm orders them, both from installed packages: a
name looks the same on every machine. The fonts are packages too. Those for Chinese, Japanese and Korean, and for
emojis, are in no package; `add_fonts` takes them from a folder of the operator.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import as_file, files
from itertools import groupby
from pathlib import Path
from threading import Lock
from typing import Any, Final, NamedTuple

from bidi import algorithm
from bidi.mirror import MIRRORED
from PIL import Image

_PACKAGES: Final[tuple[tuple[str, str], ...]] = (
    ("fontpkg_noto_sans", "NotoSans[wdth,wght].ttf"),
    ("fontpkg_heebo", "Heebo[wght].ttf"),  # Hebrew
    ("fontpkg_noto_sans_arabic", "NotoSansArabic[wdth,wght].ttf"),
    ("fontpkg_noto_sans_devanagari", "NotoSansDevanagari[wdth,wght].ttf"),
    ("fontpkg_noto_sans_thai", "NotoSansThai[wdth,wght].ttf"),
    ("fontpkg_noto_sans_tamil", "NotoSansTamil[wdth,wght].ttf"),
    ("fontpkg_noto_sans_telugu", "NotoSansTelugu[wdth,wght].ttf"),
    ("fontpkg_noto_sans_khmer", "NotoSansKhmer[wdth,wght].ttf"),
)
"""The fonts, the first one that has a letter before the others."""
_FORMATS: Final = (".otf", ".ttc", ".ttf")
_OUTLINES: Final = frozenset({"glyf", "CFF ", "CFF2"})
"""The tables of a font with the outlines of letters. A font without any has only pictures, such as coloured emojis,
which are not drawn.
"""
JOINERS: Final = "\u200c\u200d"
"""Zero-width non-joiner and joiner: invisible, but they change how their neighbours are joined."""
_SHAPING: Final = Lock()
"""Guards HarfBuzz's fonts while their weight is set and used."""


def _harfbuzz() -> Any:
    import uharfbuzz  # noqa: PLC0415 # most processes never meet a name that needs it, and it takes long to import

    return uharfbuzz


class FontsError(Exception):
    """A folder of fonts cannot be used."""


class Font:
    """A font file with letters that the main font lacks."""

    def __init__(self, path: Path) -> None:
        """Open a font file; of a collection, its first font.

        Raises:
            FontsError: the file is no font.
        """
        hb = _harfbuzz()
        self.path: Final = path
        try:
            face = hb.Face(hb.Blob.from_file_path(str(path)))
        except (OSError, ValueError, hb.HarfBuzzError) as error:
            raise FontsError(f"{path.name} cannot be read: {error}") from None
        if not face.glyph_count:
            raise FontsError(f"{path.name} is no font.")
        self.letters: Final = frozenset[int](face.unicodes) if _OUTLINES & {*face.table_tags} else frozenset[int]()
        self._upem: Final[int] = face.upem
        self._font: Final = hb.Font(face)
        self._axes: Final = {axis.tag for axis in face.axis_infos}
        self.weight: Final = round(self._font.get_style_value(hb.StyleTag.WEIGHT))
        """400 is plain, 700 bold. A variable font can be drawn in any."""

    @property
    def is_variable(self) -> bool:
        """Whether it can be drawn in any weight."""
        return "wght" in self._axes

    def can_draw(self, character: str) -> bool:
        """Return whether it has a letter, or can join letters as this invisible character says."""
        return character in JOINERS or ord(character) in self.letters

    def shaped(self, text: str, size: int, weight: int, *, leftwards: bool) -> "Shaped":
        """Draw words of one script in one line.

        text: in logical order. size: of the em square, in pixels. leftwards: whether the first letter is on the right.
        """
        hb = _harfbuzz()
        buffer = hb.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        buffer.direction = "rtl" if leftwards else "ltr"
        scale, drawing, advance = size / self._upem, hb.RasterDraw(), 0
        with _SHAPING:
            if self.is_variable:
                self._font.set_variations({"wght": weight})
            hb.shape(self._font, buffer)
            for glyph, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
                at = (advance + place.x_offset) * scale, place.y_offset * scale
                drawing.transform = (scale, 0, 0, scale, *at)
                drawing.draw_glyph(self._font, glyph.codepoint)
                advance += place.x_advance
        return _as_shaped(drawing.render(), round(advance * scale))


class Shaped(NamedTuple):
    """Words as coverage, from 0 to 255, with their place relative to the start of the words on the base line."""

    mask: Image.Image
    left: int
    rise: int
    advance: int


def _as_shaped(drawn: Any, advance: int) -> Shaped:
    extents = drawn.extents
    size = (max(1, extents.width), max(1, extents.height))  # nothing but blanks has no pixels
    mask = Image.new("L", size)
    if extents.width and extents.height:
        upwards = ("L", extents.stride, -1)  # HarfBuzz stores the lowest row first
        mask.frombytes(bytes(drawn.buffer), "raw", upwards)
    return Shaped(mask, extents.x_origin, extents.y_origin + extents.height, advance)


_folder: tuple[Font, ...] = ()


def add_fonts(folder: Path) -> int:
    """Use the fonts of a folder, too, for letters that no package has. Return their number. Call it once, at the start.

    Raises:
        FontsError: the folder cannot be read, has no fonts, or has a damaged one.
    """
    global _folder  # noqa: PLW0603 # set once at the start, like the packages
    try:
        paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() in _FORMATS)
    except OSError as error:
        raise FontsError(f"{folder} cannot be read: {error.strerror}") from None
    if not paths:
        raise FontsError(f"{folder} has no fonts ({', '.join(_FORMATS)}).")
    _folder = tuple(map(Font, paths))
    font_for.cache_clear()
    return len(_folder)


@lru_cache(maxsize=1)
def _packaged() -> tuple[Font, ...]:
    """Open the fonts of the packages. They are needed only once a letter is missing, and take some milliseconds."""
    fonts = []
    for package, name in _PACKAGES:
        with as_file(files(package) / "files" / name) as path:
            fonts.append(Font(path))
    return tuple(fonts)


@lru_cache(maxsize=4096)
def font_for(character: str, weight: int) -> Font | None:
    """Return the font for a letter that the main font lacks: of several, the one nearest to a weight; None: no font has
    it.
    """
    having = [font for font in (*_packaged(), *_folder) if ord(character) in font.letters]
    return min(having, key=lambda font: 0 if font.is_variable else abs(font.weight - weight), default=None)


def joins(character: str) -> bool:
    """Return whether a character is drawn with the one before it: a mark, or an invisible joiner."""
    return character in JOINERS or unicodedata.category(character) in {"Mn", "Mc"}


class Run(NamedTuple):
    """A part of a line that one font draws in one direction."""

    text: str
    """In logical order: as it is read."""
    font: Font | None
    """None: the main font."""
    leftwards: bool

    @property
    def in_sight(self) -> str:
        """The characters from left to right, with brackets turned where the text runs to the left."""
        return "".join(MIRRORED.get(each, each) for each in reversed(self.text)) if self.leftwards else self.text


def runs(text: str, fonts: Sequence[Font | None]) -> Iterator[Run]:
    """Yield the parts of a line from left to right (Unicode Standard Annex #9). fonts: that of each character.

    The line as a whole runs to the right, since the sentences of pictures are English, whatever name they begin with.
    """
    line = algorithm.get_empty_storage()
    line["base_level"], line["base_dir"] = 0, "L"
    algorithm.get_embedding_levels(text, line)
    for number, character in enumerate(line["chars"]):
        character["number"] = number
    algorithm.explicit_embed_and_overrides(line)
    algorithm.resolve_weak_types(line)
    algorithm.resolve_neutral_types(line, debug=False)
    algorithm.resolve_implicit_levels(line, debug=False)
    algorithm.reorder_resolved_levels(line, debug=False)
    in_sight = [(character["number"], character["level"] % 2 == 1) for character in line["chars"]]
    for (font, leftwards), group in groupby(in_sight, key=lambda each: (fonts[each[0]], each[1])):
        yield Run("".join(text[number] for number in sorted(number for number, _ in group)), font, leftwards)
