"""A progress bar on the terminal for long work. Without the extra `lab`, no bar is shown."""

import sys
from importlib.util import find_spec
from types import TracebackType
from typing import Any, Final, Self

_FORMAT: Final = "{percentage:3.0f} %  {n_fmt} of at most {total_fmt} matches, {remaining} left"


class Bar:
    """A bar of the matches played, with an estimate of the time left."""

    def __init__(self) -> None:
        self._bar: Any = None
        if sys.stderr.isatty() and find_spec("tqdm") is not None:
            from tqdm import tqdm  # noqa: PLC0415 # the extra `lab` may be missing

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

    def tell(self, line: str) -> None:
        """Print a line to stderr, above the bar."""
        if self._bar is not None:
            self._bar.write(line, file=sys.stderr)
            return
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()

    def played(self, matches: int) -> None:
        """Advance the bar by a number of matches."""
        if self._bar is not None:
            self._bar.update(matches)
