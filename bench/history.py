"""The speed of each version, as `docs/speed.md` keeps it: ratios to peers and floors, with the machine."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from bench.report import Figures, number

HEADS: Final = "| measurement | figure | ours | beside | ratio | quartiles |\n| --- | --- | --- | --- | --- | --- |"


def section(version: str, about: str, entries: Mapping[str, Figures]) -> str:
    """Return the section of a version. about: when and where it was measured. entries: the figures by entry."""
    rows = "\n".join(row for name, figures in entries.items() for row in _rows(name, figures))
    return f"## {version}\n\n{about}\n\n{HEADS}\n{rows}\n"


def _rows(name: str, figures: Figures) -> Iterator[str]:
    for each in figures:
        for peer, compared in each["beside"].items():
            if compared is None:
                continue
            low, middle, high = (number(part) for part in compared["ratio"])
            ours = f"{number(each['ours'][1])} {each['unit']}"
            beside = f"{number(compared['figure'][1])} {peer}"
            yield f"| {name} | {each['what']} | {ours} | {beside} | {middle} | {low} to {high} |"


def with_section(page: str, version: str, new: str) -> str:
    """Return a page with the section of a version: in place of its older one, or as the first of all."""
    head, *sections = re.split(r"(?m)^(?=## )", page)
    versions = [each.splitlines()[0].removeprefix("## ") for each in sections]
    if version in versions:
        sections[versions.index(version)] = new
    else:
        sections.insert(0, new)
    return "\n\n".join(part.strip("\n") for part in (head, *sections)) + "\n"
