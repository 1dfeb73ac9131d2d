"""Parse a game's rulebook (`seeds/<game>/rulebook.md`) into clauses.

Blocks are separated by blank lines. A clause may take several lines, and lines that begin with a hyphen are kept apart:

    # The game's title

    ## 3 Title of the chapter

    **3.2 Title of the clause** [source] A rule from the game's source, in our words.

    **3.3** [ruling] Our ruling where the source is silent. This one has no title, and is harder to find:
    - one thing
    - another one

    **3.4 Title** [source, definition] The meaning of a word, or the look of a component: no code implements it.
"""

import re
from collections.abc import Iterator
from typing import Final

from rules.core.game import Clause

_TITLE: Final = re.compile(r"# \S.*")
_CHAPTER: Final = re.compile(r"## (\d+) (\S.*)")
_CLAUSE: Final = re.compile(
    r"\*\*(\d+)\.(\d+)(?: ([^*\n]{1,60}))?\*\* \[(source|ruling)(, definition)?\] (\S.*)", re.DOTALL
)

_ITEM: Final = re.compile(r"\n(?=- )")


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
            clauses.append(
                Clause(
                    number=number,
                    text="\n".join(" ".join(line.split()) for line in _ITEM.split(clause[6])),
                    ruling=clause[4] == "ruling",
                    definition=clause[5] is not None,
                    chapter=title,
                    title=clause[3] or "",
                )
            )
        else:
            raise ValueError(f"line {line}: neither a chapter (## 3 Manage) nor a clause (**3.2 Title** [source] text)")
    if not clauses:
        raise ValueError("line 1: there is no clause")
    return tuple(clauses)


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """Yield the paragraphs, each with the number of its first line."""
    block: list[str] = []
    for number, line in enumerate((*text.splitlines(), ""), start=1):
        if line.strip():
            block.append(line.rstrip())
        elif block:
            yield number - len(block), "\n".join(block)
            block = []
