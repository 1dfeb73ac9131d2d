"""A progress bar on the terminal for long work; it needs the extra `lab`, and is missing without it."""

import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from types import TracebackType
from typing import Any, Final, Self, TypeVar

T = TypeVar("T")
_FORMAT: Final = "{percentage:3.0f} %  {n_fmt} of at most {total_fmt} matches, {remaining} left"


class Bar:
    """Bar of the matches played, with an estimate of the time left."""

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
        """Add a number of matches to the total."""
        if self._bar is not None:
            self._bar.total += matches

    def played(self, matches: int) -> None:
        """Advance the bar by a number of matches."""
        if self._bar is not None:
            self._bar.update(matches)


def counted(items: Iterable[T], matches: int) -> Iterator[T]:
    """Yield the items, one per match, and advance a bar after each."""
    with Bar() as bar:
        bar.expect(matches)
        for item in items:
            yield item
            bar.played(1)
