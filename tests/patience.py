"""How long tests wait for what must happen."""

from typing import Final

PATIENT: Final = 300.0
"""Seconds after which a wait is given up. Only a run that hangs waits as long: on a busy machine anything may take a
minute.
"""
