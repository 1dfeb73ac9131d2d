"""A program that does nothing until it is killed: `python -m tests.wire.idle`."""

import time

time.sleep(3600)
