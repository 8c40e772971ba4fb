"""Plays, but leaves a child behind that would sleep for an hour, out of its session."""

import os
import time

import keeps_on

if __name__ == "__main__":
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(3600)
        os._exit(0)
    keeps_on.main()
