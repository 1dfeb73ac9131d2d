"""Backups while people play (the short form of `python -m tests.chaos backups`), and their restore after a kill."""

import asyncio
import os
import sys
from pathlib import Path

import pytest

from bot.backup.making import make_backup
from bot.backup.manifest import Reason
from bot.backup.restoring import restore
from bot.process import exit_codes
from sandbox.wire.people import User
from sandbox.wire.process import ROOT, BotProcess
from sandbox.wire.server import Wire
from tests.chaos.backups import backups
from tests.chaos.invariants import Watch
from tests.chaos.people import Party
from tests.chaos.program import library_of
from tests.chaos.stored import Stored
from tests.chaos.tables import begin, seated, small_bot
from tests.tiny_game import Tiny
from tests.wire.whole_program import WHOLE_PROGRAM

BACKUPS = 5


async def test_backups_under_play_are_whole_and_of_their_moment() -> None:
    tally = await backups(BACKUPS, seed=1)
    assert tally.faults == []
    assert tally.done["backups"] == BACKUPS
    assert tally.done["plies in the last backup"] >= BACKUPS


async def fold(table: Party, *users: User) -> None:
    """Let each of these users fold by the button of their hand."""
    for user in users:
        hand = table.hand(user)
        assert hand is not None
        await user.press(hand, "Fold")
        await table.rest()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends processes without asking")
async def test_an_older_backup_put_back_after_a_kill_is_what_everybody_sees_after_the_next_start(
    wire: Wire, tmp_path: Path
) -> None:
    async with small_bot(wire, tmp_path) as bot:
        table = seated(wire, bot)
        await begin(table)
        await fold(table, *table.users)
        saved = make_backup(bot.database, tmp_path / "saved", Reason.MANUAL).file
        await fold(table, *table.users, table.users[0])
        mentions = sum(bool(message.mentions) for message in table.channel.messages)
        await bot.kill()
        table.stored.close()
        log = bot.database.with_name(f"{bot.database.name}-wal")
        assert log.stat().st_size > 0, "the kill has left it behind"

        done = await restore(saved, bot.database, library_of(Tiny.key))
        assert [each.difference for each in done.live] == [None]
        assert not log.exists()

        await bot.start()
        await bot.ready()
        table.stored = Stored(bot.database, wire.clock.now)
        assert len(table.stored.plies(table.number)) == 2
        await table.rest()
        watch = Watch(wire, table.stored, wire.user("Zoe"))
        assert await watch.faults(table, killed=True) == []
        assert sum(bool(message.mentions) for message in table.channel.messages) == mentions, "nobody is pinged again"
        await fold(table, *table.users)
        assert len(table.stored.plies(table.number)) == 4
        assert await watch.faults(table, killed=True) == []
        table.stored.close()
    wire.assert_clean()


async def hidden_hand(bot: BotProcess, *words: str) -> tuple[int, str]:
    """Run a command beside a bot, with its settings; return its exit code and its output."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", *words),
        cwd=bot.database.parent,
        env={**os.environ, "DATABASE": str(bot.database), "PYTHONPATH": str(ROOT)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, said.decode()


async def test_the_whole_program_makes_a_backup_at_its_start_and_by_a_command_and_notes_deletions_beside_them(
    wire: Wire, tmp_path: Path
) -> None:
    folder = tmp_path / "backups"
    async with BotProcess(wire, tmp_path, imported=WHOLE_PROGRAM) as bot:
        line = await bot.logged("backup made")
        [automatic] = folder.glob("*-automatic.zip")
        assert str(automatic) in line
        code, said = await hidden_hand(bot, "backup")
        [manual] = folder.glob("*-manual.zip")
        assert (code, said.split(" is made")[0]) == (0, f"Backup {manual}")
        code, said = await hidden_hand(bot, "restore", str(manual))
        assert (code, said.count("\n")) == (exit_codes.DATABASE, 1)
        assert "in use by another Hidden Hand" in said
        ada = wire.user("Ada")
        asked = await ada.slash("/data delete")
        await ada.press(asked.message, "Delete everything")
        [deleted] = (folder / "deletions.txt").read_text(encoding="ascii").splitlines()
        assert str(ada.id) not in deleted
        assert await bot.terminate() == 0
        assert (await hidden_hand(bot, "restore", str(manual)))[0] == 0
        await bot.start()
        await bot.ready()
        assert len(list(folder.glob("*-automatic.zip"))) == 1, "the latest one is young"
    wire.assert_clean()
