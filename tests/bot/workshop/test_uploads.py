"""Uploaded packs: unpacked within bounds, checked in another process, and stored only without faults."""

import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from importlib.resources import files
from io import BytesIO
from stat import S_IFLNK
from zipfile import ZipFile, ZipInfo

import pytest

from bot.application.application import Application
from bot.computing.processes import processes
from bot.content.library import load_library
from bot.model.packs import MOST_PACKS
from bot.packs.packs import NewPack, Packs
from bot.store.database import Database
from bot.workshop import uploads
from bot.workshop.archives import ArchiveError, unpack
from bot.workshop.checking import Fault, faults_of
from bot.workshop.uploads import FaultyPackError, PackNotChecked, Uploads, examined
from tests.bot.table_helpers import ANN, GUILD, fresh
from tests.pack_files import STRONGER, Changes, pack, pack_files, zipped
from tests.patience import PATIENT


@pytest.fixture
def app(database: Database) -> Application:
    """Return an application with the shipped games."""
    return Application(database, load_library())


def in_a_thread() -> Executor:
    return ThreadPoolExecutor(1)


def changed(file: str, before: str, after: str) -> list[Fault]:
    """Return the faults of T&B with one text changed."""
    contents = pack_files("tnb", {file: (before, after)})
    return faults_of("tnb", {name: str(content).encode() for name, content in contents.items()})


def with_entry(**attributes: int | str) -> bytes:
    """Return a zip file with one entry that has these attributes."""
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        entry = ZipInfo("cards.toml")
        for name, value in attributes.items():
            setattr(entry, name, value)
        archive.writestr(entry, "x = 1")
    return packed.getvalue()


@pytest.mark.parametrize("folder", ["", "my-tnb/", "my pack/"])
def test_files_are_found_in_one_folder_or_without(folder: str) -> None:
    found, faults = unpack(pack(folder=folder))
    assert list(found) == ["cards.toml"]
    assert faults == []


def test_hidden_files_do_not_count() -> None:
    found, faults = unpack(zipped({"cards.toml": "", ".DS_Store": "x", "__MACOSX/._cards.toml": "x", ".git/HEAD": "x"}))
    assert list(found) == ["cards.toml"]
    assert faults == []


@pytest.mark.parametrize("name", ["../cards.toml", "/etc/cards.toml", "a/../../cards.toml", "C:cards.toml"])
def test_a_path_that_leaves_the_folder_is_a_fault(name: str) -> None:
    found, faults = unpack(zipped({name: "x = 1"}))
    assert found == {}
    assert faults == [Fault(name, 0, 0, "its path leaves the folder")]


def test_a_link_is_a_fault() -> None:
    found, faults = unpack(with_entry(external_attr=(S_IFLNK | 0o777) << 16))
    assert found == {}
    assert faults == [Fault("cards.toml", 0, 0, "it is a link; put the file itself into the zip file")]


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_file_that_is_there_twice_is_a_fault() -> None:
    packed = BytesIO()
    with ZipFile(packed, "w") as archive:
        archive.writestr("cards.toml", "x = 1")
        archive.writestr("cards.toml", "x = 2")
    _, faults = unpack(packed.getvalue())
    assert faults == [Fault("cards.toml", 0, 0, "the zip file has this file twice")]


def test_bombs_are_stopped_while_they_are_unpacked() -> None:
    with pytest.raises(ArchiveError, match="more than 2,000,000 bytes"):
        unpack(zipped({"cards.toml": b"#" * 10_000_000}))
    with pytest.raises(ArchiveError, match="more than 2,000,000 bytes"):
        unpack(zipped({f"{number}.toml": b"#" * 1_900_000 for number in range(3)}))
    with pytest.raises(ArchiveError, match="201 files"):
        unpack(zipped({f"{number}.toml": b"" for number in range(201)}))


def test_a_size_that_is_a_lie_does_not_help() -> None:
    bomb = zipped({"cards.toml": b"#" * 10_000_000})
    lie = bomb.replace((10_000_000).to_bytes(4, "little"), (100).to_bytes(4, "little"))
    assert lie != bomb
    with pytest.raises(ArchiveError):
        unpack(lie)


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"[marksman]", pack()[:-30], pack()[30:]])
def test_what_is_no_zip_file_is_refused(data: bytes) -> None:
    with pytest.raises(ArchiveError, match=r"no zip file|damaged"):
        unpack(data)


def test_a_zip_file_within_a_zip_file_is_no_file_of_the_game() -> None:
    found = examined("tnb", zipped({"inner.zip": pack()}))
    assert [fault.words.partition(";")[0] for fault in found.faults] == ["T&B has no such file"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("**Bold**", "Discord would read * as markup; leave it out"),
        ("<@123456789>", "Discord would read < as markup; leave it out"),
        ("@everyone", "Discord would read @ as markup; leave it out"),
        ("https://x.org", "Discord would read // as markup; leave it out"),
        ("`code`", "Discord would read ` as markup; leave it out"),
        ("A name that nobody can draw", "it has 27 characters; at most 24 are allowed"),
        ("Z\u0301\u0302\u0303\u0304algo", "too many marks on one letter"),
        ("Piercer", "Piercer is the card piercer of the game; use its id, or another name"),
    ],
)
def test_texts_are_cleaned_like_every_text_of_users(text: str, why: str) -> None:
    faults = changed("cards.toml", 'name = "Marksman"', f'name = "{text}"')
    assert f"marksman: name: {why}" in [fault.words for fault in faults]
    assert all(fault.file == "cards.toml" and fault.line for fault in faults)


