"""The command `hidden-hand print`: a game on paper, and on the tables of other programs."""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Final
from zipfile import BadZipFile, ZipFile

from bot.content.seeds import Rulebook, game_of, load_content, read_content, read_rulebook
from bot.paper.pages import PAGES
from bot.paper.piles import Draft, Pile, piles
from bot.paper.sheets import sheets
from bot.paper.spreadsheet import spreadsheet
from bot.process import exit_codes
from bot.process.check import read_pack
from bot.process.output import Output, add_json, tell
from bot.process.reading import UsageError, game_key, whole
from bot.process.stored_games import is_pack, stored_game
from bot.workshop.checking import MOST_BYTES, faults_of, read_files
from render.palette import Theme
from rules.catalog import GAMES
from rules.core.words import counted

PRINT: Final = """\
Print a game, or the files of a changed game: rulebook and cards as PDF for A4 and for Letter, sheets of cards for
Tabletop Simulator, and a spreadsheet for playingcards.io. Each names the content that it is from. Cards are 63 by 88
mm, nine on a page, with cut marks; each page of fronts is followed by its backs: print on both sides, turned over the
long edge, at 100 %. A folder with faults is not printed: the faults are listed, and the exit code is 1."""
_MOST_COPIES: Final = 20


_PDF, _SHEETS, _CSV = _KINDS = ("pdf", "sheets", "csv")


def add_print(command: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    command.add_argument(
        "game",
        metavar="GAME|FOLDER",
        help=f"{' or '.join(GAMES)}; a content pack of the bot's database, like tnb.17; or a folder or zip file with "
        "changed files of a game",
    )
    command.add_argument(
        "--game", dest="of", type=game_key, metavar="GAME", help="the game that a folder changes (default: its name)"
    )
    command.add_argument(
        "--out", type=Path, metavar="FOLDER", help="the folder for the files (default: named after game and content)"
    )
    command.add_argument(
        "--only", choices=_KINDS, action="append", help="print only these files; repeatable (default: all)"
    )
    command.add_argument(
        "--deck", action="append", default=[], metavar="ID", help="print only this ready-made deck; repeatable"
    )
    command.add_argument(
        "--each",
        type=whole(1, _MOST_COPIES),
        default=0,
        metavar="N",
        help="print N copies of every card that a deck may have, instead of decks",
    )
    command.add_argument(
        "--theme",
        type=Theme,
        choices=[*Theme],
        default=Theme.LIGHT,
        help="colours of the cards; dark ones look as on Discord, and use much ink (light)",
    )
    add_json(command)
    command.set_defaults(handle=print_game)


def print_game(arguments: argparse.Namespace) -> int:
    """Carry out the command.

    Raises:
        UsageError: the game, the folder, a deck or the target cannot be used, or the extra is missing.
    """
    kinds = arguments.only or _KINDS
    if _PDF in kinds:
        _need_fpdf()
    read = _read(arguments.game, arguments.of)
    if isinstance(read, list):
        return tell(Output(read, _data(faults=read), exit_codes.FAILED), as_json=arguments.json)
    draft, book = read
    printed = _chosen(draft, arguments)
    out = arguments.out or Path(f"{draft.game.key}-{draft.content.hash}")
    names = []
    try:
        for name, file in _files(draft, book, printed, kinds, arguments.theme):
            path = out / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file)
            names.append(name)
    except (OSError, ValueError) as error:  # ValueError: a zero character, which no path has
        why = error.strerror if isinstance(error, OSError) else error
        raise UsageError(f"--out: {out} cannot be written ({why})") from None
    counts = {pile.title: pile.count for pile in printed}
    listed = ", ".join(f"{title} ({counted(count, 'card')})" for title, count in counts.items())
    files = [str(out / name) for name in names]
    lines = [f"{draft.mark}: {listed}.", *files]
    data = _data(content=draft.content.hash, rulebook=book.hash, piles=counts, files=files)
    return tell(Output(lines, data), as_json=arguments.json)


def _data(
    content: str | None = None,
    rulebook: str | None = None,
    piles: Mapping[str, int] = MappingProxyType({}),
    files: Sequence[str] = (),
    faults: Sequence[str] = (),
) -> dict[str, object]:
    """Return the object that the command prints with `--json`."""
    return {
        "content": content,
        "rulebook": rulebook,
        "piles": dict(piles),
        "files": list(files),
        "faults": list(faults),
    }


