"""PDF files of a rulebook and of cards, written by fpdf2 (the extra `print`). The same draft gives the same bytes."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from fpdf import FPDF
from fpdf.enums import XPos, YPos

from bot.content.seeds import Rulebook
from bot.paper.pages import BLEED, Grid, Page, Spot
from bot.paper.piles import Draft, Pile
from bot.paper.typefaces import BOLD, BOOK, CARDS, PLAIN, Faces
from render import fonts, scripts
from render.encode import png
from render.palette import COLOURS, Ink, Theme
from render.paper import DOTS, MM_PER_INCH, PaperCanvas, back, front
from render.renderer import renderer
from rules.core.cards import Card
from rules.core.game import Clause
from rules.core.rulebook import parse

_MADE: Final = datetime(2000, 1, 1, tzinfo=UTC)
"""The date in every file: with today's, no two files would be equal."""
_POINTS: Final = 72
_WEIGHT: Final = 400
"""The weight of plain type, by which the fonts of other scripts are chosen."""
_LINE: Final = 0.2
"""Thickness of a cut mark, in millimetres."""
_SMALL: Final = 6.5
"""Size of the small print of a page, in points."""
_EDGE: Final = 6.5
"""Distance of the small print beside cards from the edge of the page, in millimetres: printers reach that far."""


class _Document(FPDF):
    """A document in the font of all pictures, which it carries with its licence."""

    def __init__(self, page: Page, title: str, mark: str, faces: Faces, family: str) -> None:
        super().__init__(unit="mm", format=(page.width, page.height))
        self.mark = mark
        self.set_title(title)
        self.set_subject(mark)
        self.set_creator("Hidden Hand")
        self.set_lang("en")
        self.set_creation_date(_MADE)
        self._family = family
        for style in (PLAIN, BOLD):
            self.add_font(family, style, faces[family, style])
        self.set_font(family)
        self.embed_file(
            bytes=fonts.FONT_LICENCE.read_bytes(),
            basename="Inter-LICENSE.txt",
            desc="The licence of the font Inter",
            creation_date=_MADE,
            modification_date=_MADE,
        )

    def can_write(self, text: str) -> None:
        """Add the fonts of letters that the main font lacks."""
        missing = (scripts.font_for(letter, _WEIGHT) for letter in sorted(set(text)) if not fonts.is_plain(letter))
        paths = {font.path for font in missing if font is not None}
        for path in sorted(paths):
            self.add_font(path.stem, fname=path)
            self.add_font(path.stem, "B", fname=path)
        if paths:
            self.set_text_shaping(use_shaping_engine=True)
            self.set_fallback_fonts([path.stem for path in sorted(paths)], exact_match=False)


def cards(draft: Draft, printed: Sequence[Pile], page: Page, theme: Theme, faces: Faces) -> bytes:
    """Return a file with the cards of some piles, nine or as many as fit on a page. Each page of fronts is followed by
    that of their backs, which match when both sides of the paper are printed, turned over the long edge.
    """
    document = _Cards(draft, page, theme, faces)
    for pile in printed:
        document.print(pile)
    return bytes(document.output())


