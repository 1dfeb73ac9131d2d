"""Areas of code to mutate, and the tests that should notice."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.one_more_game import SHIPPED

_POLICIES: Final = frozenset(
    {
        "prospects.py",
        "scripts.py",
        "greedy.py",
        "evaluation.py",
        "pawn_choices.py",
        "odds.py",
        "worths.py",
        "weights.py",
        "plan.py",
    }
)
"""Modules for the computer's choices: no test can call a choice wrong, and the ladder measures them."""
_TASTE: Final = frozenset({"scrambling.py", "levels.py"})
"""Modules that invent puzzles: the solver proves every result, and a measure rates it."""


@dataclass(frozen=True)
class Area:
    """A folder, and arguments of pytest: the tests nearest to the code first, as they catch most mutants."""

    folder: str
    tests: tuple[tuple[str, ...], ...]

    def files(self, checkout: Path) -> list[Path]:
        """Return the modules to mutate, from the checkout's root, in a fixed order."""
        return sorted(
            path.relative_to(checkout)
            for path in (checkout / self.folder).rglob("*.py")
            if path.name not in _POLICIES | _TASTE and path.name != "__init__.py"
        )


def _game(game: str) -> Area:
    return Area(
        f"rules/{game}",
        (
            (f"tests/rules/{game}",),
            ("tests/laws", "tests/golden", "-k", f"{game} and not computers"),
            ("tests/render", "tests/bot/command_line", "-k", game),
        ),
    )


AREAS: Final[dict[str, Area]] = {
    area.folder: area
    for area in (
        Area("rules/core", (("tests/rules/core",), ("tests/rules",), ("tests/laws", "tests/golden"), ("tests/bot",))),
        *map(_game, SHIPPED),
        Area("bot/model", (("tests/bot",), ("tests/cogs",))),
        Area("bot/application", (("tests/bot",), ("tests/cogs",))),
        Area("bot/puzzles", (("tests/bot", "-k", "puzzle"), ("tests/cogs", "-k", "puzzle"))),
        Area("cogs/delivery", (("tests/cogs",), ("tests/chaos/test_delivery.py",))),
    )
}
