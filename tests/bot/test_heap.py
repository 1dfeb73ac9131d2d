import gc
import subprocess
import sys

import pytest

from bot.process import heap


def test_python_never_searches_for_garbage_among_the_modules_of_the_program() -> None:
    program = "import gc, bot.__main__; print(gc.isenabled(), gc.get_freeze_count() > len(gc.get_objects()))"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603 # ours
    assert run.stdout.split() == ["True", "True"]


def test_modules_that_fail_to_load_leave_the_search_on() -> None:
    with pytest.raises(ImportError), heap.loading():
        raise ImportError
    gc.unfreeze()
    assert gc.isenabled()
