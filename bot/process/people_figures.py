"""The command `hidden-hand lab people`: what people did with a game, from the figures in the bot's database."""

import argparse
import csv
from collections.abc import Iterable, Iterator, Mapping
from io import StringIO
from pathlib import Path
from typing import Final, NamedTuple

from bot.content.seeds import Content, ContentError, game_of, lookup_of
from bot.lab.experiment import Field
from bot.lab.exploit import QUICK
from bot.model.figures import Variant
from bot.process.beside import read_only
from bot.process.config import SettingsError, load_settings
from bot.process.reading import LARGEST_SEED, UsageError, known_player, rule_option, whole
from bot.process.stored_games import StoredGame, game_or_pack, stored_game
from bot.process.study import add_study, carry_out
from bot.store import contents, figures
from bot.store.errors import StoreError
from bot.store.request import Rows
from bot.workshop.heat import rulebook_page
from bot.workshop.people import PeopleReport, Weeks, matches_in, together
from bot.workshop.study import People

PEOPLE: Final = """\
Report what people did with a game, as the bot's database has it, beside what the lab foretells for the same cards,
options and number of players; the largest difference comes first. The database is only read: the bot can keep running.
Every figure is a sum of what at least five players did in at least five matches, and names nobody (PRIVACY.md).
Example: hidden-hand lab people allocator --report people.html"""
COLUMNS: Final = (
    *("game", "rules", "content", "options", "players", "week"),
    *("figure", "subject", "times", "total", "squares"),
)


class _Stored(NamedTuple):
    variants: Mapping[Variant, Weeks]
    contents: Mapping[str, Content]


def add_people_figures(part: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    part.add_argument("game", metavar="GAME", type=game_or_pack, help="the game, or a content pack's, like tnb.17")
    part.add_argument("--server", type=whole(1), metavar="ID", help="count this server only (default: all)")
    part.add_argument(
        "--seats",
        type=whole(1),
        metavar="K",
        help="matches of this many players (default: what was most played)",
    )
    part.add_argument("--content", metavar="HASH", help="matches with this content, by the beginning of its hash")
    part.add_argument(
        "--option",
        type=rule_option,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="matches with this option; repeatable",
    )
    part.add_argument("--player", default=QUICK, metavar="PLAYER", help="the player of the lab's matches (greedy)")
    part.add_argument("--seed", type=whole(0, LARGEST_SEED), default=1, metavar="S", help="seed for the lab (1)")
    part.add_argument("--figures", type=Path, metavar="FILE.csv", help="also write every published count")
    part.add_argument("--rulebook", type=Path, metavar="FILE.html", help="also write the rulebook with its heat")
    add_study(part)
    part.set_defaults(handle=people_figures)


def people_figures(arguments: argparse.Namespace) -> int:
    """Carry out the command.

    Raises:
        UsageError: the database cannot be read, or has no such matches.
    """
    today = stored_game(arguments.game)
    player = known_player(today.game, arguments.player, "--player")
    try:
        stored = read_only(load_settings().database, lambda db: _stored(db, arguments.game, arguments.server))
    except (SettingsError, StoreError) as error:
        raise UsageError(str(error)) from None
    variant = _chosen(arguments, today, stored.variants)
    content = stored.contents.get(variant.content, today.content)
    try:
        game = game_of(content)
    except ContentError as error:
        raise UsageError(f"--content: today's rules cannot use it ({error})") from None
    if arguments.figures:
        _write("--figures", arguments.figures, _lines(stored.variants))
    field = Field(game=game, content=content, seats=variant.players, options=variant.chosen)
    clauses = lookup_of(today.rulebook).clauses
    shown = game_of(content).as_pack(today.game.key, today.game.title)
    people = PeopleReport(
        game=shown, variant=variant, variants=stored.variants, clauses=clauses, foretold={}, player=player
    )
    if arguments.rulebook:
        _write("--rulebook", arguments.rulebook, [rulebook_page(shown.title, clauses, people.weeks)])
    return carry_out(arguments, lambda lab: People(lab, field, people))


async def _stored(db: Rows, game: str, server: int | None) -> _Stored:
    variants = await figures.published(db, game, server)
    known = {}
    for content_hash in {variant.content for variant in variants}:
        if await db.rows("SELECT 1 FROM contents WHERE hash = ?", content_hash):
            known[content_hash] = await contents.load(db, content_hash)
    return _Stored(variants, known)


def _chosen(arguments: argparse.Namespace, today: StoredGame, variants: Mapping[Variant, Weeks]) -> Variant:
    """Return the most played variant with today's rules that fits the arguments; today's game if nothing was played.

    Raises:
        UsageError: something was played, and none of it fits.
    """
    if not variants:
        game, content = today.game, today.content.hash
        return Variant.of(game.key, game.version, content, game.all_options({}), arguments.seats or game.seats[0])
    fitting = [
        variant
        for variant in variants
        if variant.rules == today.game.version
        and arguments.seats in (None, variant.players)
        and variant.content.startswith(arguments.content or "")
        and dict(arguments.option).items() <= variant.chosen.items()
    ]
    if not fitting:
        raise UsageError("no published figures by today's rules fit --seats, --content and --option")
    return max(fitting, key=lambda variant: matches_in(together(variants[variant])))


def _lines(variants: Mapping[Variant, Weeks]) -> Iterator[str]:
    """Yield each count as a line of CSV."""
    for row in (
        COLUMNS,
        *(
            (*variant, week, *subject, count.times, count.total, count.squares)
            for variant, weeks in variants.items()
            for week, counts in weeks.items()
            for subject, count in counts.items()
        ),
    ):
        line = StringIO()
        csv.writer(line).writerow(row)
        yield line.getvalue()


def _write(argument: str, file: Path, texts: Iterable[str]) -> None:
    """Write texts to a file.

    Raises:
        UsageError: the file cannot be written.
    """
    try:
        with file.open("w", encoding="utf-8", newline="") as stream:
            stream.writelines(texts)
    except OSError as error:
        raise UsageError(f"{argument}: {file} cannot be written ({error.strerror})") from None
