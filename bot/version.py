"""The version of this program."""

from importlib.metadata import PackageNotFoundError, version


def program_version() -> str:
    """Return the installed version of the program, or words for a copy that is not installed."""
    try:
        return version("hidden-hand")
    except PackageNotFoundError:
        return "not installed"