def _need_fpdf() -> None:
    try:
        import_module("fpdf")
    except ImportError:
        raise UsageError(
            "PDF files need fpdf2, which is missing: in the program's folder, run pip install -e '.[print]', "
            "or print the rest with --only sheets --only csv"
        ) from None


def _read(name: str, game: str | None) -> tuple[Draft, Rulebook] | list[str]:
    """Return a draft and its rulebook; or the faults of a folder, as `hidden-hand check` tells them."""
    path = Path(name)
    if name in GAMES or (is_pack(name) and not path.exists()):
        stored = stored_game(name)
        return Draft(game=stored.game, content=stored.content), stored.rulebook
    try:
        if path.is_file():
            with TemporaryDirectory() as unpacked:
                return _read_pack(_unpack(path, Path(unpacked)), game or path.stem)
        return _read_pack(path, game)
    except OSError as error:
        raise UsageError(f"{name} cannot be read ({error.strerror})") from None


def _read_pack(folder: Path, game: str | None) -> tuple[Draft, Rulebook] | list[str]:
    key, folder = read_pack(folder, game, "GAME|FOLDER")
    files = read_files(folder)
    if faults := faults_of(key, files):
        return [str(fault) for fault in faults]
    content = read_content(key, folder) if any(folder.glob("*.toml")) else load_content(key)
    text = files.get("rulebook.md")
    book = read_rulebook(key) if text is None else Rulebook(key, text.decode())
    return Draft(game=game_of(content), content=content), book


def _unpack(path: Path, folder: Path) -> Path:
    """Unpack a zip file, and return the folder with the files: a zip often has one folder around all of them.

    Raises:
        UsageError: it is no zip file, or too large.
    """
    try:
        with ZipFile(path) as file:
            entries = [entry for entry in file.infolist() if not entry.is_dir()]
            if sum(entry.file_size for entry in entries) > MOST_BYTES:
                raise UsageError(f"{path} has more than {MOST_BYTES:,} bytes")
            file.extractall(folder)  # it writes nothing outside the folder
    except (BadZipFile, NotImplementedError, RuntimeError) as error:  # RuntimeError: it is encrypted
        raise UsageError(f"{path} is neither a folder nor a zip file that can be read ({error})") from None
    inside = [entry for entry in folder.iterdir() if entry.name != "__MACOSX"]
    return inside[0] if len(inside) == 1 and inside[0].is_dir() else folder


def _chosen(draft: Draft, arguments: argparse.Namespace) -> list[Pile]:
    """Return the piles to print.

    Raises:
        UsageError: there is no such deck, or nothing to print.
    """
    game = draft.game
    if unknown := [deck for deck in arguments.deck if deck not in game.decks]:
        known = f"there are {', '.join(game.decks)}" if game.decks else "players bring no decks"
        raise UsageError(f"--deck: {game.title} has no ready-made deck {unknown[0]!r}; {known}")
    if arguments.deck and arguments.each:
        raise UsageError("--each: print decks or every card, not both")
    found = piles(draft, arguments.deck, arguments.each)
    if not found:
        raise UsageError(f"{game.title} is played without cards")
    return found


def _files(
    draft: Draft, book: Rulebook, printed: Sequence[Pile], kinds: Sequence[str], theme: Theme
) -> Iterator[tuple[str, bytes]]:
    """Yield the files, each with its name in the folder."""
    if _PDF in kinds:
        # fpdf2 is an extra
        from bot.paper.documents import cards, rulebook  # noqa: PLC0415
        from bot.paper.typefaces import typefaces  # noqa: PLC0415

        with typefaces(draft, book) as faces:
            for page in PAGES:
                yield f"rulebook-{page.name}.pdf", rulebook(draft, book, page, faces)
                yield f"cards-{page.name}.pdf", cards(draft, printed, page, theme, faces)
    if _SHEETS in kinds:
        for pile in printed:
            for name, file in sheets(draft, pile, theme):
                yield f"tabletop-simulator/{name}", file
    if _CSV in kinds:
        yield "playingcards.csv", spreadsheet(draft, printed).encode()
