"""Plays, but leaves a child behind that would sleep for an hour, out of its session."""

import os
import runpy
import time
from pathlib import Path

if __name__ == "__main__":
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(3600)
        os._exit(0)
    runpy.run_path(str(Path(__file__).with_name("keeps_on.py")))["main"]()