class _Cards(_Document):
    def __init__(self, draft: Draft, page: Page, theme: Theme, faces: Faces) -> None:
        super().__init__(page, f"{draft.game.title}: cards", draft.mark, faces, CARDS)
        self._draft, self._page, self._theme = draft, page, theme
        self._files: dict[tuple[Card, bool], tuple[PaperCanvas, bytes]] = {}
        self.set_auto_page_break(auto=False)
        self.set_margin(0)

    def print(self, pile: Pile) -> None:
        """Add the pages of a pile. A pile has cards of one size."""
        grid = Grid.of(self._page, self._draft.paper.size(pile.first))
        sheets = pile.batches(grid.places)
        for number, sheet in enumerate(sheets, start=1):
            for is_back in (False, True):
                self.add_page()
                side = "backs" if is_back else "fronts"
                self._small_print(f"{pile.title} · {side} {number} of {len(sheets)} · {self.mark}", grid)
                spots = [grid.back(place) if is_back else grid.front(place) for place in range(len(sheet))]
                drawn = [self._drawn(card, is_back=is_back) for card in sheet]
                for (canvas, _), spot in zip(drawn, spots, strict=True):
                    self._bleed(canvas, spot, grid)
                for (canvas, file), spot in zip(drawn, spots, strict=True):
                    self.image(file, spot.x, spot.y, grid.size.width, grid.size.height)
                    self._words(canvas, spot)
                self.set_draw_color(0)
                self.set_line_width(_LINE)
                for start, end in grid.cut_marks():
                    self.line(*start, *end)

    def _drawn(self, card: Card, *, is_back: bool) -> tuple[PaperCanvas, bytes]:
        """Return one side of a card, and its picture as a file."""
        found = self._files.get((card, is_back))
        if found is None:
            draft = self._draft
            canvas = (
                back(draft.paper, draft.game.title, card, draft.mark)
                if is_back
                else front(draft.paper, card, draft.mark)
            )
            found = self._files[card, is_back] = canvas, png(canvas, self._theme)
        return found

    def _colour(self, ink: Ink) -> tuple[int, int, int]:
        return COLOURS[self._theme][ink]

    def _bleed(self, canvas: PaperCanvas, spot: Spot, grid: Grid) -> None:
        """Let the colour of a card go on beyond its edges."""
        self.set_fill_color(*self._colour(canvas.at(4, canvas.box.height // 3)))
        width, height = grid.size.width + 2 * BLEED, grid.size.height + 2 * BLEED
        self.rect(spot.x - BLEED, spot.y - BLEED, width, height, style="F")

    def _words(self, canvas: PaperCanvas, spot: Spot) -> None:
        """Write the words of a card over its picture."""
        for text, kind, box, ink, align in canvas.words:
            self.set_font(self._family, "B" if kind.bold else "", kind.size * _POINTS / DOTS)
            self.set_text_color(*self._colour(ink))
            left = spot.x + _mm(box.left) + (_mm(box.width) - self.get_string_width(text)) * align.value
            base = box.top + (box.height + fonts.capital_height(kind)) / 2
            self.text(left, spot.y + _mm(base), text)

    def _small_print(self, text: str, grid: Grid) -> None:
        """Write a line upwards beside the cards of the first row, between two cut marks."""
        self.set_font(self._family, "", _SMALL)
        self.set_text_color(0)
        low = grid.top + (grid.size.height + self.get_string_width(text)) / 2
        with self.rotation(90, _EDGE, low):
            self.text(_EDGE, low, text)


def _mm(dots: float) -> float:
    return dots * MM_PER_INCH / DOTS


def rulebook(draft: Draft, book: Rulebook, page: Page, faces: Faces) -> bytes:
    """Return a file with the rulebook: its chapters as an outline, its clauses with their pictures."""
    return bytes(_Book(draft, book, page, faces).output())


_MARGIN: Final = 20
_TITLE, _CHAPTER, _CLAUSE, _BODY = 24.0, 15.0, 10.0, 10.0
"""Sizes of type, in points."""
_GREY: Final = 90
_PALE: Final = 240


class _Book(_Document):
    def __init__(self, draft: Draft, book: Rulebook, page: Page, faces: Faces) -> None:
        super().__init__(page, f"{draft.game.title}: rulebook", f"{draft.mark} · rulebook {book.hash}", faces, BOOK)
        self.can_write(book.text)
        self._key = draft.game.key
        self.set_margin(_MARGIN)
        self.set_auto_page_break(auto=True, margin=_MARGIN)
        self.add_page()
        self._write(draft.game.title, _TITLE, bold=True)
        self._write(draft.game.summary, _BODY, grey=True)
        chapter = ""
        for clause in parse(book.text):
            if clause.chapter != chapter:
                chapter = clause.chapter
                self._chapter(f"{clause.number.partition('.')[0]} {chapter}")
            self._clause(clause)

    def footer(self) -> None:
        """Write the small print of a page."""
        self.set_y(-_MARGIN + 6)
        self.set_font(self._family, "", _SMALL)
        self.set_text_color(_GREY)
        self.cell(self.epw / 2, 4, self.mark)
        self.cell(self.epw / 2, 4, str(self.page_no()), align="R")

    def _chapter(self, heading: str) -> None:
        if self.will_page_break(30):
            self.add_page()
        self.ln(6)
        self.start_section(heading)
        self._write(heading, _CHAPTER, bold=True)

    def _clause(self, clause: Clause) -> None:
        if self.will_page_break(16):
            self.add_page()
        self.ln(2.5)
        self._write(f"{clause.number} {clause.title}".rstrip(), _CLAUSE, bold=True)
        self._paragraphs(clause.text)
        if clause.ruling:
            self._write("A ruling of ours.", _SMALL + 1, grey=True)
        if clause.house is not None:
            self.ln(1)
            self.set_fill_color(_PALE)
            self._write(f"House rule ({clause.house.option}: {clause.house.value})", _CLAUSE, bold=True, fill=True)
            self._paragraphs(clause.house.text, fill=True)
            self._write(f"Why: {clause.house.why}", _BODY - 1, grey=True, fill=True)
        for picture in renderer(self._key).rules:
            if picture.clauses[0] == clause.number:
                canvas = picture.draw()
                width, height = _mm(canvas.box.width), _mm(canvas.box.height)
                if self.will_page_break(height + 4):
                    self.add_page()
                self.ln(2)
                self.image(
                    png(canvas, Theme.LIGHT),
                    x=_MARGIN + self.c_margin,
                    w=width,
                    h=height,
                    alt_text="\n".join(picture.lines()),
                )
                self.ln(2)

    def _paragraphs(self, text: str, *, fill: bool = False) -> None:
        for line in text.replace("`", "").split("\n"):
            item = line.startswith("- ")
            self._write("•  " + line[2:] if item else line, _BODY, indent=4 if item else 0, fill=fill)

    def _write(  # noqa: PLR0913 # how a paragraph looks
        self, text: str, size: float, *, bold: bool = False, grey: bool = False, indent: float = 0, fill: bool = False
    ) -> None:
        self.set_font(self._family, "B" if bold else "", size)
        self.set_text_color(_GREY if grey else 0)
        self.set_x(_MARGIN + indent)
        height = size * 1.4 * MM_PER_INCH / _POINTS
        self.multi_cell(
            self.epw - indent, height, text, align="L", fill=fill, new_x=XPos.LMARGIN, new_y=YPos.NEXT, markdown=False
        )
