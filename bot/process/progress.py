"""How far long work has come, as a bar on a terminal: with the extra `lab`; without it nothing is shown."""

import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from types import TracebackType
from typing import Any, Final, Self, TypeVar

T = TypeVar("T")
_FORMAT: Final = "{percentage:3.0f} %  {n_fmt} of at most {total_fmt} matches, {remaining} left"


class Bar:
    """Shows how many matches have been played, and how long the others take."""

    def __init__(self) -> None:
        self._bar: Any = None
        if sys.stderr.isatty() and find_spec("tqdm") is not None:
            from tqdm import tqdm  # noqa: PLC0415 # of the extra `lab`

            self._bar = tqdm(total=0, leave=False, bar_format=_FORMAT)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.close()

    def expect(self, matches: int) -> None:
        """Add so many matches to those that are to come."""
        if self._bar is not None:
            self._bar.total += matches

    def played(self, matches: int) -> None:
        """Count so many matches as played."""
        if self._bar is not None:
            self._bar.update(matches)


def counted(items: Iterable[T], matches: int) -> Iterator[T]:
    """Yield the items, one for each of so many matches, and show how many have been."""
    with Bar() as bar:
        bar.expect(matches)
        for item in items:
            yield item
            bar.played(1)
