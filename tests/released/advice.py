"""Advice on a change that alters matches that are being played. A failing test gives it first."""

from rules.catalog import GAMES


def for_rules(key: str) -> str:
    """Return what to do about the rules of a game."""
    name, version = GAMES[key].__name__, GAMES[key].version
    return (
        "Matches that are live on users' servers would change as well, and be paused. If a rule is meant to change:\n"
        f"  1. raise {name}.version (it is {version}), and say in {name}.changes what players will notice;\n"
        "  2. put the rules before the change into EARLIER (rules/catalog.py), so that begun matches go on by them;\n"
        "  3. give a field that a state gained a default, and mark it LATER (rules/core/tags.py).\n"
        "CONTRIBUTING.md explains each under “Changing a game while it is played”."
    )


def for_migrations(name: str, following: int) -> str:
    """Return what to do about an altered migration. following: the number of the next one."""
    return (
        f"Users have databases that were made by {name} as it was, and this program would refuse them.\n"
        f"Undo the change, and write it as a migration of its own: bot/store/schema/{following:04}_….sql.\n"
        "If only its translation for PostgreSQL differs, bot/store/postgres/dialect.py has changed: let it translate "
        "the words of later migrations alone."
    )
