"""The page about house rules and the authors' rules (`docs/rules.md`), made from the rulebooks."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rules.core.game import Clause, Game, Grounds, HouseRule

_HEAD: Final = """\
# House rules, and the games as written

Each game can be played by house rules or as its author wrote it. A lobby, `/match new`, `/match find`, tournaments and
`/setup` offer the choice; `--rules as-written` makes it for `simulate`, `playthrough`, `lab` and `ladder`. Single
options make custom rules. Matchmaking never mixes the rules, and matches are rated apart by them.

This page is made from the rulebooks by `hidden-hand rules > docs/rules.md`.

## Every difference

| Game | Clause | As written | House rule | Why | Option |
| --- | --- | --- | --- | --- | --- |
"""
_RULING: Final = "Ruling: "
"""The word before a sentence of ours in a clause of the author's."""
_RULINGS: Final = """
## Rulings of a match as written

In a match as written every sentence of the author's rules holds. These clauses are rulings of ours all the same.
"""
_GROUNDS: Final = {
    Grounds.CONTRADICTION: "The author's rules say two things about it:",
    Grounds.LAST_RESORT: "By the author's rules alone a match might never end:",
    Grounds.SILENT: "The author's rules leave it open:",
}


def differences_page(rulebooks: Mapping[Game, Sequence[Clause]]) -> str:
    """Return the page in Markdown. rulebooks: the clauses of each game that can be played as written."""
    rows = (_row(game, clause, house) for game, clause, house in _differences(rulebooks))
    return "".join([_HEAD, *rows, _RULINGS, *(_rulings(game, clauses) for game, clauses in rulebooks.items())])


def _differences(rulebooks: Mapping[Game, Sequence[Clause]]) -> Iterator[tuple[Game, Clause, HouseRule]]:
    for game, clauses in rulebooks.items():
        for clause in clauses:
            if clause.house is not None:
                yield game, clause, clause.house


def _row(game: Game, clause: Clause, house: HouseRule) -> str:
    written = next(option.as_written for option in game.options if option.name == house.option)
    option = f"`{house.option}`: `{house.value}`, as written `{written}`"
    cells = (game.title, f"{clause.number} {clause.title}", clause.text, house.text, house.why, option)
    return f"| {' | '.join(map(_cell, cells))} |\n"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _rulings(game: Game, clauses: Sequence[Clause]) -> str:
    """Return the rulings of a game by their grounds, with the clauses of the author's that hold one of ours too.
    Examples and definitions are left out.
    """
    parts = [f"\n### {game.title}\n"]
    rulings = [each for each in clauses if (each.ruling and not each.definition) or _RULING in each.text]
    for grounds, text in _GROUNDS.items():
        named = [f"- {each.number} {each.title}\n" for each in rulings if each.grounds is grounds]
        parts += [f"\n{text}\n\n", *named] if named else []
    return "".join(parts)