def test_hidden_characters_and_lines_in_texts_are_faults() -> None:
    faults = changed("cards.toml", 'name = "Marksman"', 'name = "Marks\u202eman"')
    assert "a hidden character (U+202E); delete it" in [fault.words for fault in faults]
    summary = "Blades in front: most cards attack, and few stay behind."
    assert any("more than one line" in each.words for each in changed("decks.toml", summary, "Blades\\nin front"))


def test_markup_in_a_rulebook_is_a_fault_with_its_line() -> None:
    [fault] = changed("rulebook.md", "A tile holds at most one card", "A [tile](https://x.org) holds @everyone")
    assert (fault.file, fault.words) == ("rulebook.md", "2.1: Discord would read [ as markup")
    text = files("seeds").joinpath("tnb", "rulebook.md").read_text(encoding="utf-8")
    assert fault.line == text[: text.index("A tile holds at most")].count("\n") + 1


def test_decks_that_name_missing_cards_and_wrong_tables_are_faults() -> None:
    assert any("dragon" in fault.words for fault in changed("decks.toml", '"lancer", "knight"', '"lancer", "dragon"'))
    found = examined("tnb", zipped({"cards.toml": "[marksman]\nlife = 3", "spells.toml": "x = 1"}))
    assert {fault.file for fault in found.faults} >= {"cards.toml", "spells.toml"}
    assert found.content is None


async def test_a_pack_is_checked_in_another_process_and_stored(app: Application) -> None:
    lessons = files("seeds").joinpath("tnb", "lessons", "first.toml").read_text(encoding="utf-8")
    data = zipped({**pack_files("tnb"), "lessons/first.toml": lessons})
    stored = await Uploads(app.packs, longest=PATIENT).store(
        GUILD, ANN, game="tnb", name="Sharp", edition="2.0", data=data, interaction=fresh()
    )
    assert (stored.pack.key, stored.pack.title, stored.cards) == ("tnb.1", "Sharp 2.0", 26)
    assert stored.unused == ("lessons/first.toml",)
    content, rulebook = await app.packs.printed("tnb.1")
    assert content.tables["cards"]["marksman"]["health"] == 9
    assert rulebook.text == files("seeds").joinpath("tnb", "rulebook.md").read_text(encoding="utf-8")


async def test_an_interaction_stores_one_pack_even_if_discord_sends_it_twice(app: Application) -> None:
    service, interaction = Uploads(app.packs, in_a_thread), fresh()
    one = await service.store(GUILD, ANN, game="tnb", name="Sharp", edition="1", data=pack(), interaction=interaction)
    again = await app.packs.add(await _new(app.packs), interaction=interaction)
    assert again == one.pack
    assert len(await app.packs.of_server(GUILD)) == 1


async def _new(packs: Packs) -> NewPack:
    content, rulebook = await packs.printed("tnb.1")
    return NewPack(guild=GUILD, user=ANN, name="Sharp", edition="1", content=content, rulebook=rulebook)


async def test_faults_store_nothing(app: Application) -> None:
    broken: Changes = {"cards.toml": (STRONGER["cards.toml"][0], 'name = "Marksman"\nhealth = "nine"')}
    with pytest.raises(FaultyPackError) as refused:
        await Uploads(app.packs, in_a_thread).store(
            GUILD, ANN, game="tnb", name="Broken", edition="1", data=pack(changes=broken), interaction=fresh()
        )
    assert "health" in refused.value.faults[0].words
    assert await app.packs.of_server(GUILD) == []
    assert MOST_PACKS == 10


def _sleeps(_key: str, _data: bytes) -> None:
    time.sleep(600)


def _eats(_key: str, _data: bytes) -> int:
    return len(bytearray(3 * 1024**3))


@pytest.mark.parametrize(("work", "longest"), [(_sleeps, 1.0), (_eats, PATIENT)])
async def test_a_check_that_takes_too_long_or_too_much_memory_is_ended(
    app: Application, monkeypatch: pytest.MonkeyPatch, work: Callable[[str, bytes], object], longest: float
) -> None:
    monkeypatch.setattr(uploads, "examined", work)
    pools = list[Executor]()

    def pool() -> Executor:
        pools.append(processes(1, 0, 2 * 1024**3))
        return pools[-1]

    with pytest.raises(PackNotChecked):
        await Uploads(app.packs, pool, longest).store(
            GUILD, ANN, game="tnb", name="Slow", edition="1", data=pack(), interaction=fresh()
        )
    assert len(pools) == 1
    with pytest.raises(RuntimeError, match="shutdown"):
        pools[0].submit(print)
    assert await app.packs.of_server(GUILD) == []
