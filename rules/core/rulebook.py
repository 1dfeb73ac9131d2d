"""Parse a game's rulebook (`seeds/<game>/rulebook.md`) into clauses.

Blocks are separated by blank lines. A clause may take several lines, and lines that begin with a hyphen are kept apart:

    # The game's title

    ## 3 Title of the chapter

    **3.2 Title of the clause** [source] A rule from the game's source, in our words.

    **3.3** [ruling] Our ruling where the source is silent. This one has no title, and is harder to find:
    - one thing
    - another one

    **3.4 Title** [source, definition] The meaning of a word, or the look of a component: no code implements it.

    **3.5 Title** [ruling, contradiction] Our ruling where the source says two things.

    **3.6 Title** [ruling, last resort] Our ruling without which a match might never end.

    **3.7 Title** [source] The rule as the author wrote it.

    House rule (pace: brisk): Our rule, which holds with this value of an option.
    Why: The reason for our rule, with a figure.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rules.core.game import Clause, Grounds, HouseRule

_TITLE: Final = re.compile(r"# \S.*")
_CHAPTER: Final = re.compile(r"## (\d+) (\S.*)")
_CLAUSE: Final = re.compile(
    r"\*\*(\d+)\.(\d+)(?: ([^*\n]{1,60}))?\*\* "
    r"\[(source|source, definition|ruling|ruling, (?:definition|contradiction|last resort))\] (\S.*)",
    re.DOTALL,
)
_HOUSE: Final = re.compile(r"House rule \((\w+): (\w+)\): (\S.*)\nWhy: (\S.*)", re.DOTALL)

_ITEM: Final = re.compile(r"\n(?=- )")
_GROUNDS: Final = frozenset(Grounds)


def parse(text: str) -> tuple[Clause, ...]:
    """Parse the clauses in their order. Chapters are numbered from 1, and so are the clauses of each.

    Raises:
        ValueError: the text is not a rulebook; the message names the line.
    """
    clauses: list[Clause] = []
    chapter, title, last = 0, "", 0
    for line, block in _blocks(text):
        if line == 1 and _TITLE.fullmatch(block):
            continue
        if heading := _CHAPTER.fullmatch(block):
            if int(heading[1]) != chapter + 1:
                raise ValueError(f"line {line}: chapter {heading[1]} follows chapter {chapter}")
            chapter, title, last = chapter + 1, heading[2], 0
        elif clause := _CLAUSE.fullmatch(block):
            number = f"{clause[1]}.{clause[2]}"
            if number != f"{chapter}.{last + 1}":
                raise ValueError(f"line {line}: clause {number} stands where {chapter}.{last + 1} is expected")
            last += 1
            origin, _, mark = clause[4].partition(", ")
            clauses.append(
                Clause(
                    number=number,
                    text=_lines(clause[5]),
                    ruling=origin == "ruling",
                    grounds=Grounds(mark) if mark in _GROUNDS else Grounds.SILENT,
                    definition=mark == "definition",
                    chapter=title,
                    title=clause[3] or "",
                )
            )
        elif (house := _HOUSE.fullmatch(block)) and last and clauses[-1].house is None:
            rule = HouseRule(option=house[1], value=house[2], text=_lines(house[3]), why=_lines(house[4]))
            clauses[-1] = replace(clauses[-1], house=rule)
        else:
            raise ValueError(f"line {line}: neither a chapter (## 3 Manage) nor a clause (**3.2 Title** [source] text)")
    if not clauses:
        raise ValueError("line 1: there is no clause")
    return tuple(clauses)


def _lines(text: str) -> str:
    """Return the text without its line breaks, except those before an item of a list."""
    return "\n".join(" ".join(line.split()) for line in _ITEM.split(text))


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """Yield the paragraphs, each with the number of its first line."""
    block: list[str] = []
    for number, line in enumerate((*text.splitlines(), ""), start=1):
        if line.strip():
            block.append(line.rstrip())
        elif block:
            yield number - len(block), "\n".join(block)
            block = []
