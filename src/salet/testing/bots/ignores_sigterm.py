"""Says nothing, does not end when its input does, and not when it is asked to."""

import signal
import time

if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        time.sleep(1)
