"""`hidden-hand print`: files that other programs can read, with all cards and words, and the content's hash on each."""

import csv
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable
from io import StringIO
from itertools import islice
from pathlib import Path
from shutil import copytree, make_archive
from typing import Any

import pytest
from PIL import Image
from pypdf import PdfReader
from pypdf.generic import Destination

from bot.content.seeds import load_content, load_game, load_rulebook, read_rulebook
from bot.paper.documents import cards
from bot.paper.pages import A4, LETTER, Page
from bot.paper.piles import Draft, Pile, piles
from bot.paper.sheets import CARDS, COLUMNS, LARGEST, ROWS, sheets
from bot.paper.spreadsheet import spreadsheet
from bot.paper.typefaces import typefaces
from bot.process import printing
from render.palette import Theme
from rules.core.cards import CardId
from tests.one_more_game import SHIPPED

Run = Callable[..., Any]
POINTS = 72 / 25.4
DECKS = ("vanguard", "long-shot")
PRINT_TNB = ("tnb", "--deck", DECKS[0], "--deck", DECKS[1], "--out")


def draft(key: str) -> Draft:
    return Draft(game=load_game(key), content=load_content(key))


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with everything that is printed of two decks of T&B."""
    out = tmp_path_factory.mktemp("printed") / "tnb"
    command = ArgumentParser()
    printing.add_print(command)
    assert printing.print_game(command.parse_args([*PRINT_TNB, str(out)])) == 0
    return out


@pytest.mark.parametrize("page", [A4, LETTER])
def test_the_file_of_cards_has_a_page_of_backs_after_each_page_of_fronts(printed: Path, page: Page) -> None:
    document = PdfReader(printed / f"cards-{page.name}.pdf")
    assert len(document.pages) == 2 * len(DECKS)
    for number, each in enumerate(document.pages):
        assert each.mediabox.width == pytest.approx(page.width * POINTS, abs=0.02)
        assert each.mediabox.height == pytest.approx(page.height * POINTS, abs=0.02)
        text = each.extract_text()
        assert ("backs" if number % 2 else "fronts") in text
        assert load_content("tnb").hash in text


def test_words_of_cards_are_words_as_often_as_the_decks_have_the_card(printed: Path) -> None:
    game = load_game("tnb")
    wanted = Counter(game.cards[card].name for deck in DECKS for card in game.decks[deck].cards)
    lines = Counter(
        line for page in PdfReader(printed / "cards-a4.pdf").pages for line in page.extract_text().split("\n")
    )
    assert {name: lines[name] for name in wanted} == dict(wanted)


@pytest.mark.parametrize("page", [A4, LETTER])
def test_the_rulebook_has_every_clause_an_outline_and_the_licence_of_its_font(printed: Path, page: Page) -> None:
    document = PdfReader(printed / f"rulebook-{page.name}.pdf")
    text = " ".join(" ".join(each.extract_text() for each in document.pages).split())
    for clause in load_rulebook("tnb"):
        assert f"{clause.number} {clause.title}" in text
        assert " ".join(clause.text.replace("\n- ", " ").split())[:40] in text
    chapters = {clause.chapter for clause in load_rulebook("tnb")}
    titles = [entry.title or "" for entry in document.outline if isinstance(entry, Destination)]
    assert {title.partition(" ")[2] for title in titles} == chapters
    assert b"SIL OPEN FONT LICENSE" in document.attachments["Inter-LICENSE.txt"][0].upper()
    assert all(load_content("tnb").hash in each.extract_text() for each in document.pages)
    assert load_content("tnb").hash in str(document.metadata and document.metadata.subject)


def test_fonts_are_embedded(printed: Path) -> None:
    for file in ("cards-a4.pdf", "rulebook-a4.pdf"):
        fonts = PdfReader(printed / file).pages[0]["/Resources"]["/Font"]  # type: ignore[index] # any object of a PDF
        for font in fonts.values():
            inner = font.get_object()["/DescendantFonts"][0].get_object()
            assert "Inter" in inner["/BaseFont"]
            assert "/FontFile2" in inner["/FontDescriptor"].get_object()


def test_the_same_cards_give_the_same_bytes() -> None:
    of_tnb, book = draft("tnb"), read_rulebook("tnb")
    pile = piles(of_tnb, DECKS[:1])
    files = []
    for _ in range(2):
        with typefaces(of_tnb, book) as faces:
            files.append(cards(of_tnb, pile, A4, Theme.LIGHT, faces))
    assert files[0] == files[1]


@pytest.mark.thorough
def test_the_same_draft_gives_the_same_bytes(printed: Path, hidden_hand: Run, tmp_path: Path) -> None:
    assert hidden_hand("print", *PRINT_TNB, str(tmp_path)).code == 0
    names = sorted(path.relative_to(printed) for path in printed.rglob("*") if path.is_file())
    assert len(names) == 2 * 2 + 2 * 2 + 1
    for name in names:
        assert (tmp_path / name).read_bytes() == (printed / name).read_bytes(), name


def test_the_spreadsheet_has_each_card_of_each_deck_with_its_copies(printed: Path) -> None:
    rows = [*csv.DictReader(StringIO((printed / "playingcards.csv").read_text(encoding="utf-8")))]
    game = load_game("tnb")
    for deck in (game.decks[key] for key in DECKS):
        counts = {row["id"]: int(row["count"]) for row in rows if row["deck"] == deck.name}
        assert counts == dict(Counter(deck.cards))
    assert {row["content"] for row in rows} == {load_content("tnb").hash}
    assert all(row["text"] == game.cards[CardId(row["id"])].printed for row in rows)


def test_a_sheet_for_tabletop_simulator_is_ten_by_seven_with_the_back_in_the_last_place(printed: Path) -> None:
    folder = printed / "tabletop-simulator"
    sheet, back = Image.open(folder / "vanguard.png"), Image.open(folder / "vanguard-back.png")
    assert max(sheet.size) <= LARGEST
    assert sheet.size == (COLUMNS * back.width, ROWS * back.height)
    assert sheet.info["Description"] == back.info["Description"] == f"T&B · {load_content('tnb').hash}"
    last = sheet.convert("RGB").crop(((COLUMNS - 1) * back.width, (ROWS - 1) * back.height, *sheet.size))
    assert close(last, back.convert("RGB"))
    cells = [
        sheet.convert("RGB").crop((column * back.width, 0, (column + 1) * back.width, back.height)).getcolors(1 << 20)
        for column in range(COLUMNS)
    ]
    assert [len(cell or ()) > 1 for cell in cells] == [True] * 8 + [False] * 2


def close(one: Image.Image, other: Image.Image) -> bool:
    """Return whether two pictures look alike: each file has a palette of its own."""
    small = [each.resize((20, 28)).tobytes() for each in (one, other)]
    return all(abs(a - b) < 24 for a, b in zip(*small, strict=True))


@pytest.mark.parametrize(
    ("key", "counts"),
    [
        ("allocator", {"Iron Tide": 40}),
        ("alchemy", {"Open Furnace": 60, "Open Furnace, Magnum Opus cards": 5}),
        ("arms_dealer", {"Human Line": 15, "Items": 45, "Asteroids": 20}),
        ("circuitry", {"Circuit cards": 30, "Gold cards": 62, "Green cards": 24}),
        ("tnb", {"Vanguard": 8}),
    ],
)
def test_a_pile_has_as_many_cards_as_the_game(key: str, counts: dict[str, int]) -> None:
    found = {pile.title: pile.count for pile in piles(draft(key))}
    assert found.items() >= counts.items()


@pytest.mark.parametrize("key", SHIPPED)
def test_every_card_is_printed_if_each_is_asked_for(key: str) -> None:
    of_key = draft(key)
    names = {card.id for pile in piles(of_key, each=1) for card, _ in pile.cards}
    assert names == {card.id for card in of_key.game.cards.values() if of_key.paper.copies(card)}


def test_more_cards_than_a_sheet_holds_go_on_with_the_next(tmp_path: Path) -> None:
    of_tiny = draft("tiny")
    pile = next(pile for pile in piles(of_tiny, each=20) if pile.count > CARDS)
    names = [name for name, _ in islice(sheets(of_tiny, pile, Theme.LIGHT), 2)]
    assert names == [f"{pile.key}-1.png", f"{pile.key}-2.png"]


# Bad input


def test_faults_of_a_folder_are_told_as_check_tells_them(hidden_hand: Run, tmp_path: Path) -> None:
    folder = tmp_path / "tnb"
    copytree("seeds/tnb", folder)
    text = (folder / "cards.toml").read_text(encoding="utf-8")
    (folder / "cards.toml").write_text(text.replace("health = 3", "health = 0", 1), encoding="utf-8")
    checked = hidden_hand("check", str(folder))
    ran = hidden_hand("print", str(folder), "--out", str(tmp_path / "out"))
    assert (ran.code, ran.out) == (1, checked.out)
    assert not (tmp_path / "out").exists()


def test_the_object_of_a_command_names_hashes_piles_and_files(
    as_json: Callable[..., tuple[int, dict[str, Any]]], tmp_path: Path
) -> None:
    code, found = as_json("print", "print", "tnb", "--only", "csv", "--out", str(tmp_path))
    assert (code, found["content"], found["faults"]) == (0, load_content("tnb").hash, [])
    assert found["piles"]["Vanguard"] == 8
    assert found["files"] == [str(tmp_path / "playingcards.csv")]


def test_a_zip_file_of_a_changed_game_is_printed_with_its_own_hash(hidden_hand: Run, tmp_path: Path) -> None:
    folder = tmp_path / "pack" / "tnb"
    folder.mkdir(parents=True)
    text = Path("seeds/tnb/cards.toml").read_text(encoding="utf-8")
    (folder / "cards.toml").write_text(text.replace('"Marksman"', '"Longbow"'), encoding="utf-8")
    file = make_archive(str(tmp_path / "tnb"), "zip", tmp_path / "pack")
    ran = hidden_hand("print", file, "--only", "csv", "--out", str(tmp_path / "out"))
    assert ran.code == 0, ran.err
    rows = (tmp_path / "out" / "playingcards.csv").read_text(encoding="utf-8")
    assert "Longbow" in rows
    assert load_content("tnb").hash not in rows


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("nowhere",), "nowhere"),
        (("tnb", "--deck", "nothing"), "T&B has no ready-made deck 'nothing'; there are vanguard"),
        (("circuitry", "--deck", "nothing"), "players bring no decks"),
        (("tnb", "--deck", "vanguard", "--each", "2"), "--each: print decks or every card, not both"),
        (("tnb", "--each", "0"), "--each"),
        (("README.md", "--game", "tnb"), "neither a folder nor a zip file"),
    ],
)
def test_arguments_that_make_no_sense_are_refused_in_a_line(
    hidden_hand: Run, words: tuple[str, ...], told: str
) -> None:
    ran = hidden_hand("print", *words)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert told in ran.err


def test_a_target_that_cannot_be_written_is_told(hidden_hand: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    ran = hidden_hand("print", "tnb", "--only", "csv", "--out", str(tmp_path / "file" / "inside"))
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "cannot be written" in ran.err
    assert (tmp_path / "file").read_text(encoding="utf-8") == "mine"


def test_a_missing_extra_is_told_with_the_way_to_install_it(
    hidden_hand: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(printing, "import_module", missing)
    ran = hidden_hand("print", "tnb", "--out", str(tmp_path))
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "pip install -e '.[print]'" in ran.err
    assert hidden_hand("print", "tnb", "--only", "csv", "--out", str(tmp_path)).code == 0


def test_five_hundred_cards_are_printed(hidden_hand: Run, tmp_path: Path) -> None:
    folder = tmp_path / "tnb"
    folder.mkdir()
    card = '''[card-{0}]
name = "Card {0}"
health = 3
speed = 1
damage = 2
defence = 1
shape = """
# . .
. . .
. . .
"""
'''
    text = Path("seeds/tnb/cards.toml").read_text(encoding="utf-8")
    more = "".join(card.format(number) for number in range(500 - len(load_game("tnb").cards)))
    (folder / "cards.toml").write_text(text + more, encoding="utf-8")
    ran = hidden_hand("print", str(folder), "--each", "1", "--only", "csv", "--out", str(tmp_path / "out"))
    assert ran.code == 0, ran.out + ran.err
    assert "(500 cards)" in ran.out


def test_no_cell_of_the_spreadsheet_is_a_formula() -> None:
    of_dealer = draft("arms_dealer")
    renamed = Pile(title="=HYPERLINK()", cards=piles(of_dealer)[0].cards)
    cells = [cell for row in csv.reader(StringIO(spreadsheet(of_dealer, [renamed]))) for cell in row]
    assert "'=HYPERLINK()" in cells
    assert not any(cell.startswith("=") for cell in cells)
