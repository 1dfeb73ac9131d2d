"""One test for a promise that many things keep, where a test for each would cost more than to look at it."""

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from inspect import signature
from typing import Any

import pytest

Test = Callable[..., None]


def each(argument: str | tuple[str, ...], cases: Mapping[str, Any] | Iterable[Any]) -> Callable[[Test], Test]:
    """A decorator: the test is made with each case as this argument, and fails with all that broke it, by their names.

    argument: of several, a case has a value for each.
    cases: by name; or each is called what it is as text.
    """
    named = [*cases.items()] if isinstance(cases, Mapping) else [(str(case), case) for case in cases]
    assert named, "nothing would be tried"
    arguments = (argument,) if isinstance(argument, str) else argument

    def decorate(test: Test) -> Test:
        @wraps(test)
        def all_of_them(**fixtures: object) -> None:
            broken = []
            for name, case in named:
                try:
                    values = (case,) if isinstance(argument, str) else case
                    test(**fixtures, **dict(zip(arguments, values, strict=True)))
                except (Exception, pytest.fail.Exception) as fault:  # noqa: BLE001 # raised again below, with all others
                    fault.add_note(f"{', '.join(arguments)}: {name}")
                    broken.append(fault)
            if broken:
                raise BaseExceptionGroup(f"{len(broken)} of {len(named)}", broken)

        parameters = signature(test).parameters
        others = [parameter for name, parameter in parameters.items() if name not in arguments]
        all_of_them.__signature__ = signature(test).replace(parameters=others)  # type: ignore[attr-defined]
        return all_of_them

    return decorate
