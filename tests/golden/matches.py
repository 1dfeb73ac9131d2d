"""The golden matches: one of some games as text, the others as a digest of each part."""

from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from hashlib import blake2b
from io import StringIO
from pathlib import Path
from typing import Final

from bot.__main__ import main
from bot.content.seeds import load_games
from rules.core.game import Game
from rules.core.options import RuleSet

FOLDER: Final = Path(__file__).parent
AS_TEXT: Final = ("allocator", "circuitry")
"""The games whose first match is kept as text, to read in it how a change of shared code alters a match."""


def commands(game: Game) -> Iterator[str]:
    """Yield the arguments for a match of quick players by the house rules, for one with each other option value, and
    for two as written.

    Those with option values have random players, or quick ones with more than two seats, because random matches would
    take very long.
    """
    yield f"playthrough {game.key} --seed 1 --players greedy"
    variants = [(option.name, value) for option in game.options for value in option.values[1:]]
    players = " --players greedy" if max(game.seats) > 2 else ""
    for seed, (name, value) in enumerate(variants or [("", "")], start=2):
        option = f" --option {name}={value}" if name else ""
        yield f"playthrough {game.key} --seed {seed}{option}{players}"
    if RuleSet.WRITTEN in game.rule_sets:
        yield from (f"playthrough {game.key} --seed {seed} --rules as-written --players greedy" for seed in (1, 2))


def play(command: str) -> str:
    """Return the output of a playthrough.

    Raises:
        ValueError: the command fails.
    """
    printed = StringIO()
    with redirect_stdout(printed):
        code = main(command.split())
    if code:
        raise ValueError(f"hidden-hand {command}: exit code {code}")
    return printed.getvalue()


def parts(text: str) -> list[str]:
    """Return the parts of a playthrough: its table, its deal, and its plies."""
    return text.rstrip("\n").split("\n\n")


def digests(text: str) -> list[str]:
    """Return a digest of each part."""
    return [blake2b(part.encode(), digest_size=2).hexdigest() for part in parts(text)]


def text_file(key: str) -> Path:
    """Return the file of a game's first match."""
    return FOLDER / f"{key}.txt"


def digest_file(key: str) -> Path:
    """Return the file of all other matches of a game, a line each: the command, and its digests."""
    return FOLDER / f"{key}.digests"


def files(key: str) -> set[Path]:
    """Return the files of a game's matches."""
    return {digest_file(key), text_file(key)} if key in AS_TEXT else {digest_file(key)}


def written(key: str) -> dict[str, list[str]]:
    """Return the digests in a game's file, by command; {} without the file."""
    if not digest_file(key).exists():
        return {}
    lines = [line.split(": ") for line in digest_file(key).read_text(encoding="utf-8").splitlines()]
    return {command: kept.split() for command, kept in lines}


def write(keys: Sequence[str]) -> None:
    """Write the files of some games anew, and delete those of games that no longer exist."""
    games = load_games()
    for key in keys:
        digested = list(commands(games[key]))
        if key in AS_TEXT:
            text_file(key).write_text(play(digested.pop(0)), encoding="utf-8")
        lines = [f"{command}: {' '.join(digests(play(command)))}\n" for command in digested]
        digest_file(key).write_text("".join(lines), encoding="utf-8")
    kept = set().union(*map(files, games))
    for path in (*FOLDER.glob("*.txt"), *FOLDER.glob("*.digests")):
        if path not in kept:
            path.unlink()
